package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// TestTurnsInsideAnOrder plays one move per seat in an order that begins with the winner of the last one, as in a game of
// tricks: the turn passes on within the order, and a new order is made at its end, even if seats act again or sit out.
func TestTurnsInsideAnOrder(t *testing.T) {
	lead := game.NewPart[game.Seat]("lead")
	does := func(name string, do func(*game.Tx)) *game.Action { return &game.Action{Name: name, Do: do} }
	turn := &game.EachSeat{From: func(t *game.Tx) game.Seat { return lead.Of(t, game.Root) }, Do: &game.Act{Name: "turn", Actions: []*game.Action{
		does("move", func(*game.Tx) {}),
		does("win", func(t *game.Tx) { lead.Set(t, game.Root, t.Seat) }),
		does("again", func(t *game.Tx) { t.Next(t.Seat) }),
		does("out", func(t *game.Tx) { t.SitOut(t.After(t.Seat)) }),
		does("back", func(t *game.Tx) { t.Return() }),
	}}}
	r := &game.Rules{
		Name: "orders", Seats: game.Exactly(4), Parts: []game.Column{lead},
		Flow: &game.Loop{While: func(t *game.Tx) bool { return t.Played() < 100 }, Do: turn},
	}
	s, err := r.Start(4, game.SeedOf(1))
	for i, c := range []struct {
		seat game.Seat
		move string
	}{
		{0, "move"}, {1, "win"}, {2, "move"}, {3, "move"}, // the order of the first round
		{1, "again"}, {1, "move"}, {2, "out"}, {0, "win"}, // from the winner; seat 3 sits out
		{0, "move"}, {1, "move"}, {2, "back"}, {3, "move"}, // and is back in the order that was made without it
		{0, "move"}, {1, "move"},
	} {
		if err != nil {
			t.Fatal(err)
		}
		if s.Turn() != c.seat || s.ToAct().Len() != 1 {
			t.Fatalf("move %d: it is the turn of %v, want %v", i, s.Turn(), c.seat)
		}
		loaded, fault := r.Load(s.Save())
		if fault != nil || loaded.Hash() != s.Hash() {
			t.Fatalf("move %d: %v", i, fault)
		}
		s, err = s.PlayText(c.seat, c.move)
	}
	if err != nil || s.Turn() != 2 {
		t.Error(s.Turn(), err)
	}
}
