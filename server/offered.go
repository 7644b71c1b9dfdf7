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
func (t *table) currentOffers(seat game.Seat) wire.First {
	if t.match.Over() {
		return wire.NothingFirst
	}
	return wire.FirstOf(t.match.Look(t.match.State(), seat), seat, maxVisits, maxOffers)
}

// addOffers puts into a message what its seat can choose first. What was sent to all who play the seat already is not sent again.
func (t *table) addOffers(msg *wire.Message, seat game.Seat, again bool) {
	if seat < 0 {
		return
	}
	now := t.currentOffers(seat)
	if !again && t.offered[seat] == now {
		return
	}
	if t.offered == nil {
		t.offered = map[game.Seat]wire.First{}
	}
	t.offered[seat], msg.First = now, now
}
