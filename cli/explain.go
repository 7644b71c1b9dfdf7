package cli

import (
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/explain"
)

type explainCommand struct {
	variant
	Seats *int `placeholder:"K" help:"Number of players; by default, every possible number is explained."`
	format
}

func (explainCommand) Help() string {
	return "Prints the rule book, if the game has one, and a summary made from the declarations: the table and who sees what, the actions and their choices, the order of play, and how the game ends. " +
		"Players get a summary; authors see whether they declared what they meant." +
		"\n\nExamples:\n\n    ply explain {game:gofish}\n    ply explain {game:gofish} --seats {seats}\n    ply explain {game:hex} --option {option}\n    ply explain {game:nim} --preset {preset}\n    ply explain {game:hex} --json"
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
