package game

// tracking is what a Tx records during a move so that the observers' memory can follow it.
type tracking struct {
	trackingMemory bool    // keep the memory
	memGen         uint64  // memory of this generation may be written
	memWas         *memory // the memory when the current stage of the move began
	reveals        []reveal
	movedNow       []ID     // what was moved in this move
	lost           []reveal // who has lost track of what in this move
	tied           []reveal // who saw what inside an element that was mixed in this stage: see tie
	lostTrack      []reveal // the same, when the move has ended
	shownNow       []reveal // what the move has revealed, when it has ended
	rerolls        []reroll // values drawn again in this move
	blind          []uint64 // scratch of mixings
}

func (k *tracking) reset() {
	k.trackingMemory, k.memGen, k.memWas = false, 0, nil
	k.reveals, k.movedNow, k.lost, k.tied, k.rerolls = k.reveals[:0], k.movedNow[:0], k.lost[:0], k.tied[:0], k.rerolls[:0]
	k.lostTrack, k.shownNow = nil, nil
}

type trackingMark struct {
	mem     *memory
	memWas  *memory
	memGen  uint64
	reveals int
	rerolls int
	lost    int
	tied    int
	moved   int
	stale   bool
}

// mark makes the next write copy the memory.
func (k *tracking) mark(s *State) trackingMark {
	m := trackingMark{s.mem, k.memWas, k.memGen, len(k.reveals), len(k.rerolls), len(k.lost), len(k.tied), len(k.movedNow),
		s.stale}
	if k.trackingMemory {
		k.memGen = generations.Add(1)
	}
	return m
}

func (k *tracking) rollback(s *State, m *trackingMark) {
	s.mem, s.stale, k.memWas, k.memGen = m.mem, m.stale, m.memWas, m.memGen
	k.reveals, k.rerolls = k.reveals[:m.reveals], k.rerolls[:m.rerolls]
	k.lost, k.tied, k.movedNow = k.lost[:m.lost], k.tied[:m.tied], k.movedNow[:m.moved]
}
