package games_test

import (
	"math"
	"testing"
)

// TestRandomPlay compares random games of the kernel and of the loops with known results.
func TestRandomPlay(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	// The numbers for tic-tac-toe are exact, the others are rounded. A share of -1 is unknown.
	for _, e := range []struct {
		*contest
		games                       int
		first, second, drawn, moves float64
		share, length               float64 // rounding errors of the numbers
	}{
		{ticTacToe, 200_000, 737. / 1260, 121. / 420, 8. / 63, 7.62619, 0, 1e-5},
		{connectFour, 100_000, .556, -1, -1, 21.3, .0005, .05},
		{hex11, 20_000, -1, -1, 0, 107.5, 0, .05},
		{othello8, 20_000, .4542, .5040, .0418, 59.966, .0002, .001}, // of ten million games by the loop
		{checkers8, 20_000, .472, .487, .041, 69.50, .0015, .05},     // of two million
		{breakthrough8, 20_000, .5093, .4907, 0, 64.07, .001, .05},   // of three million
		{fideChess, 400, .077, .077, .846, 346.2, .003, 2},           // of a hundred thousand
	} {
		if raceDetector {
			e.games /= 10
		}
		compare := func(t *testing.T, got tally) {
			t.Helper()
			n := float64(got.games)
			share := func(what string, count int, want float64) {
				t.Helper()
				if want < 0 {
					return
				}
				near(t, what, float64(count)/n, want, e.share+5*math.Sqrt(want*(1-want)/n))
			}
			share("won by the first", got.first, e.first)
			share("won by the second", got.second, e.second)
			share("drawn", got.games-got.first-got.second, e.drawn)
			mean := float64(got.moves) / n
			sigma := math.Sqrt((got.squares/n - mean*mean) / n)
			near(t, "moves", mean, e.moves, e.length+5*sigma)
		}
		t.Run(e.name+"/kernel", func(t *testing.T) { compare(t, e.kernel(t, e.games)) })
		t.Run(e.name+"/loop", func(t *testing.T) {
			d := dice(1)
			compare(t, e.plain(&d, e.games))
		})
	}
}

// kernel plays random games with the kernel.
func (c *contest) kernel(t *testing.T, games int) (count tally) {
	start := c.start(t)
	f := start.Fork()
	for i := range games {
		f.Reset(start)
		f.Seed(uint64(i))
		moves, err := f.Playout(longest)
		if err != nil {
			t.Fatal(err)
		}
		o := f.State().Outcome()
		switch {
		case !o.Over:
			t.Fatalf("game %d is not over after %d moves", i, moves)
		case len(o.Winners) == 0:
			count.add(moves, -1)
		default:
			count.add(moves, int(o.Winners[0]))
		}
	}
	return count
}

func near(t *testing.T, what string, got, want, tolerance float64) {
	t.Helper()
	if math.Abs(got-want) > tolerance {
		t.Errorf("%s: %.4f, want %.4f ± %.4f", what, got, want, tolerance)
	}
}

// TestPerft counts all games of a number of moves.
func TestPerft(t *testing.T) {
	for _, e := range []struct {
		*contest
		want []uint64
		long uint64 // one move deeper
	}{
		{ticTacToe, []uint64{9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872}, 0},
		{connectFour, []uint64{7, 49, 343, 2401, 16807, 117649, 823536}, 5673234},
	} {
		t.Run(e.name, func(t *testing.T) {
			want := e.want
			if !testing.Short() && !raceDetector {
				want = append(want, e.long)
			}
			start := e.start(t)
			f := start.Fork()
			for i, want := range want {
				got, err := f.Perft(i + 1)
				if err != nil {
					t.Fatal(err)
				}
				if got != want {
					t.Errorf("%d games of %d moves, want %d", got, i+1, want)
				}
			}
			if f.State().Hash() != start.Hash() {
				t.Error("counting changed the state")
			}
		})
	}
}

// TestNoAllocations checks that forks allocate nothing once warmed up.
func TestNoAllocations(t *testing.T) {
	for _, c := range contests {
		t.Run(c.name, func(t *testing.T) {
			starts := c.starts(t)
			f := starts[0].Fork()
			seed := uint64(0)
			play := func() {
				f.Reset(starts[seed%uint64(len(starts))])
				f.Seed(seed)
				seed++
				if _, err := f.Playout(longest); err != nil {
					t.Fatal(err)
				}
			}
			for range 100 {
				play()
			}
			if n := testing.AllocsPerRun(200, play); n > c.allocs {
				t.Errorf("a game allocates %v times, want %v", n, c.allocs)
			}
		})
	}
}
