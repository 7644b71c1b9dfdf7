package game

import (
	"fmt"
	"slices"
	"strings"
)

// FlowText returns the order of play as a tree, one line for each step. The steps that the
// game is in are marked by an arrow, with the seat whose turn it is.
func (s *State) FlowText() string {
	at := map[int16]*frame{}
	for i := range s.flow {
		at[s.flow[i].node] = &s.flow[i]
	}
	return s.rules.flowTree(func(n *node) string {
		f := at[n.no]
		if f == nil {
			return ""
		}
		mark := ">"
		if f.seat != Nobody {
			mark += " " + f.seat.String()
		}
		if n.kind == nodeLoop || n.kind == nodeForEach {
			mark += " no. " + itoa(int(f.at))
		}
		return mark
	})
}

// FlowText returns the order of play as a tree, one line for each step.
func (r *Rules) FlowText() string {
	if Check(r) != nil {
		return ""
	}
	return r.flowTree(func(*node) string { return "" })
}

func (r *Rules) flowTree(mark func(*node) string) string {
	if r.c.nodes == nil {
		return "the seats take turns, one action each: " + r.actionNames() + "\n"
	}
	var b strings.Builder
	for _, n := range r.c.nodes {
		if n.parent < 0 && n.kind != nodeCall {
			if n.no > 0 {
				b.WriteString("can be called:\n")
			}
			r.flowLine(&b, n, 0, "", mark)
		}
	}
	return b.String()
}

func (r *Rules) flowLine(b *strings.Builder, n *node, depth int, before string, mark func(*node) string) {
	line := strings.Repeat("  ", depth) + before + n.words()
	if m := mark(n); m != "" {
		line += "  " + m
	}
	b.WriteString(line + "\n")
	for i, k := range n.kids {
		r.flowLine(b, r.c.nodes[k], depth+1, n.branchName(i), mark)
	}
}

// words says what a step is.
func (n *node) words() string {
	text := nodeWords[n.kind]
	if n.name != "" {
		text += " " + n.name
	}
	var more []string
	if n.rests() {
		more = append(more, "one of "+n.actionNames())
		switch {
		case n.max < 0 && n.min == 0:
			more = append(more, "any number of moves")
		case n.max < 0:
			more = append(more, fmt.Sprintf("at least %d moves", n.min))
		case n.min != n.max:
			more = append(more, fmt.Sprintf("%d to %d moves", n.min, n.max))
		case n.max > 1:
			more = append(more, fmt.Sprintf("%d moves", n.max))
		}
		if n.secret {
			more = append(more, "in secret")
		}
	}
	if n.kind == nodeLoop {
		switch {
		case n.question != nil:
			more = append(more, "while a condition holds")
		case n.times != nil:
			more = append(more, "a number of times")
		case n.most == 0:
			more = append(more, "until the game is over")
		}
		if n.most > 0 {
			more = append(more, fmt.Sprintf("at most %d times", n.most))
		}
	}
	if n.kind == nodePhase && n.test != nil {
		more = append(more, "if open")
	}
	if n.endIf != nil || n.until != nil {
		more = append(more, "until a condition holds")
	}
	if n.order != nil {
		more = append(more, "in an order of its own")
	}
	if len(more) > 0 {
		text += ": " + strings.Join(more, ", ")
	}
	return text
}

func (n *node) actionNames() string {
	var names []string
	for _, a := range n.actions {
		names = append(names, a.Name)
	}
	return strings.Join(names, ", ")
}

// branchName says when the i-th step within is taken.
func (n *node) branchName(i int) string {
	switch n.kind {
	case nodeIf:
		return [...]string{"then ", "else "}[i]
	case nodeSwitch:
		for name, k := range n.cases {
			if k == n.kids[i] {
				return name + ": "
			}
		}
		return "else "
	}
	return ""
}

// FlowDiagram returns the order of play as a Mermaid flowchart.
func (r *Rules) FlowDiagram() string {
	if Check(r) != nil {
		return ""
	}
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	if r.c.nodes == nil {
		fmt.Fprintf(&b, "  turn[\"each seat in turn: %s\"] --> turn\n", r.actionNames())
		return b.String()
	}
	for _, n := range r.c.nodes {
		if n.kind == nodeCall {
			continue
		}
		open, shut := "[\"", "\"]"
		switch {
		case n.rests():
			open, shut = "([\"", "\"])"
		case n.kind == nodeIf || n.kind == nodeSwitch || n.kind == nodeFirstOpen:
			open, shut = "{\"", "\"}"
		}
		fmt.Fprintf(&b, "  n%d%s%s%s\n", n.no, open, strings.ReplaceAll(n.words(), `"`, "'"), shut)
	}
	for _, n := range r.c.nodes {
		for i, k := range n.kids {
			label := strings.Trim(n.branchName(i), ": ")
			if n.kind == nodeSteps {
				label = itoa(i + 1)
			}
			if label != "" {
				label = "|" + label + "|"
			}
			fmt.Fprintf(&b, "  n%d -->%s n%d\n", n.no, label, k)
		}
	}
	return b.String()
}

// Where says in words what the game waits for.
func (s *State) Where() string {
	if s.over != running {
		return "the game is over: " + s.Outcome().String()
	}
	var seats []string
	for x := range s.ToAct().Seats() {
		seats = append(seats, x.String())
	}
	n, f := s.resting()
	if n == nil {
		return "waiting for " + strings.Join(seats, ", ") + " to choose " + orList(s.rules.actionNames())
	}
	var phases []string
	for i := range s.flow {
		if p := s.rules.c.nodes[s.flow[i].node]; p.kind == nodePhase {
			phases = append(phases, p.label)
		}
	}
	text := ""
	if len(phases) > 0 {
		text = "in phase " + strings.Join(phases, ", ") + ", "
	}
	text += "waiting for " + strings.Join(seats, ", ") + " to choose " + orList(n.actionNames())
	if n.kind == nodeAct && n.max != 1 {
		text += fmt.Sprintf(" (%s)", f.count(n))
	}
	return text
}

// count says how many moves are made and left.
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

func orList(names string) string {
	all := slices.DeleteFunc(strings.Split(names, ", "), func(s string) bool { return s == withdrawName })
	if len(all) < 2 {
		return strings.Join(all, "")
	}
	return strings.Join(all[:len(all)-1], ", ") + " or " + all[len(all)-1]
}

// Progress is how many moves a seat has made in the step the game waits in, how many more it
// must make, and how many it still may: -1 for any number.
type Progress struct {
	Step, Label       string
	Used, Needs, Left int
}

// Progress returns how far a seat is in the step that the game waits in; false if the game
// does not wait for it.
func (s *State) Progress(seat Seat) (Progress, bool) {
	if s.over != running || seat < 0 || s.toAct()>>uint(seat)&1 == 0 {
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
	p := Progress{n.name, n.label, used, max(0, int(n.min)-used), -1}
	if n.max >= 0 {
		p.Left = int(n.max) - used
	}
	return p, true
}

// Round returns how often the loop has begun in the present state, 0 if it is not in it.
func (x *Loop) Round(s *State) int {
	for i := len(s.flow) - 1; i >= 0; i-- {
		if f := &s.flow[i]; s.rules.c.nodes[f.node].step == Step(x) {
			return int(f.at)
		}
	}
	return 0
}
