package game

import (
	"reflect"
	"runtime"
	"slices"
	"strings"
)

// role is the purpose of a function in the rules.
type role struct {
	field  string // the field it is in: From, Begin
	of     string // what the field belongs to: "pick card", "phase night"
	action *action
	pick   *pick
	node   *node
	effect bool
}

func (r role) String() string {
	if r.field == "" {
		return r.of
	}
	return r.field + " of " + r.of
}

// use is a function of the rules and the field it is in.
type use struct {
	field string
	fn    any
}

// uses returns the functions of a step.
func (n *node) uses() []use {
	all := []use{{"", n.run}, {"Begin", n.begin}, {"End", n.end}, {"EndIf", n.endIf}, {"If", n.test}, {"Ask", n.ask},
		{"Who", n.who}, {"Who", n.seats}, {"Times", n.times}, {"Until", n.until}}
	if n.over != nil {
		all = append(all, n.over.uses...)
	}
	if x := n.each; x != nil {
		all = append(all, use{"From", x.From}, use{"LeftOf", x.LeftOf}, use{"Only", x.Only}, use{"Skip", x.Skip},
			use{"Order", x.Order})
	}
	if n.kind == nodeLoop {
		return append(all, use{"While", n.question})
	}
	return append(all, use{"If", n.question})
}

// where returns the path of a step from the nearest named step, or from the flow if there is none.
func (n *node) where() string {
	if n.path == "" || n.path[0] == '/' {
		return "flow" + n.path
	}
	return n.path
}

// roles maps the runtime name of each function in the rules to its roles. Functions made by the same function
// literal share a name.
func (r *Rules) roles() map[string][]role {
	all := map[string][]role{}
	add := func(x role, uses ...use) {
		for _, u := range uses {
			if name := nameOf(u.fn); name != "" {
				x.field = u.field
				all[name] = append(all[name], x)
			}
		}
	}
	add(role{of: "the rules"}, use{"Setup", r.Setup}, use{"Settle", r.Settle}, use{"End", r.End},
		use{"BeginPhase", r.BeginPhase}, use{"EndPhase", r.EndPhase}, use{"Stuck", r.Stuck}, use{"Deadlock", r.Deadlock})
	for _, a := range r.c.actions {
		add(role{of: "action " + a.Name, action: a}, use{"If", a.If}, use{"Check", a.Check}, use{"Do", a.Do})
		for _, p := range a.picks {
			add(role{of: "pick " + p.name, action: a, pick: p}, p.uses...)
		}
	}
	for _, n := range r.c.nodes {
		add(role{of: nodeWords[n.kind] + " " + n.where(), node: n}, n.uses()...)
	}
	for _, e := range r.Effects {
		add(role{of: "effect " + e.named(), effect: true}, e.uses()...)
	}
	for id, p := range r.c.places {
		if p != nil && p.id == ID(id) {
			add(role{of: "place " + p.Name}, use{"Enter", p.Enter}, use{"Leave", p.Leave})
		}
	}
	for _, k := range r.c.kinds {
		add(role{of: "kind " + k.Name}, use{"Label", k.Label})
	}
	return all
}

// nameOf returns the runtime name of a function, "" if it is nil.
func nameOf(fn any) string {
	v := reflect.ValueOf(fn)
	if v.Kind() != reflect.Func || v.IsNil() {
		return ""
	}
	return strings.TrimSuffix(runtime.FuncForPC(v.Pointer()).Name(), "-fm")
}

// kernelPrefix begins the runtime names of the functions in this package.
var kernelPrefix = reflect.TypeFor[Tx]().PkgPath() + "."

// onStack returns the functions of the rules that are running, innermost first, and whether they were called
// by the end of a phase. It reads the call stack, so nothing has to be recorded as long as nothing fails.
func (t *Tx) onStack() (found []role, ending bool) {
	roles := t.rules.roles()
	pcs := make([]uintptr, 1<<12)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	last := ""
	for more := true; more; {
		var f runtime.Frame
		f, more = frames.Next()
		if roles[last] != nil && strings.HasPrefix(f.Function, kernelPrefix) {
			found = append(found, t.meant(roles[last]))
		}
		ending = ending || len(found) > 0 && strings.HasSuffix(f.Function, ").endPhase")
		last = f.Function
	}
	return found, ending
}

// meant picks one of several roles that share a runtime name, by what is being done or where the flow is.
func (t *Tx) meant(among []role) role {
	best, most := among[:0:0], -1
	for _, r := range among {
		near := t.near(r)
		if near > most {
			best, most = best[:0], near
		}
		if near == most {
			best = append(best, r)
		}
	}
	r := best[0]
	for _, o := range best[1:] {
		switch {
		case o.of != r.of:
			r.of += " or " + o.of
		case !slices.Contains(strings.Split(r.field, " or "), o.field):
			r.field += " or " + o.field
		}
	}
	return r
}

// near measures how close a role is to what is being done.
func (t *Tx) near(r role) int {
	switch {
	case r.pick != nil && r.pick == t.asking, r.action != nil && r.pick == nil && r.action == t.doing:
		return 2
	case r.action != nil && r.action == t.doing:
		return 1
	case r.node == nil:
		return 0
	case r.field == "" || r.field == "End": // its frame is already gone
		if r.node == t.popped() {
			return 1
		}
		return 0
	}
	for i := len(t.State.flow) - 1; i >= 0; i-- {
		if no := t.State.flow[i].node; no == r.node.no {
			return 2*i + 2
		} else if no == r.node.parent {
			return 2*i + 1
		}
	}
	return 0
}

// popped returns the step that was on top of the flow before the current one.
func (t *Tx) popped() *node {
	if at := len(t.State.flow); t.flowOwned && at < cap(t.frames) {
		return t.rules.c.nodes[t.frames[:at+1][at].node]
	}
	return nil
}

// blame fills in where a fault comes from: the action, or the functions of the rules that were running.
func (t *Tx) blame(f *Fault) {
	if t.doing != nil {
		f.Action = t.doing.Name
	}
	found, ending := t.onStack()
	if len(found) == 0 {
		return
	}
	root := &found[len(found)-1]
	switch {
	case root.action != nil:
		found = found[:len(found)-1]
	case root.effect:
		f.Action = ""
		root.of = "scheduled " + root.of + t.during(ending)
	default:
		f.Action = ""
	}
	var where []string
	for _, r := range found {
		if r.action == nil {
			where = append(where, r.String())
		}
	}
	f.Where = strings.Join(where, " in ")
}

// during names the step in which a scheduled effect runs.
func (t *Tx) during(ending bool) string {
	n := t.popped()
	if !ending || n == nil {
		if n, _ = t.resting(); n == nil {
			return ""
		}
	}
	return " in step " + n.where()
}

// onlyLooks returns the fault of a read-only function that changed something.
func (t *Tx) onlyLooks() *Fault {
	which := "From, If, Check"
	if found, _ := t.onStack(); len(found) > 0 {
		which = found[0].String()
	}
	return faultf("a read-only function (%s) changed the state; use Try to try something out", which)
}
