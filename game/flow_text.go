package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
)

// savedFlow is the position in the flow, in names.
type savedFlow struct {
	Passes  int            `json:"passes,omitempty"`
	First   Seat           `json:"first,omitempty"`
	Mover   *Seat          `json:"mover,omitempty"`
	Frames  []savedFrame   `json:"frames,omitempty"`
	Pending []savedPending `json:"pending,omitempty"`
}

type savedFrame struct {
	Step     string   `json:"step"`
	At       int32    `json:"at,omitempty"`
	Seat     *Seat    `json:"seat,omitempty"`
	Used     int16    `json:"used,omitempty"`
	Done     uint32   `json:"done,omitempty"`
	Order    []Seat   `json:"order,omitempty"`
	Elements []string `json:"elements,omitempty"`
	Values   []string `json:"values,omitempty"`
	Moves    []int    `json:"moves,omitempty"`
	Then     string   `json:"then,omitempty"`
}

type savedPending struct {
	Seat Seat   `json:"seat"`
	Move string `json:"move"`
}

// callPath is the path of a called step.
const callPath = "@call"

// flowText returns the position in the flow: a savedFlow as JSON, empty in the usual flow.
func (s *State) flowText() string {
	if len(s.flow) == 0 && s.passes == 0 {
		return ""
	}
	return string(s.appendFlow(make([]byte, 0, 64+64*len(s.flow))))
}

// FlowValues yields the position in the flow: where it is not the usual one, the steps that the game is in, from the
// outermost to the one that waits. Each is a Change from nothing, like those of Values: Of is the name of the step, or
// its path from the nearest step with a name, Field is what sort of step it is (steps, phase, loop, each seat, for each,
// act, together, switch, run or call), and Is is how far the game is in it, as JSON.
func (s *State) FlowValues() iter.Seq[Change] {
	return func(yield func(Change) bool) {
		for i := range s.flow {
			f := &s.flow[i]
			n := s.rules.c.nodes[f.node]
			w := flowWriter{s: s}
			w.frame(f)
			if !yield(Change{Of: n.path, Field: nodeWords[n.kind], Is: string(w.b)}) {
				return
			}
		}
	}
}

func (s *State) appendFlow(dst []byte) []byte {
	if len(s.flow) == 0 && s.passes == 0 {
		return dst
	}
	w := flowWriter{s: s, b: dst}
	w.mark('{')
	w.number("passes", int(s.passes))
	w.number("first", int(s.first))
	if s.flowMover != Nobody {
		w.field("mover")
		w.b = strconv.AppendInt(w.b, int64(s.flowMover), 10)
	}
	if len(s.flow) > 0 {
		w.field("frames")
		w.mark('[')
		for i := range s.flow {
			w.item()
			w.frame(&s.flow[i])
		}
		w.mark(']')
	}
	if len(s.pending) > 0 {
		w.field("pending")
		w.mark('[')
		for _, m := range s.pending {
			w.item()
			w.mark('{')
			w.field("seat")
			w.b = strconv.AppendInt(w.b, int64(m.Seat), 10)
			w.field("move")
			w.text(s.Text(m))
			w.mark('}')
		}
		w.mark(']')
	}
	w.mark('}')
	return w.b
}

// flowWriter writes JSON. It is written by hand because every change of a game needs it.
type flowWriter struct {
	s *State
	b []byte
}

// mark writes a bracket.
func (w *flowWriter) mark(c byte) { w.b = append(w.b, c) }

// item begins the next item or field.
func (w *flowWriter) item() {
	if c := w.b[len(w.b)-1]; c != '{' && c != '[' {
		w.b = append(w.b, ',')
	}
}

func (w *flowWriter) field(name string) {
	w.item()
	w.b = append(append(append(w.b, '"'), name...), '"', ':')
}

// number writes a field, unless it is 0.
func (w *flowWriter) number(name string, n int) {
	if n != 0 {
		w.field(name)
		w.b = strconv.AppendInt(w.b, int64(n), 10)
	}
}

