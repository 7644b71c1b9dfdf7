package cli

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

type gamesCommand struct{ format }

func (gamesCommand) Help() string {
	return "Lists each game with its number of players, options and presets.\n\nExample:\n\n    ply games --json"
}

func (c *gamesCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	if c.JSON {
		list := make([]catalogue.Game, 0, len(all))
		for _, r := range all {
			list = append(list, catalogue.GameOf(r))
		}
		return con.JSON(list)
	}
	for i, r := range all {
		if i > 0 {
			con.Printf("\n")
		}
		describe(r, con)
	}
	return nil
}

func describe(r *game.Rules, con *console.Console) {
	con.Printf("%s %s (%s)\n", con.Bold(fmt.Sprintf("%-12s", r.Name)), words.Title(r), words.Players(r.Seats))
	if r.About.Description != "" {
		con.Printf("    %s\n", r.About.Description)
	}
	for _, o := range r.Options {
		con.Printf("    --option %s\n", optionLine(o))
	}
	for _, p := range r.Presets {
		con.Printf("    --preset %s  %s: %s\n", p.Name, cmp.Or(p.Label, p.Name), words.Preset(p.Values))
	}
}

// optionLine describes an option: how to type it, and what it means.
func optionLine(o game.Setting) string {
	var values string
	switch o.Type {
	case "number":
		values = "N"
		if o.Min != 0 || o.Max != 0 {
			values = fmt.Sprintf("%d..%d", o.Min, o.Max)
		}
	case "bool":
		values = "true|false"
	case "select":
		values = strings.Join(o.Choices, "|")
	default:
		values = "TEXT"
	}
	line := fmt.Sprintf("%s=%s  %s, by default %s.", o.Name, values, o.Label, o.Default)
	if o.Description != "" {
		line += " " + o.Description
	}
	return line
}
