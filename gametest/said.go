package gametest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"

	"github.com/plygame/ply/game"
)

// linesAreWhole: in each line, reason and prompt of the game, every {n} has an argument, and every argument
// has its {n}.
func linesAreWhole(c *checker, g *trail) *breach {
	for i, s := range g.states {
		for _, l := range c.said(s) {
			if why := misfit(&l); why != "" {
				return broken(i, "%s", why)
			}
		}
	}
	for _, i := range c.some(g, mostSaid) {
		if why := c.asksWhole(g, i); why != "" {
			return broken(i, "%s", why)
		}
		if c.late() {
			break
		}
	}
	return nil
}

// mostSaid is in how many states of one game the offers are read.
const mostSaid = 30

// asksWhole checks the offers in a state: to each seat, and along the move that was made.
func (c *checker) asksWhole(g *trail, i int) string {
	s := g.states[i]
	var drafts []game.Move
	for _, x := range c.seatsToAct(s) {
		drafts = append(drafts, game.Move{Seat: x})
	}
	if i < len(g.moves) {
		m := g.moves[i]
		for k := range m.Picks {
			drafts = append(drafts, game.Move{Seat: m.Seat, Action: m.Action, Picks: m.Picks[:k]})
		}
	}
	for _, d := range drafts {
		offers, err := c.offers(s, d)
		if r, ok := asRefusal(err); ok {
			if why := misfit(&r.Why); why != "" {
				return why
			}
		}
		for k := range offers {
			if why := offersWhole(&offers[k]); why != "" {
				return fmt.Sprintf("action %s, asked of %s: %s", offers[k].Action, d.Seat, why)
			}
		}
	}
	return ""
}

func offersWhole(o *game.Offer) string {
	lines := []*game.Line{o.Why, &o.Prompt}
	for k := range o.Options {
		lines = append(lines, o.Options[k].Why)
	}
	for _, l := range lines {
		if why := misfit(l); why != "" {
			return why
		}
	}
	return ""
}

var argument = regexp.MustCompile(`\{(\d+)(?:\|[^{}]*)?\}`)

// misfit returns how the text of a line and its arguments do not match.
func misfit(l *game.Line) string {
	if l == nil {
		return ""
	}
	var used []int
	for _, m := range argument.FindAllStringSubmatch(l.Text, -1) {
		n, err := strconv.Atoi(m[1])
		if err != nil || n >= len(l.Args) {
			return fmt.Sprintf("the line %q has no argument for %s: it has %d, counted from 0", l.Text, m[0], len(l.Args))
		}
		used = append(used, n)
	}
	for n := range l.Args {
		if !slices.Contains(used, n) {
			return fmt.Sprintf("the line %q does not use argument {%d} of %d", l.Text, n, len(l.Args))
		}
	}
	return ""
}
