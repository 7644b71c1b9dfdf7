package cli

import (
	"cmp"
	"fmt"

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
	con.Printf("%s %s (%s)\n", con.Bold(fmt.Sprintf("%-12s", r.Name)), words.Title(r), words.Players(r))
	if r.About.Description != "" {
		con.Printf("    %s\n", r.About.Description)
	}
	for _, o := range r.Options {
		con.Printf("    --option %s\n", words.Setting(o))
	}
	for _, p := range r.Presets {
		con.Printf("    --preset %s  %s: %s\n", p.Name, cmp.Or(p.Label, p.Name), words.Preset(p.Values))
	}
}
