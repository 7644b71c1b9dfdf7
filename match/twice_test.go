package match_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// A move that is sent twice is made once, even if it changes nothing visible.
func TestMoveSentTwiceIsMadeOnce(t *testing.T) {
	m := begin(t, &game.Rules{Name: "patience", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}}}, 1)
	seen := m.Seq()
	batch, err := m.Play(0, seen, "wait")
	do(t, m, batch, err)
	if _, err := m.Play(0, seen, "wait"); game.CodeOf(err) != match.Stale {
		t.Errorf("the same move again: %v", err)
	}
	play(t, m, 0, "wait")
}
