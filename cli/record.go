package cli

import (
	"errors"
	"fmt"
	"os"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/match"
)

type recordCommand struct {
	newGame
	Seed     uint64 `default:"1" placeholder:"S" help:"The seed; different seeds give different games (${default})."`
	MaxMoves int    `default:"10000" placeholder:"M" help:"Stop the game after this many moves (${default})."`
	Out      string `placeholder:"FILE" help:"Write the record to this file instead of standard output."`
}

func (recordCommand) Help() string {
	return "A record has everything needed to replay a game: the options, the seed and the moves.\n\nExample:\n\n    ply record {game:hex} --seed 7 --out game.ply"
}

func (c *recordCommand) Validate() error {
	if c.MaxMoves < 0 {
		return errors.New("--max-moves must not be negative")
	}
	return nil
}

func (c *recordCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	r, seats, err := c.set(all)
	if err != nil {
		return err
	}
	s, err := r.Start(seats, game.SeedOf(c.Seed))
	if err != nil {
		return fmt.Errorf("cannot start %s: %w", r.Name, err)
	}
	m := match.Begin(s)
	if err := random.Play(m, c.Seed, c.MaxMoves, func(*game.State) error { return nil }); err != nil {
		return fmt.Errorf("%s stopped after %d moves: %w", r.Name, m.State().Played(), err)
	}
	if !m.Over() {
		con.Note("the game is not over: it was stopped after %d moves", c.MaxMoves)
	}
	return c.write(con, m.Record().String())
}

func (c *recordCommand) write(con *console.Console, text string) error {
	if c.Out == "" {
		con.Printf("%s", text)
		return nil
	}
	if err := os.WriteFile(c.Out, []byte(text), 0o644); err != nil {
		return fmt.Errorf("cannot write the record: %w", err)
	}
	return nil
}
