package game

import (
	"fmt"
	"reflect"
	"regexp"
	"runtime"
	"strings"
)

// FlowText returns the order of play as a tree, one line per step. An arrow marks the steps the game is in.
func (s *State) FlowText() string {
	at, deep := map[int16]*frame{}, map[int16]int{}
	for i := range s.flow {
		f := &s.flow[i]
		at[f.node] = f
		deep[f.node]++
	}
	if s.rules.c.nodes == nil {
		if s.over != running {
			return s.rules.flowTree(nil)
		}
		return strings.TrimSuffix(s.rules.flowTree(nil), "\n") + " (" + s.rules.SeatName(s.turn) + ")\n"
	}
	return s.rules.flowTree(func(n *node) (string, string) {
		f := at[n.no]
		if f == nil {
			return "  ", ""
		}
		return "> ", f.words(s, n, deep[n.no])
	})
}

// words describes the progress of the game in a step.
func (f *frame) words(s *State, n *node, deep int) string {
	var all []string
	switch n.kind {
	case nodeLoop:
		all = append(all, "no. "+itoa(int(f.at)))
	case nodeEachSeat:
		all = append(all, s.rules.SeatName(f.seat))
	case nodeForEach:
		if f.at > 0 {
			all = append(all, n.over.show(s, n.over.at(f.list, int(f.at)-1)))
		}
	case nodeAct, nodeTogether:
		if f == &s.flow[len(s.flow)-1] { // otherwise it has called a step
			all = append(all, s.waitWords())
			if n.kind == nodeAct && n.max != 1 {
				all = append(all, f.count(n))
			}
		}
	}
	if deep > 1 {
		all = append(all, fmt.Sprintf("%d deep", deep))
	}
	if len(all) == 0 {
		return ""
	}
	return " (" + strings.Join(all, ", ") + ")"
}

// FlowText returns the order of play as a tree, one line per step.
func (r *Rules) FlowText() string {
	if r.Check() != nil {
		return ""
	}
	return r.flowTree(nil)
}

// flowTree writes the tree; mark returns the text before and after a line.
func (r *Rules) flowTree(mark func(*node) (string, string)) string {
	if r.c.nodes == nil {
		return "the seats take turns, one action each: " + orList(r.actionNames()) + "\n"
	}
	if mark == nil {
		mark = func(*node) (string, string) { return "", "" }
	}
	var b strings.Builder
	depth := 0
	for _, n := range r.c.nodes {
		if n.parent >= 0 || n.kind == nodeCall {
			continue
		}
		if n.no > 0 && depth == 0 {
			before, _ := mark(r.c.nodes[len(r.c.nodes)-1])
			b.WriteString(strings.Repeat(" ", len(before)) + "can be called:\n")
			depth = 1
		}
		r.flowLine(&b, n, depth, "", mark)
	}
	return b.String()
}

// flowLine writes a step and those in it. A sequence has no line unless it is a branch.
func (r *Rules) flowLine(b *strings.Builder, n *node, depth int, branch string, mark func(*node) (string, string)) {
	if n.kind != nodeSteps || branch != "" {
		text := branch
		if branch == "" || !n.isMute() || len(n.kids) == 0 {
			text = strings.TrimSpace(branch + " " + n.words())
		}
		before, after := mark(n)
		b.WriteString(before + strings.Repeat("  ", depth) + text + after + "\n")
		depth++
	}
	for i, k := range n.kids {
		r.flowLine(b, r.c.nodes[k], depth, r.branchName(n, i), mark)
	}
}

// isMute reports whether a step has nothing to show except the steps in it.
func (n *node) isMute() bool {
	return n.kind == nodeSteps || n.kind == nodePhase && n.name == "" && len(n.details()) == 0
}

// words describes a step.
func (n *node) words() string {
	text := nodeWords[n.kind]
	if n.name != "" {
		text += " " + n.name
	}
	if n.kind == nodeRun {
		text += " " + named(n.run, "a function")
	}
	if n.kind == nodeSteps {
		text = "nothing"
	}
	if n.rests() && n.actionNames() != n.name {
		text += ": " + orList(n.actionNames())
	}
	all := n.details()
	if n.kind != nodePhase || n.name != "" || len(all) == 0 {
		all = append([]string{text}, all...)
	}
	return strings.Join(all, ", ")
}

