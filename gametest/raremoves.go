package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// enoughSimilar is how many moves that do the same are checked, besides the random sample.
const enoughSimilar = 2

// rareMoves lists at most this many moves that do something few or none of the checked ones did: say
// something different, move elements between other places, make someone lose track. A law that samples some
// moves of each game would hardly ever meet a reshuffle of the deck.
func (c *checker) rareMoves(g *trail, most int) (at []int) {
	most = c.looks(most)
	inGame := map[string]int{}
	for i := range g.moves {
		inGame[c.doing(g, i)]++
	}
	for _, what := range slices.SortedFunc(maps.Keys(inGame), func(a, b string) int {
		if n := inGame[a] - inGame[b]; n != 0 {
			return n
		}
		return strings.Compare(a, b)
	}) {
		if len(at) == most {
			break
		}
		if c.tally.sorts[what] < enoughSimilar {
			at = append(at, c.lastDoing(g, what))
		}
	}
	return at
}

// freshMoves lists at most this many moves with an action, or a kind of line in it, that was hardly checked
// so far, whatever else they do and however many games there are: what an action says is what leaks most
// easily.
func (c *checker) freshMoves(g *trail, most int) (at []int) {
	met := map[string]bool{}
	for i := len(g.moves) - 1; i >= 0 && len(at) < most; i-- {
		fresh := false
		for _, what := range g.kindsSaid(i) {
			if c.tally.sorts[what] < enoughSimilar && !met[what] {
				met[what], fresh = true, true
			}
		}
		if fresh {
			at = append(at, i)
		}
	}
	return at
}

// kindsSaid lists the action of a move, and each kind of line and notice in it.
func (g *trail) kindsSaid(i int) []string {
	action := g.moves[i].Action
	all := []string{"take " + action}
	for _, l := range g.states[i+1].Said() {
		all = append(all, "say in "+action+"\n"+l.Text)
	}
	for _, n := range g.states[i+1].Notices() {
		all = append(all, "notice in "+action+"\n"+n.Name)
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// lastDoing returns the number of the last move of the game that does this.
func (c *checker) lastDoing(g *trail, what string) int {
	for i := len(g.moves) - 1; i >= 0; i-- {
		if c.doing(g, i) == what {
			return i
		}
	}
	return 0
}

// lookedAt counts checked moves by what they do. While a breach is being shortened nothing is counted, so
// that it is found again.
func (c *checker) lookedAt(g *trail, at []int) {
	if c.failed["leaks"] {
		return
	}
	if c.tally.sorts == nil {
		c.tally.sorts = map[string]int{}
	}
	for _, i := range at {
		c.tally.sorts[c.doing(g, i)]++
		for _, what := range g.kindsSaid(i) {
			c.tally.sorts[what]++
		}
	}
}

// doing describes what a move does in a form that can recur in another position: the action, its messages,
// and which sorts of things change.
func (c *checker) doing(g *trail, i int) string {
	if g.sorts == nil {
		g.sorts = map[int]string{}
	}
	if what, ok := g.sorts[i]; ok {
		return what
	}
	next := g.states[i+1]
	does := []string{}
	for _, l := range next.Said() {
		does = append(does, l.Text)
	}
	for _, n := range next.Notices() {
		does = append(does, n.Name)
	}
	for _, ch := range c.diff(g.states[i], next) {
		text := ch.Field
		if ch.Moves() {
			text = fmt.Sprintf("%s: %s -> %s", ch.Field, sortOfPlace(ch.Was), sortOfPlace(ch.Is))
		}
		does = append(does, text)
	}
	slices.Sort(does)
	g.sorts[i] = g.moves[i].Action + "\n" + strings.Join(slices.Compact(does), "\n")
	return g.sorts[i]
}

// sortOfPlace is the name of a place without what distinguishes it from others of its sort.
func sortOfPlace(name string) string {
	if i := strings.IndexAny(name, "/0123456789 "); i >= 0 {
		return name[:i]
	}
	return name
}
