package game

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// leaving is the order in which seats have left the game.
type leaving struct {
	when   [maxSeats]uint8 // by seat: the group it left in, 1 for the first; 0 if it is in the game
	groups uint8           // how many groups have left
}

// Eliminate takes the seat out of the game. A seat that leaves later ranks higher, and seats that leave
// between two checkpoints share a rank. Seats still in the game rank above all of them.
func (t *Tx) Eliminate(seat Seat) {
	t.writing()
	t.mustSeat(seat, false)
	if t.out>>uint(seat)&1 != 0 {
		return
	}
	t.out |= 1 << uint(seat)
	if t.left.groups == t.sealed {
		t.left.groups++
	}
	t.left.when[seat] = t.left.groups
}

// stayed returns how long a seat has been in the game: higher for one that left later, highest for one that
// has not left.
func (l *leaving) stayed(seat int) uint8 {
	if n := l.when[seat]; n != 0 {
		return n
	}
	return l.groups + 1
}

// rewind takes the order back to when these seats were out.
func (l *leaving) rewind(out uint32) {
	l.groups = 0
	for seat := range l.when {
		if out>>uint(seat)&1 == 0 {
			l.when[seat] = 0
		}
		l.groups = max(l.groups, l.when[seat])
	}
}

// text is the order of leaving, such as "2 0+1".
func (l *leaving) text() string {
	var b strings.Builder
	for group := uint8(1); group <= l.groups; group++ {
		sign := " "
		if group == 1 {
			sign = ""
		}
		for seat, when := range l.when {
			if when == group {
				b.WriteString(sign + itoa(seat))
				sign = "+"
			}
		}
	}
	return b.String()
}

// readLeaving reads the order of leaving, which must be in canonical form.
func readLeaving(text string) (l leaving, ok bool) {
	for group := range strings.FieldsSeq(text) {
		l.groups++
		for word := range strings.SplitSeq(group, "+") {
			n, err := strconv.Atoi(word)
			if err != nil || n < 0 || n >= maxSeats || l.when[n] != 0 {
				return l, false
			}
			l.when[n] = l.groups
		}
	}
	return l, l.text() == text
}

// change applies a change of the order of leaving.
func (l *leaving) change(c Change) error {
	if l.text() != c.Was {
		return errBase
	}
	is, ok := readLeaving(c.Is)
	if !ok {
		return fmt.Errorf("%q is not an order of elimination", clip(c.Is))
	}
	*l = is
	return nil
}

// seats returns the seats that have left.
func (l *leaving) seats() (out uint32) {
	for seat, when := range l.when {
		if when != 0 {
			out |= 1 << uint(seat)
		}
	}
	return out
}

// lastStanding ends the game when at most one seat is left, if the rules say so. If the last seats have left
// together, they share the win.
func (t *Tx) lastStanding() {
	left := t.standing()
	if !t.rules.LastStanding || t.seats < 2 || bits.OnesCount32(left) > 1 {
		return
	}
	if left == 0 {
		for seat, when := range t.left.when {
			if when == t.left.groups {
				left |= 1 << uint(seat)
			}
		}
	}
	t.finish(wonBy, left, nil)
}
