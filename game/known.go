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
	if s.view != nil && s.view.known != nil {
		_ = json.Unmarshal([]byte(s.view.known[s.Name(id)]), &labels) // it is a list, or there is none
	}
	return labels
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
		rank := 0
		for id := s.at(in).first; id != 0; id = s.at(id).next {
			if l.handle(id) != 0 {
				continue
			}
			if !g.heap() {
				rank++
			}
			if l.all.known.at(id)&bit != 0 && l.all.rolled.at(id)&bit == 0 {
				out = append(out, knownThing{in, id, rank})
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
	f.knew, f.knows = f.before.appendKnown(f.knew[:0]), f.after.appendKnown(f.knows[:0])
	same := slices.Equal(f.knew, f.knows)
	for i := 0; same && i < len(f.knew); i++ {
		id := f.knew[i].id
		same = *f.from.known(id) == *f.to.known(id) && !slices.ContainsFunc(f.cells, func(c cellRef) bool { return c.id == id })
	}
	if !same {
		visitBoth(f.before.inWords(f.knew), f.after.inWords(f.knows), "", func(name, was, is string) {
			f.add(name, knownField, was, is)
		})
	}
}

// knownField is the field of what an observer knows.
const knownField = "@known"

// applyKnown puts what an observer knows into the view.
func (p *viewPatch) applyKnown(c Change) error {
	if p.known == nil {
		p.known = map[string]string{}
		maps.Copy(p.known, p.of.view.known)
	}
	if p.known[c.Of] != c.Was {
		return errBase
	}
	if p.known[c.Of] = c.Is; c.Is == "" {
		delete(p.known, c.Of)
	}
	return nil
}

// knows sets what the observer of the patched view knows.
func (p *viewPatch) knows(v *State) error {
	if v.view.known = p.of.view.known; p.known != nil {
		v.view.known = p.known
	}
	for name, text := range v.view.known {
		var labels []string
		if err := json.Unmarshal([]byte(text), &labels); err != nil || len(labels) == 0 || knownText(labels) != text {
			return fmt.Errorf("%q is not a list of labels", clip(text))
		}
		id := p.find(v, name)
		if id < v.rules.c.lowest() || id >= v.rules.c.first && v.at(id).flags&faceless == 0 {
			return fmt.Errorf("nothing can be known of %q", clip(name))
		}
	}
	return nil
}

// savedKnown is what an observer knows, in the form of a file.
type savedKnown map[string]json.RawMessage

func (w *viewing) saveKnown() (out savedKnown) {
	for name, text := range w.known {
		if out == nil {
			out = savedKnown{}
		}
		out[name] = json.RawMessage(text)
	}
	return out
}

// hashKnown returns what knowledge adds to the hash of a view.
func (w *viewing) hashKnown() (sum uint64) {
	for name, text := range w.known {
		sum += mix(mix(hashKnown, hashText(name)), hashText(text))
	}
	return sum
}
