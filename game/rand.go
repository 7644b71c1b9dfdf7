package game

import (
	"crypto/sha256"
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
	"slices"
)

// Seed starts the random numbers of a game.
type Seed [32]byte

// SeedOf makes a seed from a number, for tests and simulation; matches draw all 256 bits from the system.
func SeedOf(n uint64) Seed {
	var in [8]byte
	binary.LittleEndian.PutUint64(in[:], n)
	return sha256.Sum256(in[:])
}

// Rand draws random numbers from the state. Every Tx has the methods of the main stream; Stream returns
// others.
type Rand struct {
	t    *Tx
	name string
}

// Chance is one draw that is fixed in advance, for tests: see State.Rig.
type Chance struct {
	Number int      // the result of Int, Roll or Coin (1 is heads)
	Order  []string // the result of Choose, or what Shuffle puts on top: names or labels, topmost first
}

// source is all randomness of a state. It is copied on the first draw of a move.
type source struct {
	seed    Seed
	streams []stream // the main stream, then the named ones sorted by name
	script  []Chance
}

type stream struct {
	name  string
	drawn uint64
	seed  Seed
	gen   rand.ChaCha8
}

func newSource(seed Seed) *source {
	s := &source{seed: seed, streams: []stream{{seed: seed}}}
	s.streams[0].gen.Seed(seed)
	return s
}

func (s *source) clone() *source {
	c := *s
	c.streams = slices.Clone(s.streams)
	return &c
}

func (s *source) hash() uint64 {
	var sum uint64
	for i := range s.streams {
		st := &s.streams[i]
		h := hashText(st.name)
		for k := 0; k < len(st.seed); k += 8 {
			h = mix(h, binary.LittleEndian.Uint64(st.seed[k:]))
		}
		sum += mix(h, st.drawn+1)
	}
	for i, c := range s.script {
		h := mix(uint64(i)+7, uint64(c.Number))
		for _, name := range c.Order {
			h = mix(h, hashText(name))
		}
		sum += h
	}
	return sum
}

// stream returns the stream with this name, created on first use; its numbers depend only on the seed and its
// name.
func (s *source) stream(name string) *stream {
	i, ok := slices.BinarySearchFunc(s.streams, name, func(a stream, name string) int {
		if a.name < name {
			return -1
		} else if a.name > name {
			return 1
		}
		return 0
	})
	if !ok {
		st := stream{name: name, seed: sha256.Sum256(append(s.seed[:], name...))}
		st.gen.Seed(st.seed)
		s.streams = slices.Insert(s.streams, i, st)
	}
	return &s.streams[i]
}

// Rig returns the same state with its next draws fixed in advance. Later draws are random again.
func (s *State) Rig(next ...Chance) *State {
	r := *s
	r.rng = s.rng.clone()
	r.rng.script = slices.Clone(next)
	r.values = newValues(&r)
	return &r
}

// Seed returns the seed of the random numbers. Anyone who has it can predict them all, so only the keeper of
// the game should. A view has none.
func (s *State) Seed() Seed { return s.rng.seed }

// Reseed returns the same state with different random numbers to come.
func (s *State) Reseed(seed Seed) *State {
	r := *s
	r.rng = newSource(seed)
	r.values = newValues(&r)
	return &r
}

// Stream returns a separate stream: drawing from it does not affect what other streams draw.
func (r Rand) Stream(name string) Rand { return Rand{r.t, name} }

// Int draws a number from 0 to n-1, each equally likely.
func (r Rand) Int(n int) int {
	c, scripted := r.next()
	switch {
	case n <= 0:
		panic(faultf("Int is called with %d: it needs a number of at least 1", n))
	case !scripted:
		return int(r.below(uint64(n)))
	case c.Number < 0 || c.Number >= n || c.Order != nil:
		panic(refuse(Malformed, "the rigged draw is {0}, but a number from 0 to {1} is drawn", c.Number, n-1))
	}
	return c.Number
}

