package cli_test

import (
	"github.com/plygame/ply/cli"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
)

// All commands of ply, for your own games.
func ExampleMain() {
	main := func() { cli.Main(hex.New(11, false), tictactoe.New()) }
	_ = main // go run . play hex
}
