package match

import (
	"strings"

	"github.com/plygame/ply/game"
)

// Begin starts a local match from a state, without an ID, players or a store: for a game at one screen, a test, or a
// program that plays all seats. See [Match.Make], [Match.Back] and [Match.Forward].
func Begin(s *game.State) *Match {
	r := s.Rules()
	m := opened(Setup{
		Game: r.Name, Version: r.Version, Digest: r.Digest(), Options: r.Values(), Seats: s.Seats(), Seed: SeedText(s.Seed()),
	}, s)
	m.start = startOf(s)
	return m
}

// startOf returns a save of a state, or "" if it is the first state of a game with its seed.
func startOf(s *game.State) string {
	if fresh, err := s.Rules().Start(s.Seats(), s.Seed()); err == nil && fresh.Hash() == s.Hash() {
		return ""
	}
	return string(s.Save())
}

// Make is [Match.Play] for a caller that sees everything: the move belongs to the state, not to a view. It is added to
// a batch that is not committed yet, or to a new one if batch is nil.
func (m *Match) Make(behind *Batch, move game.Move) (*Batch, error) {
	s := m.now
	if behind == nil {
		behind = m.batch()
	} else {
		s = behind.State()
	}
	next, err := s.Play(move)
	if err != nil {
		return nil, err
	}
	return m.add(behind, Entry{Kind: Moved, Seat: move.Seat, Move: s.Text(move), made: &move}, next), nil
}

// Back removes the last move from the log, regardless of who made it and what it revealed, unless its action is NoUndo.
// A [Match.Reseed] after the move goes with it. It is for local matches; for others, see [Match.Undo].
func (m *Match) Back() error {
	n := len(m.log)
	for n > 0 && m.log[n-1].Kind == Reseeded {
		n--
	}
	if n == 0 || m.log[n-1].Kind != Moved {
		return refuse(NothingToDo, "there is no move to undo")
	}
	if action, _, _ := strings.Cut(m.log[n-1].Move, " "); final(m.now, action) {
		return &game.Refusal{Code: Final, Action: action, Why: *game.NewLine("it cannot be undone")}
	}
	s, err := m.At(n - 1)
	if err != nil {
		return err
	}
	for i := len(m.log); i >= n; i-- {
		m.undone = append(m.undone, m.log[i-1])
	}
	m.log, m.now = m.log[:n-1], s
	return nil
}

// Forward replays the move that Back removed last. After any other move, there is nothing to replay.
func (m *Match) Forward() error {
	if len(m.undone) == 0 {
		return refuse(NothingToDo, "there is no move to redo")
	}
	if err := m.forward(); err != nil {
		return err
	}
	for n := len(m.undone); n > 0 && m.undone[n-1].Kind == Reseeded; n-- {
		if err := m.forward(); err != nil {
			return err
		}
	}
	return nil
}

// forward replays one entry.
func (m *Match) forward() error {
	s, err := m.At(len(m.log) + 1)
	if err != nil {
		return err
	}
	e := m.undone[len(m.undone)-1]
	m.undone = m.undone[:len(m.undone)-1]
	m.appendEntry(e, s)
	return nil
}

// Reseed changes the random numbers to come in a local match, so that a draw that was undone is not simply repeated.
// The new seed is derived from an earlier one, such as that of the position before the undo. Undone moves are
// discarded.
func (m *Match) Reseed(after game.Seed) {
	seed := Setup{Seed: SeedText(after)}.reseed(1)
	m.Commit(m.add(m.batch(), Entry{Kind: Reseeded, Seat: game.Nobody, Seed: SeedText(seed)}, m.now.Reseed(seed)))
}

// forget drops the moves that Forward could replay.
func (m *Match) forget() {
	if len(m.undone) == 0 {
		return
	}
	for i := range m.undone {
		delete(m.kept, len(m.log)+1+i)
		delete(m.checkpoints, len(m.log)+1+i)
	}
	m.undone = nil
	for n := len(m.recent); n > 0 && m.recent[n-1] > len(m.log); n-- {
		m.recent = m.recent[:n-1]
	}
}

// Rig sets the next results of chance, for tests and for real dice. A record of the match then begins at the last Rig.
func (m *Match) Rig(script ...game.Chance) {
	m.forget()
	m.now = m.now.Rig(script...)
	n := len(m.log)
	m.cacheState(n, m.now)
	delete(m.checkpoints, n)
	if n == 0 {
		m.start = startOf(m.now)
		return
	}
	m.log[n-1].rig = append([]game.Chance{}, script...)
}
