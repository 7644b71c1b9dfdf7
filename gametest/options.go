package gametest

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

const optionLaw = "options can be played"

// mostMisfits limits how many option values that cannot be played are reported.
const mostMisfits = 5

// options: a game can be played to its end with extreme option values: each option alone at its minimum,
// maximum and each of its choices, all at their minimum, all at their maximum, and each preset, with every
// number of seats that fits.
func (c *checker) options() {
	c.t.Helper()
	if len(c.rules.Options) == 0 || !c.includes(optionLaw) {
		return
	}
	var first *breach
	var by int
	var values game.Values
	var words []string
	for _, v := range ends(c.rules) {
		r, err := c.rules.With(v)
		if game.CodeOf(err) != "" {
			continue // it does not fit
		}
		for _, n := range SeatCounts(c.rules.Seats) {
			var b *breach
			if err != nil {
				b = broken(0, "%v", err)
			} else if r.Unfit(n) == nil {
				b = c.playable(r, n)
				c.report.Options++
			}
			if b == nil || len(words) == mostMisfits || c.late() {
				continue
			}
			if words = append(words, fmt.Sprintf("with %s and %s: %s", setting(v), seats(n), b.words)); first == nil {
				first, by, values = b, n, v
			}
		}
	}
	if first == nil {
		return
	}
	b := &breach{at: first.at, words: strings.Join(words, "\n"), fault: first.fault}
	g := &trail{setup: Setup{Seats: by, Seed: c.Seed}}
	test := c.testOf(optionLaw, g,
		fmt.Sprintf("\trules, err := rules.With(%#v)\n\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"+
			"\tgametest.Config{Games: 1, Seats: []int{%d}, Seed: %d}.Check(t, rules)\n", values, by, c.Seed))
	c.failed[optionLaw] = true
	c.found(optionLaw, g, b, test)
	c.t.Errorf("law %q is broken by %s: %s\n\n%s", optionLaw, describe(c.rules), b.words, test)
}

// playable plays a game or two with these rules.
func (c *checker) playable(r *game.Rules, by int) *breach {
	games := 2
	if c.close == 1 {
		games = 1
	}
	one := newChecker(nobody{}, r, Config{MaxMoves: max(c.MaxMoves, 10_000), kernel: c.kernel})
	one.until = c.until
	for i := range games {
		setup := Setup{Seats: by, Seed: c.Seed + uint64(2*i)}
		if setup.Seed%2 == 0 {
			setup.Seed++ // pick by pick: there may be too many moves for a list
		}
		g, err := one.walk(setup)
		switch {
		case err != nil:
			return broken(0, "it cannot be started: %v", err)
		case g.stop != nil:
			return g.stop
		case !g.cut && !g.last().Outcome().Over:
			return broken(len(g.moves), "it is not over after %d moves", len(g.moves))
		}
	}
	return nil
}

// ends lists the option values to try.
func ends(r *game.Rules) (all []game.Values) {
	least, most := game.Values{}, game.Values{}
	for _, o := range r.Options {
		values := endsOf(o)
		for _, x := range values {
			all = append(all, game.Values{o.Name: x})
		}
		if len(values) > 0 {
			least[o.Name], most[o.Name] = values[0], values[len(values)-1]
		}
	}
	all = append(all, least, most)
	for _, p := range r.Presets {
		v := game.Values{}
		for _, o := range r.Options {
			v[o.Name] = o.Default
		}
		maps.Copy(v, p.Values)
		all = append(all, v)
	}
	return distinct(r, all)
}

// distinct leaves out values with the same result.
func distinct(r *game.Rules, all []game.Values) []game.Values {
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(v game.Values) bool {
		full := r.Values()
		for _, o := range r.Options {
			full[o.Name] = o.Value
		}
		maps.Copy(full, v)
		key := setting(full)
		was := seen[key]
		seen[key] = true
		return was
	})
}

// endsOf lists the values to try for an option: the minimum first, the maximum last.
func endsOf(o game.Setting) []string {
	switch o.Type {
	case "number":
		if o.Min != 0 || o.Max != 0 {
			return []string{strconv.Itoa(o.Min), strconv.Itoa(o.Max)}
		}
	case "bool":
		return []string{"false", "true"}
	case "select":
		return o.Choices
	}
	return nil
}

// setting writes down values.
func setting(v game.Values) string {
	var all []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		all = append(all, name+"="+v[name])
	}
	return strings.Join(all, " ")
}
