package game

import (
	"errors"
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"
)

// memoryField begins the names of fields for what the observers remember. The rest is named as in saves; no
// Part can have such a name.
const memoryField = "@memory:"

// valueField precedes the name of a Part whose value an observer knows.
const valueField = memoryField + "value:"

// memory adds the differences in what the observers remember.
func (d *differ) memory(was, is *memory) {
	if was == is {
		return
	}
	was, is = d.to.orBlank(was), d.to.orBlank(is)
	d.eachEye(0, fieldNext, was, is, nextOf)
	d.eachEye(0, fieldMixings, was, is, mixingsOf)
	if was.recalled != is.recalled {
		d.addString(0, fieldRecalled, recalledText(was), recalledText(is))
	}
	d.masks(fieldKnown, &was.known, &is.known)
	d.masks(fieldRolled, &was.rolled, &is.rolled)
	for slot := range max(len(was.values), len(is.values)) {
		d.masks(-1-fieldNo(slot), was.valuesOf(slot), is.valuesOf(slot))
	}
	for _, id := range d.differentMemories(was, is, func(a, b *memories, note func(ID)) {
		b.handle.differs(&a.handle, note)
	}) {
		d.eachEye(id, fieldHandles, was, is, handleOf)
	}
	for _, id := range d.differentMemories(was, is, func(a, b *memories, note func(ID)) {
		b.mixed.differs(&a.mixed, note)
	}) {
		d.eachEye(id, fieldMixed, was, is, mixedOf)
	}
}

// differentMemories collects the elements about which an observer remembers something different.
func (d *differ) differentMemories(was, is *memory, differs func(a, b *memories, note func(ID))) []ID {
	d.check = d.check[:0]
	for i := range min(len(was.eyes), len(is.eyes)) {
		differs(&was.eyes[i], &is.eyes[i], func(id ID) { d.check = append(d.check, id) })
	}
	slices.Sort(d.check)
	return slices.Compact(d.check)
}

func (d *differ) masks(field fieldNo, was, is *paged[uint64]) {
	is.differs(was, func(id ID) {
		from := len(d.text)
		d.text = appendWho(d.text, was.at(id))
		mid := len(d.text)
		d.text = appendWho(d.text, is.at(id))
		d.add(id, field, from, mid)
	})
}

func (d *differ) eachEye(id ID, field fieldNo, was, is *memory, get func(*memories, ID) uint64) {
	from := len(d.text)
	d.text = was.appendEach(d.text, id, get)
	mid := len(d.text)
	if d.text = is.appendEach(d.text, id, get); string(d.text[from:mid]) == string(d.text[mid:]) {
		d.text = d.text[:from]
		return
	}
	d.add(id, field, from, mid)
}

// What an observer remembers of an element, or of the game, as a number.
func nextOf(e *memories, _ ID) uint64    { return uint64(e.next) }
func mixingsOf(e *memories, _ ID) uint64 { return uint64(e.mixings) }
func handleOf(e *memories, id ID) uint64 { return uint64(e.handle.at(id)) }
func mixedOf(e *memories, id ID) uint64  { return e.mixed.at(id) }

