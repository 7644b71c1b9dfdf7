// Ply is the command: it lists, simulates, checks and replays games.
package main

import (
	"os"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/games"
)

func main() { os.Exit(run(os.Args[1:], games.All(), terminal())) }

// run carries out one command line and answers its exit code.
func run(args []string, all games.Catalogue, con *console) (code int) {
	defer func() {
		if p := recover(); p != nil {
			con.fail(bug(p))
			code = failed
		}
	}()
	if len(args) == 0 {
		welcome(all, con)
		return ok
	}
	var cli commands
	parser, err := kong.New(&cli,
		kong.Name("ply"),
		kong.Description("Turn-based games: list, simulate, check and replay them."),
		kong.Writers(con.out, con.err),
		kong.ConfigureHelp(kong.HelpOptions{Compact: true}),
		kong.Bind(all, con))
	if err != nil {
		con.fail(err)
		return failed
	}
	ctx, err := parser.Parse(args)
	if err != nil {
		con.fail(misread(err))
		return misused
	}
	return con.exit(ctx.Run())
}
