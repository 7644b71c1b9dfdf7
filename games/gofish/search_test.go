package gofish_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

// searcher plays by simulation: it deals the unknown cards at random, tries a move, plays random moves to the end and
// records the result. It tries promising moves more often.
type searcher struct {
	tries int // per move
	begin func(f *game.Fork, s *game.State, seat game.Seat, seed uint64) error
}

// fair starts a simulation without looking at the cards of others.
func fair(f *game.Fork, s *game.State, seat game.Seat, seed uint64) error {
	return f.Redeal(s, seat, seed)
}

// cheating starts a simulation from the real cards.
func cheating(f *game.Fork, s *game.State, _ game.Seat, seed uint64) error {
	f.Reset(s)
	f.Seed(seed)
	return nil
}

// trial is a move and its results.
type trial struct {
	move       game.Move
	tries, sum float64
}

// choose returns a good move for the seat to act.
func (x searcher) choose(s *game.State, seed uint64) (game.Move, error) {
	moves, err := s.Moves()
	if err != nil || len(moves) == 1 {
		return moves[0], err
	}
	all := make([]trial, len(moves))
	for i, m := range moves {
		all[i].move = m
	}
	f := s.Fork()
	for n := range x.tries {
		a := hopeful(all, n)
		if err := x.begin(f, s, s.Turn(), seed<<20+uint64(n)); err != nil {
			return a.move, err
		}
		if err := f.Play(a.move); err != nil {
			return a.move, err
		}
		if _, err := f.Playout(1000); err != nil {
			return a.move, err
		}
		a.tries++
		a.sum += lead(f.State().Outcome().Scores, s.Turn())
	}
	best := &all[0]
	for i := range all {
		if a := &all[i]; a.tries > best.tries || a.tries == best.tries && a.sum > best.sum {
			best = a
		}
	}
	return best.move, nil
}

// hopeful returns the trial with the highest upper confidence bound (UCB1).
func hopeful(all []trial, n int) *trial {
	best, most := &all[0], math.Inf(-1)
	for i := range all {
		a := &all[i]
		if a.tries == 0 {
			return a
		}
		if v := a.sum/a.tries + 1.5*math.Sqrt(math.Log(float64(n))/a.tries); v > most {
			best, most = a, v
		}
	}
	return best
}

// lead is how many books a seat is ahead of the best of the others.
func lead(books []int, seat game.Seat) float64 {
	others := 0
	for x, n := range books {
		if game.Seat(x) != seat {
			others = max(others, n)
		}
	}
	return float64(books[seat] - others)
}

// TestSearchBeatsChance lets a searcher play against three random players. With four equal players, each wins 32 % of the
// games, counting shared wins, and the probability that one of them wins 60 % of 64 games is less than one in a million.
// The searcher wins about 80 %.
func TestSearchBeatsChance(t *testing.T) {
	if testing.Short() {
		t.Skip("takes several seconds")
	}
	wins, games := 0, 64
	for i := range games {
		if s := play(t, searcher{40, fair}, i, func(*game.State, game.Move) {}); s.Won(game.Seat(i % 4)) {
			wins++
		}
	}
	t.Logf("%d of %d games won", wins, games)
	if wins*10 < games*6 {
		t.Errorf("only %d of %d games won", wins, games)
	}
}

// play plays a game of four seats, all but one of them random, and calls each before every move of the searcher.
func play(t *testing.T, x searcher, number int, each func(*game.State, game.Move)) *game.State {
	t.Helper()
	s, err := gofish.New().Start(4, game.SeedOf(uint64(number)))
	if err != nil {
		t.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(uint64(number), 0))
	for !s.Over() && s.Played() < 500 {
		all, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		m := all[luck.IntN(len(all))]
		if s.Turn() == game.Seat(number%4) {
			if m, err = x.choose(s, luck.Uint64()); err != nil {
				t.Fatal(err)
			}
			each(s, m)
		}
		if s, err = s.Play(m); err != nil {
			t.Fatal(err)
		}
	}
	return s
}

// TestSearchIsFair compares how often a searcher gets the cards it asks for with how often it would if the cards it does
// not know were dealt again. Without looking at them it has no more luck than that; a cheating searcher has much more.
func TestSearchIsFair(t *testing.T) {
	if testing.Short() {
		t.Skip("takes several seconds")
	}
	surplus := func(x searcher) float64 {
		asked, got, due := 0., 0., 0.
		goesOn := func(s *game.State, seat game.Seat) float64 {
			if s.Turn() == seat || s.Over() {
				return 1
			}
			return 0
		}
		for i := range 12 {
			play(t, x, i, func(s *game.State, m game.Move) {
				asked++
				f := s.Fork()
				if err := f.Play(m); err != nil {
					t.Fatal(err)
				}
				got += goesOn(f.State(), m.Seat)
				const deals = 20
				for seed := range uint64(deals) {
					if err := f.Redeal(s, m.Seat, seed); err != nil {
						t.Fatal(err)
					}
					if err := f.Play(m); err != nil {
						t.Fatal(err)
					}
					due += goesOn(f.State(), m.Seat) / deals
				}
			})
		}
		t.Logf("asked %.0f times with %.0f successes, expected %.1f", asked, got, due)
		return (got - due) / asked
	}
	if x := surplus(searcher{40, fair}); math.Abs(x) > .08 {
		t.Errorf("the success rate of a fair search differs from the expected one by %.2f", x)
	}
	if x := surplus(searcher{100, cheating}); x < .1 {
		t.Errorf("the success rate of a cheating search is only %.2f above the expected one", x)
	}
}
