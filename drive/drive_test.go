package drive

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/wire"
)

// reply is an answer as a program reads it.
type reply struct {
	ID      any
	OK      *bool
	Seq     int
	ToAct   []game.Seat
	Over    bool
	Outcome *wire.Outcome
	Hash    string
	Refusal driveRefused
	Moves   json.RawMessage
	More    bool
	Offers  []wire.Offer
	View    json.RawMessage
	Said    []string
	Changes []game.Change
	Played  []event
	Save    string
	Record  string
	Where   string
	Text    string // the whole line
}

type driveRefused struct{ Code, Action, Pick, Field, Why string }

func (r *reply) list(t *testing.T) (all []string) {
	t.Helper()
	if err := json.Unmarshal(r.Moves, &all); err != nil {
		t.Fatalf("%v in %s", err, r.Text)
	}
	return all
}

// everything is the shipped games and the odd ones.
func everything() []*game.Rules { return append(odd.Games(), games.All()...) }

// asker sends requests to a driver, one after the other.
type asker struct {
	t *testing.T
	d *driver
}

func newAsker(t *testing.T, c Config) *asker {
	if c.Games == nil {
		c.Games = everything()
	}
	return &asker{t, newDriver(c)}
}

// ask returns the answer to one line, which must be well formed.
func (a *asker) ask(line string) *reply {
	a.t.Helper()
	return readReply(a.t, a.d.answer([]byte(line), false))
}

func readReply(t *testing.T, line []byte) *reply {
	t.Helper()
	r := &reply{Text: string(line)}
	if err := json.Unmarshal(line, r); err != nil || r.OK == nil || bytes.IndexByte(line, '\n') != len(line)-1 {
		t.Fatalf("the answer is not well formed: %v: %q", err, line)
	}
	if *r.OK != (r.Refusal.Code == "") || *r.OK != (r.Refusal.Why == "") {
		t.Fatalf("the answer is neither ok nor refused: %s", line)
	}
	return r
}

// do is ask for a request that must not be refused.
func (a *asker) do(line string, args ...any) *reply {
	a.t.Helper()
	r := a.ask(fmt.Sprintf(line, args...))
	if !*r.OK {
		a.t.Fatalf("%s is refused: %s", fmt.Sprintf(line, args...), r.Text)
	}
	return r
}

// refused is ask for a request that must be refused with this code.
func (a *asker) refused(code, line string, args ...any) driveRefused {
	a.t.Helper()
	r := a.ask(fmt.Sprintf(line, args...))
	if r.Refusal.Code != code {
		a.t.Fatalf("%s: not refused as %s, but %s", fmt.Sprintf(line, args...), code, r.Text)
	}
	return r.Refusal
}

// jsonText is a text as JSON.
func jsonText(text string) string {
	out, err := json.Marshal(text)
	if err != nil {
		panic(err)
	}
	return string(out)
}

