package gametest

import (
	"reflect"

	"github.com/plygame/ply/game"
)

// forksAgree: a fork has the moves of its state, counts the games of one and two moves correctly, and is
// unchanged afterwards.
func forksAgree(c *checker, g *trail) *breach {
	for _, i := range c.moments(g, 10) {
		if b := c.forkAgrees(g, i); b != nil {
			return b
		}
		if c.late() {
			break
		}
	}
	return nil
}

func (c *checker) forkAgrees(g *trail, i int) *breach {
	all, err := c.moves(g.states[i])
	if err != nil {
		return nil // there is free text, or there are too many
	}
	f := c.fork(g.states[i])
	if mine, err := f.Moves(); err != nil || !reflect.DeepEqual(mine, all) {
		return broken(i, "a fork has the moves %v, %v; the state has %v", mine, err, all)
	}
	want := map[int]uint64{1: uint64(len(all))}
	if two, ok := c.countTwoMoves(g.states[i], all); ok {
		want[2] = two
	}
	for depth := 1; depth <= len(want); depth++ {
		n, err := f.Perft(depth)
		if unlisted(err) {
			return nil // or chance decides
		}
		if err != nil || n != want[depth] {
			return broken(i, "%d games of %d moves are counted (%v); there are %d", n, depth, err, want[depth])
		}
		if h := f.Hash(); h != g.hashes[i] {
			return broken(i, "counting the games of %d moves has changed the fork", depth)
		}
	}
	return nil
}

// countTwoMoves counts the games of two moves by playing them.
func (c *checker) countTwoMoves(s *game.State, all []game.Move) (n uint64, ok bool) {
	if len(all) > 30 {
		return 0, false
	}
	for _, m := range all {
		next, err := c.play(s, m)
		if err != nil {
			return 0, false
		}
		answers, err := c.moves(next)
		if err != nil {
			return 0, false
		}
		n += uint64(len(answers))
	}
	return n, true
}
