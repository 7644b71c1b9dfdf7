package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// taking is a den in which a seat takes cards: two of face 1 and one of face 2 in the row, one of face 1 in the open
// pit, and one of each in the hands. The cards are labelled with their faces.
func taking(change func(*box, *game.Pick[game.ID])) (*box, *game.Pick[game.ID]) {
	x := den()
	pit := &game.Place{Name: "pit"}
	x.Layout = append(x.Layout, pit)
	x.card.Label = func(s *game.State, id game.ID) string { return fmt.Sprint("the ", face.Of(s, id)) }
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 2, 1, 1)
		x.deal(tx, pit.ID(), 1, 3)
		x.deal(tx, x.hand.Of(0), 5)
		x.deal(tx, x.hand.Of(1), 6)
		tx.Create(x.stone, x.row)
	}
	what := &game.Pick[game.ID]{Name: "what", From: x.row.Contents}
	x.picking(func(tx *game.Tx) {
		for id := range what.All(tx) {
			tx.Say("{0}", id)
			tx.Move(id, x.bag)
		}
	}, what)
	x.Actions = append(x.Actions, &game.Action{Name: "wait", Pass: true})
	change(x, what)
	return x, what
}

// A player may use the label of an element: it means the first of those that can be chosen, if they are together and
// look alike. The text of a move still uses names.
func TestParseLabels(t *testing.T) {
	everywhere := func(x *box, p *game.Pick[game.ID]) {
		p.From = func(tx *game.Tx) (all game.Set[game.ID]) {
			for id := range tx.All() {
				all = all.Or(game.SetOf(id))
			}
			return all
		}
	}
	for name, c := range map[string]struct {
		change func(*box, *game.Pick[game.ID])
		text   string
		want   string // or the refusal
	}{
		"one":       {func(*box, *game.Pick[game.ID]) {}, `pick "the 2"`, "pick #1"},
		"alike":     {func(*box, *game.Pick[game.ID]) {}, `pick "the 1"`, "pick #2"},
		"kind":      {func(*box, *game.Pick[game.ID]) {}, `pick stone`, "pick #8"},
		"no label":  {func(*box, *game.Pick[game.ID]) {}, `pick card`, "pick, what: there is no card"},
		"not there": {func(*box, *game.Pick[game.ID]) {}, `pick "the 3"`, `pick, what: there is no "the 3"`},
		"several":   {func(x *box, p *game.Pick[game.ID]) { p.Several = func(*game.Tx) (int, int) { return 1, 3 } }, `pick "the 1"+"the 1"`, "pick #2+#3"},
		"too many":  {func(x *box, p *game.Pick[game.ID]) { p.Several = func(*game.Tx) (int, int) { return 1, 3 } }, `pick "the 1"+"the 1"+"the 1"`, `pick, what: there is no "the 1"`},
		"narrowed": {func(x *box, p *game.Pick[game.ID]) {
			p.If = func(tx *game.Tx, id game.ID) bool {
				return tx.Name(id) != "#2" || tx.Refuse("not the first")
			}
		}, `pick "the 1"`, "pick #3"},
		"refused": {func(x *box, p *game.Pick[game.ID]) {
			p.If = func(tx *game.Tx, _ game.ID) bool { return tx.Refuse("none") }
		}, `pick "the 1"`, "pick #2"},
		"two places": {everywhere, `pick "the 1"`, `pick, what: several different ones are called "the 1": use the name of the one you mean`},
		"own hand":   {everywhere, `pick "the 5"`, "pick #6"},
		"hidden":     {everywhere, `pick "the 6"`, `pick, what: there is no "the 6"`},
		"marked": {func(x *box, p *game.Pick[game.ID]) {
			was := x.Setup
			x.Setup = func(tx *game.Tx) { was(tx); points.Set(tx, tx.Find("#3"), 1) }
		}, `pick "the 1"`, `pick, what: several different ones are called "the 1": use the name of the one you mean`},
		"name wins": {func(x *box, p *game.Pick[game.ID]) {
			x.card.Label = func(s *game.State, id game.ID) string { return "row" }
		}, `pick row`, "pick row"},
		"look": {func(x *box, p *game.Pick[game.ID]) { x.stone.Look.Label = "Pebble" }, `pick Pebble`, "pick #8"},
		"bad label": {func(x *box, p *game.Pick[game.ID]) {
			x.card.Label = func(s *game.State, id game.ID) string { panic("oh") }
		}, `pick stone`, "pick, what: there is no stone"},
	} {
		x, _ := taking(c.change)
		s := x.start(t)
		m, err := s.Parse(0, c.text)
		got := s.Text(m)
		if err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: %s is %s, want %s", name, c.text, got, c.want)
		}
		v := s.View(0)
		m, verr := v.Parse(0, c.text)
		if (verr == nil) != (err == nil) || verr != nil && verr.Error() != err.Error() || verr == nil && s.View(0).Text(m) == "" {
			t.Errorf("%s: on the view %v, on the state %v", name, verr, err)
		}
	}
	x, _ := taking(func(*box, *game.Pick[game.ID]) {})
	if _, err := x.start(t).Parse(1, `pick "the 1"`); game.CodeOf(err) != game.NotYourTurn {
		t.Error(err)
	}
	if next, err := x.start(t).PlayText(0, `pick "the 1"`); err != nil || in(next, x.row.ID()) != "#1 #3 #8" {
		t.Error(err)
	}
}

