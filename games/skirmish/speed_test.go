package skirmish

import (
	"math/rand/v2"
	"runtime"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/cputime"
)

// slack is the factor by which a bound may be exceeded, because processors and memory differ.
const slack = 1.25

// Random play in fog takes at most this many times as long as the same game as plain structs without fog. Both are measured in
// turn by processor time, and the best blocks are compared, so that it does not matter how busy the machine is.
func TestFastEnough(t *testing.T) {
	if testing.Short() || testing.CoverMode() != "" {
		t.Skip("timing is meaningless here")
	}
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for _, c := range []struct {
		name  string
		rules *game.Rules
		plain func(*plainGame, *rand.Rand)
		most  float64
	}{
		{"a fixed map", fixed(t), restarted(), 4},
		{"a drawn map", New(30), (*plainGame).start, 4.5},
	} {
		s, err := c.rules.Start(2, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		f, plain := s.Fork(), new(plainGame)
		ours, theirs := time.Hour, time.Hour
		for block := uint64(0); block < 30 && (block < 6 || float64(ours) > slack*c.most*float64(theirs)); block++ {
			theirs = min(theirs, perPlainMove(plain, c.plain, 100*block, 20))
			ours = min(ours, perForkMove(t, f, 100*block, 6))
		}
		ratio := float64(ours) / float64(theirs)
		t.Logf("%s: %.1f times as long, %v and %v a move", c.name, ratio, ours, theirs)
		if ratio > slack*c.most {
			t.Errorf("%s: %.1f times as long as plain structs, want at most %.1f", c.name, ratio, c.most)
		}
	}
}

// restarted returns a start for plain games on one map.
func restarted() func(*plainGame, *rand.Rand) {
	var first plainGame
	first.start(rand.New(rand.NewPCG(1, 1)))
	return func(g *plainGame, _ *rand.Rand) { *g = first }
}

func perPlainMove(g *plainGame, start func(*plainGame, *rand.Rand), first, games uint64) time.Duration {
	moves, began := 0, cputime.Thread()
	for n := range games {
		r := rand.New(rand.NewPCG(first+n, 1))
		for start(g, r); !g.over; moves++ {
			g.play(r)
		}
	}
	return (cputime.Thread() - began) / time.Duration(moves)
}

func perForkMove(t *testing.T, f *game.Fork, first, games uint64) time.Duration {
	moves, began := 0, cputime.Thread()
	for n := range games {
		if err := f.Restart(first + n); err != nil {
			t.Fatal(err)
		}
		m, err := f.Playout(5000)
		if err != nil {
			t.Fatal(err)
		}
		moves += m
	}
	return (cputime.Thread() - began) / time.Duration(moves)
}
