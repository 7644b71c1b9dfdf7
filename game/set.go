package game

import (
	"iter"
	"math/bits"
)

// Set is what a Pick chooses from: elements, seats or small numbers, as bits. A Set belongs
// to the moment it was made in. Its operations never change it; they answer a new one.
type Set struct {
	a, b uint64 // members below 128, unless big is there
	big  *words // all members, if some may be 128 or more
	of   form
}

// words are the bits of a set that may have members of 128 and more.
type words struct {
	w    []uint64
	from *arena // where the words of new sets come from
}

// form says what the bits of a Set stand for, so that seats are never taken for elements.
type form uint8

const (
	ofAnything form = iota
	ofElements
	ofSeats
	ofNumbers
)

func (f form) String() string {
	return [...]string{"anything", "elements", "seats", "numbers"}[f]
}

// arena is scratch memory for Sets; a nil arena takes from the heap.
type arena struct {
	buf  []uint64
	used int
	sets []words
	next int
}

func (a *arena) reset() { a.used, a.next = 0, 0 }

// take returns room for a set of n words, which are not cleared.
func (a *arena) take(n int) *words {
	if a == nil {
		return &words{w: make([]uint64, n)}
	}
	if a.used+n > len(a.buf) {
		a.buf = make([]uint64, 2*len(a.buf)+n+64)
		a.used = 0
	}
	s := a.over(a.buf[a.used : a.used+n : a.used+n])
	a.used += n
	return s
}

// over returns a set of words that are there already.
func (a *arena) over(w []uint64) *words {
	if a == nil {
		return &words{w: w}
	}
	if a.next == len(a.sets) {
		a.sets = make([]words, 2*len(a.sets)+8)
		a.next = 0
	}
	s := &a.sets[a.next]
	a.next++
	s.w, s.from = w, a
	return s
}

// SetOf returns the set of these elements.
func SetOf(ids ...ID) Set {
	s := Set{of: ofElements}
	for _, id := range ids {
		s = s.add(uint32(id))
	}
	return s
}

// SeatsOf returns the set of these seats.
func SeatsOf(seats ...Seat) Set {
	s := Set{of: ofSeats}
	for _, x := range seats {
		if x >= 0 {
			s = s.add(uint32(x))
		}
	}
	return s
}

// NumbersOf returns the set of these numbers, each from 0 to 65535.
func NumbersOf(numbers ...int) Set {
	s := Set{of: ofNumbers}
	for _, n := range numbers {
		if n < 0 || n > 65535 {
			panic(faultf("a Set holds numbers from 0 to 65535, not %d: use Pick.Range or Pick.List", n))
		}
		s = s.add(uint32(n))
	}
	return s
}

// add is for building only: it may write to the words of s.
func (s Set) add(n uint32) Set {
	if s.big == nil {
		switch n >> 6 {
		case 0:
			s.a |= 1 << n
			return s
		case 1:
			s.b |= 1 << (n & 63)
			return s
		}
		s.big = &words{w: []uint64{s.a, s.b}}
	}
	for int(n>>6) >= len(s.big.w) {
		s.big.w = append(s.big.w, 0)
	}
	s.big.w[n>>6] |= 1 << (n & 63)
	return s
}

// Small returns the set of the elements below 128 whose bits are set: element n at bit n of
// lo, or at bit n-64 of hi. It is for kits that compute with whole words.
func Small(lo, hi uint64) Set { return Set{a: lo, b: hi, of: ofElements} }

// Low returns the bits of the members below 128.
func (s Set) Low() (lo, hi uint64) {
	if s.big != nil {
		return s.big.at(0), s.big.at(1)
	}
	return s.a, s.b
}

func (w *words) at(i int) uint64 {
	if i < len(w.w) {
		return w.w[i]
	}
	return 0
}

// Words returns the bits, element n at bit n%64 of word n/64, for kits that compute with
// whole words. They are not to be written to.
func (s Set) Words() []uint64 {
	if s.big == nil {
		return []uint64{s.a, s.b}
	}
	return s.big.w
}

// Blank returns room for n words of a set of elements that will be used as long as this
// one; a kit fills in what it has computed. The words are not cleared.
func (s Set) Blank(n int) Set { return Set{big: s.arena().take(n), of: ofElements} }

func (s Set) arena() *arena {
	if s.big == nil {
		return nil
	}
	return s.big.from
}

// half returns the members of one page of a small set: its numbers from 32 times k on.
func (s Set) half(k int) uint32 {
	if k < 2 {
		return uint32(s.a >> (32 * k))
	}
	return uint32(s.b >> (32 * (k - 2)))
}

// Has reports whether the element is in the set.
func (s Set) Has(id ID) bool { return s.has(uint32(id)) }

// HasSeat reports whether the seat is in the set.
func (s Set) HasSeat(seat Seat) bool { return seat >= 0 && s.has(uint32(seat)) }

func (s Set) has(n uint32) bool {
	if s.big == nil {
		return n < 64 && s.a>>n&1 != 0 || n>>6 == 1 && s.b>>(n&63)&1 != 0
	}
	return s.big.at(int(n>>6))>>(n&63)&1 != 0
}

