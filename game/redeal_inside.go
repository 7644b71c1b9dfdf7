package game

import "slices"

// Re-dealing the contents of hidden elements: what the seat sees or knows stays in the slot, like a token on
// a face-down card. The rest moves with its holder, so elements trade places only if the seat sees the same
// in them.

// pinned reports whether an element cannot be dealt again because of its contents: the seat saw them when the
// element was mixed, and can recognize it by them; or something that would move with the element contains
// something that the seat sees or knows; or a rule decides what is seen there.
func (d *dealer) pinned(id ID) bool {
	t := d.t
	for in := t.at(id).first; in != 0; in = t.at(in).next {
		if !d.hidden(in) {
			if d.l.m.mixed.at(in)&d.l.m.mixed.at(id) != 0 {
				return true
			}
			continue
		}
		if t.sightlineIn(id).rule != nil && (t.ownSightline(id) != nil || t.visibleTo(id)&eyeBit(d.seat) != 0) ||
			d.tells(in) {
			return true
		}
	}
	return false
}

// seesInto reports whether the seat sees some of an element's contents, which tells it from others.
func (d *dealer) seesInto(id ID) bool {
	t := d.t
	g := t.sightlineIn(id)
	for in := t.at(id).first; in != 0; in = t.at(in).next {
		if d.l.handle(in) != 0 || t.level(d.seat, g, in) != Unseen {
			return true
		}
	}
	return false
}

// tells reports whether the seat sees or knows something inside an element that it does not see, at any
// depth, or would see it without Hide.
func (d *dealer) tells(id ID) bool {
	t := d.t
	if t.rules.c.maskSlot >= 0 && sightPart.Of(t.State, id).Hide&eyeBit(d.seat) != 0 {
		return true
	}
	if g := t.ownSightline(id); g != nil && g.rule != nil && t.at(id).first != 0 {
		return true
	}
	for in := t.at(id).first; in != 0; in = t.at(in).next {
		if !d.hidden(in) || d.tells(in) {
			return true
		}
	}
	return false
}

// carried reports whether the element is in one that is dealt again, and moves with it.
func (d *dealer) carried(id ID) bool {
	first := d.t.rules.c.first
	for up := d.t.at(id).parent; up >= first && d.hidden(id); id, up = up, d.t.at(up).parent {
		if d.hidden(up) && d.l.m.mixed.at(up) != 0 && !d.pinned(up) {
			return true
		}
	}
	return false
}

// dealInside deals what is inside elements that are dealt again themselves and was mixed with others before:
// a card from the deck, in a chest that nobody has opened.
func (d *dealer) dealInside() {
	t := d.t
	c := t.rules.c
	inside := false
	for id := c.first; id < t.n && !inside; id++ {
		inside = t.at(id).parent >= c.first && t.at(id).first == 0 && d.l.m.mixed.at(id) != 0 && d.hidden(id) && d.carried(id)
	}
	if !inside {
		return
	}
	leaves := t.hands[:0]
	for id := c.first; id < t.n; id++ {
		if mixed := d.l.m.mixed.at(id); mixed != 0 && t.at(id).first == 0 && d.hidden(id) {
			leaves = append(leaves, hand{id, id, mixed})
		}
	}
	t.hands = leaves
	d.exchange(leaves, false)
	d.inner = true
	d.swap(leaves)
	d.inner = false
	d.l = t.State.eyes(d.seat)
}

// holding reports whether one of the hands has contents.
func (d *dealer) holding(hands []hand) bool {
	for i := range hands {
		if d.t.at(hands[i].id).first != 0 {
			return true
		}
	}
	return false
}

// keepsInside reports whether some of the element's contents stay in its slot.
func (d *dealer) keepsInside(id ID) bool {
	for in := d.t.at(id).first; in != 0; in = d.t.at(in).next {
		if !d.hidden(in) {
			return true
		}
	}
	return false
}

// holds reports whether what stays in the slots is seen there as before.
func (d *dealer) holds(hands []hand) bool {
	t := d.t
	for i := range hands {
		if h := &hands[i]; h.id != h.slot && d.keepsInside(h.slot) && t.ownSightline(h.id) != t.ownSightline(h.slot) {
			return false
		}
	}
	return true
}

// ownSightline is the sight that the element's kind declares for its contents, nil if that depends on where
// it is.
func (s *State) ownSightline(id ID) *sightline {
	if k := s.at(id).kind; k != 0 {
		return s.rules.c.inKind[k-1]
	}
	return nil
}

