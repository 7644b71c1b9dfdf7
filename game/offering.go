package game

// Offers appends what State.Offers would offer in the fork's position to buf, for a search pick by pick. It
// leaves out everything that cannot be chosen: actions, values, and drafts that cannot be completed. It also
// leaves out text: Why, Prompt and Points are empty. It reuses the Options of the offers that buf had before,
// so a search that passes offers[:0] again does not allocate for picks of one value with From or Range.
func (f *Fork) Offers(draft Move, buf []Offer) (offers []Offer, err error) {
	defer func() {
		if f.t.wordless = false; err != nil {
			offers = buf
		}
	}()
	defer f.t.guard(&err)
	t := &f.t
	t.mustBeBetweenMoves()
	f.settleTurn()
	t.begin(draft.Seat)
	t.wordless = true
	if draft.Action != "" {
		a, r := t.admit(draft)
		if r != nil {
			return nil, r
		}
		t.ahead = maxAhead
		return f.offerNext(buf, a, draft.Picks)
	}
	switch {
	case draft.Seat < 0 || int(draft.Seat) >= int(t.seats):
		return nil, refuse(NoSeat, "there is no seat {0}: there are {1} seats, counted from 0", int(draft.Seat), int(t.seats))
	case t.over != running || !t.mayAct(draft.Seat):
		return buf, nil
	}
	offers = buf
	left, all := maxAhead, t.choices()
	for i, a := range all {
		share := left / (len(all) - i)
		t.ahead, t.doing = share, a
		if (!a.Withdraws() || t.committed(draft.Seat)) && t.allowed(a, draft.Seat) == nil && t.meets(a.If) {
			if offers, err = f.offerNext(offers, a, nil); err != nil {
				return nil, err
			}
		}
		left -= share - max(t.ahead, 0)
	}
	return offers, nil
}

// offerNext adds the next pick of an action, if the move can be completed.
func (f *Fork) offerNext(offers []Offer, a *action, picks [][]Value) ([]Offer, error) {
	t := &f.t
	n := len(offers)
	if n < cap(offers) {
		offers = offers[:n+1]
	} else {
		offers = append(offers, Offer{})
	}
	o := &offers[n]
	spare := o.spare
	*o = t.newOffer(&f.s, a)
	o.spare = spare
	var back mark
	if a.acts {
		back = t.mark()
	}
	t.doing = a
	r := t.choose(a, picks, false)
	if r == nil {
		t.fillOffer(o, a, t.nextPick(a, picks))
	}
	if a.acts {
		t.rollback(&back)
	}
	t.unpick()
	t.doing = nil
	switch {
	case r != nil:
		return offers[:n], r
	case !o.Complete && o.p == nil:
		return offers[:n], nil
	}
	return offers, nil
}
