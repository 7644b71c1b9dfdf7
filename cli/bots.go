package cli

import (
	"fmt"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/botseats"
)

// level is the flag that chooses the bot for the seats of --bots.
type level struct {
	Level string `placeholder:"LEVEL" help:"How well the bots play: gentle, steady, sharp, expert, a number of simulations for each move, or the name of any bot (gentle)."`

	player bot.Player
}

// find looks the bot up.
func (l *level) find(bots bot.Bots) (err error) {
	if l.player, err = bots.Player(l.Level); err != nil {
		return misuse{fmt.Errorf("--level: %w", err)}
	}
	return nil
}

// botSeats is the flag --bots.
type botSeats struct{ botseats.Seats }

// of reports for each seat whether a bot plays it.
func (b *botSeats) of(r *game.Rules, seats int) ([]bool, error) {
	bots, err := b.Of(r, seats)
	if err != nil {
		return nil, misuse{err}
	}
	return bots, nil
}
