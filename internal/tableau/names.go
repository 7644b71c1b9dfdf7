package tableau

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Name is what people call an element: its label, else the name of its kind and its own.
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

// labelOf asks the rules, which may be at fault.
func labelOf(s *game.State, k *game.Kind, id game.ID) (label string) {
	defer func() {
		if recover() != nil || label == "" {
			label = k.Name
		}
	}()
	return words.Tame(k.Label(s, id))
}

// ShortName is what an element is called among others of its place.
func ShortName(s *game.State, id game.ID) string {
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

// markOf is how a thing is drawn that belongs to a seat, if that tells whose it is.
func markOf(s *game.State, id game.ID) string {
	k, x := s.Kind(id), int(s.Owner(id))
	if k == nil || k.Label != nil || x < 0 || x >= len(k.Look.BySeat) {
		return ""
	}
	return k.Look.BySeat[x]
}
