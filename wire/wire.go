// Package wire is how a game is told in JSON: what a seat may do, what it has chosen, how a game
// ended, and why something was refused. Programs that drive Ply, the server and its clients speak
// it. Everything is in the names of the view of whoever is told.
package wire

import (
	"errors"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Offer is an action, or the next pick of one.
type Offer struct {
	Action   string  `json:"action" doc:"Name of the action."`
	Label    string  `json:"label" doc:"What people call it."`
	Why      *Line   `json:"why,omitempty" doc:"Why it cannot be done."`
	NoUndo   bool    `json:"noUndo,omitempty" doc:"It cannot be taken back."`
	Unproved bool    `json:"unproved,omitempty" doc:"It takes too long to find out whether the move can be completed: it may be refused."`
	Complete bool    `json:"complete" doc:"The draft can be played as it is."`
	Stop     bool    `json:"stop,omitempty" doc:"The pick can be ended: an empty list, put behind, goes on to the next one."`
	StopLast bool    `json:"stopLast,omitempty" doc:"To end the pick ends the move: the draft is played as it is."`
	Pick     string  `json:"pick,omitempty" doc:"Name of the pick to be made next."`
	At       *int    `json:"at,omitempty" doc:"Number of the pick: where its values go in a draft."`
	Prompt   *Line   `json:"prompt,omitempty" doc:"What the seat is asked."`
	Sort     string  `json:"sort,omitempty" enum:"element,seat,number,value,text,kind" doc:"What is chosen."`
	Min      *int    `json:"min,omitempty" doc:"How many are to be chosen at least."`
	Max      *int    `json:"max,omitempty" doc:"How many at most; 0: as long as there is anything."`
	Last     bool    `json:"last,omitempty" doc:"Whatever is chosen completes the move."`
	Optional bool    `json:"optional,omitempty" doc:"It may be left out."`
	Repeat   bool    `json:"repeat,omitempty" doc:"One value after the other is chosen."`
	Lo       *int    `json:"lo,omitempty" doc:"The lowest number."`
	Hi       *int    `json:"hi,omitempty" doc:"The highest number."`
	Text     *Text   `json:"text,omitempty" doc:"What a free text must be like."`
	Values   []Value `json:"values,omitempty" nullable:"false" doc:"What can be chosen, or why it cannot."`
}

// Text is what a free text must be like.
type Text struct {
	Min     int    `json:"min" doc:"How many letters at least."`
	Max     int    `json:"max" doc:"How many at most."`
	Pattern string `json:"pattern,omitempty" doc:"A regular expression for the whole."`
}

// Value is something that can be chosen, or cannot.
type Value struct {
	Value string `json:"value" doc:"As a move names it."`
	Label string `json:"label,omitempty" doc:"What people call it, if that is something else."`
	Why   *Line  `json:"why,omitempty" doc:"Why it cannot be chosen."`
	Last  bool   `json:"last,omitempty" doc:"It completes the move, where not all values do."`

	Unproved bool     `json:"unproved,omitempty" doc:"It takes too long to find out whether the move can be completed with it: it may be refused."`
	Points   []string `json:"points,omitempty" nullable:"false" doc:"What it means on the table, to be marked: things and places by name."`
}

// Line is a sentence for people.
type Line = match.Line

// Outcome is how a match ended.
type Outcome = match.Outcome

// prompt returns what a seat is asked, nil if that is nothing.
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
		for k := range o.Options {
			one.Values = append(one.Values, valueOf(view, o, &o.Options[k]))
		}
		all = append(all, one)
	}
	return all
}

// offerOf returns an offer without its values.
func offerOf(o *game.Offer) Offer {
	out := Offer{Action: o.Action, Label: o.Label, NoUndo: o.NoUndo, Unproved: o.Unproved, Complete: o.Complete, Stop: o.Stop, StopLast: o.StopLast, Last: o.Last}
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

// valueOf returns a value that an offer lists.
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
	one.Why = match.LineOrNone(c.Why)
	return one
}

// Moves returns complete moves of a seat on its view, at most so many, and whether there are others.
// It has none while the game does not wait for it.
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

// Labels returns what people call the things in a view, by name.
func Labels(v *game.State) map[string]string {
	labels := map[string]string{}
	for id := range v.All() {
		if text := label(v, id); text != "" {
			labels[v.Name(id)] = text
		}
	}
	return labels
}

// Labelled reports whether anything in a game is called something else than its name.
func Labelled(r *game.Rules) bool {
	return slices.ContainsFunc(r.Kinds, func(k *game.Kind) bool { return k.Label != nil })
}

// label returns what people call an element, if its kind says that.
func label(v *game.State, id game.ID) string {
	if k := v.Kind(id); k != nil && k.Label != nil {
		return k.Label(v, id)
	}
	return ""
}

// Said returns the lines of the last move, as a view has them.
func Said(view *game.State) (said []string) {
	for _, l := range view.Said() {
		said = append(said, l.String())
	}
	return said
}

// Refusal is why something was not done. Nothing has changed then.
type Refusal struct {
	Code   string `json:"code" doc:"Of what sort it is; codes do not change."`
	Action string `json:"action,omitempty" doc:"The action it is about."`
	Pick   string `json:"pick,omitempty" doc:"The pick it is about."`
	Field  string `json:"field,omitempty" doc:"The field of the request it is about."`
	Why    string `json:"why" doc:"The reason in words."`
	Line   *Line  `json:"line,omitempty" doc:"The same with its arguments, if there are seats or things among them."`
}

func (r *Refusal) Error() string { return r.Why }

// About says which field of a request is meant.
func (r *Refusal) About(field string) *Refusal {
	r.Field = clip(field)
	return r
}

// nameable reports whether an argument is called something else by whoever shows it.
func nameable(arg any) bool {
	switch arg.(type) {
	case game.Seat, game.ID:
		return true
	}
	return false
}

// RefusalOf returns the refusal that an error is, nil if it is something else: a Fault of the rules,
// whose words may tell what is hidden, or a failure.
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
