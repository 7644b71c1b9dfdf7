package explain

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// choiceFact describes a Pick.
type choiceFact struct {
	Name     string    `json:"name"`
	Prompt   string    `json:"prompt"`
	Asks     bool      `json:"asks"`   // the prompt depends on the state
	Sort     string    `json:"sort"`   // element, seat, number, value, text or kind
	By       string    `json:"by"`     // from, list, range or text
	Narrow   bool      `json:"narrow"` // some values are refused with a reason
	When     bool      `json:"when"`   // it is asked only if it applies
	Optional bool      `json:"optional"`
	Several  bool      `json:"several"`
	Repeat   bool      `json:"repeat"`
	Acts     bool      `json:"acts"` // it takes effect immediately
	Text     *textFact `json:"text,omitempty"`

	named bool // its values have names
}

// textFact describes the limits of a text.
type textFact struct {
	Min     int    `json:"min"`
	Max     int    `json:"max"` // letters
	Pattern string `json:"pattern"`
}

func pickOf(c game.Choice) choiceFact {
	x := c.Info()
	p := choiceFact{
		Name: x.Name, Prompt: x.Prompt, Asks: x.Asks, Narrow: x.If, When: x.When, By: x.By,
		Optional: x.Optional, Several: x.Several, Repeat: x.Repeat, Acts: x.Then, Sort: sortOf(x.Type), named: x.Type.Named,
	}
	if t := x.Text; t != nil {
		p.Text = &textFact{t.Min, t.Max, t.Pattern}
	}
	return p
}

// sortOf returns what values of a type mean to a player.
func sortOf(t game.TypeInfo) string {
	switch t.Sort {
	case "yes-no", "list", "record", "nothing", "other":
		return "value"
	}
	return t.Sort
}

// valueAt returns the value of a Part on an element as text, or "" if it has no short form; set is false for the zero
// value.
func valueAt(c game.Column, s *game.State, id game.ID) (text string, set bool) {
	v := c.Value(s, id)
	words := c.Info().Look.Words
	if n, is := c.Number(s, id); is && n >= 0 && n < len(words) {
		return words[n], n != 0
	}
	switch of := v.(type) {
	case game.ID:
		text = s.Name(of)
	case game.Seat:
		text = s.Rules().SeatName(of)
	case bool:
		text = map[bool]string{true: "yes", false: "no"}[of]
	case string:
		text = strconv.Quote(of)
	default:
		if c.Info().Type.Sort == "number" {
			text = fmt.Sprint(of)
		}
	}
	return text, !reflect.ValueOf(v).IsZero()
}

// effectFact describes an Effect.
type effectFact struct {
	Name     string `json:"name"`
	Of       string `json:"of"`       // the type of its data
	Replaces string `json:"replaces"` // the effect that it replaces
	If       bool   `json:"if"`       // only under a condition
}

func effectsOf(r *game.Rules) []effectFact {
	all := []effectFact{}
	for _, e := range r.Effects {
		x := e.Info()
		all = append(all, effectFact{Name: x.Name, Of: typeWords(x.Type), Replaces: x.Replaces, If: x.If})
	}
	return all
}

// printedOn returns the traits of a kind and the initial values of its parts.
func printedOn(k *game.Kind) (printed, starts []string) {
	printed, starts = []string{}, []string{}
	for _, w := range k.With {
		x := w.Info()
		text := strings.TrimSpace(x.Name + " " + x.Value)
		if s := x.Type.Sort; (s == "record" || s == "list") && x.Value != "" {
			text = x.Name + " (" + x.Value + ")"
		}
		if x.Trait {
			printed = append(printed, text)
		} else {
			starts = append(starts, text)
		}
	}
	return printed, starts
}

// nothing is the type of an effect without data.
const nothing = "nothing"

// typeWords describes a type.
func typeWords(t game.TypeInfo) string {
	switch t.Sort {
	case "number":
		if t.Named {
			return withArticle(strings.ToLower(t.Name[strings.LastIndex(t.Name, ".")+1:]))
		}
		return "a number"
	case "element":
		return "a thing on the table"
	case "seat", "kind", "text":
		return "a " + t.Sort
	case "yes-no":
		return "yes or no"
	case "list":
		if t.Len > 0 {
			return fmt.Sprintf("%d times %s", t.Len, typeWords(t.Fields[0]))
		}
	case "record":
		var fields []string
		for _, f := range t.Fields {
			fields = append(fields, f.Field+": "+typeWords(f))
		}
		return strings.Join(fields, ", ")
	case "nothing":
		return nothing
	}
	return t.Name
}
