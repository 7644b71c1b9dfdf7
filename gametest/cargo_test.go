package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

var worth = game.NewPart[int]("worth")

// convoy is a game of closed chests with one or two coins in each. Seats open a chest or put it under the others.
func convoy() *game.Rules {
	chest, coin := &game.Kind{Name: "chest"}, &game.Kind{Name: "coin"}
	hold := &game.Place{Name: "hold", Seen: game.ByNone}
	open := &game.Place{Name: "open"}
	which := &game.Pick[game.ID]{Name: "which", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(hold) }}
	return &game.Rules{
		Name: "convoy", Seats: game.Exactly(2), Layout: []game.Layout{hold, open}, Kinds: []*game.Kind{chest, coin}, Parts: []game.Column{worth},
		Setup: func(t *game.Tx) {
			for i := range 8 {
				id := t.Create(chest, hold, worth.Is(i+1))
				for k := range 1 + i%2 {
					t.Create(coin, id, worth.Is(10*i+k+1))
				}
			}
			t.Shuffle(hold)
		},
		Actions: []*game.Action{
			{Name: "open", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Move(which.In(t), open) }},
			{Name: "sink", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.MoveFirst(which.In(t), hold) }},
		},
		End: func(t *game.Tx) {
			if t.Count(hold) < 2 {
				t.Tie()
			}
		},
	}
}

// keepFull makes re-deals leave elements with contents where they are.
func keepFull(k *kernel) {
	k.redeal = func(s *game.State, o game.Seat, seed game.Seed, keep ...game.ID) (*game.State, error) {
		for id := range s.All() {
			if s.Count(id) > 0 {
				keep = append(keep, id)
			}
		}
		return s.Redeal(o, seed, keep...)
	}
}

func TestCargoThatStaysIsFound(t *testing.T) {
	r := convoy()
	setup := r.Setup
	r.Setup = func(t *game.Tx) { // so that the re-deal changes something else
		setup(t)
		hold := t.Parent(t.Find("#1"))
		for i := range 4 {
			t.Create(r.Kinds[0], hold, worth.Is(100+i))
		}
		t.Shuffle(hold)
	}
	mustFind(t, r, "re-deal", "elements with contents never trade places", keepFull)
}

func TestCargoIsFine(t *testing.T) {
	Config{Games: 4, Laws: []string{"re-deal", "leaks", "views"}}.Check(t, convoy())
}