// shape summarizes what the seat, which sees the element's back, sees of the contents that move with it: how
// many there are, who owns them, and what is in them. It is 0 if the seat sees nothing. The sightline is nil
// if the element's place decides.
func (d *dealer) shape(id ID, g *sightline) (sum uint64) {
	t := d.t
	if own := t.ownSightline(id); own != nil {
		g = own
	}
	for in := t.at(id).first; in != 0; in = t.at(in).next {
		level := Back
		if g != nil {
			level = t.level(d.seat, g, in)
		}
		switch {
		case !d.hidden(in):
		case level == Counted:
			sum = mix(sum, 1)
		case level == Back:
			sum = mix(mix(sum, 3+uint64(t.at(in).owner)), d.shape(in, g))
			for slot, col := range t.cols {
				if x := &t.rules.c.secrets[slot]; x.explicit && !col.blank(in) && t.seesPart(slot, d.seat, in, false, true) {
					sum = mix(mix(sum, uint64(slot)), col.hash(t.State, in))
				}
			}
		}
	}
	return sum
}

// shuffleFull is shuffle for hands with contents: where the seat sees into a slot, only elements that look
// the same can end up there. All remaining orders are equally likely.
func (d *dealer) shuffleFull(hands []hand, in []int, k int) {
	t := d.t
	shapes := map[uint64][]int{}
	var order []uint64
	var dark []int // where the seat does not see into the slot
	for _, i := range in {
		x := d.shape(hands[i].id, nil)
		if shapes[x] == nil {
			order = append(order, x)
		}
		shapes[x] = append(shapes[x], i)
		if t.visibleTo(hands[i].slot)&eyeBit(d.seat) == 0 {
			dark = append(dark, i)
		}
	}
	if len(order) > 1 {
		d.shuffle(hands, dark, k)
	}
	for _, x := range order {
		d.shuffle(hands, shapes[x], k)
	}
}

// filling is the contents of an element after a deal.
type filling struct {
	in   ID
	what []ID
}

// inside lists the future contents of each hand that gets another slot: what stays in the slot keeps its
// position among the others, and what moves with the hand takes the positions of what leaves.
func (d *dealer) inside(hands []hand) (all []filling) {
	t := d.t
	for i := range hands {
		h := &hands[i]
		if h.slot == h.id || !d.keepsInside(h.slot) && !d.keepsInside(h.id) {
			continue
		}
		own := d.goes(h.id)
		f := filling{in: h.id}
		for in := t.at(h.slot).first; in != 0; in = t.at(in).next {
			switch {
			case !d.hidden(in):
				f.what = append(f.what, in)
			case len(own) > 0:
				f.what, own = append(f.what, own[0]), own[1:]
			}
		}
		f.what = slices.Concat(f.what, own)
		all = append(all, f)
	}
	return all
}

// goes lists the contents of an element that move with it.
func (d *dealer) goes(id ID) (all []ID) {
	for in := d.t.at(id).first; in != 0; in = d.t.at(in).next {
		if d.hidden(in) {
			all = append(all, in)
		}
	}
	return all
}

// named pairs the contents of the hands' slots with what replaces them: whatever names the one then names the
// other.
func (d *dealer) named(hands []hand) (all [][2]ID) {
	for i := range hands {
		if h := &hands[i]; h.slot != h.id && d.t.at(h.slot).first != 0 {
			all = d.pairs(all, h.slot, h.id)
		}
	}
	return all
}

func (d *dealer) pairs(all [][2]ID, was, is ID) [][2]ID {
	old, now := d.goes(was), d.goes(is)
	if len(old) != len(now) {
		return all // the seat sees nothing of them
	}
	for i := range old {
		all = d.pairs(append(all, [2]ID{old[i], now[i]}), old[i], now[i])
	}
	return all
}

// refill puts the new contents into the hands.
func (d *dealer) refill(all []filling) {
	t := d.t
	for _, f := range all {
		r := t.w(f.in)
		r.first, r.last, r.count = 0, 0, uint32(len(f.what))
		for i, id := range f.what {
			c := t.w(id)
			c.parent, c.prev, c.next = f.in, 0, 0
			if i > 0 {
				c.prev = f.what[i-1]
			}
			if i+1 < len(f.what) {
				c.next = f.what[i+1]
			}
		}
		if n := len(f.what); n > 0 {
			t.w(f.in).first, t.w(f.in).last = f.what[0], f.what[n-1]
		}
	}
}
