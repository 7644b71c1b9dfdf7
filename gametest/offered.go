package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// offered writes down offers, with these names for elements. Elements are sorted, because their order is the
// order of creation.
func offered(offers []game.Offer, err error, name func(game.ID) string) string {
	if err != nil {
		return "refused: " + refusal(err, name)
	}
	var b strings.Builder
	for i := range offers {
		o := &offers[i]
		fmt.Fprintf(&b, "%s (%s): why %s, complete %t, may stop %t, stopping is the last choice %t, the next choice is the last %t, unproved %t",
			o.Action, o.Label, line(o.Why, name), o.Complete, o.Stop, o.StopLast, o.Last, o.Unproved)
		if o.Pick != "" {
			fmt.Fprintf(&b, ", pick %s, number %d, %s, %d to %d of them, from %d to %d, optional %t, repeated %t, prompt %s",
				o.Pick, o.At, o.Sort, o.Min, o.Max, o.Lo, o.Hi, o.Optional, o.Repeat, line(&o.Prompt, name))
		}
		b.WriteByte('\n')
		for _, text := range candidates(o, name) {
			fmt.Fprintf(&b, "  %s\n", text)
		}
	}
	return b.String()
}

func candidates(o *game.Offer, name func(game.ID) string) (all []string) {
	for _, x := range o.Options {
		text := fmt.Sprintf("%+v %s", x.Value, o.Show(x.Value))
		if o.Sort == "element" {
			text = name(game.ID(x.Value.N))
		}
		points := []string{}
		for _, id := range x.Points {
			points = append(points, name(id))
		}
		slices.Sort(points)
		all = append(all, fmt.Sprintf("%s %s, last choice %t, unproved %t, points at %s, note %s",
			text, line(x.Why, name), x.Last, x.Unproved, points, line(x.Note, name)))
	}
	if o.Sort == "element" {
		slices.Sort(all)
	}
	return all
}

// refusal writes down an error, with these names for elements.
func refusal(err error, name func(game.ID) string) string {
	if r, ok := asRefusal(err); ok {
		return fmt.Sprintf("%s %s %s: %s", r.Code, r.Action, r.Pick, line(&r.Why, name))
	}
	return err.Error()
}

// line writes down a line with its arguments, with these names for elements.
func line(l *game.Line, name func(game.ID) string) string {
	if l == nil {
		return "-"
	}
	text := fmt.Sprintf("%q", l.Text)
	for _, a := range l.Args {
		if id, ok := a.(game.ID); ok {
			text += " " + name(id)
		} else {
			text += fmt.Sprintf(" %T %v", a, a)
		}
	}
	return text
}
