package gofish_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

// searcher plays by trying out: it deals what it does not know at random, plays a move, goes
// on at random to the end, and sees how that went. Promising moves are tried more often.
type searcher struct {
	tries int // in all, for one choice
	begin func(f *game.Fork, s *game.State, seat game.Seat, seed uint64) error
}

// fair is how a search begins that does not look at the cards of others.
func fair(f *game.Fork, s *game.State, seat game.Seat, seed uint64) error {
	return f.Redeal(s, seat, seed)
}

// cheating is how one begins that does.
func cheating(f *game.Fork, s *game.State, _ game.Seat, seed uint64) error {
	f.Reset(s)
	f.Seed(seed)
	return nil
}

// trial is a move and what came of it.
type trial struct {
	move       game.Move
	tries, sum float64
}

// choose returns a good move of the seat to act.
func (x searcher) choose(s *game.State, seed uint64) (game.Move, error) {
	moves, err := s.Moves()
	if err != nil || len(moves) == 1 {
		return moves[0], err
	}
	all := make([]trial, len(moves))
	for i, m := range moves {
		all[i].move = m
	}
	f := game.NewFork(s)
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

// hopeful returns the trial with the highest bound on what it may be worth (UCB1).
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

// lead is by how many books a seat is ahead of the best of the others.
func lead(books []int, seat game.Seat) float64 {
	others := 0
	for x, n := range books {
		if game.Seat(x) != seat {
			others = max(others, n)
		}
	}
	return float64(books[seat] - others)
}

// TestSearchBeatsChance lets a searcher play against three who play at random. Of four alike
// each wins 32 % of the games, counting shared wins; of 64 games all of that chance is less
// than one in a million to win 60 %. The searcher wins about 80 %.
func TestSearchBeatsChance(t *testing.T) {
	if testing.Short() {
		t.Skip("it takes some seconds")
	}
	const seats, games = 4, 64
	r := gofish.New()
	wins := 0
	for i := range uint64(games) {
		s, err := game.Start(r, seats, game.SeedOf(i))
		if err != nil {
			t.Fatal(err)
		}
		luck := rand.New(rand.NewPCG(i, 0))
		me := game.Seat(i % seats)
		for !s.Over() {
			var m game.Move
			if s.Turn() == me {
				m, err = searcher{40, fair}.choose(s, luck.Uint64())
			} else {
				m, err = anyMove(s, luck)
			}
			if err != nil {
				t.Fatal(err)
			}
			if s, err = s.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		if s.Won(me) {
			wins++
		}
	}
	t.Logf("%d of %d games won", wins, games)
	if wins*10 < games*6 {
		t.Errorf("only %d of %d games are won", wins, games)
	}
}

func anyMove(s *game.State, luck *rand.Rand) (game.Move, error) {
	all, err := s.Moves()
	if err != nil {
		return game.Move{}, err
	}
	return all[luck.IntN(len(all))], nil
}

// TestSearchIsFair sets a trap for those who look: seat 0 knows that seat 1 has a queen, and
// cannot know that seat 2 has all the fives it lacks. A fair search chooses the same whatever
// seat 2 has.
func TestSearchIsFair(t *testing.T) {
	g := deal(t, "9♣ K♦ K♠", "5♣ Q♣ Q♦ Q♥ J♣", "Q♠ 2♣ 4♣ 6♣ 8♣", "5♦ 5♥ 5♠ 3♥ 7♦")
	g.PlayAll("ask 1 J", "ask 2 Q", "ask 0 3")
	s := g.State()
	g.ExpectTurn(0)
	choice := func(s *game.State, x searcher, seed uint64) string {
		t.Helper()
		m, err := x.choose(s, seed)
		if err != nil {
			t.Fatal(err)
		}
		return s.Text(m)
	}
	if got := choice(s, searcher{1000, cheating}, 1); got != "ask 2 5" {
		t.Errorf("who cheats chooses %q, so this is no trap", got)
	}
	for i, s := range append(redeals(t, s, 0)[:10], s) {
		if got := choice(s, searcher{1000, fair}, 1); got != "ask 1 Q" {
			t.Errorf("in re-deal %d the choice is %q", i, got)
		}
	}
}
