package game

// Chooser guides a seat to a Move, one choice at a time: first the action, then the values of each pick. A
// Chooser never changes: Act, Take, Stop and Random return a new Chooser with one more choice, or the same
// one and a Refusal. It only reads the State, which may be a view.
type Chooser struct {
	s      *State
	draft  Move
	offers []Offer
	from   *Chooser // the Chooser before the last choice, if that was made here
}

// Chooser starts from a draft: Move{Seat: seat} if nothing is chosen yet.
func (s *State) Chooser(draft Move) (*Chooser, error) {
	offers, err := s.Offers(draft)
	if err != nil {
		return nil, err
	}
	draft.of = s.numbering()
	return &Chooser{s: s, draft: draft, offers: offers}, nil
}

// Offers returns what can be chosen next. Before an action is chosen there is one Offer for each action,
// available or not. After that there is a single Offer; once nothing is left to choose, it is Complete and
// has no Pick.
func (c *Chooser) Offers() []Offer { return c.offers }

// Next returns the next pick to make. It is nil before an action is chosen, and once nothing is left to
// choose.
func (c *Chooser) Next() *Offer {
	if _, whole := c.Move(); whole || c.draft.Action == "" {
		return nil
	}
	return &c.offers[0]
}

// Move returns what is chosen so far, and whether the move is whole: nothing is left to choose. A draft that
// is not whole can also be played if Next is Complete.
func (c *Chooser) Move() (m Move, whole bool) {
	return c.draft, c.draft.Action != "" && c.offers[0].Complete && c.offers[0].Pick == ""
}

// Act chooses the action.
func (c *Chooser) Act(action string) (*Chooser, error) {
	if c.draft.Action != "" {
		return c, &Refusal{Code: Surplus, Action: c.draft.Action, Why: *NewLine("the action is chosen already")}
	}
	draft := Move{Seat: c.draft.Seat, Action: action, of: c.draft.of}
	for i := range c.offers {
		if o := &c.offers[i]; o.Action == action && o.Why == nil {
			return &Chooser{s: c.s, draft: draft, offers: c.offers[i : i+1 : i+1], from: c}, nil
		}
	}
	return c.to(draft)
}

// Take chooses a value for the next pick.
func (c *Chooser) Take(v Value) (*Chooser, error) {
	o, r := c.pick()
	if r != nil {
		return c, r
	}
	draft := c.draft.With(o.At, v)
	for _, x := range o.Options {
		switch {
		case x.Value != v:
		case x.Why != nil:
			return c, &Refusal{Code: NotOffered, Action: o.Action, Pick: o.Pick, Why: *x.Why}
		case x.Last:
			return c.whole(draft), nil
		}
	}
	return c.to(draft)
}

// Stop ends the next pick with the values it has, and moves on to the pick after it, if any.
func (c *Chooser) Stop() (*Chooser, error) {
	o, r := c.pick()
	if r != nil {
		return c, r
	}
	switch {
	case o.StopLast:
		return c.whole(c.draft), nil
	case !o.Stop:
		return c, &Refusal{Code: Missing, Action: o.Action, Pick: o.Pick, Why: *NewLine("more must be chosen")}
	}
	return c.to(c.draft.ended())
}

// Random makes one of the choices that Offers lists, including to stop, each equally likely. intn returns a
// number from 0 to n-1. text makes up a free text, and is called again if that text is refused. If a choice
// turns out to leave no way to complete the move, Random makes another one.
func (c *Chooser) Random(intn func(n int) int, text func(*Text) string) (*Chooser, error) {
	if c.draft.Action == "" {
		return c.randomAction(intn)
	}
	o, r := c.pick()
	if r != nil {
		return c, r
	}
	values, n := o.open()
	stops := 0
	if o.Stop {
		stops = 1
	}
	if n+stops == 0 {
		return c, &Refusal{Code: Unavailable, Action: o.Action, Pick: o.Pick,
			Why: *NewLine("nothing can be chosen for {0}", o.Pick)}
	}
	var err error
	for n+stops > 0 {
		var next *Chooser
		switch k := intn(n + stops); {
		case k == n:
			if next, err = c.Stop(); err != nil {
				stops = 0
			}
		case o.Text != nil:
			return c.randomText(o, text)
		case o.Options == nil:
			return c.Take(Value{N: int64(o.Lo + k)})
		default:
			if next, err = c.Take(values[k]); err != nil {
				n--
				values[k] = values[n]
			}
		}
		if err == nil || CodeOf(err) == "" {
			return next, err
		}
	}
	return c, err
}