// Every game is played to its end with the listed moves; then undone and replayed, saved and loaded.
func TestDriveWholeGames(t *testing.T) {
	for _, r := range games.All() {
		t.Run(r.Name, func(t *testing.T) {
			a, luck := newAsker(t, Config{}), rand.New(rand.NewPCG(1, 2))
			at := a.do(`{"do":"start","game":%q,"seed":5}`, r.Name)
			s, err := r.Start(r.Seats.Min, game.SeedOf(5))
			if err != nil {
				t.Fatal(err)
			}
			hashes := []string{at.Hash}
			for !at.Over {
				x := at.ToAct[luck.IntN(len(at.ToAct))]
				moves := a.do(`{"do":"moves","seat":%d}`, x).list(t)
				all, err := s.Moves()
				all = slices.DeleteFunc(all, func(m game.Move) bool { return m.Seat != x })
				if err != nil || len(all) != len(moves) {
					t.Fatalf("%d moves, not the %d of the state (%v)", len(moves), len(all), err)
				}
				if n := len(moves) - 1; n > 0 && moves[n] == "withdraw" {
					moves = moves[:n] // otherwise it might go on forever
				}
				m := moves[luck.IntN(len(moves))]
				at = a.do(`{"do":"play","seat":%d,"move":%s}`, x, jsonText(m))
				if s, err = playSeen(s, x, m); err != nil || at.Hash != s.HashText() || at.Seq != len(hashes) {
					t.Fatalf("%s leads to %s, not to %s (%v)", m, at.Text, s.HashText(), err)
				}
				hashes = append(hashes, at.Hash)
			}
			if at.Outcome.Result() != s.Outcome().String() || len(at.ToAct) != 0 {
				t.Errorf("it ended with %s, not with %v", at.Text, s.Outcome())
			}
			kept := a.do(`{"do":"save"}`)
			first := 0 // the entry that can be gone back to: some actions are final
			for i := len(hashes) - 2; i >= 0; i-- {
				back := a.ask(`{"do":"undo"}`)
				if final := slices.ContainsFunc(r.Actions, func(x *game.Action) bool { return x.NoUndo }); final && back.Refusal.Code == "final" {
					first = i + 1
					break
				}
				if back.Hash != hashes[i] || back.Seq != i || back.Over {
					t.Fatalf("undone to %d: %s, not %s", i, back.Text, hashes[i])
				}
			}
			if first == 0 {
				a.refused("nothing-to-do", `{"do":"undo"}`)
			}
			for _, h := range hashes[first+1:] {
				if on := a.do(`{"do":"redo"}`); on.Hash != h {
					t.Fatalf("%s, not %s", on.Text, h)
				}
			}
			a.refused("nothing-to-do", `{"do":"redo"}`)

			last := hashes[len(hashes)-1]
			if on := a.do(`{"do":"load","save":%s}`, jsonText(kept.Save)); on.Hash != last || on.Seq != 0 || !on.Over {
				t.Errorf("loaded as %s, not %s", on.Text, last)
			}
			if on := a.do(`{"do":"load","save":%s}`, kept.Save); on.Hash != last {
				t.Errorf("loaded as %s, not %s", on.Text, last)
			}
			if on := a.do(`{"do":"load","save":%s}`, jsonText(kept.Record)); on.Hash != last || on.Seq != len(hashes)-1 {
				t.Errorf("loaded as %s, not %s", on.Text, last)
			}
			if first == len(hashes)-1 {
				a.refused("final", `{"do":"undo"}`)
			} else if back := a.do(`{"do":"undo"}`); back.Hash != hashes[len(hashes)-2] {
				t.Errorf("the moves of a record cannot be undone: %s", back.Text)
			}
		})
	}
}

func TestDriveStart(t *testing.T) {
	a := newAsker(t, Config{})
	a.refused("no-start", `{"do":"moves"}`)
	a.do(`{"do":"start","game":"hex","options":{"size":3,"swap":true},"seats":2}`)
	if moves := a.do(`{"do":"moves","seat":0}`).list(t); len(moves) != 9 {
		t.Errorf("a board of 3x3 has the moves %v", moves)
	}
	one, other := a.do(`{"do":"start","game":"gofish"}`), a.do(`{"do":"start","game":"gofish"}`)
	if one.Hash == other.Hash {
		t.Error("two games without a seed are the same")
	}
	seed := game.SeedOf(7)
	if one, other := a.do(`{"do":"start","game":"gofish","seed":7}`), a.do(`{"do":"start","game":"gofish","seed":"%x"}`, seed); one.Hash != other.Hash {
		t.Error("a seed as a number and as a text differ")
	}
	n := uint64(3)
	b, c := newAsker(t, Config{Seed: &n}), newAsker(t, Config{Seed: &n})
	first := b.do(`{"do":"start","game":"gofish"}`)
	if again := c.do(`{"do":"start","game":"gofish"}`); again.Hash != first.Hash {
		t.Error("--seed does not determine the game")
	}
	if second := b.do(`{"do":"start","game":"gofish"}`); second.Hash == first.Hash {
		t.Error("the second game of --seed repeats the first")
	}

	was := a.do(`{"do":"start","game":"tictactoe","seed":1}`)
	for _, c := range []struct{ code, field, why, line string }{
		{"missing", "game", `"game" is missing`, `{"do":"start"}`},
		{"no-game", "game", `did you mean hex?`, `{"do":"start","game":"hexx"}`},
		{"no-game", "game", `did you mean hex?`, `{"do":"start","game":"hexx","preset":"large"}`},
		{"no-preset", "preset", `nim has no preset "long"; it has classic`, `{"do":"start","game":"nim","preset":"long"}`},
		{"no-preset", "preset", `hex has no presets, so "large" does not exist`, `{"do":"start","game":"hex","preset":"large"}`},
		{"malformed", "preset", `"preset" must be the name of a preset, not 3`, `{"do":"start","game":"nim","preset":3}`},
		{"malformed", "game", `not 7`, `{"do":"start","game":7}`},
		{"malformed", "options", `no option "sice"`, `{"do":"start","game":"hex","options":{"sice":3}}`},
		{"malformed", "options", `from 2 to 26`, `{"do":"start","game":"hex","options":{"size":99}}`},
		{"malformed", "options", `not [3]`, `{"do":"start","game":"hex","options":{"size":[3]}}`},
		{"malformed", "options", `not [1]`, `{"do":"start","game":"hex","options":[1]}`},
		{"no-seat", "seats", `for 2 players, not 3`, `{"do":"start","game":"hex","seats":3}`},
		{"malformed", "seats", `not "2"`, `{"do":"start","game":"hex","seats":"2"}`},
		{"malformed", "seed", `not -1`, `{"do":"start","game":"hex","seed":-1}`},
		{"malformed", "seed", `not "12"`, `{"do":"start","game":"hex","seed":"12"}`},
		{"malformed", "script", `not {}`, `{"do":"start","game":"hex","script":[{}]}`},
		{"fault", "", `bad name`, `{"do":"start","game":"undeclared"}`},
		{"fault", "", `there are no cards`, `{"do":"start","game":"unlucky","script":[1]}`},
	} {
		if r := a.refused(c.code, "%s", c.line); r.Field != c.field || !strings.Contains(r.Why, c.why) {
			t.Errorf("%s: %+v", c.line, r)
		}
	}
	if now := a.do(`{"do":"moves"}`); now.Hash != was.Hash {
		t.Error("a start that was refused has changed the game")
	}
}

