package match

import (
	"cmp"
	"fmt"
	"maps"

	"github.com/plygame/ply/game"
)

// defaultKeep is the default of [Match.Keep].
const defaultKeep = 16

// maxCheckpoints is the maximum number of checkpoints: states kept at regular intervals, so that the state after any
// entry of a long match is near one.
const maxCheckpoints = 32

// checkpoint keeps a state as a checkpoint if it is due. When there are too many, the interval doubles.
func (m *Match) checkpoint(n int, s *game.State) {
	const first = 64
	if m.interval = max(m.interval, first); n == 0 || n%m.interval != 0 {
		return
	}
	if m.checkpoints == nil {
		m.checkpoints = map[int]*game.State{}
	}
	m.checkpoints[n] = s
	for len(m.checkpoints) > maxCheckpoints {
		m.interval *= 2
		maps.DeleteFunc(m.checkpoints, func(n int, _ *game.State) bool { return n%m.interval != 0 })
	}
}

// known returns a state in memory, or nil.
func (m *Match) known(n int) *game.State {
	if s := m.kept[n]; s != nil {
		return s
	}
	return m.checkpoints[n]
}

func (m *Match) cacheState(n int, s *game.State) {
	m.checkpoint(n, s)
	if _, has := m.kept[n]; !has {
		m.recent = append(m.recent, n)
	}
	m.kept[n] = s
	for len(m.recent) > cmp.Or(m.Keep, defaultKeep) {
		delete(m.kept, m.recent[0])
		m.recent = m.recent[1:]
	}
}

// Rest frees all states but the first and the current one. They are computed again on demand.
func (m *Match) Rest() {
	m.kept, m.recent, m.looked = map[int]*game.State{0: m.kept[0]}, nil, nil
	m.checkpoints, m.interval = nil, 0
	m.cacheState(len(m.log), m.now)
}

// At returns the state after entry n; 0 is the beginning. Entries that [Match.Back] removed still have a state until
// another move is made.
func (m *Match) At(n int) (*game.State, error) {
	if n < 0 || n > len(m.log)+len(m.undone) {
		return nil, refuse(Stale, "there is no entry {0}; the match is at {1}", n, len(m.log))
	}
	todo := []int{}
	for m.known(n) == nil {
		switch e := m.entry(n); e.Kind {
		case Undone:
			n = e.Back
			continue
		case Moved, Reseeded, Restored:
			todo = append(todo, n)
		}
		n--
	}
	s := m.known(n)
	for i := len(todo) - 1; i >= 0; i-- {
		next, err := m.entry(todo[i]).after(s)
		if err != nil {
			return nil, m.broken(todo[i], err)
		}
		s = next
		m.cacheState(todo[i], s)
	}
	return s, nil
}

// entry returns entry n, including those that Forward can replay.
func (m *Match) entry(n int) Entry {
	if n > len(m.log) {
		return m.undone[len(m.undone)-n+len(m.log)]
	}
	return m.log[n-1]
}

// after returns the state after a move or new seed.
func (e Entry) after(s *game.State) (*game.State, error) {
	if e.Kind == Moved {
		s, err := s.PlayText(e.Seat, e.Move)
		if err == nil && e.rig != nil {
			s = s.Rig(e.rig...)
		}
		return s, err
	}
	seed, err := readSeed(e.Seed)
	if err != nil {
		return nil, err
	}
	if e.Kind == Restored {
		return redealt(s, seed), nil
	}
	return s.Reseed(seed), nil
}

func (m *Match) broken(n int, err error) error {
	return fmt.Errorf("match %s cannot be replayed beyond entry %d: %w", m.setup.ID, n-1, err)
}
