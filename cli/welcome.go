package cli

import (
	"github.com/plygame/ply/games"
)

var tour = []struct{ does, example string }{
	{"list the games and their options", "ply games"},
	{"explain the rules of a game", "ply explain gofish"},
	{"play a game in the terminal", "ply play hex --bots 1"},
	{"play many random games", "ply simulate hex -n 10000 --option size=7"},
	{"look for faults in the rules", "ply check connect4"},
	{"look whether secrets are kept", "ply leaks gofish"},
	{"show the order of play", "ply flow gofish"},
	{"count the games of so many moves", "ply perft tictactoe --depth 5"},
	{"write the record of a random game", "ply record hex --seed 7 --out game.ply"},
	{"play a record again", "ply replay game.ply"},
	{"let a program play, by JSON lines", "ply drive < requests.jsonl"},
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
		con.printf("  %-36s %s\n", t.does, t.example)
	}
	con.printf("\nply COMMAND --help says more. Play in the browser is to come.\n")
}
