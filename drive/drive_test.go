package drive

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/match"
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

// Chance can be fixed; the record of such a game can be replayed.
func TestDriveChance(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"dicey","seats":2,"seed":1}`)
	a.do(`{"do":"chance","script":[3]}`)
	a.do(`{"do":"play","move":"act"}`)
	a.do(`{"do":"chance","script":[2,6]}`)
	a.do(`{"do":"play","move":"act"}`)
	end := a.do(`{"do":"play","move":"act"}`)
	if !end.Over || !slices.Equal(end.Outcome.Winners, []game.Seat{0}) || end.Seq != 3 {
		t.Fatalf("a six does not win: %s", end.Text)
	}
	rec := a.do(`{"do":"save"}`).Record
	a.do(`{"do":"undo"}`)
	a.do(`{"do":"undo"}`)
	if back := a.do(`{"do":"undo"}`); back.Seq != 0 {
		t.Errorf("a move before the fixed chance is not undone: %s", back.Text)
	}
	a.do(`{"do":"redo"}`)
	if part := a.do(`{"do":"save"}`).Record; !strings.Contains(part, "unfinished") || strings.Contains(part, "\n1 ") {
		t.Errorf("the record does not begin where chance was last fixed:\n%s", part)
	}
	if on := a.do(`{"do":"load","save":%s}`, jsonText(rec)); on.Hash != end.Hash || !on.Over {
		t.Errorf("the record leads to %s", on.Text)
	}

	a.do(`{"do":"start","game":"dicey","seats":2,"script":[]}`)
	a.do(`{"do":"chance","script":[7]}`)
	if r := a.refused("malformed", `{"do":"play","move":"act"}`); !strings.Contains(r.Why, "a die with 6 sides") {
		t.Errorf("the refusal of a seven is %+v", r)
	}
	a.do(`{"do":"chance","script":[]}`)
	a.do(`{"do":"play","move":"act"}`)
	a.do(`{"do":"start","game":"dealt","script":[1]}`)
	if end := a.do(`{"do":"play","move":"act"}`); !slices.Equal(end.Outcome.Winners, []game.Seat{1}) {
		t.Errorf("the script of a start is not used by Setup: %s", end.Text)
	}
}

// Seats that act at the same time each have their own moves.
func TestDriveTogether(t *testing.T) {
	a := newAsker(t, Config{})
	at := a.do(`{"do":"start","game":"staged"}`)
	for len(at.ToAct) == 1 {
		at = a.do(`{"do":"play","move":%q}`, a.do(`{"do":"moves","seat":%d}`, at.ToAct[0]).list(t)[0])
	}
	var all []drivenMove
	if err := json.Unmarshal(a.do(`{"do":"moves"}`).Moves, &all); err != nil {
		t.Fatal(err)
	}
	if want := []drivenMove{{0, "yes"}, {0, "no"}, {1, "yes"}, {1, "no"}}; !slices.Equal(all, want) {
		t.Errorf("the moves are %v", all)
	}
	if r := a.refused("missing", `{"do":"play","move":"yes"}`); r.Why != `"seat" is missing, and 2 seats can act` {
		t.Errorf("the refusal of a move without its seat is %+v", r)
	}
	before := a.do(`{"do":"play","seat":1,"move":"no"}`).Seq - 1
	if told := a.do(`{"do":"changes","seat":0,"since":%d}`, before).Played; len(told) != 1 || told[0].Move != "?" {
		t.Errorf("a secret choice is revealed: %v", told)
	}
	if moves := a.do(`{"do":"moves","seat":0}`).list(t); !slices.Equal(moves, []string{"yes", "no"}) {
		t.Errorf("the moves of player 1 are %v", moves)
	}
	if f := a.do(`{"do":"flow"}`); !strings.Contains(f.Where, "council") {
		t.Errorf("the game is %s", f.Where)
	}
	if end := a.do(`{"do":"play","seat":0,"move":"yes"}`); !end.Over || !end.Outcome.Draw {
		t.Errorf("it ended with %s", end.Text)
	}
	if moves := a.do(`{"do":"moves"}`); string(moves.Moves) != "[]" {
		t.Errorf("after the end there is %s", moves.Moves)
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

// A fair program gets only what its seats get.
func TestDriveFair(t *testing.T) {
	n := uint64(9)
	c := Config{Fair: true, Seats: []game.Seat{1, 1}, Seed: &n}
	a, luck := newAsker(t, c), rand.New(rand.NewPCG(5, 6))
	a.refused("no-seat", `{"do":"start","game":"dicey","seats":1}`)
	at := a.do(`{"do":"start","game":"gofish","seats":3}`)
	if !slices.Equal(at.ToAct, []game.Seat{1}) || at.Seq == 0 {
		t.Fatalf("the others do not play until it is the turn of player 2: %s", at.Text)
	}
	for _, line := range []string{
		`{"do":"start","game":"gofish","seed":1}`, `{"do":"start","game":"gofish","script":[1]}`, `{"do":"moves","seat":0}`, `{"do":"offers","seat":0}`,
		`{"do":"play","seat":2,"move":"ask 0 A"}`, `{"do":"view","seat":0}`, `{"do":"view","seat":"spectator"}`, `{"do":"view","seat":"judge"}`,
		`{"do":"changes","seat":2,"since":0}`, `{"do":"undo"}`, `{"do":"redo"}`, `{"do":"save"}`, `{"do":"load","save":"x"}`,
		`{"do":"chance","script":[1]}`, `{"do":"flow","seat":0}`,
	} {
		a.refused("not-fair", "%s", line)
	}
	for !at.Over {
		s := a.d.track.State()
		if v := s.View(1).HashText(); at.Hash != v || at.Hash == s.HashText() {
			t.Fatalf("the hash is %s, that of the view is %s", at.Hash, v)
		}
		moves := a.do(`{"do":"moves"}`)
		var all []drivenMove
		if err := json.Unmarshal(moves.Moves, &all); err != nil || len(all) == 0 || all[0].Seat != 1 {
			t.Fatalf("%s, %v", moves.Text, err)
		}
		texts := moves.Text + a.do(`{"do":"view","seat":1}`).Text + a.do(`{"do":"flow"}`).Text + a.do(`{"do":"offers"}`).Text +
			a.do(`{"do":"changes","seat":1,"since":0}`).Text + a.do(`{"do":"help"}`).Text
		if strings.Contains(texts, s.HashText()) || regexp.MustCompile(`"(random|seed|memory)":`).MatchString(texts) {
			t.Fatalf("the answer reveals too much: %s", texts)
		}
		at = a.do(`{"do":"play","move":%q}`, all[luck.IntN(len(all))].Move)
	}
	if at.Outcome == nil || len(at.Outcome.Scores) != 3 {
		t.Errorf("it ended with %s", at.Text)
	}
	if r := newAsker(t, c).do(`{"do":"start","game":"gofish","seats":3}`); r.Seq == 0 || r.Hash != newAsker(t, c).do(`{"do":"start","game":"gofish","seats":3}`).Hash {
		t.Error("--seed does not determine the moves of the other seats")
	}

	b := newAsker(t, Config{Fair: true, Seats: []game.Seat{1}})
	if r := b.do(`{"do":"start","game":"wordy","seats":2}`); r.Seq == 0 {
		t.Errorf("no bot has written a text: %s", r.Text)
	}
	b.do(`{"do":"start","game":"staged"}`) // the other seat chooses in secret
	for end := b.ask(`{"do":"moves"}`); !end.Over; {
		end = b.do(`{"do":"play","seat":1,"move":%q}`, b.do(`{"do":"moves","seat":1}`).list(t)[0])
	}
}

// The named bot plays the other seats. If it cannot move, the game does not start.
func TestDriveBot(t *testing.T) {
	var asked int
	last := bot.Func(func(_ context.Context, turn bot.Turn) (game.Move, error) {
		asked++
		moves, err := turn.View.Moves()
		if asked > 3 {
			err = &game.Refusal{Code: match.NothingToDo, Why: *game.NewLine("enough")}
		}
		return moves[len(moves)-1], err
	})
	a := newAsker(t, Config{Fair: true, Seats: []game.Seat{1}, Bot: last})
	at := a.do(`{"do":"start","game":"tictactoe"}`)
	if texts := a.do(`{"do":"changes","seat":1,"since":0}`).Text; at.Seq != 1 || !strings.Contains(texts, "place c3") {
		t.Errorf("the other seat has made a different move: %s", texts)
	}
	a.do(`{"do":"play","move":"place a1"}`)
	a.do(`{"do":"play","move":"place a3"}`)
	if r := a.refused(string(match.NothingToDo), `{"do":"play","move":"place c1"}`); !strings.Contains(r.Why, "the bot for the other seats cannot move") {
		t.Errorf("%+v", r)
	}
	if now := a.do(`{"do":"moves"}`); now.Seq != 5 {
		t.Errorf("a move that the bot could not answer is not undone: %s", now.Text)
	}
}

// A fair program gets the same answers, to the byte, when cards it cannot see are dealt differently.
func TestDriveFairTellsNothing(t *testing.T) {
	for seed := range uint64(20) {
		a := newAsker(t, Config{Fair: true, Seats: []game.Seat{0}, Seed: &seed})
		a.do(`{"do":"start","game":"gofish","seats":3}`)
		first := a.do(`{"do":"moves","seat":0}`).list(t)[0]
		a.do(`{"do":"play","move":%q}`, first)
		if a.d.track.State().Over() || !a.d.track.State().ToAct().Has(0) {
			t.Fatal("it is not the turn of player 1")
		}
		answers := func() (all string) {
			for _, line := range []string{`{"do":"moves","seat":0}`, `{"do":"offers","seat":0}`, `{"do":"view","seat":0}`, `{"do":"flow"}`,
				`{"do":"play","move":"ask 1 A"}`, `{"do":"play","move":"ask 1 #1"}`, `{"do":"play","move":"ask 1 #50"}`} {
				if r := a.ask(line); !strings.Contains(line, "play") || !*r.OK {
					all += r.Text
				} else { // it was a move: back to where the cards are compared
					for a.d.track.Seq() >= r.Seq {
						if err := a.d.track.Back(); err != nil {
							t.Fatal(err)
						}
					}
					return all
				}
			}
			return all
		}
		s := a.d.track.State()
		dealt := func(seed uint64) (string, uint64) {
			other, err := s.Redeal(0, game.SeedOf(seed))
			if err != nil {
				t.Fatal(err)
			}
			a.d.track = newTrack(match.Begin(other))
			return answers(), other.View(game.Judge).Hash()
		}
		one, mine := dealt(seed + 100)
		two, other := dealt(seed + 200)
		if mine == other {
			t.Fatal("nothing was dealt differently")
		}
		if one != two {
			t.Fatalf("the answers differ:\n%s\n%s", one, two)
		}
	}
}

// Endless moves by other seats, and rules that fail in a view, leave the game unchanged.
func TestDriveFairUndoesFailedMoves(t *testing.T) {
	selfish := odd.Game("selfish", game.Action{Do: func(t *game.Tx) {
		if t.Seat == 1 {
			t.Again()
		}
	}})
	played := game.NewPart[bool]("played")
	card := &game.Kind{Name: "card"}
	blind := odd.Game("blind", game.Action{Do: func(t *game.Tx) { played.Set(t, game.Root, true) }})
	table := &game.Place{Name: "spot", Seen: game.By(func(s *game.State, x game.Seat, _ game.ID) game.Level {
		if x == 0 && played.Of(s, game.Root) && s.Turn() == 0 {
			panic("who turned out the lights?")
		}
		return game.Face
	})}
	blind.Layout, blind.Kinds, blind.Parts = []game.Layout{table}, []*game.Kind{card}, []game.Column{played}
	blind.Setup = func(t *game.Tx) { t.Create(card, table) }
	for code, r := range map[string]*game.Rules{"endless": selfish, "fault": blind} {
		a := newAsker(t, Config{Games: []*game.Rules{r}, Fair: true, Seats: []game.Seat{0}})
		was := a.do(`{"do":"start","game":%q,"seats":2}`, r.Name)
		a.refused(code, `{"do":"play","move":"act"}`)
		if now := a.do(`{"do":"moves"}`); now.Hash != was.Hash || now.Seq != 0 {
			t.Errorf("%s: it was %s, now %s", r.Name, was.Text, now.Text)
		}
	}
}

// The number of stored states is limited, the record is not.
func TestDriveLongGame(t *testing.T) {
	a := newAsker(t, Config{})
	a.do(`{"do":"start","game":"endless","seats":1,"seed":1}`)
	const more = 50
	for range maxTrack + more {
		a.do(`{"do":"play","move":"act"}`)
	}
	kept := a.do(`{"do":"save"}`)
	if !strings.Contains(kept.Record, fmt.Sprintf("\n%d 0 act = %s\n", maxTrack+more, kept.Hash)) || !strings.Contains(kept.Record, "\n1 0 act = ") {
		t.Error("the record is incomplete")
	}
	a.refused("stale", `{"do":"changes","seat":0,"since":%d}`, more-1)
	if c := a.do(`{"do":"changes","seat":0,"since":%d}`, more); len(c.Played) != maxTrack {
		t.Errorf("%d moves are sent", len(c.Played))
	}
	for range maxTrack {
		a.do(`{"do":"undo"}`)
	}
	if r := a.refused("nothing-to-do", `{"do":"undo"}`); !strings.Contains(r.Why, strconv.Itoa(maxTrack)) {
		t.Errorf("the refusal of an undo beyond the stored states is %+v", r)
	}
	a.do(`{"do":"chance","script":[1]}`)
	for range maxTrack + more {
		a.do(`{"do":"play","move":"act"}`)
	}
	kept = a.do(`{"do":"save"}`)
	if on := a.do(`{"do":"load","save":%s}`, jsonText(kept.Save)); on.Hash != kept.Hash {
		t.Errorf("loaded as %s", on.Text)
	}
	rec, err := match.ReadRecord([]byte(kept.Record))
	if err != nil || len(rec.Moves) != maxTrack+more || rec.Start == "" {
		t.Fatalf("the record has %d moves, and begins with %q: %v", len(rec.Moves), rec.Start, err)
	}
	if m, err := match.Replay(odd.Endless(), rec, -1); err != nil || m.State().HashText() != kept.Hash {
		t.Errorf("the record leads to a different state: %v", err)
	}
}

// Lists of moves are limited.
func TestDriveManyMoves(t *testing.T) {
	number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, maxMoves + 1 }}
	many := odd.Game("many", game.Action{Pick: []game.Choice{number}, Do: func(*game.Tx) {}})
	a := newAsker(t, Config{Games: []*game.Rules{many}})
	a.do(`{"do":"start","game":"many"}`)
	if r := a.do(`{"do":"moves","seat":0}`); !r.More || len(r.list(t)) != maxMoves {
		t.Errorf("%d moves are listed, and more: %v", len(r.list(t)), r.More)
	}
	var all []drivenMove
	if r := a.do(`{"do":"moves"}`); json.Unmarshal(r.Moves, &all) != nil || !r.More || len(all) != maxMoves {
		t.Errorf("%d moves are listed, and more: %v", len(all), r.More)
	}
	a.do(`{"do":"play","move":"act %d"}`, maxMoves+1)
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

// If seats choose at the same time, each gets its own moves: it cannot find out those of the others from what it sees.
func TestDriveHiddenTogether(t *testing.T) {
	names := []string{"", "one", "two", "three", "four"}
	number := game.NewPart[int]("hidden-number")
	card := &game.Kind{Name: "card"}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	pick := &game.Pick[game.ID]{Name: "card", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		if names[number.Of(t, id)] == "" {
			panic("a card without a number")
		}
		return true
	}}
	lay := &game.Action{Name: "lay", Pick: []game.Choice{pick}, Do: func(t *game.Tx) { t.Remove(pick.In(t)) }}
	r := &game.Rules{Name: "hidden", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for n := range 4 {
				t.Create(card, hand.Of(game.Seat(n%2)), number.Is(n+1))
			}
		},
		Flow: &game.Loop{Do: &game.Together{Name: "lay", Actions: []*game.Action{lay}}},
	}
	r.End = func(t *game.Tx) {
		if t.Count(hand.Of(0))+t.Count(hand.Of(1)) == 0 {
			t.Tie()
		}
	}
	a := newAsker(t, Config{Games: []*game.Rules{r}})
	at := a.do(`{"do":"start","game":"hidden"}`)
	if len(at.ToAct) != 2 {
		t.Fatalf("not both are to act: %s", at.Text)
	}
	for !at.Over {
		x := at.ToAct[len(at.ToAct)-1]
		moves := a.do(`{"do":"moves","seat":%d}`, x).list(t)
		if len(moves) == 0 {
			t.Fatalf("seat %d has no moves: %s", x, at.Text)
		}
		at = a.do(`{"do":"play","seat":%d,"move":%q}`, x, moves[0])
	}
	if at.Seq != 4 {
		t.Errorf("it ended with %s", at.Text)
	}
}

// through sends lines to a driver and returns its answers.
func through(t *testing.T, input []byte, c Config) []string {
	t.Helper()
	var out bytes.Buffer
	c.Games = everything()
	if err := c.Run(bytes.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

func TestDriveLines(t *testing.T) {
	help, long := `{"do":"help"}`, strings.Repeat("x", maxLine+1)
	fits := `{"do":"help","id":"` + strings.Repeat("x", maxLine-len(`{"do":"help","id":""}`)) + `"}`
	for _, c := range []struct {
		name, input string
		want        []string
	}{
		{"nothing", "", nil},
		{"blank", "\n\r\n \t \n", nil},
		{"without an end", help, []string{"ok"}},
		{"several", help + "\n\n" + help + "\r\n", []string{"ok", "ok"}},
		{"marked", "\ufeff" + help + "\n", []string{"ok"}},
		{"zeros", "\x00\x00\n" + help + "\n", []string{"malformed", "ok"}},
		{"too long", long + "\n" + help + "\n", []string{"too-long", "ok"}},
		{"much too long", strings.Repeat(long, 9) + "\n" + help + "\n", []string{"too-long", "ok"}},
		{"too long, without an end", help + "\n" + long, []string{"ok", "too-long"}},
		{"just short enough", fits + "\n" + help + "\n", []string{"ok", "ok"}},
		{"just too long", fits[:1] + " " + fits[1:] + "\n" + help + "\n", []string{"too-long", "ok"}},
		{"quit", `{"do":"quit"}` + "\n" + help + "\n", []string{"ok"}},
	} {
		var got []string
		for _, line := range through(t, []byte(c.input), Config{}) {
			r := readReply(t, []byte(line+"\n"))
			got = append(got, r.Refusal.Code)
			if *r.OK {
				got[len(got)-1] = "ok"
			}
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, not %v", c.name, got, c.want)
		}
	}
}

// Ten thousand lines of all sorts: each line that is not blank gets one answer.
func TestDriveAnswersEveryLine(t *testing.T) {
	luck := rand.New(rand.NewPCG(7, 8))
	var input bytes.Buffer
	expected := 0
	for range 10_000 {
		line := bytes.ReplaceAll(noise(luck), []byte("\n"), nil)
		if len(bytes.TrimSpace(line)) > 0 {
			expected++
		}
		input.Write(append(line, '\n'))
	}
	for _, c := range []Config{{}, {Judge: true}, {Fair: true, Seats: []game.Seat{0}}} {
		lines := through(t, input.Bytes(), c)
		if len(lines) != expected {
			t.Fatalf("%d answers to %d lines", len(lines), expected)
		}
		codes := map[string]int{}
		for _, line := range lines {
			codes[readReply(t, []byte(line+"\n")).Refusal.Code]++
		}
		for _, code := range []string{"", "malformed", "no-field", "no-request", "missing", "fault", "not-offered"} {
			if codes[code] == 0 {
				t.Errorf("%+v: no line was answered with %q: %v", c, code, codes)
			}
		}
	}
}

// sensible are the requests that noise varies.
var sensible = []string{
	`{"do":"start","game":"tictactoe","seed":1}`, `{"do":"start","game":"gofish","seats":3}`, `{"do":"start","game":"hex","options":{"size":3}}`,
	`{"do":"start","game":"faulty"}`, `{"do":"start","game":"staged"}`, `{"do":"start","game":"wordy"}`, `{"do":"start","game":"dicey","seats":2}`,
	`{"do":"moves","seat":0}`, `{"do":"moves"}`, `{"do":"offers","seat":0}`, `{"do":"offers","seat":0,"draft":{"action":"ask","picks":[["1"]]}}`,
	`{"do":"play","seat":0,"move":"place a1"}`, `{"do":"play","move":"act 1"}`, `{"do":"play","move":"act"}`, `{"do":"play","seat":1,"move":{"action":"place","picks":[["b2"]]}}`,
	`{"do":"play","move":"ask 1 A"}`, `{"do":"view","seat":0}`, `{"do":"view","seat":"spectator"}`, `{"do":"view","seat":"judge"}`, `{"do":"changes","seat":0,"since":0}`,
	`{"do":"undo"}`, `{"do":"redo"}`, `{"do":"save"}`, `{"do":"load","save":"ply record 1"}`, `{"do":"load","save":{"ply":1,"game":"hex"}}`,
	`{"do":"load","position":"x"}`, `{"do":"chance","script":[1,["#1"]]}`, `{"do":"flow"}`, `{"do":"games"}`, `{"do":"help","id":[1]}`,
}

// noise makes a line of random bytes, or of a request, which may be damaged.
func noise(luck *rand.Rand) []byte {
	if luck.IntN(10) == 0 {
		line := make([]byte, luck.IntN(200))
		for i := range line {
			line[i] = byte(luck.Uint32())
		}
		return line
	}
	line := []byte(sensible[luck.IntN(len(sensible))])
	for range luck.IntN(4) {
		i, j := luck.IntN(len(line)), luck.IntN(len(line))
		switch other := sensible[luck.IntN(len(sensible))]; luck.IntN(6) {
		case 0:
			line[i] = byte(luck.Uint32())
		case 1:
			line[i] = `{}[]":,0-1.e\ n`[luck.IntN(15)]
		case 2:
			line = append(line[:min(i, j)], line[max(i, j):]...)
		case 3:
			line = slices.Insert(line, i, line[min(i, j):max(i, j)]...)
		case 4:
			line = append(line[:i], other[luck.IntN(len(other)):]...)
		case 5:
			line = slices.Insert(line, i, bytes.Repeat([]byte{line[j]}, luck.IntN(50))...)
		}
		if len(line) == 0 {
			return line
		}
	}
	return line
}

