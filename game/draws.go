package game

// draws is where random numbers come from, and whether any were drawn.
type draws struct {
	fast      quick // instead of the state's own source
	randOwned bool  // the source is a copy that may be written
	drew      bool  // something random was drawn in this move
	chancy    bool  // chance was asked for since this was cleared, even if that was taken back
	noChance  bool  // drawing is refused
	chanced   bool  // noChance was asked for a draw
}

func (d *draws) reset() { *d = draws{} }

type drawsMark struct {
	rng       *source
	fast      quick
	randOwned bool
	drew      bool
}

// mark makes the next draw copy the source, so that rollback finds it as it was.
func (d *draws) mark(s *State) drawsMark {
	m := drawsMark{s.rng, d.fast, d.randOwned, d.drew}
	d.randOwned = false
	return m
}

func (d *draws) keep(m *drawsMark) { d.randOwned = d.randOwned || m.randOwned }

func (d *draws) rollback(s *State, m *drawsMark) {
	s.rng, d.fast, d.randOwned, d.drew = m.rng, m.fast, m.randOwned, m.drew
}