// Roll draws a number from 1 to sides.
func (r Rand) Roll(sides int) int {
	c, scripted := r.next()
	switch {
	case sides <= 0:
		panic(faultf("a die with %d sides is rolled: it needs at least one", sides))
	case !scripted:
		return 1 + int(r.below(uint64(sides)))
	case c.Number < 1 || c.Number > sides || c.Order != nil:
		panic(refuse(Malformed, "the rigged draw is {0}, but a die with {1} sides is rolled", c.Number, sides))
	}
	return c.Number
}

// Coin draws true half of the time.
func (r Rand) Coin() bool { return r.Int(2) == 1 }

// Choose draws one element of the set.
func (r Rand) Choose(from Set[ID]) ID {
	n := from.Len()
	if n == 0 {
		panic(faultf("a random element of an empty Set is drawn: check Empty first"))
	}
	c, scripted := r.next()
	if !scripted {
		return ID(from.nth(int(r.below(uint64(n)))))
	}
	if len(c.Order) == 1 {
		if ids, _ := r.t.named(c.Order, slices.Collect(from.All())); ids != nil {
			return ids[0]
		}
	}
	panic(refuse(Malformed, "the rigged draw does not name one of the {0} elements to choose from", n))
}

// Shuffle puts the elements in the place into random order.
func (r Rand) Shuffle(in Holder) {
	t, place := r.t, holderOf(in)
	c, scripted := r.next()
	ids := t.ids[:0]
	for id := t.known(place).first; id != 0; id = t.at(id).next {
		ids = append(ids, id)
	}
	if scripted {
		tops, missing := t.named(c.Order, ids)
		if tops == nil && missing != "" {
			panic(refuse(Malformed, "the rigged shuffle puts {0} on top, which is not in {1}", missing, t.Name(place)))
		}
		for _, top := range slices.Backward(tops) {
			k := slices.Index(ids, top)
			ids = append(append(ids[:k], ids[k+1:]...), top)
		}
	} else {
		for i := len(ids) - 1; i > 0; i-- {
			j := r.below(uint64(i) + 1)
			ids[i], ids[j] = ids[j], ids[i]
		}
	}
	t.ids = ids
	t.reorder(place, ids)
	if t.rules.c.sighted {
		t.shuffled(ids)
	}
}

// next returns the rigged draw, if any, and counts the call.
func (r Rand) next() (Chance, bool) {
	t := r.t
	t.writing()
	t.drew, t.chancy = true, true
	if len(t.rng.script) > 0 {
		s := t.ownRand()
		c := s.script[0]
		s.script = s.script[1:]
		return c, true
	}
	if t.noChance {
		t.chanced = true
		panic(refuse(Malformed, "chance decides here: fix the draw in advance with Rig"))
	}
	return Chance{}, false
}

// below draws without bias (Lemire).
func (r Rand) below(n uint64) uint64 {
	if r.t.fast.on {
		return r.t.fast.below(n)
	}
	st := r.t.ownRand().stream(r.name)
	hi, lo := bits.Mul64(st.gen.Uint64(), n)
	st.drawn++
	if lo < n {
		for floor := -n % n; lo < floor; {
			hi, lo = bits.Mul64(st.gen.Uint64(), n)
			st.drawn++
		}
	}
	return hi
}

// quick is a small fast generator for simulation (wyrand).
type quick struct {
	on bool
	x  uint64
}

func (q *quick) next() uint64 {
	q.x += 0xa0761d6478bd642f
	hi, lo := bits.Mul64(q.x, q.x^0xe7037ed1a0b428db)
	return hi ^ lo
}

func (q *quick) below(n uint64) uint64 {
	hi, lo := bits.Mul64(q.next(), n)
	if lo < n {
		for floor := -n % n; lo < floor; {
			hi, lo = bits.Mul64(q.next(), n)
		}
	}
	return hi
}