// named returns the name of a declared function in words, other for a function literal.
func named(f any, other string) string {
	name := strings.TrimSuffix(runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name(), "-fm") // for a method value
	name = strings.ReplaceAll(name, "[...]", "")
	name = name[strings.LastIndexByte(name, '.')+1:]
	if unwritten.MatchString(name) {
		return other
	}
	return spaced(name)
}

// unwritten matches the runtime names of function literals.
var unwritten = regexp.MustCompile(`^(func)?\d+(-range\d+)?$`)

// details lists what is special about a step.
func (n *node) details() (all []string) {
	add := func(when bool, words string) {
		if when {
			all = append(all, words)
		}
	}
	test := func(when string, x Test, other string) {
		if x != nil {
			all = append(all, when+" "+named(x, other))
		}
	}
	if n.rests() {
		add(n.max < 0 && n.min == 0, "any number of moves")
		add(n.max < 0 && n.min > 0, fmt.Sprintf("%d or more moves", n.min))
		add(n.max >= 0 && n.min == 0, fmt.Sprintf("up to %d moves", n.max))
		add(n.min > 0 && n.min < n.max, fmt.Sprintf("%d to %d moves", n.min, n.max))
		add(n.max > 1 && n.min == n.max, fmt.Sprintf("%d moves", n.max))
		add(n.secret, "in secret")
		if n.who != nil {
			all = append(all, "by "+named(n.who, "a computed seat"))
		}
		if n.seats != nil {
			all = append(all, "by "+named(n.seats, "computed seats"))
		}
		test("if", n.question, "a condition holds")
	}
	if n.kind == nodeLoop {
		test("while", n.question, "a condition holds")
		add(n.times != nil, "a computed number of times")
		switch ends := n.question != nil || n.times != nil; {
		case n.most > 0 && ends:
			add(true, fmt.Sprintf("at most %d times", n.most))
		case n.most > 0:
			add(true, fmt.Sprintf("%d times", n.most))
		case !ends && n.deep:
			add(true, "until an enclosing phase ends")
		case !ends:
			add(true, "until the game is over")
		}
	}
	if n.kind == nodePhase && n.name != "" {
		test("if", n.test, "it is open")
	} else if n.kind == nodePhase {
		test("if", n.test, "a condition holds")
	}
	add(n.begin != nil && n.end != nil, "with Begin and End")
	add(n.begin != nil && n.end == nil, "with Begin")
	add(n.begin == nil && n.end != nil, "with End")
	test("until", n.endIf, "a condition holds")
	test("until", n.until, "a condition holds")
	if n.each != nil {
		all = append(all, n.each.details()...)
	}
	return all
}

// details says which seats take a turn, and in which order.
func (x *EachSeat) details() (all []string) {
	if x.Only != nil {
		all = append(all, "only "+named(x.Only, "some seats"))
	}
	if x.Skip != nil {
		all = append(all, "without "+named(x.Skip, "some seats"))
	}
	if x.Reverse {
		all = append(all, "in reverse order")
	}
	if x.From != nil {
		all = append(all, "from "+named(x.From, "a computed seat"))
	}
	if x.LeftOf != nil {
		all = append(all, "from the left of "+named(x.LeftOf, "a computed seat"))
	}
	if x.Continue {
		all = append(all, "from the seat after the last one to move")
	}
	if x.Order != nil {
		all = append(all, "in a custom order")
	}
	if x.UntilAllPass {
		all = append(all, "until all pass")
	}
	return all
}

// actionNames returns what the seats may choose, without the actions the kernel adds.
func (n *node) actionNames() string {
	var names []string
	for _, a := range n.actions {
		if !a.ofKernel {
			names = append(names, a.Name)
		}
	}
	return strings.Join(names, ", ")
}

// branchName returns the condition under which the i-th step within is taken.
func (r *Rules) branchName(n *node, i int) string {
	if n.kind == nodeSwitch && !r.c.mayBeClosed(r.c.nodes[n.kids[i]]) {
		return "else:"
	}
	return ""
}

