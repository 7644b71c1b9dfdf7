package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// A value can name elements on the table that it stands for, given the earlier picks.
func TestPoints(t *testing.T) {
	x := newBox()
	row := func(tx *game.Tx) []game.ID { return []game.ID{tx.First(x.row), tx.Last(x.row)} }
	end := &game.Pick[string]{Name: "end", List: func(*game.Tx) []string { return []string{"first", "last", "none"} },
		If: func(tx *game.Tx, v string) bool { return v != "last" || tx.Refuse("it is stuck") }}
	end.Points = func(tx *game.Tx, v string) game.Set[game.ID] {
		switch v {
		case "first":
			return game.SetOf(row(tx)[0])
		case "last":
			return game.SetOf(row(tx)[1], x.row.ID())
		}
		return game.SetOf[game.ID](0)
	}
	many := &game.Pick[int]{Name: "many", Range: fixed(1, 2)}
	many.Points = func(tx *game.Tx, n int) (all game.Set[game.ID]) {
		return tx.Contents(x.row).Where(func(id game.ID) bool { return end.In(tx) == "first" && int(id-row(tx)[0]) < n })
	}
	x.picking(func(*game.Tx) {}, end, many)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	if got, want := pointed(s, offer(t, s)), "first: #1; last: row #3; none:"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if got, want := pointed(s, offer(t, s, []game.Value{{Text: "first"}})), "1: #1; 2: #1 #2"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
	many.Points = func(tx *game.Tx, n int) game.Set[game.ID] { tx.Create(x.stone, x.row); return game.SetOf[game.ID](0) }
	_, err := s.Offers(game.Move{Action: "pick", Picks: [][]game.Value{{{Text: "first"}}}})
	wantFault(t, err, "pick many: a read-only function")
}

// pointed writes what each option points at.
func pointed(s *game.State, o game.Offer) string {
	var all []string
	for _, c := range o.Options {
		text := o.Show(c.Value) + ":"
		for _, id := range c.Points {
			text += " " + s.Name(id)
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}

// Options do not point at elements that the seat does not see, in its view and in the state alike.
func TestPointsOnlyAtVisibleElements(t *testing.T) {
	x := newBox()
	x.pile.Seen = game.ByNone.Else(game.Unseen)
	side := &game.Pick[string]{Name: "side", List: func(*game.Tx) []string { return []string{"all"} }}
	side.Points = func(tx *game.Tx, _ string) game.Set[game.ID] { return tx.Contents(x.row).Or(tx.Contents(x.pile)) }
	x.picking(func(*game.Tx) {}, side)
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(2, x.stone, x.row)
		tx.CreateMany(2, x.stone, x.pile)
	})
	for _, on := range []*game.State{s, s.View(0)} {
		o := offer(t, on)
		if n := len(o.Options[0].Points); n != 2 {
			t.Errorf("it points at %d things: %s", n, pointed(on, o))
		}
	}
}

func TestPointsOfText(t *testing.T) {
	x := newBox()
	p := &game.Pick[string]{Name: "p", Text: &game.Text{}, Points: func(*game.Tx, string) game.Set[game.ID] { return game.SetOf[game.ID]() }}
	x.picking(func(*game.Tx) {}, p)
	if err := x.Rules.Check(); err == nil || !strings.Contains(fmt.Sprint(err), `pick "p": a free text cannot have Points`) {
		t.Error(err)
	}
}

// A note is what to know about a value before it is chosen; what cannot be chosen has a reason instead.
func TestNotes(t *testing.T) {
	x := newBox()
	stone := &game.Pick[game.ID]{Name: "stone", From: x.row.Contents, If: func(tx *game.Tx, id game.ID) bool {
		return id != tx.Last(x.row) || tx.Refuse("it is stuck")
	}}
	stone.Note = func(tx *game.Tx, id game.ID) *game.Line {
		if id == tx.First(x.row) {
			return nil
		}
		return game.NewLine("{0} costs {1}", id, 3)
	}
	x.picking(func(*game.Tx) {}, stone)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	for _, on := range []*game.State{s, s.View(0)} {
		o := offer(t, on)
		if o.Options[0].Note != nil || o.Options[2].Note != nil || o.Options[2].Why == nil {
			t.Errorf("notes %v and %v, why %v", o.Options[0].Note, o.Options[2].Note, o.Options[2].Why)
		}
		if got, want := o.Options[1].Note.String(), "#2 costs 3"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	stone.Note = func(tx *game.Tx, _ game.ID) *game.Line { tx.Create(x.stone, x.row); return nil }
	_, err := s.Offers(game.Move{Action: "pick"})
	wantFault(t, err, "pick stone: a read-only function")
}
