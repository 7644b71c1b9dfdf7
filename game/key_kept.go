package game

import (
	"math/bits"
)

// keying keeps the keys of a state that is being written, once they have been asked for: writers record which
// elements they have changed, and only the places of those are recomputed.
type keying struct {
	on    bool
	dirty []uint64  // by element: it was written
	asked *keptKeys // nil until the keys are first asked for
}

type keptKeys struct {
	full, repeat placeKeys
	refs         refKey
	base         keyBase
}

// sums returns the keys that are kept.
func (k *keying) sums() *keptKeys {
	if k.asked == nil {
		k.asked = &keptKeys{}
	}
	return k.asked
}

// placeKeys are the keys of all places, and their sum.
type placeKeys struct {
	ready bool
	scope *keyScope
	keys  []uint64
	sum   uint64
	refs  uint64
	dirty []uint64 // by place: its key must be recomputed
	moved bool     // something was written since refs was computed
}

// keyBase is the keys of the state that a fork was last set to.
type keyBase struct {
	of           *State
	full, repeat placeKeys
}

// markWritten records that an element was written.
func (k *keying) markWritten(id ID) {
	i := int(id >> 6)
	for i >= len(k.dirty) {
		k.dirty = append(k.dirty, 0)
	}
	k.dirty[i] |= 1 << (id & 63)
}

// now returns the sum of the keys of all places.
func (p *placeKeys) now(s *State, x *keyScope) uint64 {
	k := s.keys
	if !p.ready {
		k.flush(s)
		p.fill(s, x)
		k.on = true
		return p.sum + p.refs
	}
	k.flush(s)
	if p.moved {
		for i, w := range p.dirty {
			for ; w != 0; w &= w - 1 {
				id := ID(i<<6 + bits.TrailingZeros64(w))
				key := s.placeKey(x, id)
				p.sum += key - p.keys[id]
				p.keys[id] = key
			}
			p.dirty[i] = 0
		}
		p.refs, p.moved = s.refKeys(x, &k.asked.refs), false
	}
	return p.sum + p.refs
}

// fill computes the keys of all places.
func (p *placeKeys) fill(s *State, x *keyScope) {
	first := s.rules.c.first
	p.scope, p.keys, p.dirty = x, grown(p.keys, int(first)), grown(p.dirty, int(first>>6)+1)
	p.sum = 0
	for id := Root; id < first; id++ {
		p.keys[id] = s.placeKey(x, id)
		p.sum += p.keys[id]
	}
	p.refs, p.ready, p.moved = s.refKeys(x, &s.keys.asked.refs), true, false
}

// flush finds the places that the written elements are in.
func (k *keying) flush(s *State) {
	first := s.rules.c.first
	for i, w := range k.dirty {
		if w == 0 {
			continue
		}
		k.dirty[i] = 0
		for ; w != 0; w &= w - 1 {
			id := ID(i<<6 + bits.TrailingZeros64(w))
			if id >= s.n {
				continue
			}
			for id >= first {
				id = s.at(id).parent
			}
			k.asked.full.spoil(id)
			k.asked.repeat.spoil(id)
		}
	}
}

func (p *placeKeys) spoil(id ID) {
	if p.ready && p.scope.covers(id) {
		p.dirty[id>>6] |= 1 << (id & 63)
		p.moved = true
	}
}

// reset is for a fork that has been set to s. A fork that keeps returning to the same state keeps the keys of
// that state.
func (k *keying) reset(s, live *State) {
	if k.on = false; k.asked == nil {
		k.dirty = k.dirty[:0]
		return
	}
	clear(k.dirty)
	p := k.asked
	full, repeat, b := p.full.ready, p.repeat.ready, &p.base
	p.full.ready, p.repeat.ready = false, false
	switch {
	case s.keys != nil: // it is being written itself
		b.forget()
	case b.of != s:
		b.forget()
		b.of = s
	case b.full.ready || b.repeat.ready:
		p.full.restore(&b.full)
		p.repeat.restore(&b.repeat)
		k.on = true
	case full || repeat:
		if full {
			p.full.now(live, s.rules.c.full)
			b.full.restore(&p.full)
		}
		if repeat {
			p.repeat.now(live, s.rules.c.repeat)
			b.repeat.restore(&p.repeat)
		}
	}
}

// drop releases the state.
func (k *keying) drop() {
	if k.asked != nil {
		k.asked.base.forget()
	}
}

func (b *keyBase) forget() { b.of, b.full.ready, b.repeat.ready = nil, false, false }

// restore makes p a copy of keys that were up to date.
func (p *placeKeys) restore(o *placeKeys) {
	if o.ready {
		p.scope, p.keys, p.dirty = o.scope, append(p.keys[:0], o.keys...), grown(p.dirty, len(o.dirty))
		p.sum, p.refs, p.ready, p.moved = o.sum, o.refs, true, false
	}
}

// rolledBack records what a rollback is about to write.
func (k *keying) rolledBack(writes []write) {
	for i := range writes {
		k.markWritten(writes[i].id)
	}
}

// countsMoves reports whether the rules read how many moves were made, or how often a loop has run. That is
// found out once, by playing games that are the same in every process: if the answer depended on which
// positions were seen before, the key would be useless.
func (s *State) countsMoves() bool {
	if s.a != nil && s.a.probing {
		return false
	}
	c := s.rules.c
	c.counting.Do(func() { c.counts = s.rules.askCount() })
	return c.counts
}

// askCount plays two games and reports whether the rules have read a count, or whether it cannot be known.
func (r *Rules) askCount() bool {
	seats := r.Seats.Min
	for seats < r.Seats.Max && r.Unfit(seats) != nil {
		seats++
	}
	f := blank(r, seats, SeedOf(1)).Fork()
	f.t.arena.probing = true
	if f.setup(r.Setup) != nil {
		return true
	}
	s := f.freeze()
	for n := range uint64(2) {
		f.Reset(s)
		f.Seed(n)
		if _, err := f.Playout(200); err != nil || f.t.arena.counted {
			return true
		}
	}
	return false
}
