// Ply is the command: it plays, explains, simulates, checks and replays the games that come with Ply.
package main

import (
	"github.com/plygame/ply/cli"
	"github.com/plygame/ply/games"
)

func main() { cli.Main(games.All()...) }