func (w *flowWriter) text(text string) {
	if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' || strings.ContainsRune(`"\<>&`, r) }) {
		quoted, _ := json.Marshal(text)
		w.b = append(w.b, quoted...)
		return
	}
	w.b = append(append(append(w.b, '"'), text...), '"')
}

func (w *flowWriter) frame(f *frame) {
	s := w.s
	n := s.rules.c.nodes[f.node]
	w.b = append(w.b, n.head...)
	if n.kind != nodeCall {
		w.number("at", int(f.at))
	}
	if f.seat != Nobody {
		w.field("seat")
		w.b = strconv.AppendInt(w.b, int64(f.seat), 10)
	}
	w.number("used", int(f.used))
	if n.kind == nodeTogether {
		w.number("done", int(f.done&(1<<uint(s.seats)-1)))
	} else {
		w.number("done", int(f.done))
	}
	switch {
	case n.kind == nodeEachSeat && len(f.list) > 0:
		w.field("order")
		w.mark('[')
		for _, x := range []byte(f.list) {
			w.item()
			w.b = strconv.AppendInt(w.b, int64(x), 10)
		}
		w.mark(']')
	case n.kind == nodeForEach && len(f.list) > 0 && n.over.sort != anElement:
		w.field("values")
		w.mark('[')
		for _, text := range n.over.texts(f.list) {
			w.item()
			w.text(text)
		}
		w.mark(']')
	case n.kind == nodeForEach && len(f.list) > 0:
		w.field("elements")
		w.mark('[')
		for i := range len(f.list) / 4 {
			w.item()
			w.text(s.Name(idAt(f.list, i)))
		}
		w.mark(']')
	case n.kind == nodeTogether && f.at > 0:
		w.field("moves")
		w.mark('[')
		for x := range Seat(s.seats) {
			w.item()
			w.b = strconv.AppendInt(w.b, int64(s.usedBy(f, x)), 10)
		}
		w.mark(']')
	case n.kind == nodeCall && f.at != 0:
		w.field("then")
		w.text(s.Name(ID(f.at)))
	}
	w.mark('}')
}

// readFlow reads what flowText writes; the elements it names must exist. Secret choices are left to
// readPending, which runs when all else is read.
func (s *State) readFlow(text string) (pending []savedPending, err error) {
	s.flow, s.pending, s.passes, s.first, s.flowMover = nil, nil, 0, 0, Nobody
	pending = []savedPending{}
	if text == "" {
		return pending, nil
	}
	var in savedFlow
	d := json.NewDecoder(strings.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&in); err != nil {
		return nil, fmt.Errorf("the flow cannot be read: %w", err)
	}
	if in.Passes < 0 || in.Passes > 1<<30 {
		return nil, errors.New("the number of passes is not possible")
	}
	if in.First < 0 || in.First >= Seat(s.seats) {
		return nil, fmt.Errorf("there is no %s", in.First)
	}
	s.passes, s.first = uint32(in.Passes), in.First
	if in.Mover != nil {
		if s.flowMover = *in.Mover; s.flowMover < 0 || s.flowMover >= Seat(s.seats) {
			return nil, fmt.Errorf("there is no %s", s.flowMover)
		}
	}
	if len(in.Frames) > maxFrames || len(in.Frames) > 0 && s.rules.c.nodes == nil {
		return nil, errors.New("the flow is too deep")
	}
	for i := range in.Frames {
		f, err := s.readFrame(&in.Frames[i])
		if err != nil {
			return nil, err
		}
		if !s.fitsOn(i, f) {
			return nil, fmt.Errorf("step %q is not within the step before it", clip(in.Frames[i].Step))
		}
		s.flow = append(s.flow, f)
	}
	if s.flowText() != withoutPending(in) {
		return nil, errors.New("the flow is not in canonical form")
	}
	return append(pending, in.Pending...), nil
}