// FuzzDrive sends any lines to a driver.
func FuzzDrive(f *testing.F) {
	for _, line := range sensible {
		f.Add(sensible[0] + "\n" + line)
	}
	f.Fuzz(func(t *testing.T, input string) {
		a := newAsker(t, Config{})
		for line := range strings.SplitSeq(input, "\n") {
			a.ask(line)
		}
	})
}

// The page has exactly the fields of all requests and all codes.
func TestDrivePage(t *testing.T) {
	page, err := os.ReadFile("../docs/drive.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := map[string]string{} // of the table of requests
	for _, m := range regexp.MustCompile("(?m)^\\| `(\\w+)` \\| ([^|]*) \\|").FindAllStringSubmatch(string(page), -1) {
		rows[m[1]] = m[2]
	}
	for _, k := range requestKinds() {
		var fields []string
		for _, m := range regexp.MustCompile("`(\\w+)`").FindAllStringSubmatch(rows[k.name], -1) {
			fields = append(fields, m[1])
		}
		if !slices.Equal(fields, k.fields) {
			t.Errorf("on the page %s has the fields %q, in the code %q", k.name, fields, k.fields)
		}
	}
	told := map[string]bool{}
	_, table, _ := strings.Cut(string(page), "\n| code | when |\n")
	table, _, _ = strings.Cut(table, "\n\n")
	for _, m := range regexp.MustCompile("(?m)^\\| `([a-z-]+)` \\|").FindAllStringSubmatch(table, -1) {
		told[m[1]] = true
	}
	if codes := driveCodes(t); !reflect.DeepEqual(told, codes) {
		t.Errorf("the page has the codes %v, the code %v", told, codes)
	}
}

// driveCodes finds the codes in the source.
func driveCodes(t *testing.T) map[string]bool {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	files = append(files, "../wire/move.go")
	codes := map[string]bool{}
	for _, c := range []game.Code{game.Over, game.NoSeat, game.NotYourTurn, game.NoAction, game.Unavailable, game.Missing, game.Surplus, game.NotOffered,
		game.Malformed, game.Rejected, match.Stale, game.Damaged, match.Final, match.NothingToDo, game.TooMany} {
		codes[string(c)] = true
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`\b(?:refuse\(|Code: )"([a-z-]+)"`).FindAllStringSubmatch(string(text), -1) {
			codes[m[1]] = true
		}
	}
	return codes
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
