package games_test

import (
	"fmt"
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

// choosy is a game in which a move picks one number; idle more picks never apply.
func choosy(idle int) *game.Rules {
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 4 }}
	picks := []game.Choice{n}
	for i := range idle {
		picks = append(picks, &game.Pick[int]{Name: fmt.Sprintf("p%d", i), Range: func(*game.Tx) (int, int) { return 1, 4 },
			When: func(t *game.Tx) bool { return n.In(t) > 4 }})
	}
	return &game.Rules{Name: "choosy", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "go", Pick: picks, Do: func(*game.Tx) {}}}}
}

// TestWhenCost limits the cost of a pick that does not apply: 50 ns per move, and no allocations.
func TestWhenCost(t *testing.T) {
	if testing.Short() || raceDetector || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	const idle, bound, moves = 20, 50, 500
	var best [2]time.Duration
	var forks [2]*game.Fork
	m := game.Move{Action: "go", Picks: [][]game.Value{{{N: 3}}}}
	for i, n := range []int{0, idle} {
		s, err := choosy(n).Start(1, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		forks[i] = s.Fork()
	}
	if n := testing.AllocsPerRun(100, func() { _ = forks[1].Play(m) }); n > 0 {
		t.Errorf("a move with picks that do not apply allocates %v times", n)
	}
	each := func() float64 { return float64(best[1]-best[0]) / moves / idle }
	for round := 0; round < 5 && (round == 0 || each() > bound); round++ {
		for range 40 {
			for i, f := range forks {
				at := cputime.Thread()
				for range moves {
					if err := f.Play(m); err != nil {
						t.Fatal(err)
					}
				}
				best[i] = least(best[i], cputime.Thread()-at)
			}
		}
	}
	t.Logf("%.0f ns for a pick that does not apply", each())
	if each() > bound*slack {
		t.Errorf("a pick that does not apply takes %.0f ns, more than %d", each(), bound)
	}
}
