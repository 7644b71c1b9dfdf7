package game

import (
	"slices"
	"sync"
)

// viewBuilder lays out the rows of a view: the contents of places, then the contents of those.
type viewBuilder struct {
	v       *State
	tokens  []token
	holders []held
	done    int
	faced   []int32 // which of the tokens have a face
}

// viewBuilders holds buffers for reuse.
var viewBuilders sync.Pool

// held is how many tokens a holder has.
type held struct {
	in ID
	n  int
}

func newViewBuilder(v *State, size int) *viewBuilder {
	b, _ := viewBuilders.Get().(*viewBuilder)
	if b == nil {
		b = new(viewBuilder)
	}
	*b = viewBuilder{v: v, tokens: slices.Grow(b.tokens[:0], size), holders: b.holders[:0],
		faced: slices.Grow(b.faced[:0], size)}
	return b
}

// free makes the buffers available to another builder.
func (b *viewBuilder) free() {
	b.v = nil
	viewBuilders.Put(b)
}

// hold assigns the tokens since the last call to this holder.
func (b *viewBuilder) hold(in ID) {
	if n := len(b.tokens) - b.done; n > 0 {
		b.holders = append(b.holders, held{in, n})
	}
	b.done = len(b.tokens)
}

func (b *viewBuilder) build(facts func(i int) (kind uint16, owner Seat)) {
	v := b.v
	c := v.rules.c
	old := v.rows
	v.n = c.first + ID(len(b.tokens))
	slab := make([]page, (int(v.n)+pageSize-1)>>pageBits)
	v.rows = make([]*page, len(slab))
	for i := range slab {
		v.rows[i] = &slab[i]
	}
	for i, left := 0, int(c.first); left > 0; i, left = i+1, left-pageSize {
		rows := slab[i].r[:min(left, pageSize)]
		copy(rows, old[i].r[:])
		for k := range rows {
			rows[k].first, rows[k].last, rows[k].count = 0, 0, 0
		}
	}
	v.piles = nil
	v.span = int(v.n>>6) + 1
	v.occ = make([]uint64, v.span*(1+int(v.seats)))
	v.view.names = make([]uint32, len(b.tokens))
	v.view.origin = make([]ID, len(b.tokens))
	i := 0
	for _, h := range b.holders {
		up := v.at(h.in)
		up.first, up.last, up.count = c.first+ID(i), c.first+ID(i+h.n-1), uint32(h.n)
		rank := uint32(0)
		for k := range h.n {
			tk := b.tokens[i]
			r := v.at(c.first + ID(i))
			r.parent, r.flags = h.in, live
			r.kind, r.owner = facts(i)
			if k > 0 {
				r.prev = c.first + ID(i) - 1
			}
			if k < h.n-1 {
				r.next = c.first + ID(i) + 1
			}
			v.view.origin[i], v.view.names[i] = tk.id, tk.handle
			if tk.handle == 0 {
				rank++
				r.flags |= faceless
				v.view.names[i] = nameless | rank
			}
			i++
		}
		v.refresh(h.in)
	}
}

// projector copies what an observer sees of the values of Parts.
type projector struct {
	s, v   *State
	seat   Seat
	tokens []token
	faced  []int32 // which of the tokens have a face
	back   map[ID]ID
}

// inView returns the element of the view for one of the state, 0 if it is not in the view.
func (p *projector) inView(id ID) ID {
	if id < p.s.rules.c.first {
		return id
	}
	if p.back == nil {
		p.back = make(map[ID]ID, len(p.tokens))
		for i, tk := range p.tokens {
			p.back[tk.id] = p.s.rules.c.first + ID(i)
		}
		delete(p.back, 0)
	}
	return p.back[id]
}

// seen returns the column as an observer sees it.
func (c *col[T]) seen(p *projector, slot int) column {
	x := &p.s.rules.c.secrets[slot]
	if len(c.pages) == 0 || x.inner && p.seat != Judge {
		if c.refs {
			return &col[T]{part: c.part, refs: true}
		}
		return c.part.none
	}
	n := &col[T]{part: c.part, refs: c.refs}
	n.pages = make([]*cpage[T], 0, len(p.v.rows))
	var zero T
	first := p.s.rules.c.first
	var slab []cpage[T]
	put := func(id ID, v T) {
		if c.refs {
			c.part.code.mapIDs(pointer(&v), p.inView)
		}
		slab = n.place(id, v, slab)
	}
	for pg, page := range c.pages {
		low := ID(pg) << pageBits
		switch {
		case page == nil || low >= first:
		case !x.explicit && !c.refs && low+pageSize <= first:
			for pg >= len(n.pages) {
				n.pages = append(n.pages, nil)
			}
			n.pages[pg] = page
		default:
			for i, v := range page.v {
				if id := low + ID(i); v != zero && id < first && p.s.seesPart(slot, p.seat, id, true, true) {
					put(id, v)
				}
			}
		}
	}
	if !x.explicit {
		for _, i := range p.faced {
			if v := c.value(p.tokens[i].id); v != zero {
				put(first+ID(i), v)
			}
		}
		return n
	}
	for i, tk := range p.tokens {
		if tk.id == 0 {
			continue
		}
		if v := c.value(tk.id); v != zero && p.s.seesPart(slot, p.seat, tk.id, tk.handle != 0, true) {
			put(first+ID(i), v)
		}
	}
	return n
}

// place puts a value into a column that is not shared yet. If it needs a new page, it takes one from the slab,
// and returns the rest of the slab. Pages after the first are allocated a few at a time, up to the capacity of the
// column.
func (c *col[T]) place(id ID, v T, slab []cpage[T]) []cpage[T] {
	pg := int(id >> pageBits)
	for pg >= len(c.pages) {
		c.pages = append(c.pages, nil)
	}
	if c.pages[pg] == nil {
		if len(slab) == 0 {
			slab = make([]cpage[T], min(4*pg+1, 4, cap(c.pages)-pg))
		}
		c.pages[pg], slab = &slab[0], slab[1:]
	}
	c.pages[pg].v[id&pageMask] = v
	return slab
}
