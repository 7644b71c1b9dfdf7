package game

import "slices"

type nodeKind uint8

const (
	nodeSteps nodeKind = iota
	nodePhase
	nodeLoop
	nodeEachSeat
	nodeForEach
	nodeAct
	nodeTogether
	nodeSwitch
	nodeRun
	nodeCall
)

var nodeWords = [...]string{"steps", "phase", "loop", "each seat", "for each", "act", "together", "switch", "run",
	"call"}

// node is a Step compiled by Check.
type node struct {
	kind     nodeKind
	no       int16
	parent   int16 // -1 for the root of the flow and of callable steps
	kids     []int16
	name     string
	path     string // the name, or the path from the nearest named step
	label    string
	head     string // how its frame begins in a save
	key      uint64
	step     Step
	test     Test
	begin    func(*Tx)
	end      func(*Tx)
	endIf    Test
	question Test // while, if
	times    func(*Tx) int
	most     int
	each     *EachSeat
	over     *overList
	ask      func(*Tx) *Line
	who      func(*Tx) Seat
	seats    func(*Tx) Set[Seat]
	actions  []*action
	declared []*Action
	min, max int16 // moves; max is -1 for any number
	must     bool  // the author set Min: a seat that cannot make them is a Fault
	until    Test
	secret   bool
	passes   bool // seats may stop with a Pass
	run      func(*Tx)
	deep     bool    // an enclosing phase has an EndIf
	relay    bool    // each seat makes one move in it, and nothing else can happen between two of them
	endless  bool    // and then it begins again with the first seat
	quick    *action // the only action of an Act of one move, if it is one plain pick of an element
}

// rests reports whether the game can wait in it.
func (n *node) rests() bool { return n.kind == nodeAct || n.kind == nodeTogether }

// mayStop reports whether a seat may stop before it has made all its moves.
func (n *node) mayStop() bool { return n.max < 0 || n.min < n.max }

// maxNodes limits the size of a flow.
const maxNodes = 1 << 14

type flowBuilder struct {
	r       *Rules
	nodes   []*node
	byName  map[string]int16
	bySteps map[Step]int16
	open    []*node
	report  func(string, ...any)
}

// add makes the node of a step and of those in it.
func (b *flowBuilder) add(s Step) int16 {
	parent := int16(-1)
	if len(b.open) > 0 {
		parent = b.open[len(b.open)-1].no
	}
	if isNil(s) {
		b.report("flow: a step in %s is nil", b.where())
		return -1
	}
	if b.within(s) {
		b.report("flow: a step contains itself, in %s: use a Loop or Tx.Call to repeat a step", b.where())
		return -1
	}
	if len(b.nodes) >= maxNodes {
		b.report("flow: there are more than %d steps", maxNodes)
		return -1
	}
	n := &node{no: int16(len(b.nodes)), parent: parent, step: s}
	b.nodes = append(b.nodes, n)
	b.open = append(b.open, n)
	m := s.build(b)
	b.open = b.open[:len(b.open)-1]
	m.no, m.parent, m.step = n.no, n.parent, s
	*n = *m
	if n.name != "" {
		b.named(n)
	} else if n.rests() {
		b.report("flow: %s in %s has no Name: give it one, because saves need it for steps that wait for a move",
			nodeWords[n.kind], b.where())
	}
	return n.no
}

// within reports whether the step is one of those around the current one.
func (b *flowBuilder) within(s Step) bool {
	for _, n := range b.open {
		switch s := s.(type) {
		case Steps:
			if o, ok := n.step.(Steps); ok && len(o) > 0 && len(s) > 0 && &o[0] == &s[0] {
				return true
			}
		case Switch:
			if o, ok := n.step.(Switch); ok && len(o) > 0 && len(s) > 0 && &o[0] == &s[0] {
				return true
			}
		case Run:
		default:
			switch o := n.step.(type) {
			case Steps, Switch, Run:
			default:
				if o == s {
					return true
				}
			}
		}
	}
	return false
}

func isNil(s Step) bool {
	switch s := s.(type) {
	case nil:
		return true
	case *Phase:
		return s == nil
	case *Loop:
		return s == nil
	case *EachSeat:
		return s == nil
	case *Act:
		return s == nil
	case *Together:
		return s == nil
	case Run:
		return s == nil
	case namedStep: // a ForEach
		return s.isNil()
	}
	return false
}

