package game

import (
	"cmp"
	"fmt"
	"strings"
)

// frame is the position of the game in one node of the flow. The frames of a state, from the outermost to the
// one that waits, are the whole position.
type frame struct {
	node int16

	// used is how many moves were made in an Act. For an EachSeat it is 1 when the last turn has ended; for a
	// Phase, 1 when a Switch has evaluated its If.
	used int16

	// seat is the seat whose turn it is within the node.
	seat Seat

	// at is the progress. In an Act or a Together, 1 means that the game waits, 2 that a move was made. In a
	// call it is the element of the effect to apply afterwards.
	at int32

	// done is 1 when an Act is over or the order of an EachSeat is made. For a Together it is the seats that
	// have finished acting; for a Loop with Times, the number of rounds.
	done uint32

	// list is the order of an EachSeat, one byte per seat; the elements of a ForEach, four bytes each; or how
	// many moves each seat has made in a Together, two bytes each.
	list string
}

// maxUsed is the highest count of moves where any number is allowed.
const maxUsed = 1 << 14

// stack returns the frames for writing.
func (t *Tx) stack() []frame {
	if !t.flowOwned {
		t.frames = append(t.frames[:0], t.State.flow...)
		t.State.flow = t.frames
		t.flowOwned = true
	}
	return t.State.flow
}

func (t *Tx) top() *frame { return &t.stack()[len(t.State.flow)-1] }

func (t *Tx) push(node int16, seat Seat) {
	t.frames = append(t.stack(), frame{node: node, seat: seat})
	t.State.flow = t.frames
	if len(t.frames) > maxFrames {
		panic(faultf("the flow is more than %d steps deep: maybe a called step keeps calling itself\n%s", maxFrames,
			t.flowStack()))
	}
}

func (t *Tx) pop() { t.State.flow = t.stack()[:len(t.State.flow)-1] }

// maxFrames is how deep the flow may go, including calls.
const maxFrames = 256

// maxSteps is how many steps the flow may take before it waits for a seat.
const maxSteps = 100_000

// around names the step that a node is in.
func (n *node) around(nodes []*node) string {
	for n.name == "" && n.parent >= 0 {
		n = nodes[n.parent]
	}
	return cmp.Or(n.name, "the flow")
}

// flowStack describes the position in the flow, for faults.
func (t *Tx) flowStack() string {
	var b strings.Builder
	for i := range t.State.flow {
		f := &t.State.flow[i]
		n := t.rules.c.nodes[f.node]
		if i >= 12 && i < len(t.State.flow)-4 {
			if i == 12 {
				b.WriteString("  ...\n")
			}
			continue
		}
		fmt.Fprintf(&b, "  %s", nodeWords[n.kind])
		if n.name != "" {
			fmt.Fprintf(&b, " %s", n.name)
		}
		if f.seat != Nobody {
			fmt.Fprintf(&b, ", %s", f.seat)
		}
		b.WriteByte('\n')
	}
	return strings.TrimRight(b.String(), "\n")
}

// closeFlow leaves the flow when the game is over.
func (t *Tx) closeFlow() {
	t.turn, t.follows = Nobody, Nobody
	t.State.flow, t.State.pending, t.flowOwned = nil, nil, false
}
