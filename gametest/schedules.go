package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// schedulesSurvive: what is scheduled, called or chosen but not yet done is the same after saving and
// loading, after an undo, in a fork and in a re-deal; and the rest of the game continues in the same way from
// there.
func schedulesSurvive(c *checker, g *trail) *breach {
	at := c.unfinished(g)
	for _, i := range at {
		for _, ask := range []func(*trail, int) *breach{c.loadedSurvives, c.forkSurvives, c.redealSurvives} {
			if b := ask(g, i); b != nil {
				return b
			}
		}
		if c.late() {
			return nil
		}
	}
	return c.undoneSurvives(g, at)
}

// mostUnfinished is how many states of one game are checked.
const mostUnfinished = 10

// unfinished returns the numbers of some states in which something is scheduled, called, or chosen but not
// done.
func (c *checker) unfinished(g *trail) []int {
	called, chosen := c.held(g)
	at := slices.Concat(called, chosen)
	if len(c.rules.Effects) > 0 {
		for i, s := range g.states {
			if c.scheduled(s) != "" {
				at = append(at, i)
			}
		}
	}
	return atMost(at, c.looks(mostUnfinished))
}

// mostHeld is how many states of a single game are checked for calls and secret choices.
const mostHeld = 200

// held returns the numbers of states in which something is called, and of those in which something is chosen
// in secret.
func (c *checker) held(g *trail) (called, chosen []int) {
	if g.looked == len(g.states) || !flows(c.rules) {
		return g.called, g.chosen
	}
	g.called, g.chosen, g.looked = nil, nil, len(g.states)
	for _, i := range c.some(g, mostHeld) {
		p := c.placeOf(g.states[i])
		if p.inCall() {
			g.called = append(g.called, i)
		}
		if len(p.Pending) > 0 {
			g.chosen = append(g.chosen, i)
		}
	}
	return g.called, g.chosen
}

// moments returns the numbers of at most this many states, including the first and last, and as many in which
// something is called, or chosen but not done.
func (c *checker) moments(g *trail, most int) []int {
	called, chosen := c.held(g)
	some := c.some(g, most)
	most = c.looks(most)
	return atMost(slices.Concat(some, atMost(called, most/2), atMost(chosen, most)), 2*most)
}

// movesOf is moments for moves: to such states, and from them.
func (c *checker) movesOf(g *trail, most int) []int {
	called, chosen := c.held(g)
	at := c.someMoves(g, most)
	most = c.looks(most)
	for _, i := range append(atMost(called, most/4), atMost(chosen, most/2)...) {
		if i > 0 {
			at = append(at, i-1)
		}
		if i < len(g.moves) {
			at = append(at, i)
		}
	}
	return atMost(append(at, atMost(c.withMoments(g), most/2)...), 2*most)
}

// atMost returns at most this many of the numbers, in order, each once.
func atMost(at []int, most int) (some []int) {
	at = slices.Compact(slices.Sorted(slices.Values(at)))
	if len(at) <= most {
		return at
	}
	for _, k := range spread(len(at), most) {
		some = append(some, at[k])
	}
	return some
}

// scheduled writes down the waiting effects in order, with their data.
func (c *checker) scheduled(s *game.State) string {
	in := s.Scheduled()
	if in == 0 || s.Count(in) == 0 {
		return ""
	}
	var b strings.Builder
	parts := c.partsOf(s)
	for id := range s.In(in) {
		var values []string
		for part, of := range parts {
			if v, ok := of[s.Name(id)]; ok {
				values = append(values, fmt.Sprintf("%s %s", part, v))
			}
		}
		slices.Sort(values)
		fmt.Fprintf(&b, "%s: %s\n", s.Name(id), strings.Join(values, ", "))
	}
	return b.String()
}

// sameSchedule returns how the waiting effects differ from state i.
func (c *checker) sameSchedule(g *trail, i int, s *game.State, how string) *breach {
	was, is := c.scheduled(g.states[i]), c.scheduled(s)
	if dealt := strings.HasPrefix(how, "re-dealt"); dealt { // a re-deal may have renamed elements
		was, is = numbers.ReplaceAllString(was, "#"), numbers.ReplaceAllString(is, "#")
	}
	if n, a, b := firstLine(is, was); n > 0 {
		return broken(i, "%s, the schedule is\n  %s\nbut it was\n  %s", how, a, b)
	}
	if a, b := c.withoutMemory(s), c.withoutMemory(g.states[i]); a != b && !strings.HasPrefix(how, "re-dealt") {
		_, x, y := firstLine(indented([]byte(a)), indented([]byte(b)))
		return broken(i, "%s, there is\n  %s\nbut there was\n  %s", how, x, y)
	}
	return nil
}

func (c *checker) loadedSurvives(g *trail, i int) *breach {
	s, err := c.load(g.rules, c.save(g.states[i]))
	if err != nil {
		return broken(i, "the save cannot be loaded: %v", err)
	}
	if b := c.sameSchedule(g, i, s, "saved and loaded"); b != nil {
		return b
	}
	return c.playsOn(g, i, s, len(g.moves))
}

func (c *checker) forkSurvives(g *trail, i int) *breach {
	f := c.fork(g.states[i])
	s, err := f.Freeze()
	if err != nil {
		return broken(i, "a fork cannot be frozen: %v", err)
	}
	if b := c.sameSchedule(g, i, s, "forked"); b != nil {
		return b
	}
	for k := i; k < len(g.moves); k++ {
		if err := f.Play(g.moves[k]); err != nil {
			return broken(k, "forked after move %d and played on, %q gives: %v", i, g.texts[k].text, err)
		}
		if h := f.Hash(); h != g.hashes[k+1] {
			return broken(k+1, "forked after move %d and played on, the hash is %016x; it was %016x", i, h, g.hashes[k+1])
		}
	}
	return nil
}

func (c *checker) redealSurvives(g *trail, i int) *breach {
	for _, o := range observers(g.states[i]) {
		r, err := c.redeal(g.states[i], o, game.SeedOf(pairSeed(g, i, o)))
		if err != nil || c.rules.Guess != nil {
			continue // the law "re-deal" reports why
		}
		if b := c.sameSchedule(g, i, r, "re-dealt for "+observerName(o)); b != nil {
			return b
		}
	}
	return nil
}

// undoneSurvives goes back from the end of the game.
func (c *checker) undoneSurvives(g *trail, at []int) *breach {
	if len(at) == 0 {
		return nil
	}
	h := c.history(g.states[0], len(g.moves)+1)
	for i, m := range g.moves {
		if err := playIn(h, m); err != nil {
			return broken(i, "a history does not take the moves: %v", err)
		}
	}
	stop, _ := c.final(g)
	for i := len(g.moves) - 1; i >= max(stop, at[0]); i-- {
		if err := h.Back(); err != nil {
			return broken(i, "a move cannot be undone: %v", err)
		}
		if !slices.Contains(at, i) {
			continue
		}
		if b := c.sameSchedule(g, i, h.State(), "undone"); b != nil {
			return b
		}
		if c.late() {
			break
		}
	}
	return nil
}
