package game

import (
	"iter"
	"math/bits"
	"reflect"
	"unsafe"
)

// Set is what a Pick chooses from: elements (IDs), Seats, or numbers from 0 to 65535. A Set is valid only
// during the move it was made in. Its operations never change it; they return a new one.
type Set[T comparable] struct{ set }

// set is an untyped Set, as bits.
type set struct {
	a, b uint64 // members below 128, if big is nil
	big  *words // all members, if some may be 128 or more
}

// words are the bits of a set that may have members of 128 and more.
type words struct {
	w    []uint64
	from *arena // where the words of new sets come from
}

// bitOf returns the bit for a member, and false if there is none.
func bitOf[T comparable](v T) (n uint32, ok bool) {
	switch unsafe.Sizeof(v) {
	case 1: // a Seat, or a small number
		return uint32(*(*uint8)(unsafe.Pointer(&v))), true
	case 2:
		return uint32(*(*uint16)(unsafe.Pointer(&v))), true
	case 4: // an ID
		x := *(*uint32)(unsafe.Pointer(&v))
		return x, x <= maxMember
	case 8:
		x := *(*int64)(unsafe.Pointer(&v))
		return uint32(x), x >= 0 && x <= maxMember
	}
	return 0, false
}

// maxMember is the highest number of a member.
const maxMember = 1 << 31

// member is the inverse of bitOf.
func member[T comparable](n uint32) T { return numbered[T](int64(n)) }

// arena is scratch memory for Sets; a nil arena allocates from the heap.
type arena struct {
	room

	values []Value // of lists
	held   [2]int  // what reset leaves taken: of buf and of sets

	turnRead bool // the rules have read something that changes when another seat chooses in secret
	faceRead bool // they have asked what a faceless element is

	probing bool // finding out whether the rules read a count
	counted bool // they do

	epoch uint64 // how often its memory was released
}

// room is the memory that new Sets are taken from.
type room struct {
	buf  []uint64
	used int
	sets []words
	next int
}

func (a *arena) reset() {
	a.used, a.next, a.values = a.held[0], a.held[1], a.values[:0]
	a.epoch++
}

// hold makes reset leave what is taken now, until release.
func (a *arena) hold() { a.held = [2]int{a.used, a.next} }

func (a *arena) release() { a.held = [2]int{} }

// maxValues is how many values of lists the arena keeps memory for.
const maxValues = 4096

// lend lets new Sets be taken from the room, until it is called again.
func (a *arena) lend(r *room) { a.room, *r = *r, a.room }

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

// over returns a set of existing words.
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

// SetOf returns the set of these elements, seats or numbers. Nobody is never a member.
func SetOf[T comparable](members ...T) Set[T] {
	if len(members) == 1 {
		if id, is := any(members[0]).(ID); is && id < 128 {
			return Set[T]{oneID(id)}
		}
	}
	return setOf(members)
}

// oneID returns the set of an element below 128.
func oneID(id ID) set {
	bit := uint64(1) << (id & 63)
	high := -uint64(id >> 6)
	return set{a: bit &^ high, b: bit & high}
}

func setOf[T comparable](members []T) (s Set[T]) {
	for _, v := range members {
		s.set = s.add(memberNo(v))
	}
	return s
}

// memberNo returns the number of a member, and noMember if it is left out.
func memberNo[T comparable](v T) uint32 {
	switch x := any(v).(type) {
	case ID:
	case Seat:
		if x < 0 {
			return noMember
		}
	case int:
		if x < 0 || x > 65535 {
			mustFit(v)
		}
	default:
		mustFit(v)
	}
	n, _ := bitOf(v)
	return n
}

// mustFit panics with a Fault if a Set cannot hold the number. It is a separate function so that only such
// numbers escape to the heap.
func mustFit[T comparable](v T) {
	x := reflect.ValueOf(v)
	if x.CanInt() && x.Int() >= 0 && x.Int() <= 65535 || x.CanUint() && x.Uint() <= 65535 {
		return
	}
	panic(faultf("a Set holds elements, seats, and numbers from 0 to 65535, not %v: use Pick.Range or Pick.List", v))
}

// noMember is the number of a value that cannot be in a set.
const noMember = 1<<32 - 1

