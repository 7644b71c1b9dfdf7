package wire

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/order"
)

// First is what a seat can choose first: the fields step, offers and ask of a message, in JSON. The server compares it
// with the last one to see whether it must be sent again.
type First string

const (
	NothingFirst First = `"offers":[]` // nothing can be chosen
	AskFirst     First = `"ask":true`  // too many choices to send; the client must ask for them
)

// FirstOf returns what a seat can choose first on its view, or AskFirst if that takes more than these numbers of
// visits to values or of bytes.
func FirstOf(view *game.State, seat game.Seat, visits, bytes int) First {
	acts := view.ToAct().Has(seat)
	if !acts && !view.Committed().Has(seat) {
		return NothingFirst
	}
	offers, err := view.OffersUpTo(game.Move{Seat: seat}, visits)
	if err != nil {
		return AskFirst
	}
	e := newEncoder()
	defer e.free()
	e.open('{')
	if step := ProgressOf(view, seat); step != nil {
		e.other("step", step)
	}
	e.key("offers")
	e.open('[')
	for i := range offers {
		if o := &offers[i]; acts || o.Why == nil { // out of turn, offer only what can be done, such as changing a secret choice
			e.comma()
			e.open('{')
			e.offered(view, o)
			e.close('}')
		}
	}
	e.close(']')
	if len(e.buf)-1 > bytes {
		return AskFirst
	}
	return First(e.buf[1:])
}

// offered writes an offer with its values.
func (e *encoder) offered(view *game.State, o *game.Offer) {
	one := offerOf(o)
	e.offer(&one)
	if len(o.Options) == 0 {
		return
	}
	order.Candidates(view, o)
	e.key("values")
	e.open('[')
	for i := range o.Options {
		value := valueOf(view, o, &o.Options[i])
		e.comma()
		e.open('{')
		e.value(&value)
		e.close('}')
	}
	e.close(']')
}
