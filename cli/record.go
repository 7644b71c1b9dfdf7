package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

type recordCommand struct {
	table
	Seed     uint64 `default:"1" placeholder:"S" help:"Other seeds give other games (${default})."`
	MaxMoves int    `default:"10000" placeholder:"M" help:"The game is cut off after so many moves (${default})."`
	Out      string `placeholder:"FILE" help:"Write the record here instead of to the output."`
}

func (recordCommand) Help() string {
	return "A record holds everything that is needed to play the game again: the options, the seed and the moves.\n\nExample:\n\n    ply record hex --seed 7 --out game.ply"
}

func (c *recordCommand) Validate() error {
	if c.MaxMoves < 0 {
		return errors.New("--max-moves: it cannot be negative")
	}
	return nil
}

func (c *recordCommand) Run(all games.Catalogue, con *console) error {
	r, seats, err := c.set(all)
	if err != nil {
		return err
	}
	s, err := game.Start(r, seats, game.SeedOf(c.Seed))
	if err != nil {
		return fmt.Errorf("%s cannot be started: %w", r.Name, err)
	}
	h := game.NewHistory(s, 1)
	if err := wander(h, c.Seed, c.MaxMoves, func(*game.State) error { return nil }); err != nil {
		return fmt.Errorf("%s cannot be played on after %d moves: %w", r.Name, h.State().Played(), err)
	}
	if !h.State().Outcome().Over {
		con.note("the game is not over: it was cut off after %d moves", c.MaxMoves)
	}
	return c.write(con, h.Record().String())
}

func (c *recordCommand) write(con *console, text string) error {
	if c.Out == "" {
		con.printf("%s", text)
		return nil
	}
	if err := os.WriteFile(c.Out, []byte(text), 0o644); err != nil {
		return fmt.Errorf("the record cannot be written: %w", err)
	}
	return nil
}
