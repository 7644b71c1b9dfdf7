package game

import (
	"cmp"
	"fmt"
	"strings"
)

// frame is where the game stands in one node of the flow. The frames of a state, from the
// outermost to the one that waits, are the whole position.
type frame struct {
	node int16

	// used is how many moves were made in an Act; of an EachSeat, 1 when the last turn has ended; of a
	// Phase, 1 when a Switch has asked its If.
	used int16

	// seat is whose turn it is within.
	seat Seat

	// at is how far it has come. In an Act or a Together 1 means that it waits, 2 that a move was
	// made. Of a call it is the element that says what to do then.
	at int32

	// done is 1 when an Act is over or the order of an EachSeat is made; the seats of a Together
	// that need not act any more; how often a Loop with Times is done.
	done uint32

	// list is the order of an EachSeat, one byte for each; the elements of a ForEach, four bytes
	// each; how many moves each seat has made in a Together, two bytes each.
	list string
}

// maxUsed is as far as moves are counted where any number may be made.
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
		panic(faultf("the flow is more than %d steps deep: does a call call itself without end?\n%s", maxFrames, t.flowStack()))
	}
}

func (t *Tx) pop() { t.State.flow = t.stack()[:len(t.State.flow)-1] }

// maxFrames is how deep the flow may go, calls included.
const maxFrames = 256

// maxSteps is how many steps the flow may take until it waits for somebody.
const maxSteps = 100_000

// around names the step that a node is in.
func (n *node) around(nodes []*node) string {
	for n.name == "" && n.parent >= 0 {
		n = nodes[n.parent]
	}
	return cmp.Or(n.name, "the flow")
}

// flowStack tells where the game is in the flow, for faults.
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
