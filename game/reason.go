package game

import (
	"slices"
	"strconv"
	"strings"
)

// joined returns both reasons as one line.
func (l *Line) joined(o *Line) *Line {
	switch {
	case l == nil || l.Text == "":
		return o
	case o == nil || o.Text == "" || l.same(o):
		return l
	}
	return &Line{Text: l.Text + ", and " + renumbered(o.Text, len(l.Args)), Args: slices.Concat(l.Args, o.Args),
		names: slices.Concat(l.padded(), o.padded())}
}

// withSuffix returns the line with words after it, in which {} stands for the argument.
func (l *Line) withSuffix(words string, arg any) *Line {
	return &Line{Text: l.Text + strings.Replace(words, "{}", "{"+strconv.Itoa(len(l.Args))+"}", 1),
		Args: append(slices.Clone(l.Args), arg), names: append(l.padded(), naming{})}
}

// withPrefix returns the line with words before it, in which {} stands for the argument.
func (l *Line) withPrefix(words string, arg any) *Line {
	words = strings.Replace(words, "{}", "{"+strconv.Itoa(len(l.Args))+"}", 1)
	return &Line{Text: words + l.Text, Args: append(slices.Clone(l.Args), arg), names: append(l.padded(), naming{})}
}

// padded returns the names of the elements among the arguments, one for each argument.
func (l *Line) padded() []naming {
	names := make([]naming, len(l.Args))
	copy(names, l.names)
	return names
}

// same reports whether two lines have the same text.
func (l *Line) same(o *Line) bool { return l.String() == o.String() }

// renumbered returns a text with its argument numbers increased.
func renumbered(text string, by int) string {
	if by == 0 || !strings.Contains(text, "{") {
		return text
	}
	var b strings.Builder
	for {
		open := strings.IndexByte(text, '{')
		end := strings.IndexByte(text[max(open, 0):], '}') + max(open, 0)
		if open < 0 || end <= open {
			b.WriteString(text)
			return b.String()
		}
		inner := text[open+1 : end]
		if n, words := placeholder(inner); n >= 0 && words != "" {
			inner = strconv.Itoa(n+by) + "|" + words
		} else if n >= 0 {
			inner = strconv.Itoa(n + by)
		}
		b.WriteString(text[:open+1] + inner + "}")
		text = text[end+1:]
	}
}

// summary returns the reason that all of them give, or the first and how many others there are; nil if there
// is none.
func summary(reasons []*Line) *Line {
	var all []*Line
	for _, r := range reasons {
		if !slices.ContainsFunc(all, r.same) {
			all = append(all, r)
		}
	}
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	case 2:
		return all[0].withSuffix(", and {} more reason", 1)
	}
	return all[0].withSuffix(", and {} more reasons", len(all)-1)
}

// whyNothing returns why nothing can be chosen for a pick, from the reasons of its options.
func (t *Tx) whyNothing(o *Offer) *Line {
	options := slices.Clone(o.Options)
	slices.SortStableFunc(options, func(a, b Candidate) int { return t.bySight(o.p, a.Value, b.Value) })
	var reasons []*Line
	for _, c := range options {
		if c.Why != nil {
			reasons = append(reasons, c.Why)
		}
	}
	if why := summary(reasons); why != nil {
		return why
	}
	return NewLine("nothing can be chosen for {0}", o.Pick)
}

// bySight compares two values of a pick by an order that is the same on the state and on the view of the
// acting seat: elements in the order of their handles, then faceless ones by position. So the order of
// reasons reveals nothing that the seat does not see.
func (t *Tx) bySight(p *pick, a, b Value) int {
	if p.sort != anElement || !t.rules.c.sighted {
		return 0
	}
	return slices.Compare(t.sightOrder(ID(a.N)), t.sightOrder(ID(b.N)))
}

func (t *Tx) sightOrder(id ID) []uint32 {
	first := t.rules.c.first
	if id < first || id >= t.n {
		return []uint32{0, uint32(id)}
	}
	if h := t.handleFor(t.Seat, id); h != 0 {
		return []uint32{1, h}
	}
	at := uint32(0)
	for before := t.at(id).prev; before != 0; before = t.at(before).prev {
		at++
	}
	return append(append([]uint32{2}, t.sightOrder(t.at(id).parent)...), at)
}

// handleFor returns the handle of an element for the seat, 0 if its face is not in sight.
func (s *State) handleFor(seat Seat, id ID) uint32 {
	if s.view != nil {
		if i := int(id - s.rules.c.first); i < len(s.view.names) && s.view.names[i]&nameless == 0 {
			return s.view.names[i]
		}
		return 0
	}
	l := s.eyes(seat)
	return l.handle(id)
}

// noMove is why a value cannot be chosen if no better reason is known.
const noMove = "the move cannot be completed with it"

// maxReasons is how many values of a later pick are checked for a reason.
const maxReasons = 32

// whyNot returns why the move could not be completed with v as the (next) value of pick i: the reason of the
// first later pick that cannot be made, or of the action's Check.
func (t *Tx) whyNot(a *action, i int, v Value) *Line {
	if t.wordless {
		return unreadReason
	}
	p := a.picks[i]
	c := &t.picked[p.slot]
	was, all := *c, append([]Value(nil), c.all[:min(c.n, len(c.all))]...)
	_, high := p.limits(t)
	if p.repeat || p.several != nil && len(all)+1 < high {
		return NewLine(noMove)
	}
	m := t.mark()
	t.set(p, v)
	if p.then != nil {
		t.acting(p)
	}
	why := t.blocker(a, i+1)
	t.rollback(&m)
	for _, q := range a.picks[i+1:] {
		c := &t.picked[q.slot]
		c.n, c.done, c.last = 0, false, Value{}
	}
	c = &t.picked[p.slot]
	c.last, c.n, c.done = was.last, was.n, was.done
	c.all = append(c.all[:0], all...)
	if why == nil {
		return NewLine(noMove)
	}
	return why
}

// blocker returns why picks i and later cannot be completed, nil if it does not find out: it follows only the
// first accepted value of each pick.
func (t *Tx) blocker(a *action, i int) *Line {
	if i = t.applying(a, i); i == len(a.picks) {
		if why := t.unmet(a.Check, notTogether); why != nil {
			named := why.reason(t.State)
			return &named
		}
		return nil
	}
	p := a.picks[i]
	if p.text != nil || p.several != nil || p.repeat || t.ahead <= 0 {
		return nil
	}
	o := t.options(p)
	var values []Value
	for at := o.values(); (p.sort == anElement || len(values) < maxReasons) && at.next(); {
		values = append(values, at.v)
	}
	slices.SortStableFunc(values, func(a, b Value) int { return t.bySight(p, a, b) })
	values = values[:min(len(values), maxReasons)]
	t.ahead -= len(values)
	var reasons []*Line
	for _, v := range values {
		why := t.rejects(p, v)
		if why == nil {
			t.set(p, v)
			if p.then != nil {
				t.acting(p)
			}
			return t.blocker(a, i+1)
		}
		named := why.reason(t.State)
		reasons = append(reasons, &named)
	}
	if p.optional {
		t.skipPick(p)
		return t.blocker(a, i+1)
	}
	what := p.name
	if len(what) < 3 {
		what = "choice" // names such as to are no nouns
	}
	if why := summary(reasons); why != nil {
		return why.withPrefix("there is no {} for it: ", what)
	}
	return NewLine("there is no {0} for it", what)
}
