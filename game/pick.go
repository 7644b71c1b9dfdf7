package game

import (
	"cmp"
	"fmt"
	"iter"
	"reflect"
	"regexp"
	"strconv"
	"unicode/utf8"
	"unsafe"
)

// Pick is a choice that an Action needs. T is the type of what is chosen: an ID, a Seat, a *Kind, an integer,
// a string, or any small plain type. Exactly one of From, List, Range and Text defines what may be chosen; List
// beside Text only suggests. These functions see the earlier picks, and only read.
type Pick[T comparable] struct {
	Name   string
	Prompt string
	Ask    func(*Tx) *Line // the prompt, if its words depend on the state

	// When tells whether the pick applies. If it does not, the pick is skipped, and nothing is chosen for it.
	When Test

	From  func(*Tx) Set[T]       // elements, seats, or numbers from 0 to 65535
	List  func(*Tx) []T          // any values; with Text, the texts that bots choose from, if they fit
	Range func(*Tx) (lo, hi int) // all whole numbers from lo to hi
	Text  *Text                  // free text

	// Most is how many values From returns at most, if that is known and small. It only makes random moves faster,
	// where this is the second of two picks: see docs/fast.md. A Set with more values is a Fault then.
	Most int

	// If narrows what may be chosen. The other values are shown too, with the reason given by Tx.Refuse.
	If func(*Tx, T) bool

	Optional bool                     // choosing nothing is allowed
	Several  func(*Tx) (min, max int) // several different values at once

	// Then takes effect as soon as the value is chosen (with Several, once all are), so that later choices see
	// its effects; it is still one move. With Repeat the pick is made again and again until nothing is left to
	// choose, or the seat stops. Several then gives the least and the most number of repetitions.
	Then   func(*Tx, T)
	Repeat bool

	// Points returns the elements a value refers to, for user interfaces to mark: the king and the rook of a
	// castling move. Elements that the seat does not see are left out.
	Points func(*Tx, T) Set[ID]

	// For is the only action that may use the pick, if it is not nil: kits set it if they change the pick for that action.
	For *Action

	// Note returns what a player should know about a value before choosing it: what it costs, how likely it is to
	// succeed. It is shown beside the value. It may be nil.
	Note func(*Tx, T) *Line

	Look Look

	p      *pick
	decode func(Value) T
	encode func(T) Value
}

// Text limits a Pick of free text.
type Text struct {
	Min, Max int    // letters; Max 0 means 200
	Pattern  string // regular expression that the whole text must match
}

// most is how many letters a text may have.
func (x *Text) most() int { return cmp.Or(x.Max, 200) }

// Choice is a Pick of any type, as listed in Action.Pick.
type Choice interface {
	Info() PickInfo
	compile(report func(format string, args ...any)) *pick
	belongs() *Action
}

// valueSort is the sort of value that a pick chooses.
type valueSort uint8

const (
	anElement valueSort = iota
	aSeat
	aNumber
	aValue // 8 bytes of plain data
	aText  // a string from a list, or free text
	aKind
)

// Value is one chosen value: the number of an element, seat or kind, a number, or a text.
type Value struct {
	N    int64
	Text string
}

// picked is what a move has chosen for one pick.
type picked struct {
	last Value
	all  []Value // for several and repeat
	n    int
	done bool // chosen, or skipped
}

// pick is a Pick compiled by Check.
type pick struct {
	name, prompt string
	slot         int
	bit          uint64 // the bit of the slot, for choosing.reads
	sort         valueSort
	ask          func(*Tx) *Line
	when         Test
	from         func(*Tx) set
	list         func(*Tx, []Value) []Value
	suggest      func(*Tx, []Value) []Value // the texts that List suggests
	span         func(*Tx) (int, int)
	text         *Text
	pattern      *regexp.Regexp
	accept       func(*Tx, Value) bool
	points       func(*Tx, Value) Set[ID]
	note         func(*Tx, Value) *Line
	show         func(Value) string
	optional     bool
	several      func(*Tx) (int, int)
	then         func(*Tx)
	repeat       bool
	plain        bool // exactly one of a Set, and nothing else to ask
	most         int  // the most members of the Set, 0 if unknown
	look         *Look
	rules        *Rules
	uses         []use
}

