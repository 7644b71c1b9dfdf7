package game

import (
	"cmp"
	"slices"
	"strconv"
)

// differ collects the differences between old and a state.
type differ struct {
	from  *State
	fork  *Fork // if there is no from: the fork that has the journal
	to    *State
	atoms []atom
	text  []byte // all values, made into one string at the end
	moved []ID   // their place certainly differs
	cells []cellAt
	check []ID // still in the same place, after a different neighbour
}

// old returns the row as it was before.
func (d *differ) old(id ID) *row {
	if d.fork == nil {
		return d.from.known(id)
	}
	if was := d.fork.was; int(id) < len(was) && was[id] > 0 {
		return &d.fork.t.rowsWere[was[id]-1]
	}
	return d.to.known(id)
}

// namer returns the state that knows the names of all elements.
func (d *differ) namer(from *State) *State {
	if from.n > d.to.n {
		return from
	}
	return d.to
}

func (d *differ) name(id ID) string {
	if d.from != nil && id >= d.to.n {
		return d.from.Name(id)
	}
	return d.to.Name(id)
}

// cellAt is where the log of a column has the old value of an element.
type cellAt struct {
	id ID
	at int
}

// atom is a future Change: its values are consecutive in the text.
type atom struct {
	of            ID
	field         fieldNo
	was, mid, end int32
}

// fieldNo is a field of the kernel, or partField plus the slot of a Part. A negative number is the field for
// the observers who know the value of a Part.
type fieldNo int16

const (
	fieldTurn fieldNo = iota
	fieldMoves
	fieldCreated
	fieldOut
	fieldAway
	fieldMoment
	fieldLeft
	fieldOutcome
	fieldBy
	fieldRandom
	fieldPast
	fieldFlow
	fieldKind
	fieldOwner
	fieldIn
	fieldNext
	fieldMixings
	fieldRecalled
	fieldKnown
	fieldRolled
	fieldHandles
	fieldMixed
	partField
)

var fieldNames = [...]string{"@turn", "@moves", "@created", "@out", "@away", "@moment", "@left", "@outcome", "@by",
	"@random", "@past", "@flow", "@kind", "@owner", "@in",
	memoryField + "next", memoryField + "mixings", memoryField + "recalled", memoryField + "known", memoryField + "rolled",
	memoryField + "handles", memoryField + "mixed"}

// add makes a change of what was appended to the text: the old value starts at was, the new one at mid.
func (d *differ) add(of ID, field fieldNo, was, mid int) {
	d.atoms = append(d.atoms, atom{of, field, int32(was), int32(mid), int32(len(d.text))})
}

func (d *differ) addString(of ID, field fieldNo, was, is string) {
	if was == is {
		return
	}
	from := len(d.text)
	d.text = append(d.text, was...)
	mid := len(d.text)
	d.text = append(d.text, is...)
	d.add(of, field, from, mid)
}

func (d *differ) addInt(field fieldNo, was, is int) {
	if was == is {
		return
	}
	from := len(d.text)
	d.text = strconv.AppendInt(d.text, int64(was), 10)
	mid := len(d.text)
	d.text = strconv.AppendInt(d.text, int64(is), 10)
	d.add(0, field, from, mid)
}

// finish returns the changes; their texts are parts of one string.
func (d *differ) finish(out []Change) []Change {
	text := string(d.text)
	from := len(out)
	out = slices.Grow(out, len(d.atoms))[:from+len(d.atoms)]
	for i := range d.atoms {
		a, c := &d.atoms[i], &out[from+i]
		c.Of, c.Was, c.Is = "", text[a.was:a.mid], text[a.mid:a.end]
		if a.of != 0 {
			c.Of = d.name(a.of)
		}
		switch {
		case a.field < 0:
			c.Field = valueField + d.to.rules.c.partNames[-1-a.field]
		case a.field < partField:
			c.Field = fieldNames[a.field]
		default:
			c.Field = d.to.rules.c.partNames[a.field-partField]
		}
	}
	return out
}

func (d *differ) row(id ID) {
	was, is := d.old(id), d.to.known(id)
	if *was == *is {
		return
	}
	before, after := was.flags&live != 0, is.flags&live != 0
	if !before && !after {
		return
	}
	if was.kind != is.kind {
		d.addString(id, fieldKind, d.kindName(was), d.kindName(is))
	}
	if was.owner != is.owner || before != after {
		d.addString(id, fieldOwner, ownerText(was, before), ownerText(is, after))
	}
	if was.parent != is.parent {
		d.moved = append(d.moved, id)
	} else if was.prev != is.prev {
		d.check = append(d.check, id)
	}
}

func (d *differ) kindName(r *row) string {
	if r.kind == 0 {
		return ""
	}
	return d.to.rules.c.kinds[r.kind-1].Name
}

func ownerText(r *row, alive bool) string {
	if !alive || r.owner == Nobody {
		return ""
	}
	return itoa(int(r.owner))
}

