package wire

// First is what a seat can choose first: the fields step, offers and ask of a message, in JSON. It is kept to see whether
// there is anything new to send.
type First string

// AskFirst says that there is too much to choose from to send it along.
const AskFirst First = `"ask":true`

// FirstOf returns what a seat can choose first as a message has it.
func FirstOf(step *Step, offers []Offer) First {
	values := 0
	for i := range offers {
		values += len(offers[i].Values)
	}
	e := encoder{make([]byte, 0, 256+256*len(offers)+24*values)}
	e.open('{')
	e.first(&Message{Step: step, Offers: offers})
	return First(e.buf[1:])
}
