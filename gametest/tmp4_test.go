package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// A card that a seat has seen, alone in a place that is shuffled, is still that card.
func TestTmpShuffleOne(t *testing.T) {
	open := &game.Place{Name: "open"}
	box := &game.Place{Name: "box", Seen: game.ByNone}
	red, blue := &game.Kind{Name: "red"}, &game.Kind{Name: "blue"}
	r := &game.Rules{Name: "one", Seats: game.Exactly(1), Layout: []game.Layout{open, box}, Kinds: []*game.Kind{red, blue},
		Setup: func(t *game.Tx) { t.Create(red, open.ID()) },
		Actions: []*game.Action{{Name: "put", Do: func(t *game.Tx) {
			t.Move(t.First(open.ID()), box.ID())
			t.Shuffle(box.ID())
		}}, {Name: "end", Do: func(t *game.Tx) { t.Draw() }}},
		Stuck: (*game.Tx).Draw,
	}
	s, err := game.Start(r, 1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	s, err = s.PlayText(0, "put")
	if err != nil {
		t.Fatal(err)
	}
	if !s.Knows(0, s.Find("#1")) {
		t.Error("one card was shuffled, and is not known any more")
	}
}
