package game

import (
	"math/bits"
	"slices"
	"strings"
)

// WinBy is [Tx.Win] that also names what has won: a line, a chain, a hand. Outcome.By returns these places
// and elements, for user interfaces to mark.
func (t *Tx) WinBy(what Set[ID], seats ...Seat) {
	for i := range what.words() {
		for w := what.word(i); w != 0; w &= w - 1 {
			if id := ID(i<<6 + bits.TrailingZeros64(w)); t.known(id).flags&live == 0 {
				panic(faultf("the game is won by element %d, which is not in it", id))
			}
		}
	}
	t.Win(seats...)
	t.by = what.own()
}

// own returns a compact copy of the set in its own memory.
func (s set) own() set {
	if s.big == nil {
		return s
	}
	w := s.big.w
	for len(w) > 0 && w[len(w)-1] == 0 {
		w = w[:len(w)-1]
	}
	if len(w) <= 2 {
		return set{a: s.big.at(0), b: s.big.at(1)}
	}
	return set{big: &words{w: slices.Clone(w)}}
}

// wonBy returns what won the game, without elements that have left it since.
func (s *State) wonBy() (ids []ID) {
	for id := range (Set[ID]{s.by}).All() {
		if s.known(id).flags&live != 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// byText names what won the game. The names are sorted, because numbers differ from view to view.
func (s *State) byText() string {
	if s.by == (set{}) {
		return ""
	}
	return s.byNames(s.Name)
}

func (s *State) byNames(name func(ID) string) string {
	var names []string
	for _, id := range s.wonBy() {
		if n := name(id); n != "" {
			names = append(names, n)
		}
	}
	slices.Sort(names)
	return strings.Join(names, " ")
}

// byTextFor is byText of the observer's view.
func (s *State) byTextFor(l *eyes) string {
	if s.by == (set{}) {
		return ""
	}
	return s.byNames(func(id ID) string {
		if id < s.rules.c.first {
			return s.Name(id)
		}
		if h := l.handle(id); h != 0 {
			return numberName(int(h))
		}
		return ""
	})
}

// byHash is what wonBy adds to the hash.
func (s *State) byHash() (sum uint64) {
	for id := range (Set[ID]{s.by}).All() {
		if s.known(id).flags&live != 0 {
			sum += mix(hashBy, s.key(id))
		}
	}
	return sum
}

// showBy fills in what a view shows of what won the game: places, and elements whose face is seen.
func (s *State) showBy(v *State, p *projector) {
	v.by = set{}
	for _, id := range s.wonBy() {
		if at := p.inView(id); at != 0 && v.known(at).flags&faceless == 0 {
			v.by = v.by.add(uint32(at))
		}
	}
}

// readBy reads what byText wrote.
func (s *State) readBy(text string, find func(name string) ID) bool {
	s.by = set{}
	for name := range strings.FieldsSeq(text) {
		s.by = s.by.add(uint32(find(name)))
	}
	return s.byText() == text && (text == "" || s.over == wonBy)
}

// swapBy replaces the elements that won the game by those that now occupy their slots.
func (s *State) swapBy(who []ID) {
	was := s.by
	s.by = set{}
	for id := range (Set[ID]{was}).All() {
		s.by = s.by.add(uint32(who[id]))
	}
}
