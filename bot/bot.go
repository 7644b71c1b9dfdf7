// Package bot has players that are programs. They look at the view of their seat and know no more
// than it does.
package bot

import (
	"math/rand/v2"

	"github.com/plygame/ply/game"
)

// Random chooses a move at random on the view of a seat, step by step: what to do first, then each
// value or to stop, all that are offered being equally likely. The move is one of the view: view.Real makes a
// move of the state out of it. Where values that are not proved have led nowhere, it begins again, some times.
func Random(view *game.State, seat game.Seat, luck *rand.Rand) (m game.Move, err error) {
	for range attempts {
		if m, err = random(view, seat, luck); err == nil || game.CodeOf(err) == "" {
			break
		}
	}
	return m, err
}

// attempts is how often a move is begun.
const attempts = 20

func random(view *game.State, seat game.Seat, luck *rand.Rand) (game.Move, error) {
	c, err := view.Chooser(game.Move{Seat: seat})
	for err == nil {
		if m, whole := c.Move(); whole {
			return m, nil
		}
		c, err = c.Random(luck.IntN, func(t *game.Text) string { return Text(t, luck) })
	}
	return game.Move{}, err
}
