package game

import (
	"cmp"
	"fmt"
	"strings"
)

// FlowDiagram returns the order of play as a Mermaid flowchart. Phases and callable steps are boxes around
// what happens in them.
func (r *Rules) FlowDiagram() string {
	if r.Check() != nil {
		return ""
	}
	d := &diagram{rules: r, indent: "  "}
	if r.c.nodes == nil {
		d.node("start", "((", "start", "))")
		d.node("turn", "([", "the next seat: "+orList(r.actionNames()), "])")
		d.edges = append(d.edges, arrow{from: "start", to: "turn"}, arrow{from: "turn", to: "turn"})
		return d.String()
	}
	for _, n := range r.c.nodes {
		switch {
		case n.parent >= 0 || n.kind == nodeCall:
		case n.no == 0:
			d.node("start", "((", "start", "))")
			d.join(d.step(n, []arrow{{from: "start"}}), "over", "the flow is over")
		default:
			back := fmt.Sprintf("back%d", n.no)
			call := fmt.Sprintf("call%d", n.no)
			d.box("can be called", call+"box", func() {
				d.node(call, "((", "call", "))")
				d.join(d.step(n, []arrow{{from: call}}), back, "continue")
			})
		}
	}
	return d.String()
}

// diagram is a flowchart under construction.
type diagram struct {
	rules  *Rules
	text   strings.Builder
	indent string
	edges  []arrow
}

// arrow connects two nodes. Without a target, it is a way out of a step.
type arrow struct{ from, words, to string }

func (d *diagram) String() string {
	var b strings.Builder
	b.WriteString("flowchart TD\n" + d.text.String())
	for _, e := range d.edges {
		words := ""
		if e.words != "" {
			words = fmt.Sprintf("|%s|", quoted(e.words))
		}
		fmt.Fprintf(&b, "  %s -->%s %s\n", e.from, words, e.to)
	}
	return b.String()
}

// quoted escapes a text for Mermaid, in which some characters have a special meaning.
func quoted(text string) string { return `"` + unquoter.Replace(text) + `"` }

var unquoter = strings.NewReplacer(`"`, "#quot;", "#", "#35;", "`", "#96;", "<", "#lt;", ">", "#gt;", "\n", " ")

// node writes a node.
func (d *diagram) node(id, open, words, shut string) {
	fmt.Fprintf(&d.text, "%s%s%s%s%s\n", d.indent, id, open, quoted(words), shut)
}

// box writes what inside writes, in a box.
func (d *diagram) box(title, id string, inside func()) {
	fmt.Fprintf(&d.text, "%ssubgraph %s[%s]\n", d.indent, id, quoted(title))
	d.indent += "  "
	inside()
	d.indent = d.indent[2:]
	d.text.WriteString(d.indent + "end\n")
}

// join connects the ways out of a step, if there are any, to a new node.
func (d *diagram) join(out []arrow, id, words string) {
	if len(out) > 0 {
		d.node(id, "((", words, "))")
		d.lead(out, id)
	}
}

// lead connects open arrows to a node.
func (d *diagram) lead(in []arrow, to string) {
	for _, e := range in {
		e.to = to
		d.edges = append(d.edges, e)
	}
}

// step writes a step that these arrows lead to, and returns the ways out of it.
func (d *diagram) step(n *node, in []arrow) (out []arrow) {
	id := fmt.Sprintf("n%d", n.no)
	kid := func(i int) *node { return d.rules.c.nodes[n.kids[i]] }
	switch n.kind {
	case nodeSteps:
		for i := range n.kids {
			in = d.step(kid(i), in)
		}
		return in
	case nodePhase:
		if n.test != nil && !d.among(n) {
			d.node(id, "{", strings.TrimSpace(n.name+" open?"), "}")
			d.lead(in, id)
			in, out = []arrow{{from: id, words: "yes"}}, []arrow{{from: id, words: "no"}}
		}
		d.box(n.words(), id+"box", func() {
			if len(n.kids) == 0 || d.empty(kid(0)) {
				words := "nothing"
				if n.begin != nil || n.end != nil {
					words = "its hooks"
				}
				d.node(id+"x", "[", words, "]")
				d.lead(in, id+"x")
				in = []arrow{{from: id + "x"}}
			}
			if len(n.kids) > 0 {
				in = d.step(kid(0), in)
			}
			out = append(in, out...)
		})
		if n.endIf != nil {
			out = append(out, d.early(n, n)...)
		}
		return out
	case nodeLoop, nodeEachSeat, nodeForEach:
		return d.round(n, kid(0), id, in)
	case nodeSwitch:
		return d.choice(n, id, in)
	case nodeTogether:
		d.node(id, "[[", n.words(), "]]")
	case nodeAct:
		d.node(id, "([", n.words(), "])")
	default:
		d.node(id, "[", n.words(), "]")
	}
	d.lead(in, id)
	return []arrow{{from: id}}
}

// early returns the ways out of a phase that any move in it can end.
func (d *diagram) early(phase, in *node) (out []arrow) {
	if in.rests() {
		out = append(out, arrow{from: fmt.Sprintf("n%d", in.no), words: cmp.Or(phase.name, "the phase") + " ends"})
	}
	for _, k := range in.kids {
		out = append(out, d.early(phase, d.rules.c.nodes[k])...)
	}
	return out
}

// empty reports whether a step contains nothing.
func (d *diagram) empty(n *node) bool {
	if n.kind != nodeSteps {
		return false
	}
	for _, k := range n.kids {
		if !d.empty(d.rules.c.nodes[k]) {
			return false
		}
	}
	return true
}

// among reports whether the phase is in a Switch, which checks its If.
func (d *diagram) among(n *node) bool {
	return n.parent >= 0 && d.rules.c.nodes[n.parent].kind == nodeSwitch
}

// round writes a step that repeats another.
func (d *diagram) round(n, kid *node, id string, in []arrow) []arrow {
	again, through := "again", "no more"
	switch n.kind {
	case nodeEachSeat:
		again, through = "next seat", "all seats"
	case nodeForEach:
		again, through = "next one", "all of them"
	}
	d.node(id, "{{", n.words(), "}}")
	d.lead(in, id)
	d.lead(d.step(kid, []arrow{{from: id, words: again}}), id)
	if n.kind == nodeLoop && n.question == nil && n.times == nil && n.most == 0 {
		return nil
	}
	return []arrow{{from: id, words: through}}
}

// choice writes a step that runs one of several.
func (d *diagram) choice(n *node, id string, in []arrow) (out []arrow) {
	d.node(id, "{", n.words(), "}")
	d.lead(in, id)
	always := false
	for _, k := range n.kids {
		kid := d.rules.c.nodes[k]
		words := "else"
		if d.rules.c.mayBeClosed(kid) {
			words = kid.name + " is open"
			if kid.name == "" {
				words = "if a condition holds"
			}
		} else {
			always = true
		}
		out = append(out, d.step(kid, []arrow{{from: id, words: words}})...)
	}
	if !always {
		out = append(out, arrow{from: id, words: "none is open"})
	}
	return out
}
