package cli

import (
	"cmp"
	"fmt"
	"maps"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

type gamesCommand struct{ format }

func (gamesCommand) Help() string {
	return "For each game: how many can play it, and which options and presets it has.\n\nExample:\n\n    ply games --json"
}

func (c *gamesCommand) Run(all games.Catalogue, con *console) error {
	if c.JSON {
		entries := make([]entry, 0, len(all))
		for _, r := range all {
			entries = append(entries, entryOf(r))
		}
		return con.json(entries)
	}
	for i, r := range all {
		if i > 0 {
			con.printf("\n")
		}
		describe(r, con)
	}
	return nil
}

func describe(r *game.Rules, con *console) {
	con.printf("%s %s (%s)\n", con.bold(fmt.Sprintf("%-12s", r.Name)), title(r), seatCount(r.Seats))
	if r.About.Description != "" {
		con.printf("    %s\n", r.About.Description)
	}
	for _, o := range r.Options {
		con.printf("    --option %s\n", optionLine(o))
	}
	for _, p := range r.Presets {
		con.printf("    --preset %s  %s: %s\n", p.Name, cmp.Or(p.Label, p.Name), presetWords(p.Values))
	}
}

// presetWords says which options a preset sets.
func presetWords(v game.Values) string {
	return cmp.Or(strings.TrimPrefix(optionText(v), ", "), "every option as usual")
}

// optionLine returns an option as it is typed, and what it means.
func optionLine(o game.Setting) string {
	var can string
	switch o.Type {
	case "number":
		can = "N"
		if o.Min != 0 || o.Max != 0 {
			can = fmt.Sprintf("%d..%d", o.Min, o.Max)
		}
	case "bool":
		can = "true|false"
	case "select":
		can = strings.Join(o.Choices, "|")
	default:
		can = "TEXT"
	}
	line := fmt.Sprintf("%s=%s  %s, by default %s.", o.Name, can, o.Label, o.Default)
	if o.Description != "" {
		line += " " + o.Description
	}
	return line
}

// entry is a game in the JSON list.
type entry struct {
	Name        string   `json:"name"`
	Title       string   `json:"title"`
	Description string   `json:"description"`
	Minutes     int      `json:"minutes"`
	Complexity  int      `json:"complexity"`
	Categories  []string `json:"categories"`
	Seats       span     `json:"seats"`
	Options     []option `json:"options"`
	Presets     []preset `json:"presets"`
}

type span struct {
	Min int `json:"min"`
	Max int `json:"max"`
}

type option struct {
	Name        string   `json:"name"`
	Label       string   `json:"label"`
	Description string   `json:"description"`
	Type        string   `json:"type"`
	Default     string   `json:"default"`
	Min         int      `json:"min"`
	Max         int      `json:"max"`
	Choices     []string `json:"choices"`
}

type preset struct {
	Name   string      `json:"name"`
	Label  string      `json:"label"`
	Values game.Values `json:"values"`
}

func entryOf(r *game.Rules) entry {
	e := entry{
		Name: r.Name, Title: title(r), Description: r.About.Description,
		Minutes: r.About.Minutes, Complexity: r.About.Complexity,
		Categories: append([]string{}, r.About.Categories...),
		Seats:      span{r.Seats.Min, r.Seats.Max},
		Options:    []option{}, Presets: []preset{},
	}
	for _, o := range r.Options {
		e.Options = append(e.Options, option{o.Name, o.Label, o.Description, o.Type, o.Default, o.Min, o.Max, append([]string{}, o.Choices...)})
	}
	for _, p := range r.Presets {
		v := game.Values{}
		maps.Copy(v, p.Values)
		e.Presets = append(e.Presets, preset{p.Name, cmp.Or(p.Label, p.Name), v})
	}
	return e
}

// title is what people call the game.
func title(r *game.Rules) string {
	if r.About.Title == "" {
		return r.Name
	}
	return r.About.Title
}
