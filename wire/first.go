package wire

import "github.com/plygame/ply/game"

// First is what a seat can choose first: the fields step, offers and ask of a message, in JSON. It is kept to see whether
// there is anything new to send.
type First string

const (
	NothingFirst First = `"offers":[]` // there is nothing to choose
	AskFirst     First = `"ask":true`  // there is too much to choose from to send it along
)

// FirstOf returns what a seat can choose first on its view, if that takes at most so many visits to values and so many bytes.
func FirstOf(view *game.State, seat game.Seat, visits, bytes int) First {
	acts := view.ToAct().Has(seat)
	if !acts && !view.Committed().Has(seat) {
		return NothingFirst
	}
	offers, err := view.OffersUpTo(game.Move{Seat: seat}, visits)
	if err != nil {
		return AskFirst
	}
	size := 0
	for i := range offers {
		size += 256 + 20*len(offers[i].Options)
	}
	e := encoder{make([]byte, 0, size)}
	e.open('{')
	if step := ProgressOf(view, seat); step != nil {
		e.other("step", step)
	}
	e.key("offers")
	e.open('[')
	for i := range offers {
		if o := &offers[i]; acts || o.Why == nil { // out of turn only what can be done: a secret choice is taken back
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

// offered writes an offer with its values, one after the other.
func (e *encoder) offered(view *game.State, o *game.Offer) {
	one := offerOf(o)
	e.offer(&one)
	if len(o.Options) == 0 {
		return
	}
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