func (p *Pick[T]) compiled() *pick { return p.p }

func (p *Pick[T]) belongs() *Action { return p.For }

// In returns the chosen value, or the last one if there are several. For an optional pick that was skipped,
// it is Nobody for a seat and the zero value otherwise. It is a Fault before the choice has been made.
func (p *Pick[T]) In(t *Tx) T {
	c := p.chosenIn(t)
	if !c.done {
		panic(notChosen(p.Name))
	}
	switch {
	case p.p.sort == aSeat && c.n == 0:
		return numbered[T](int64(Nobody))
	case p.p.sort <= aNumber:
		return numbered[T](c.last.N)
	}
	return p.decode(c.last)
}

func notChosen(pick string) *Fault {
	return faultf("pick %q is read before it is chosen: it belongs to another action, or comes later in this one", pick)
}

// numbered returns the element, seat or number in a Value.
func numbered[T comparable](n int64) (v T) {
	switch unsafe.Sizeof(v) {
	case 1:
		*(*int8)(unsafe.Pointer(&v)) = int8(n)
	case 2:
		*(*int16)(unsafe.Pointer(&v)) = int16(n)
	case 4:
		*(*int32)(unsafe.Pointer(&v)) = int32(n)
	case 8:
		*(*int64)(unsafe.Pointer(&v)) = n
	}
	return v
}

// chosenIn returns what is chosen for the pick, which must belong to these rules. Rules read picks only through
// this method, so it is known which ones a function has read.
func (p *Pick[T]) chosenIn(t *Tx) *picked {
	c := p.p
	if c == nil || c.rules != t.rules {
		inNoAction(p.Name, t.rules)
	}
	t.reads |= c.bit
	return &t.picked[c.slot]
}

func inNoAction(pick string, r *Rules) {
	panic(faultf("pick %q is read, but no action of %s uses it: add it to Action.Pick", pick, r.Name))
}

// All yields all chosen values, in order.
func (p *Pick[T]) All(t *Tx) iter.Seq[T] {
	return func(yield func(T) bool) {
		c := p.chosenIn(t)
		if c.n == 1 && len(c.all) == 0 {
			yield(p.decode(c.last))
			return
		}
		for _, v := range c.all[:min(c.n, len(c.all))] {
			if !yield(p.decode(v)) {
				return
			}
		}
	}
}

// Before returns the previous value of a repeated pick: while the choices are being computed, the last one
// chosen; in Then and later, the one before that. If there is none, it is Nobody for a seat and the zero
// value otherwise.
func (p *Pick[T]) Before(t *Tx) T {
	c := p.chosenIn(t)
	n := c.n - 1
	if p.p.repeat && t.asking == p.p {
		n = c.n
	}
	switch {
	case n > 0 && n <= len(c.all) && (p.p.repeat || t.asking != p.p):
		return p.decode(c.all[n-1])
	case p.p.sort == aSeat:
		return numbered[T](int64(Nobody))
	}
	return p.decode(Value{})
}

// Chosen returns how many values were chosen so far.
func (p *Pick[T]) Chosen(t *Tx) int { return p.chosenIn(t).n }

// coder returns how values of T are encoded in a Value.
func coder[T comparable]() (decode func(Value) T, encode func(T) Value) {
	var d, e any
	switch any(*new(T)).(type) {
	case ID:
		d, e = func(v Value) ID { return ID(v.N) }, func(x ID) Value { return Value{N: int64(x)} }
	case Seat:
		d, e = func(v Value) Seat { return Seat(v.N) }, func(x Seat) Value { return Value{N: int64(x)} }
	case int:
		d, e = func(v Value) int { return int(v.N) }, func(x int) Value { return Value{N: int64(x)} }
	case string:
		d, e = func(v Value) string { return v.Text }, func(x string) Value { return Value{Text: x} }
	default:
		d, e = otherCoder[T]()
	}
	return d.(func(Value) T), e.(func(T) Value)
}

