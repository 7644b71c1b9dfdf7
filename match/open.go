package match

import (
	"errors"
	"fmt"

	"github.com/plygame/ply/game"
)

// ErrRules means that a match was played with different rules and does not replay with these. It can be read, but not
// continued.
var ErrRules = errors.New("it was played with different rules")

// Snapshot is a saved state, so that the moves before it need not be replayed.
type Snapshot struct {
	Seq  int    // number of entries before it
	Save []byte // from game.State.Save
}

// Snapshot saves the current state.
func (m *Match) Snapshot() Snapshot { return Snapshot{len(m.log), m.now.Save()} }

// Open opens a stored match. It replays the log, from the snapshot if it is valid, and compares every hash. The error
// for a damaged log names the entry. If the rules differ from those of the match, it replays the whole log: if all
// hashes agree, the match can continue, see [Match.Update]; otherwise the error is ErrRules.
func Open(setup Setup, r *game.Rules, log []Entry, from *Snapshot) (*Match, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if setup.Game != r.Name {
		return nil, fmt.Errorf("match %s is a game of %s, not %s", setup.ID, setup.Game, r.Name)
	}
	other := !playedWith(setup, log, r)
	m, err := open(setup, r)
	if err != nil && other {
		err = fmt.Errorf("match %s: %w: it cannot start: %w", setup.ID, ErrRules, err)
	}
	if err != nil {
		return nil, err
	}
	if from != nil && !other {
		m.resume(log, *from)
	}
	for i, e := range log {
		if err := m.replay(e); err != nil {
			if other {
				return nil, fmt.Errorf("match %s: %w: entry %d has a different result: %w", setup.ID, ErrRules, i+1, err)
			}
			return nil, m.broken(i+1, err)
		}
	}
	return m, nil
}

// playedWith reports whether these are the rules that the match was last played with.
func playedWith(setup Setup, log []Entry, r *game.Rules) bool {
	version, digest := setup.Version, setup.Digest
	for _, e := range log {
		if e.Kind == Updated {
			version, digest = e.Version, e.Digest
		}
	}
	return version == r.Version && digest == r.Digest()
}

// resume uses the state of a snapshot, if its hash agrees with the log.
func (m *Match) resume(log []Entry, x Snapshot) {
	if x.Seq < 1 || x.Seq > len(log) {
		return
	}
	if s, err := m.rules.Load(x.Save); err == nil && s.HashText() == log[x.Seq-1].Hash {
		m.snap, m.snapAt = s, x.Seq
	}
}

// replay replays a stored entry.
func (m *Match) replay(e Entry) error {
	n := len(m.log) + 1
	if err := m.checkEntry(e); err != nil {
		return err
	}
	var s *game.State
	switch {
	case n < m.snapAt:
		s = m.now // the snapshot has the state already
	case n == m.snapAt:
		s = m.snap
	default:
		var err error
		if s, err = m.stateAfter(e); err != nil {
			return err
		}
	}
	if n >= m.snapAt && s.HashText() != e.Hash {
		return fmt.Errorf("its hash is %s, but the log has %s", s.HashText(), e.Hash)
	}
	m.log = append(m.log, e)
	m.settle(e, s)
	if n >= m.snapAt {
		m.cacheState(n, s)
	}
	return nil
}

func (m *Match) stateAfter(e Entry) (*game.State, error) {
	switch e.Kind {
	case Moved, Reseeded, Restored:
		return e.after(m.now)
	case Undone:
		return m.At(e.Back)
	}
	return m.now, nil
}

// checkEntry refuses entries that no match can have written.
func (m *Match) checkEntry(e Entry) error {
	n := len(m.log) + 1
	switch {
	case (e.Kind == Moved || e.Kind == Resigned || e.Kind == Seated || e.Kind == Undone) &&
		(e.Seat < 0 || int(e.Seat) >= m.setup.Seats):
		return fmt.Errorf("there is no %s", e.Seat)
	case e.Kind == Renewed && (e.Seat < game.Nobody || int(e.Seat) >= m.setup.Seats || e.Token == ""):
		return errors.New("it renews no token")
	case e.Kind == Seated && e.Player == nil:
		return errors.New("it does not name the player")
	case e.Kind == Undone && (e.Back < 0 || e.Back >= n):
		return fmt.Errorf("it goes back to entry %d", e.Back)
	case e.Kind == Reseeded && e.Seed != SeedText(m.setup.reseed(m.reseeds+1)):
		return errors.New("the new seed is not derived from the seed of the match")
	}
	switch e.Kind {
	case Moved, Undone, Reseeded, Resigned, Seated, Updated, Restored, Looked, Closed, Renewed:
		return nil
	}
	return fmt.Errorf("unknown kind of entry %q", e.Kind)
}

// Update returns the batch that continues a match with different rules, or nil if the rules are the same.
func (m *Match) Update() *Batch {
	if playedWith(m.setup, m.log, m.rules) {
		return nil
	}
	return m.add(m.batch(), Entry{Kind: Updated, Seat: game.Nobody, Version: m.rules.Version, Digest: m.rules.Digest()},
		m.now)
}
