package cli

import (
	"github.com/plygame/ply/internal/admin"
	"github.com/plygame/ply/internal/host"
	"github.com/plygame/ply/internal/upkeep"
)

// commands lists the commands of ply.
type commands struct {
	Games    gamesCommand    `cmd:"" help:"List the games."`
	Explain  explainCommand  `cmd:"" help:"Explain the rules of a game."`
	Play     playCommand     `cmd:"" help:"Play a game in the terminal."`
	Simulate simulateCommand `cmd:"" help:"Play many random games and count who wins."`
	Arena    arenaCommand    `cmd:"" help:"Let bots play against each other and rate them."`
	Check    checkCommand    `cmd:"" help:"Check the rules of a game for mistakes."`
	Leaks    leaksCommand    `cmd:"" help:"Check that a game keeps its secrets."`
	Flow     flowCommand     `cmd:"" help:"Show the order of play of a game."`
	Perft    perftCommand    `cmd:"" help:"Count the games of a given number of moves."`
	Record   recordCommand   `cmd:"" help:"Play one random game and write a record of it."`
	Replay   replayCommand   `cmd:"" help:"Replay a record, checking every move."`
	Drive    driveCommand    `cmd:"" help:"Let a program play, over JSON lines."`
	Serve    serveCommand    `cmd:"" help:"Serve matches over the network."`
	Join     joinCommand     `cmd:"" help:"Play a match on a server."`
	Backup   upkeep.Backup   `cmd:"" help:"Back up the match database while the server runs."`
	Restore  upkeep.Restore  `cmd:"" help:"Go back to a backup of the match database."`
	Migrate  upkeep.Migrate  `cmd:"" help:"Upgrade the match database, or report what an upgrade would do."`
	Admin    admin.Command   `cmd:"" help:"Operate a running server: list, inspect, close and delete matches, ban, drain."`
	Forget   upkeep.Forget   `cmd:"" help:"Erase a player's name from the match database."`
	Verify   verifyCommand   `cmd:"" help:"Verify that a match was played fairly."`
	Version  versionCommand  `cmd:"" help:"Print the version."`
	Soak     soakCommand     `cmd:"" help:"Load-test a server on this machine."`

	SoakServer soakServerCommand `cmd:"" hidden:""`
	Isolated   host.Isolated     `cmd:"" hidden:""`
}

// format is the flag that chooses the output format.
type format struct {
	JSON bool `help:"Print JSON."`
}
