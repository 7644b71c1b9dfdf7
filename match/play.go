package match

import (
	"crypto/sha256"
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
)

// Play makes a move, written in the names of the seat's own view. Seen is the number of the last entry that the player
// knew: if the view or the possible moves of the seat have changed since, the move is refused as stale.
func (m *Match) Play(seat game.Seat, seen int, text string) (*Batch, error) {
	return m.Choose(seat, seen, func(view *game.State) (game.Move, error) { return view.Parse(seat, text) })
}

// Choose is Play for a move that was chosen on the view of its seat.
func (m *Match) Choose(seat game.Seat, seen int, choose func(view *game.State) (game.Move, error)) (*Batch, error) {
	if err := m.active(seat); err != nil {
		return nil, err
	}
	if err := m.fresh(seat, seen); err != nil {
		return nil, err
	}
	view := m.Look(m.now, seat)
	move, err := choose(view)
	if err != nil {
		return nil, err
	}
	move.Seat = seat
	if move, err = view.Real(move); err != nil {
		return nil, err
	}
	next, err := m.now.Play(move)
	if err != nil {
		return nil, err
	}
	return m.add(m.batch(), Entry{Kind: Moved, Seat: seat, Move: m.now.Text(move), made: &move}, next), nil
}

// over is the refusal of requests after the end.
func (m *Match) over(code game.Code) error {
	l := m.Outcome().Line()
	return refuse(code, "the match is over: "+l.Text, l.Args...)
}

// active refuses seats that do not exist, and matches that are over.
func (m *Match) active(seat game.Seat) error {
	switch {
	case seat < 0 || int(seat) >= m.setup.Seats:
		return refuse(game.NoSeat, "there is no {0}; the seats are 0 to {1}", seat, m.setup.Seats-1)
	case m.Over():
		return m.over(game.Over)
	}
	return nil
}

// fresh refuses a request from a seat that has not seen the latest change of its view. A seat's own move makes its
// earlier requests stale, so a move that is sent twice is made once.
func (m *Match) fresh(seat game.Seat, seen int) error {
	if seen == len(m.log) {
		return nil
	}
	if seen < 0 || seen > len(m.log) {
		return refuse(Stale, "there is no entry {0}; the match is at {1}", seen, len(m.log))
	}
	before, err := m.At(seen)
	if err != nil {
		return err
	}
	moved := slices.ContainsFunc(m.log[seen:], func(e Entry) bool { return e.Kind == Moved && e.Seat == seat })
	if moved || before != m.now && (m.viewChanged(before, seat) || !m.sameOffers(before, seat)) {
		return refuse(Stale, "the match has changed since entry {0} and is at {1}: choose again", seen, len(m.log))
	}
	return nil
}

// viewChanged reports whether the view of a seat has changed. Secret choices of others, the turn and the number of
// moves do not count: they change nothing on the table.
func (m *Match) viewChanged(before *game.State, seat game.Seat) bool {
	for _, c := range before.ChangesBy(m.Look, m.now, seat)[0] {
		if !c.Advances() {
			return true
		}
	}
	return false
}

// sameOffers reports whether the possible moves of a seat are the same.
func (m *Match) sameOffers(before *game.State, seat game.Seat) bool {
	was, err := before.View(seat).Offers(game.Move{Seat: seat})
	if err != nil {
		return false
	}
	is, err := m.Look(m.now, seat).Offers(game.Move{Seat: seat})
	return err == nil && slices.EqualFunc(was, is, sameOffer)
}

func sameOffer(a, b game.Offer) bool {
	return a.Action == b.Action && a.Complete == b.Complete && a.Pick == b.Pick && a.Min == b.Min && a.Max == b.Max &&
		a.Lo == b.Lo && a.Hi == b.Hi && sameLine(a.Why, b.Why) && sameLine(&a.Prompt, &b.Prompt) &&
		slices.EqualFunc(a.Options, b.Options, func(x, y game.Candidate) bool {
			return x.Value == y.Value && sameLine(x.Why, y.Why)
		})
}

func sameLine(a, b *game.Line) bool {
	if a == nil || b == nil {
		return a == b
	}
	if a.Text != b.Text || len(a.Args) != len(b.Args) {
		return false
	}
	for i := range a.Args {
		x, name, label := a.Arg(i)
		y, its, called := b.Arg(i)
		if name != its || label != called || name == "" && x != y {
			return false
		}
	}
	return true
}

// Resign makes a seat resign. If two players are in the game, the other one wins; otherwise a bot takes over the seat.
func (m *Match) Resign(seat game.Seat, bot string) (*Batch, error) {
	if err := m.active(seat); err != nil {
		return nil, err
	}
	ends := m.now.Standing().Len() == 2
	x := m.add(m.batch(), Entry{Kind: Resigned, Seat: seat, Ends: ends}, m.now)
	if !ends {
		m.add(x, Entry{Kind: Seated, Seat: seat, Player: &Player{Name: m.players[seat].Name, Bot: bot}}, m.now)
	}
	return x, nil
}

// Sit gives a seat to a player, or frees it.
func (m *Match) Sit(seat game.Seat, p Player) (*Batch, error) {
	if seat < 0 || int(seat) >= m.setup.Seats {
		return nil, refuse(game.NoSeat, "there is no {0}; the seats are 0 to {1}", seat, m.setup.Seats-1)
	}
	return m.add(m.batch(), Entry{Kind: Seated, Seat: seat, Player: &p}, m.now), nil
}

// Reseat moves a player to another seat, in one batch.
func (m *Match) Reseat(from, to game.Seat, p Player) (*Batch, error) {
	x, err := m.Sit(to, p)
	if err != nil || from == to {
		return x, err
	}
	if from < 0 || int(from) >= m.setup.Seats {
		return nil, refuse(game.NoSeat, "there is no {0}; the seats are 0 to {1}", from, m.setup.Seats-1)
	}
	return m.add(x, Entry{Kind: Seated, Seat: from, Player: &Player{}}, m.now), nil
}

// reseed returns the nth new seed. It is derived from the seed of the match, so that nobody can choose it.
func (x Setup) reseed(n int) game.Seed {
	return sha256.Sum256(fmt.Appendf(nil, "ply reseed 1 %s %d %s", x.ID, n, x.Seed))
}

func refuse(code game.Code, text string, args ...any) error {
	return &game.Refusal{Code: code, Why: *game.NewLine(text, args...)}
}