// otherCoder is coder for the author's own types: text, numbers, or small plain data.
func otherCoder[T comparable]() (decode func(Value) T, encode func(T) Value) {
	c, _ := compileCodec(reflect.TypeFor[T]())
	switch k := reflect.TypeFor[T]().Kind(); {
	case c == nil:
		return func(Value) (out T) { return out }, func(T) Value { return Value{} }
	case k == reflect.String:
		return func(v Value) (out T) {
				*(*string)(pointer(&out)) = v.Text
				return out
			}, func(x T) Value {
				return Value{Text: *(*string)(pointer(&x))}
			}
	case k >= reflect.Int && k <= reflect.Uint64:
		return func(v Value) (out T) {
			c.unpack(pointer(&out), v.N)
			return out
		}, func(x T) Value { return Value{N: int64(c.fields[0].number(pointer(&x)))} }
	}
	return func(v Value) (out T) {
		c.unpack(pointer(&out), v.N)
		return out
	}, func(x T) Value { return Value{N: c.pack(pointer(&x))} }
}

// kindCoder is coder for kinds, which are encoded by their number in the rules of the pick.
func kindCoder[T comparable](p *pick) (decode func(Value) T, encode func(T) Value) {
	var d any = p.kind
	var e any = func(k *Kind) Value {
		no := p.rules.c.kindOf(k)
		switch {
		case k == nil:
			panic(faultf("pick %q lists a kind that is nil", p.name))
		case no == 0:
			panic(undeclaredf("pick %q lists kind %q, which is not declared: add it to Kinds", p.name, k.Name))
		}
		return Value{N: int64(no)}
	}
	return d.(func(Value) T), e.(func(T) Value)
}

// pack encodes small plain data in a number, each field at its offset.
func (c *codec) pack(p unsafe.Pointer) (n int64) {
	for i := range c.fields {
		f := &c.fields[i]
		bits := f.number(p) << (64 - 8*f.size) >> (64 - 8*f.size)
		n |= int64(bits << (8 * f.off))
	}
	return n
}

// unpack is the inverse of pack.
func (c *codec) unpack(p unsafe.Pointer, n int64) {
	for i := range c.fields {
		f := &c.fields[i]
		at, bits := unsafe.Add(p, f.off), uint64(n)>>(8*f.off)
		switch f.size {
		case 1:
			*(*uint8)(at) = uint8(bits)
		case 2:
			*(*uint16)(at) = uint16(bits)
		case 4:
			*(*uint32)(at) = uint32(bits)
		case 8:
			*(*uint64)(at) = bits
		}
	}
}

// untyped converts the function to one that returns an untyped set. It is the same function: a Set contains
// nothing but a set, so both are returned alike.
func untyped[T comparable](from func(*Tx) Set[T]) func(*Tx) set {
	return *(*func(*Tx) set)(unsafe.Pointer(&from))
}

