package wire_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// open starts a game by name.
func open(t *testing.T, name string) *game.State {
	t.Helper()
	r, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Start(max(2, r.Seats.Min), game.Seed{1})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// A move is a text or an object, and both mean the same.
func TestReadMove(t *testing.T) {
	nim, hex := open(t, "nim").View(0), open(t, "hex").View(0)
	for _, x := range []struct {
		view *game.State
		raw  string
		want string
	}{
		{hex, `"place a1"`, "place a1"},
		{hex, `{"action":"place","picks":[["a1"]]}`, "place a1"},
		{hex, ` { "picks" : [ ["a1"] ] , "action" : "place" } `, "place a1"},
		{hex, `{"action":"place"}`, "place"},
		{hex, `{"action":"place","picks":null}`, "place"},
		{hex, `{"action":"place","picks":[[]]}`, "place -"},
		{nim, `"take B 2"`, "take B 2"},
		{nim, `{"action":"take","picks":[["B"],[2]]}`, "take B 2"},
		{nim, `{"action":"take","picks":[["B"],["2"]]}`, "take B 2"},
		{nim, `{"action":"take","picks":[["B"]]}`, "take B"},
	} {
		m, err := wire.ReadMove(x.view, 0, []byte(x.raw))
		if err != nil {
			t.Errorf("%s is refused: %v", x.raw, err)
		} else if got := x.view.Text(m); got != x.want {
			t.Errorf("%s is %s, not %s", x.raw, got, x.want)
		}
	}
	for _, raw := range []string{`{}`, `{"action":""}`, `{"picks":[]}`, `{"action":null}`} {
		if m, err := wire.ReadMove(hex, 1, []byte(raw)); err != nil || m.Seat != 1 || m.Action != "" || m.Picks != nil {
			t.Errorf("%s is %v, %v, not the start of a move", raw, m, err)
		}
	}
}

// Input that is not a move is refused with a code, the field and the reason.
func TestReadMoveRefuses(t *testing.T) {
	view := open(t, "hex").View(0)
	long := strings.Repeat("ä", 100)
	const neither = `a move must be a text such as "place a1", or an object such as {"action":"place","picks":[["a1"]]}, not `
	const values = `"picks" must be a list with the values of each pick, such as [["a1"],["b2","c3"]], not `
	for _, x := range []struct{ raw, want string }{
		{``, "malformed: " + neither},
		{`null`, "malformed: " + neither + "null"},
		{`7`, "malformed: " + neither + "7"},
		{`true`, "malformed: " + neither + "true"},
		{`["place","a1"]`, "malformed: " + neither + `["place","a1"]`},
		{`place a1`, "malformed: " + neither + "place a1"},
		{`{"action":"place"`, "malformed: " + neither + `{"action":"place"`},
		{`{"move":"place a1"}`, `no-field (move): a move has no field "move"; its fields are action and picks`},
		{`{"action":"place","picks":[["a1"]],"seat":1}`, `no-field (seat): a move has no field "seat"; its fields are action and picks`},
		{`{"Action":"place"}`, `no-field (Action): a move has no field "Action"; its fields are action and picks`},
		{`{"` + long + `":1}`, `no-field (` + strings.Repeat("ä", 30) + `…): a move has no field "` + strings.Repeat("ä", 30) + `…"; its fields are action and picks`},
		{`{"action":7}`, `malformed (action): "action" must be the name of an action, not 7`},
		{`{"action":["place"]}`, `malformed (action): "action" must be the name of an action, not ["place"]`},
		{`{"action":"place","picks":"a1"}`, `malformed (picks): ` + values + `"a1"`},
		{`{"action":"place","picks":["a1"]}`, `malformed (picks): ` + values + `["a1"]`},
		{`{"action":"place","picks":[[["a1"]]]}`, `malformed (picks): ` + values + `[[["a1"]]]`},
		{`{"action":"place","picks":[[1.5]]}`, `malformed (picks): ` + values + `[[1.5]]`},
		{`{"action":"place","picks":[[true]]}`, `malformed (picks): ` + values + `[[true]]`},
		{`{"action":"place","picks":[[null]]}`, `malformed (picks): ` + values + `[[null]]`},
		{`{"action":"place","picks":{"cell":"a1"}}`, `malformed (picks): ` + values + `{"cell":"a1"}`},
		{`{"action":"place","picks":[[99999999999999999999]]}`, `malformed (picks): ` + values + `[[99999999999999999999]]`},
		{`{"picks":[["a1"]]}`, `no-action: there is no action ""; the actions are place`},
		{`""`, `malformed: a move is an action followed by its picks, like: place <cell>`},
		{`"pass"`, `no-action: there is no action pass; the actions are place`},
		{`{"action":"pass"}`, `no-action: there is no action pass; the actions are place`},
		{`"place z99"`, `not-offered (place, cell): there is no z99`},
		{`{"action":"place","picks":[["z99"]]}`, `not-offered (place, cell): there is no z99`},
		{`"place a1 b2"`, `surplus (place): it takes one pick (cell), got 2`},
		{`{"action":"place","picks":[["a1"],["b2"]]}`, `surplus (place): it takes one pick (cell), got 2`},
		{`"place \"a1"`, `malformed: a move is an action followed by its picks, like: place <cell>`},
		{`{"action":"place","picks":[["a\nb"]]}`, `not-offered (place, cell): there is no "a\nb"`},
	} {
		m, err := wire.ReadMove(view, 0, []byte(x.raw))
		if err == nil {
			t.Errorf("%s is %s", x.raw, view.Text(m))
			continue
		}
		if got := refused(err); got != x.want {
			t.Errorf("%s\n  is refused with %s\n  want %s", x.raw, got, x.want)
		}
	}
}

// refused returns a refusal as text.
func refused(err error) string {
	r := wire.RefusalOf(err)
	if r == nil {
		return "no refusal: " + err.Error()
	}
	about := strings.Join(slices.DeleteFunc([]string{r.Field, r.Action, r.Pick}, func(x string) bool { return x == "" }), ", ")
	if about != "" {
		about = " (" + about + ")"
	}
	return fmt.Sprintf("%s%s: %s", r.Code, about, r.Why)
}

// Any input is read or refused.
func FuzzReadMove(f *testing.F) {
	for _, raw := range []string{`"place a1"`, `{"action":"place","picks":[["a1"]]}`, `null`, `{"picks":[[1,"2"]]}`, `"\u0000"`, `{"action":"\ud800"}`, strings.Repeat("\xad", 61)} {
		f.Add([]byte(raw))
	}
	r, err := games.Find("hex")
	if err != nil {
		f.Fatal(err)
	}
	s, err := r.Start(2, game.Seed{1})
	if err != nil {
		f.Fatal(err)
	}
	view := s.View(0)
	f.Fuzz(func(t *testing.T, raw []byte) {
		m, err := wire.ReadMove(view, 0, raw)
		if err != nil {
			if r := wire.RefusalOf(err); r == nil || r.Code == "" || r.Why == "" {
				t.Errorf("%q fails with %v", raw, err)
			}
			return
		}
		if m.Seat != 0 {
			t.Errorf("%q is a move of %v", raw, m.Seat)
		}
		if again, err := view.Parse(0, view.Text(m)); m.Action != "" && (err != nil || view.Text(again) != view.Text(m)) {
			t.Errorf("%q is %q, which reads as %v, %v", raw, view.Text(m), again, err)
		}
	})
}
