package wire

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Encode returns the same text as json.Marshal, but is several times as fast: it writes the fields that come with every
// move without reflection. It panics if a raw field is not valid JSON.
func (m *Message) Encode() []byte {
	e := newEncoder()
	defer e.free()
	e.message(m)
	return bytes.Clone(e.buf)
}

// encoders holds buffers for reuse.
var encoders sync.Pool

func newEncoder() *encoder {
	e, _ := encoders.Get().(*encoder)
	if e == nil {
		e = &encoder{make([]byte, 0, 4096)}
	}
	e.buf = e.buf[:0]
	return e
}

// free makes the buffer available to another encoder, unless it has become large.
func (e *encoder) free() {
	if cap(e.buf) <= 64<<10 {
		encoders.Put(e)
	}
}

func (e *encoder) message(m *Message) {
	e.open('{')
	e.word("type", m.Type)
	e.raw("re", m.Re)
	e.maybe("seq", m.Seq)
	e.maybe("from", m.From)
	e.text("mark", m.Mark)
	if m.ToAct != nil {
		e.key("toAct")
		e.seats(m.ToAct)
	}
	if m.Over != nil {
		e.key("over")
		e.buf = strconv.AppendBool(e.buf, *m.Over)
	}
	if m.Outcome != nil {
		e.other("outcome", m.Outcome)
	}
	e.seat("resigned", m.Resigned)
	if m.Protocol != 0 {
		e.number("protocol", m.Protocol)
	}
	e.text("role", m.Role)
	e.seat("seat", m.Seat)
	if m.Listing != nil {
		e.other("match", m.Listing)
	}
	e.raw("view", m.View)
	e.labels(m.Labels)
	e.derived(m.Derived)
	list(e, "stages", m.Stages, (*encoder).stage)
	if m.Events != nil {
		whole(e, "events", m.Events, (*encoder).event)
	}
	e.first(m)
	if m.Moves != nil {
		e.other("moves", m.Moves)
	}
	e.flag("more", m.More)
	if m.Hint != nil {
		e.other("hint", m.Hint)
	}
	if m.Refusal != nil {
		e.other("refusal", m.Refusal)
	}
	if m.Here != nil {
		e.other("here", m.Here)
	}
	e.maybe("spectators", m.Spectators)
	if m.Asked != nil {
		e.other("asked", m.Asked)
	}
	if m.Thinking != nil {
		e.key("thinking")
		e.seats(m.Thinking)
	}
	e.text("next", m.Next)
	e.text("token", m.Token)
	e.text("code", m.Code)
	e.text("why", m.Why)
	e.close('}')
}

// first writes what can be chosen first, using m.First if it is set.
func (e *encoder) first(m *Message) {
	if m.First != "" {
		e.comma()
		e.buf = append(e.buf, m.First...)
		return
	}
	if m.Step != nil {
		e.other("step", m.Step)
	}
	if m.Offers != nil {
		whole(e, "offers", m.Offers, (*encoder).offer)
	}
	e.flag("ask", m.Ask)
}

func (e *encoder) stage(x *Stage) {
	list(e, "changes", x.Changes, (*encoder).change)
	e.labels(x.Labels)
	e.derived(x.Derived)
	list(e, "said", x.Said, (*encoder).line)
	if len(x.Notices) > 0 {
		e.other("notices", x.Notices)
	}
}

func (e *encoder) change(c *game.Change) {
	e.text("of", c.Of)
	e.word("field", c.Field)
	e.text("was", c.Was)
	e.text("is", c.Is)
}

func (e *encoder) event(x *match.Event) {
	e.number("n", x.N)
	e.word("kind", x.Kind)
	e.number("seat", int(x.Seat))
	e.text("move", x.Move)
	e.lineOf("line", x.Line)
	if x.Back != 0 {
		e.number("back", x.Back)
	}
	e.text("name", x.Name)
	e.text("bot", x.Bot)
	e.key("at")
	e.buf = x.At.AppendFormat(append(e.buf, '"'), time.RFC3339Nano)
	e.close('"')
	list(e, "said", x.Said, (*encoder).line)
	if len(x.Notices) > 0 {
		e.other("notices", x.Notices)
	}
	e.flag("reserved", x.Reserved)
}

func (e *encoder) offer(o *Offer) {
	e.word("action", o.Action)
	e.word("label", o.Label)
	e.lineOf("why", o.Why)
	e.flag("noUndo", o.NoUndo)
	e.flag("unproved", o.Unproved)
	e.key("complete")
	e.buf = strconv.AppendBool(e.buf, o.Complete)
	e.flag("stop", o.Stop)
	e.flag("stopLast", o.StopLast)
	e.text("pick", o.Pick)
	e.maybe("at", o.At)
	e.lineOf("prompt", o.Prompt)
	e.text("sort", o.Sort)
	e.maybe("min", o.Min)
	e.maybe("max", o.Max)
	e.flag("last", o.Last)
	e.flag("optional", o.Optional)
	e.flag("repeat", o.Repeat)
	e.maybe("lo", o.Lo)
	e.maybe("hi", o.Hi)
	if o.Text != nil {
		e.other("text", o.Text)
	}
	list(e, "values", o.Values, (*encoder).value)
	list(e, "thens", o.Thens, (*encoder).stage)
}

