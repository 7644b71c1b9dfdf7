package game

// paged is a long array that is copied page by page when it is written.
type paged[T comparable] struct {
	gen   uint64
	pages []*leaf[T]
}

type leaf[T comparable] struct {
	gen uint64
	v   [pageSize]T
}

func (p *paged[T]) at(id ID) (v T) {
	if pg := int(id >> pageBits); pg < len(p.pages) && p.pages[pg] != nil {
		v = p.pages[pg].v[id&pageMask]
	}
	return v
}

// differs visits the elements whose values differ from before.
func (p *paged[T]) differs(was *paged[T], visit func(ID)) {
	var blank leaf[T]
	for pg := range max(len(p.pages), len(was.pages)) {
		a, b := &blank, &blank
		if pg < len(was.pages) && was.pages[pg] != nil {
			a = was.pages[pg]
		}
		if pg < len(p.pages) && p.pages[pg] != nil {
			b = p.pages[pg]
		}
		if a == b || a.v == b.v {
			continue
		}
		for i := range pageSize {
			if a.v[i] != b.v[i] {
				visit(ID(pg<<pageBits + i))
			}
		}
	}
}

func (p *paged[T]) put(gen uint64, id ID, v T) {
	pg := int(id >> pageBits)
	if p.at(id) == v {
		return
	}
	if p.gen != gen {
		p.pages = append(make([]*leaf[T], 0, max(len(p.pages), pg+1)), p.pages...)
		p.gen = gen
	}
	for pg >= len(p.pages) {
		p.pages = append(p.pages, nil)
	}
	if l := p.pages[pg]; l == nil || l.gen != gen {
		n := &leaf[T]{gen: gen}
		if l != nil {
			n.v = l.v
		}
		p.pages[pg] = n
	}
	p.pages[pg].v[id&pageMask] = v
}
