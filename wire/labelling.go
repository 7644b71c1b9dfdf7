package wire

import (
	"slices"

	"github.com/plygame/ply/game"
)

// Labelling holds the labels of the things in an observer's last view.
type Labelling struct{ all, spare []labelled }

type labelled struct {
	name, text string
	still      bool // it is also in the next view
}

// Next sets the labels to those of the next view. It returns the labels that differ, with an empty text for things that
// no longer have one.
func (l *Labelling) Next(view *game.State) (changed map[string]string) {
	put := func(name, text string) {
		if changed == nil {
			changed = map[string]string{}
		}
		changed[name] = text
	}
	old := oldLabels{all: l.all}
	next := slices.Grow(l.spare[:0], len(l.all)+8)
	for id := range view.All() {
		text := label(view, id)
		if text == "" {
			continue
		}
		name := view.Name(id)
		if was := old.find(name); was == nil {
			put(name, text)
		} else if was.still = true; was.text != text {
			put(name, text)
		}
		next = append(next, labelled{name: name, text: text})
	}
	for _, x := range l.all {
		if !x.still {
			put(x.name, "")
		}
	}
	l.all, l.spare = next, l.all
	return changed
}

// oldLabels finds the labels of the last view. Things are mostly in the same order in the next view, so the search
// starts after the last hit.
type oldLabels struct {
	all    []labelled
	at     int
	byName map[string]int // if there are too many for a linear search
}

func (o *oldLabels) find(name string) *labelled {
	if o.at < len(o.all) && o.all[o.at].name == name { // mostly
		o.at++
		return &o.all[o.at-1]
	}
	const few = 64
	for i := range min(few, len(o.all)) {
		if k := (o.at + i) % len(o.all); o.all[k].name == name {
			o.at = k + 1
			return &o.all[k]
		}
	}
	if len(o.all) <= few {
		return nil
	}
	if o.byName == nil {
		o.byName = make(map[string]int, len(o.all))
		for k := range o.all {
			o.byName[o.all[k].name] = k
		}
	}
	k, ok := o.byName[name]
	if !ok {
		return nil
	}
	o.at = k + 1
	return &o.all[k]
}