func TestDriveRequests(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"tictactoe","seed":1}`)
	for _, c := range []struct{ code, field, why, line string }{
		{"malformed", "", "not JSON", `{"do"`},
		{"malformed", "", "not JSON", `{"do":"help"} {}`},
		{"malformed", "", "an object", `null`},
		{"malformed", "", "an object", `[]`},
		{"malformed", "", "an object", `"help"`},
		{"malformed", "", "UTF-8", "{\"do\":\"\xff\"}"},
		{"malformed", "", "max depth", strings.Repeat("[", 20_000)},
		{"missing", "do", "the name of a request", `{}`},
		{"missing", "do", "the name of a request", `{"do":null}`},
		{"malformed", "do", "not 1", `{"do":1}`},
		{"no-request", "do", `did you mean "undo"? The requests are start`, `{"do":"undoo"}`},
		{"no-request", "do", `; the requests are start`, `{"do":"make coffee"}`},
		{"no-field", "sead", `did you mean "seat"? It has do, id, seat, move`, `{"do":"play","sead":0,"move":"place a1"}`},
		{"no-field", "seed", `play has no field "seed"`, `{"do":"play","seed":0,"move":"place a1"}`},
		{"no-field", "pick", `its fields are action and picks`, `{"do":"play","seat":0,"move":{"action":"place","pick":[["a1"]]}}`},
		{"no-seat", "seat", "there is no seat 2: there are 2 seats", `{"do":"play","seat":2,"move":"place a1"}`},
		{"no-seat", "seat", "there is no seat 256", `{"do":"play","seat":256,"move":"place a1"}`},
		{"no-seat", "seat", "there is no seat -1", `{"do":"moves","seat":-1}`},
		{"malformed", "seat", "not 0.5", `{"do":"moves","seat":0.5}`},
		{"malformed", "seat", `not "zero"`, `{"do":"view","seat":"zero"}`},
		{"missing", "seat", "spectator", `{"do":"view"}`},
		{"not-judge", "seat", "--judge", `{"do":"view","seat":"judge"}`},
		{"not-judge", "seat", "--judge", `{"do":"changes","seat":"judge","since":0}`},
		{"missing", "move", "place a1", `{"do":"play","seat":0}`},
		{"malformed", "move", "not 1", `{"do":"play","seat":0,"move":1}`},
		{"malformed", "picks", "a list with the values", `{"do":"play","seat":0,"move":{"action":"place","picks":["a1"]}}`},
		{"malformed", "picks", "a list with the values", `{"do":"play","seat":0,"move":{"action":"place","picks":[[{}]]}}`},
		{"malformed", "action", "the name of an action", `{"do":"play","seat":0,"move":{"action":7}}`},
		{"no-action", "", "there is no action", `{"do":"play","seat":0,"move":{}}`},
		{"no-action", "", "there is no action jump", `{"do":"play","seat":0,"move":"jump"}`},
		{"not-turn", "", "the turn of player 1", `{"do":"play","seat":1,"move":"place a1"}`},
		{"not-offered", "", "there is no z9", `{"do":"play","seat":0,"move":"place z9"}`},
		{"missing", "since", "seq", `{"do":"changes","seat":0}`},
		{"stale", "since", "there is no entry 5: the game is at 0", `{"do":"changes","seat":0,"since":5}`},
		{"stale", "since", "too old", `{"do":"changes","seat":0,"since":-1}`},
		{"missing", "save", "the text of a save", `{"do":"load"}`},
		{"surplus", "position", `either "save" or "position"`, `{"do":"load","save":"x","position":"y"}`},
		{"no-notation", "position", "tictactoe has no notation", `{"do":"load","position":"X.O"}`},
		{"damaged", "", "the record cannot be read: line 1", `{"do":"load","save":"rubbish"}`},
		{"no-game", "game", "there is no game", `{"do":"load","save":"{}"}`},
		{"damaged", "save", "not a Ply save", `{"do":"load","save":"{"}`},
		{"missing", "script", "it must be a list", `{"do":"chance"}`},
		{"malformed", "script", "a list of numbers", `{"do":"chance","script":6}`},
		{"malformed", "script", "not null", `{"do":"chance","script":[null]}`},
	} {
		if r := a.refused(c.code, "%s", c.line); r.Field != c.field || !strings.Contains(r.Why, c.why) {
			t.Errorf("%s: %+v", c.line, r)
		}
	}
	if r := a.refused("not-offered", `{"do":"play","seat":0,"move":"place z9"}`); r.Action != "place" || r.Pick != "cell" {
		t.Errorf("the refusal names no pick: %+v", r)
	}
	if now := a.do(`{"do":"moves"}`); now.Seq != 0 {
		t.Errorf("a refused request has changed the game: %s", now.Text)
	}
}

// A response has the id of its request, whatever it is.
func TestDriveIDs(t *testing.T) {
	a := newAsker(t, Config{})
	for _, c := range []struct{ id, want string }{
		{`7`, `7`}, {`"x y"`, `"x y"`}, {`null`, `null`}, {`[1, {"a" : 2}]`, `[1,{"a":2}]`}, {`1e400`, `1e400`}, {`"<ü>"`, `"<ü>"`}, {`false`, `false`},
	} {
		for _, do := range []string{"quit", "moves", "nonsense"} {
			r := a.d.answer([]byte(`{"id":`+c.id+`,"do":"`+do+`"}`), false)
			if !strings.HasPrefix(string(r), `{"id":`+c.want+`,"ok":`) {
				t.Errorf("%s of id %s is answered by %s", do, c.id, r)
			}
		}
	}
}

// A move can be written in several ways, and the seat omitted if only one is to act.
func TestDriveWaysToPlay(t *testing.T) {
	var hashes []string
	for _, move := range []string{
		`"seat":0,"move":"place b2"`, `"move":"place b2"`, `"move":"  place   b2 "`, `"move":"pla\u0063e b2"`,
		`"move":{"action":"place","picks":[["b2"]]}`, `"seat":0,"move":{"picks":[["b2"]],"action":"place"}`,
	} {
		a := newAsker(t, Config{})
		a.do(`{"do":"start","game":"tictactoe","seed":1}`)
		hashes = append(hashes, a.do(`{"do":"play",%s}`, move).Hash)
	}
	if len(slices.Compact(hashes)) != 1 {
		t.Errorf("the ways lead to %v", hashes)
	}
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"faulty"}`)
	a.do(`{"do":"play","move":{"action":"act","picks":[[0]]}}`) // a number as a number
}

