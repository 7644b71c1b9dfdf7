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
	"fmt"
	"os"
	"slices"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// Main carries out the command line of the program for these games, and ends the program.
func Main(all ...*game.Rules) { Program{Games: all}.Main() }

// Program is a command line with more of its own than games.
type Program struct {
	Games []*game.Rules
	Bots  bot.Bots // those that can be named; bot.Standard(), if empty
}

// Main carries out the command line of the program, and ends the program.
func (p Program) Main() {
	con := console.New()
	if err := p.Bots.Check(); err != nil {
		con.Fail(fmt.Errorf("the bots of this program cannot be used: %w", err))
		os.Exit(failed)
	}
	os.Exit(run(os.Args[1:], p.Games, con, p.Bots...))
}

// run carries out one command line and answers its exit code.
func run(args []string, all catalogue.Catalogue, con *console.Console, bots ...bot.Bot) (code int) {
	defer func() {
		if p := recover(); p != nil {
			con.Fail(words.Bug(p))
			code = failed
		}
	}()
	switch {
	case len(args) == 0:
		return exit(con, (&serveCommand{elsewhere: true}).Run(all, bots, con))
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
		kong.Name(console.Command()),
		kong.Description("Turn-based games: serve, play, simulate, check and replay them."),
		kong.Writers(con.Out, con.Err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(all, bot.Bots(bots), con))
	if err != nil {
		con.Fail(err)
		return failed
	}
	speak(parser.Model.Node)
	ctx, err := parser.Parse(args)
	if err != nil {
		con.Fail(misread(err, all))
		return misused
	}
	return exit(con, ctx.Run())
}
