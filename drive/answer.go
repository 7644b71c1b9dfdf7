package drive

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// answer builds one response line.
type answer struct {
	id      json.RawMessage
	ok      bool
	state   []byte // the status of the game
	payload bytes.Buffer
	encoder *json.Encoder // to payload
	text    []byte
}

func (a *answer) reset() {
	if a.encoder == nil {
		a.encoder = json.NewEncoder(&a.payload)
		a.encoder.SetEscapeHTML(false)
	}
	const roomy = 1 << 20 // do not hold on to the memory of long responses
	if a.payload.Cap() > roomy || cap(a.text) > roomy {
		*a = answer{}
		a.reset()
		return
	}
	a.id, a.ok, a.state = nil, true, a.state[:0]
	a.payload.Reset()
}

// put adds a field.
func (a *answer) put(name string, v any) {
	a.payload.WriteString(`,"`)
	a.payload.WriteString(name)
	a.payload.WriteString(`":`)
	if err := a.encoder.Encode(v); err != nil {
		panic(err)
	}
	a.payload.Truncate(a.payload.Len() - 1) // the newline
}

// refuse turns the response into a refusal.
func (a *answer) refuse(r *refusal) {
	a.ok, a.state = false, a.state[:0]
	a.payload.Reset()
	a.put("refusal", r)
}

// status adds the status of the game.
func (a *answer) status(seq int, s *game.State, hash uint64) {
	b := append(a.state, `,"seq":`...)
	b = strconv.AppendInt(b, int64(seq), 10)
	b = append(b, `,"toAct":[`...)
	for x := range s.ToAct().All() {
		if b[len(b)-1] != '[' {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(x), 10)
	}
	b = append(b, `],"over":`...)
	b = strconv.AppendBool(b, s.Over())
	b = append(b, `,"outcome":`...)
	if s.Over() {
		text, _ := json.Marshal(match.OutcomeOf(s.Outcome(), nil))
		b = append(b, text...)
	} else {
		b = append(b, "null"...)
	}
	b = append(b, `,"hash":"`...)
	for shift := 60; shift >= 0; shift -= 4 {
		b = append(b, "0123456789abcdef"[hash>>shift&15])
	}
	a.state = append(b, '"')
}

// line returns the whole response.
func (a *answer) line() []byte {
	b := append(a.text[:0], '{')
	if a.id != nil {
		b = append(b, `"id":`...)
		b = append(b, a.id...)
		b = append(b, ',')
	}
	b = append(b, `"ok":`...)
	b = strconv.AppendBool(b, a.ok)
	b = append(b, a.state...)
	b = append(b, a.payload.Bytes()...)
	a.text = append(b, "}\n"...)
	return a.text
}

// refusal is the reason why a request was refused.
type refusal = wire.Refusal

func refuse(code, format string, args ...any) *refusal {
	return &refusal{Code: code, Why: fmt.Sprintf(format, args...)}
}

// refusalOf converts an error to a refusal. A fair program does not see the details of a Fault, which may reveal hidden
// information.
func (d *driver) refusalOf(err error) *refusal {
	if r := wire.RefusalOf(err); r != nil {
		return r
	}
	if f, is := errors.AsType[*game.Fault](err); is && d.fair {
		d.alarm(f)
		return refuse("fault", "fault in the rules")
	}
	return refuse("fault", "%v", err)
}
