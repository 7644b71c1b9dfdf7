package cli

import (
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

type explainCommand struct {
	variant
	Seats *int `placeholder:"K" help:"How many play; by default the start is told for any number that can."`
	format
}

func (explainCommand) Help() string {
	return "Prints the rules in words, if the game has some, and as they are declared: what lies on the table and who sees it, what may be done and what is chosen for it, the order of play, how the game ends. " +
		"What a player reads as a summary tells an author whether the declaration says what was meant." +
		"\n\nExamples:\n\n    ply explain gofish\n    ply explain gofish --seats 3\n    ply explain hex --option size=5 --option swap=true\n    ply explain nim --preset marienbad\n    ply explain hex --json"
}

func (c *explainCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	t := table{c.variant, c.Seats}
	r, seats, err := t.set(all)
	if err != nil {
		return err
	}
	low, high := r.Seats.Min, r.Seats.Max
	if c.Seats != nil {
		low, high = seats, seats
	}
	e := explain(r, low, high)
	if c.JSON {
		return con.JSON(e)
	}
	(&page{con: con, width: con.Width()}).write(e)
	return nil
}

// explanation is a declaration in words.
type explanation struct {
	Game        string             `json:"game"`
	Title       string             `json:"title"`
	Version     string             `json:"version"`
	Digest      string             `json:"digest"`
	Description string             `json:"description"`
	Book        []string           `json:"rules"` // the rules in words, by paragraphs
	Minutes     int                `json:"minutes"`
	Complexity  int                `json:"complexity"`
	Categories  []string           `json:"categories"`
	Seats       catalogue.Span     `json:"seats"`
	Options     []setOption        `json:"options"`
	Presets     []catalogue.Preset `json:"presets"`
	Table       []placeFact        `json:"table"`
	Start       []opening          `json:"start"` // for each number of seats
	Kinds       []kindFact         `json:"kinds"`
	Parts       []partFact         `json:"parts"`
	Derived     []partFact         `json:"derived,omitempty"` // what is computed from the rest
	Actions     []actionFact       `json:"actions"`
	Flow        string             `json:"flow"`
	Effects     []effectFact       `json:"effects"`
	End         []string           `json:"end"`

	rules *game.Rules
}

// paragraphs splits a text where a line is empty.
func paragraphs(text string) []string {
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

// setOption is an option and what it is set to.
type setOption struct {
	catalogue.Option
	Value string `json:"value"`
}

// explain puts rules that were checked in words; the start for low to high seats.
func explain(r *game.Rules, low, high int) *explanation {
	about := catalogue.EntryOf(r)
	e := &explanation{
		Game: r.Name, Title: about.Title, Version: r.Version, Digest: r.Digest(), Description: about.Description, Book: paragraphs(r.About.Rules),
		Minutes: about.Minutes, Complexity: about.Complexity, Categories: about.Categories,
		rules: r, Seats: about.Seats, Options: []setOption{}, Presets: about.Presets,
		Start: []opening{}, Flow: r.FlowText(), Effects: effectsOf(r), End: endOf(r),
	}
	for i, o := range about.Options {
		e.Options = append(e.Options, setOption{o, r.Options[i].Value})
	}
	for seats := low; seats <= high; seats++ {
		e.Start = append(e.Start, openingOf(r, seats))
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
