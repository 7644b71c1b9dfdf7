package tableau

import (
	"cmp"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

// Name returns the name of an element for people: its label, or its kind and name.
func Name(s *game.State, id game.ID) string {
	k := s.Kind(id)
	switch {
	case k == nil:
		return s.Name(id)
	case k.Label != nil:
		return labelOf(s, k, id)
	case k.Look.Label != "":
		return k.Look.Label
	}
	return k.Name + " " + s.Name(id)
}

// labelOf calls the label function of the rules, which may panic.
func labelOf(s *game.State, k *game.Kind, id game.ID) (label string) {
	defer func() {
		if recover() != nil || label == "" {
			label = k.Name
		}
	}()
	return words.Tame(k.Label(s, id))
}

// shortName returns the short name of an element, for lists of a place.
func shortName(s *game.State, id game.ID) string {
	k := s.Kind(id)
	switch {
	case k == nil:
		return "?"
	case k.Label != nil:
		return labelOf(s, k, id)
	}
	if mark := markOf(s, id); mark != "" {
		return mark
	}
	if k.Look.Label != "" {
		return k.Look.Label
	}
	return k.Name
}

// markOf returns how a thing is drawn, if that shows its owner.
func markOf(s *game.State, id game.ID) string {
	k, x := s.Kind(id), int(s.Owner(id))
	if k == nil || k.Label != nil || x < 0 || x >= len(k.Look.BySeat) {
		return ""
	}
	return k.Look.BySeat[x]
}

// Titled returns a line with readable names for the places of seats: hand of player 2, not hand/1.
func Titled(s *game.State, names words.Names, l wire.Line) wire.Line {
	l.Args = slices.Clone(l.Args)
	for i, a := range l.Args {
		if id := s.Find(a.Element); a.Element != "" && a.Label == "" && s.Kind(id) == nil {
			l.Args[i].Label = titleWithin(s, names, id)
		}
	}
	return l
}

// titleWithin returns the name of a seat's place within a sentence, or "" if it is not one.
func titleWithin(s *game.State, names words.Names, id game.ID) string {
	for _, l := range s.Rules().Layout {
		if p, is := l.(*game.Place); is && p.Each && s.Owner(id) >= 0 && p.Of(s.Owner(id)) == id {
			return cmp.Or(p.Look.Label, p.Name) + " of " + names.Of(s.Owner(id))
		}
	}
	return ""
}
