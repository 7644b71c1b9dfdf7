package cli

import (
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

// tour shows the commands by example.
var tour = []struct{ does, example string }{
	{"list the games and their options", "games"},
	{"explain the rules of a game", "explain {game:gofish}"},
	{"play a game in the terminal", "play {game:hex} --bots {others}"},
	{"play many random games", "simulate {game:hex} -n 10000"},
	{"let bots play against each other", "arena {game:connect4} --bots sharp,random"},
	{"check the rules for mistakes", "check {game:connect4}"},
	{"check that secrets are kept", "leaks {game:gofish}"},
	{"show the order of play", "flow {game:gofish}"},
	{"count games of a given length", "perft {game:tictactoe} --depth 5"},
	{"write the record of a random game", "record {game:hex} --seed 7 --out game.ply"},
	{"replay a record", "replay game.ply"},
	{"let a program play, over JSON lines", "drive < requests.jsonl"},
	{"serve matches over the network", "serve --address 127.0.0.1:8080"},
	{"play a match on a server", "join http://127.0.0.1:8080"},
	{"back up the match database", "backup matches-copy.db"},
	{"go back to a backup", "restore matches-copy.db"},
	{"see what an upgrade will change", "migrate --dry-run"},
	{"operate a running server", "admin list"},
	{"erase a player's name", "forget Ada"},
	{"measure the speed of a server", "soak"},
	{"verify that a match was fair", "verify game.ply"},
	{"print the version", "version"},
}

// welcome prints what ply can do.
func welcome(all catalogue.Catalogue, con *console.Console) {
	con.Printf("%s turns the rules of a turn-based game into a game you can play,\nsimulate, check, record and replay.\n\n", con.Bold("Ply"))
	con.Printf("%s\n", con.Bold("Games"))
	for _, r := range all {
		con.Printf("  %-12s %s\n", r.Name, r.About.Description)
	}
	con.Printf("\n%s\n", con.Bold("Commands"))
	for _, t := range tour {
		if line, ok := all.Example(t.example); ok {
			con.Printf("  %-36s %s %s\n", t.does, console.Command(), line)
		}
	}
	con.Printf("\n%s without a command starts a server. For help on a command, run %[1]s COMMAND --help.\n",
		console.Command())
}
