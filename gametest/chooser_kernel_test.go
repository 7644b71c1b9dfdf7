package gametest

import (
	"errors"
	"testing"

	"github.com/plygame/ply/game"
)

// order is pebbles with a choice before each move: one or two dishes, and an optional drink.
func order() *game.Rules {
	p := newPebbles()
	dish := &game.Pick[string]{
		Name: "dish", List: func(*game.Tx) []string { return []string{"bread", "fish", "soup"} },
		Several: func(*game.Tx) (int, int) { return 1, 2 },
	}
	drink := &game.Pick[int]{Name: "drink", Range: func(*game.Tx) (int, int) { return 1, 2 }, Optional: true}
	p.take.Pick = []game.Choice{p.many, dish, drink}
	return &p.Rules
}

// brokenChoosers break the law that offers agree with moves, in choosing a move step by step.
var brokenChoosers = []struct {
	name, words string
	spoil       func(*kernel)
}{
	{"every value is the last", "is marked as the last choice: true", func(k *kernel) {
		k.offers = calledLast(true)
	}},
	{"no value is the last", "is marked as the last choice: false", func(k *kernel) {
		k.offers = calledLast(false)
	}},
	{"a fork leaves a value out", "a fork offers", func(k *kernel) {
		k.onFork = func(f *game.Fork, d game.Move, buf []game.Offer) ([]game.Offer, error) {
			offers, err := f.Offers(d, buf)
			for i := range offers {
				offers[i].Options = offers[i].Options[:max(0, len(offers[i].Options)-1)]
			}
			return offers, err
		}
	}},
	{"a fork plays what is asked about", "have changed it", func(k *kernel) {
		k.onFork = func(f *game.Fork, d game.Move, buf []game.Offer) ([]game.Offer, error) {
			offers, err := f.Offers(d, buf)
			if s := f.State(); int(d.Seat) == s.Seats()-1 {
				_, _ = f.Random()
			}
			return offers, err
		}
	}},
	{"a chooser takes something else", "leads to", func(k *kernel) {
		k.take = func(c *game.Chooser, v game.Value) (*game.Chooser, error) {
			if next, err := c.Take(game.Value{N: v.N + 1}); err == nil {
				return next, nil
			}
			return c.Take(v)
		}
	}},
	{"a chooser does not stop", "stopping", func(k *kernel) {
		k.stop = func(c *game.Chooser) (*game.Chooser, error) { return c, nil }
	}},
	{"a chooser goes back too far", "going back from", func(k *kernel) {
		k.back = func(c *game.Chooser) *game.Chooser {
			if far := c.Back().Back(); far != nil {
				return far
			}
			return c.Back()
		}
	}},
	{"a chooser does not go back", "going back from", func(k *kernel) {
		k.back = func(c *game.Chooser) *game.Chooser { return c }
	}},
	{"a chooser cannot stop", "and stopping gives: more must be chosen", func(k *kernel) {
		k.stop = func(c *game.Chooser) (*game.Chooser, error) { return c, errors.New("more must be chosen") }
	}},
	{"a chooser plays when it stops", "stopping ends the move: true; the offer says it does: false", func(k *kernel) {
		k.stop = func(c *game.Chooser) (*game.Chooser, error) {
			next, err := c.Stop()
			if err == nil && next.Next() != nil && next.Next().StopLast {
				return next.Stop()
			}
			return next, err
		}
	}},
	{"a chooser has its own offers", "a chooser offers", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			for i := range all {
				all[i].Max++
			}
			return all, err
		}
	}},
}

func TestBrokenChoosersAreFound(t *testing.T) {
	for _, c := range brokenChoosers {
		t.Run(c.name, func(t *testing.T) { mustFind(t, order(), "offers agree with moves", c.words, c.spoil) })
	}
}

// calledLast returns offers in which every value, or none, is marked as the last choice.
func calledLast(last bool) func(*game.State, game.Move) ([]game.Offer, error) {
	return func(s *game.State, d game.Move) ([]game.Offer, error) {
		all, err := s.Offers(d)
		for i := range all {
			all[i].Last = last
			for j := range all[i].Options {
				all[i].Options[j].Last = last
			}
		}
		return all, err
	}
}
