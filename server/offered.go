package server

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// Updates include what a seat can choose first, within these limits. Beyond them the client has to ask for it.
const (
	maxVisits = 10_000    // visits to values, to list them and to see where they lead
	maxOffers = 16 * 1024 // bytes
)

// currentOffers returns what a seat can choose first.
func (l *liveMatch) currentOffers(seat game.Seat) wire.First {
	s := l.match.State()
	if l.match.Over() || !s.ToAct().Has(seat) && !s.Committed().Has(seat) {
		return wire.NothingFirst
	}
	return wire.FirstOf(l.match.Look(s, seat), seat, maxVisits, maxOffers)
}

// addOffers adds to a message what its seat can choose first, unless the seat was already sent the same. If again is
// set, it is added anyway.
func (l *liveMatch) addOffers(msg *wire.Message, seat game.Seat, again bool) {
	if seat < 0 {
		return
	}
	now := l.currentOffers(seat)
	if !again && l.offered[seat] == now {
		return
	}
	if l.offered == nil {
		l.offered = map[game.Seat]wire.First{}
	}
	l.offered[seat], msg.First = now, now
}
