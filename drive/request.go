package drive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

// requestKind is a kind of request.
type requestKind struct {
	name, does string
	fields     []string // its fields besides do and id
	needsGame  bool
	unfair     string // why a fair program may not use it, or ""
	do         func(*driver, *request, *answer) error
}

// requestKinds lists all requests in the order of help.
func requestKinds() []*requestKind {
	return []*requestKind{
		{name: "start", does: "starts a game", fields: []string{"game", "preset", "options", "seats", "seed", "script"},
			do: (*driver).start},
		{name: "moves", does: "lists the complete moves of a seat, or of all seats to act", fields: []string{"seat"},
			needsGame: true, do: (*driver).moves},
		{name: "offers", does: "lists what a seat can choose next", fields: []string{"seat", "draft"}, needsGame: true,
			do: (*driver).offers},
		{name: "play", does: "plays a move", fields: []string{"seat", "move"}, needsGame: true, do: (*driver).play},
		{name: "view", does: "shows what a seat sees", fields: []string{"seat"}, needsGame: true, do: (*driver).show},
		{name: "changes", does: "lists what changed for a seat since an earlier entry", fields: []string{"seat", "since"},
			needsGame: true, do: (*driver).changes},
		{name: "undo", does: "undoes the last move", needsGame: true, unfair: "what was seen cannot be unseen",
			do: (*driver).undo},
		{name: "redo", does: "plays an undone move again", needsGame: true, unfair: "nothing can be undone",
			do: (*driver).redo},
		{name: "save", does: "returns the game as text", needsGame: true, unfair: "a save contains every secret",
			do: (*driver).save},
		{name: "load", does: "continues from a save or a record", fields: []string{"save", "position"},
			unfair: "a save contains every secret", do: (*driver).load},
		{name: "chance", does: "sets the next results of chance", fields: []string{"script"}, needsGame: true,
			unfair: "players must not set chance", do: (*driver).chance},
		{name: "flow", does: "shows what the game waits for, and the position in the order of play", fields: []string{"seat"},
			needsGame: true, do: (*driver).flow},
		{name: "games", does: "lists the games with their seats and options", do: (*driver).list},
		{name: "help", does: "lists the requests", do: (*driver).help},
		{name: "quit", does: "ends the command", do: (*driver).quit},
	}
}

// request is a parsed line.
type request struct {
	id     json.RawMessage
	kind   *requestKind
	fields map[string]json.RawMessage
	seat   *game.Seat // the seat of the request, once it is known
}

// readRequest parses a line. It always returns a request, because even an invalid one may have an id.
func readRequest(line []byte) (*request, error) {
	q := &request{}
	if !utf8.Valid(line) {
		return q, refuse(string(game.Malformed), "the line is not UTF-8")
	}
	if err := json.Unmarshal(line, &q.fields); err != nil || q.fields == nil {
		why := `a request must be an object such as {"do":"help"}`
		if e, is := err.(*json.SyntaxError); is {
			why = fmt.Sprintf("the line is not JSON: %v, at byte %d", e, e.Offset)
		}
		return q, refuse(string(game.Malformed), "%s", why)
	}
	if id, has := q.fields["id"]; has {
		var b bytes.Buffer
		if err := json.Compact(&b, id); err == nil {
			q.id = b.Bytes()
		}
	}
	for name, value := range q.fields {
		if string(value) == "null" { // the same as a missing field
			delete(q.fields, name)
		}
	}
	return q, nil
}

// of finds the kind of the request, and refuses unknown fields.
func (q *request) of(d *driver) error {
	var name string
	if err := q.read("do", &name, "the name of a request"); err != nil {
		return err
	}
	if q.kind = d.kinds[name]; q.kind == nil {
		return refuse("no-request", "unknown request %q; %s", words.Clip(name),
			words.Instead(name, "the requests are", d.names)).About("do")
	}
	if d.fair && q.kind.unfair != "" {
		return refuse("not-fair", "a fair program cannot use %s: %s", name, q.kind.unfair)
	}
	for _, name := range slices.Sorted(maps.Keys(q.fields)) {
		if name == "do" || name == "id" || slices.Contains(q.kind.fields, name) {
			continue
		}
		takes := append([]string{"do", "id"}, q.kind.fields...)
		return refuse("no-field", "%s has no field %q; %s", q.kind.name, words.Clip(name),
			words.Instead(name, "it has", takes)).About(name)
	}
	return nil
}

func (q *request) has(field string) bool { return q.fields[field] != nil }

