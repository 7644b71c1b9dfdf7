// Package explain describes the rules of a game from their declarations: the table and who sees what, the start, the
// actions and choices, the order of play, and the end. [Of] returns an [Explanation], as JSON or a page of text.
package explain

import (
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

// Explanation describes the rules of a game.
type Explanation struct {
	Game        string             `json:"game"`
	Title       string             `json:"title"`
	Version     string             `json:"version"`
	Digest      string             `json:"digest"`
	Description string             `json:"description"`
	Book        []string           `json:"rules"` // the rule book, by paragraph
	Minutes     int                `json:"minutes"`
	Complexity  int                `json:"complexity"`
	Categories  []string           `json:"categories"`
	Seats       catalogue.Span     `json:"seats"`
	Roles       []roleFact         `json:"roles,omitempty"` // by seat, if the rules have any
	Options     []setOption        `json:"options"`
	Presets     []catalogue.Preset `json:"presets"`
	Table       []placeFact        `json:"table"`
	Start       []opening          `json:"start"` // for each number of seats
	Kinds       []kindFact         `json:"kinds"`
	Parts       []partFact         `json:"parts"`
	Derived     []partFact         `json:"derived,omitempty"` // computed values
	Actions     []actionFact       `json:"actions"`
	Flow        string             `json:"flow"`
	Effects     []effectFact       `json:"effects"`
	End         []string           `json:"end"`

	rules *game.Rules
}

// Paragraphs splits a text at empty lines.
func Paragraphs(text string) []string {
	all := []string{""}
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		last := &all[len(all)-1]
		switch {
		case line != "" && *last == "":
			*last = line
		case line != "":
			*last += "\n" + line
		case *last != "":
			all = append(all, "")
		}
	}
	if all[len(all)-1] == "" {
		all = all[:len(all)-1]
	}
	return all
}

// setOption is an option with its current value.
type setOption struct {
	catalogue.Option
	Value string `json:"value"`
}

// roleFact is the name and colour of a seat.
type roleFact struct {
	Name  string `json:"name"`
	Color string `json:"color,omitempty"`
}

// Of explains checked rules, with the start for low to high seats, as far as these can play.
func Of(r *game.Rules, low, high int) *Explanation {
	about := catalogue.GameOf(r)
	e := &Explanation{
		Game: r.Name, Title: about.Title, Version: r.Version, Digest: r.Digest(), Description: about.Description,
		Book:    Paragraphs(r.About.Rules),
		Minutes: about.Minutes, Complexity: about.Complexity, Categories: about.Categories,
		rules: r, Seats: about.Seats, Options: []setOption{}, Presets: about.Presets,
		Start: []opening{}, Flow: r.FlowText(), Effects: effectsOf(r), End: endOf(r),
	}
	for i, o := range about.Options {
		e.Options = append(e.Options, setOption{o, r.Options[i].Value})
	}
	for x := range r.Roles {
		e.Roles = append(e.Roles, roleFact{r.SeatName(game.Seat(x)), r.Roles[x].Color})
	}
	for seats := low; seats <= high; seats++ {
		if low == high || r.Unfit(seats) == nil {
			e.Start = append(e.Start, openingOf(r, seats))
		}
	}
	begun := e.Start[0].begun
	var s *game.State
	if len(begun) > 0 {
		s = begun[0]
	}
	e.Derived = derivedFacts(r)
	e.Table, e.Kinds, e.Parts, e.Actions = placeFacts(r, s), kindFacts(r, s), partFacts(r, begun), actionFacts(r, begun)
	return e
}

// Write writes the explanation as a page.
func (e *Explanation) Write(con *console.Console) { (&page{con: con, width: con.Width()}).write(e) }
