package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

type perftCommand struct {
	position
	format
	Depth      int  `default:"3" placeholder:"N" help:"How many moves (${default})."`
	Divide     bool `help:"Count by first move: where two programs disagree, go on from there."`
	PlayLeaves bool `help:"Play the last moves as well, instead of counting them."`
}

func (perftCommand) Help() string {
	return "Two programs that disagree about this number disagree about the rules. Games with chance or free text have too many moves to count and are refused.\n\nExample:\n\n    ply perft connect4 --depth 5\n    ply perft connect4 --depth 5 --divide"
}

func (c *perftCommand) Validate() error {
	switch {
	case c.Depth < 0:
		return errors.New("--depth: it cannot be negative")
	case c.Depth == 0 && c.Divide:
		return errors.New("--divide: there is no first move to depth 0")
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
		n, err := c.count(s, c.Depth)
		if err != nil {
			return err
		}
		return con.JSON(n)
	}
	con.Printf("%5s %16s %10s %14s\n", "depth", "nodes", "seconds", "nodes/second")
	for depth := min(1, c.Depth); depth <= c.Depth; depth++ {
		n, err := c.count(s, depth)
		if err != nil {
			return err
		}
		con.Printf("%5d %16d %10.3f %14.0f\n", n.Depth, n.Nodes, n.Seconds, n.Rate)
	}
	return nil
}

// divide counts by first move.
func (c *perftCommand) divide(s *game.State, con *console.Console) error {
	n, err := c.count(s, c.Depth)
	if err != nil {
		return err
	}
	f := game.NewFork(s)
	if n.Moves, err = c.byMove(f); err != nil {
		return cannotCount(s, c.Depth, err)
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

// byMove plays each first move and counts what follows it.
func (c *perftCommand) byMove(f *game.Fork) (all []branch, err error) {
	if _, err := f.PerftPlayed(1); err != nil { // chance in a first move
		return nil, err
	}
	moves, err := f.Handles(nil)
	if err != nil {
		return nil, err
	}
	for _, h := range moves {
		b := branch{Seat: h.Seat(), Move: f.State().Text(f.Move(h))}
		m := f.Mark()
		if err := f.Do(h); err != nil {
			return nil, err
		}
		if b.Nodes, err = c.perft(f, c.Depth-1); err != nil {
			return nil, err
		}
		f.Back(m)
		all = append(all, b)
	}
	return all, nil
}

// leaves is the answer of perft for one depth.
type leaves struct {
	Depth   int      `json:"depth"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	Rate    float64  `json:"nodes_per_second"`
	Moves   []branch `json:"moves,omitempty"` // by first move, if asked for
}

// branch is what follows one first move.
type branch struct {
	Seat  game.Seat `json:"seat"`
	Move  string    `json:"move"`
	Nodes uint64    `json:"nodes"`
}

func (c *perftCommand) perft(f *game.Fork, depth int) (uint64, error) {
	if c.PlayLeaves {
		return f.PerftPlayed(depth)
	}
	return f.Perft(depth)
}

func (c *perftCommand) count(s *game.State, depth int) (leaves, error) {
	began := time.Now()
	nodes, err := c.perft(game.NewFork(s), depth)
	if err != nil {
		return leaves{}, cannotCount(s, depth, err)
	}
	seconds := max(time.Since(began), time.Nanosecond).Seconds()
	return leaves{Depth: depth, Nodes: nodes, Seconds: seconds, Rate: float64(nodes) / seconds}, nil
}

func cannotCount(s *game.State, depth int, err error) error {
	return fmt.Errorf("%s cannot be counted to depth %d: %w", s.Rules().Name, depth, err)
}