// After undo, a different move starts a new line of play.
func TestDriveMoveAfterUndo(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"tictactoe","seed":1}`)
	for _, cell := range []string{"a1", "b1", "c1"} {
		a.do(`{"do":"play","move":"place %s"}`, cell)
	}
	a.do(`{"do":"undo"}`)
	a.do(`{"do":"undo"}`)
	now := a.do(`{"do":"play","move":"place b2"}`)
	a.refused("nothing-to-do", `{"do":"redo"}`)
	a.refused("stale", `{"do":"changes","seat":0,"since":3}`)
	if now.Seq != 2 {
		t.Errorf("two moves were expected: %s", now.Text)
	}
	rec := a.do(`{"do":"save"}`).Record
	if on := a.do(`{"do":"load","save":%s}`, jsonText(rec)); on.Hash != now.Hash || on.Seq != 2 || strings.Contains(rec, "place c1") {
		t.Errorf("the record has a different line of play: %s\n%s", on.Text, rec)
	}
}

// playSeen plays a move written with the names of the seat's view.
func playSeen(s *game.State, x game.Seat, text string) (*game.State, error) {
	v := s.View(x)
	m, err := v.Parse(x, text)
	if err == nil {
		m, err = v.Real(m)
	}
	if err != nil {
		return nil, err
	}
	return s.Play(m)
}

func TestDriveOffers(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"gofish","seats":3,"seed":7}`)
	first := a.do(`{"do":"offers","seat":0}`).Offers
	if len(first) != 1 || first[0].Action != "ask" || first[0].Pick != "whom" || first[0].Prompt.Text != "Whom do you ask?" || len(first[0].Values) != 2 {
		t.Fatalf("the offers are %+v", first)
	}
	next := a.do(`{"do":"offers","seat":0,"draft":{"action":"ask","picks":[["2"]]}}`).Offers[0]
	if next.Pick != "rank" || *next.At != 1 || next.Complete || len(next.Values) == 0 {
		t.Fatalf("then there is %+v", next)
	}
	draft := fmt.Sprintf(`{"action":"ask","picks":[[2],[%q]]}`, next.Values[0].Value)
	if last := a.do(`{"do":"offers","draft":%s}`, draft).Offers[0]; !last.Complete || last.Pick != "" {
		t.Errorf("at the end there is %+v", last)
	}
	a.do(`{"do":"play","move":%s}`, draft)

	not := a.do(`{"do":"offers","seat":2}`)
	if len(not.ToAct) != 1 || not.ToAct[0] == 2 || not.Offers[0].Why == nil {
		t.Errorf("a seat that is not to act gets no reason: %s", not.Text)
	}
	a.refused("not-offered", `{"do":"offers","seat":%d,"draft":"ask 7"}`, not.ToAct[0])

	a.do(`{"do":"start","game":"faulty"}`)
	if o := a.do(`{"do":"offers"}`).Offers[0]; o.Lo == nil || *o.Lo != 0 || *o.Hi != 1 || o.Values != nil {
		t.Errorf("a range is %+v", o)
	}
	a.do(`{"do":"start","game":"wordy"}`)
	if o := a.do(`{"do":"offers"}`).Offers[0]; o.Text == nil || o.Text.Max != 10 {
		t.Errorf("free text is %+v", o)
	}
	a.refused("malformed", `{"do":"moves"}`)
	a.do(`{"do":"play","move":{"action":"act","picks":[["a + \"b\""]]}}`)
}

