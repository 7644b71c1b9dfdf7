package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// somebodyCanAct: while the game is running it waits for some seat; each seat it waits for has a complete
// move other than "done"; and everything that says which seats it waits for agrees.
func somebodyCanAct(c *checker, g *trail) *breach {
	for _, i := range c.some(g, mostRests) {
		if why := c.rests(g.states[i]); why != "" {
			return broken(i, "%s", why)
		}
		if c.late() {
			break
		}
	}
	return nil
}

// mostRests is how many states of one game are checked.
const mostRests = 300

// rests returns what is wrong with how a state waits.
func (c *checker) rests(s *game.State) string {
	waiting := c.seatsToAct(s)
	switch over := s.Outcome().Over; {
	case over && (len(waiting) > 0 || s.Turn() != game.Nobody):
		return fmt.Sprintf("the game is over, but waits for %v", waiting)
	case !over && len(waiting) == 0:
		return "the game is not over, but waits for no seat"
	case !over && !slices.Contains(waiting, s.Turn()):
		return fmt.Sprintf("it is the turn of %s, but the game waits for %v", s.Turn(), waiting)
	}
	for seat := range game.Seat(s.Seats()) {
		if why := c.checkWaiting(s, seat, slices.Contains(waiting, seat)); why != "" {
			return why
		}
	}
	var names []string
	for _, x := range waiting {
		names = append(names, s.Rules().SeatName(x))
	}
	if !slices.Equal(waitedFor(c.where(s)), names) {
		return fmt.Sprintf("Where says %q, but the game waits for %v", c.where(s), waiting)
	}
	return ""
}

// checkWaiting compares what a seat can do with whether the game waits for it.
func (c *checker) checkWaiting(s *game.State, seat game.Seat, waited bool) string {
	offers, err := c.offers(s, game.Move{Seat: seat})
	if err != nil {
		return fmt.Sprintf("asked what it may do, %s gets: %v", seat, err)
	}
	can, done, pass := false, false, false
	for _, o := range offers {
		switch {
		case o.Why != nil:
		case !ofKernel(c.rules, o.Action):
			can = true
			pass = pass || isPass(c.rules, o.Action)
		case stops(c.rules, o.Action):
			done = true
		}
	}
	p, is := c.progress(s, seat)
	switch {
	case waited && !can && done:
		return fmt.Sprintf("the game waits for %s, which can only choose \"done\"", seat)
	case waited != can:
		return fmt.Sprintf("the game waits for %s: %t; it can do something: %t", seat, waited, can)
	case done && !waited:
		return fmt.Sprintf("the game does not wait for %s, which can choose \"done\"", seat)
	case is != waited:
		return fmt.Sprintf("the game waits for %s: %t; it has Progress: %t", seat, waited, is)
	case !waited:
		return ""
	case p.Left == 0 || p.Left > 0 && p.Left < p.Needs || p.Needs < 0 || p.Used < 0:
		return fmt.Sprintf("the game waits for %s, but its Progress is %+v", seat, p)
	case done && p.Needs > 0 || !done && !pass && p.Needs == 0:
		return fmt.Sprintf("%s can choose \"done\": %t; its Progress is %+v", seat, done, p)
	}
	return ""
}

// isPass reports whether the action with this name is a Pass.
func isPass(r *game.Rules, name string) bool {
	return slices.ContainsFunc(r.Actions, func(a *game.Action) bool { return a.Name == name && a.Pass })
}

func seatNames(seats []game.Seat) (names []string) {
	for _, x := range seats {
		names = append(names, x.String())
	}
	return names
}

// waitedFor returns the seats named in the text of Where.
func waitedFor(where string) []string {
	_, rest, found := strings.Cut(where, "waiting for ")
	list, _, _ := strings.Cut(rest, " to choose ")
	if !found {
		return nil
	}
	return strings.Split(list, ", ")
}