// appendEach appends one number for each observer, nothing if all are 0.
func (m *memory) appendEach(dst []byte, id ID, get func(*memories, ID) uint64) []byte {
	from, some := len(dst), false
	for i := range m.eyes {
		n := get(&m.eyes[i], id)
		some = some || n != 0
		if i > 0 {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendUint(dst, n, 10)
	}
	if !some {
		return dst[:from]
	}
	return dst
}

// appendWho appends the seats of a mask, -1 for the spectators, and whether a value was rolled.
func appendWho(dst []byte, who uint64) []byte {
	from := len(dst)
	for left := who &^ wasRolled; left != 0; left &= left - 1 {
		if len(dst) > from {
			dst = append(dst, ' ')
		}
		dst = strconv.AppendInt(dst, int64(seatOf(bits.TrailingZeros64(left))), 10)
	}
	if who&wasRolled != 0 {
		if len(dst) > from {
			dst = append(dst, ' ')
		}
		dst = append(dst, "rolled"...)
	}
	return dst
}

// readWho reads what appendWho writes.
func readWho(text string) (who uint64, ok bool) {
	for _, word := range strings.Fields(text) {
		if word == "rolled" {
			who |= wasRolled
			continue
		}
		n, err := strconv.ParseInt(word, 10, 8)
		if err != nil {
			return 0, false
		}
		who |= eyeBit(Seat(n))
	}
	return who, string(appendWho(nil, who)) == text
}

// readEach reads what appendEach writes: numbers that are at most most.
func (m *memory) readEach(text string, most uint64) (all []uint64, ok bool) {
	all = make([]uint64, len(m.eyes))
	if text == "" {
		return all, true
	}
	words := strings.Split(text, " ")
	if len(words) != len(all) {
		return nil, false
	}
	for i, word := range words {
		n, err := strconv.ParseUint(word, 10, 64)
		if err != nil || n > most || strconv.FormatUint(n, 10) != word {
			return nil, false
		}
		all[i] = n
	}
	return all, true
}

func recalledText(m *memory) string {
	if m.recalled {
		return "true"
	}
	return ""
}

// valuesOf returns who knows the values of a Part.
func (m *memory) valuesOf(slot int) *paged[uint64] {
	if slot < len(m.values) {
		return &m.values[slot]
	}
	return &paged[uint64]{}
}

// orBlank returns the memory, or an empty one if there is none.
func (s *State) orBlank(m *memory) *memory {
	if m == nil {
		m = &memory{eyes: make([]memories, s.seats+1)}
	}
	return m
}

// memory applies a change of what the observers remember.
func (p *patch) memory(id ID, c Change) error {
	t := p.t
	if !t.rules.c.sighted {
		return fmt.Errorf("there is no field %q", clip(c.Field))
	}
	m := t.memory()
	if part, ok := strings.CutPrefix(c.Field, valueField); ok && id != 0 {
		slot := slices.Index(t.rules.c.partNames, part)
		if slot < 0 || !t.rules.c.secrets[slot].explicit {
			return fmt.Errorf("part %q is not one that observers remember", clip(part))
		}
		if m.values == nil {
			m.values = make([]paged[uint64], len(t.cols))
		}
		return m.putWho(&m.values[slot], id, c, t.observers()|wasRolled)
	}
	switch field := strings.TrimPrefix(c.Field, memoryField); {
	case id == 0 && field == "next":
		return m.putEach(id, c, math.MaxUint32, nextOf, func(i int, n uint64) { m.eyes[i].next = uint32(n) })
	case id == 0 && field == "mixings":
		return m.putEach(id, c, maxMixings, mixingsOf, func(i int, n uint64) { m.eyes[i].mixings = int8(n) })
	case id == 0 && field == "recalled":
		if recalledText(m) != c.Was {
			return errBase
		}
		if m.recalled = c.Is != ""; recalledText(m) != c.Is {
			return fmt.Errorf("%q is not a valid memory", clip(c.Is))
		}
		return nil
	case id < t.rules.c.first:
	case field == "known":
		return m.putWho(&m.known, id, c, t.observers())
	case field == "rolled":
		return m.putWho(&m.rolled, id, c, t.observers()|wasRolled)
	case field == "handles":
		return m.putEach(id, c, math.MaxUint32, handleOf, func(i int, n uint64) { t.setHandle(m, i, id, uint32(n)) })
	case field == "mixed":
		return m.putEach(id, c, math.MaxUint64, mixedOf, func(i int, n uint64) { m.eyes[i].mixed.put(m.gen, id, n) })
	}
	return fmt.Errorf("there is no field %q on %q", clip(c.Field), clip(c.Of))
}

func (m *memory) putWho(in *paged[uint64], id ID, c Change, may uint64) error {
	if string(appendWho(nil, in.at(id))) != c.Was {
		return errBase
	}
	who, ok := readWho(c.Is)
	if !ok || who&^may != 0 {
		return fmt.Errorf("%q is not a list of observers", clip(c.Is))
	}
	in.put(m.gen, id, who)
	return nil
}

func (m *memory) putEach(id ID, c Change, most uint64, get func(*memories, ID) uint64,
	put func(i int, n uint64)) error {
	if string(m.appendEach(nil, id, get)) != c.Was {
		return errBase
	}
	all, ok := m.readEach(c.Is, most)
	if !ok {
		return fmt.Errorf("%q is not a valid memory", clip(c.Is))
	}
	for i, n := range all {
		put(i, n)
	}
	return nil
}

// setHandle gives an element a handle for one observer, or takes it away.
func (t *Tx) setHandle(m *memory, i int, id ID, h uint32) {
	bit := watchers
	if i < int(t.seats) {
		bit = 1 << uint(i)
	}
	m.eyes[i].handle.put(m.gen, id, h)
	if h != 0 {
		m.sight.put(m.gen, id, m.sight.at(id)|bit)
	} else {
		m.sight.put(m.gen, id, m.sight.at(id)&^bit)
	}
}

// checkMemory checks that the observers' memory is consistent with the table.
func (t *Tx) checkMemory() error {
	m := t.mem
	if m == nil {
		return errors.New("no observer has a memory")
	}
	for id := Root; id < t.n; id++ {
		seen := m.sight.at(id)
		switch alive := t.at(id).flags&live != 0; {
		case !alive && m.of(id):
			return fmt.Errorf("%s is remembered, but not in the game", t.Name(id))
		case alive && id >= t.rules.c.first && t.faces(id) != seen || seen&^m.known.at(id) != 0:
			return fmt.Errorf("who sees %s differs from what is remembered", t.Name(id))
		}
	}
	var handles []uint32
	for i := range m.eyes {
		e := &m.eyes[i]
		handles = handles[:0]
		for id := t.rules.c.first; id < t.n; id++ {
			h := e.handle.at(id)
			if h > e.next {
				return fmt.Errorf("%q cannot have the handle %d", t.Name(id), h)
			}
			if h != 0 {
				handles = append(handles, h)
			}
			if e.mixed.at(id)>>uint(e.mixings) != 0 {
				return fmt.Errorf("%q cannot have gone through these mixings", t.Name(id))
			}
		}
		slices.Sort(handles)
		for k := 1; k < len(handles); k++ {
			if handles[k] == handles[k-1] {
				return fmt.Errorf("two elements cannot have the handle %d", handles[k])
			}
		}
	}
	return nil
}

// of reports whether anything is remembered of an element.
func (m *memory) of(id ID) bool {
	if m.known.at(id)|m.rolled.at(id)|m.sight.at(id) != 0 {
		return true
	}
	for i := range m.eyes {
		if m.eyes[i].mixed.at(id) != 0 {
			return true
		}
	}
	for slot := range m.values {
		if m.values[slot].at(id) != 0 {
			return true
		}
	}
	return false
}
