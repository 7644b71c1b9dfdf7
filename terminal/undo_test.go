package terminal

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// rolling is a game of rolling a die into a Part, or passing.
func rolling() (*game.Rules, *game.Part[int]) {
	die := game.NewPart[int]("die")
	return &game.Rules{
		Name: "rolling", Seats: game.Exactly(2), Parts: []game.Column{die},
		Actions: []*game.Action{
			{Name: "roll", Do: func(t *game.Tx) { die.Set(t, game.Root, t.Roll(1_000_000)) }},
			{Name: "pass", Do: func(*game.Tx) {}},
		},
	}, die
}

// An undo of a draw asks first, and the next draw differs, even after undoing more and resuming the game.
func TestUndoOfADraw(t *testing.T) {
	r, die := rolling()
	g := seatedAt(t, r, 2)
	seen := map[int]bool{}
	play := func(text string) {
		t.Helper()
		if err := g.showSeat(g.state().Turn()); err != nil {
			t.Fatal(err)
		}
		if _, err := g.enter(text); err != nil {
			t.Fatal(err)
		}
	}
	roll := func() {
		t.Helper()
		play("roll")
		if n := die.Of(g.state(), game.Root); seen[n] {
			t.Errorf("%d was rolled again after an undo", n)
		} else {
			seen[n] = true
		}
	}
	undo := func(asks bool) {
		t.Helper()
		if asks {
			before := g.state().HashText()
			_, err := g.undo(g)
			if err == nil || !strings.Contains(err.Error(), "chance has decided something") || g.state().HashText() != before {
				t.Errorf("an undo of a draw did not ask: %v", err)
			}
		}
		if said, err := g.undo(g); err != nil {
			t.Error(said, err)
		}
	}
	play("pass")
	roll()
	undo(true)
	if _, err := g.redo(g); game.CodeOf(err) != match.NothingToDo {
		t.Errorf("a draw that was undone can be redone: %v", err)
	}
	roll()
	undo(true)
	undo(false) // the pass
	play("pass")
	roll()
	rec := g.backend.(*local).record()
	resumed, err := Resume(r, rec)
	if err != nil {
		t.Fatal(err)
	}
	g, err = newSession(resumed.Match, resumed.Bots, nil, g.backend.(*local).file)
	if err != nil || len(g.log) != 2 {
		t.Fatalf("the resumed game has %d moves: %v", len(g.log), err)
	}
	undo(true)
	roll()
	play("pass")
	undo(false) // the pass drew nothing
	if _, err := g.redo(g); err != nil {
		t.Error(err)
	}
}
