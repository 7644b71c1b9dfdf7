// Package wire defines the JSON messages of the server, its clients and ply drive: what a seat may do, what it has
// chosen, how a game ended, and why something was refused. Elements have the names of the recipient's view.
package wire

import (
	"errors"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/order"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// Offer is an action, or the next pick of one.
type Offer struct {
	Action   string  `json:"action" doc:"Name of the action."`
	Label    string  `json:"label" doc:"Its label for people."`
	Why      *Line   `json:"why,omitempty" doc:"Why the action is not available."`
	NoUndo   bool    `json:"noUndo,omitempty" doc:"The action cannot be undone."`
	Unproved bool    `json:"unproved,omitempty" doc:"It takes too long to check whether the move can be completed: the server may refuse it."`
	Complete bool    `json:"complete" doc:"The draft is a complete move."`
	Stop     bool    `json:"stop,omitempty" doc:"The pick can be ended: append an empty list to the draft to continue with the next pick."`
	StopLast bool    `json:"stopLast,omitempty" doc:"Ending the pick completes the move: play the draft."`
	Pick     string  `json:"pick,omitempty" doc:"Name of the next pick."`
	At       *int    `json:"at,omitempty" doc:"Index of the pick: the position of its values in a draft."`
	Prompt   *Line   `json:"prompt,omitempty" doc:"The prompt for the seat."`
	Sort     string  `json:"sort,omitempty" enum:"element,seat,number,value,text,kind" doc:"What the pick chooses."`
	Min      *int    `json:"min,omitempty" doc:"Minimum number of values."`
	Max      *int    `json:"max,omitempty" doc:"Maximum number of values; 0 for no maximum."`
	Last     bool    `json:"last,omitempty" doc:"Every value completes the move."`
	Optional bool    `json:"optional,omitempty" doc:"The pick may be skipped."`
	Repeat   bool    `json:"repeat,omitempty" doc:"Values are chosen one after another."`
	Lo       *int    `json:"lo,omitempty" doc:"The lowest number."`
	Hi       *int    `json:"hi,omitempty" doc:"The highest number."`
	Text     *Text   `json:"text,omitempty" doc:"Constraints on a free text."`
	Values   []Value `json:"values,omitempty" nullable:"false" doc:"The values that can be chosen, and others with the reason why not."`
	Thens    []Stage `json:"thens,omitempty" nullable:"false" doc:"How values that complete the move change the table, if the request asks for it. In these changes, of is * for the chosen value."`
}

// Text holds the constraints on a free text.
type Text struct {
	Min     int    `json:"min" doc:"Minimum number of characters."`
	Max     int    `json:"max" doc:"Maximum number of characters."`
	Pattern string `json:"pattern,omitempty" doc:"A regular expression that must match the whole text."`
}

// Value is a value of a pick, with the reason if it cannot be chosen.
type Value struct {
	Value string `json:"value" doc:"The value, as in a move."`
	Label string `json:"label,omitempty" doc:"Its label for people, if different from the value."`
	Why   *Line  `json:"why,omitempty" doc:"Why it cannot be chosen."`
	Last  bool   `json:"last,omitempty" doc:"This value completes the move; some of the others do not."`

	Unproved bool     `json:"unproved,omitempty" doc:"It takes too long to check whether the move can be completed with it: the server may refuse it."`
	Points   []string `json:"points,omitempty" nullable:"false" doc:"The names of the things and places to highlight for it."`
	Note     *Line    `json:"note,omitempty" doc:"What to know before choosing it: its cost, the odds."`
	Then     *int     `json:"then,omitempty" doc:"What it changes: an index into thens. Missing if the view does not tell."`
}

// Line is a sentence for people.
type Line = match.Line

// Outcome is how a match ended.
type Outcome = match.Outcome

// prompt returns the prompt for a seat, or nil if it is empty.
func prompt(l *game.Line) *Line {
	if l.Text == "" {
		return nil
	}
	return match.LineOrNone(l)
}

// Offers returns what can be chosen next on a view.
func Offers(view *game.State, draft game.Move) ([]Offer, error) {
	chooser, err := view.Chooser(draft)
	if err != nil {
		return nil, err
	}
	return offersOf(view, chooser.Offers()), nil
}

func offersOf(view *game.State, offers []game.Offer) []Offer {
	all := make([]Offer, 0, len(offers))
	for i := range offers {
		o := &offers[i]
		one := offerOf(o)
		order.Candidates(view, o)
		for k := range o.Options {
			one.Values = append(one.Values, valueOf(view, o, &o.Options[k]))
		}
		all = append(all, one)
	}
	return all
}

// offerOf returns an offer without its values.
func offerOf(o *game.Offer) Offer {
	out := Offer{Action: o.Action, Label: o.Label, NoUndo: o.NoUndo, Unproved: o.Unproved, Complete: o.Complete,
		Stop: o.Stop, StopLast: o.StopLast, Last: o.Last}
	out.Why = match.LineOrNone(o.Why)
	if o.Pick == "" {
		return out
	}
	out.Pick, out.At, out.Prompt, out.Sort = o.Pick, &o.At, prompt(&o.Prompt), o.Sort
	out.Min, out.Max, out.Optional, out.Repeat = &o.Min, &o.Max, o.Optional, o.Repeat
	switch {
	case o.Text != nil:
		out.Text = &Text{o.Text.Min, o.Text.Max, o.Text.Pattern}
	case o.Options == nil:
		out.Lo, out.Hi = &o.Lo, &o.Hi
	}
	return out
}

// valueOf returns one value of an offer.
func valueOf(v *game.State, o *game.Offer, c *game.Candidate) Value {
	one := Value{Value: o.Show(c.Value), Last: c.Last && !o.Last, Unproved: c.Unproved}
	if o.Sort == "element" {
		one.Label = label(v, game.ID(c.Value.N))
	}
	if k := o.Kind(c.Value); k != nil {
		one.Label = k.Look.Label
	}
	for _, id := range c.Points {
		one.Points = append(one.Points, v.Name(id))
	}
	one.Why, one.Note = match.LineOrNone(c.Why), match.LineOrNone(c.Note)
	return one
}

// Moves returns up to most complete moves of a seat on its view, and whether there are more. It returns none if the
// game is not waiting for the seat.
func Moves(view *game.State, seat game.Seat, most int) (texts []string, more bool, err error) {
	texts = []string{}
	if !view.ToAct().Has(seat) {
		return texts, false, nil
	}
	all, err := view.MovesUpTo(most + 1)
	if err != nil {
		return nil, false, err
	}
	if more = len(all) > most; more {
		all = all[:most]
	}
	for _, m := range all {
		texts = append(texts, view.Text(m))
	}
	return texts, more, nil
}

// Labels returns the labels of the things in a view, by name.
func Labels(v *game.State) map[string]string {
	labels := map[string]string{}
	for id := range v.All() {
		if text := label(v, id); text != "" {
			labels[v.Name(id)] = text
		}
	}
	return labels
}

// Labelled reports whether any kind of a game has labels.
func Labelled(r *game.Rules) bool {
	return slices.ContainsFunc(r.Kinds, func(k *game.Kind) bool { return k.Label != nil })
}

// label returns the label of an element, or "" if its kind has none.
func label(v *game.State, id game.ID) string {
	if k := v.Kind(id); k != nil && k.Label != nil {
		return k.Label(v, id)
	}
	return ""
}

// Said returns the log lines of the last move in a view.
func Said(view *game.State) (said []string) {
	for _, l := range view.Said() {
		said = append(said, l.String())
	}
	return said
}

// Refusal is the reason a request was refused. A refused request changes nothing.
type Refusal struct {
	Code   string `json:"code" doc:"The code, for programs. Codes do not change."`
	Action string `json:"action,omitempty" doc:"The action concerned."`
	Pick   string `json:"pick,omitempty" doc:"The pick concerned."`
	Field  string `json:"field,omitempty" doc:"The field of the request concerned."`
	Why    string `json:"why" doc:"The reason in words."`
	Line   *Line  `json:"line,omitempty" doc:"The reason with its arguments, if they include seats or things."`
}

func (r *Refusal) Error() string { return r.Why }

// About sets the field of the request concerned, and returns the refusal.
func (r *Refusal) About(field string) *Refusal {
	r.Field = words.Clip(field)
	return r
}

// nameable reports whether clients show an argument under a name of their own.
func nameable(arg any) bool {
	switch arg.(type) {
	case game.Seat, game.ID:
		return true
	}
	return false
}

// RefusalOf returns the refusal in an error. It returns nil for other errors: a Fault, whose text may reveal hidden
// information, or an internal error.
func RefusalOf(err error) *Refusal {
	if r, is := errors.AsType[*Refusal](err); is {
		return r
	}
	if r, is := errors.AsType[*game.Refusal](err); is {
		x := &Refusal{Code: string(r.Code), Action: r.Action, Pick: r.Pick, Why: r.Why.String()}
		if slices.ContainsFunc(r.Why.Args, nameable) {
			x.Line = match.LineOrNone(&r.Why)
		}
		return x
	}
	return nil
}
