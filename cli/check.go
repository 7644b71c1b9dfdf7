package cli

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/lab"
)

type checkCommand struct {
	variant
	format
	Games    int           `short:"n" default:"50" placeholder:"N" help:"Random games to play for each number of seats (${default})."`
	Time     time.Duration `default:"5m" placeholder:"T" help:"Stop after this time and list what was left out (${default})."`
	Seed     uint64        `default:"1" placeholder:"S" help:"The seed; different seeds give different games (${default})."`
	MaxMoves int           `default:"10000" placeholder:"M" help:"Stop a game after this many moves (${default})."`
}

func (checkCommand) Help() string {
	return "Checks the declarations and presets of a game, then plays random games with every number of seats. Each state must survive saving and loading, each game must replay to the same result, every {n} in a message must have an argument, and every option must work at its limits. If all of this passes, it looks for leaked secrets as ply leaks does.\n\nExamples:\n\n    ply check {game:hex}\n    ply check {game:hex} --option {option}\n    ply check {game:survivors} --scenario mission.json"
}

func (c *checkCommand) Validate() error {
	if c.Games < 1 || c.MaxMoves < 1 {
		return errors.New("-n and --max-moves must be at least 1")
	}
	return nil
}

func (c *checkCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	v, err := c.verdict(all)
	if err != nil {
		return err
	}
	if err := c.report(con, v); err != nil {
		return err
	}
	if !v.OK {
		return errReported
	}
	return nil
}

func (c *checkCommand) verdict(all catalogue.Catalogue) (*lab.Verdict, error) {
	r, err := c.rules(all)
	if faults, is := lab.FaultsOf(err); is {
		return &lab.Verdict{Game: c.Game, Trials: []*lab.Trial{}, Faults: faults}, nil
	}
	if err != nil {
		return nil, err
	}
	return (&lab.Check{Rules: r, Games: c.Games, Seed: c.Seed, MaxMoves: c.MaxMoves, Time: c.Time, Leaks: c.leaks()}).Run()
}

// leaks is the command that looks for leaks in the same game.
func (c *checkCommand) leaks() string { return console.Command() + " leaks " + c.typed() }

func (c *checkCommand) report(con *console.Console, v *lab.Verdict) error {
	if c.JSON {
		return con.JSON(v)
	}
	con.Printf("%s\n", con.Bold(v.Game))
	for _, l := range v.Lines() {
		mark := fmt.Sprintf("%-5s", l.Mark)
		switch l.Mark {
		case lab.Passed:
			mark = con.Good(mark)
		case lab.Failed:
			mark = con.Bad(mark)
		}
		con.Printf("  %s  %s\n", mark, strings.ReplaceAll(l.Text, "\n", "\n         "))
	}
	if v.OK {
		c.closing(con, v)
	}
	return nil
}

// closing prints what was left out, and how to include it.
func (c *checkCommand) closing(con *console.Console, v *lab.Verdict) {
	if len(v.LeftOut) > 0 {
		con.Printf("\nTime ran out after %s. Left out, at least in part: %s. Use --time to allow more.\n", words.Span(c.Time),
			strings.Join(v.LeftOut, ", "))
	}
	if v.Secrets != nil && len(v.Secrets.TooFew) > 0 {
		con.Printf("\nRun %s for a longer search for leaks.\n", c.leaks())
	}
}
