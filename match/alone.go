package match

import (
	"strings"

	"github.com/plygame/ply/game"
)

// Begin begins a match at a state, without an id, players and a store: for a game at one screen, a test,
// or a program that makes the moves of all seats. See [Match.Make], [Match.Back] and [Match.Forward].
func Begin(s *game.State) *Match {
	r := s.Rules()
	m := opened(Setup{
		Game: r.Name, Version: r.Version, Digest: r.Digest(), Options: r.Values(), Seats: s.Seats(), Seed: SeedText(s.Seed()),
	}, s)
	m.start = startOf(s)
	return m
}

// startOf is a save of a state, "" if a game with its seed begins there.
func startOf(s *game.State) string {
	if fresh, err := s.Rules().Start(s.Seats(), s.Seed()); err == nil && fresh.Hash() == s.Hash() {
		return ""
	}
	return string(s.Save())
}

// Make is [Match.Play] for a caller that sees everything: the move is one of the state, not of a view. It
// is added to a batch that has not been committed yet; nil begins a new one.
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

// Back takes the last move out of the log, whoever made it and whatever it has shown, unless its action
// is NoUndo. It is for a match that nobody else plays or keeps; where others do, see [Match.Undo].
func (m *Match) Back() error {
	n := len(m.log)
	if n == 0 || m.log[n-1].Kind != Moved {
		return refuse(NothingToDo, "there is no move to undo")
	}
	e := m.log[n-1]
	if action, _, _ := strings.Cut(e.Move, " "); final(m.now, action) {
		return &game.Refusal{Code: Final, Action: action, Why: *game.NewLine("it cannot be taken back")}
	}
	s, err := m.At(n - 1)
	if err != nil {
		return err
	}
	m.log, m.undone, m.now = m.log[:n-1], append(m.undone, e), s
	return nil
}

// Forward makes the move again that Back took out last. Any other move ends that.
func (m *Match) Forward() error {
	if len(m.undone) == 0 {
		return refuse(NothingToDo, "there is no move to redo")
	}
	s, err := m.At(len(m.log) + 1)
	if err != nil {
		return err
	}
	e := m.undone[len(m.undone)-1]
	m.undone = m.undone[:len(m.undone)-1]
	m.take(e, s)
	return nil
}

// forget drops the moves that could be made again.
func (m *Match) forget() {
	if len(m.undone) == 0 {
		return
	}
	for i := range m.undone {
		delete(m.kept, len(m.log)+1+i)
	}
	m.undone = nil
	for n := len(m.recent); n > 0 && m.recent[n-1] > len(m.log); n-- {
		m.recent = m.recent[:n-1]
	}
}

// Rig sets what chance decides next, for tests and for dice that lie on a real table. A record begins
// where that was done last.
func (m *Match) Rig(script ...game.Chance) {
	m.forget()
	m.now = m.now.Rig(script...)
	n := len(m.log)
	m.keep(n, m.now)
	if n == 0 {
		m.start = startOf(m.now)
		return
	}
	m.log[n-1].rig = append([]game.Chance{}, script...)
}
