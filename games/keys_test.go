package games_test

import (
	"runtime"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/nim"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/cputime"
)

// TestTranspositions checks that different move orders that lead to the same position give the same key.
func TestTranspositions(t *testing.T) {
	for _, c := range []struct {
		rules  *game.Rules
		a, b   []string
		unlike []string // leads to another position
	}{
		{tictactoe.New(), []string{"place a1", "place b2", "place c3"}, []string{"place c3", "place b2", "place a1"}, []string{"place c3", "place b2", "place a2"}},
		{connect4.New(), []string{"drop a1", "drop b1", "drop c1", "drop d1"}, []string{"drop c1", "drop d1", "drop a1", "drop b1"}, []string{"drop b1", "drop a1", "drop c1", "drop d1"}},
		{hex.New(5, true), []string{"place a1", "place b2", "place c3"}, []string{"place c3", "place b2", "place a1"}, []string{"place b2", "swap", "place c3"}},
		{nim.New(3, 3, 2, false), []string{"take A 1", "take A 1", "take B 1"}, []string{"take B 1", "take A 1", "take A 1"}, []string{"take B 1", "take B 1", "take A 1"}},
		{nim.New(3, 3, 2, false), []string{"take A 1", "take A 1", "take A 1"}, []string{"take A 3"}, []string{"take B 3"}},
	} {
		s, err := c.rules.Start(2, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		key := func(moves []string) uint64 {
			s := s
			for _, text := range moves {
				if s, err = s.PlayText(s.Turn(), text); err != nil {
					t.Fatalf("%s: %s: %v", c.rules.Name, text, err)
				}
			}
			return s.PositionKey()
		}
		if key(c.a) != key(c.b) {
			t.Errorf("%s: %q and %q have different keys", c.rules.Name, c.a, c.b)
		}
		if key(c.a) == key(c.unlike) {
			t.Errorf("%s: %q and %q have the same key", c.rules.Name, c.a, c.unlike)
		}
	}
}

// TestKeyOfSwap checks that the key depends on the right to swap: after one stone the second seat may swap; with the same
// stone after a swap, the first may not.
func TestKeyOfSwap(t *testing.T) {
	s, err := hex.New(3, true).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{"place b2", "swap"} {
		if s, err = s.PlayText(s.Turn(), text); err != nil {
			t.Fatal(err)
		}
	}
	seen := map[uint64]int{}
	for n := range 2 {
		f := s.Fork()
		f.Seed(uint64(n))
		for more := true; more; {
			if played, twice := seen[f.State().PositionKey()]; twice && played != f.State().Played() {
				t.Error("positions after different numbers of moves have the same key")
			}
			seen[f.State().PositionKey()] = f.State().Played()
			if more, err = f.Random(); err != nil {
				t.Fatal(err)
			}
		}
	}
}

// BenchmarkPositionKey plays Connect Four with and without computing the key after every move.
func BenchmarkPositionKey(b *testing.B) {
	s := connectFour.start(b)
	for _, asks := range []bool{false, true} {
		name := "unasked"
		if asks {
			name = "asked"
		}
		b.Run(name, func(b *testing.B) {
			f := s.Fork()
			b.ReportAllocs()
			moves, sum := 0, uint64(0)
			runtime.LockOSThread()
			began := cputime.Thread()
			for n := range b.N {
				f.Reset(s)
				f.Seed(uint64(n))
				for more := true; more; moves++ {
					more, _ = f.Random()
					if asks {
						sum += f.State().PositionKey()
					}
				}
			}
			b.ReportMetric(float64((cputime.Thread()-began).Nanoseconds())/float64(moves), "cpu-ns/move")
			runtime.UnlockOSThread()
			if asks && sum == 0 {
				b.Error("no keys")
			}
		})
	}
}
