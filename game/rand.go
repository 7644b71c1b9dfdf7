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

// SeedOf makes a seed of a number, for tests and simulation; matches draw all 256 bits
// from the system.
func SeedOf(n uint64) Seed {
	var in [8]byte
	binary.LittleEndian.PutUint64(in[:], n)
	return sha256.Sum256(in[:])
}

// Rand draws random numbers from the state. Every Tx has the methods of the main stream;
// Stream gives others.
type Rand struct {
	t    *Tx
	name string
}

// Chance is one draw that is known beforehand, for tests: see State.Rig.
type Chance struct {
	Number int      // what Int, Roll or Coin (1 is heads) answers
	Order  []string // what Choose answers, or what a Shuffle lays on top: names or labels, topmost first
}

// source is all randomness of a state. It is copied on the first draw of a move.
type source struct {
	seed    Seed
	streams []stream // the main one, then the named ones in order of their names
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

// stream answers the stream of this name, which is made when it is first asked for; its
// numbers depend on the seed and its name alone.
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

// Rig returns the same state with its next draws known beforehand. Draws after those are
// random again.
func (s *State) Rig(next ...Chance) *State {
	r := *s
	r.rng = s.rng.clone()
	r.rng.script = slices.Clone(next)
	r.values = newValues(&r)
	return &r
}

// Seed returns the seed of the random numbers. It tells them all: it is for whoever keeps the game. A view has none.
func (s *State) Seed() Seed { return s.rng.seed }

// Reseed returns the same state with fresh random numbers to come.
func (s *State) Reseed(seed Seed) *State {
	r := *s
	r.rng = newSource(seed)
	r.values = newValues(&r)
	return &r
}

// Stream returns a child stream: what is drawn from it does not shift what others draw.
func (r Rand) Stream(name string) Rand { return Rand{r.t, name} }

// Int draws a number from 0 to n-1, each equally likely.
func (r Rand) Int(n int) int {
	c, scripted := r.next()
	switch {
	case n <= 0:
		panic(faultf("a random number below %d is drawn: there must be at least one to draw from", n))
	case !scripted:
		return int(r.below(uint64(n)))
	case c.Number < 0 || c.Number >= n || c.Order != nil:
		panic(refuse(Malformed, "the chance that was set is {0}, and the draw is a number from 0 to {1}", c.Number, n-1))
	}
	return c.Number
}

// Roll draws a number from 1 to sides.
func (r Rand) Roll(sides int) int {
	c, scripted := r.next()
	switch {
	case sides <= 0:
		panic(faultf("a die of %d sides is rolled: it has at least one", sides))
	case !scripted:
		return 1 + int(r.below(uint64(sides)))
	case c.Number < 1 || c.Number > sides || c.Order != nil:
		panic(refuse(Malformed, "the chance that was set is {0}, and the draw is a die of {1} sides", c.Number, sides))
	}
	return c.Number
}

// Coin draws true half of the time.
func (r Rand) Coin() bool { return r.Int(2) == 1 }

// Choose draws one element of the set.
func (r Rand) Choose(from Set[ID]) ID {
	n := from.Len()
	if n == 0 {
		panic(faultf("a random element of an empty Set is chosen: ask before whether it is Empty"))
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
	panic(refuse(Malformed, "the chance that was set does not name one of the {0} elements to choose from", n))
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
			panic(refuse(Malformed, "the chance that was set lays {0} on top, which is not in {1}", missing, t.Name(place)))
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

// next answers the draw that was set beforehand, if any, and counts the call.
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
		panic(refuse(Malformed, "chance decides here, and it has not been set beforehand (Rig)"))
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
