package game

// Offer is what a seat may do next: an action, or the next pick of one.
type Offer struct {
	Action, Label string
	Why           *Line // why it is not available, nil if it is
	NoUndo        bool

	// Unproved means that it takes too long to find out whether the move can be completed, with any of the
	// Options or with nothing more chosen. Play decides.
	Unproved bool

	// Complete means that the draft can be played as it is. If Pick is not empty too, the seat may choose more
	// or stop.
	Complete bool

	// Stop means that enough is chosen for the pick and the move can be completed without more values: the seat
	// may end the pick. StopLast means that this also ends the move.
	Stop, StopLast bool

	// The next pick to make, if any, and its number: the value goes into Picks[At] of the draft, see Move.With.
	// Last means that any choice completes the move; if only some of the Options do, those are marked.
	Pick     string
	At       int
	Prompt   Line
	Sort     string      // "element", "seat", "number", "value", "text" or "kind"
	Options  []Candidate // for a text, those that List suggests, only in Fork.Offers
	Min, Max int         // how many to choose in total; Max 0: as long as there is anything left
	Lo, Hi   int         // for a number in a range, which has no Options
	Text     *Text
	Last     bool
	Optional bool
	Repeat   bool
	Look     *Look

	s     *State
	p     *pick
	spare []Candidate // where Fork.Offers lists the Options
}

// Candidate is a value that a pick offers; Why explains why it cannot be chosen. Last means that it completes
// the move: nothing is left to choose. Unproved means that it takes too long to find out whether the move can
// be completed with it; Play decides. Points are the elements that Pick.Points returns for it, and
// Note is what Pick.Note says about it.
type Candidate struct {
	Value    Value
	Why      *Line
	Last     bool
	Unproved bool
	Points   []ID
	Note     *Line
}

// Show returns the text of a value of the pick.
func (o *Offer) Show(v Value) string { return o.s.valueText(o.p, v) }

// Kind returns the kind for a value of the pick, nil if the pick does not choose kinds.
func (o *Offer) Kind(v Value) *Kind {
	if o.p == nil || o.p.sort != aKind {
		return nil
	}
	return o.p.kind(v)
}

// Offers returns what a seat may do. For a draft with no Action that is one Offer for each action, available
// or not, with its first pick; otherwise it is the next pick of the draft's action. A value is offered only
// if the move can be completed with it, or if that takes too long to find out. A Chooser walks from one draft
// to the next.
func (s *State) Offers(d Move) ([]Offer, error) { return s.offers(d, 0, maxAhead) }

// OffersUpTo is Offers with a limit on how many values it visits, to list them and to find out where they
// lead. If it needs more, it returns a TooMany Refusal.
func (s *State) OffersUpTo(d Move, visits int) ([]Offer, error) {
	return s.offers(d, max(1, visits), min(visits, maxAhead))
}

// offers lists at most most values, 0 for any number.
func (s *State) offers(d Move, most, ahead int) (offers []Offer, err error) {
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	t := &f.t
	t.most = most
	defer t.guard(&err)
	t.mustBeBetweenMoves()
	t.begin(d.Seat)
	if d.Action == "" {
		if d.Seat < 0 || int(d.Seat) >= int(t.seats) {
			return nil, refuse(NoSeat, "there is no seat {0}: there are {1} seats, counted from 0", int(d.Seat), int(t.seats))
		}
		offers = make([]Offer, 0, len(t.choices()))
		left := ahead
		for i, a := range t.choices() {
			o := t.newOffer(s, a)
			share := left / (len(t.choices()) - i)
			t.ahead = share
			if _, r := t.admit(Move{Seat: d.Seat, Action: a.Name}); r != nil {
				if a.Withdraws() {
					continue // a missing choice to withdraw is not worth mentioning
				}
				o.Why = &r.Why
			} else {
				t.doing = a
				t.forget(a)
				t.fillOffer(&o, a, 0)
			}
			left -= share - max(t.ahead, 0)
			offers = append(offers, o)
		}
		return offers, nil
	}
	a, r := t.admit(d)
	if r != nil {
		return nil, r
	}
	t.doing = a
	o := t.newOffer(s, a)
	if r := t.choose(a, d.Picks, false); r != nil {
		return nil, r
	}
	t.ahead = ahead
	t.fillOffer(&o, a, t.nextPick(a, d.Picks))
	return []Offer{o}, nil
}

