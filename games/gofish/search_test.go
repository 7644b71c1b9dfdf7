package gofish_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
)

type searcher struct {
	fork   *game.Fork
	budget int
	c      float64
	most   int
}

type option struct {
	move  game.Move
	tries float64
	sum   float64
}

func (x *searcher) choose(s *game.State, seed uint64) (game.Move, error) {
	seat := s.Turn()
	moves, err := s.Moves()
	if err != nil || len(moves) == 1 {
		return moves[0], err
	}
	all := make([]option, len(moves))
	for i, m := range moves {
		all[i].move = m
	}
	for n := range x.budget {
		best, bound := 0, math.Inf(-1)
		for i := range all {
			o := &all[i]
			if o.tries == 0 {
				best = i
				break
			}
			if u := o.sum/o.tries + x.c*math.Sqrt(math.Log(float64(n))/o.tries); u > bound {
				best, bound = i, u
			}
		}
		o := &all[best]
		if err := x.fork.Redeal(s, seat, seed<<20+uint64(n)); err != nil {
			return o.move, err
		}
		if err := x.fork.Play(o.move); err != nil {
			return o.move, err
		}
		if _, err := x.fork.Playout(x.most); err != nil {
			return o.move, err
		}
		o.tries++
		o.sum += value(x.fork.State(), seat)
	}
	best := 0
	for i := range all {
		if all[i].tries > all[best].tries || all[i].tries == all[best].tries && all[i].sum > all[best].sum {
			best = i
		}
	}
	return all[best].move, nil
}

func value(s *game.State, seat game.Seat) float64 {
	o := s.Outcome()
	if !o.Over {
		n := 0
		for x := range game.Seat(s.Seats()) {
			if x == seat {
				n += s.Held(x).Len()
			} else {
				n -= s.Held(x).Len()
			}
		}
		return float64(n)
	}
	best := 0
	for x, n := range o.Scores {
		if game.Seat(x) != seat {
			best = max(best, n)
		}
	}
	return float64(o.Scores[seat] - best)
}

func TestTmpSearch(t *testing.T) {
	for _, cfg := range []struct {
		seats  int
		budget int
		c      float64
		most   int
	}{{2, 100, .5, 1000}, {3, 60, .5, 1000}, {3, 60, 2, 1000}, {3, 120, 1, 1000}, {4, 60, 1, 1000}, {4, 120, 1, 1000}, {5, 100, 1, 1000}} {
		began := time.Now()
		wins, games, decisions := 0, 60, 0
		r := gofish.New()
		for i := range games {
			s, err := game.Start(r, cfg.seats, game.SeedOf(uint64(i/cfg.seats)))
			if err != nil {
				t.Fatal(err)
			}
			x := &searcher{game.NewFork(s), cfg.budget, cfg.c, cfg.most}
			f := game.NewFork(s)
			me := game.Seat(i % cfg.seats)
			for !s.Outcome().Over {
				var m game.Move
				if s.Turn() == me {
					m, err = x.choose(s, uint64(i*1000+s.Played()))
					decisions++
				} else {
					all, _ := s.Moves()
					d := uint64(i*1000+s.Played()) * 0x9E3779B97F4A7C15 >> 33
					m = all[d%uint64(len(all))]
				}
				if err != nil {
					t.Fatal(err)
				}
				if s, err = s.Play(m); err != nil {
					t.Fatal(err)
				}
			}
			_ = f
			if s.Won(me) {
				wins++
			}
		}
		fmt.Printf("%+v: %d of %d, %d decisions %v\n", cfg, wins, games, decisions, time.Since(began))
	}
}