func (p *Pick[T]) compile(report func(string, ...any)) *pick {
	typ := reflect.TypeFor[T]()
	c := &pick{name: p.Name, prompt: p.Prompt, ask: p.Ask, when: p.When, from: untyped(p.From), span: p.Range,
		text:     p.Text,
		optional: p.Optional, several: p.Several, repeat: p.Repeat, look: &p.Look, most: p.Most}
	c.uses = []use{{"Ask", p.Ask}, {"When", p.When}, {"From", p.From}, {"List", p.List}, {"Range", p.Range}, {"If", p.If},
		{"Points", p.Points}, {"Note", p.Note}, {"Several", p.Several}, {"Then", p.Then}}
	if p.p != nil {
		report("pick %q is already used by other Rules; build the rules in a function, so that each has its own", p.Name)
	}
	p.p = c
	if p.decode, p.encode = coder[T](); typ == kindType {
		p.decode, p.encode = kindCoder[T](c)
	}
	if !validName(p.Name) {
		report("pick %q: %s", p.Name, nameRule)
	}
	switch k := typ.Kind(); {
	case typ == idType:
		c.sort = anElement
	case typ == seatType:
		c.sort = aSeat
	case typ == kindType:
		c.sort = aKind
	case k == reflect.String:
		c.sort = aText
	case k >= reflect.Int && k <= reflect.Uint64:
		c.sort = aNumber
	default:
		c.sort = aValue
		if code, why := compileCodec(typ); why != "" || typ.Size() > 8 {
			report("pick %q: %s cannot be chosen; it must be an ID, a Seat, a *Kind, an integer, a string, or plain data of at most 8 bytes", p.Name, typ)
		} else if code.hasIDs {
			report("pick %q: %s contains an element, which records cannot store; choose the element with a separate Pick",
				p.Name, typ)
		}
	}
	ways := 0
	for _, given := range []bool{p.From != nil, p.List != nil && p.Text == nil, p.Range != nil, p.Text != nil} {
		if given {
			ways++
		}
	}
	if ways != 1 {
		report("pick %q: it has %d of From, List, Range and Text, but needs exactly one", p.Name, ways)
	}
	if p.From != nil && c.sort > aNumber {
		report("pick %q: From chooses elements, seats or numbers, not %s; use List", p.Name, typ)
	}
	if p.Range != nil && c.sort != aNumber {
		report("pick %q: Range chooses numbers, not %s", p.Name, typ)
	}
	if p.Text != nil {
		if c.sort != aText {
			report("pick %q: Text chooses strings, not %s", p.Name, typ)
		}
		if p.Text.Min < 0 || p.Text.Max < 0 || p.Text.Max > 0 && p.Text.Max < p.Text.Min {
			report("pick %q: a text of %d to %d letters is not possible: Min and Max must be 0 or more, and Min at most Max",
				p.Name, p.Text.Min, p.Text.Max)
		}
		form := p.Text.Pattern
		if form == "" {
			form = "(?s).*"
		}
		var err error
		if c.pattern, err = regexp.Compile(`^(?:` + form + `)$`); err != nil {
			report("pick %q: pattern %q: %v", p.Name, p.Text.Pattern, err)
		}
	}
	if p.Repeat && p.Optional {
		report("pick %q: a repeated pick cannot be Optional; use Several to set the least number of choices", p.Name)
	}
	switch {
	case p.List != nil && p.Text != nil:
		c.suggest = func(t *Tx, to []Value) []Value {
			for _, v := range p.List(t) {
				if text := p.encode(v); c.fits(text.Text) == nil {
					to = append(to, text)
				}
			}
			return to
		}
		if p.Repeat || p.Several != nil {
			report("pick %q: List suggests one text: remove Repeat and Several, or List", p.Name)
		}
	case p.List != nil:
		c.list = func(t *Tx, to []Value) []Value {
			for _, v := range p.List(t) {
				to = append(to, p.encode(v))
			}
			return to
		}
	}
	if p.If != nil {
		c.accept = func(t *Tx, v Value) bool { return p.If(t, p.decode(v)) }
	}
	if p.Points != nil {
		c.points = func(t *Tx, v Value) Set[ID] { return p.Points(t, p.decode(v)) }
	}
	if p.Note != nil {
		c.note = func(t *Tx, v Value) *Line { return p.Note(t, p.decode(v)) }
	}
	if p.Points != nil && p.Text != nil {
		report("pick %q: a free text cannot have Points: remove it", p.Name)
	}
	if p.Note != nil && p.Text != nil {
		report("pick %q: a free text cannot have a Note: remove it", p.Name)
	}
	if p.Then != nil {
		c.then = func(t *Tx) { p.Then(t, p.decode(t.picked[c.slot].last)) }
	}
	c.show = func(v Value) string { return fmt.Sprint(p.decode(v)) } // which survives a String that panics
	if _, text := any(*new(T)).(string); text {
		c.show = func(v Value) string { return v.Text }
	}
	if c.sort == aSeat || c.sort == aNumber && p.List == nil {
		c.show = func(v Value) string { return strconv.FormatInt(v.N, 10) }
	}
	if c.sort == aKind {
		c.show = func(v Value) string {
			if k := c.kind(v); k != nil {
				return k.Name
			}
			return "?"
		}
	}
	c.plain = p.From != nil && p.When == nil && p.If == nil && !p.Optional && p.Several == nil && p.Then == nil &&
		!p.Repeat
	return c
}