func withoutPending(in savedFlow) string {
	in.Pending = nil
	text, _ := json.Marshal(in)
	return string(text)
}

// checkWaiting checks that the flow can wait for the seats to act where it is.
func (s *State) checkWaiting() error {
	n, f := s.resting()
	switch {
	case s.rules.c.nodes == nil || s.over != running:
		if n != nil || len(s.pending) > 0 {
			return errors.New("a game without a Flow has no position in it")
		}
	case n == nil || !n.rests() || f.at != 1:
		return errors.New("no seat can act in the step the game is in")
	case s.toAct()>>uint(s.turn)&1 == 0 || n.kind == nodeAct && s.turn != f.seat ||
		n.kind == nodeTogether && s.turn != lowestSeat(s.toAct()):
		return fmt.Errorf("step %q does not wait for %s", n.name, s.turn)
	case n.kind == nodeAct && (n.max >= 0 && f.used >= n.max || f.done != 0) || f.used > maxUsed:
		return fmt.Errorf("too many moves were made in step %q", n.name)
	case !n.secret && len(s.pending) > 0:
		return errors.New("there is no secret choice in this step")
	}
	for i := range s.flow {
		f := &s.flow[i]
		if s.rules.c.nodes[f.node].kind == nodeCall && f.at != 0 && s.Alive(ID(f.at)) {
			name := duePart.of(s, ID(f.at)).Effect
			if !slices.ContainsFunc(s.rules.Effects, func(e AnyEffect) bool {
				return e.named() == name
			}) && (s.view == nil || name != "") {
				return fmt.Errorf("there is no effect %q to continue with", clip(name))
			}
		}
	}
	for x := range Seat(s.seats) {
		if n != nil && n.secret && (s.view == nil || s.view.seat == x || s.view.seat == Judge) &&
			(s.usedBy(f, x) == 1) != s.committed(x) {
			return fmt.Errorf("the secret choice of %s is missing", x)
		}
	}
	return nil
}

// fitsOn reports whether a frame can follow those before it.
func (s *State) fitsOn(i int, f frame) bool {
	n := s.rules.c.nodes[f.node]
	switch {
	case i == 0:
		return f.node == 0 && (f.seat == Nobody || n.kind == nodeEachSeat || n.kind == nodeAct)
	case n.kind == nodeCall:
		return true
	}
	below := &s.flow[i-1]
	before := s.rules.c.nodes[below.node]
	if f.seat != below.seat && !(n.kind == nodeEachSeat && f.done != 0) &&
		!(n.kind == nodeAct && n.who != nil && f.at > 0) {
		return false
	}
	switch {
	case before.kind == nodeCall:
		return n.name != "" // any named step can be called
	case n.parent != before.no:
		return false
	case before.kind == nodeSteps:
		return below.at > 0 && before.kids[below.at-1] == f.node
	case before.kind == nodeEachSeat:
		return below.done != 0
	}
	return below.at > 0
}

