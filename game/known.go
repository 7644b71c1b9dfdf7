package game

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// What an observer knows without seeing it is part of its view: the labels of such things, as JSON lists. They are kept
// by the name of the faceless thing, or by that of its place if things cannot be told apart there.

// KnownIn returns, in a view, the labels of things that the viewer does not see, but knows to be there: of a faceless
// thing itself, or of things in a place where they cannot be told apart, in alphabetical order.
func (s *State) KnownIn(id ID) (labels []string) {
	if s.view != nil {
		if text := s.view.knows()[s.Name(id)]; text != "" {
			_ = json.Unmarshal([]byte(text), &labels) // it is a list
		}
	}
	return labels
}

// knows returns what the observer knows. A view of a state finds it out when it is first asked.
func (w *viewing) knows() map[string]string {
	if w.of == nil {
		return w.known
	}
	told := w.told.Load()
	if told == nil {
		l := w.of.eyes(w.seat)
		words := l.inWords(l.appendKnown(nil))
		told = &words
		w.told.Store(told)
	}
	return *told
}

// knownThing is an element that an observer knows, but does not see.
type knownThing struct {
	in, id ID
	rank   int // its number among the faceless things of the place, 0 if they cannot be told apart
}

// appendKnown appends what the observer knows to be in places, unless a rule decides what is seen there: then it could
// leave unseen.
func (l *eyes) appendKnown(out []knownThing) []knownThing {
	if l.m == nil {
		return out
	}
	s, bit := l.s, eyeBit(l.seat)
	for in := s.rules.c.lowest(); in < s.rules.c.first; in++ {
		g := &s.rules.c.sights[in]
		if s.at(in).first == 0 || g.open() || g.rule != nil || g.rest == Unseen || g.forgotten {
			continue
		}
		start, rank := len(out), 0
		for id := s.at(in).first; id != 0; id = s.at(id).next {
			if l.all.known.at(id)&bit != 0 && l.all.rolled.at(id)&bit == 0 && l.handle(id) == 0 {
				out = append(out, knownThing{in, id, 0})
			}
		}
		if g.heap() || len(out) == start {
			continue
		}
		for id, todo := s.at(in).first, out[start:]; len(todo) > 0; id = s.at(id).next {
			if l.handle(id) == 0 {
				rank++
			}
			if id == todo[0].id {
				todo[0].rank, todo = rank, todo[1:]
			}
		}
	}
	return out
}

// inWords returns the labels of known things by the name in the view.
func (l *eyes) inWords(things []knownThing) map[string]string {
	if len(things) == 0 {
		return nil
	}
	named, labels := l.named(), map[string][]string{}
	for _, x := range things {
		name := l.s.Name(x.in)
		if x.rank > 0 {
			name += ":" + itoa(x.rank)
		}
		if label := l.labelOfKnown(named, x.id); label != "" {
			labels[name] = append(labels[name], label)
		}
	}
	all := make(map[string]string, len(labels))
	for name, list := range labels {
		all[name] = knownText(list)
	}
	return all
}

// labelOfKnown returns the label of an element as on the view of an observer who sees it, "" if only a view can tell.
func (l *eyes) labelOfKnown(named *State, id ID) string {
	for slot, col := range l.s.cols {
		if !l.s.rules.c.secrets[slot].inner && !col.blank(id) && (col.refers() || !l.s.seesPart(slot, l.seat, id, true, true)) {
			return ""
		}
	}
	if k := l.s.Kind(id); k.Label != nil {
		label, _ := k.labelWithoutView(named, id)
		return label
	}
	if len(l.s.rules.c.kinds) == 1 {
		return "" // it is one of them: that tells nothing
	}
	return l.s.calling(id)
}

func knownText(labels []string) string {
	slices.Sort(labels) // their order could tell where they are
	text, _ := json.Marshal(labels)
	return string(text)
}

// known adds what differs about things that the observer knows, but does not see.
func (f *filter) known() {
	knew, knows := f.before.appendKnown(f.knew[:0]), f.after.appendKnown(f.knows[:0])
	f.knew, f.knows = knew[:0], knows[:0]
	for len(knew)+len(knows) > 0 { // place by place
		in := ^ID(0)
		for _, list := range [][]knownThing{knew, knows} {
			if len(list) > 0 {
				in = min(in, list[0].in)
			}
		}
		was, is := firstIn(in, &knew), firstIn(in, &knows)
		if !slices.Equal(was, is) || slices.ContainsFunc(was, f.relabelled) {
			f.knew, f.knows = append(f.knew, was...), append(f.knows, is...)
		}
	}
	if len(f.knew)+len(f.knows) > 0 {
		visitBoth(f.before.inWords(f.knew), f.after.inWords(f.knows), "", func(name, was, is string) {
			f.add(name, knownField, was, is)
		})
	}
}

// firstIn cuts off the things in a place from the front of a list.
func firstIn(place ID, list *[]knownThing) []knownThing {
	n := slices.IndexFunc(*list, func(x knownThing) bool { return x.in != place })
	if n < 0 {
		n = len(*list)
	}
	cut := (*list)[:n]
	*list = (*list)[n:]
	return cut
}

// relabelled reports whether the label of a known thing may have changed.
func (f *filter) relabelled(x knownThing) bool {
	return *f.from.known(x.id) != *f.to.known(x.id) ||
		slices.ContainsFunc(f.cells, func(c cellRef) bool { return c.id == x.id })
}

// knownField is the field of what an observer knows.
const knownField = "@known"

// applyKnown puts what an observer knows into the view.
func (p *viewPatch) applyKnown(c Change) error {
	if p.known == nil {
		p.known = map[string]string{}
		maps.Copy(p.known, p.of.view.knows())
	}
	if p.known[c.Of] != c.Was {
		return errBase
	}
	if c.Is == "" {
		delete(p.known, c.Of)
		return nil
	}
	var labels []string
	if err := json.Unmarshal([]byte(c.Is), &labels); err != nil || len(labels) == 0 || knownText(labels) != c.Is {
		return fmt.Errorf("%q is not a list of labels", clip(c.Is))
	}
	p.known[c.Of] = c.Is
	return nil
}

// knows sets what the observer of the patched view knows.
func (p *viewPatch) knows(v *State) error {
	if v.view.known = p.known; p.known == nil {
		v.view.known = p.of.view.knows()
	}
	for name := range v.view.known {
		if id := p.find(v, name); id < v.rules.c.lowest() || id >= v.rules.c.first && v.at(id).flags&faceless == 0 {
			return fmt.Errorf("nothing can be known of %q", clip(name))
		}
	}
	return nil
}

// savedKnown is what an observer knows, in the form of a file.
type savedKnown map[string]json.RawMessage

func (w *viewing) saveKnown() (out savedKnown) {
	for name, text := range w.knows() {
		if out == nil {
			out = savedKnown{}
		}
		out[name] = json.RawMessage(text)
	}
	return out
}

// hashKnown returns what knowledge adds to the hash of a view.
func (w *viewing) hashKnown() (sum uint64) {
	for name, text := range w.knows() {
		sum += mix(mix(hashKnown, hashText(name)), hashText(text))
	}
	return sum
}
