package cli

import (
	"fmt"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/botseats"
)

// opponent is the flag that chooses the bot for the seats of --bots.
type opponent struct {
	Opponent string `placeholder:"BOT" help:"Which bot plays the seats of --bots (random)."`

	player bot.Player
}

// find looks the bot up.
func (o *opponent) find(bots bot.Bots) (err error) {
	if o.player, err = bots.Player(o.Opponent); err != nil {
		return misuse{fmt.Errorf("--opponent: %w", err)}
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
