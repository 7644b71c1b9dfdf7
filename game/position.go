package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Position defines when two positions of a game are equal, for State.Repeats, and how a position is written.
// Past positions are kept only if Places, Parts or Mover is set.
type Position struct {
	Places []Layout // places and boards: their contents, with owners, and the order where it has a meaning
	Parts  []Column // the values of these Parts, by where their elements are
	Mover  bool     // the seat to act

	// Read sets up a position from the game's own notation, in place of Setup: see Rules.StartAt. Its error says
	// what is wrong with the notation. Write is the inverse.
	Read  func(t *Tx, notation string) error
	Write func(*State) string
}

func (p *Position) says() bool { return p.Mover || len(p.Places)+len(p.Parts) > 0 }

// repeatKey returns the key of the current position by Rules.Position. It is even: in the past, an odd key
// means that something was hidden at that time or before.
func (s *State) repeatKey() uint64 {
	if s.inPast {
		return s.past.last() &^ 1
	}
	c := s.rules.c
	var sum uint64
	if s.keys != nil {
		sum = s.keys.sums().repeat.now(s, c.repeat)
	} else {
		sum = s.keySum(c.repeat)
	}
	if s.rules.Position.Mover {
		sum += mix(hashTurn, uint64(s.turn)+2)
	}
	return mix(sum, 1) &^ 1
}

// Repeats returns how many earlier positions of the game were equal to the current one, by Rules.Position. It
// can be called during a move or on the state after it.
func (s *State) Repeats() int {
	if s.rules.c.repeat == nil {
		panic(faultf("Repeats needs Rules.Position, which is empty: set what makes two positions equal"))
	}
	n := s.past.count(s.repeatKey())
	if s.inPast {
		n--
	}
	return n
}

// keptLast reports whether the last position of the past is the current one.
func (s *State) keptLast() bool {
	return s.rules.c.repeat != nil && s.past.len() > 0 && s.past.last()&^1 == s.repeatKey()
}

// past is the keys of all positions so far. States share the chunks that hold them; a state that is being
// written adds to its own slice.
type past struct {
	chain  *chain
	shared int      // how many keys of the chain count
	own    []uint64 // the keys after them
	sum    uint64   // hash

	// Bits of the keys added to own, so that most keys that are not there need no search. Dropped keys leave
	// their bits behind.
	seen [4]uint64
}

// chain is an immutable list of keys.
type chain struct {
	full []*[chunk]uint64
	tail []uint64
}

const chunk = 64

func (c *chain) at(i int) uint64 {
	if i < chunk*len(c.full) {
		return c.full[i/chunk][i%chunk]
	}
	return c.tail[i%chunk]
}

func pastOf(keys []uint64) past {
	p := past{own: keys}
	for _, k := range keys {
		p.sum += mix(hashPast, k)
	}
	return p.frozen()
}

func (p *past) len() int { return p.shared + len(p.own) }

func (p *past) last() uint64 {
	if n := len(p.own); n > 0 {
		return p.own[n-1]
	}
	return p.chain.at(p.shared - 1)
}

func (p *past) add(key uint64) {
	p.own = append(p.own, key)
	p.seen[key>>1&3] |= 1 << (key >> 3 & 63)
	p.sum += mix(hashPast, key)
}

// drop removes the last key, if there is one.
func (p *past) drop() {
	if p.len() == 0 {
		return
	}
	p.sum -= mix(hashPast, p.last())
	if n := len(p.own); n > 0 {
		p.own = p.own[:n-1]
	} else {
		p.shared--
	}
}

// veiled reports whether something was hidden in one of the positions.
func (p *past) veiled() bool { return p.len() > 0 && p.last()&1 != 0 }

func (p *past) count(key uint64) (n int) {
	if p.seen[key>>1&3]>>(key>>3&63)&1 != 0 {
		for _, k := range p.own {
			if k&^1 == key {
				n++
			}
		}
	}
	left := p.shared
	for i := 0; left > 0; i++ {
		keys := p.chunk(i)
		keys = keys[:min(left, len(keys))]
		for _, k := range keys {
			if k&^1 == key {
				n++
			}
		}
		left -= len(keys)
	}
	return n
}

func (p *past) chunk(i int) []uint64 {
	if i < len(p.chain.full) {
		return p.chain.full[i][:]
	}
	return p.chain.tail
}

func (p *past) keys() []uint64 {
	if p.len() == 0 {
		return nil
	}
	all := make([]uint64, 0, p.len())
	for i := 0; len(all) < p.shared; i++ {
		keys := p.chunk(i)
		all = append(all, keys[:min(p.shared-len(all), len(keys))]...)
	}
	return append(all, p.own...)
}

// frozen returns the past of a finished state: it shares the chunks that are full.
func (p *past) frozen() past {
	if len(p.own) == 0 {
		return past{chain: p.chain, shared: p.shared, sum: p.sum}
	}
	c := &chain{}
	full := p.shared / chunk
	if full > 0 {
		c.full = p.chain.full[:full:full]
	}
	rest := make([]uint64, 0, p.shared%chunk+len(p.own))
	for i := full * chunk; i < p.shared; i++ {
		rest = append(rest, p.chain.at(i))
	}
	rest = append(rest, p.own...)
	for len(rest) >= chunk {
		c.full = append(c.full, (*[chunk]uint64)(rest))
		rest = rest[chunk:]
	}
	c.tail = rest
	return past{chain: c, shared: p.len(), sum: p.sum}
}

// same reports whether the two are identical, without comparing their keys.
func (p *past) same(o *past) bool {
	return p.chain == o.chain && p.shared == o.shared && len(p.own)+len(o.own) == 0
}

// pastMark is what a mark keeps of the past. Only the last key at the mark can have been replaced since.
type pastMark struct {
	chain  *chain
	shared int
	own    int
	last   uint64 // the last of own
	sum    uint64
}

func (p *past) mark() pastMark {
	m := pastMark{chain: p.chain, shared: p.shared, own: len(p.own), sum: p.sum}
	if m.own > 0 {
		m.last = p.own[m.own-1]
	}
	return m
}

// isAt reports whether the past is the same as at the mark.
func (p *past) isAt(m *pastMark) bool {
	return p.sum == m.sum && len(p.own) == m.own && p.shared == m.shared && p.chain == m.chain
}

func (p *past) rollback(m *pastMark) {
	p.chain, p.shared, p.sum, p.own = m.chain, m.shared, m.sum, p.own[:m.own]
	if m.own > 0 {
		p.own[m.own-1] = m.last
	}
}

// was returns the past at the mark.
func (p *past) was(m *pastMark) past {
	b := past{chain: m.chain, shared: m.shared, sum: m.sum}
	if m.own > 0 {
		b.own = append(slices.Clone(p.own[:m.own-1]), m.last)
	}
	return b
}

var hashPast = hashText("past")

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
