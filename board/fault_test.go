package board_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// A mistake that the kit finds is reported at the line of the rules that calls the kit.
func TestFaultsNameTheLineOfTheRules(t *testing.T) {
	grid := board.Square("board", 2, 2)
	r := &game.Rules{
		Name:   "wrong",
		Seats:  game.Exactly(1),
		Layout: []game.Layout{grid},
		Actions: []*game.Action{{Name: "look", Do: func(t *game.Tx) {
			grid.Put(t, "? . \n. .")
		}}},
	}
	if err := r.Check(); err != nil {
		t.Fatal(err)
	}
	s, err := r.Start(1, game.SeedOf(1))
	if err == nil {
		_, err = s.Play(game.Move{Seat: 0, Action: "look"})
	}
	f, ok := errors.AsType[*game.Fault](err)
	if !ok {
		t.Fatalf("got %v, want a fault", err)
	}
	if !strings.HasPrefix(f.At, "fault_test.go:") || !strings.HasSuffix(f.Error(), "("+f.At+")") {
		t.Errorf("the fault is at %q and reads %q, want the line in this file", f.At, f)
	}
}
