package cli

import (
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/explain"
)

type explainCommand struct {
	variant
	Seats *int `placeholder:"K" help:"How many play; by default the start is told for any number that can."`
	format
}

func (explainCommand) Help() string {
	return "Prints the rules in words, if the game has some, and as they are declared: what lies on the table and who sees it, what may be done and what is chosen for it, the order of play, how the game ends. " +
		"What a player reads as a summary tells an author whether the declaration says what was meant." +
		"\n\nExamples:\n\n    ply explain gofish\n    ply explain gofish --seats 3\n    ply explain hex --option size=5 --option swap=true\n    ply explain nim --preset marienbad\n    ply explain hex --json"
}

func (c *explainCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	t := newGame{c.variant, c.Seats}
	r, seats, err := t.set(all)
	if err != nil {
		return err
	}
	low, high := r.Seats.Min, r.Seats.Max
	if c.Seats != nil {
		low, high = seats, seats
	}
	e := explain.Of(r, low, high)
	if c.JSON {
		return con.JSON(e)
	}
	e.Write(con)
	return nil
}