func (b *flowBuilder) named(n *node) {
	if !validName(n.name) {
		b.report("step %q: %s", n.name, nameRule)
	}
	if _, taken := b.byName[n.name]; taken {
		b.report("two steps have the name %q", n.name)
	}
	b.byName[n.name] = n.no
	if n.label == "" {
		n.label = n.name
	}
	if n.step != nil {
		b.bySteps[n.step] = n.no
	}
}

// where names the step around the current one.
func (b *flowBuilder) where() string {
	for i := len(b.open) - 1; i >= 0; i-- {
		if name := b.open[i].name; name != "" {
			return name
		}
	}
	return "the flow"
}

// kids adds the steps within a node.
func (b *flowBuilder) kids(steps ...Step) (kids []int16) {
	for _, s := range steps {
		kids = append(kids, b.add(s))
	}
	return kids
}

// Within returns the steps.
func (x Steps) Within() []Step { return x }

// Within returns the phases.
func (x Switch) Within() []Step {
	steps := make([]Step, len(x))
	for i, p := range x {
		steps[i] = p
	}
	return steps
}

// Within returns the step it runs.
func (x *Phase) Within() []Step { return inner(x.Do) }

// Within returns the step it repeats.
func (x *Loop) Within() []Step { return inner(x.Do) }

// Within returns the step it runs for each seat.
func (x *EachSeat) Within() []Step { return inner(x.Do) }

// Within returns the step it runs for each value.
func (x *ForEach[T]) Within() []Step { return inner(x.Do) }

// Within returns nil: an Act contains actions, not steps.
func (x *Act) Within() []Step { return nil }

// Within returns nil: a Together contains actions, not steps.
func (x *Together) Within() []Step { return nil }

// Within returns nil.
func (x Run) Within() []Step { return nil }

func inner(s Step) []Step {
	if isNil(s) {
		return nil
	}
	return []Step{s}
}

func (x Steps) build(b *flowBuilder) *node { return &node{kind: nodeSteps, kids: b.kids(x...)} }

func (x *Phase) build(b *flowBuilder) *node {
	b.open[len(b.open)-1].name = x.Name
	n := &node{kind: nodePhase, name: x.Name, label: x.Label, test: x.If, begin: x.Begin, end: x.End, endIf: x.EndIf}
	if !isNil(x.Do) {
		n.kids = b.kids(x.Do)
	}
	return n
}

func (x *Loop) build(b *flowBuilder) *node {
	if x.Max < 0 {
		b.report("flow: a loop in %s has Max %d: it must be 0 (no limit) or more", b.where(), x.Max)
	}
	return &node{kind: nodeLoop, question: x.While, times: x.Times, most: x.Max, kids: b.kids(x.Do)}
}

func (x *EachSeat) build(b *flowBuilder) *node {
	b.open[len(b.open)-1].name = x.Name
	begins := 0
	for _, given := range []bool{x.From != nil, x.LeftOf != nil, x.Continue} {
		if given {
			begins++
		}
	}
	if begins > 1 {
		b.report("flow: an EachSeat in %s has more than one of From, LeftOf and Continue: use only one", b.where())
	}
	return &node{kind: nodeEachSeat, name: x.Name, each: x, kids: b.kids(x.Do)}
}

// usual reports whether all seats take a turn in their usual order.
func (x *EachSeat) usual() bool {
	return !x.Reverse && x.From == nil && x.LeftOf == nil && !x.Continue && x.Only == nil && x.Skip == nil &&
		x.Order == nil
}

// onlyFrom reports whether all seats take a turn in their usual order, starting with the one that From returns.
func (x *EachSeat) onlyFrom() bool {
	return x.From != nil && !x.Reverse && x.Only == nil && x.Skip == nil && x.Order == nil
}

func (x *Act) build(b *flowBuilder) *node {
	n := &node{kind: nodeAct, name: x.Name, label: x.Label, ask: x.Ask, who: x.Who, declared: x.Actions, question: x.If,
		until: x.Until}
	n.limits(b, x.Min, x.Max)
	return n
}

