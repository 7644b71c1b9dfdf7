package game

import (
	"math/bits"
	"slices"
	"unsafe"
)

// runTogether waits for the seats that have not finished acting, or moves on.
func (t *Tx) runTogether(n *node, f *frame) (rests bool) {
	if f.at == 0 {
		seats := t.playing()
		if n.seats != nil {
			set := evaluate(t, f.seat, n.seats)
			f = t.top()
			seats = 0
			for x := range set.All() {
				t.mustSeat(x, false)
				seats |= 1 << uint(x)
			}
			seats &= t.playing()
		}
		f.at, f.done = 1, ^seats
		f.list = unused[:2*t.seats]
	} else if f.at == 2 {
		f.at = 1
		if n.until != nil && evaluate(t, f.seat, n.until) {
			f.done = ^uint32(0)
		}
	}
	left := t.waiting(n, f)
	if left == 0 {
		if n.secret && len(t.State.pending) > 0 {
			t.reveal()
			return false
		}
		t.pop()
		return false
	}
	t.turn, t.settled = lowestSeat(left), false
	return true
}

func lowestSeat(mask uint32) Seat { return Seat(bits.TrailingZeros32(mask)) }

// waiting returns the seats that have not finished acting.
func (s *State) waiting(n *node, f *frame) uint32 {
	left := s.playing() &^ f.done
	for x := range Seat(s.seats) {
		if left>>uint(x)&1 != 0 && n.max >= 0 && s.usedBy(f, x) >= int(n.max) {
			left &^= 1 << uint(x)
		}
	}
	return left
}

// usedBy returns how many moves a seat has made in a Together.
func (s *State) usedBy(f *frame, seat Seat) int {
	if 2*int(seat)+1 >= len(f.list) {
		return 0
	}
	return int(f.list[2*seat]) | int(f.list[2*seat+1])<<8
}

// unused is the list of a Together in which no seat has moved.
const unused = "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00" +
	"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"

func (t *Tx) setUsed(f *frame, seat Seat, n int) {
	b := t.keptBytes.take(len(f.list))
	copy(b, f.list)
	b[2*seat], b[2*seat+1] = byte(n), byte(n>>8)
	f.list = unsafe.String(unsafe.SliceData(b), len(b)) // nothing else writes to them
}

// togetherMoved counts a move of a seat.
func (t *Tx) togetherMoved(n *node, f *frame, a *action) {
	switch {
	case a.Stops() || n.passes && a.Pass:
		f.done |= 1 << uint(t.Seat)
	case t.follows == t.Seat:
		t.follows = Nobody
	default:
		t.setUsed(f, t.Seat, min(t.usedBy(f, t.Seat)+1, maxUsed))
	}
}

// commit keeps a move chosen in secret, whose picks nothing else writes to, until all seats have chosen.
func (t *Tx) commit(m Move) {
	was := t.State.pending
	at := 0
	for at < len(was) && was[at].Seat < m.Seat {
		at++
	}
	all := t.keptMoves.take(len(was) + 1)
	copy(all, was[:at])
	all[at] = m
	copy(all[at+1:], was[at:])
	t.State.pending = all
}

func (m Move) clone() Move {
	picks := make([][]Value, len(m.Picks))
	for i, p := range m.Picks {
		picks[i] = slices.Clone(p)
	}
	m.Picks = picks
	return m
}

// withdraw takes back the secret choice of the acting seat.
func (t *Tx) withdraw() {
	f := t.top()
	t.State.pending = slices.DeleteFunc(slices.Clone(t.State.pending), func(m Move) bool { return m.Seat == t.Seat })
	t.setUsed(f, t.Seat, 0)
}

// committed reports whether a seat has chosen in secret.
func (s *State) committed(seat Seat) bool {
	return slices.ContainsFunc(s.pending, func(m Move) bool { return m.Seat == seat })
}

// Committed returns the seats that have made their secret choice in the current step.
func (s *State) Committed() Set[Seat] {
	var made Set[Seat]
	s.readsTurn()
	if n, f := s.resting(); n != nil && n.secret {
		for x := range Seat(s.seats) {
			if s.usedBy(f, x) > 0 {
				made.a |= 1 << uint(x)
			}
		}
	}
	return made
}

// Chosen returns the move that a seat has chosen in secret, false if there is none. A view has only the one of its seat.
func (s *State) Chosen(seat Seat) (Move, bool) {
	s.readsTurn()
	for _, m := range s.pending {
		if m.Seat == seat {
			return m.clone(), true
		}
	}
	return Move{}, false
}

// reveal performs all secret choices, in the order of the seats.
func (t *Tx) reveal() {
	all := t.State.pending
	t.State.pending = nil
	doing, seat := t.doing, t.Seat
	for _, m := range all {
		if t.over != running {
			break
		}
		a := t.rules.c.byAction[m.Action]
		t.Seat, t.doing = m.Seat, a
		t.choosePicks(a, m)
		t.flowing = false
		if a.Do != nil {
			a.Do(t)
		}
		if t.over == running {
			t.jump()
			t.afterAction()
		}
	}
	t.unpick()
	t.doing, t.Seat, t.flowing = doing, seat, true
	if t.over != running || t.settles() {
		return
	}
	t.pop()
	t.leavesAndCalls()
}

// choosePicks makes the values of a move chosen; they were checked when the move was committed.
func (t *Tx) choosePicks(a *action, m Move) {
	t.forget(a)
	for i, p := range a.picks {
		if i < len(m.Picks) {
			for _, v := range m.Picks[i] {
				t.set(p, v)
			}
		}
		t.picked[p.slot].done = true
	}
}

// ToAct returns the seats that the game waits for, none at a moment within a move.
func (s *State) ToAct() Set[Seat] {
	s.readsTurn()
	if s.over != running || s.moment > 0 {
		return Set[Seat]{}
	}
	return Set[Seat]{set{a: uint64(s.toAct())}}
}

// resting returns the step that the game waits in, nil in the usual order.
func (s *State) resting() (*node, *frame) {
	if len(s.flow) == 0 {
		return nil, nil
	}
	f := &s.flow[len(s.flow)-1]
	return s.rules.c.nodes[f.node], f
}

// mayAct reports whether the game waits for the seat, or the seat can withdraw its choice.
func (s *State) mayAct(seat Seat) bool {
	if s.turn == seat {
		return true
	}
	n, f := s.resting()
	if n == nil || n.kind != nodeTogether || seat < 0 {
		return false
	}
	return s.waiting(n, f)>>uint(seat)&1 != 0 || n.secret && s.committed(seat)
}