// kind returns the kind for a value of the pick.
func (p *pick) kind(v Value) *Kind {
	if v.N <= 0 || v.N > int64(len(p.rules.Kinds)) {
		return nil
	}
	return p.rules.Kinds[v.N-1]
}

// fits returns why a free text is refused.
func (p *pick) fits(text string) *Line {
	n, most := utf8.RuneCountInString(text), p.text.most()
	switch {
	case !utf8.ValidString(text):
		return NewLine("the text is not UTF-8")
	case n < p.text.Min:
		return NewLine("the text needs at least {0} letters", p.text.Min)
	case n > most:
		return NewLine("the text has more than {0} letters", most)
	case !p.pattern.MatchString(text):
		return NewLine("the text does not match {0}", p.text.Pattern)
	}
	return nil
}

// applies reports whether the pick must be made, given the earlier picks: its When holds, and it takes at
// least one value.
func (t *Tx) applies(p *pick) bool {
	if p.when != nil {
		t.asking = p
		holds := t.meets(p.when)
		t.asking = nil
		if !holds {
			return false
		}
	}
	if p.several != nil {
		_, high := p.limits(t)
		return high > 0
	}
	return true
}

// skipPick marks a pick as done that does not apply.
func (t *Tx) skipPick(p *pick) {
	c := &t.picked[p.slot]
	c.n, c.done, c.last = 0, true, Value{}
}

// applying returns the index of the first pick from i on that applies, and leaves out those before it; it is
// the number of picks if none applies.
func (t *Tx) applying(a *action, i int) int {
	for ; i < len(a.picks); i++ {
		if p := a.picks[i]; !t.applies(p) {
			t.skipPick(p)
			continue
		}
		break
	}
	return i
}

// noLaterPick reports whether no pick after i applies.
func (t *Tx) noLaterPick(a *action, i int) bool {
	none := t.applying(a, i+1) == len(a.picks)
	for _, p := range a.picks[i+1:] {
		c := &t.picked[p.slot]
		c.n, c.done = 0, false
	}
	return none
}

// limits returns how many values the pick takes.
func (p *pick) limits(t *Tx) (low, high int) {
	low, high = 1, 1
	if p.repeat {
		low, high = maxRepeats, maxRepeats
	}
	if p.several != nil {
		was := t.looking
		t.looking = true
		low, high = p.several(t)
		t.looking = was
	}
	if p.optional {
		low = 0
	}
	return max(low, 0), high
}

// only reports whether exactly one of the offered values is taken, without further conditions.
func (p *pick) only() bool {
	return p.text == nil && p.when == nil && p.accept == nil && p.then == nil && p.several == nil && !p.repeat &&
		!p.optional
}

// leaps reports whether exactly one of a Set is taken each time that the pick is repeated, without further conditions.
func (p *pick) leaps() bool {
	return p.repeat && p.from != nil && p.when == nil && p.accept == nil && p.several == nil && !p.optional
}

// distinct reports whether the pick takes several different values at once.
func (p *pick) distinct() bool { return p.several != nil && !p.repeat }

// defers reports whether the pick takes effect only when it gets no more values.
func (p *pick) defers() bool { return p.then != nil && p.distinct() }

// minValues returns how many values the pick takes if it takes any at all.
func (p *pick) minValues(t *Tx) int {
	if !p.optional || !p.distinct() {
		low, _ := p.limits(t)
		return low
	}
	was := t.looking
	t.looking = true
	low, _ := p.several(t)
	t.looking = was
	return max(low, 1)
}

// maxRepeats limits how often a pick can be repeated in one move.
const maxRepeats = 10_000