// lists finds which elements have changed their place. An element does not move because a neighbour leaves or
// another element comes in between.
func (d *differ) lists() {
	isMoved := func(id ID) bool {
		_, found := slices.BinarySearch(d.moved, id)
		return found
	}
	var redo []ID // places in which the order itself was changed
	for _, id := range d.check {
		a, b := d.old(id).prev, d.to.known(id).prev
		for a != 0 && isMoved(a) {
			a = d.old(a).prev
		}
		for b != 0 && isMoved(b) {
			b = d.to.known(b).prev
		}
		if up := d.to.known(id).parent; a != b && !slices.Contains(redo, up) {
			redo = append(redo, up)
		}
	}
	stay := d.moved
	for _, up := range redo {
		stay = append(stay, d.reordered(up, isMoved)...)
	}
	slices.Sort(stay)
	d.moved = stay
	for _, id := range d.moved {
		from := len(d.text)
		d.text = d.spot(d.text, d.old(id))
		mid := len(d.text)
		d.text = d.spot(d.text, d.to.known(id))
		// This is so even if its neighbour is the same, because the neighbour moves too.
		d.add(id, fieldIn, from, mid)
	}
}

// reordered returns the fewest elements that must move to turn the old order of a place into the new one: all
// except a longest increasing subsequence.
func (d *differ) reordered(up ID, isMoved func(ID) bool) []ID {
	at := map[ID]int{}
	for id := d.old(up).first; id != 0; id = d.old(id).next {
		at[id] = len(at)
	}
	var seq []ID
	for id := d.to.known(up).first; id != 0; id = d.to.known(id).next {
		if _, was := at[id]; was && !isMoved(id) {
			seq = append(seq, id)
		}
	}
	var tails []int // indices into seq: the best end of an increasing run of each length
	back := make([]int, len(seq))
	for i, id := range seq {
		k, _ := slices.BinarySearchFunc(tails, at[id], func(j, v int) int { return cmp.Compare(at[seq[j]], v) })
		back[i] = -1
		if k > 0 {
			back[i] = tails[k-1]
		}
		if k == len(tails) {
			tails = append(tails, i)
		} else {
			tails[k] = i
		}
	}
	stays := map[ID]bool{}
	for i := tails[len(tails)-1]; i >= 0; i = back[i] {
		stays[seq[i]] = true
	}
	var move []ID
	for _, id := range seq {
		if !stays[id] {
			move = append(move, id)
		}
	}
	return move
}

// spot appends where an element is: its place, and the element before it.
func (d *differ) spot(dst []byte, r *row) []byte {
	if r.flags&live == 0 {
		return dst
	}
	dst = append(dst, d.name(r.parent)...)
	if r.prev != 0 {
		dst = append(append(dst, ' '), d.name(r.prev)...)
	}
	return dst
}

// cell adds the change of a part's value; the old value is in the text already.
func (d *differ) cell(slot int, id ID, from int) {
	c, blank := d.to.cols[slot], d.to.rules.c.blanks[slot]
	if string(d.text[from:]) == blank {
		d.text = d.text[:from]
	}
	mid := len(d.text)
	d.text = c.encode(d.text, d.to, id)
	if string(d.text[mid:]) == blank {
		d.text = d.text[:mid]
	}
	d.add(id, partField+fieldNo(slot), from, mid)
}

// flow adds the change of the position in the flow.
func (d *differ) flow(from *State) {
	was := len(d.text)
	d.text = from.appendFlow(d.text)
	mid := len(d.text)
	if d.text = d.to.appendFlow(d.text); string(d.text[was:mid]) == string(d.text[mid:]) {
		d.text = d.text[:was]
		return
	}
	d.add(0, fieldFlow, was, mid)
}

func (d *differ) header(was *turnState, left leaving, by string, n ID, rng *source, past *past) {
	is := &d.to.turnState
	first := d.to.rules.c.first
	d.addInt(fieldTurn, int(was.turn), int(is.turn))
	d.addInt(fieldMoves, int(was.moves), int(is.moves))
	d.addInt(fieldCreated, int(n-first), int(d.to.n-first))
	d.addInt(fieldOut, int(was.out), int(is.out))
	d.addInt(fieldAway, int(was.away), int(is.away))
	d.addInt(fieldMoment, int(was.moment), int(is.moment))
	if left != d.to.left {
		d.addString(0, fieldLeft, left.text(), d.to.left.text())
	}
	if was.over != is.over || was.winners != is.winners || was.score != is.score {
		d.addString(0, fieldOutcome, was.outcomeText(), is.outcomeText())
	}
	d.addString(0, fieldBy, by, d.to.byText())
	if rng != d.to.rng {
		d.addString(0, fieldRandom, rng.text(), d.to.rng.text())
	}
	if !past.same(&d.to.past) {
		a, b := past.keys(), d.to.past.keys()
		same := 0
		for same < len(a) && same < len(b) && a[same] == b[same] {
			same++
		}
		d.addString(0, fieldPast, keysText(a[same:]), keysText(b[same:]))
	}
}