func (t *Tx) newOffer(s *State, a *action) Offer {
	o := Offer{Action: a.Name, Label: a.Label, NoUndo: a.NoUndo, s: s}
	if o.Label == "" {
		o.Label = a.Name
	}
	return o
}

// nextPick returns the index of the next pick to make. An empty list at the end of the picks ends the previous
// pick, if that could take more; otherwise it skips its own pick, if that is optional.
func (t *Tx) nextPick(a *action, picks [][]Value) int {
	n := len(picks)
	if n == 0 {
		return 0
	}
	p := a.picks[n-1]
	c := &t.picked[p.slot]
	if c.n > 0 {
		if t.takesMore(p, c.n, nil) {
			return n - 1
		}
		return n
	}
	c.done = false
	if t.nextPick(a, picks[:n-1]) < n-1 {
		return n - 1
	}
	if low, _ := p.limits(t); low > 0 {
		return n - 1
	}
	t.picked[p.slot].done = true
	return n
}

// takesMore reports whether a pick that has n values can take another of these options; nil means the current
// options.
func (t *Tx) takesMore(p *pick, n int, o *options) bool {
	_, high := p.limits(t)
	switch {
	case n >= high:
		return false
	case p.defers(), n > 0 && n < p.minValues(t) && !p.repeat:
		return true
	case o == nil:
		now := t.options(p)
		o = &now
	}
	left := o.len()
	if !p.repeat && o.by != byText {
		left -= n
	}
	return left > 0 && t.anyAccepted(p, o)
}

// fillOffer fills in what can be chosen for pick i, or that the draft is complete.
func (t *Tx) fillOffer(o *Offer, a *action, i int) {
	if i = t.applying(a, i); i == len(a.picks) {
		if t.wordless {
			o.Complete = t.meets(a.Check)
			return
		}
		if why := t.unmet(a.Check, notTogether); why != nil {
			w := why.reason(t.State)
			o.Why = &w
			return
		}
		o.Complete = true
		return
	}
	p := a.picks[i]
	o.p, o.At = p, i
	o.Pick, o.Sort, o.Optional, o.Repeat, o.Look, o.Text = p.name, sortNames[p.sort], p.optional, p.repeat, p.look, p.text
	o.Prompt = Line{Text: p.prompt}
	if p.ask != nil && !t.wordless {
		if l := t.says(p.ask); l != nil {
			o.Prompt = l.reason(t.State)
		}
	}
	o.Min, o.Max = p.limits(t)
	if p.repeat && p.several == nil {
		o.Min, o.Max = 1, 0
	}
	opts := t.options(p)
	if t.wordless {
		opts = t.suggested(p)
	}
	chosen, final := t.picked[p.slot].n, i == len(a.picks)-1
	if opts.by == byRange && p.accept == nil && p.points == nil && p.note == nil && final && a.Check == nil &&
		(!p.distinct() || opts.len() > maxCandidates) {
		o.Lo, o.Hi = opts.lo, opts.hi
	} else if opts.by != byText {
		t.candidates(o, a, i, &opts)
	}
	if o.Options == nil || o.Text != nil {
		o.Last = final && !p.repeat && !t.takesMore(p, chosen+1, &opts)
	}
	enough := chosen >= o.Min && (chosen > 0 || o.Min == 0)
	if p.optional && p.distinct() {
		o.Min = p.minValues(t)
		enough = chosen == 0 || chosen >= o.Min
	}
	if p.repeat {
		enough = t.mayStop(p)
	}
	stop := impossible
	if enough {
		t.ending(p, func() {
			switch o.Complete = t.skips(a, i); {
			case o.Complete:
				stop = possible
			case !final:
				stop = t.completion(a, i+1, maxAhead)
			}
			o.Stop = stop != impossible
			o.StopLast = o.Stop && t.stopsLast(a, i)
		})
	}
	switch best := either(o.best(opts), stop); {
	case best == unproved:
		o.Unproved = true
	case best == impossible && t.wordless:
		o.p = nil
	case best == impossible:
		o.Why = t.whyNothing(o)
	}
}

