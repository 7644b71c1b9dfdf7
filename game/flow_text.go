package game

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// savedFlow is where a game is in its flow, in names.
type savedFlow struct {
	Passes  int            `json:"passes,omitempty"`
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
	Moves    []int    `json:"moves,omitempty"`
	Then     string   `json:"then,omitempty"`
}

type savedPending struct {
	Seat Seat   `json:"seat"`
	Move string `json:"move"`
}

// callPath is the path of what was called.
const callPath = "@call"

// flowText returns where the game is in the flow, empty in the usual one.
func (s *State) flowText() string {
	if len(s.flow) == 0 && s.passes == 0 {
		return ""
	}
	out := savedFlow{Passes: int(s.passes)}
	if s.flowMover != Nobody {
		out.Mover = &s.flowMover
	}
	for i := range s.flow {
		out.Frames = append(out.Frames, s.saveFrame(&s.flow[i]))
	}
	for _, m := range s.pending {
		out.Pending = append(out.Pending, savedPending{m.Seat, s.Text(m)})
	}
	text, _ := json.Marshal(out)
	return string(text)
}

func (s *State) saveFrame(f *frame) savedFrame {
	n := s.rules.c.nodes[f.node]
	out := savedFrame{Step: n.path, At: f.at, Used: f.used, Done: f.done & (1<<uint(s.seats) - 1)}
	if n.kind != nodeTogether {
		out.Done = f.done
	}
	if f.seat != Nobody {
		out.Seat = &f.seat
	}
	switch n.kind {
	case nodeEachSeat:
		for _, x := range []byte(f.list) {
			out.Order = append(out.Order, Seat(x))
		}
	case nodeForEach:
		for i := range len(f.list) / 4 {
			out.Elements = append(out.Elements, s.Name(idAt(f.list, i)))
		}
	case nodeTogether:
		for x := range Seat(s.seats) {
			out.Moves = append(out.Moves, s.usedBy(f, x))
		}
	case nodeCall:
		if out.At = 0; f.at != 0 {
			out.Then = s.Name(ID(f.at))
		}
	}
	return out
}

// readFlow reads what flowText writes; the elements that it names must be there. Moves that
// are pending are read by readPending, when all else is.
func (s *State) readFlow(text string) error {
	s.flow, s.pending, s.passes, s.flowMover = nil, nil, 0, Nobody
	if text == "" {
		return nil
	}
	var in savedFlow
	if err := json.Unmarshal([]byte(text), &in); err != nil {
		return fmt.Errorf("the flow cannot be read: %w", err)
	}
	if in.Passes < 0 || in.Passes > 1<<30 {
		return errors.New("so many passes cannot be")
	}
	s.passes = uint32(in.Passes)
	if in.Mover != nil {
		s.flowMover = *in.Mover
	}
	for i := range in.Frames {
		f, err := s.readFrame(&in.Frames[i])
		if err != nil {
			return err
		}
		if !s.fitsOn(i, f) {
			return fmt.Errorf("step %q cannot be within the one before", clip(in.Frames[i].Step))
		}
		s.flow = append(s.flow, f)
	}
	if n, _ := s.resting(); len(s.flow) > maxFrames || n != nil && !n.rests() && s.over == running {
		return errors.New("nobody can act in the step the game is in")
	}
	for _, p := range in.Pending {
		if p.Seat < 0 || p.Seat >= Seat(s.seats) {
			return fmt.Errorf("there is no %s", p.Seat)
		}
		s.pending = append(s.pending, Move{Seat: p.Seat, Action: p.Move})
	}
	return nil
}

// fitsOn reports whether a frame can stand on those before it.
func (s *State) fitsOn(i int, f frame) bool {
	n := s.rules.c.nodes[f.node]
	switch {
	case i == 0:
		return f.node == 0
	case n.kind == nodeCall:
		return true
	}
	before := s.rules.c.nodes[s.flow[i-1].node]
	if before.kind == nodeCall {
		return true // any named step can be called
	}
	return n.parent == before.no
}

func (s *State) readFrame(in *savedFrame) (f frame, err error) {
	no, ok := s.rules.c.paths[in.Step]
	if !ok {
		return f, fmt.Errorf("there is no step %q", clip(in.Step))
	}
	n := s.rules.c.nodes[no]
	f = frame{node: no, at: in.At, used: in.Used, done: in.Done, seat: Nobody}
	bad := fmt.Errorf("step %q cannot have come so far", in.Step)
	if in.Seat != nil {
		if f.seat = *in.Seat; f.seat < 0 || f.seat >= Seat(s.seats) {
			return f, bad
		}
	}
	if f.at < 0 || f.used < 0 {
		return f, bad
	}
	switch n.kind {
	case nodeSteps:
		ok = int(f.at) <= len(n.kids)
	case nodeEachSeat:
		list := make([]byte, 0, len(in.Order))
		for _, x := range in.Order {
			ok = ok && x >= 0 && x < Seat(s.seats)
			list = append(list, byte(x))
		}
		f.list = string(list)
		ok = ok && int(f.at) <= len(list)
	case nodeForEach:
		var list []byte
		for _, name := range in.Elements {
			id := s.nameToID(name)
			ok = ok && (id != 0 || name == "?")
			list = append(list, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
		}
		f.list = string(list)
		ok = ok && int(f.at) <= len(in.Elements)
	case nodeTogether:
		ok = len(in.Moves) == int(s.seats)
		var list []byte
		for _, m := range in.Moves {
			ok = ok && m >= 0 && m < 1<<16
			list = append(list, byte(m), byte(m>>8))
		}
		f.list = string(list)
		f.done |= ^uint32(0) << uint(s.seats)
	case nodeCall:
		if in.Then != "" {
			id := s.nameToID(in.Then)
			ok = id != 0
			f.at = int32(id)
		}
	}
	if !ok {
		return f, bad
	}
	return f, nil
}

// readPending reads the moves that are chosen in secret, and looks whether they can be.
func (s *State) readPending() error {
	texts := s.pending
	if len(texts) == 0 {
		return nil
	}
	n, f := s.resting()
	if n == nil || !n.secret {
		return errors.New("nothing is chosen in secret here")
	}
	s.pending = nil
	for i, p := range texts {
		if i > 0 && texts[i-1].Seat >= p.Seat || s.usedBy(f, p.Seat) != 1 {
			return errors.New("the secret choices are out of order")
		}
		m, err := s.Parse(p.Seat, p.Action)
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
	h := mix(uint64(s.passes)+1, uint64(s.flowMover)+2)
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
		if n.kind == nodeForEach {
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
