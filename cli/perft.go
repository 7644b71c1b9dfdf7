package cli

import (
	"errors"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/lab"
)

type perftCommand struct {
	position
	format
	Depth      int  `default:"3" placeholder:"N" help:"Number of moves (${default})."`
	Divide     bool `help:"Count separately for each first move, to find where two programs disagree."`
	PlayLeaves bool `help:"Play the last moves instead of only counting them."`
}

func (perftCommand) Help() string {
	return "Counts the leaves of the game tree at a given depth. If two programs count differently, they disagree about the rules. Games with chance or free text are refused: they have too many moves to count.\n\nExamples:\n\n    ply perft {game:connect4} --depth 5\n    ply perft {game:connect4} --depth 5 --divide"
}

func (c *perftCommand) Validate() error {
	switch {
	case c.Depth < 0:
		return errors.New("--depth must not be negative")
	case c.Depth == 0 && c.Divide:
		return errors.New("--divide needs a --depth of at least 1")
	}
	return nil
}

func (c *perftCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	s, err := c.start(all, con)
	if err != nil {
		return err
	}
	switch {
	case c.Divide:
		return c.divide(s, con)
	case c.JSON:
		n, err := lab.Perft(s, c.Depth, c.PlayLeaves)
		if err != nil {
			return err
		}
		return con.JSON(n)
	}
	con.Printf("%5s %16s %10s %14s\n", "depth", "nodes", "seconds", "nodes/second")
	for depth := min(1, c.Depth); depth <= c.Depth; depth++ {
		n, err := lab.Perft(s, depth, c.PlayLeaves)
		if err != nil {
			return err
		}
		con.Printf("%5d %16d %10.3f %14.0f\n", n.Depth, n.Nodes, n.Seconds, n.Rate)
	}
	return nil
}

// divide counts separately for each first move.
func (c *perftCommand) divide(s *game.State, con *console.Console) error {
	n, err := lab.PerftByMove(s, c.Depth, c.PlayLeaves)
	if err != nil {
		return err
	}
	if c.JSON {
		return con.JSON(n)
	}
	for _, m := range n.Moves {
		con.Printf("%s: %d\n", m.Move, m.Nodes)
	}
	con.Printf("\n%d moves, %d games of %d moves\n", len(n.Moves), n.Nodes, n.Depth)
	return nil
}