// ending calls look in the state where the pick gets no more values.
func (t *Tx) ending(p *pick, look func()) {
	if !p.defers() || t.picked[p.slot].n == 0 {
		look()
		return
	}
	m := t.mark()
	t.acting(p)
	look()
	t.rollback(&m)
}

// stopsLast reports whether nothing is left to choose when pick i gets no more values.
func (t *Tx) stopsLast(a *action, i int) bool {
	c := &t.picked[a.picks[i].slot]
	was := c.done
	c.done = true
	none := t.noLaterPick(a, i)
	t.picked[a.picks[i].slot].done = was
	return none
}

// skips reports whether the move can be played with nothing more chosen, given that pick i has enough.
func (t *Tx) skips(a *action, i int) bool {
	was := t.picked[a.picks[i].slot].done
	t.picked[a.picks[i].slot].done = true
	ok := true
	for _, p := range a.picks[i+1:] {
		if !t.applies(p) {
			t.skipPick(p)
			continue
		}
		low, _ := p.limits(t)
		ok = ok && low == 0
		t.picked[p.slot].done = true
	}
	ok = ok && t.meets(a.Check)
	for _, p := range a.picks[i+1:] {
		t.picked[p.slot].done = false
	}
	t.picked[a.picks[i].slot].done = was
	return ok
}

// best returns whether the move can be completed with one of the options.
func (o *Offer) best(opts options) answer {
	switch {
	case o.Text != nil:
		return possible
	case o.Options == nil && o.Hi >= o.Lo && opts.by == byRange:
		return possible
	}
	found := impossible
	for _, c := range o.Options {
		switch {
		case c.Why == nil && !c.Unproved:
			return possible
		case c.Why == nil:
			found = unproved
		}
	}
	return found
}

// either returns the better of two answers.
func either(a, b answer) answer {
	if a == possible || b == possible {
		return possible
	}
	return max(a, b)
}

var sortNames = [...]string{"element", "seat", "number", "value", "text", "kind"}

// candidates lists the values of pick i. Values with which the move cannot be completed get a reason.
func (t *Tx) candidates(o *Offer, a *action, i int, opts *options) {
	p := a.picks[i]
	n := opts.len()
	if n > maxCandidates {
		panic(faultf("pick %q offers %d values, but at most %d are possible: split it into two picks, or use Range", p.name,
			n, maxCandidates))
	}
	if t.most > 0 {
		if t.most -= n; t.most <= 0 {
			panic(refuse(TooMany, "there are too many choices to list"))
		}
	}
	if o.Options = o.spare[:0]; o.Options == nil {
		o.Options = make([]Candidate, 0, n)
	}
	c := &t.picked[p.slot]
	final := i == len(a.picks)-1
	simple := final && a.Check == nil && p.then == nil && !p.repeat
	fills := !p.repeat && !t.takesMore(p, c.n+1, opts)
	enough := true
	if simple && p.distinct() {
		enough = t.countAccepted(p, opts) >= p.minValues(t)
	}
	var rest []Value // the values that combinations are made of
	if p.distinct() && !simple {
		rest = t.combinable(p)
	}
	open, lasts := 0, 0
	for k := range n {
		v := opts.at(k)
		if t.wordless && !t.accepts(p, v) {
			continue
		}
		var why *Line
		if !t.wordless {
			why = t.rejects(p, v)
		}
		last, unsure := fills, false
		switch {
		case why != nil:
			named := why.reason(t.State)
			why = &named
		case p.distinct() && containsValue(c.all[:c.n], v):
			if why = unreadReason; !t.wordless {
				why = NewLine("it is already chosen")
			}
		case !enough:
			why = t.whyNot(a, i, v)
		case !simple:
			var leads answer
			leads, last = t.leadsOn(a, i, v, fills, rest, max(t.ahead/(n-k), minAhead))
			if unsure = leads == unproved; leads == impossible {
				why = t.whyNot(a, i, v)
			}
			last = last && !unsure
		}
		if last = last && why == nil; last {
			lasts++
		}
		if why == nil {
			open++
		} else if t.wordless {
			continue
		}
		o.Options = append(o.Options, Candidate{v, why, last, unsure, t.pointed(p, v), t.noted(p, v, why)})
	}
	o.Last = open > 0 && open == lasts
	if t.wordless {
		o.spare = o.Options
	}
}

