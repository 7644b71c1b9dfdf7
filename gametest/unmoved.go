package gametest

import (
	"bytes"
	"fmt"
	"maps"
	"slices"

	"github.com/plygame/ply/game"
)

// unmoved looks for elements that an observer has lost sight of and that every re-deal leaves in place,
// although they could be elsewhere: a bot would know that they have not moved.
func (d *dealing) unmoved() *breach {
	for _, o := range observers(d.g.states[0]) {
		lost, still := d.lost(o)
		var at []int
		for i := range lost {
			if len(lost[i]) > 0 {
				at = append(at, i)
			}
		}
		most := d.looks(mostUnmoved)
		stuck := 0
		for _, i := range atMost(append(atMost(still, most), atMost(at, most)...), 2*most) {
			if d.late() {
				return nil
			}
			why := d.staying(i, o, lost[i])
			if why == "" {
				continue
			}
			if stuck++; stuck == unmovedTwice {
				return broken(i, "re-dealt for %s, %s", observerName(o), why)
			}
		}
	}
	return nil
}

const (
	mostUnmoved  = 8 // in how many states of a single game to look for elements that no re-deal moves
	unmovedTwice = 2 // in how many of them one must be found: a single one may follow from the rules
	unmovedDeals = 64
)

// gone is what the law knows of an element that an observer does not see.
type gone struct {
	told  bool // the observer put it there, or it was revealed
	dark  bool // since it was last seen, something of its kind has moved where the observer sees nothing
	still bool // it was seen, and is where it was last seen
}

// lost lists for each state of the game the elements that the observer has lost track of completely: they do
// not see that the elements are there, were not told, and something of the same kind has moved unseen, which
// could have been these. In the states listed in still, one of the elements is where it was last seen.
func (d *dealing) lost(o game.Seat) (all [][]game.ID, still []int) {
	all = make([][]game.ID, len(d.g.states))
	now := map[game.ID]gone{}
	for i, s := range d.g.states {
		revealed := s.Revealed(o)
		moved := map[*game.Kind]bool{}
		for id := range s.All() {
			x, unseen := now[id]
			if d.sees(s, o, id) != game.Unseen {
				delete(now, id)
				continue
			}
			if i > 0 {
				x.still = x.still || !unseen
			}
			if i > 0 && d.g.states[i-1].Parent(id) != s.Parent(id) {
				x.told, x.still = d.g.moves[i-1].Seat == o, false
				if unseen && !x.told {
					moved[s.Kind(id)] = true
				}
			}
			x.told = x.told || revealed.Has(id)
			now[id] = x
		}
		for id, x := range now {
			if !s.Alive(id) {
				delete(now, id)
				continue
			}
			if moved[s.Kind(id)] && i > 0 && d.sees(d.g.states[i-1], o, id) == game.Unseen {
				x.dark = true
				now[id] = x
			}
			if x.dark && !x.told && !isCreated(s.Name(s.Parent(id))) {
				all[i] = append(all[i], id)
				if x.still {
					still = append(still, i)
				}
			}
		}
		slices.Sort(all[i])
	}
	return all, still
}

// staying describes which of the elements stays in place in all re-deals of a state, and where else it could
// be.
func (d *dealing) staying(i int, o game.Seat, ids []game.ID) string {
	s := d.g.states[i]
	is := d.expected(s, game.Judge)
	var last *game.State
	elsewhere := map[game.ID]bool{} // where re-deals put what the observer does not see
	for n := range uint64(unmovedDeals) {
		r, err := d.redeal(s, o, game.SeedOf(pairSeed(d.g, i, o)+n))
		if err != nil {
			return ""
		}
		last = r
		dealt := d.expected(r, game.Judge)
		ids = slices.DeleteFunc(slices.Clone(ids), func(id game.ID) bool {
			return !r.Alive(id) || r.Parent(id) != s.Parent(id) || d.sort(dealt, id) != d.sort(is, id)
		})
		if len(ids) == 0 {
			return ""
		}
		for id := range r.All() {
			if up := r.Parent(id); !isCreated(r.Name(up)) && d.sees(r, o, id) == game.Unseen {
				elsewhere[up] = true
			}
		}
	}
	for _, id := range ids {
		for _, to := range slices.Sorted(maps.Keys(elsewhere)) {
			if d.couldBe(s, last, o, id, to) {
				return fmt.Sprintf("%s stays in %s in all of %d re-deals, although it could be in %s as well: the observer no longer sees it, and has not been told where it is. Move it in Rules.Guess, unless t.Kept",
					s.Name(id), s.Name(s.Parent(id)), unmovedDeals, s.Name(to))
			}
		}
	}
	return ""
}

// couldBe reports whether the observer would not notice if an element were in another place that contains
// nothing of its sort.
func (d *dealing) couldBe(s, r *game.State, o game.Seat, id, to game.ID) bool {
	from := r.Parent(id)
	if from == to {
		return false
	}
	sheet, err := openSheet(r.Save())
	if err != nil {
		return false
	}
	there := r.Last(to)
	if there != 0 && (d.sees(r, o, there) != game.Unseen || r.Kind(there) == r.Kind(id) && r.Owner(there) == r.Owner(id)) {
		return false
	}
	for k := range sheet.elements {
		switch e := &sheet.elements[k]; e.ID {
		case r.Name(id):
			e.In = r.Name(to)
		case r.Name(there):
			e.In = r.Name(from)
		}
	}
	order := map[string]int{}
	for in := game.Root; r.Name(in) != "?"; in++ {
		order[r.Name(in)] = int(in)
	}
	slices.SortStableFunc(sheet.elements, func(a, b element) int { return order[a.In] - order[b.In] })
	x, err := sheet.state(d.rules)
	if err != nil || !bytes.Equal(d.save(d.view(x, o)), d.save(d.view(s, o))) {
		return false
	}
	return d.rules.Fits == nil || d.rules.Fits(x, o)
}
