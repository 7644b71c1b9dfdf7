package cli

// commands is everything that can be typed after ply.
type commands struct {
	Games    gamesCommand    `cmd:"" help:"List the games."`
	Explain  explainCommand  `cmd:"" help:"Explain the rules of a game."`
	Play     playCommand     `cmd:"" help:"Play a game in the terminal."`
	Simulate simulateCommand `cmd:"" help:"Play many random games and count who wins."`
	Check    checkCommand    `cmd:"" help:"Look for faults in the rules of a game."`
	Leaks    leaksCommand    `cmd:"" help:"Look whether a game tells a seat what it should not know."`
	Flow     flowCommand     `cmd:"" help:"Show the order of play of a game."`
	Perft    perftCommand    `cmd:"" help:"Count the games of a certain number of moves."`
	Record   recordCommand   `cmd:"" help:"Play one random game and write its record."`
	Replay   replayCommand   `cmd:"" help:"Play a record again, checking every move."`
	Drive    driveCommand    `cmd:"" help:"Let a program play: JSON lines in and out."`
	Serve    serveCommand    `cmd:"" help:"Serve matches over the network."`
	Join     joinCommand     `cmd:"" help:"Play a match at a server."`
	Backup   backupCommand   `cmd:"" help:"Copy the file of matches while the server runs."`
	Verify   verifyCommand   `cmd:"" help:"Check that a match was played fairly."`
	Version  versionCommand  `cmd:"" help:"Say which Ply this is."`
	Soak     soakCommand     `cmd:"" help:"Load a server on this machine and measure it."`

	SoakServer soakServerCommand `cmd:"" hidden:""`
}

// format is how a command answers.
type format struct {
	JSON bool `help:"Answer in JSON."`
}
