package bot_test

import (
	"cmp"
	"math"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/mastermind"
	"github.com/plygame/ply/games/nim"
	"github.com/plygame/ply/games/tictactoe"
)

// solver finds the result of any position of a small game for two seats without chance.
type solver struct {
	t       *testing.T
	f       *game.Fork
	results map[uint64]int8 // for the seat to act: 1 it wins, 0 a draw, -1 it loses
}

func newSolver(t *testing.T, s *game.State) *solver {
	return &solver{t, s.Fork(), map[uint64]int8{}}
}

// result returns the result of a position for the seat to act.
func (x *solver) result(s *game.State) int8 {
	x.f.Reset(s)
	return x.search()
}

func (x *solver) search() int8 {
	s := x.f.State()
	key, seat := s.PositionKey(), s.Turn()
	if r, known := x.results[key]; known {
		return r
	}
	moves, err := x.f.Handles(nil)
	if err != nil {
		x.t.Fatal(err)
	}
	best := int8(-1)
	for _, h := range moves {
		m := x.f.Mark()
		if err := x.f.Do(h); err != nil {
			x.t.Fatal(err)
		}
		best = max(best, x.resultFor(seat))
		if x.f.Back(m); best == 1 {
			break
		}
	}
	x.results[key] = best
	return best
}

// resultFor is the result of the fork's position for a seat.
func (x *solver) resultFor(seat game.Seat) int8 {
	switch s := x.f.State(); {
	case s.Tied():
		return 0
	case s.Won(seat):
		return 1
	case s.Over():
		return -1
	case s.Turn() == seat:
		return x.search()
	}
	return -x.search()
}

// after returns the result of a move for the seat that makes it.
func (x *solver) after(s *game.State, m game.Move) int8 {
	next, err := s.Play(m)
	if err != nil {
		x.t.Fatal(err)
	}
	x.f.Reset(next)
	return x.resultFor(m.Seat)
}

// reachable returns up to most positions of random games that are not over, each once.
func reachable(t *testing.T, s *game.State, most int) (all []*game.State) {
	t.Helper()
	seen := map[uint64]bool{}
	f := s.Fork()
	for n, idle := uint64(0), 0; len(all) < most && idle < 1000; n++ {
		f.Reset(s)
		f.Seed(n)
		for idle++; !f.State().Over(); {
			if key := f.State().PositionKey(); !seen[key] {
				seen[key], idle = true, 0
				at, err := f.Freeze()
				if err != nil {
					t.Fatal(err)
				}
				all = append(all, at)
			}
			if _, err := f.Random(); err != nil {
				t.Fatal(err)
			}
		}
	}
	return all[:min(most, len(all))]
}

// mistakes counts the positions in which a level throws away a win or a draw, of those that are not lost.
func (x *solver) mistakes(level string, positions []*game.State) (wrong, of int) {
	x.t.Helper()
	p, err := bot.NewSearch(level)
	if err != nil {
		x.t.Fatal(err)
	}
	for i, s := range positions {
		want := x.result(s)
		if want < 0 {
			continue
		}
		m, err := bot.Choose(x.t.Context(), p, s, s.Turn(), uint64(i))
		if err != nil {
			x.t.Fatal(err)
		}
		if of++; x.after(s, m) != want {
			wrong++
		}
	}
	x.t.Logf("%s: %d mistakes in %d positions that are not lost", level, wrong, of)
	return wrong, of
}

// few returns how many positions to look at.
func few(short, long int) int {
	if testing.Short() {
		return short
	}
	return long
}

func TestTicTacToeIsPlayedPerfectly(t *testing.T) {
	t.Parallel()
	s := start(t, tictactoe.New(), 2)
	if wrong, of := newSolver(t, s).mistakes("sharp", reachable(t, s, few(300, 2500))); wrong > 0 || of < 100 {
		t.Errorf("%d mistakes in %d positions", wrong, of)
	}
}

func TestNimIsPlayedPerfectly(t *testing.T) {
	t.Parallel()
	s := start(t, nim.New(3, 3, 2, false), 2)
	x, positions := newSolver(t, s), reachable(t, s, few(40, 400))
	if wrong, of := x.mistakes("expert", positions); wrong > 0 || of < 20 {
		t.Errorf("expert makes %d mistakes in %d positions", wrong, of)
	}
	if wrong, of := x.mistakes("sharp", positions); 20*wrong > of {
		t.Errorf("sharp makes %d mistakes in %d positions", wrong, of)
	}
}

func TestSmallHexIsPlayedPerfectly(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: thinks for seconds")
	}
	t.Parallel()
	s := start(t, hex.New(4, false), 2)
	if wrong, of := newSolver(t, s).mistakes("expert", reachable(t, s, 30)); wrong > 0 || of < 4 {
		t.Errorf("%d mistakes in %d positions", wrong, of)
	}
}

func start(t testing.TB, r *game.Rules, seats int) *game.State {
	t.Helper()
	s, err := r.Start(seats, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Mastermind is searched although almost no simulation finds the code: a guess that wins in a re-deal is made. The
// average over all codes cannot be under 4.34.
func TestMastermindNeedsFewGuesses(t *testing.T) {
	longOnly(t)
	t.Parallel()
	codes, guesses, squares := cmp.Or(*numberOfGames, 25), 0, 0
	name := cmp.Or(*level, "steady")
	p, err := bot.NewSearch(name)
	if err != nil {
		t.Fatal(err)
	}
	random, _ := bot.Standard().Player("random")
	for n := range uint64(codes) {
		s, err := mastermind.New(4, 6, true, 10).Start(2, game.SeedOf(n))
		before := guesses
		for err == nil && !s.Over() {
			player := bot.Player(p)
			if guesses++; s.Played() == 0 {
				player, guesses = random, guesses-1 // the Codemaker
			}
			var m game.Move
			if m, err = bot.Choose(t.Context(), player, s, firstToAct(s), n); err == nil {
				s, err = s.Play(m)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		if !s.Won(1) {
			t.Errorf("code %d is not found", n)
		}
		squares += (guesses - before) * (guesses - before)
	}
	mean := float64(guesses) / float64(codes)
	t.Logf("%s needs %.2f guesses on average of %d codes, 95 %%: ± %.2f", name, mean, codes, 1.96*math.Sqrt((float64(squares)/float64(codes)-mean*mean)/float64(codes)))
	if float64(guesses) > 5.1*float64(codes) {
		t.Errorf("%d guesses for %d codes", guesses, codes)
	}
}
