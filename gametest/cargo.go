package gametest

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// cargo counts for an observer the states in which hidden elements with contents could trade places.
type cargo struct {
	could int
	moved bool
	at    int    // a state in which they do not
	what  string // the things
}

// cargoDeals is how often a state is dealt again to see whether an element with contents ever trades places.
const cargoDeals = 8

// noteCargo looks for two different elements that the observer cannot tell apart, at least one with contents,
// and records whether re-deals make them trade places.
func (d *dealing) noteCargo(i int, o game.Seat) {
	x := d.cargo[o]
	if x.moved || d.rules.Guess != nil {
		return
	}
	s := d.g.states[i]
	a, b, found := d.twins(s, o)
	if !found {
		return
	}
	x.could++
	x.at, x.what = i, fmt.Sprintf("%s and %s in %s", s.Name(a), s.Name(b), s.Name(s.Parent(a)))
	was, at := d.load(s, a), slices.Index(slices.Collect(s.In(s.Parent(a))), a)
	for n := range uint64(cargoDeals) {
		r, err := d.redeal(s, o, game.SeedOf(pairSeed(d.g, i, o)+n))
		if err != nil {
			break
		}
		if there := slices.Collect(r.In(s.Parent(a))); at >= len(there) || d.load(r, there[at]) != was {
			x.moved = true
			break
		}
	}
	d.cargo[o] = x
}

// twins finds two elements in one place that the observer does not know, that differ including their
// contents, and that could trade places without the observer noticing.
func (d *dealing) twins(s *game.State, o game.Seat) (a, b game.ID, found bool) {
	for id := range s.All() {
		up := s.Parent(id)
		if s.Count(id) == 0 || isCreated(s.Name(up)) || s.Knows(o, id) || d.knowsInside(s, o, id) {
			continue
		}
		for other := range s.In(up) {
			if other != id && !s.Knows(o, other) && !d.knowsInside(s, o, other) && d.load(s, other) != d.load(s, id) &&
				d.swappable(s, o, id, other) {
				return id, other, true
			}
		}
	}
	return 0, 0, false
}

// knowsInside reports whether the observer knows something inside an element.
func (d *dealing) knowsInside(s *game.State, o game.Seat, id game.ID) bool {
	for in := range s.In(id) {
		if s.Knows(o, in) || d.knowsInside(s, o, in) {
			return true
		}
	}
	return false
}

// load describes an element with its contents.
func (d *dealing) load(s *game.State, id game.ID) string {
	var in []string
	for c := range s.In(id) {
		in = append(in, d.load(s, c))
	}
	return d.sort(d.expected(s, game.Judge), id) + "(" + strings.Join(in, ", ") + ")"
}

// swappable reports whether the observer sees no difference if two elements in one place trade places.
func (d *dealing) swappable(s *game.State, o game.Seat, a, b game.ID) bool {
	sheet, err := openSheet(s.Save())
	if err != nil {
		return false
	}
	at := func(id game.ID) int {
		return slices.IndexFunc(sheet.elements, func(e element) bool { return e.ID == s.Name(id) })
	}
	i, j := at(a), at(b)
	sheet.elements[i], sheet.elements[j] = sheet.elements[j], sheet.elements[i]
	x, err := sheet.state(d.rules)
	if err != nil || !bytes.Equal(d.save(d.view(x, o)), d.save(d.view(s, o))) {
		return false
	}
	return d.rules.Fits == nil || d.rules.Fits(x, o)
}

// unmovedCargo is the breach of re-deals in which elements with contents never trade places.
func (d *dealing) unmovedCargo() *breach {
	for _, o := range observers(d.g.states[0]) {
		if x := d.cargo[o]; !x.moved && x.could >= enough/4 {
			return broken(x.at, "re-dealt for %s, elements with contents never trade places, in %d states with %d seeds each; here %s could, without the observer seeing it",
				observerName(o), x.could, cargoDeals, x.what)
		}
	}
	return nil
}
