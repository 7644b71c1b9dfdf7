package game

import (
	"iter"
	"math/bits"
)

// Set is what a Pick chooses from: elements, seats or small numbers, as bits.
// A Set belongs to the moment it was made in. Its operations never change it;
// they answer a new one.
type Set struct {
	w  []uint64
	a  *arena
	of form
}

// form says what the bits of a Set stand for, so that seats are never taken for elements.
type form uint8

const (
	ofAnything form = iota
	ofElements
	ofSeats
	ofNumbers
)

// arena is scratch memory for Sets; a nil arena takes from the heap.
type arena struct {
	buf  []uint64
	used int
}

func (a *arena) take(n int) []uint64 {
	if a == nil {
		return make([]uint64, n)
	}
	if a.used+n > len(a.buf) {
		a.buf = make([]uint64, 2*len(a.buf)+n+64)
		a.used = 0
	}
	w := a.buf[a.used : a.used+n : a.used+n]
	a.used += n
	return w
}

// SetOf returns the set of these elements.
func SetOf(ids ...ID) Set {
	var s Set
	for _, id := range ids {
		s = s.add(uint32(id))
	}
	s.of = ofElements
	return s
}

// SeatsOf returns the set of these seats.
func SeatsOf(seats ...Seat) Set {
	var s Set
	for _, x := range seats {
		if x >= 0 {
			s = s.add(uint32(x))
		}
	}
	s.of = ofSeats
	return s
}

// NumbersOf returns the set of these numbers, each from 0 to 65535.
func NumbersOf(numbers ...int) Set {
	var s Set
	for _, n := range numbers {
		if n < 0 || n > 65535 {
			panic(faultf("a Set holds numbers from 0 to 65535, not %d: use Pick.Range or Pick.List", n))
		}
		s = s.add(uint32(n))
	}
	s.of = ofNumbers
	return s
}

// add is for building only: it may write to the words of s.
func (s Set) add(n uint32) Set {
	for int(n>>6) >= len(s.w) {
		s.w = append(s.w, 0)
	}
	s.w[n>>6] |= 1 << (n & 63)
	return s
}

// Has reports whether the element is in the set.
func (s Set) Has(id ID) bool { return s.has(uint32(id)) }

// HasSeat reports whether the seat is in the set.
func (s Set) HasSeat(seat Seat) bool { return seat >= 0 && s.has(uint32(seat)) }

func (s Set) has(n uint32) bool {
	i := int(n >> 6)
	return i < len(s.w) && s.w[i]>>(n&63)&1 != 0
}

// Len returns how many are in the set.
func (s Set) Len() int {
	n := 0
	for _, w := range s.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether nothing is in the set.
func (s Set) Empty() bool {
	for _, w := range s.w {
		if w != 0 {
			return false
		}
	}
	return true
}

// First returns the lowest element, 0 if there is none.
func (s Set) First() ID {
	for i, w := range s.w {
		if w != 0 {
			return ID(i<<6 + bits.TrailingZeros64(w))
		}
	}
	return 0
}

// nth returns the k-th lowest member; there must be more than k.
func (s Set) nth(k int) uint32 {
	for i, w := range s.w {
		c := bits.OnesCount64(w)
		if k < c {
			return uint32(i<<6 + selectBit(w, k))
		}
		k -= c
	}
	panic("ply: nth past the end of a Set")
}

// selectBit returns the place of the k-th lowest one in w.
func selectBit(w uint64, k int) int {
	at := 0
	for width := 32; width >= 4; width >>= 1 {
		low := w & (1<<uint(width) - 1)
		if c := bits.OnesCount64(low); k >= c {
			k -= c
			w >>= uint(width)
			at += width
		} else {
			w = low
		}
	}
	for ; k > 0; k-- {
		w &= w - 1
	}
	return at + bits.TrailingZeros64(w)
}

// All yields the elements, lowest first.
func (s Set) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		for i, w := range s.w {
			for ; w != 0; w &= w - 1 {
				if !yield(ID(i<<6 + bits.TrailingZeros64(w))) {
					return
				}
			}
		}
	}
}

// Seats yields the seats, lowest first.
func (s Set) Seats() iter.Seq[Seat] {
	return func(yield func(Seat) bool) {
		for n := range s.All() {
			if !yield(Seat(n)) {
				return
			}
		}
	}
}

// And returns what is in both.
func (s Set) And(o Set) Set {
	n := min(len(s.w), len(o.w))
	r := Set{w: s.scratch(o).take(n), a: s.scratch(o), of: s.mixed(o)}
	for i := range r.w {
		r.w[i] = s.w[i] & o.w[i]
	}
	return r
}

// Or returns what is in either.
func (s Set) Or(o Set) Set {
	if len(s.w) < len(o.w) {
		s, o = o, s
	}
	r := Set{w: s.scratch(o).take(len(s.w)), a: s.scratch(o), of: s.mixed(o)}
	copy(r.w, s.w)
	for i, w := range o.w {
		r.w[i] |= w
	}
	return r
}

// Minus returns what is in s and not in o.
func (s Set) Minus(o Set) Set {
	r := Set{w: s.scratch(o).take(len(s.w)), a: s.scratch(o), of: s.mixed(o)}
	copy(r.w, s.w)
	for i := range min(len(s.w), len(o.w)) {
		r.w[i] &^= o.w[i]
	}
	return r
}

// Where returns the elements for which keep holds.
func (s Set) Where(keep func(ID) bool) Set {
	r := Set{w: s.a.take(len(s.w)), a: s.a, of: s.of}
	for i, w := range s.w {
		r.w[i] = 0
		for ; w != 0; w &= w - 1 {
			b := bits.TrailingZeros64(w)
			if keep(ID(i<<6 + b)) {
				r.w[i] |= 1 << uint(b)
			}
		}
	}
	return r
}

// Words returns the bits themselves, element n at bit n%64 of word n/64, for kits that
// compute with whole words. They are not to be written to.
func (s Set) Words() []uint64 { return s.w }

// Blank returns room for n words of a set of elements that will be used as long as this
// one; a kit fills it with what it has computed. The words are not cleared.
func (s Set) Blank(n int) Set { return Set{w: s.a.take(n), a: s.a, of: ofElements} }

func (s Set) scratch(o Set) *arena {
	if s.a != nil {
		return s.a
	}
	return o.a
}

func (s Set) mixed(o Set) form {
	if s.of == ofAnything {
		return o.of
	}
	if o.of != ofAnything && o.of != s.of {
		panic(faultf("a Set of %s is combined with a Set of %s", s.of, o.of))
	}
	return s.of
}

func (f form) String() string {
	return [...]string{"anything", "elements", "seats", "numbers"}[f]
}
