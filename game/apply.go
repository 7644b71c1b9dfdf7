package game

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// Apply returns the state with the changes applied, one slice per move in order. The changes must fit
// exactly: if they come from another state or are damaged, Apply refuses all of them. Applying from.Diff(to)
// to from gives a state equal to to, except for the messages of the last move: like a loaded state, the
// result has no lines, notices or reveals (Said, Notices, Revealed), so DisclosedSince and TextFor cannot
// take them into account.
func (s *State) Apply(moves ...[]Change) (*State, error) {
	if s.view != nil {
		v, err := s.applyToView(moves)
		if err != nil {
			return s, refuse(Damaged, "the changes do not fit this view: {0}", cut(err.Error(), 300))
		}
		return v, nil
	}
	f := s.rules.borrow(s)
	defer s.rules.giveBack(f)
	if err := f.t.applyAll(moves); err != nil {
		return s, refuse(Damaged, "the changes do not fit this state: {0}", cut(err.Error(), 300))
	}
	f.s.sum, f.s.kept = f.s.tableHash(), true
	return f.freeze(), nil
}

func (t *Tx) applyAll(moves [][]Change) (err error) {
	t.stale = t.stale || t.rules.c.sighted && t.mem == nil
	if err := t.looked(t.recall); err != nil {
		return err
	}
	t.memGen = generations.Add(1)
	for _, changes := range moves {
		if err := t.apply(changes); err != nil {
			return err
		}
	}
	if !t.rules.c.sighted {
		return nil
	}
	defer t.guard(&err)
	return t.checkMemory()
}

// patch is a list of Changes on its way into a Tx.
type patch struct {
	t    *Tx
	put  map[ID]spot // where elements will be
	next map[spot]ID // which element will be in a spot

	by, won string         // what won the game, before the changes and after
	shrink  ID             // the number of rows to keep, if fewer
	pending []savedPending // the secret choices in the changes, nil if they have none
}

// spot is a position in the order of a place: after another element, or first if after is 0.
type spot struct{ in, after ID }

func (t *Tx) apply(changes []Change) (err error) {
	var fault error
	defer func() {
		if err == nil {
			err = fault
		}
	}()
	defer t.guard(&fault)
	t.begin(Nobody)
	p := &patch{t: t, by: t.byText(), put: map[ID]spot{}, next: map[spot]ID{}}
	p.won = p.by
	for _, c := range changes {
		if c.Of == "" && c.Field == "@created" {
			if err := p.created(c); err != nil {
				return err
			}
		}
	}
	if err := p.take(changes); err != nil {
		return err
	}
	if err := p.place(); err != nil {
		return err
	}
	if err := p.rest(changes); err != nil {
		return err
	}
	if p.pending != nil {
		if err := t.State.readPending(p.pending); err != nil {
			return err
		}
	}
	if !t.readBy(p.won, t.nameToID) {
		return fmt.Errorf("a game cannot be won by %q", clip(p.won))
	}
	if err := t.State.checkWaiting(); err != nil {
		return err
	}
	t.inPast = false
	t.inPast = t.keptLast()
	return nil
}

var errBase = errors.New("they were made from a different state")

// created makes room for all the elements that will exist; none of them is live yet.
func (p *patch) created(c Change) error {
	t := p.t
	was, err1 := strconv.Atoi(c.Was)
	is, err2 := strconv.Atoi(c.Is)
	if err1 != nil || err2 != nil || is < 0 || is > maxCreated {
		return fmt.Errorf("%q is not a valid number of elements", c.Is)
	}
	if was != int(t.n-t.rules.c.first) {
		return errBase
	}
	if n := t.rules.c.first + ID(is); n < t.n {
		p.shrink = n // once the elements above are gone
	} else {
		t.room(n)
	}
	return nil
}

// maxCreated limits how many elements a save can claim to have created.
const maxCreated = 1 << 24

// room sets the number of rows; new ones are empty.
func (t *Tx) room(n ID) {
	for id := t.n; id < n; id++ {
		t.newRow(id)
		*t.at(id) = row{owner: Nobody}
	}
	t.n = n
}

