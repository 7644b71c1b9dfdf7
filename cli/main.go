// Package cli is the ply command. It serves, plays, explains, simulates, checks and replays games, and
// [Main] does it for games of your own:
//
//	package main
//
//	import (
//		"github.com/plygame/ply/cli"
//		"example.com/nim"
//	)
//
//	func main() { cli.Main(nim.New()) }
//
// Then go run . serves it, go run . play nim plays it, and go run . help tells what else there is.
package cli

import (
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// Main carries out the command line of the program for these games, and ends the program.
func Main(all ...*game.Rules) { os.Exit(run(os.Args[1:], all, terminal())) }

// run carries out one command line and answers its exit code.
func run(args []string, all games.Catalogue, con *console) (code int) {
	defer func() {
		if p := recover(); p != nil {
			con.fail(bug(p))
			code = failed
		}
	}()
	switch {
	case len(args) == 0:
		return con.exit((&serveCommand{elsewhere: true}).Run(all, con))
	case len(args) == 1 && slices.Contains([]string{"help", "--help", "-h"}, args[0]):
		welcome(all, con)
		return ok
	case args[0] == "--version":
		args = append([]string{"version"}, args[1:]...)
	case args[0] == "help":
		args = append(args[1:], "--help")
	}
	var cli commands
	parser, err := kong.New(&cli,
		kong.Name(self()),
		kong.Description("Turn-based games: serve, play, simulate, check and replay them."),
		kong.Writers(con.out, con.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(all, con))
	if err != nil {
		con.fail(err)
		return failed
	}
	speak(parser.Model.Node)
	ctx, err := parser.Parse(args)
	if err != nil {
		con.fail(misread(err, all))
		return misused
	}
	return con.exit(ctx.Run())
}
