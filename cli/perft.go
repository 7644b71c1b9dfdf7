package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

type perftCommand struct {
	position
	format
	Depth int `default:"3" placeholder:"N" help:"How many moves (${default})."`
}

func (perftCommand) Help() string {
	return "Two programs that disagree about this number disagree about the rules. Games with chance or free text have too many moves to count and are refused.\n\nExample:\n\n    ply perft connect4 --depth 5"
}

func (c *perftCommand) Validate() error {
	if c.Depth < 0 {
		return errors.New("--depth: it cannot be negative")
	}
	return nil
}

func (c *perftCommand) Run(all games.Catalogue, con *console) error {
	s, err := c.start(all, con)
	if err != nil {
		return err
	}
	if c.JSON {
		n, err := count(s, c.Depth)
		if err != nil {
			return err
		}
		return con.json(n)
	}
	con.printf("%5s %16s %10s %14s\n", "depth", "nodes", "seconds", "nodes/second")
	for depth := min(1, c.Depth); depth <= c.Depth; depth++ {
		n, err := count(s, depth)
		if err != nil {
			return err
		}
		con.printf("%5d %16d %10.3f %14.0f\n", n.Depth, n.Nodes, n.Seconds, n.Rate)
	}
	return nil
}

// leaves is the answer of perft for one depth.
type leaves struct {
	Depth   int     `json:"depth"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	Rate    float64 `json:"nodes_per_second"`
}

func count(s *game.State, depth int) (leaves, error) {
	began := time.Now()
	nodes, err := game.NewFork(s).Perft(depth)
	if err != nil {
		return leaves{}, fmt.Errorf("%s cannot be counted to depth %d: %w", s.Rules().Name, depth, err)
	}
	seconds := max(time.Since(began), time.Nanosecond).Seconds()
	return leaves{depth, nodes, seconds, float64(nodes) / seconds}, nil
}