// unreadReason is used for any reason that is not read.
var unreadReason = NewLine(notThis)

// pointed returns the elements that Points gives for a value, as far as the seat sees them.
func (t *Tx) pointed(p *pick, v Value) (all []ID) {
	if p.points == nil || t.wordless {
		return nil
	}
	was := t.looking
	t.looking, t.asking = true, p
	set := p.points(t, v)
	t.looking, t.asking = was, nil
	for id := range set.All() {
		if t.Sees(t.Seat, id) != Unseen {
			all = append(all, id)
		}
	}
	return all
}

// noted returns what Note says about a value that can be chosen.
func (t *Tx) noted(p *pick, v Value, why *Line) *Line {
	if p.note == nil || t.wordless || why != nil {
		return nil
	}
	was := t.looking
	t.looking, t.asking = true, p
	note := p.note(t, v)
	t.looking, t.asking = was, nil
	if note == nil {
		return nil
	}
	named := note.reason(t.State)
	return &named
}

// maxCandidates limits what one Offer lists.
const maxCandidates = 1 << 16

func containsValue(all []Value, v Value) bool {
	for _, o := range all {
		if o == v {
			return true
		}
	}
	return false
}

// leadsOn finds out whether the move can be completed with v as the (next) value of pick i, one of rest if
// there are several, and whether nothing is left to choose then: no later pick applies, and the pick itself
// takes no more values, which fills says unless it is repeated.
func (t *Tx) leadsOn(a *action, i int, v Value, fills bool, rest []Value, visits int) (leads answer, ends bool) {
	p := a.picks[i]
	c := &t.picked[p.slot]
	was, all := *c, append([]Value(nil), c.all[:min(c.n, len(c.all))]...)
	m := t.mark()
	t.set(p, v)
	search := t.beginProof(visits)
	var found bool
	switch {
	case p.repeat:
		if p.then != nil {
			t.acting(p)
		}
		held := t.holdNext(p)
		ends = len(held) == 0 && t.noLaterPick(a, i)
		found = !t.walkFurther(a, i, held, stopWalking)
		t.unhold(len(held))
	case p.several != nil:
		if fills {
			t.ending(p, func() { ends = t.noLaterPick(a, i) })
		}
		found = t.severalLead(a, i, all, v, rest)
	default:
		if p.then != nil {
			t.acting(p)
		}
		ends = fills && t.noLaterPick(a, i)
		then := t.completion(a, i+1, visits)
		found, t.gaveUp = then == possible, then == unproved
	}
	leads = t.endProof(search, found)
	t.rollback(&m)
	c = &t.picked[p.slot]
	c.last, c.n, c.done = was.last, was.n, was.done
	c.all = append(c.all[:0], all...)
	return leads, ends
}

// combinable returns the values that combinations of the pick are made of.
func (t *Tx) combinable(p *pick) (all []Value) {
	c := &t.picked[p.slot]
	n, done := c.n, c.done
	c.n, c.done = 0, false
	o := t.options(p)
	for k := range o.len() {
		if v := o.at(k); t.accepts(p, v) {
			all = append(all, v)
		}
	}
	c = &t.picked[p.slot]
	c.n, c.done = n, done
	return all
}

// severalLead reports whether some combination that contains v and what is chosen completes the move.
func (t *Tx) severalLead(a *action, i int, chosen []Value, v Value, all []Value) bool {
	p := a.picks[i]
	need := append(append([]Value(nil), chosen...), v)
	t.picked[p.slot].n, t.picked[p.slot].done = 0, false
	low, high := p.limits(t)
	if len(need) > high {
		return false
	}
	rest := make([]Value, 0, len(all))
	for _, x := range all {
		if !containsValue(need, x) {
			rest = append(rest, x)
		}
	}
	return !t.walkSeveral(a, i, need, rest, low, high, stopWalking)
}
