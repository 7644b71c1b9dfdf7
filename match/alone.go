package match

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Begin begins a match at a state, without an id and players: a game at one screen, in a test or in
// the hands of a program. Whoever has it makes the moves of all seats, see [Match.Make], and takes them
// back at will.
func Begin(s *game.State) *Match {
	r := s.Rules()
	m := opened(Setup{Game: r.Name, Version: r.Version, Digest: r.Digest(), Options: r.Values(), Seats: s.Seats(), Seed: SeedText(s.Seed())}, s)
	m.start = startOf(s)
	return m
}

// startOf is a save of a state, "" if a game with its seed begins there.
func startOf(s *game.State) string {
	if fresh, err := game.Start(s.Rules(), s.Seats(), s.Seed()); err == nil && fresh.Hash() == s.Hash() {
		return ""
	}
	return string(s.Save())
}

// Make is Play for whoever sees everything: a move of the state itself. It comes behind what is in a
// step already, which may be nil.
func (m *Match) Make(behind *Step, move game.Move) (*Step, error) {
	s := m.now
	if behind == nil {
		behind = m.step()
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
// is NoUndo. It is for a match that nobody else plays or keeps; [Match.Undo] is for others.
func (m *Match) Back() error {
	n := len(m.log)
	if n == 0 || m.log[n-1].Kind != Moved {
		return refuse(game.NothingToDo, "there is no move to undo")
	}
	e := m.log[n-1]
	if action, _, _ := strings.Cut(e.Move, " "); final(m.now, action) {
		return &game.Refusal{Code: game.Final, Action: action, Why: *game.NewLine("it cannot be taken back")}
	}
	s, err := m.At(n - 1)
	if err != nil {
		return err
	}
	m.log, m.undone, m.now = m.log[:n-1], append(m.undone, e), s
	return nil
}

// Forward makes the move again that Back took out last. That ends with the next move of another kind.
func (m *Match) Forward() error {
	if len(m.undone) == 0 {
		return refuse(game.NothingToDo, "there is no move to redo")
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

// forget lets go of what could be made again.
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

// Replay plays a record again, checking every hash, up to a number of its entries, or all if upTo is
// negative. It returns the match as it then is. When an entry is refused or comes out differently, that is
// the match before it, and the error says why.
func Replay(r *game.Rules, rec *Record, upTo int) (*Match, error) {
	m, err := rec.begin(r)
	if err != nil {
		return nil, err
	}
	if upTo < 0 || upTo > len(rec.Moves) {
		upTo = len(rec.Moves)
	}
	for i, e := range rec.Moves[:upTo] {
		if err := m.follow(e); err != nil {
			by := e.Seat
			if e.Kind != Moved {
				by = game.Nobody
			}
			return m, fmt.Errorf("replay stops before move %d (%s of %s): %w", i+1, clip(e.Text()), by, err)
		}
	}
	if result := m.Outcome().String(); upTo == len(rec.Moves) && rec.Result != "" && rec.Result != result {
		return m, refuse(game.Damaged, "the record says {0}, and the game is {1}", clip(rec.Result), result)
	}
	return m, nil
}

// begin returns the match as it began.
func (r *Record) begin(rules *game.Rules) (*Match, error) {
	if err := game.Check(rules); err != nil {
		return nil, err
	}
	switch {
	case r.Game != rules.Name:
		return nil, refuse(game.Damaged, "the record is of {0}, not of {1}", r.Game, rules.Name)
	case r.Digest != rules.Digest():
		return nil, refuse(game.Damaged, "the record was made by other rules of {0}, or with other options (digest {1}, here {2})",
			r.Game, clip(r.Digest), rules.Digest())
	}
	s, err := r.first(rules)
	if err != nil {
		return nil, err
	}
	setup := Setup{ID: r.Match, Game: r.Game, Version: r.Version, Digest: r.Digest, Options: rules.Values(), Seats: s.Seats(), Seed: SeedText(r.Seed)}
	m := opened(setup, s)
	m.start = r.Start
	for x, name := range r.Names[:min(len(r.Names), s.Seats())] {
		m.players[x].Name = name
	}
	return m, nil
}

// first returns the state that the record begins with.
func (r *Record) first(rules *game.Rules) (*game.State, error) {
	if r.Start != "" {
		return game.Load(rules, []byte(r.Start))
	}
	return game.Start(rules, r.Seats, r.Seed)
}

// follow takes in an entry of a record.
func (m *Match) follow(e Entry) error {
	switch {
	case m.resign != game.Nobody:
		return refuse(game.Damaged, "the game is over: {0}", m.Outcome().String())
	case e.Kind == Undone && (e.Back < 0 || e.Back > len(m.log)):
		return refuse(game.Damaged, "it goes back to entry {0}", e.Back)
	case e.Kind == Resigned && (e.Seat < 0 || int(e.Seat) >= m.setup.Seats):
		return refuse(game.Damaged, "there is no {0}", e.Seat)
	case !slices.Contains([]string{Moved, Undone, Reseeded, Resigned}, e.Kind):
		return refuse(game.Damaged, "there is no entry of the sort {0}", clip(e.Kind))
	}
	s, err := m.stateAfter(e)
	if err == nil && s.HashText() != e.Hash {
		err = refuse(game.Damaged, "its hash is {0}, and the record says {1}", s.HashText(), clip(e.Hash))
	}
	if err == nil {
		m.take(e, s)
	}
	return err
}
