package game

// draws is the source of random numbers, and whether any were drawn.
type draws struct {
	fast      quick // used instead of the state's own source
	randOwned bool  // the source is a copy that may be written
	drew      bool  // something random was drawn in this move
	chancy    bool  // a draw was requested since this was cleared, even if it was undone
	noChance  bool  // drawing is refused
	chanced   bool  // a draw was requested while noChance was set
}

func (d *draws) reset() { *d = draws{} }

type drawsMark struct {
	rng       *source
	fast      quick
	randOwned bool
	drew      bool
}

// mark makes the next draw copy the source, so that rollback can restore it.
func (d *draws) mark(s *State) drawsMark {
	m := drawsMark{s.rng, d.fast, d.randOwned, d.drew}
	d.randOwned = false
	return m
}

func (d *draws) keep(m *drawsMark) { d.randOwned = d.randOwned || m.randOwned }

func (d *draws) rollback(s *State, m *drawsMark) {
	s.rng, d.fast, d.randOwned, d.drew = m.rng, m.fast, m.randOwned, m.drew
}
