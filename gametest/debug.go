package gametest

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// Debug returns the whole position as text: whose turn it is or how the game ended, the contents of each
// place, and the parts that are set.
func (m *Match) Debug() string { return Debug(m.State()) }

// Debug returns a whole state as text: whose turn it is or how the game ended, the contents of each place,
// and the parts that are set.
func Debug(s *game.State) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, %s, %d moves made, ", describe(s.Rules()), seats(s.Seats()), s.Played())
	if o := s.Outcome(); o.Over {
		fmt.Fprintf(&b, "%s\n", o)
	} else {
		fmt.Fprintf(&b, "%s to act\n", strings.Join(seatNames(slices.Collect(s.ToAct().All())), ", "))
	}
	for id := game.Root; s.Name(id) != "?"; id++ {
		if s.Count(id) > 0 {
			fmt.Fprintf(&b, "  %s: %s\n", s.Name(id), contents(s, id))
		}
	}
	b.WriteString(parts(s))
	return b.String()
}

// contents lists the contents of an element.
func contents(s *game.State, in game.ID) string {
	var all []string
	for id := range s.In(in) {
		text := s.Name(id) + " " + s.Kind(id).Name
		if label := labelOf(s, id); label != "" {
			text += " " + strconv.Quote(label)
		}
		if owner := s.Owner(id); owner != game.Nobody {
			text += " of " + owner.String()
		}
		all = append(all, text)
	}
	if all == nil {
		return "nothing"
	}
	return strings.Join(all, ", ")
}

// labelOf returns the label of an element, "" if its kind has none.
func labelOf(s *game.State, id game.ID) string {
	k := s.Kind(id)
	switch {
	case k == nil:
		return ""
	case k.Label != nil:
		return k.Label(s, id)
	}
	return k.Look.Label
}

var created = regexp.MustCompile(`#\d+`)

// legend lists the labels of the elements that a move on the state names, "" if there are none.
func legend(s *game.State, text string) string {
	var all []string
	for _, name := range created.FindAllString(text, -1) {
		if label := labelOf(s, s.Find(name)); label != "" {
			all = append(all, name+" is "+label)
		}
	}
	return strings.Join(all, ", ")
}

// parts lists the parts that are set by name, each in a line with its values by the age of the elements.
func parts(s *game.State) string {
	var b strings.Builder
	field := ""
	for _, v := range slices.SortedStableFunc(s.Values(), func(a, b game.Change) int {
		return cmp.Compare(a.Field, b.Field)
	}) {
		separator := ","
		if v.Field != field {
			if field != "" {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "  %s:", v.Field)
			field, separator = v.Field, ""
		}
		fmt.Fprintf(&b, "%s %s %s", separator, v.Of, v.Is)
	}
	if field != "" {
		b.WriteString("\n")
	}
	return b.String()
}
