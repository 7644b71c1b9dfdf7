package gametest

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"regexp"
	"slices"
	"strconv"
)

// another is a state that looks the same to everyone.
type another struct {
	how  string
	save []byte
}

// orderStaysHidden: views do not depend on what they do not show: the order in which elements have entered an
// unordered place, and, if some are hidden, the order in which they were created. They are compared with the
// views of states that differ only in that, and of the state saved and loaded.
func (c *checker) orderStaysHidden(g *trail, i int, veiled bool) string {
	r := rand.New(rand.NewPCG(g.setup.Seed, uint64(i)))
	save := c.save(g.states[i])
	others := []another{{"saved and loaded", save}}
	if veiled {
		others = append(others, another{"with its elements renumbered", renumbered(save, r)})
	}
	if loose := loosePlaces(g.states[i]); len(loose) > 0 {
		others = append(others, another{"with a different order in unordered places", reordered(save, loose, r)})
	}
	for _, other := range others {
		s, err := c.load(g.rules, other.save)
		if err != nil {
			return fmt.Sprintf("the state, %s, cannot be loaded: %v\n%s", other.how, err, other.save)
		}
		for _, o := range observers(s) {
			if got, want := c.save(c.view(s, o)), c.save(c.view(g.states[i], o)); !bytes.Equal(got, want) {
				return fmt.Sprintf("the view of %s, of the state %s, differs:\n%s\nnot\n%s", observerName(o), other.how, got, want)
			}
		}
	}
	return ""
}

var (
	numbers = regexp.MustCompile(`"#[0-9]+"`)
	chosen  = regexp.MustCompile(`"move":"(?:[^"\\]|\\.)*"`) // in secret
	inText  = regexp.MustCompile(`#[0-9]+`)
)

// renumbered is a save in which the created elements have exchanged their numbers.
func renumbered(save []byte, r *rand.Rand) []byte {
	p, err := openSheet(save)
	if err != nil {
		return save
	}
	to := r.Perm(p.created)
	another := func(name []byte) []byte {
		n, err := strconv.Atoi(string(name[1:]))
		if err != nil || n < 1 || n > len(to) {
			return name
		}
		return fmt.Appendf(nil, "#%d", to[n-1]+1)
	}
	inside := func(text []byte) []byte { return inText.ReplaceAllFunc(text, another) }
	return chosen.ReplaceAllFunc(numbers.ReplaceAllFunc(seals.ReplaceAll(save, nil), inside), inside)
}

// reordered is a save in which the elements of these places are in a different order.
func reordered(save []byte, places map[string]bool, r *rand.Rand) []byte {
	p, err := openSheet(save)
	if err != nil {
		return save
	}
	at := map[string][]int{}
	for i, e := range p.elements {
		if places[e.In] {
			at[e.In] = append(at[e.In], i)
		}
	}
	for _, in := range slices.Sorted(maps.Keys(at)) {
		all := at[in]
		r.Shuffle(len(all), func(a, b int) {
			p.elements[all[a]], p.elements[all[b]] = p.elements[all[b]], p.elements[all[a]]
		})
	}
	text, err := p.text()
	if err != nil {
		return save
	}
	return text
}
