package cli

import (
	"fmt"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/botseats"
)

// opponent is the bot that plays the seats of --bots.
type opponent struct {
	Opponent string `placeholder:"BOT" help:"The bot that plays the seats of --bots (random)."`

	player bot.Player
}

// named finds the bot.
func (o *opponent) named(bots bot.Bots) (err error) {
	if o.player, err = bots.Player(o.Opponent); err != nil {
		return misuse{fmt.Errorf("--opponent: %w", err)}
	}
	return nil
}

// botSeats are the seats that bots play.
type botSeats struct{ botseats.Seats }

// of answers for each seat whether a bot plays it.
func (b *botSeats) of(r *game.Rules, seats int) ([]bool, error) {
	bots, err := b.Of(r, seats)
	if err != nil {
		return nil, misuse{err}
	}
	return bots, nil
}