// Back returns the Chooser before the last choice, nil if nothing is chosen.
func (c *Chooser) Back() *Chooser {
	if c.from != nil || c.draft.Action == "" {
		return c.from
	}
	draft, n := c.draft, len(c.draft.Picks)
	if n == 0 {
		return c.given(Move{Seat: draft.Seat})
	}
	last := draft.Picks[n-1]
	if len(last) > 1 {
		draft.Picks = append(draft.Picks[:n-1:n-1], last[:len(last)-1])
		return c.given(draft)
	}
	draft.Picks = draft.Picks[:n-1]
	before := c.given(draft)
	switch {
	case before == nil:
	case len(last) == 1 && before.at() < n-1: // the previous pick was ended, and then this one was made
		return c.given(draft.ended())
	case len(last) == 0 && before.at() == c.at(): // the empty list had no effect
		return before.Back()
	}
	return before
}

// given starts from a part of a draft that was accepted.
func (c *Chooser) given(draft Move) *Chooser {
	before, _ := c.s.Chooser(draft)
	return before
}

// at returns the number of the next pick.
func (c *Chooser) at() int {
	if o := c.Next(); o != nil && o.Pick != "" {
		return o.At
	}
	return len(c.draft.Picks)
}

// pick returns the next pick to make, or why there is none.
func (c *Chooser) pick() (*Offer, *Refusal) {
	o := c.Next()
	switch {
	case c.draft.Action == "":
		return nil, refuse(Missing, "choose the action first")
	case o == nil || o.Pick == "":
		return nil, &Refusal{Code: Surplus, Action: c.draft.Action, Why: *NewLine("nothing is left to choose")}
	}
	return o, nil
}

// to moves on to a longer draft, if the move can be completed with it.
func (c *Chooser) to(draft Move) (*Chooser, error) {
	next, err := c.s.Chooser(draft)
	if err != nil {
		return c, err
	}
	o := &next.offers[0]
	switch {
	case o.Why == nil:
		next.from = c
		return next, nil
	case o.Pick == "":
		return c, &Refusal{Code: Rejected, Action: o.Action, Why: *o.Why}
	}
	return c, &Refusal{Code: Unavailable, Action: o.Action, Pick: o.Pick, Why: *o.Why}
}

// whole ends the choice with a draft that leaves nothing to choose.
func (c *Chooser) whole(draft Move) *Chooser {
	o := &c.offers[0]
	done := Offer{Action: o.Action, Label: o.Label, NoUndo: o.NoUndo, Complete: true, s: c.s}
	return &Chooser{s: c.s, draft: draft, offers: []Offer{done}, from: c}
}

// ended returns the draft with its next pick ended.
func (m Move) ended() Move {
	m.Picks = append(m.Picks[:len(m.Picks):len(m.Picks)], []Value{})
	return m
}

func (c *Chooser) randomAction(intn func(int) int) (*Chooser, error) {
	var open []string
	for i := range c.offers {
		if c.offers[i].Why == nil {
			open = append(open, c.offers[i].Action)
		}
	}
	if len(open) == 0 {
		return c, refuse(Unavailable, "{0} can do nothing", c.draft.Seat)
	}
	return c.Act(open[intn(len(open))])
}

// textTries is how many texts are tried for one pick.
const textTries = 20

func (c *Chooser) randomText(o *Offer, text func(*Text) string) (next *Chooser, err error) {
	for range textTries {
		if next, err = c.Take(Value{Text: text(o.Text)}); err == nil {
			break
		}
	}
	return next, err
}

// open returns the values that can be chosen, if they are listed, and how many there are. Free text counts as
// one.
func (o *Offer) open() (values []Value, n int) {
	switch {
	case o.Text != nil:
		return nil, 1
	case o.Options == nil:
		return nil, max(0, o.Hi-o.Lo+1)
	}
	values = make([]Value, 0, len(o.Options))
	for i := range o.Options {
		if o.Options[i].Why == nil {
			values = append(values, o.Options[i].Value)
		}
	}
	return values, len(values)
}