func (e *encoder) value(v *Value) {
	e.buf = append(e.buf, `"value":`...)
	e.quote(v.Value)
	if v.Label == "" && v.Why == nil && !v.Last && !v.Unproved && v.Points == nil && v.Note == nil && v.Then == nil {
		return // the usual case
	}
	e.text("label", v.Label)
	e.lineOf("why", v.Why)
	e.flag("last", v.Last)
	e.flag("unproved", v.Unproved)
	if len(v.Points) > 0 {
		e.other("points", v.Points)
	}
	e.lineOf("note", v.Note)
	e.maybe("then", v.Then)
}

func (e *encoder) lineOf(key string, l *Line) {
	if l != nil {
		e.key(key)
		e.open('{')
		e.line(l)
		e.close('}')
	}
}

func (e *encoder) line(l *Line) {
	e.word("text", l.Text)
	list(e, "args", l.Args, (*encoder).arg)
}

func (e *encoder) arg(a *match.Arg) {
	e.seat("seat", a.Seat)
	e.text("name", a.Name)
	e.text("element", a.Element)
	e.text("label", a.Label)
	e.maybe("number", a.Number)
	e.text("word", a.Word)
}

func (e *encoder) labels(all map[string]string) {
	if len(all) == 0 {
		return
	}
	e.key("labels")
	e.open('{')
	names := make([]string, 0, 16)
	for name := range all {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		e.comma()
		e.quote(name)
		e.buf = append(e.buf, ':')
		e.quote(all[name])
	}
	e.close('}')
}

func (e *encoder) derived(all Derived) {
	if len(all) > 0 {
		e.other("derived", all)
	}
}

// encoder appends JSON.
type encoder struct{ buf []byte }

func (e *encoder) open(b byte)  { e.buf = append(e.buf, b) }
func (e *encoder) close(b byte) { e.buf = append(e.buf, b) }

// comma writes a comma unless the next field or value is the first.
func (e *encoder) comma() {
	if last := e.buf[len(e.buf)-1]; last != '{' && last != '[' {
		e.buf = append(e.buf, ',')
	}
}

// key begins a field.
func (e *encoder) key(name string) {
	e.comma()
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, name...)
	e.buf = append(e.buf, '"', ':')
}

// word writes a string, even if it is empty. Text omits empty strings.
func (e *encoder) word(key, text string) {
	e.key(key)
	e.quote(text)
}

func (e *encoder) text(key, text string) {
	if text != "" {
		e.word(key, text)
	}
}

func (e *encoder) flag(key string, is bool) {
	if is {
		e.key(key)
		e.buf = append(e.buf, "true"...)
	}
}

func (e *encoder) number(key string, n int) {
	e.key(key)
	e.buf = strconv.AppendInt(e.buf, int64(n), 10)
}

func (e *encoder) maybe(key string, n *int) {
	if n != nil {
		e.number(key, *n)
	}
}

func (e *encoder) seat(key string, seat *game.Seat) {
	if seat != nil {
		e.number(key, int(*seat))
	}
}

func (e *encoder) seats(all []game.Seat) {
	e.open('[')
	for _, x := range all {
		e.comma()
		e.buf = strconv.AppendInt(e.buf, int64(x), 10)
	}
	e.close(']')
}

// raw writes JSON from a caller. Only plain numbers are written unchecked.
func (e *encoder) raw(key string, text json.RawMessage) {
	switch {
	case len(text) == 0:
	case !bytes.ContainsFunc(text, func(r rune) bool { return r < '0' || r > '9' }) && text[0] != '0':
		e.key(key)
		e.buf = append(e.buf, text...)
	default:
		e.other(key, text)
	}
}

// other writes a field of any type with package json.
func (e *encoder) other(key string, v any) {
	e.key(key)
	e.any(v)
}

func (e *encoder) any(v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	e.buf = append(e.buf, text...)
}

// list writes a list of objects, unless it is empty. The function fields writes the fields of one object.
func list[T any](e *encoder, key string, all []T, fields func(*encoder, *T)) {
	if len(all) > 0 {
		whole(e, key, all, fields)
	}
}

// whole is list, but also writes empty lists.
func whole[T any](e *encoder, key string, all []T, fields func(*encoder, *T)) {
	e.key(key)
	e.open('[')
	for i := range all {
		e.comma()
		e.open('{')
		fields(e, &all[i])
		e.close('}')
	}
	e.close(']')
}

// escaped marks the bytes that package json escapes.
var escaped = func() (is [utf8.RuneSelf]bool) {
	for b := range is {
		is[b] = b < ' ' || strings.IndexByte(`"\<>&`, byte(b)) >= 0
	}
	return is
}()

// quote writes a string. It leaves strings that need escaping to package json.
func (e *encoder) quote(text string) {
	ascii := true
	for i := range len(text) {
		if b := text[i]; b >= utf8.RuneSelf {
			ascii = false
		} else if escaped[b] {
			e.any(text)
			return
		}
	}
	if !ascii && (!utf8.ValidString(text) || strings.ContainsAny(text, "\u2028\u2029")) {
		e.any(text)
		return
	}
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, text...)
	e.buf = append(e.buf, '"')
}
