package probes

import (
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

// Depth first, marks are at least four times as fast as States, comparing the best of many short blocks of each.
func TestCheckersDepthFirst(t *testing.T) {
	s := start(t, checkers(checkersStart))
	f := s.Fork()
	var byMarks func(depth int, moves []game.Handle) int
	byMarks = func(depth int, moves []game.Handle) int {
		nodes := 1
		if depth == 0 {
			return nodes
		}
		all, err := f.Handles(moves)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range all[len(moves):] {
			m := f.Mark()
			if err := f.Do(h); err != nil {
				t.Fatal(err)
			}
			nodes += byMarks(depth-1, all)
			f.Back(m)
		}
		return nodes
	}
	var byStates func(s *game.State, depth int) int
	byStates = func(s *game.State, depth int) int {
		nodes := 1
		if depth == 0 {
			return nodes
		}
		all, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range all {
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			nodes += byStates(next, depth-1)
		}
		return nodes
	}
	buf := make([]game.Handle, 0, 200)
	var marks, states time.Duration
	runtime.LockOSThread() // for its processor time
	defer runtime.UnlockOSThread()
	for range 25 {
		began := cputime.Thread()
		a := byMarks(3, buf)
		between := cputime.Thread()
		b := byStates(s, 3)
		if a != b {
			t.Fatalf("%d positions by marks, %d by States", a, b)
		}
		marks, states = shorter(marks, between-began), shorter(states, cputime.Thread()-between)
	}
	t.Logf("marks %v, States %v: %.1f times as fast", marks, states, float64(states)/float64(marks))
	if !testing.Short() && testing.CoverMode() == "" && states < 4*marks {
		t.Errorf("depth first, marks take %v and States %v: marks should be four times as fast", marks, states)
	}
}

func shorter(best, now time.Duration) time.Duration {
	if best == 0 {
		return now
	}
	return min(best, now)
}
