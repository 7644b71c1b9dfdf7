// Package games lists the games that come with Ply. To make your own game known to every command, add it to All.
package games

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/breakthrough"
	"github.com/plygame/ply/games/checkers"
	"github.com/plygame/ply/games/chess"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/cribbage"
	"github.com/plygame/ply/games/gin"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hearts"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/letters"
	"github.com/plygame/ply/games/liarsdice"
	"github.com/plygame/ply/games/market"
	"github.com/plygame/ply/games/mastermind"
	"github.com/plygame/ply/games/nim"
	"github.com/plygame/ply/games/othello"
	"github.com/plygame/ply/games/skirmish"
	"github.com/plygame/ply/games/survivors"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/catalogue"
)

// All returns the rules of every game, by name, with their default options.
func All() []*game.Rules {
	return []*game.Rules{
		breakthrough.New(8),
		checkers.New(),
		chess.New(false),
		connect4.New(),
		cribbage.New(false, false),
		gin.New(false, false),
		gofish.New(),
		hearts.New(false, 100, false),
		hex.New(11, false),
		letters.New(false),
		liarsdice.New(5, true, false),
		market.New(3, 0, true),
		mastermind.New(4, 6, true, 10),
		nim.New(3, 3, 2, false),
		othello.New(),
		skirmish.New(30),
		survivors.New("petrol"),
		tictactoe.New(),
	}
}

// Find returns the game with this name. If there is none, the error lists all games.
func Find(name string) (*game.Rules, error) { return catalogue.Catalogue(All()).Find(name) }