// Rigged draws can use labels: each means the first unused element. An element given by name is not taken twice.
func TestChanceByLabel(t *testing.T) {
	x := talking()
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 1, 2, 3)
		tx.Create(x.stone, x.pile)
		tx.Shuffle(x.pile)
		tx.Say("{0}", tx.Choose(x.pile.Contents(tx)))
	}
	for _, c := range []struct {
		order []string
		want  string
	}{
		{[]string{"the 3", "the 1", "stone", "the 1", "#3"}, "#3 #2 #5 #1 #4"},
		{[]string{"the 1", "#1"}, "#3 #4 #5 #1 #2"},
		{[]string{"the 2", "the 2"}, "the rigged shuffle puts the 2 on top, which is not in pile"},
		{[]string{"the 9"}, "the rigged shuffle puts the 9 on top, which is not in pile"},
	} {
		s, err := x.Rules.Start(2, game.SeedOf(1), game.Chance{Order: c.order}, game.Chance{Order: []string{"the 2"}})
		if err != nil {
			if err.Error() != c.want {
				t.Errorf("%v: %v, want %s", c.order, err, c.want)
			}
			continue
		}
		if got := in(s, x.pile.ID()); got != c.want || !strings.Contains(saidIn(s), "the 2") {
			t.Errorf("%v: %s, want %s; chosen is %s", c.order, got, c.want, saidIn(s))
		}
	}
	if _, err := x.Rules.Start(2, game.SeedOf(1), game.Chance{}, game.Chance{Order: []string{"the 9"}}); game.CodeOf(err) != game.Malformed {
		t.Error(err)
	}
}

// A kind without Label uses the label of its look, in lines and reasons, for observers who know it.
func TestLookLabelInLines(t *testing.T) {
	x := den()
	x.card.Look.Label = "ace"
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 1)
		x.deal(tx, x.hand.Of(0), 1)
	}
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Say("{0} and {1}", tx.First(x.row), tx.First(x.hand.Of(0)))
	})
	if got := saidIn(s.View(0)) + "; " + saidIn(s.View(1)); got != "ace and ace; ace and hand/0:1" {
		t.Error(got)
	}
	open := newBox()
	open.stone.Look.Label = "pebble"
	open.Setup = func(tx *game.Tx) { tx.Create(open.stone, open.row) }
	open.picking(doesNothing, &game.Pick[game.ID]{Name: "p", From: open.row.Contents, If: func(tx *game.Tx, id game.ID) bool {
		if tx.Played() == 0 {
			return tx.Refuse("{0} is heavy", id)
		}
		return true
	}})
	open.Deadlock = func(tx *game.Tx) { tx.Tie() }
	open.Actions = append(open.Actions, &game.Action{Name: "wait", Pass: true})
	if _, err := open.start(t).PlayText(0, "pick #1"); err == nil || err.Error() != "pick, p: pebble is heavy" {
		t.Error(err)
	}
}

// Actions yields all actions, including those of the flow and the kernel.
func TestActions(t *testing.T) {
	act := func(name string) *game.Action { return &game.Action{Name: name, Do: func(*game.Tx) {}} }
	one := act("one")
	s := start(t, &game.Rules{
		Name: "actions", Seats: game.Exactly(2), Actions: []*game.Action{one},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "step", Actions: []*game.Action{act("two"), one}}}},
	}, 2)
	var got []string
	for a := range s.Actions() {
		got = append(got, a.Name)
	}
	if want := "one two"; strings.Join(got, " ") != want {
		t.Errorf("the actions are %v, want %s", got, want)
	}
	for range s.Actions() {
		break
	}
}

// The line of a move shows labels to those who see the elements, and places to others.
func TestMoveLineLabels(t *testing.T) {
	x, what := taking(func(x *box, p *game.Pick[game.ID]) {
		p.Several = func(*game.Tx) (int, int) { return 1, 3 }
		p.From = x.hand.Contents
	})
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(tx *game.Tx) game.Set[game.Seat] { return tx.Others(tx.Seat) }}
	note := &game.Pick[string]{Name: "note", Text: &game.Text{Max: 20}, Optional: true}
	x.Actions[0].Label, x.Actions[0].Pick = "Give away", []game.Choice{what, whom, note}
	s := x.start(t)
	card := s.View(0).Name(s.View(0).First(x.hand.Of(0)))
	for _, c := range []struct {
		text string
		seat game.Seat
		want string
	}{
		{"pick " + card + " 1 hello", 0, "player 1: Give away the 5 player 2 hello"},
		{"pick " + card + " 1 \"good day\"", 0, "player 1: Give away the 5 player 2 good day"},
		{"pick " + card + " 1 -", 0, "player 1: Give away the 5 player 2"},
		{"pick " + card + " 1 -", 1, "player 1: Give away hand/0:1 player 2"},
	} {
		m, err := s.View(0).Parse(0, c.text)
		if err == nil {
			m, err = s.View(0).Real(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.MoveLine((*game.State).View, c.seat, m, next).String(); got != c.want {
			t.Errorf("%s, as %v reads it: %q, want %q", c.text, c.seat, got, c.want)
		}
	}
}
