package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/lab"
)

type simulateCommand struct {
	newGame
	format
	Games    int    `short:"n" default:"10000" placeholder:"N" help:"Games to play (${default})."`
	Seed     uint64 `default:"1" placeholder:"S" help:"The seed; different seeds give different games (${default})."`
	Workers  int    `placeholder:"W" help:"Games to play in parallel; by default, one per processor. The result does not depend on it."`
	MaxMoves int    `default:"10000" placeholder:"M" help:"Stop a game after this many moves (${default})."`
}

func (simulateCommand) Help() string {
	return "Plays random games; every legal move is equally likely. Wins shared by several players are counted separately, so the numbers add up. Faults in the rules do not stop the run: they are counted, the first is shown, and the exit code is 1.\n\nExamples:\n\n    ply simulate {game:hex} -n 10000\n    ply simulate {game:hex} --option {option} --json"
}

func (c *simulateCommand) Validate() error {
	switch {
	case c.Games < 1:
		return errors.New("-n must be at least 1")
	case c.Workers < 0:
		return errors.New("--workers must not be negative")
	case c.MaxMoves < 1:
		return errors.New("--max-moves must be at least 1")
	}
	return nil
}

func (c *simulateCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	r, seats, err := c.set(all)
	if err != nil {
		return err
	}
	s := &lab.Simulation{Rules: r, Seats: seats, Seed: c.Seed, Games: c.Games, MaxMoves: c.MaxMoves, Workers: c.Workers}
	stop := con.Watch(s.Progress, c.Games)
	began := time.Now()
	t, err := s.Run()
	took := time.Since(began)
	stop()
	if err != nil {
		return err
	}
	if err := c.report(r, con, t.Summary(took)); err != nil {
		return err
	}
	if t.Fault != nil {
		return fmt.Errorf("%d of %d games hit a fault, first game %d: %w", t.Faults, t.Games, t.FaultAt, t.Fault)
	}
	return nil
}

func (c *simulateCommand) report(r *game.Rules, con *console.Console, s lab.Summary) error {
	if c.JSON {
		return con.JSON(s)
	}
	con.Printf("%s%s, %s, random games from seed %d\n\n%s",
		con.Bold(words.Title(r)), words.Options(r.Values()), words.Plural(len(s.Wins), "player"), c.Seed, s.Text(r))
	return nil
}
