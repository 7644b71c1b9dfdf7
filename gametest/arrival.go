package gametest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/plygame/ply/game"
)

// arrivalDoesNotMatter: where seats choose in secret, the same choices lead to the same state and the same
// save in any order; and a choice that is taken back leaves no trace.
func arrivalDoesNotMatter(c *checker, g *trail) *breach {
	if len(secretSteps(c.rules)) == 0 {
		return nil
	}
	r := rand.New(rand.NewPCG(g.setup.Seed, 23))
	tried := 0
	for i, s := range g.states {
		at := c.placeOf(s)
		if !at.chooses(c.rules) || s.Outcome().Over || tried >= c.looks(mostArrivals) || c.late() && tried > 0 {
			continue
		}
		tried++
		if why := c.arrive(s, r); why != "" {
			return broken(i, "%s", why)
		}
		if why := c.takenBack(s, r); why != "" {
			return broken(i, "%s", why)
		}
	}
	return nil
}

// mostArrivals is in how many states of a single game the orders of arrival are compared.
const mostArrivals = 12

// arrive plays one choice of each seat that has yet to choose, in many orders.
func (c *checker) arrive(s *game.State, r *rand.Rand) string {
	var choices []game.Move
	for _, seat := range c.seatsToAct(s) {
		m, err := c.choice(s, seat, r)
		if err != nil {
			return fmt.Sprintf("%s must choose but cannot: %v", seat, err)
		}
		choices = append(choices, m)
	}
	var first *game.State
	for _, order := range orders(len(choices), r) {
		end, text := s, ""
		for _, k := range order {
			m := choices[k]
			text += fmt.Sprintf(" %s: %s;", m.Seat, s.Text(m))
			next, err := c.play(end, m)
			if err != nil {
				return fmt.Sprintf("after%s it gives: %v", text, err)
			}
			end = next
		}
		if first == nil {
			first = end
			continue
		}
		if a, b := c.hash(end), c.hash(first); a != b {
			return fmt.Sprintf("in this order, the secret choices lead to the hash %016x, in another to %016x:%s", a, b, text)
		}
		if a, b := c.save(end), c.save(first); !bytes.Equal(a, b) {
			_, x, y := firstLine(indented(a), indented(b))
			return fmt.Sprintf("in this order, the secret choices lead to\n  %s\nin another to\n  %s\n%s", x, y, text)
		}
	}
	return ""
}

// choice returns a random move of the seat.
func (c *checker) choice(s *game.State, seat game.Seat, r *rand.Rand) (m game.Move, err error) {
	all, err := c.moves(s)
	all = slices.DeleteFunc(all, func(m game.Move) bool { return m.Seat != seat })
	if err == nil && len(all) > 0 {
		return all[r.IntN(len(all))], nil
	}
	for range tries {
		var invented bool
		if m, invented, err = c.draftOf(s, seat, r); err == nil {
			if _, err = c.play(s, m); err == nil || !invented {
				break
			}
		}
	}
	return m, err
}

// mostOrders is how many orders are tried for more than four seats.
const mostOrders = 10

// orders returns all orders of n things, or some if there are too many.
func orders(n int, r *rand.Rand) (all [][]int) {
	if n > 4 {
		for range mostOrders {
			all = append(all, r.Perm(n))
		}
		return all
	}
	if n == 0 {
		return [][]int{nil}
	}
	for _, shorter := range orders(n-1, r) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(shorter), at, n-1))
		}
	}
	return all
}

// takenBack lets a seat choose and take its choice back, if it is not the last to choose.
func (c *checker) takenBack(s *game.State, r *rand.Rand) string {
	waiting := c.seatsToAct(s)
	if len(waiting) < 2 {
		return ""
	}
	seat := waiting[r.IntN(len(waiting))]
	m, err := c.choice(s, seat, r)
	if err != nil {
		return fmt.Sprintf("%s must choose but cannot: %v", seat, err)
	}
	next, err := c.play(s, m)
	if err != nil {
		return fmt.Sprintf("%q of %s gives: %v", s.Text(m), seat, err)
	}
	if slices.Contains(c.seatsToAct(next), seat) {
		return fmt.Sprintf("%s has chosen %q, but the game still waits for it", seat, s.Text(m))
	}
	back, err := c.play(next, withdrawal(next, seat))
	if err != nil {
		return fmt.Sprintf("%q of %s cannot be taken back: %v", s.Text(m), seat, err)
	}
	if a, b := c.uncounted(back), c.uncounted(s); a != b {
		_, x, y := firstLine(indented([]byte(a)), indented([]byte(b)))
		return fmt.Sprintf("after %s has taken back %q, there is\n  %s\nbut before there was\n  %s", seat, s.Text(m), x, y)
	}
	return ""
}

// uncounted is a save without the number of moves, and without the sums that contain it.
func (c *checker) uncounted(s *game.State) string {
	return c.without(s, "moves", "hash", "check")
}
