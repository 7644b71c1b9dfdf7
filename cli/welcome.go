package cli

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/games"
)

// tour shows the commands; the second word of most examples is a game.
var tour = []struct{ does, example string }{
	{"list the games and their options", "games"},
	{"explain the rules of a game", "explain gofish"},
	{"play a game in the terminal", "play hex --bots 1"},
	{"play many random games", "simulate hex -n 10000 --option size=7"},
	{"look for faults in the rules", "check connect4"},
	{"look whether secrets are kept", "leaks gofish"},
	{"show the order of play", "flow gofish"},
	{"count the games of so many moves", "perft tictactoe --depth 5"},
	{"write the record of a random game", "record hex --seed 7 --out game.ply"},
	{"play a record again", "replay game.ply"},
	{"let a program play, by JSON lines", "drive < requests.jsonl"},
	{"serve matches over the network", "serve --address 127.0.0.1:8080"},
	{"play a match at a server", "join http://127.0.0.1:8080"},
	{"copy the file of matches", "backup matches-copy.db"},
	{"check that a match was fair", "verify game.ply"},
	{"say which Ply this is", "version"},
}

// welcome says what Ply can do.
func welcome(all games.Catalogue, con *console) {
	con.printf("%s turns the rules of a board game into a game that can be played,\nsimulated, checked, recorded and replayed.\n\n", con.bold("Ply"))
	con.printf("%s\n", con.bold("Games"))
	for _, r := range all {
		con.printf("  %-12s %s\n", r.Name, r.About.Description)
	}
	con.printf("\n%s\n", con.bold("Commands"))
	for _, t := range tour {
		con.printf("  %-36s %s %s\n", t.does, self(), example(all, t.example))
	}
	con.printf("\n%s\n", fmt.Sprintf("%s alone starts a server. %s COMMAND --help says more.", self(), self()))
}

// example is one with a game that there is: options of another are left out.
func example(all games.Catalogue, text string) string {
	words := strings.Fields(text)
	if _, err := games.Find(words[min(1, len(words)-1)]); err != nil || len(all) == 0 || slices.Contains(all.Names(), words[1]) {
		return text
	}
	words[1] = all[0].Name
	text, _, _ = strings.Cut(strings.Join(words, " "), " --option")
	return text
}
