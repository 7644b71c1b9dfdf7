package gametest

import "math/rand/v2"

// leastLooks is the minimum number of places that a law checks in each game.
const leastLooks = 3

// looks returns how many places a law checks in each game, if it checks most of a single game. With many
// games each is checked in fewer places, so that many games cost little more than a few.
func (c *checker) looks(most int) int {
	return min(most, max(leastLooks, most*c.close/c.Games))
}

// some returns the numbers of at most this many states, fewer if there are many games.
func (c *checker) some(g *trail, most int) []int {
	return c.sample(g, len(g.states), most)
}

// someMoves returns the numbers of at most this many moves, fewer if there are many games.
func (c *checker) someMoves(g *trail, most int) []int {
	if len(g.moves) == 0 {
		return nil
	}
	return c.sample(g, len(g.moves), most)
}

// sample returns some of the numbers below n, including the last: different ones in each game.
func (c *checker) sample(g *trail, n, most int) []int {
	few := c.looks(most)
	if few == most || n <= few {
		return spread(n, few)
	}
	r := rand.New(rand.NewPCG(g.setup.Seed, uint64(n)))
	var at []int
	for i := range few - 1 {
		from, to := i*(n-1)/(few-1), (i+1)*(n-1)/(few-1)
		at = append(at, from+r.IntN(to-from))
	}
	return append(at, n-1)
}
