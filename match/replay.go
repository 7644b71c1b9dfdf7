package match

import (
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Replay replays a record and checks every hash, up to a number of entries, or all if upTo is negative. It returns the
// match after them. If an entry is refused or has a different result, it returns the match before it, and an error.
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
			return m, fmt.Errorf("replay stopped before move %d (%s of %s): %w", i+1, words.Clip(e.Text()),
				m.now.Rules().SeatName(e.mover()), err)
		}
	}
	if result := m.Outcome().String(); upTo == len(rec.Moves) && rec.Result != "" && rec.Result != result {
		return m, refuse(game.Damaged, "the record has the result {0}, but the game is {1}", words.Clip(rec.Result), result)
	}
	return m, nil
}

// begin returns the match before the first entry.
func (r *Record) begin(rules *game.Rules) (*Match, error) {
	if err := rules.Check(); err != nil {
		return nil, err
	}
	switch {
	case r.Game != rules.Name:
		return nil, refuse(game.Damaged, "the record is of {0}, not {1}", r.Game, rules.Name)
	case r.Digest != rules.Digest():
		return nil, refuse(game.Damaged,
			"the record was made with different rules for {0}, or other options (digest {1}, here {2})",
			r.Game, words.Clip(r.Digest), rules.Digest())
	}
	s, err := r.first(rules)
	if err != nil {
		return nil, err
	}
	m := opened(Setup{
		ID: r.Match, Game: r.Game, Version: r.Version, Digest: r.Digest, Options: rules.Values(), Seats: s.Seats(),
		Seed: SeedText(r.Seed),
	}, s)
	m.start = r.Start
	for x, name := range r.Names[:min(len(r.Names), s.Seats())] {
		m.players[x].Name = name
	}
	return m, nil
}

// first returns the first state of the record.
func (r *Record) first(rules *game.Rules) (*game.State, error) {
	if r.Start != "" {
		return rules.Load([]byte(r.Start))
	}
	return rules.Start(r.Seats, r.Seed)
}

// follow replays an entry of a record.
func (m *Match) follow(e Entry) error {
	switch {
	case m.resign != game.Nobody || m.closed:
		return m.over(game.Damaged)
	case e.Kind == Undone && (e.Back < 0 || e.Back > len(m.log)):
		return refuse(game.Damaged, "it goes back to entry {0}", e.Back)
	case e.Kind == Resigned && (e.Seat < 0 || int(e.Seat) >= m.setup.Seats):
		return refuse(game.Damaged, "there is no {0}", e.Seat)
	case !slices.Contains([]string{Moved, Undone, Reseeded, Resigned, Restored, Closed}, e.Kind):
		return refuse(game.Damaged, "unknown kind of entry {0}", words.Clip(e.Kind))
	}
	s, err := m.stateAfter(e)
	if err == nil && s.HashText() != e.Hash {
		err = refuse(game.Damaged, "its hash is {0}, but the record has {1}", s.HashText(), words.Clip(e.Hash))
	}
	if err == nil {
		m.appendEntry(e, s)
	}
	return err
}