// Where describes what the game is waiting for.
func (s *State) Where() string {
	if s.over != running {
		return "the game is over: " + s.Outcome().Line().named(s).String()
	}
	if s.moment > 0 {
		return "in the middle of a move"
	}
	waits := "waiting for " + s.waitWords() + " to choose "
	n, f := s.resting()
	if n == nil {
		return waits + orList(s.rules.actionNames())
	}
	var phases []string
	for i := range s.flow {
		if p := s.rules.c.nodes[s.flow[i].node]; p.kind == nodePhase && p.label != "" {
			phases = append(phases, p.label)
		}
	}
	text, names := waits, n.actionNames()
	if len(phases) > 0 {
		text = "in phase " + strings.Join(phases, ", ") + ", " + waits
	}
	if s.mayBeDone(n, f) {
		names += ", " + doneAction
	}
	text += orList(names)
	if n.kind == nodeAct && n.max != 1 {
		text += fmt.Sprintf(" (%s)", f.count(n))
	}
	if l := s.promptFor(n, s.turn); l != nil {
		text += ": " + l.String()
	}
	return text
}

// promptFor returns the prompt for a seat in a step, nil if there is none.
func (s *State) promptFor(n *node, seat Seat) (l *Line) {
	if n.ask == nil {
		return nil
	}
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	_ = t.looked(func() {
		t.begin(seat)
		if l = t.says(n.ask); l != nil {
			named := l.reason(s)
			l = &named
		}
	})
	return l
}

// mayBeDone reports whether one of the seats the game waits for may stop.
func (s *State) mayBeDone(n *node, f *frame) bool {
	if n.max >= 0 && n.min == n.max {
		return false
	}
	if n.kind == nodeAct {
		return f.used >= n.min
	}
	for x := range s.ToAct().All() {
		if s.usedBy(f, x) >= int(n.min) {
			return true
		}
	}
	return false
}

// waitWords lists the seats the game waits for.
func (s *State) waitWords() string {
	var names []string
	for x := range s.ToAct().All() {
		names = append(names, s.rules.SeatName(x))
	}
	return strings.Join(names, ", ")
}

// count describes how many moves are made and left.
func (f *frame) count(n *node) string {
	text := fmt.Sprintf("%d done", f.used)
	if left := n.min - f.used; left > 0 {
		text += fmt.Sprintf(", %d more needed", left)
	}
	if n.max >= 0 {
		text += fmt.Sprintf(", %d left", n.max-f.used)
	}
	return text
}

// orList turns "a, b, c" into "a, b or c".
func orList(names string) string {
	all := strings.Split(names, ", ")
	if len(all) < 2 {
		return names
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// Progress is how many moves a seat has made in the step the game waits in, how many more it must make, and
// how many more it may make: -1 for any number.
type Progress struct {
	Step, Label       string
	Used, Needs, Left int
	Ask               *Line // the prompt, nil if the step has none
}

// Progress returns how far a seat is in the step the game waits in; false if the game does not wait for that
// seat.
func (s *State) Progress(seat Seat) (Progress, bool) {
	s.readsTurn()
	if s.over != running || s.moment > 0 || seat < 0 || s.toAct()>>uint(seat)&1 == 0 {
		return Progress{}, false
	}
	n, f := s.resting()
	if n == nil {
		return Progress{Needs: 1, Left: 1}, true
	}
	used := int(f.used)
	if n.kind == nodeTogether {
		used = s.usedBy(f, seat)
	}
	p := Progress{n.name, n.label, used, max(0, int(n.min)-used), -1, s.promptFor(n, seat)}
	if n.max >= 0 {
		p.Left = int(n.max) - used
	}
	return p, true
}

// In returns the seat whose turn it is in the step, Nobody if the game is not in it.
func (x *EachSeat) In(r Reader) Seat {
	if f := stateOf(r).frameOf(x); f != nil && f.done != 0 {
		return f.seat
	}
	return Nobody
}

// frameOf returns the frame of the step, nil if the game is not in it.
func (s *State) frameOf(x Step) *frame {
	for i := len(s.flow) - 1; i >= 0; i-- {
		switch step := s.rules.c.nodes[s.flow[i].node].step.(type) {
		case *Loop, *EachSeat, namedStep:
			if step == x {
				return &s.flow[i]
			}
		}
	}
	return nil
}

// Round returns the number of the current round of the loop, from 1; 0 if the game is not in it.
func (x *Loop) Round(r Reader) int {
	s := stateOf(r)
	if s.a != nil {
		s.a.counted = true
	}
	if f := s.frameOf(x); f != nil {
		return int(f.at)
	}
	return 0
}