func (x *Together) build(b *flowBuilder) *node {
	n := &node{kind: nodeTogether, name: x.Name, label: x.Label, ask: x.Ask, seats: x.Who, declared: x.Actions,
		until: x.Until, secret: x.Secret}
	n.limits(b, x.Min, x.Max)
	if x.Secret && (n.min != 1 || n.max != 1) {
		b.report("step %q: a secret choice is one move for each seat; remove Min and Max", x.Name)
	}
	return n
}

func (n *node) limits(b *flowBuilder, low, high int) {
	n.must = low > 0
	if low == 0 && high == 0 {
		low, high = 1, 1
	}
	if low < 0 || high >= 0 && high < low || high > 1<<14 || low > 1<<14 {
		b.report("step %q: %d to %d moves is not possible; Min must be 0 or more, and Max at least Min, or -1 for any number",
			n.name, low, high)
	}
	n.min, n.max = int16(low), int16(max(high, -1))
}

func (x Switch) build(b *flowBuilder) *node {
	for i, p := range x {
		if p != nil && i < len(x)-1 && p.If == nil {
			if _, nested := p.Do.(Switch); !nested {
				b.report("flow: phase %d of a Switch in %s has no If, so the phases after it never run: put it last", i+1,
					b.where())
			}
		}
	}
	return &node{kind: nodeSwitch, kids: b.kids(x.Within()...)}
}

func (x Run) build(*flowBuilder) *node { return &node{kind: nodeRun, run: x} }

// checkFlow compiles the flow and all callable steps.
func checkFlow(r *Rules, report func(string, ...any)) {
	flow := r.Flow
	switch {
	case !isNil(flow):
	case len(r.Calls) == 0:
		return
	default: // the usual flow, as steps that can be interrupted
		flow = &Loop{Do: &EachSeat{Name: "turn", Do: &Act{Name: "act"}}}
	}
	b := &flowBuilder{r: r, byName: map[string]int16{}, bySteps: map[Step]int16{}, report: report}
	b.add(flow)
	for i, s := range r.Calls {
		if no := b.add(s); no >= 0 && b.nodes[no].name == "" {
			report("Calls: entry %d has no Name: give it one", i)
		}
	}
	b.nodes = append(b.nodes, &node{kind: nodeCall, no: int16(len(b.nodes)), parent: -1})
	c := r.c
	c.nodes, c.steps, c.stepNo = b.nodes, b.byName, b.bySteps
	c.paths = map[string]int16{}
	for _, n := range c.nodes {
		n.path = b.path(n)
		n.key = hashText(n.path)
		head := flowWriter{b: []byte(`{"step":`)}
		head.text(n.path)
		n.head = string(head.b)
		c.paths[n.path] = n.no
		for up := n.parent; up >= 0; up = c.nodes[up].parent {
			n.deep = n.deep || c.nodes[up].endIf != nil
		}
		n.deep = n.deep || n.endIf != nil
		c.endIfs = c.endIfs || n.endIf != nil
	}
	c.asks = c.endIfs || r.Settle != nil || r.End != nil
	for _, n := range c.nodes {
		n.relay = r.End == nil && r.Settle == nil && c.relays(n)
		n.endless = n.relay && c.isEndless(n)
	}
	b.loops()
}

// relays reports whether a step is one move of each seat.
func (c *compiled) relays(n *node) bool {
	if n.kind != nodeAct || n.min != 1 || n.max != 1 || n.until != nil || n.question != nil || n.who != nil || n.deep ||
		n.parent < 0 || c.waiting != 0 {
		return false
	}
	each := c.nodes[n.parent]
	return each.kind == nodeEachSeat && !each.each.UntilAllPass
}

// isEndless reports whether all that happens after one move of each seat is that the first seat moves again.
func (c *compiled) isEndless(n *node) bool {
	each := c.nodes[n.parent]
	if !each.each.usual() || each.parent < 0 {
		return false
	}
	loop := c.nodes[each.parent]
	return loop.kind == nodeLoop && loop.question == nil && loop.times == nil && loop.most == 0
}

// path returns the path of a node from the nearest named step.
func (b *flowBuilder) path(n *node) string {
	switch {
	case n.kind == nodeCall:
		return callPath
	case n.name != "":
		return n.name
	case n.parent < 0:
		return "" // the flow itself
	}
	up := b.nodes[n.parent]
	return b.path(up) + "/" + itoa(slices.Index(up.kids, n.no))
}

