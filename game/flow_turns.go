package game

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// jump makes the innermost EachSeat that includes the seat named by Next continue with it. If there is none,
// the next EachSeat starts with that seat.
func (t *Tx) jump() {
	for i := len(t.State.flow) - 1; i >= 0; i-- {
		f := &t.State.flow[i]
		if t.rules.c.nodes[f.node].kind != nodeEachSeat || f.done == 0 {
			continue
		}
		if at := f.indexOf(t.follows); at >= 0 {
			t.stack()[i].at, t.follows = int32(at), Nobody
			return
		}
	}
}

// indexOf finds a seat in the order of an EachSeat: at the current position, then later, then from the
// beginning.
func (f *frame) indexOf(seat Seat) int {
	from := max(0, int(f.at)-1)
	if at := strings.IndexByte(f.list[from:], byte(seat)); at >= 0 {
		return from + at
	}
	return strings.IndexByte(f.list, byte(seat))
}

// uncount makes the move that a call came from not count, if its seat is to act once more.
func (t *Tx) uncount() {
	if t.follows == Nobody || len(t.State.flow) == 0 {
		return
	}
	f := t.top()
	switch t.rules.c.nodes[f.node].kind {
	case nodeAct:
		if f.seat == t.follows && f.used > 0 {
			f.used--
			t.follows = Nobody
		}
	case nodeTogether:
		if used := t.usedBy(f, t.follows); used > 0 {
			t.setUsed(f, t.follows, used-1)
			t.follows = Nobody
		}
	}
}

// twice has, for each number of seats, their usual order twice over.
var twice = func() (all [maxSeats + 1]string) {
	for n := range all {
		var order [2 * maxSeats]byte
		for i := range 2 * n {
			order[i] = byte(i % n)
		}
		all[n] = string(order[:2*n])
	}
	return all
}()

// usualOrder is the order of all seats, starting with the one that begins.
func (s *State) usualOrder() string { return twice[s.seats][s.first : s.first+Seat(s.seats)] }

// runEachSeat gives the turn to the next seat of the order. In its frame, done means that the order is made,
// and used that the last turn has ended.
func (t *Tx) runEachSeat(n *node, f *frame) {
	switch {
	case f.done == 0:
		if n.each.UntilAllPass {
			t.passes = 0
		}
		t.beginOrder(n, f.seat)
	case f.used == 0 && n.name != "" && t.rules.c.waiting != 0:
		f.used = 1
		t.due(n, f.seat, onEnd)
		if t.over != running || t.did {
			return
		}
	}
	if n.each.UntilAllPass && !t.nextRound(n) {
		t.pop()
		return
	}
	f = t.top()
	for int(f.at) < len(f.list) {
		f.seat, f.used = Seat(f.list[f.at]), 0
		f.at++
		if t.absent()>>uint(f.seat)&1 == 0 {
			seat := f.seat
			t.push(n.kids[0], seat)
			if n.name != "" {
				t.due(n, seat, onStart)
			}
			return
		}
	}
	if f.used = 1; !n.each.UntilAllPass {
		t.pop()
	}
}

// nextRound makes a new order when all seats have had their turn; it returns false when all of them have
// passed.
func (t *Tx) nextRound(n *node) bool {
	around := Nobody
	if at := len(t.State.flow) - 2; at >= 0 {
		around = t.State.flow[at].seat
	}
	if t.Passes() >= t.inOrder(n, around) {
		return false
	}
	if f := t.top(); int(f.at) >= len(f.list) {
		f.at = 0
		t.beginOrder(n, around)
	}
	return true
}

// beginOrder makes the order of an EachSeat.
func (t *Tx) beginOrder(n *node, seat Seat) {
	list := t.usualOrder()
	if !n.each.usual() {
		list = t.ordered(n, seat)
	}
	if at := strings.IndexByte(list, byte(t.follows)); at >= 0 {
		list, t.follows = list[at:]+list[:at], Nobody
	}
	f := t.top()
	f.list, f.done, f.used = list, 1, 1
}

// inTurn returns the seats in the order of an EachSeat.
func (t *Tx) inTurn(x *EachSeat) []Seat {
	seats := t.seatBuf[:0]
	for _, x := range []byte(t.usualOrder()) {
		seats = append(seats, Seat(x))
	}
	if x.Reverse {
		slices.Reverse(seats)
	}
	switch {
	case x.From != nil:
		t.rotate(seats, x.From(t), 0)
	case x.LeftOf != nil:
		t.rotate(seats, x.LeftOf(t), 1)
	case x.Continue && t.flowMover != Nobody:
		t.rotate(seats, t.flowMover, 1)
	}
	if x.Only != nil {
		seats = slices.DeleteFunc(seats, func(s Seat) bool { return !x.Only(t, s) })
	}
	if x.Skip != nil {
		seats = slices.DeleteFunc(seats, func(s Seat) bool { return x.Skip(t, s) })
	}
	if x.Order != nil {
		seats = x.Order(t, seats)
	}
	return seats
}

// rotate makes the seats start after positions past this seat.
func (t *Tx) rotate(seats []Seat, seat Seat, after int) {
	t.mustSeat(seat, false)
	i := (slices.Index(seats, seat) + after) % len(seats)
	slices.Reverse(seats[:i])
	slices.Reverse(seats[i:])
	slices.Reverse(seats)
}

// inOrder returns how many seats in the order of an EachSeat are still playing.
func (t *Tx) inOrder(n *node, seat Seat) (count int) {
	if n.each.usual() {
		return bits.OnesCount32(t.playing())
	}
	for _, x := range evaluate(t, seat, func(t *Tx) []Seat { return t.inTurn(n.each) }) {
		if t.absent()>>uint(x)&1 == 0 {
			count++
		}
	}
	return count
}

// ordered computes the order of an EachSeat.
func (t *Tx) ordered(n *node, seat Seat) string {
	if n.each.onlyFrom() {
		from := evaluate(t, seat, n.each.From)
		t.mustSeat(from, false)
		return twice[t.seats][from : from+Seat(t.seats)]
	}
	seats := evaluate(t, seat, func(t *Tx) []Seat { return t.inTurn(n.each) })
	list := make([]byte, 0, maxSeats)
	for _, x := range seats {
		t.mustSeat(x, false)
		list = append(list, byte(x))
	}
	for i := range t.seats { // reuse an order that exists already
		if round := twice[t.seats][i : i+t.seats]; round == string(list) {
			return round
		}
	}
	return string(list)
}

// form is what an order contributes to the digest of the rules.
func (x *EachSeat) form() string {
	return fmt.Sprint(x.Reverse, x.From != nil, x.LeftOf != nil, x.Continue, x.Only != nil, x.Skip != nil, x.Order != nil,
		x.UntilAllPass)
}

// relay passes the turn on to the next seat of an EachSeat without leaving the step. It reports whether it
// could.
func (t *Tx) relay(n *node) bool {
	top := len(t.State.flow) - 1
	if t.absent() != 0 || t.follows != Nobody || len(t.calls) > 0 || t.did || top < 1 ||
		t.State.flow[top-1].node != n.parent {
		return false
	}
	last := int(t.State.flow[top-1].at) >= len(t.State.flow[top-1].list)
	if last && !n.endless {
		return false
	}
	s := t.stack()
	each, act := &s[top-1], &s[top]
	t.State.flowMover = t.Seat
	if last {
		s[top-2].at++
		each.at, each.list = 0, t.usualOrder()
	}
	each.seat = Seat(each.list[each.at])
	each.at++
	act.seat, act.used, act.done = each.seat, 0, 0
	t.turn, t.settled = each.seat, false
	return true
}
