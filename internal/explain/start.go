package explain

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// opening is the start of a game with a number of seats.
type opening struct {
	Seats int    `json:"seats"`
	Piles []pile `json:"piles"`
	Fault string `json:"fault,omitempty"` // why a game failed to start

	begun  []*game.State
	boards []string // drawings of boards that are not empty
}

// pile is the number of things of a kind in a place, per seat if each has one. It is a range, because the deal can
// differ between games.
type pile struct {
	group
	Low  int `json:"low"`
	High int `json:"high"`

	Places []portion `json:"places"` // the places of a group that are not empty
}

// portion is the part of a pile in one of several places.
type portion struct {
	Place string `json:"place"`
	Low   int    `json:"low"`
	High  int    `json:"high"`
}

// group is the things of a kind, or of all kinds, in the same part of the table.
type group struct {
	Place string    `json:"place"`
	Each  bool      `json:"each"`
	Kind  string    `json:"kind"`  // "" for all kinds, if there are several
	Owner game.Seat `json:"owner"` // the owner of the things, or -1
}

// openings is the number of games to start.
const openings = 5

func openingOf(r *game.Rules, seats int) opening {
	o := opening{Seats: seats, Piles: []pile{}}
	for seed := range uint64(openings) {
		s, err := r.Start(seats, game.SeedOf(seed+1))
		if err != nil {
			o.Fault = err.Error()
			continue
		}
		o.begun = append(o.begun, s)
	}
	o.count()
	slices.SortStableFunc(o.Piles, func(a, b pile) int { return a.compare(r, b.group) })
	for _, l := range r.Layout {
		if b := boardOf(l); b != nil && slices.ContainsFunc(o.Piles, func(p pile) bool { return p.Place == b.Name }) {
			o.boards = append(o.boards, b.Draw(o.begun[0]))
		}
	}
	return o
}

// compare orders groups by the declarations of places and kinds.
func (g group) compare(r *game.Rules, o group) int {
	return cmp.Or(placesLaid(r, g.Place)-placesLaid(r, o.Place), kindAt(r, g.Kind)-kindAt(r, o.Kind), int(g.Owner-o.Owner))
}

// placesLaid returns the index of the part of the table with this name, or -1.
func placesLaid(r *game.Rules, name string) int {
	return slices.IndexFunc(r.Layout, func(l game.Layout) bool { return layoutName(l) == name })
}

func kindAt(r *game.Rules, name string) int {
	return slices.IndexFunc(r.Kinds, func(k *game.Kind) bool { return k.Name == name })
}

func layoutName(l game.Layout) string {
	if b := boardOf(l); b != nil {
		return b.Name
	}
	if p, is := l.(*game.Place); is {
		return p.Name
	}
	return ""
}

// holding is a group of one seat; Nobody if the place belongs to no seat.
type holding struct {
	group
	seat game.Seat
}

// count counts the things on the table.
func (o *opening) count() {
	tallies, portions := make([]map[holding]int, len(o.begun)), make([]map[heap]int, len(o.begun))
	var groups []group
	kinds := map[group]int{} // of a group of all kinds
	for i, s := range o.begun {
		tallies[i], portions[i] = map[holding]int{}, map[heap]int{}
		for id := range s.All() {
			g, seat := groupOf(s, id)
			at := placeOf(s, id)
			if at == s.Scheduled() {
				continue
			}
			all := group{Place: g.Place, Each: g.Each, Owner: game.Nobody}
			for _, of := range []group{g, all} {
				tallies[i][holding{of, seat}]++
				portions[i][heap{of, at}]++
			}
			if !slices.Contains(groups, g) {
				groups = append(groups, g)
				kinds[all]++
			}
			if kinds[all] == 2 && !slices.Contains(groups, all) {
				groups = append(groups, all)
			}
		}
	}
	for _, g := range groups {
		p := pile{group: g, Low: math.MaxInt, Places: o.portions(g, portions)}
		for _, tally := range tallies {
			for seat := game.Nobody; seat < game.Seat(o.Seats); seat++ {
				if n := tally[holding{g, seat}]; (seat != game.Nobody) == g.Each {
					p.Low, p.High = min(p.Low, n), max(p.High, n)
				}
			}
		}
		o.Piles = append(o.Piles, p)
	}
}

// heap is the things of a group in one place.
type heap struct {
	group
	at game.ID
}

// portions lists how much of a group is in each named place.
func (o *opening) portions(g group, counted []map[heap]int) []portion {
	all := []portion{}
	r := o.begun[0].Rules()
	at := placesLaid(r, g.Place)
	if at < 0 {
		return all
	}
	place, is := r.Layout[at].(*game.Place)
	if !is || place.Each {
		return all
	}
	for i, name := range place.Names {
		p := portion{Place: name, Low: math.MaxInt}
		for _, n := range counted {
			p.Low, p.High = min(p.Low, n[heap{g, place.At(i)}]), max(p.High, n[heap{g, place.At(i)}])
		}
		if p.High > 0 {
			all = append(all, p)
		}
	}
	return all
}

// placeOf returns the place of an element, even if it is within another element.
func placeOf(s *game.State, id game.ID) game.ID {
	at := s.Parent(id)
	for s.Kind(at) != nil {
		at = s.Parent(at)
	}
	return at
}

// groupOf returns the group of an element, and the owner of the place.
func groupOf(s *game.State, id game.ID) (g group, seat game.Seat) {
	at := placeOf(s, id)
	g = group{Place: layoutOf(s, at), Kind: s.Kind(id).Name, Owner: s.Owner(id)}
	seat = s.Owner(at)
	if g.Each = seat != game.Nobody; g.Each && g.Owner == seat {
		g.Owner = game.Nobody
	}
	return g, seat
}

// layoutOf returns the part of the table that a place belongs to.
func layoutOf(s *game.State, place game.ID) string {
	for _, l := range s.Rules().Layout {
		if p, ok := l.(*game.Place); ok {
			n := game.ID(max(1, len(p.Names)))
			if p.Each {
				n = game.ID(s.Rules().Seats.Max)
			}
			if first := firstOf(p); place >= first && place < first+n {
				return p.Name
			}
		}
	}
	name, _, _ := strings.Cut(s.Name(highest(s, place)), "/")
	return name
}

// firstOf returns the ID of a place, or of the first of several.
func firstOf(p *game.Place) game.ID {
	switch {
	case p.Each:
		return p.Of(0)
	case len(p.Names) > 0:
		return p.At(0)
	}
	return p.ID()
}
