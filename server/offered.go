package server

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// What a seat can choose first is sent along with every update, within these limits. Beyond them it has to be asked for.
const (
	maxVisits = 10_000    // to values, to list them and to look where they lead
	maxOffers = 16 * 1024 // bytes
)

// currentOffers is what a seat can choose first.
func (l *liveMatch) currentOffers(seat game.Seat) wire.First {
	if l.match.Over() {
		return wire.NothingFirst
	}
	return wire.FirstOf(l.match.Look(l.match.State(), seat), seat, maxVisits, maxOffers)
}

// addOffers puts into a message what its seat can choose first. What was sent to all who play the seat already is not sent again.
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