// loops finds loops that never end and never wait for a move.
func (b *flowBuilder) loops() {
	for _, n := range b.nodes {
		if n.kind == nodeLoop && n.question == nil && n.times == nil && n.most == 0 && !b.canRest(n.no) {
			b.report("flow: a loop in %s never ends, and nothing in it waits for a move: give it a Max, Times or While",
				n.around(b.nodes))
		}
	}
}

// canRest reports whether a function of the rules, or a seat, could stop the node from looping forever.
func (b *flowBuilder) canRest(no int16) bool {
	n := b.nodes[no]
	hooked := n.kind == nodePhase && (b.r.BeginPhase != nil || b.r.EndPhase != nil)
	if n.rests() || n.kind == nodeRun || n.begin != nil || n.end != nil || hooked {
		return true
	}
	for _, k := range n.kids {
		if k >= 0 && b.canRest(k) {
			return true
		}
	}
	return false
}

// flowActions assigns the nodes their actions, and finds actions that no step offers.
func flowActions(r *Rules, report func(string, ...any)) {
	c := r.c
	if c.nodes == nil {
		return
	}
	offered := map[*action]bool{}
	for _, n := range c.nodes {
		if !n.rests() {
			continue
		}
		if len(n.declared) == 0 {
			n.actions = append(n.actions, c.actions[:min(c.listed, len(c.actions))]...)
		}
		for i, d := range n.declared {
			if slices.Contains(n.declared[:i], d) && d != nil {
				report("step %q: action %q is listed twice", n.name, d.Name)
				continue
			}
			for _, a := range c.actions {
				if a.Action == d {
					n.actions = append(n.actions, a)
				}
			}
		}
		if n.kind == nodeAct && n.min == 1 && n.max == 1 && len(n.actions) == 1 && n.actions[0].plain && !n.actions[0].Pass {
			n.quick = n.actions[0]
		}
		for _, a := range n.actions {
			offered[a] = true
			if n.secret && a.acts {
				report("step %q: action %q has a pick with Then, which takes effect at once, so it cannot be a secret choice",
					n.name, a.Name)
			}
			if n.secret && slices.ContainsFunc(a.picks, func(p *pick) bool { return p.text != nil }) {
				report("step %q: action %q takes free text, which a re-deal cannot make up, so it cannot be a secret choice",
					n.name, a.Name)
			}
		}
		if n.mayStop() {
			n.passes = slices.ContainsFunc(n.actions, func(a *action) bool { return a.Pass })
			if !n.passes {
				n.actions = append(n.actions, c.byAction[doneAction])
			}
		}
		if n.secret {
			n.actions = append(n.actions, c.byAction[withdrawAction])
		}
	}
	for _, a := range c.actions {
		if !offered[a] && !a.ofKernel {
			report("action %q is not offered in any step of the flow: add it to the Actions of an Act or Together", a.Name)
		}
	}
}

// The names of the actions that the kernel adds to a game with a Flow, where needed.
const (
	doneAction     = "done"     // the seat stops acting
	withdrawAction = "withdraw" // the seat takes back its secret choice
)

// inFlow lists the actions of the rules, including those that only the flow uses, and the kernel's own
// actions that it needs.
func inFlow(r *Rules) (all []*Action, kernel int) {
	all = slices.Clone(r.Actions)
	r.c.listed = len(all)
	if r.c.nodes == nil {
		return all, 0
	}
	done, withdraw := false, false
	for _, n := range r.c.nodes {
		for _, a := range n.declared {
			if !slices.Contains(all, a) {
				all = append(all, a)
			}
		}
		done = done || n.rests() && n.mayStop()
		withdraw = withdraw || n.secret
	}
	r.Actions = slices.Clip(all) // so that callers see all of them
	if done {
		all = append(all, &Action{Name: doneAction, Label: "Done", own: stops, Do: func(*Tx) {}})
		kernel++
	}
	if withdraw {
		all = append(all, &Action{Name: withdrawAction, Label: "Choose again", Secret: true, own: withdraws, Do: func(*Tx) {}})
		kernel++
	}
	return all, kernel
}