// A view and the changes since then make the current view.
func TestDriveChanges(t *testing.T) {
	r, err := games.Find("gofish")
	if err != nil {
		t.Fatal(err)
	}
	a, luck := newAsker(t, Config{}), rand.New(rand.NewPCG(3, 4))
	at := a.do(`{"do":"start","game":"gofish","seed":3}`)
	view := func() *game.State {
		v, err := r.Load(a.do(`{"do":"view","seat":1}`).View)
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
	old := view()
	for range 6 {
		moves := a.do(`{"do":"moves","seat":%d}`, at.ToAct[0]).list(t)
		at = a.do(`{"do":"play","seat":%d,"move":%q}`, at.ToAct[0], moves[luck.IntN(len(moves))])
	}
	since := a.do(`{"do":"changes","seat":1,"since":0}`)
	if now, err := old.Apply(since.Changes); err != nil || now.Hash() != view().Hash() {
		t.Errorf("the changes do not lead to the view: %v", err)
	}
	if len(since.Played) != 6 || !strings.HasPrefix(since.Played[0].Move, "ask 1 ") || len(since.Played[0].Said) == 0 {
		t.Errorf("the played move is %+v", since.Played)
	}

	late := view()
	a.do(`{"do":"undo"}`)
	a.do(`{"do":"undo"}`)
	back := a.do(`{"do":"changes","seat":1,"since":6}`)
	if now, err := late.Apply(back.Changes); err != nil || now.Hash() != view().Hash() || len(back.Played) != 0 {
		t.Errorf("the changes do not lead back: %v, %+v", err, back.Played)
	}
	if v := a.do(`{"do":"view","seat":"spectator"}`); !strings.Contains(v.Text, `"view":-1`) {
		t.Errorf("the spectators see %s", v.Text)
	}
	if v := a.refused("damaged", `{"do":"load","save":%s}`, a.do(`{"do":"view","seat":1}`).View); !strings.Contains(v.Why, "the view of seat 1") {
		t.Errorf("a view is loaded as a save: %+v", v)
	}
	b := newAsker(t, Config{Judge: true})
	b.do(`{"do":"start","game":"gofish","seed":3}`)
	if v := b.do(`{"do":"view","seat":"judge"}`); strings.Contains(v.Text, `"kind":"?"`) {
		t.Errorf("the judge does not see everything: %s", v.Text)
	}
}

// A bug in the rules is a response, and the game continues.
func TestDriveFaults(t *testing.T) {
	a := newAsker(t, Config{})
	was := a.do(`{"do":"start","game":"faulty"}`)
	if r := a.refused("fault", `{"do":"play","move":"act 1"}`); !strings.Contains(r.Why, "the roof is on fire") {
		t.Errorf("the fault is %+v", r)
	}
	if now := a.do(`{"do":"moves"}`); now.Hash != was.Hash {
		t.Errorf("the fault has changed the game: %s", now.Text)
	}
	a.do(`{"do":"play","move":"act 0"}`)

	var told string
	b := newAsker(t, Config{Fair: true, Seats: []game.Seat{0}})
	b.d.alarm = func(f *game.Fault) { told = f.Error() }
	b.do(`{"do":"start","game":"faulty"}`)
	if r := b.refused("fault", `{"do":"play","move":"act 1"}`); r.Why != "fault in the rules" || !strings.Contains(told, "on fire") {
		t.Errorf("a fair program reads %+v, the author %q", r, told)
	}

	a.d.kinds["panic"] = &requestKind{name: "panic", do: func(d *driver, _ *request, _ *answer) error {
		batch, err := d.track.Make(nil, game.Move{Action: "act"})
		if err != nil {
			return err
		}
		d.track.commit(batch)
		panic("the floor is lava")
	}}
	a.do(`{"do":"start","game":"endless","seats":1}`)
	was = a.do(`{"do":"play","move":"act"}`)
	if r := a.refused("fault", `{"do":"panic"}`); !strings.Contains(r.Why, "the floor is lava") {
		t.Errorf("the fault is %+v", r)
	}
	if now := a.do(`{"do":"moves"}`); now.Hash != was.Hash || now.Seq != 1 {
		t.Errorf("the fault has changed the game: %s", now.Text)
	}
}

// A NoUndo move cannot be undone.
func TestDriveFinal(t *testing.T) {
	sealed := odd.Game("sealed", game.Action{NoUndo: true, Do: func(*game.Tx) {}})
	a := newAsker(t, Config{Games: []*game.Rules{sealed}})
	a.do(`{"do":"start","game":"sealed","seats":1}`)
	a.do(`{"do":"play","move":"act"}`)
	if r := a.refused("final", `{"do":"undo"}`); r.Action != "act" {
		t.Errorf("the refusal is %+v", r)
	}
	if now := a.do(`{"do":"moves"}`); now.Seq != 1 {
		t.Errorf("the move was undone: %s", now.Text)
	}
}

// A game with a notation for positions begins again from one.
func TestLoadPosition(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"chess","seed":1}`)
	a.do(`{"do":"load","position":"4k3/8/8/8/8/8/8/4K2R w K - 0 1"}`)
	a.do(`{"do":"play","move":"move e1 g1"}`)
	if r := a.refused("malformed", "%s", `{"do":"load","position":"8/8 w"}`); r.Field != "position" || !strings.Contains(r.Why, "4 to 6 fields") {
		t.Errorf("%+v", r)
	}
}
