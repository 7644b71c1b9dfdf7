package game

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// frame is where the game stands in one node of the flow. The frames of a state, from the
// outermost to the one that waits, are the whole position.
type frame struct {
	node int16
	used int16  // moves made in an Act
	seat Seat   // whose turn it is within
	at   int32  // how far it has come; of a call, the element that says what to do then
	done uint32 // seats that need not act any more
	list string // seats in order, one byte each; elements, four bytes each; moves made by each seat
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

// startFlow begins with the first step.
func (t *Tx) startFlow() {
	t.State.flow, t.flowOwned = nil, false
	if t.follows != Nobody { // Setup has said who begins
		t.first, t.follows = t.follows, Nobody
	}
	t.push(0, Nobody)
	t.runFlow()
}

// runFlow goes on until the game waits for somebody, or is over.
func (t *Tx) runFlow() {
	t.flowing = true
	t.goOn()
	t.flowing = false
}

func (t *Tx) goOn() {
	nodes := t.rules.c.nodes
	for steps := 0; t.over == running; steps++ {
		if steps > maxSteps {
			panic(faultf("the flow takes more than %d steps without waiting for a move\n%s", maxSteps, t.flowStack()))
		}
		if t.follows != Nobody {
			t.jump()
		}
		if len(t.State.flow) == 0 {
			panic(faultf("the flow has come to its end, and the game has no outcome"))
		}
		f := t.top()
		n := nodes[f.node]
		switch n.kind {
		case nodeSteps:
			if int(f.at) < len(n.kids) {
				f.at++
				t.push(n.kids[f.at-1], f.seat)
			} else {
				t.pop()
			}
		case nodeEachSeat:
			t.runEachSeat(n, f)
		case nodeLoop:
			t.runLoop(n, f)
		case nodeAct:
			if t.runAct(n, f) && t.rests() {
				return
			}
		default:
			if t.runOther(n, f) && t.rests() {
				return
			}
		}
	}
}

// rests reports whether the game can wait here. If the flow has changed something since the last
// move, the end is asked for once more, and that may change something, too.
func (t *Tx) rests() bool {
	if t.follows != Nobody {
		panic(faultf("%s is to act next, but there is no EachSeat that it could act in\n%s", t.follows, t.flowStack()))
	}
	if !t.did || t.State.moves == 0 {
		return true
	}
	t.due(nil, t.turn, onRest)
	if t.over == running {
		t.ends()
	}
	t.pushCalls()
	return t.over != running
}

// jump makes the innermost EachSeat that has the seat which was named by Next go on with it.
// Where there is none, the next one to begin will begin with it.
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

// indexOf finds a seat in the order of an EachSeat: where it is at present, else later, else from
// the beginning.
func (f *frame) indexOf(seat Seat) int {
	from := max(0, int(f.at)-1)
	if at := strings.IndexByte(f.list[from:], byte(seat)); at >= 0 {
		return from + at
	}
	return strings.IndexByte(f.list, byte(seat))
}

// ends asks whether the game has.
func (t *Tx) ends() bool {
	t.did = false
	if t.rules.End != nil {
		t.rules.End(t)
	}
	return t.over != running
}

func (t *Tx) runOther(n *node, f *frame) (rests bool) {
	switch n.kind {
	case nodePhase:
		t.runPhase(n, f)
	case nodeForEach:
		t.runForEach(n, f)
	case nodeTogether:
		return t.runTogether(n, f)
	case nodeIf:
		branch := -1
		if f.at == 0 {
			if ask(t, f.seat, n.question) {
				branch = 0
			} else if len(n.kids) > 1 {
				branch = 1
			}
		}
		t.branch(n, branch)
	case nodeSwitch:
		t.runSwitch(n, f)
	case nodeFirstOpen:
		branch := -1
		for i, k := range n.kids {
			if f.at == 0 && branch < 0 && t.isOpen(k, f.seat) {
				branch = i
			}
		}
		t.branch(n, branch)
	case nodeRun:
		t.pop()
		t.runs(f.seat, n.run)
		t.pushCalls()
	case nodeCall:
		deed, seat := ID(f.at), f.seat
		t.pop()
		t.resume(deed, seat)
		t.uncount()
		if t.over == running && len(t.calls) == 0 {
			t.endPhases()
		}
		t.pushCalls()
	}
	return false
}

// isOpen reports whether a phase is: if nothing but other phases are in it, one of those must be.
func (t *Tx) isOpen(no int16, seat Seat) bool {
	nodes := t.rules.c.nodes
	n := nodes[no]
	if n.kind == nodePhase {
		if !t.holds(seat, n.test) {
			return false
		}
		if len(n.kids) == 0 {
			return true
		}
		n = nodes[n.kids[0]]
	}
	if n.kind != nodeFirstOpen {
		return true
	}
	return slices.ContainsFunc(n.kids, func(k int16) bool { return t.isOpen(k, seat) })
}

// uncount lets the move that a call came from not count, if its seat is to act once more.
func (t *Tx) uncount() {
	if t.follows == Nobody || len(t.State.flow) == 0 {
		return
	}
	if f := t.top(); t.rules.c.nodes[f.node].kind == nodeAct && f.seat == t.follows && f.used > 0 {
		f.used--
		t.follows = Nobody
	}
}

// branch goes on with one of the steps in a node, or passes on.
func (t *Tx) branch(n *node, k int) {
	f := t.top()
	if k < 0 {
		t.pop()
		return
	}
	f.at = 1
	t.push(n.kids[k], f.seat)
}

// ask asks a question for a seat, which may only look.
func ask[T any](t *Tx, seat Seat, question func(*Tx) T) T {
	was, looking := t.Seat, t.looking
	t.Seat, t.looking = seat, true
	answer := question(t)
	t.Seat, t.looking = was, looking
	return answer
}

// holds reports whether the test does, for the seat.
func (t *Tx) holds(seat Seat, test Test) bool {
	was := t.Seat
	t.Seat = seat
	why := t.test(test)
	t.Seat = was
	return why == nil
}

// runs calls a hook.
func (t *Tx) runs(seat Seat, hook func(*Tx)) {
	if hook != nil {
		was := t.Seat
		t.Seat, t.did = seat, true
		hook(t)
		t.Seat = was
	}
}

func (t *Tx) runPhase(n *node, f *frame) {
	seat := f.seat
	switch {
	case f.at == 1:
		t.endPhase(n)
		t.pushCalls()
	case !t.holds(seat, n.test):
		t.pop()
	default:
		f.at = 1
		if len(n.kids) > 0 {
			t.push(n.kids[0], seat)
		}
		t.runs(seat, n.begin)
		if t.over == running {
			t.due(n, seat, onStart)
		}
		t.pushCalls()
	}
}

// endPhase ends the phase on top of the stack.
func (t *Tx) endPhase(n *node) {
	seat := t.top().seat
	t.pop()
	t.due(n, seat, onEnd)
	if t.over == running {
		t.runs(seat, n.end)
	}
}

func (t *Tx) runLoop(n *node, f *frame) {
	if f.at == 0 && n.times != nil {
		times := ask(t, f.seat, n.times)
		f = t.top()
		f.done = uint32(max(0, min(times, 1<<30)))
	}
	if n.times != nil && uint32(f.at) >= f.done || n.most > 0 && int(f.at) >= n.most || n.question != nil && !ask(t, f.seat, n.question) {
		t.pop()
		return
	}
	f.at++
	t.push(n.kids[0], f.seat)
}

// twice has for each number of seats their usual order, two times over.
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

// usualOrder is that of all seats, from the one that begins.
func (s *State) usualOrder() string { return twice[s.seats][s.first : s.first+Seat(s.seats)] }

// runEachSeat gives the turn to the next seat of the order. Of its frame, done says that the
// order is made, and used that the last turn has ended.
func (t *Tx) runEachSeat(n *node, f *frame) {
	switch {
	case f.done == 0:
		t.beginOrder(n, f.seat)
	case f.used == 0 && n.name != "" && t.rules.c.waiting != 0:
		f.used = 1
		t.due(n, f.seat, onEnd)
		if t.over != running || len(t.calls) > 0 || t.follows != Nobody {
			t.pushCalls()
			return
		}
	}
	f = t.top()
	for int(f.at) < len(f.list) {
		f.seat, f.used = Seat(f.list[f.at]), 0
		f.at++
		if t.out>>uint(f.seat)&1 == 0 {
			seat := f.seat
			t.push(n.kids[0], seat)
			if n.name != "" {
				t.due(n, seat, onStart)
				t.pushCalls()
			}
			return
		}
	}
	t.pop()
}

// beginOrder makes the order of an EachSeat.
func (t *Tx) beginOrder(n *node, seat Seat) {
	list := t.usualOrder()
	if n.order != nil {
		list = t.ordered(n, seat)
	}
	if at := strings.IndexByte(list, byte(t.follows)); at >= 0 {
		list, t.follows = list[at:]+list[:at], Nobody
	}
	f := t.top()
	f.list, f.done, f.used = list, 1, 1
}

// inTurn applies orderings to all seats in their usual order.
func (t *Tx) inTurn(order []Ordering) []Seat {
	seats := t.seatBuf[:0]
	for _, x := range []byte(t.usualOrder()) {
		seats = append(seats, Seat(x))
	}
	for _, o := range order {
		seats = o(t, seats)
	}
	return seats
}

// inOrder returns how many seats that are still in the game an order has.
func (t *Tx) inOrder(order []Ordering) (n int) {
	if len(order) == 0 {
		return bits.OnesCount32(t.standing())
	}
	for _, x := range t.inTurn(order) {
		if t.out>>uint(x)&1 == 0 {
			n++
		}
	}
	return n
}

// ordered computes the order of an EachSeat.
func (t *Tx) ordered(n *node, seat Seat) string {
	seats := ask(t, seat, func(t *Tx) []Seat { return t.inTurn(n.order) })
	list := make([]byte, 0, maxSeats)
	for _, x := range seats {
		t.mustSeat(x, false)
		list = append(list, byte(x))
	}
	for i := range t.seats { // one that is there already
		if round := twice[t.seats][i : i+t.seats]; round == string(list) {
			return round
		}
	}
	return string(list)
}

func (t *Tx) runForEach(n *node, f *frame) {
	if f.at == 0 && f.list == "" {
		set := ask(t, f.seat, n.over)
		if set.of != ofAnything && set.of != form(anElement)+1 {
			panic(faultf("step %q goes over seats or numbers; it can only go over elements", t.around(n)))
		}
		var list []byte
		for _, id := range t.asTheyLie(set) {
			list = append(list, byte(id), byte(id>>8), byte(id>>16), byte(id>>24))
		}
		f = t.top()
		f.list = string(list)
	}
	for int(f.at)*4 < len(f.list) {
		id := idAt(f.list, int(f.at))
		f.at++
		if t.Alive(id) {
			t.push(n.kids[0], f.seat)
			return
		}
	}
	t.pop()
}

// asTheyLie returns elements in the order in which they lie on the table, so that the order tells
// nothing of what they are.
func (s *State) asTheyLie(set Set) []ID {
	type spot struct {
		id   ID
		path []int32
	}
	var all []spot
	for id := range set.All() {
		x := spot{id: id}
		for at := id; at >= s.rules.c.first; at = s.at(at).parent {
			rank := int32(0)
			for e := s.at(at).prev; e != 0; e = s.at(e).prev {
				rank++
			}
			x.path = append(x.path, rank)
			if up := s.at(at).parent; up < s.rules.c.first {
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

// In returns the element that the step is done for at present, 0 if it is not.
func (x *ForEach) In(s *State) ID {
	if f := s.frameOf(x); f != nil && f.at > 0 {
		return idAt(f.list, int(f.at)-1)
	}
	return 0
}

func (t *Tx) runSwitch(n *node, f *frame) {
	if f.at > 0 {
		t.pop()
		return
	}
	name := ask(t, f.seat, n.on)
	kid, ok := n.cases[name]
	if !ok {
		if kid = int16(n.most); kid < 0 {
			panic(faultf("a Switch in %s has no case %q, and no Default\n%s", t.around(n), name, t.flowStack()))
		}
	}
	f = t.top()
	f.at = 1
	t.push(kid, f.seat)
}

// around names the step that a node is in.
func (t *Tx) around(n *node) string {
	for n.name == "" && n.parent >= 0 {
		n = t.rules.c.nodes[n.parent]
	}
	if n.name == "" {
		return "the flow"
	}
	return n.name
}

// runAct waits for the seat, or passes on if it has done all it may.
func (t *Tx) runAct(n *node, f *frame) (rests bool) {
	if f.at == 0 { // it begins
		if n.question != nil && !ask(t, f.seat, n.question) {
			t.pop()
			return false
		}
		if n.who != nil {
			seat := ask(t, f.seat, n.who)
			f = t.top()
			f.seat = seat
			t.mustSeat(seat, true)
		}
		if f.seat == Nobody {
			panic(faultf("step %q lets nobody act: it is in no EachSeat, and its Who names no seat\n%s", n.name, t.flowStack()))
		}
		if t.out>>uint(f.seat)&1 != 0 {
			t.pop()
			return false
		}
		f.at = 1
	} else if t.actEnds(n, f) {
		t.pop()
		return false
	}
	t.turn, t.settled = f.seat, false
	return true
}

// actEnds reports whether a seat that has moved is through.
func (t *Tx) actEnds(n *node, f *frame) bool {
	if f.done != 0 || t.out>>uint(f.seat)&1 != 0 || n.max >= 0 && f.used >= n.max {
		return true
	}
	return n.until != nil && ask(t, f.seat, n.until)
}

// relay gives the turn on in a flow that only goes round the seats, without leaving the step.
// It reports whether it could.
func (t *Tx) relay(n *node) bool {
	top := len(t.State.flow) - 1
	if t.out != 0 || t.follows != Nobody || len(t.calls) > 0 || t.did || top < 2 || t.State.flow[top-1].node != n.parent {
		return false
	}
	s := t.stack()
	loop, each, act := &s[top-2], &s[top-1], &s[top]
	t.State.flowMover = t.Seat
	if int(each.at) >= len(each.list) {
		loop.at++
		each.at, each.list = 0, t.usualOrder()
	}
	each.seat = Seat(each.list[each.at])
	each.at++
	act.seat, act.used, act.done = each.seat, 0, 0
	t.turn, t.settled = each.seat, false
	return true
}

// flowMoved goes on after a move.
func (t *Tx) flowMoved(a *action) {
	f := t.top()
	n := t.rules.c.nodes[f.node]
	if n.relay && !a.ofKernel && t.relay(n) {
		return
	}
	if n.kind == nodeTogether {
		t.togetherMoved(n, f, a)
	} else if a.ofKernel || n.passes && a.Pass {
		f.done = 1
	} else if t.follows == f.seat { // once more, and this one does not count
		t.follows = Nobody
	} else {
		f.used = min(f.used+1, maxUsed)
	}
	if n.kind == nodeTogether {
		t.passes = 0 // the order of arrival does not matter
	} else {
		t.State.flowMover = t.Seat
	}
	t.afterMove(n)
	if t.over == running {
		t.runFlow()
	}
}

// afterMove does what is due after an action, asks whether the game or a phase has ended, and
// begins what was called.
func (t *Tx) afterMove(n *node) {
	if t.rules.c.waiting != 0 && !n.secret {
		t.due(nil, t.Seat, onAction)
	}
	if t.over != running || t.ends() {
		return
	}
	if n.deep && len(t.calls) == 0 {
		t.endPhases()
	}
	t.pushCalls()
}

// endPhases ends the phases whose EndIf holds, inner ones first. While something is called, the
// phases around it are not asked: what called it is not done yet.
func (t *Tx) endPhases() {
	nodes := t.rules.c.nodes
	for i := len(t.State.flow) - 1; i >= 0 && t.over == running && len(t.calls) == 0; i-- {
		n := nodes[t.State.flow[i].node]
		if n.kind == nodeCall {
			return
		}
		if n.endIf != nil && t.State.flow[i].at > 0 && ask(t, t.State.flow[i].seat, n.endIf) {
			for len(t.State.flow) > i && t.over == running {
				t.leave()
			}
		}
	}
}

// leave ends the step on top of the stack before its time.
func (t *Tx) leave() {
	f := t.top()
	n := t.rules.c.nodes[f.node]
	switch {
	case n.kind == nodePhase && f.at == 1:
		t.endPhase(n)
		return
	case n.kind == nodeEachSeat && n.name != "" && f.done != 0 && f.used == 0:
		t.due(n, f.seat, onEnd)
	case n.secret:
		t.State.pending = nil
	}
	t.pop()
}

// passFlow passes over a seat that can do nothing.
func (t *Tx) passFlow(seat Seat) {
	f := t.top()
	n := t.rules.c.nodes[f.node]
	switch {
	case n.kind == nodeTogether:
		if t.usedBy(f, seat) < int(n.min) {
			t.stuck(n, seat)
		}
		t.top().done |= 1 << uint(seat)
	default:
		if f.used == 0 && t.rules.c.passing {
			t.passes++
		}
		if f.used < n.min {
			t.stuck(n, seat)
		}
		t.top().done = 1
	}
	if t.over == running {
		t.pushCalls()
		t.runFlow()
	}
}

// stuck is called when a seat should act and cannot.
func (t *Tx) stuck(n *node, seat Seat) {
	t.Seat, t.doing = seat, nil
	if t.rules.Stuck != nil {
		t.finishes(t.rules.Stuck)
	} else if n.must {
		panic(faultf("in step %q %s can do nothing, but must make %d moves: let it make fewer (Min), or give Rules.Stuck\n%s", n.name, seat, n.min, t.flowStack()))
	}
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

// lastMoved returns the seat that has moved last, -1 if none has.
func (s *State) lastMoved() Seat { return s.flowMover }

// performInFlow does a move whose picks are chosen, and goes on in the flow.
func (t *Tx) performInFlow(a *action) {
	n, _ := t.resting()
	t.settled = false
	withdraws := a.ofKernel && a.Name == withdrawName
	switch {
	case withdraws:
		t.withdraw()
	case n.secret: // nothing is done yet
		t.commit(t.chosen(a))
	case a.Do != nil:
		a.Do(t)
	}
	t.State.moves++
	switch {
	case t.over != running:
	case withdraws:
		t.runFlow()
	default:
		t.flowMoved(a)
	}
	switch {
	case t.over != running:
		t.closeFlow()
	case withdraws || n.secret && len(t.State.pending) > 0: // the position is the same
		t.keepPosition(t.past.less())
	default:
		t.keepPosition(t.past)
	}
}

// closeFlow leaves the flow when the game is over.
func (t *Tx) closeFlow() {
	t.turn, t.follows = Nobody, Nobody
	t.State.flow, t.State.pending, t.flowOwned = nil, nil, false
}

// chosen returns the move that is chosen at present.
func (t *Tx) chosen(a *action) Move {
	m := Move{Seat: t.Seat, Action: a.Name, Picks: make([][]Value, len(a.picks))}
	for i, p := range a.picks {
		c := &t.picked[p.slot]
		switch {
		case c.n == 0:
		case p.several != nil || p.repeat:
			m.Picks[i] = append([]Value(nil), c.all[:c.n]...)
		default:
			m.Picks[i] = []Value{c.last}
		}
	}
	return m
}

// settleFlow passes over seats that can do nothing, until the game waits for one that can.
func (t *Tx) settleFlow() (passed bool) {
	seat := t.Seat
	for range maxPassed * int(t.seats) {
		if t.over != running {
			t.closeFlow()
			t.Seat = seat
			return passed
		}
		idle := t.idle()
		if idle == Nobody {
			t.Seat, t.settled = seat, true
			return passed
		}
		passed = true
		t.passFlow(idle)
	}
	t.Seat, t.doing = t.turn, nil
	if t.rules.Deadlock == nil || !t.finishes(t.rules.Deadlock) {
		panic(faultf("nobody can do anything, however often the flow goes round, and Rules.Deadlock has not ended the game\n%s", t.flowStack()))
	}
	t.closeFlow()
	t.Seat = seat
	return true
}

// idle returns a seat that the game waits for, though it can do nothing.
func (t *Tx) idle() Seat {
	for left := t.toAct(); left != 0; left &= left - 1 {
		if x := lowestSeat(left); !t.canAct(x) {
			return x
		}
	}
	return Nobody
}

// choices returns the actions that the present step offers.
func (t *Tx) choices() []*action {
	if t.rules.c.nodes == nil {
		return t.rules.c.actions
	}
	if n, _ := t.resting(); n != nil {
		return n.actions
	}
	return t.rules.c.actions
}

// allowed answers why the flow does not let the seat do this now.
func (t *Tx) allowed(a *action, seat Seat) *Line {
	if t.rules.c.nodes == nil {
		return nil
	}
	n, f := t.resting()
	if n == nil || !n.rests() {
		return Because("nobody can act now")
	}
	found := false
	for _, o := range n.actions {
		found = found || o == a
	}
	if !found {
		return Because("it cannot be done in {0}", Word(n.label))
	}
	used := int(f.used)
	if n.kind == nodeTogether {
		used = t.usedBy(f, seat)
	}
	committed := n.secret && t.committed(seat)
	switch {
	case a.ofKernel && a.Name == withdrawName:
		if !committed {
			return Because("there is nothing to take back")
		}
	case committed:
		return Because("it has been chosen already")
	case (a.ofKernel || n.passes && a.Pass) && used < int(n.min):
		return Because("{0} more must be done first", Num(int(n.min)-used))
	}
	return nil
}
