package survivors

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

// mostDraws is how many random numbers are drawn in the time of a random game of two, at most. There is no hand-written
// Survivors to compare with, so the yardstick is a loop that depends on the processor only.
const mostDraws = 100_000

// Random games of two are fast. Both loops are measured in turn by processor time, and the best blocks are compared, so that it
// does not matter how busy the machine is.
func TestFastEnough(t *testing.T) {
	if testing.Short() || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	f := start(t, New("petrol"), 2).Fork()
	played, drawn := time.Hour, time.Hour
	for block := uint64(0); block < 30 && (block < 6 || played > mostDraws*drawn/1_000_000); block++ {
		drawn = min(drawn, drawMillion())
		played = min(played, perGame(t, f, 200*block, 200))
	}
	draws := int(1_000_000 * float64(played) / float64(drawn))
	t.Logf("a game takes %v, as long as %d draws", played, draws)
	if draws > mostDraws {
		t.Errorf("a random game takes as long as %d draws of a random number, want at most %d", draws, mostDraws)
	}
}

// sink keeps the loop from being left out.
var sink uint64

func drawMillion() time.Duration {
	r, began := rand.NewPCG(1, 1), cputime.Thread()
	for range 1_000_000 {
		sink += r.Uint64()
	}
	return cputime.Thread() - began
}

func perGame(t *testing.T, f *game.Fork, first, games uint64) time.Duration {
	began := cputime.Thread()
	for n := range games {
		if err := f.Restart(first + n); err != nil {
			t.Fatal(err)
		}
		if _, err := f.Playout(5000); err != nil {
			t.Fatal(err)
		}
	}
	return (cputime.Thread() - began) / time.Duration(games)
}