// take reads which elements are created, removed or moved, and picks those up.
func (p *patch) take(changes []Change) error {
	t := p.t
	for _, c := range changes {
		if c.Of == "" {
			continue
		}
		id := t.nameToID(c.Of)
		switch {
		case id == 0:
			return fmt.Errorf("there is no element %q", clip(c.Of))
		case c.Field == "@kind":
			if err := p.kind(id, c); err != nil {
				return err
			}
		case c.Field == "@in":
			if err := p.lift(id, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (p *patch) kind(id ID, c Change) error {
	t := p.t
	if id < t.rules.c.first {
		return fmt.Errorf("%s cannot be created or removed", c.Of)
	}
	was := ""
	if k := t.Kind(id); k != nil {
		was = k.Name
	}
	if was != c.Was {
		return errBase
	}
	r := t.w(id)
	if c.Is == "" {
		r.kind, r.flags = 0, r.flags&^live
		return nil
	}
	for i, k := range t.rules.c.kinds {
		if k.Name == c.Is {
			r.kind, r.flags = uint16(i)+1, live
			return nil
		}
	}
	return fmt.Errorf("there is no kind %q", clip(c.Is))
}

func (p *patch) lift(id ID, c Change) error {
	t := p.t
	if id < t.rules.c.first {
		return fmt.Errorf("%s cannot be moved", c.Of)
	}
	r := t.at(id)
	was := ""
	if r.parent != 0 {
		was = string((&differ{to: t.State}).spot(nil, &row{parent: r.parent, prev: r.prev, flags: live}))
	}
	if _, twice := p.put[id]; twice || was != c.Was {
		return errBase
	}
	if c.Is == "" {
		p.put[id] = spot{}
		return nil
	}
	in, after, behind := strings.Cut(c.Is, " ")
	to := spot{in: t.nameToID(in), after: t.nameToID(after)}
	if to.in < t.rules.c.lowest() || behind && to.after < t.rules.c.first {
		return fmt.Errorf("there is no spot %q", clip(c.Is))
	}
	if _, taken := p.next[to]; taken {
		return fmt.Errorf("two elements are put into the same spot %q", c.Is)
	}
	p.put[id], p.next[to] = to, id
	return nil
}

// place unlinks everything that moves, then links each element after its new neighbour.
func (p *patch) place() error {
	t := p.t
	for id := range t.n {
		if _, moves := p.put[id]; moves && t.at(id).parent != 0 {
			r := t.w(id)
			t.unlink(id, r)
			r.parent, r.prev, r.next = 0, 0, 0
		}
	}
	placed := 0
	for id := range t.n {
		to, moves := p.put[id]
		if !moves || to.in == 0 || t.at(id).parent != 0 || !p.stands(to) {
			continue
		}
		for id != 0 {
			r := t.w(id)
			t.link(id, r, to.in, to.after)
			placed++
			to = spot{to.in, id}
			if next, ok := p.next[to]; ok && t.at(next).parent == 0 {
				id = next
			} else {
				id = 0
			}
		}
	}
	want := 0
	for id := range t.n {
		to, moves := p.put[id]
		if moves && to.in != 0 {
			want++
		}
		if alive := id >= t.rules.c.first &&
			t.at(id).flags&live != 0; alive != (id >= t.rules.c.first && t.at(id).parent != 0) {
			return fmt.Errorf("element %s is not in any place", t.Name(id))
		} else if up := t.at(id).parent; alive && up >= t.rules.c.first && t.at(up).flags&live == 0 {
			return fmt.Errorf("element %s is in a place that does not exist", t.Name(id))
		}
	}
	if placed != want {
		return errors.New("elements follow one another in a circle")
	}
	return p.rooted()
}

// stands reports whether the neighbour an element goes after is already in place.
func (p *patch) stands(to spot) bool {
	if to.after == 0 {
		return true
	}
	return p.t.at(to.after).parent == to.in
}

// rooted checks that no element contains itself or is in something that does not exist, and that no place is
// over its limit.
func (p *patch) rooted() error {
	t := p.t
	for id := range p.put {
		steps := 0
		for up := t.at(id).parent; up >= t.rules.c.first; up = t.at(up).parent {
			if steps++; up == id || steps > int(t.n) || t.at(up).flags&live == 0 {
				return fmt.Errorf("element %s is in itself or in nothing", t.Name(id))
			}
		}
		if up := t.at(id).parent; up != 0 && up < t.rules.c.first {
			if t.at(up).flags&live == 0 {
				return fmt.Errorf("there is no %s in this game", t.Name(up))
			}
			if pl := t.rules.c.places[up]; pl != nil && pl.Max > 0 && t.Count(up) > pl.Max {
				return fmt.Errorf("%s holds too many elements", t.Name(up))
			}
		}
	}
	return nil
}

// rest applies the changes of parts, owners and the game itself.
func (p *patch) rest(changes []Change) error {
	t := p.t
	for _, c := range changes {
		var err error
		switch {
		case strings.HasPrefix(c.Field, memoryField):
			err = p.memory(t.nameToID(c.Of), c)
		case c.Of == "":
			err = p.header(c)
		case c.Field == "@owner":
			err = p.owner(t.nameToID(c.Of), c)
		case c.Field != "@kind" && c.Field != "@in": // those two are done already
			err = p.part(t.nameToID(c.Of), c)
		}
		if err != nil {
			return err
		}
	}
	for _, c := range changes {
		if id := t.nameToID(c.Of); c.Field == "@kind" && t.at(id).flags&live == 0 && !t.clean(id) {
			return fmt.Errorf("element %s is gone, but some of its values remain", c.Of)
		}
	}
	if p.shrink > 0 {
		for id := p.shrink; id < t.n; id++ {
			if t.at(id).flags&live != 0 || t.mem != nil && t.mem.of(id) {
				return fmt.Errorf("element %s remains, but its number is higher than the number of elements created", t.Name(id))
			}
		}
		t.n = p.shrink
	}
	if t.turn >= Seat(t.seats) || t.turn < Nobody || uint64(t.out) >= 1<<uint(t.seats) ||
		uint64(t.away) >= 1<<uint(t.seats) || (t.turn == Nobody) != (t.over != running) {
		return errors.New("the seat to act does not exist")
	}
	if t.turn != Nobody && t.out>>uint(t.turn)&1 != 0 {
		return errors.New("the seat to act is eliminated")
	}
	if t.turn != Nobody && t.away>>uint(t.turn)&1 != 0 {
		return errors.New("the seat to act is sitting out")
	}
	if t.left.seats() != t.out {
		return errors.New("the order of elimination does not match the eliminated seats")
	}
	if n, f := t.resting(); n != nil && n.kind == nodeAct && t.over == running && f.seat != t.turn {
		return errors.New("the flow is not waiting for the seat to act")
	}
	if t.over != running && t.over != wonBy && t.winners != t.best() {
		return errors.New("the winners are not the seats with the best result")
	}
	return nil
}

// clean reports whether an element that has left the game has no values left.
func (t *Tx) clean(id ID) bool {
	for _, c := range t.cols {
		if !c.blank(id) {
			return false
		}
	}
	return t.at(id).owner == Nobody
}

func (p *patch) owner(id ID, c Change) error {
	t := p.t
	r := t.at(id)
	switch {
	case id < t.rules.c.first:
		return fmt.Errorf("%s cannot change its owner", c.Of)
	case ownerText(r, true) != c.Was:
		return errBase
	case r.flags&live == 0 && c.Is != "":
		return fmt.Errorf("element %s is not in the game", c.Of)
	}
	owner := Nobody
	if c.Is != "" {
		n, err := strconv.Atoi(c.Is)
		if err != nil || n < 0 || n >= int(t.seats) || itoa(n) != c.Is {
			return fmt.Errorf("there is no seat %q", clip(c.Is))
		}
		owner = Seat(n)
	}
	t.w(id).owner = owner
	if up := r.parent; up != 0 {
		t.refresh(up)
	}
	return nil
}

func (p *patch) part(id ID, c Change) error {
	t := p.t
	for slot, part := range t.rules.c.parts {
		f := part.part()
		if f.name != c.Field {
			continue
		}
		was, is := c.Was, c.Is
		if was == "" {
			was = f.blank
		}
		if is == "" {
			is = f.blank
		}
		if string(t.cols[slot].encode(nil, t.State, id)) != was {
			return errBase
		}
		if t.at(id).flags&live == 0 && is != f.blank {
			return fmt.Errorf("element %s is not in the game", c.Of)
		}
		return t.cols[slot].decode(t, id, []byte(is))
	}
	return fmt.Errorf("there is no part %q", clip(c.Field))
}

func (p *patch) header(c Change) error {
	t := p.t
	number := func(was, low int) (int, error) {
		is, err := strconv.Atoi(c.Is)
		switch {
		case err == nil && itoa(was) != c.Was:
			err = errBase
		case err == nil && (is < low || int64(is) > math.MaxUint32):
			err = fmt.Errorf("%s cannot be %d", c.Field, is)
		}
		return is, err
	}
	var n int
	var err error
	switch c.Field {
	case "@created": // created has made room for these
	case "@turn":
		n, err = number(int(t.turn), int(Nobody))
		t.turn = Seat(max(-1, min(n, maxSeats)))
	case "@moves":
		n, err = number(int(t.State.moves), 0)
		t.State.moves = uint32(n)
	case "@out":
		n, err = number(int(t.out), 0)
		t.out = uint32(n)
	case "@away":
		n, err = number(int(t.away), 0)
		t.away = uint32(n)
	case "@left":
		if err := t.left.change(c); err != nil {
			return err
		}
	case "@outcome":
		if t.outcomeText() != c.Was {
			return errBase
		}
		if !t.readOutcome(c.Is) {
			return fmt.Errorf("%q is not an outcome", clip(c.Is))
		}
	case "@by": // set once the elements exist
		if p.by != c.Was {
			return errBase
		}
		p.won = c.Is
	case "@random":
		if t.rng.text() != c.Was {
			return errBase
		}
		t.rng, err = readSource([]byte(c.Is))
	case "@past":
		return p.past(c)
	case "@flow":
		if t.State.flowText() != c.Was {
			return errBase
		}
		t.flowOwned = false
		p.pending, err = t.State.readFlow(c.Is)
	default:
		return fmt.Errorf("there is no field %q", clip(c.Field))
	}
	return err
}

func (p *patch) past(c Change) error {
	was, ok1 := readKeys(c.Was)
	is, ok2 := readKeys(c.Is)
	if !ok1 || !ok2 {
		return errors.New("the past positions cannot be read")
	}
	all := p.t.past.keys()
	keep := len(all) - len(was)
	if keep < 0 || keysText(all[keep:]) != c.Was {
		return errBase
	}
	p.t.past = pastOf(append(all[:keep], is...))
	return nil
}
