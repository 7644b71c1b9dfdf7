package match

import (
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// Ask is a request to take moves back that the other seats have to agree to.
type Ask struct {
	Seat game.Seat   // who asks
	Back int         // the entry to go back to
	Why  game.Line   // why it needs consent
	Need []game.Seat // who has not agreed yet
}

// Asked returns the request that waits for an answer, nil if there is none. The next move, and
// every other entry, ends it, but for seats that have no part in it.
func (m *Match) Asked() *Ask { return m.ask }

// Undo takes back the last move of a seat. That is its right while it is the last move of all,
// nothing was drawn, and nobody has learnt anything by it. Otherwise, there is no batch: the other
// seats are asked, see [Match.Agree]. An empty seat cannot agree.
func (m *Match) Undo(seat game.Seat) (*Batch, error) {
	if err := m.active(seat); err != nil {
		return nil, err
	}
	line := m.line(len(m.log))
	at := slices.IndexFunc(line, func(n int) bool { return m.log[n-1].Kind == Moved && m.log[n-1].Seat == seat })
	if at < 0 {
		return nil, refuse(NothingToDo, "{0} has no move to take back", seat)
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
		return nil, nil // it is asked already
	}
	m.ask = ask
	return nil, nil
}

// disclosed says why moves, the latest first, cannot be taken back by right, nil if they can. Some
// cannot be taken back at all.
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
			return nil, &game.Refusal{Code: Final, Action: action, Why: *game.NewLine("it cannot be taken back")}
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

// final reports whether an action is declared to be one that cannot be undone.
func final(s *game.State, action string) bool {
	a := s.Rules().Action(action)
	return a != nil && a.NoUndo
}

// Agree answers what was asked, for one seat. When all have agreed, there is a batch. Who does not
// agree ends it.
func (m *Match) Agree(seat game.Seat, yes bool) (*Batch, error) {
	if err := m.active(seat); err != nil {
		return nil, err
	}
	if m.ask == nil || !slices.Contains(m.ask.Need, seat) {
		return nil, refuse(NothingToDo, "{0} is not asked for anything", seat)
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

// back goes back to an earlier entry. If chance has decided something since, it goes on afresh.
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

// line returns the entries that count for the state after entry n, the latest first.
func (m *Match) line(n int) (all []int) {
	for n > 0 {
		switch e := m.log[n-1]; e.Kind {
		case Undone:
			n = e.Back
			continue
		case Moved, Reseeded:
			all = append(all, n)
		}
		n--
	}
	return all
}
