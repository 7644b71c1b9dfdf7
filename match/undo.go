package match

import (
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Ask is a request to undo moves that other seats must agree to.
type Ask struct {
	Seat game.Seat   // the seat that asks
	Back int         // the entry to return to
	Why  game.Line   // why others must agree
	Need []game.Seat // the seats that have not agreed yet
}

// Asked returns the pending request, or nil. Any new entry ends it, except changes of seats that are not involved.
func (m *Match) Asked() *Ask { return m.ask }

// Undo undoes the last move of a seat. This needs no consent if no other move followed, nothing was random, and nobody
// learned anything from it. Otherwise it returns no batch and asks the other seats; see [Match.Agree]. An empty seat
// cannot agree.
func (m *Match) Undo(seat game.Seat) (*Batch, error) {
	if err := m.active(seat); err != nil {
		return nil, err
	}
	line := m.line(len(m.log))
	at := slices.IndexFunc(line, func(n int) bool { return m.log[n-1].Kind == Moved && m.log[n-1].Seat == seat })
	if at < 0 {
		return nil, refuse(NothingToDo, "{0} has no move to undo", seat)
	}
	if slices.ContainsFunc(line[:at], func(n int) bool { return m.log[n-1].Kind == Restored }) {
		return nil, refuse(game.Unavailable, "the server was restored from a backup since that move")
	}
	back := line[at] - 1
	why, err := m.disclosed(line[:at+1], seat)
	if err != nil {
		return nil, err
	}
	if why == nil {
		return m.back(seat, back)
	}
	ask := &Ask{Seat: seat, Back: back, Why: *why}
	for x, p := range m.players {
		switch other := game.Seat(x); {
		case other == seat:
		case p.Token != "":
			ask.Need = append(ask.Need, other)
		case p.Bot == "" && m.now.Standing().Has(other):
			return nil, refuse(game.Unavailable, "this needs the consent of {0}, and nobody sits there", other)
		}
	}
	if len(ask.Need) == 0 {
		return m.back(seat, back)
	}
	if m.ask != nil && m.ask.Seat == seat && m.ask.Back == back {
		return nil, nil // already asked
	}
	m.ask = ask
	return nil, nil
}

// disclosed returns why undoing moves, the latest first, needs consent, or nil. Some moves cannot be undone at all.
func (m *Match) disclosed(moves []int, seat game.Seat) (why *game.Line, err error) {
	for _, n := range moves {
		e := m.log[n-1]
		if e.Kind != Moved {
			continue
		}
		before, err := m.At(n - 1)
		if err != nil {
			return nil, err
		}
		after, err := m.At(n)
		if err != nil {
			return nil, err
		}
		action, _, _ := strings.Cut(e.Move, " ")
		if final(before, action) {
			return nil, &game.Refusal{Code: Final, Action: action, Why: *game.NewLine("it cannot be undone")}
		}
		switch x := after.DisclosedSince(before); {
		case why != nil:
		case e.Seat != seat:
			why = game.NewLine("others have moved since")
		case x != nil:
			why = x
		}
	}
	return why, nil
}

// final reports whether an action is declared NoUndo.
func final(s *game.State, action string) bool {
	a := s.Rules().Action(action)
	return a != nil && a.NoUndo
}

// Agree answers the pending request for one seat. When all have agreed, it returns the batch. A refusal ends the
// request.
func (m *Match) Agree(seat game.Seat, yes bool) (*Batch, error) {
	if err := m.active(seat); err != nil {
		return nil, err
	}
	if m.ask == nil || !slices.Contains(m.ask.Need, seat) {
		return nil, refuse(NothingToDo, "{0} was not asked", seat)
	}
	if !yes {
		m.ask = nil
		return nil, nil
	}
	need := slices.DeleteFunc(slices.Clone(m.ask.Need), func(x game.Seat) bool { return x == seat })
	if len(need) > 0 {
		m.ask.Need = need
		return nil, nil
	}
	return m.back(m.ask.Seat, m.ask.Back)
}

// back returns to an earlier entry. If anything was random since, chance continues with a new seed.
func (m *Match) back(seat game.Seat, to int) (*Batch, error) {
	s, err := m.At(to)
	if err != nil {
		return nil, err
	}
	x := m.add(m.batch(), Entry{Kind: Undone, Seat: seat, Back: to}, s)
	if m.now.DrawnSince(s) {
		seed := m.setup.reseed(m.reseeds + 1)
		m.add(x, Entry{Kind: Reseeded, Seat: game.Nobody, Seed: SeedText(seed)}, s.Reseed(seed))
	}
	return x, nil
}

// line returns the entries that lead to the state after entry n, the latest first.
func (m *Match) line(n int) (all []int) {
	for n > 0 {
		switch e := m.log[n-1]; e.Kind {
		case Undone:
			n = e.Back
			continue
		case Moved, Reseeded, Restored:
			all = append(all, n)
		}
		n--
	}
	return all
}
