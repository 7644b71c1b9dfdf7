package game

// flowRun is how a Tx runs the flow.
type flowRun struct {
	flowOwned  bool  // the frames of the state are a copy, frames
	flowing    bool  // an action has ended, and the flow continues
	did        bool  // a step of the flow has changed something, so a checkpoint follows
	steps      int   // in this move
	sealed     uint8 // how many groups of seats had left before the last checkpoint
	frames     []frame
	framesWere []frame // the frames at marks
	calls      []call
	instead    []AnyEffect // the effects that are currently replacing others

	keptChoices             // secret choices
	keptBytes   block[byte] // lists of frames
}

// keptChoices is memory for secret choices, which states share.
type keptChoices struct {
	keptMoves  block[Move]
	keptPicks  block[[]Value]
	keptValues block[Value]
}

// giveBack takes back all choices that were kept since k was like was.
func (k *keptChoices) giveBack(was *keptChoices) {
	k.keptMoves.giveBack(&was.keptMoves)
	k.keptPicks.giveBack(&was.keptPicks)
	k.keptValues.giveBack(&was.keptValues)
}

func (r *flowRun) reset() {
	r.flowOwned, r.frames, r.framesWere = false, r.frames[:0], r.framesWere[:0]
	r.begin()
}

// begin starts a new move.
func (r *flowRun) begin() {
	r.flowing, r.did, r.steps = false, false, 0
	r.calls, r.instead = r.calls[:0], r.instead[:0]
}

type flowMark struct {
	flow      []frame
	flowOwned bool
	frames    int // where they are kept, if they were owned
	pending   []Move
	calls     int
}

// were returns the frames of the flow at the mark.
func (m *flowMark) were(r *flowRun) []frame {
	if m.flowOwned {
		return r.framesWere[m.frames : m.frames+len(m.flow)]
	}
	return m.flow
}

func (r *flowRun) mark(s *State) flowMark {
	m := flowMark{s.flow, r.flowOwned, len(r.framesWere), s.pending, len(r.calls)}
	if r.flowOwned {
		r.framesWere = append(r.framesWere, s.flow...)
	}
	return m
}

func (r *flowRun) keep(m *flowMark) { r.framesWere = r.framesWere[:m.frames] }

func (r *flowRun) rollback(s *State, m *flowMark) {
	s.flow, s.pending, r.calls = m.flow, m.pending, r.calls[:min(len(r.calls), m.calls)]
	if r.flowOwned = m.flowOwned; m.flowOwned {
		r.frames = append(r.frames[:0], m.were(r)...)
		s.flow = r.frames
	}
	r.framesWere = r.framesWere[:m.frames]
}

// startFlow begins with the first step.
func (t *Tx) startFlow() {
	t.State.flow, t.flowOwned = nil, false
	if t.follows != Nobody { // Setup has set who begins
		t.first, t.follows = t.follows, Nobody
	}
	t.push(0, Nobody)
	t.did = true
	t.runFlow()
}

// runFlow continues until the game waits for a seat, or is over.
func (t *Tx) runFlow() {
	t.flowing = true
	t.continueFlow()
	t.flowing = false
}

func (t *Tx) continueFlow() {
	nodes := t.rules.c.nodes
	for ; t.over == running; t.steps++ {
		if t.steps > maxSteps {
			panic(faultf("the flow runs more than %d steps without waiting for a move\n%s", maxSteps, t.flowStack()))
		}
		if t.did {
			t.checkpoint()
			continue
		}
		if t.follows != Nobody {
			t.jump()
		}
		if len(t.State.flow) == 0 {
			panic(faultf("the flow has ended, but the game has no outcome: set one in the last step, or repeat the steps with a Loop"))
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
			if t.runAct(n, f) {
				t.mustRest()
				return
			}
		default:
			if t.runOther(n, f) {
				t.mustRest()
				return
			}
		}
	}
}

// mustRest panics with a Fault unless the game can wait here.
func (t *Tx) mustRest() {
	if t.follows != Nobody {
		panic(faultf("%s should act next, but no EachSeat includes it\n%s", t.follows, t.flowStack()))
	}
}

func (t *Tx) runOther(n *node, f *frame) (rests bool) {
	switch n.kind {
	case nodePhase:
		t.runPhase(n, f)
	case nodeForEach:
		t.runForEach(n, f)
	case nodeTogether:
		return t.runTogether(n, f)
	case nodeSwitch:
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
	case nodeCall:
		deed, seat := ID(f.at), f.seat
		t.pop()
		t.resume(deed, seat)
		t.uncount()
	}
	return false
}

// branch continues with one of the steps in a node, or moves on.
func (t *Tx) branch(n *node, k int) {
	f := t.top()
	if k < 0 {
		t.pop()
		return
	}
	f.at = 1
	t.push(n.kids[k], f.seat)
	t.top().used = 1 // its If was evaluated
}

// evaluate evaluates a question for a seat; the question may only read.
func evaluate[T any](t *Tx, seat Seat, question func(*Tx) T) T {
	was, looking := t.Seat, t.looking
	t.Seat, t.looking = seat, true
	answer := question(t)
	t.Seat, t.looking = was, looking
	return answer
}

// holds reports whether the test holds for the seat.
func (t *Tx) holds(seat Seat, test Test) bool {
	was := t.Seat
	t.Seat = seat
	holds := t.meets(test)
	t.Seat = was
	return holds
}

// runs calls a hook and records whether it has written: then a checkpoint follows.
func (t *Tx) runs(seat Seat, hook func(*Tx)) {
	if hook == nil {
		return
	}
	was := t.Seat
	t.Seat = seat
	if t.rules.c.asks {
		w := t.watch()
		hook(t)
		t.did = t.wrote(w) || t.did
	} else {
		hook(t)
		t.did = true
	}
	t.Seat = was
}

func (t *Tx) runLoop(n *node, f *frame) {
	if f.at == 0 && n.times != nil {
		times := evaluate(t, f.seat, n.times)
		f = t.top()
		f.done = uint32(max(0, min(times, 1<<30)))
	}
	if n.times != nil && uint32(f.at) >= f.done || n.most > 0 && int(f.at) >= n.most ||
		n.question != nil && !evaluate(t, f.seat, n.question) {
		t.pop()
		return
	}
	f.at++
	t.push(n.kids[0], f.seat)
}
