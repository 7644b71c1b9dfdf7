package game

// Open reports whether every seat always sees everything, and seats never choose at the same time. Then a
// search needs no re-deals. Chance may still decide: see Fork.Drawn.
func (r *Rules) Open() bool {
	if r.Check() != nil || r.c.sighted {
		return false
	}
	for _, n := range r.c.nodes {
		if n.kind == nodeTogether {
			return false
		}
	}
	return true
}

// Drawn reports whether chance has decided anything since the last Reset, Redeal or Restart.
func (f *Fork) Drawn() bool { return f.t.chancy }

// HandleFrom returns this fork's handle for a move of another fork of the same rules, so that forks in
// several goroutines can share a tree of moves. The other fork must not list moves at the same time.
func (f *Fork) HandleFrom(other *Fork, h Handle) Handle {
	if h.of == 0 || h.of != other.long.of || f.s.rules != other.s.rules {
		panic(faultf("the handle belongs to another fork: list the moves with Handles of the one passed to HandleFrom"))
	}
	if f.long.of == 0 {
		f.long.of = forkNumbers.Add(1)
	}
	h.of = f.long.of
	if h.chosen&isLong != 0 && f != other {
		m := other.long.moves[h.x]
		from := len(f.long.pool)
		f.long.pool = append(f.long.pool, other.long.pool[m.from:m.to]...)
		m.from, m.to = from, len(f.long.pool)
		h.x = f.long.find(m)
	}
	return h
}
