package games_test

import (
	"math"

	"github.com/plygame/ply/game"
)

// uct is a simple upper-confidence tree search that uses only the public API of Fork, for games without chance or secrets.
// Each simulation descends from the root by the best bound, adds a node and continues with random moves.
type uct struct {
	f     *game.Fork
	root  *game.State
	nodes []uctNode
	moves []game.Handle
	path  []int32
}

// uctNode is a move and its results for the seat that made it.
type uctNode struct {
	move        game.Handle
	first, last int32 // its replies, once they are listed
	visits      int32
	sum         float64 // of results, from 0 for the last rank to 1 for the first
}

func newUCT(s *game.State) *uct {
	return &uct{f: s.Fork(), root: s}
}

// search runs simulations starting from an empty tree, and returns the move that was tried most often.
func (u *uct) search(simulations int, seed uint64) (game.Handle, error) {
	u.nodes = append(u.nodes[:0], uctNode{})
	u.f.Reset(u.root)
	u.f.Seed(seed)
	for range simulations {
		if err := u.simulate(); err != nil {
			return game.Handle{}, err
		}
	}
	best := uctNode{}
	for _, n := range u.nodes[u.nodes[0].first:u.nodes[0].last] {
		if n.visits > best.visits {
			best = n
		}
	}
	return best.move, nil
}

func (u *uct) simulate() error {
	u.f.Reset(u.root)
	at := int32(0)
	u.path = append(u.path[:0], at)
	for !u.f.State().Over() {
		leaf := u.nodes[at].visits == 0 && at > 0
		if leaf {
			break
		}
		if u.nodes[at].last == 0 {
			if err := u.expand(at); err != nil {
				return err
			}
		}
		at = u.best(at)
		if err := u.f.Do(u.nodes[at].move); err != nil {
			return err
		}
		u.path = append(u.path, at)
	}
	if _, err := u.f.Playout(longest); err != nil {
		return err
	}
	u.backUp()
	return nil
}

// expand lists the replies to a move.
func (u *uct) expand(at int32) (err error) {
	if u.moves, err = u.f.Handles(u.moves[:0]); err != nil {
		return err
	}
	u.nodes[at].first = int32(len(u.nodes))
	for _, h := range u.moves {
		u.nodes = append(u.nodes, uctNode{move: h})
	}
	u.nodes[at].last = int32(len(u.nodes))
	return nil
}

// best returns the reply with the highest bound; replies that were never tried come first.
func (u *uct) best(at int32) (best int32) {
	n := &u.nodes[at]
	explore, bound := 0.9*math.Sqrt(logs[min(int(n.visits), len(logs)-1)]), -1.0
	for i := n.first; i < n.last; i++ {
		c := &u.nodes[i]
		if c.visits == 0 {
			return i
		}
		if b := c.sum*inverse[min(int(c.visits), len(inverse)-1)] + explore*roots[min(int(c.visits), len(roots)-1)]; b > bound {
			best, bound = i, b
		}
	}
	return best
}

// backUp adds the result to every move on the path.
func (u *uct) backUp() {
	s := u.f.State()
	last := float64(s.Seats() - 1)
	for _, i := range u.path {
		n := &u.nodes[i]
		n.visits++
		if s.Tied() {
			n.sum += 0.5
		} else {
			n.sum += 1 - float64(s.Rank(n.move.Seat())-1)/last
		}
	}
}

// Tables for the bounds of up to this many visits.
var logs, roots, inverse = func() (l, r, i [1 << 14]float64) {
	for n := 1; n < len(l); n++ {
		l[n], r[n], i[n] = math.Log(float64(n)), 1/math.Sqrt(float64(n)), 1/float64(n)
	}
	return l, r, i
}()
