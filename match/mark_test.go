package match_test

import (
	"testing"

	"github.com/plygame/ply/games/tictactoe"
)

// A match that was restored from a backup and then continued differently has different marks from there on.
func TestMark(t *testing.T) {
	m := begin(t, tictactoe.New(), 2)
	play(t, m, 0, "place b2")
	copied := reopened(t, m, nil)
	play(t, m, 1, "place a1")
	play(t, copied, 1, "place a3") // by the real clock
	if m.Mark(3) != copied.Mark(3) || m.Mark(4) == copied.Mark(4) || m.Mark(0) == m.Mark(1) {
		t.Error("the marks do not distinguish the two pasts")
	}
}
