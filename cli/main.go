// Package cli is the ply command. It serves, plays, explains, simulates, checks and replays games. Call
// [Main] to run it with your own games:
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
// Then go run . serves the game, go run . play nim plays it, and go run . help lists all commands.
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

// Main runs the command line with these games, and exits.
func Main(all ...*game.Rules) { Program{Games: all}.Main() }

// Program is a command line with its own games and bots.
type Program struct {
	Games []*game.Rules
	Bots  bot.Bots // the bots that users can choose; if empty, bot.Standard()
}

// Main runs the command line, and exits.
func (p Program) Main() {
	con := console.New()
	if err := p.Bots.Check(); err != nil {
		con.Fail(fmt.Errorf("this program's bots cannot be used: %w", err))
		os.Exit(failed)
	}
	os.Exit(run(os.Args[1:], p.Games, con, p.Bots...))
}

// run runs one command line and returns the exit code.
func run(args []string, all catalogue.Catalogue, con *console.Console, bots ...bot.Bot) (code int) {
	defer func() {
		if p := recover(); p != nil {
			con.Fail(words.Bug(p))
			code = failed
		}
	}()
	switch {
	case len(args) == 0:
		return exit(con, (&serveCommand{anyPort: true}).Run(all, bots, con))
	case len(args) == 1 && slices.Contains([]string{"help", "--help", "-h"}, args[0]):
		welcome(all, con)
		return ok
	case args[0] == "--version":
		args = append([]string{"version"}, args[1:]...)
	case args[0] != "" && args[0][0] == '-' && !slices.Contains(args, "--help"):
		args = append([]string{"serve"}, args...) // as without arguments
	case args[0] == "help":
		args = append(args[1:], "--help")
	}
	first, _ := all.Example("{game:hex}")
	var cli commands
	parser, err := kong.New(&cli,
		kong.Name(console.Command()),
		kong.Description("Turn-based games: serve, play, simulate, check and replay them."),
		kong.Writers(con.Out, con.Err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Vars{"game": first},
		kong.Bind(all, bot.Bots(bots), con))
	if err != nil {
		con.Fail(err)
		return failed
	}
	parser.Model.HelpFlag.Help = "Show this help."
	adapt(parser.Model.Node, all)
	ctx, err := parser.Parse(args)
	if err != nil {
		con.Fail(misread(err, all))
		return misused
	}
	return exit(con, ctx.Run())
}