// Len returns how many are in the set.
func (s Set) Len() int {
	if s.big == nil {
		return bits.OnesCount64(s.a) + bits.OnesCount64(s.b)
	}
	n := 0
	for _, w := range s.big.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether nothing is in the set.
func (s Set) Empty() bool {
	if s.big == nil {
		return s.a|s.b == 0
	}
	for _, w := range s.big.w {
		if w != 0 {
			return false
		}
	}
	return true
}

// First returns the lowest element, 0 if there is none.
func (s Set) First() ID {
	if s.of == ofSeats {
		panic(faultf("the first element of a Set of seats is asked for: range over Seats"))
	}
	for id := range s.All() {
		return id
	}
	return 0
}

// nth returns the k-th lowest member; there must be more than k.
func (s Set) nth(k int) uint32 {
	if s.big == nil {
		c := bits.OnesCount64(s.a)
		if k < c {
			return uint32(selectBit(s.a, k))
		}
		return uint32(64 + selectBit(s.b, k-c))
	}
	for i, w := range s.big.w {
		c := bits.OnesCount64(w)
		if k < c {
			return uint32(i<<6 + selectBit(w, k))
		}
		k -= c
	}
	panic("ply: nth past the end of a Set")
}

// selectBit returns the place of the k-th lowest one in w, without a branch: it sums the
// ones byte by byte, finds the byte, and looks up the rest.
func selectBit(w uint64, k int) int {
	const ones, tops = 0x0101010101010101, 0x8080808080808080
	sums := w - w>>1&0x5555555555555555
	sums = sums&0x3333333333333333 + sums>>2&0x3333333333333333
	sums = (sums + sums>>4) & 0x0f0f0f0f0f0f0f0f * ones
	rank := uint64(k)
	at := uint(bits.OnesCount64(((rank*ones|tops)-sums)&tops)) * 8
	rank -= sums << 8 >> at & 0xff
	return int(at) + int(inByte[rank&7][w>>at&0xff])
}

// inByte holds the place of the k-th lowest one of every byte.
var inByte = func() (at [8][256]uint8) {
	for b := range 256 {
		for k, w := 0, uint8(b); w != 0; k, w = k+1, w&(w-1) {
			at[k][b] = uint8(bits.TrailingZeros8(w))
		}
	}
	return at
}()

// All yields the elements, lowest first.
func (s Set) All() iter.Seq[ID] {
	return func(yield func(ID) bool) {
		if s.big == nil {
			_ = yieldBits(s.a, 0, yield) && yieldBits(s.b, 64, yield)
			return
		}
		for i, w := range s.big.w {
			if !yieldBits(w, ID(i)<<6, yield) {
				return
			}
		}
	}
}

func yieldBits(w uint64, first ID, yield func(ID) bool) bool {
	for ; w != 0; w &= w - 1 {
		if !yield(first + ID(bits.TrailingZeros64(w))) {
			return false
		}
	}
	return true
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
	if s.big == nil && o.big == nil && s.of == o.of {
		return Set{a: s.a & o.a, b: s.b & o.b, of: s.of}
	}
	return s.combined(o, func(x, y uint64) uint64 { return x & y })
}

// Or returns what is in either.
func (s Set) Or(o Set) Set {
	if s.big == nil && o.big == nil && s.of == o.of {
		return Set{a: s.a | o.a, b: s.b | o.b, of: s.of}
	}
	return s.combined(o, func(x, y uint64) uint64 { return x | y })
}

// Minus returns what is in s and not in o.
func (s Set) Minus(o Set) Set {
	if s.big == nil && o.big == nil && s.of == o.of {
		return Set{a: s.a &^ o.a, b: s.b &^ o.b, of: s.of}
	}
	return s.combined(o, func(x, y uint64) uint64 { return x &^ y })
}

// combined joins two sets word by word.
func (s Set) combined(o Set, join func(x, y uint64) uint64) Set {
	of := s.of
	switch {
	case of == ofAnything:
		of = o.of
	case o.of != ofAnything && o.of != of:
		panic(faultf("a Set of %s is combined with a Set of %s", s.of, o.of))
	}
	if s.big == nil && o.big == nil {
		return Set{a: join(s.a, o.a), b: join(s.b, o.b), of: of}
	}
	from := s.arena()
	if from == nil {
		from = o.arena()
	}
	x, y := s.Words(), o.Words()
	r := Set{big: from.take(max(len(x), len(y))), of: of}
	for i := range r.big.w {
		var p, q uint64
		if i < len(x) {
			p = x[i]
		}
		if i < len(y) {
			q = y[i]
		}
		r.big.w[i] = join(p, q)
	}
	return r
}

// Where returns the elements for which keep holds.
func (s Set) Where(keep func(ID) bool) Set {
	if s.big == nil {
		return Set{a: keepBits(s.a, 0, keep), b: keepBits(s.b, 64, keep), of: s.of}
	}
	r := Set{big: s.big.from.take(len(s.big.w)), of: s.of}
	for i, w := range s.big.w {
		r.big.w[i] = keepBits(w, ID(i)<<6, keep)
	}
	return r
}

// WhereSeat returns the seats for which keep holds.
func (s Set) WhereSeat(keep func(Seat) bool) Set {
	return s.Where(func(id ID) bool { return keep(Seat(id)) })
}

func keepBits(w uint64, first ID, keep func(ID) bool) (kept uint64) {
	for ; w != 0; w &= w - 1 {
		if keep(first + ID(bits.TrailingZeros64(w))) {
			kept |= w & -w
		}
	}
	return kept
}