// add is for building only: it may write to the words of s.
func (s set) add(n uint32) set {
	if n == noMember {
		return s
	}
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

// Small returns the set of the elements below 128 whose bits are set: element n is bit n of lo, or bit n-64
// of hi. It is for kits that compute with whole words.
func (Set[T]) Small(lo, hi uint64) Set[T] { return Set[T]{set{a: lo, b: hi}} }

// Low returns the bits of the members below 128.
func (s set) Low() (lo, hi uint64) {
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

// Words returns the bits, member n at bit n%64 of word n/64, for kits that compute with whole words. Do not
// write to them.
func (s set) Words() []uint64 {
	if s.big == nil {
		return []uint64{s.a, s.b}
	}
	return s.big.w
}

// Blank returns a set with room for n words, valid as long as this one, for a kit to fill in. The words are
// not cleared.
func (s Set[T]) Blank(n int) Set[T] { return Set[T]{set{big: s.arena().take(n)}} }

func (s set) arena() *arena {
	if s.big == nil {
		return nil
	}
	return s.big.from
}

// half returns the members of one page of a small set: its numbers from 32*k on.
func (s set) half(k int) uint32 {
	if k < 2 {
		return uint32(s.a >> (32 * k))
	}
	return uint32(s.b >> (32 * (k - 2)))
}

// Has reports whether v is in the set.
func (s Set[T]) Has(v T) bool {
	n, ok := bitOf(v)
	return ok && s.has(n)
}

func (s set) has(n uint32) bool {
	if s.big == nil {
		return n < 64 && s.a>>n&1 != 0 || n>>6 == 1 && s.b>>(n&63)&1 != 0
	}
	return s.big.at(int(n>>6))>>(n&63)&1 != 0
}

// Len returns the number of members.
func (s set) Len() int {
	if s.big == nil {
		return bits.OnesCount64(s.a) + bits.OnesCount64(s.b)
	}
	n := 0
	for _, w := range s.big.w {
		n += bits.OnesCount64(w)
	}
	return n
}

// Empty reports whether the set has no members.
func (s set) Empty() bool {
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

// First returns the lowest member. For an empty set that is Nobody, element 0 or the number 0.
func (s Set[T]) First() T {
	n := s.lowest()
	if n == noMember {
		var none T
		if seat, ok := any(&none).(*Seat); ok {
			*seat = Nobody
		}
		return none
	}
	return member[T](n)
}

// lowest returns the number of the lowest member, noMember if there is none.
func (s set) lowest() uint32 {
	switch {
	case s.big != nil:
		for i, w := range s.big.w {
			if w != 0 {
				return uint32(i<<6 + bits.TrailingZeros64(w))
			}
		}
	case s.a != 0:
		return uint32(bits.TrailingZeros64(s.a))
	case s.b != 0:
		return uint32(64 + bits.TrailingZeros64(s.b))
	}
	return noMember
}

// With returns the set with one more member.
func (s Set[T]) With(v T) Set[T] { return s.Or(SetOf(v)) }

// words returns how many words of bits the set has.
func (s *set) words() int {
	if s.big == nil {
		return 2
	}
	return len(s.big.w)
}

// word returns the i-th word of bits, 0 if there is none.
func (s *set) word(i int) uint64 {
	switch {
	case s.big != nil:
		return s.big.at(i)
	case i == 0:
		return s.a
	}
	return s.b
}

// without returns a small set without one of its members.
func (s set) without(n uint32) set {
	if n < 64 {
		s.a &^= 1 << n
	} else {
		s.b &^= 1 << (n & 63)
	}
	return s
}

// nth returns the k-th lowest member; there must be more than k.
func (s set) nth(k int) uint32 {
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

// selectBit returns the position of the k-th lowest 1 bit in w, without a branch: it counts the bits byte by
// byte, finds the byte, and looks up the rest.
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

// inByte has the position of the k-th lowest 1 bit of every byte.
var inByte = func() (at [8][256]uint8) {
	for b := range 256 {
		for k, w := 0, uint8(b); w != 0; k, w = k+1, w&(w-1) {
			at[k][b] = uint8(bits.TrailingZeros8(w))
		}
	}
	return at
}()

// All yields the members, lowest first.
func (s Set[T]) All() iter.Seq[T] {
	return func(yield func(T) bool) {
		if s.big == nil {
			_ = yieldBits(s.a, 0, yield) && yieldBits(s.b, 64, yield)
			return
		}
		for i, w := range s.big.w {
			if !yieldBits(w, uint32(i)<<6, yield) {
				return
			}
		}
	}
}

func yieldBits[T comparable](w uint64, first uint32, yield func(T) bool) bool {
	for ; w != 0; w &= w - 1 {
		if !yield(member[T](first + uint32(bits.TrailingZeros64(w)))) {
			return false
		}
	}
	return true
}

// And returns the intersection of both sets.
func (s Set[T]) And(o Set[T]) Set[T] {
	if s.big == nil && o.big == nil {
		return Set[T]{set{a: s.a & o.a, b: s.b & o.b}}
	}
	return Set[T]{s.combined(o.set, func(x, y uint64) uint64 { return x & y })}
}

// Or returns the union of both sets.
func (s Set[T]) Or(o Set[T]) Set[T] {
	if s.big == nil && o.big == nil {
		return Set[T]{set{a: s.a | o.a, b: s.b | o.b}}
	}
	return Set[T]{s.combined(o.set, func(x, y uint64) uint64 { return x | y })}
}

// Minus returns the members of s that are not in o.
func (s Set[T]) Minus(o Set[T]) Set[T] {
	if s.big == nil && o.big == nil {
		return Set[T]{set{a: s.a &^ o.a, b: s.b &^ o.b}}
	}
	return Set[T]{s.combined(o.set, func(x, y uint64) uint64 { return x &^ y })}
}

// combined joins two sets word by word.
func (s set) combined(o set, join func(x, y uint64) uint64) set {
	from := s.arena()
	if from == nil {
		from = o.arena()
	}
	x, y := s.Words(), o.Words()
	r := set{big: from.take(max(len(x), len(y)))}
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

// Where returns the members for which keep returns true.
func (s Set[T]) Where(keep func(T) bool) Set[T] {
	if s.big == nil {
		return Set[T]{set{a: keepBits(s.a, 0, keep), b: keepBits(s.b, 64, keep)}}
	}
	r := s.Blank(len(s.big.w))
	for i, w := range s.big.w {
		r.big.w[i] = keepBits(w, uint32(i)<<6, keep)
	}
	return r
}

func keepBits[T comparable](w uint64, first uint32, keep func(T) bool) (kept uint64) {
	for ; w != 0; w &= w - 1 {
		if keep(member[T](first + uint32(bits.TrailingZeros64(w)))) {
			kept |= w & -w
		}
	}
	return kept
}