func (s *State) readFrame(in *savedFrame) (f frame, err error) {
	no, ok := s.rules.c.paths[in.Step]
	if !ok {
		return f, fmt.Errorf("there is no step %q", clip(in.Step))
	}
	n := s.rules.c.nodes[no]
	f = frame{node: no, at: in.At, used: in.Used, done: in.Done, seat: Nobody}
	bad := fmt.Errorf("the progress in step %q is not possible", in.Step)
	if in.Seat != nil {
		if f.seat = *in.Seat; f.seat < 0 || f.seat >= Seat(s.seats) {
			return f, bad
		}
	}
	if f.at < 0 || f.used < 0 {
		return f, bad
	}
	switch n.kind {
	case nodeLoop:
		ok = (n.most == 0 || int(f.at) <= n.most) &&
			(n.times != nil && f.at <= int32(f.done) || n.times == nil && f.done == 0)
	case nodeSteps:
		ok = int(f.at) <= len(n.kids)
	case nodeAct:
		ok = f.at <= 2
	case nodePhase, nodeSwitch:
		ok = f.at <= 1
	case nodeRun:
		ok = f.at == 0
	case nodeEachSeat:
		list := make([]byte, 0, len(in.Order))
		for _, x := range in.Order {
			ok = ok && x >= 0 && x < Seat(s.seats)
			list = append(list, byte(x))
		}
		f.list = string(list)
		ok = ok && int(f.at) <= len(list) && f.done <= 1 && f.used <= 1
	case nodeForEach:
		if n.over.sort != anElement {
			f.list, ok = n.over.read(s, in.Values)
			ok = ok && int(f.at) <= len(in.Values)
			break
		}
		var list []byte
		for _, name := range in.Elements {
			id := s.nameToID(name)
			ok = ok && (id != 0 || name == "?" && s.view != nil)
			list = appendID(list, id)
		}
		f.list = string(list)
		ok = ok && int(f.at) <= len(in.Elements)
	case nodeTogether:
		if f.at == 0 {
			ok = in.Moves == nil
			break
		}
		ok = len(in.Moves) == int(s.seats)
		var list []byte
		for _, m := range in.Moves {
			ok = ok && m >= 0 && m < 1<<16
			list = append(list, byte(m), byte(m>>8))
		}
		f.list = string(list)
		f.done |= ^uint32(0) << uint(s.seats)
		ok = ok && f.at <= 2
	case nodeCall:
		if in.Then != "" {
			id := s.nameToID(in.Then)
			ok = id != 0 && (s.at(id).parent == s.rules.c.waiting || !s.Alive(id)) // it may have been removed
			f.at = int32(id)
		}
	}
	if !ok {
		return f, bad
	}
	return f, nil
}

// readPending reads the moves chosen in secret, and checks that they are possible.
func (s *State) readPending(texts []savedPending) error {
	turn := s.turn
	n, f := s.resting()
	for i, p := range texts {
		switch {
		case p.Seat < 0 || p.Seat >= Seat(s.seats):
			return fmt.Errorf("there is no %s", p.Seat)
		case n == nil || !n.secret:
			return errors.New("there is no secret choice in this step")
		case i > 0 && texts[i-1].Seat >= p.Seat || s.usedBy(f, p.Seat) != 1:
			return errors.New("the secret choices are out of order")
		}
		s.turn = p.Seat // it was to act when it chose
		m, err := s.Parse(p.Seat, p.Move)
		if err == nil {
			err = s.allows(m)
		}
		s.turn = turn
		if err != nil {
			return err
		}
		s.pending = append(slices.Clip(s.pending), m)
	}
	return nil
}

// flowHash is what the flow adds to the hash of the state.
func (s *State) flowHash() uint64 {
	if len(s.flow) == 0 && s.passes == 0 {
		return 0
	}
	h := mix(uint64(s.passes)+1, uint64(s.flowMover+2)<<8|uint64(s.first))
	for i := range s.flow {
		f := &s.flow[i]
		n := s.rules.c.nodes[f.node]
		h = mix(h, n.key)
		done := f.done
		if n.kind == nodeTogether {
			done &= 1<<uint(s.seats) - 1
		}
		at := uint64(f.at)
		if n.kind == nodeCall && f.at != 0 {
			at = s.key(ID(f.at))
		}
		h = mix(h+at, uint64(f.used)<<40|uint64(done)<<8|uint64(f.seat+2))
		if n.kind == nodeForEach && n.over.sort == anElement {
			for i := range len(f.list) / 4 {
				h = mix(h, s.key(idAt(f.list, i)))
			}
		} else if f.list != "" {
			h = mix(h, hashText(f.list))
		}
	}
	for _, m := range s.pending {
		h = mix(h+uint64(m.Seat), hashText(s.Text(m)))
	}
	return h
}