// read parses a required field.
func (q *request) read(field string, into any, what string) error {
	raw := q.fields[field]
	switch {
	case raw == nil:
		return refuse(string(game.Missing), "%q is missing; it must be %s", field, what).About(field)
	case !decode(raw, into):
		return refuse(string(game.Malformed), "%q must be %s, not %s", field, what, words.Clip(string(raw))).About(field)
	}
	return nil
}

// decode parses a value and reports whether it has this type. Short strings and numbers, the usual case, need no
// decoder.
func decode(raw json.RawMessage, into any) bool {
	switch into := into.(type) {
	case *string:
		if n := len(raw) - 1; n > 0 && raw[0] == '"' && bytes.IndexByte(raw, '\\') < 0 {
			*into = string(raw[1:n])
			return true
		}
	case *int:
		if n, err := strconv.Atoi(string(raw)); err == nil {
			*into = n
			return true
		}
	}
	return json.Unmarshal(raw, into) == nil
}

// player returns the seat of a request: by default, the only seat to act.
func (q *request) player(d *driver) (game.Seat, error) {
	s := d.track.State()
	if !q.has("seat") && s.Over() {
		return 0, refuse(string(game.Over), "the game is over: %v", s.Outcome())
	}
	if !q.has("seat") {
		var can []game.Seat
		for x := range s.ToAct().All() {
			if d.owns(x) {
				can = append(can, x)
			}
		}
		if len(can) != 1 {
			return 0, refuse(string(game.Missing), `"seat" is missing, and %s`, waitText(len(can))).About("seat")
		}
		q.seat = &can[0]
		return can[0], nil
	}
	var n int
	if err := q.read("seat", &n, "the number of a seat"); err != nil {
		return 0, err
	}
	return q.seatOf(d, n)
}

func waitText(n int) string {
	if n == 0 {
		return "no seat can act"
	}
	return fmt.Sprintf("%d seats can act", n)
}

// seatOf returns the seat with this number, if it exists and the program may act for it.
func (q *request) seatOf(d *driver, n int) (game.Seat, error) {
	if most := d.track.State().Seats(); n < 0 || n >= most {
		return 0, refuse(string(game.NoSeat), "there is no seat %d: there are %d seats, counted from 0", n,
			most).About("seat")
	}
	x := game.Seat(n)
	if !d.owns(x) {
		return 0, refuse("not-fair", "seat %d is not one of the program's seats: %s", n, seatList(d.mine)).About("seat")
	}
	q.seat = &x
	return x, nil
}

// owns reports whether the program may act for the seat.
func (d *driver) owns(x game.Seat) bool { return !d.fair || slices.Contains(d.mine, x) }

func seatList(seats []game.Seat) string {
	var all []string
	for _, x := range seats {
		all = append(all, strconv.Itoa(int(x)))
	}
	return strings.Join(all, ", ")
}

// observer parses an observer: a seat, the spectators or the judge.
func (q *request) observer(d *driver) (game.Seat, error) {
	const what = `the number of a seat, "spectator" or "judge"`
	var name string
	if !decode(q.fields["seat"], &name) {
		var n int
		if err := q.read("seat", &n, what); err != nil {
			return 0, err
		}
		return q.seatOf(d, n)
	}
	switch {
	case name != "spectator" && name != "judge":
		return 0, refuse(string(game.Malformed), `"seat" must be %s, not %q`, what, words.Clip(name)).About("seat")
	case d.fair:
		return 0, refuse("not-fair", "a fair program sees only the views of its seats: %s", seatList(d.mine)).About("seat")
	case name == "spectator":
		return game.Nobody, nil
	case !d.judge:
		return 0, refuse("not-judge", "the judge sees everything; to allow it, run ply drive with --judge").About("seat")
	}
	return game.Judge, nil
}

// move parses a move or draft, in the names of a view.
func (q *request) move(field string, v *game.State, x game.Seat) (game.Move, error) {
	var text string
	if decode(q.fields[field], &text) {
		return v.Parse(x, text)
	}
	if !q.has(field) {
		return game.Move{}, refuse(string(game.Missing),
			`%q is missing; it must be a string such as "place a1" or an object such as {"action":"place","picks":[["a1"]]}`,
			field).About(field)
	}
	m, err := wire.ReadMove(v, x, q.fields[field])
	if r, is := errors.AsType[*refusal](err); is && r.Field == "" {
		r.Field = field
	}
	return m, err
}
