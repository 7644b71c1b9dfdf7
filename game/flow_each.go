package game

import (
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// namedStep is a ForEach of any type.
type namedStep interface {
	Step
	stepName() string
	isNil() bool
}

func (x *ForEach[T]) stepName() string { return x.Name }
func (x *ForEach[T]) isNil() bool      { return x == nil }

// overList is what a ForEach iterates over, whatever its type.
type overList struct {
	sort valueSort
	from func(*Tx) set
	list func(*Tx) []Value
	fits func(Value) bool // reports whether the type can hold the value
	uses []use
}

func (x *ForEach[T]) build(b *flowBuilder) *node {
	around := b.where()
	b.open[len(b.open)-1].name = x.Name
	over := &overList{uses: []use{{"From", x.From}, {"List", x.List}}}
	switch typ := reflect.TypeFor[T](); {
	case typ == idType:
		over.sort = anElement
	case typ == seatType:
		over.sort = aSeat
	case typ.Kind() >= reflect.Int && typ.Kind() <= reflect.Uint64:
		over.sort = aNumber
	case typ.Kind() == reflect.String && x.From == nil:
		over.sort = aText
	default:
		b.report("flow: for each %q iterates over values of type %s: List takes elements, seats, integers and strings; From takes the same without strings", x.Name, typ)
	}
	if (x.From == nil) == (x.List == nil) {
		b.report("flow: for each %q in %s needs exactly one of From and List", x.Name, around)
	}
	if x.From != nil {
		over.from = untyped(x.From)
	}
	decode, encode := coder[T]()
	over.fits = func(v Value) bool { return encode(decode(v)) == v }
	if x.List != nil {
		over.list = func(t *Tx) (all []Value) {
			for _, v := range x.List(t) {
				all = append(all, encode(v))
			}
			return all
		}
	}
	return &node{kind: nodeForEach, name: x.Name, over: over, kids: b.kids(x.Do)}
}

// values lists what a ForEach iterates over.
func (o *overList) values(t *Tx, seat Seat) string {
	if o.list != nil {
		return o.pack(evaluate(t, seat, o.list))
	}
	in := evaluate(t, seat, o.from)
	if o.sort == anElement {
		var list []byte
		for _, id := range t.inTableOrder(Set[ID]{in}) {
			list = appendID(list, id)
		}
		return string(list)
	}
	all := make([]Value, in.Len())
	for k := range all {
		all[k].N = int64(in.nth(k))
	}
	return o.pack(all)
}

// pack encodes values for a frame: elements in four bytes each, others as text that ends with a zero byte.
func (o *overList) pack(all []Value) string {
	var list []byte
	for _, v := range all {
		switch {
		case o.sort == anElement:
			list = appendID(list, ID(v.N))
			continue
		case o.sort != aText:
			list = strconv.AppendInt(list, v.N, 10)
		case strings.Contains(v.Text, "\x00"):
			panic(faultf("a ForEach lists the text %q, which contains a zero byte", v.Text))
		default:
			list = append(list, v.Text...)
		}
		list = append(list, 0)
	}
	return string(list)
}

// texts returns the values of a list that are not elements.
func (o *overList) texts(list string) []string {
	if list == "" {
		return nil
	}
	return strings.Split(list[:len(list)-1], "\x00")
}

// read makes a list from texts; false if they are not valid values.
func (o *overList) read(s *State, texts []string) (list string, ok bool) {
	all := make([]Value, len(texts))
	for i, text := range texts {
		if o.sort == aText {
			all[i].Text = text
			if strings.Contains(text, "\x00") {
				return "", false
			}
			continue
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return "", false
		}
		if all[i].N = n; !o.fits(all[i]) || o.sort == aSeat && (n < int64(Nobody) || n >= int64(s.seats)) {
			return "", false
		}
	}
	return o.pack(all), true
}

func (o *overList) len(list string) int {
	if o.sort == anElement {
		return len(list) / 4
	}
	return strings.Count(list, "\x00")
}

// at returns the i-th value of a list.
func (o *overList) at(list string, i int) (v Value) {
	if o.sort == anElement {
		return Value{N: int64(idAt(list, i))}
	}
	text := o.texts(list)[i]
	if o.sort == aText {
		return Value{Text: text}
	}
	v.N, _ = strconv.ParseInt(text, 10, 64)
	return v
}

// show returns the text of a value.
func (o *overList) show(s *State, v Value) string {
	switch o.sort {
	case anElement:
		return s.Name(ID(v.N))
	case aSeat:
		return s.rules.SeatName(Seat(v.N))
	case aText:
		return v.Text
	}
	return strconv.FormatInt(v.N, 10)
}

func (t *Tx) runForEach(n *node, f *frame) {
	if f.at == 0 && f.list == "" {
		list := n.over.values(t, f.seat)
		f = t.top()
		f.list = list
	}
	for int(f.at) < n.over.len(f.list) {
		f.at++
		if n.over.sort != anElement || t.Alive(idAt(f.list, int(f.at)-1)) {
			t.push(n.kids[0], f.seat)
			return
		}
	}
	t.pop()
}

// inTableOrder returns elements in their order on the table, so that the order reveals nothing about them.
func (s *State) inTableOrder(set Set[ID]) []ID {
	type spot struct {
		id   ID
		path []int32
	}
	var all []spot
	ranks := map[ID]int32{} // of all elements in the same places
	for id := range set.All() {
		x := spot{id: id}
		for at := id; at >= s.rules.c.first; at = s.at(at).parent {
			up := s.at(at).parent
			if _, counted := ranks[at]; !counted {
				n := int32(0)
				for e := s.at(up).first; e != 0; e = s.at(e).next {
					ranks[e] = n
					n++
				}
			}
			if x.path = append(x.path, ranks[at]); up < s.rules.c.first {
				x.path = append(x.path, int32(up))
			}
		}
		if id < s.rules.c.first {
			x.path = append(x.path, int32(id))
		}
		slices.Reverse(x.path)
		all = append(all, x)
	}
	slices.SortFunc(all, func(a, b spot) int { return slices.Compare(a.path, b.path) })
	ids := make([]ID, len(all))
	for i, x := range all {
		ids[i] = x.id
	}
	return ids
}

func idAt(list string, i int) ID {
	return ID(list[4*i]) | ID(list[4*i+1])<<8 | ID(list[4*i+2])<<16 | ID(list[4*i+3])<<24
}

func appendID(list []byte, id ID) []byte {
	return append(list, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
}

// In returns the value that the step is currently run for; outside the step, the zero value.
func (x *ForEach[T]) In(r Reader) (v T) {
	s := stateOf(r)
	if f := s.frameOf(x); f != nil && f.at > 0 {
		decode, _ := coder[T]()
		v = decode(s.rules.c.nodes[f.node].over.at(f.list, int(f.at)-1))
	}
	return v
}
