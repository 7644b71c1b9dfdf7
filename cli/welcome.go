package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

// tour shows the commands by examples; %s is a game, the one named or, if it is not there, another.
var tour = []struct{ does, example, game string }{
	{"list the games and their options", "games", ""},
	{"explain the rules of a game", "explain %s", "gofish"},
	{"play a game in the terminal", "play %s --bots 2", "hex"},
	{"play many random games", "simulate %s -n 10000 --option size=7", "hex"},
	{"look for faults in the rules", "check %s", "connect4"},
	{"look whether secrets are kept", "leaks %s", "gofish"},
	{"show the order of play", "flow %s", "gofish"},
	{"count the games of so many moves", "perft %s --depth 5", "tictactoe"},
	{"write the record of a random game", "record %s --seed 7 --out game.ply", "hex"},
	{"play a record again", "replay game.ply", ""},
	{"let a program play, by JSON lines", "drive < requests.jsonl", ""},
	{"serve matches over the network", "serve --address 127.0.0.1:8080", ""},
	{"play a match at a server", "join http://127.0.0.1:8080", ""},
	{"copy the file of matches", "backup matches-copy.db", ""},
	{"check that a match was fair", "verify game.ply", ""},
	{"say which Ply this is", "version", ""},
}

// welcome says what Ply can do.
func welcome(all catalogue.Catalogue, con *console.Console) {
	con.Printf("%s turns the rules of a board game into a game that can be played,\nsimulated, checked, recorded and replayed.\n\n", con.Bold("Ply"))
	con.Printf("%s\n", con.Bold("Games"))
	for _, r := range all {
		con.Printf("  %-12s %s\n", r.Name, r.About.Description)
	}
	con.Printf("\n%s\n", con.Bold("Commands"))
	for _, t := range tour {
		con.Printf("  %-36s %s %s\n", t.does, console.Command(), example(all, t.example, t.game))
	}
	con.Printf("\n%s\n", fmt.Sprintf("%s alone starts a server. %s COMMAND --help says more.", console.Command(), console.Command()))
}

// example puts a game in. If that is another than the example was written for, its options are left out.
func example(all catalogue.Catalogue, text, name string) string {
	if name == "" {
		return text
	}
	if len(all) > 0 && !slices.Contains(all.Names(), name) {
		name = all[0].Name
		text, _, _ = strings.Cut(text, " --option")
	}
	return fmt.Sprintf(text, name)
}
