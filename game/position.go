package game

import (
	"fmt"
	"strconv"
	"strings"
)

// Keyed is something that counts when two positions are compared: a Place, a board, a
// Part, or Mover.
type Keyed interface {
	// PositionKey returns a hash of it in this state that does not depend on which of
	// several equal pieces stands where.
	PositionKey(*State) uint64
}

// Mover makes the seat to act count for the position.
var Mover Keyed = mover{}

type mover struct{}

func (mover) PositionKey(s *State) uint64 { return mix(0x3017, uint64(s.turn)+2) }

// PositionKey returns a hash of what lies in the place.
func (p *Place) PositionKey(s *State) uint64 {
	var sum uint64
	n := 1
	if p.Each {
		n = s.Seats()
	} else if len(p.Names) > 0 {
		n = len(p.Names)
	}
	for i := range n {
		sum += ContentKey(s, p.id+ID(i))
	}
	return sum
}

// ContentKey returns a hash of what lies in one place or element: kinds and owners, and
// their order where it means something. Kits use it for their boards.
func ContentKey(s *State, in ID) uint64 {
	r := s.at(in)
	if r.first == 0 {
		return 0
	}
	ordered := in >= s.rules.c.first || s.rules.c.places[in].Order != Unordered
	h, sum := s.key(in), uint64(0)
	for id := r.first; id != 0; id = s.at(id).next {
		c := s.at(id)
		k := mix(0xFACE, uint64(c.owner)+2)
		if c.kind != 0 {
			k = mix(s.rules.c.kindKey[c.kind-1], uint64(c.owner)+2)
		}
		if c.first != 0 {
			k = mix(k, ContentKey(s, id))
		}
		if ordered {
			h = mix(h, k)
		} else {
			sum += mix(h, k)
		}
	}
	if ordered {
		return h
	}
	return sum
}

// PositionKey returns a hash of all values of the part, by where their elements lie.
func (p *Part[T]) PositionKey(s *State) uint64 {
	c := p.in(s)
	var sum uint64
	for id := Root; id < min(s.n, c.size()); id++ {
		if c.blank(id) {
			continue
		}
		where := id
		if id >= s.rules.c.first {
			where = s.at(id).parent
		}
		sum += mix(mix(s.key(where), s.rules.c.partKey[p.slot(s)]), c.hash(s, id))
	}
	return sum
}

// positionKey returns the key of the position as it is now. It is even: in the chain, an odd one
// says that something was hidden then, or before.
func (s *State) positionKey() uint64 {
	var sum uint64
	for i, k := range s.rules.c.keyed {
		sum += mix(uint64(i)+1, k.PositionKey(s))
	}
	return sum &^ 1
}

// veiled reports whether something was hidden in one of the positions.
func (c *chain) veiled() bool {
	switch {
	case c == nil:
		return false
	case len(c.tail) > 0:
		return c.tail[len(c.tail)-1]&1 != 0
	}
	return c.full[len(c.full)-1][chunk-1]&1 != 0
}

// Repeats returns how many earlier positions of the game were equal to the present one, by
// Rules.Position. It is asked during a move, or of a state after it.
func (s *State) Repeats() int {
	if len(s.rules.c.keyed) == 0 {
		panic(faultf("Repeats is asked, but the rules do not say what makes a position: give Rules.Position"))
	}
	n := s.past.count(s.positionKey())
	if s.inPast {
		n--
	}
	return n
}

// chain is the keys of all positions so far: full chunks are shared between states.
type chain struct {
	full []*[chunk]uint64
	tail []uint64
	sum  uint64
}

const chunk = 64

func (c *chain) with(key uint64) *chain {
	if c == nil {
		return &chain{tail: []uint64{key}, sum: mix(0xC4A1, key)}
	}
	n := &chain{full: c.full, tail: append(c.tail[:len(c.tail):len(c.tail)], key), sum: c.sum + mix(0xC4A1, key)}
	if len(n.tail) == chunk {
		n.full = append(c.full[:len(c.full):len(c.full)], (*[chunk]uint64)(n.tail))
		n.tail = nil
	}
	return n
}

// less returns the chain without its last key.
func (c *chain) less() *chain {
	if c == nil || len(c.full) == 0 && len(c.tail) == 1 {
		return nil
	}
	n := *c
	if len(n.tail) == 0 {
		last := len(n.full) - 1
		n.full, n.tail = n.full[:last:last], n.full[last][:]
	}
	last := len(n.tail) - 1
	n.sum -= mix(0xC4A1, n.tail[last])
	n.tail = n.tail[:last:last]
	return &n
}

func (c *chain) count(key uint64) int {
	if c == nil {
		return 0
	}
	n := 0
	for _, f := range c.full {
		for _, k := range f {
			if k&^1 == key {
				n++
			}
		}
	}
	for _, k := range c.tail {
		if k&^1 == key {
			n++
		}
	}
	return n
}

func (c *chain) keys() []uint64 {
	if c == nil {
		return nil
	}
	var all []uint64
	for _, f := range c.full {
		all = append(all, f[:]...)
	}
	return append(all, c.tail...)
}

func (c *chain) hash() uint64 {
	if c == nil {
		return 0
	}
	return c.sum
}

func keysText(keys []uint64) string {
	var b strings.Builder
	for _, k := range keys {
		fmt.Fprintf(&b, "%016x", k)
	}
	return b.String()
}

func readKeys(text string) (keys []uint64, ok bool) {
	for ; len(text) >= 16; text = text[16:] {
		k, err := strconv.ParseUint(text[:16], 16, 64)
		if err != nil {
			return nil, false
		}
		keys = append(keys, k)
	}
	return keys, text == ""
}
