package server

import (
	"reflect"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// What a seat can choose first is sent along with every update, within these limits. Beyond them it has to be asked for.
const (
	maxVisits = 10_000    // to values, to list them and to look where they lead
	maxOffers = 16 * 1024 // bytes, about
)

// offered is what a seat was sent that it can choose.
type offered struct {
	step   *wire.Progress
	offers []wire.Offer
	ask    bool
}

// currentOffers is what a seat can choose first.
func (t *table) currentOffers(seat game.Seat) (o offered) {
	o.offers = []wire.Offer{}
	if seat < 0 || t.match.Over() {
		return o
	}
	view := t.match.Look(t.match.State(), seat)
	acts := view.ToAct().Has(seat)
	if !acts && !view.Committed().Has(seat) {
		return o
	}
	offers, err := wire.OffersUpTo(view, seat, maxVisits)
	if err != nil || wire.Size(offers) > maxOffers {
		return offered{ask: true}
	}
	if o.step = wire.ProgressOf(view, seat); acts {
		o.offers = offers
		return o
	}
	for _, x := range offers { // what can be done out of turn: a secret choice is taken back
		if x.Why == nil {
			o.offers = append(o.offers, x)
		}
	}
	return o
}

// addOffers puts into a message what its seat can choose first. What was sent to all who play the seat already is not sent again.
func (t *table) addOffers(msg *wire.Message, seat game.Seat, again bool) {
	if seat < 0 {
		return
	}
	now := t.currentOffers(seat)
	if was, sent := t.offered[seat]; sent && !again && reflect.DeepEqual(was, now) {
		return
	}
	if t.offered == nil {
		t.offered = map[game.Seat]offered{}
	}
	t.offered[seat] = now
	msg.Step, msg.Offers, msg.Ask = now.step, now.offers, now.ask
}
