package gametest

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// offered describes offers, with these names for elements. Elements are sorted, because their order is the order of
// creation. Two descriptions are equal only if the offers are.
func offered(offers []game.Offer, err error, name func(game.ID) string) string {
	if err != nil {
		return "refused: " + refusal(err, name)
	}
	var b strings.Builder
	for i := range offers {
		o := &offers[i]
		b.WriteString("action " + o.Action)
		say(&b, o.Label != "", " (", o.Label, ")")
		cannot(&b, o.Why, name)
		say(&b, o.Complete, ", complete")
		say(&b, o.Stop, ", may stop here")
		say(&b, o.StopLast, ", stopping ends the move")
		say(&b, o.Last, ", the next choice ends the move")
		say(&b, o.Unproved, ", perhaps without a complete move")
		if o.Pick != "" {
			fmt.Fprintf(&b, ", asks for %s (pick %d, %s, %d to %d values", o.Pick, o.At+1, o.Sort, o.Min, o.Max)
			if o.Lo != 0 || o.Hi != 0 {
				fmt.Fprintf(&b, ", from %d to %d", o.Lo, o.Hi)
			}
			say(&b, o.Optional, ", optional")
			say(&b, o.Repeat, ", again and again")
			b.WriteByte(')')
			say(&b, o.Prompt.Text != "", ": ", line(&o.Prompt, name))
		}
		b.WriteByte('\n')
		for _, text := range candidates(o, name) {
			b.WriteString("  " + text + "\n")
		}
	}
	return b.String()
}

// say writes texts if something holds.
func say(b *strings.Builder, holds bool, texts ...string) {
	for i := 0; holds && i < len(texts); i++ {
		b.WriteString(texts[i])
	}
}

// cannot writes why something cannot be chosen.
func cannot(b *strings.Builder, why *game.Line, name func(game.ID) string) {
	if why != nil {
		b.WriteString(", cannot be chosen: " + line(why, name))
	}
}

func candidates(o *game.Offer, name func(game.ID) string) (all []string) {
	for _, x := range o.Options {
		var b strings.Builder
		b.WriteString("choice ")
		if o.Sort == "element" {
			b.WriteString(name(game.ID(x.Value.N)))
		} else {
			v, shown := x.Value, o.Show(x.Value)
			b.WriteString(shown)
			if own := cmp.Or(v.Text, strconv.FormatInt(v.N, 10)); own != shown || v.Text != "" && v.N != 0 {
				fmt.Fprintf(&b, " (%q, %d)", v.Text, v.N)
			}
		}
		cannot(&b, x.Why, name)
		say(&b, x.Last, ", ends the move")
		say(&b, x.Unproved, ", perhaps without a complete move")
		points := []string{}
		for _, id := range x.Points {
			points = append(points, name(id))
		}
		slices.Sort(points)
		say(&b, len(points) > 0, ", points at ", strings.Join(points, " "))
		if x.Note != nil {
			b.WriteString(", note: " + line(x.Note, name))
		}
		all = append(all, b.String())
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

// line quotes a line with its arguments, with these names for elements.
func line(l *game.Line, name func(game.ID) string) string {
	if l == nil {
		return "nothing"
	}
	text := strconv.Quote(l.Text)
	for i, a := range l.Args {
		if i == 0 {
			text += " with "
		} else {
			text += ", "
		}
		switch a := a.(type) {
		case game.ID:
			text += name(a)
		case string:
			text += strconv.Quote(a)
		default:
			text += fmt.Sprint(a)
		}
	}
	return text
}
