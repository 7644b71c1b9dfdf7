package match

import (
	"errors"
	"fmt"

	"github.com/plygame/ply/game"
)

// ErrRules says that a match was begun with other rules, and comes out differently with these. It
// can be read, but not go on.
var ErrRules = errors.New("it was played by other rules")

// Snapshot is a state that was saved, so that not all moves before it need be played again.
type Snapshot struct {
	Seq  int    // after how many entries
	Save []byte // as game.State.Save writes it
}

// Snapshot saves the present state.
func (m *Match) Snapshot() Snapshot { return Snapshot{len(m.log), m.now.Save()} }

// Open goes on with a match: its log is played again, from the snapshot on if there is one that fits,
// and every hash compared. A log that is damaged is refused with the entry that is wrong. If the
// rules are others than those it was begun with, all of it is played again; if that gives the same
// hashes, it may go on, see [Match.Update], else the error is ErrRules.
func Open(setup Setup, r *game.Rules, log []Entry, from *Snapshot) (*Match, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	if setup.Game != r.Name {
		return nil, fmt.Errorf("match %s is one of %s, not of %s", setup.ID, setup.Game, r.Name)
	}
	other := !by(setup, log, r)
	m, err := open(setup, r)
	if err != nil && other {
		err = fmt.Errorf("match %s: %w: it does not begin: %w", setup.ID, ErrRules, err)
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
				return nil, fmt.Errorf("match %s: %w: entry %d comes out differently: %w", setup.ID, ErrRules, i+1, err)
			}
			return nil, m.broken(i+1, err)
		}
	}
	return m, nil
}

// by reports whether these are the rules that a match was last played by.
func by(setup Setup, log []Entry, r *game.Rules) bool {
	version, digest := setup.Version, setup.Digest
	for _, e := range log {
		if e.Kind == Updated {
			version, digest = e.Version, e.Digest
		}
	}
	return version == r.Version && digest == r.Digest()
}

// resume keeps the state of a snapshot, if it is what the log says it is.
func (m *Match) resume(log []Entry, x Snapshot) {
	if x.Seq < 1 || x.Seq > len(log) {
		return
	}
	if s, err := m.rules.Load(x.Save); err == nil && s.HashText() == log[x.Seq-1].Hash {
		m.snap, m.snapAt = s, x.Seq
	}
}

// replay takes in an entry that was written down.
func (m *Match) replay(e Entry) error {
	n := len(m.log) + 1
	if err := m.sound(e); err != nil {
		return err
	}
	var s *game.State
	switch {
	case n < m.snapAt:
		s = m.now // the snapshot knows better
	case n == m.snapAt:
		s = m.snap
	default:
		var err error
		if s, err = m.stateAfter(e); err != nil {
			return err
		}
	}
	if n >= m.snapAt && s.HashText() != e.Hash {
		return fmt.Errorf("its hash is %s, and the log says %s", s.HashText(), e.Hash)
	}
	m.log = append(m.log, e)
	m.settle(e, s)
	if n >= m.snapAt {
		m.keep(n, s)
	}
	return nil
}

func (m *Match) stateAfter(e Entry) (*game.State, error) {
	switch e.Kind {
	case Moved, Reseeded:
		return e.after(m.now)
	case Undone:
		return m.At(e.Back)
	}
	return m.now, nil
}

// sound refuses entries that no match writes.
func (m *Match) sound(e Entry) error {
	n := len(m.log) + 1
	switch {
	case (e.Kind == Moved || e.Kind == Resigned || e.Kind == Seated || e.Kind == Undone) && (e.Seat < 0 || int(e.Seat) >= m.setup.Seats):
		return fmt.Errorf("there is no %s", e.Seat)
	case e.Kind == Seated && e.Player == nil:
		return errors.New("it does not say who takes the seat")
	case e.Kind == Undone && (e.Back < 0 || e.Back >= n):
		return fmt.Errorf("it goes back to entry %d", e.Back)
	case e.Kind == Reseeded && e.Seed != SeedText(m.setup.reseed(m.reseeds+1)):
		return errors.New("chance goes on otherwise than the seed of the match says")
	}
	switch e.Kind {
	case Moved, Undone, Reseeded, Resigned, Seated, Updated:
		return nil
	}
	return fmt.Errorf("there is no entry of the sort %q", e.Kind)
}

// Update is the batch by which a match goes on with other rules than before; nil if they are the
// same.
func (m *Match) Update() *Batch {
	if by(m.setup, m.log, m.rules) {
		return nil
	}
	return m.add(m.batch(), Entry{Kind: Updated, Seat: game.Nobody, Version: m.rules.Version, Digest: m.rules.Digest()}, m.now)
}
