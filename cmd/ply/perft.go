package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

type perftCommand struct {
	table
	format
	Depth    int    `default:"3" placeholder:"N" help:"How many moves (${default})."`
	Position string `placeholder:"FILE" help:"Start from a save, or from the end of a record; - reads it from the input."`
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

// start answers the position to count from.
func (c *perftCommand) start(all games.Catalogue, con *console) (*game.State, error) {
	r, seats, err := c.set(all)
	if err != nil {
		return nil, err
	}
	if c.Position == "" {
		s, err := game.Start(r, seats, game.SeedOf(1))
		if err != nil {
			return nil, fmt.Errorf("%s cannot be started: %w", r.Name, err)
		}
		return s, nil
	}
	data, err := con.read(c.Position)
	if err != nil {
		return nil, fmt.Errorf("--position: %w", err)
	}
	s, err := c.position(all, data)
	if err != nil {
		return nil, fmt.Errorf("--position %s: %w", c.Position, err)
	}
	if c.Seats != nil && *c.Seats != s.Seats() {
		return nil, misuse{fmt.Errorf("--position %s: it has %s, not %d; leave --seats out", c.Position, plural(s.Seats(), "seat"), *c.Seats)}
	}
	return s, nil
}

// position reads a save, which is JSON, or a record, which is not. Both bring their own
// options.
func (c *perftCommand) position(all games.Catalogue, data []byte) (*game.State, error) {
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		return c.load(all, data)
	}
	rec, r, err := recorded(all, data)
	if err != nil {
		return nil, err
	}
	if err := c.fits(rec.Game, r); err != nil {
		return nil, err
	}
	return game.Replay(r, rec, -1)
}

func (c *perftCommand) load(all games.Catalogue, data []byte) (*game.State, error) {
	var head struct {
		Game    string
		Options game.Values
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return nil, fmt.Errorf("it is not a save of Ply: %w", err)
	}
	r, err := all.Find(head.Game)
	if err != nil {
		return nil, err
	}
	if r, err = r.With(head.Options); err != nil {
		return nil, err
	}
	if err := c.fits(head.Game, r); err != nil {
		return nil, err
	}
	return game.Load(r, data)
}

// fits complains if the position is not of the game and options that were typed.
func (c *perftCommand) fits(name string, r *game.Rules) error {
	if name != c.Game {
		return misuse{fmt.Errorf("it is a game of %s, not of %s", name, c.Game)}
	}
	for _, o := range r.Options {
		if want, typed := c.Option[o.Name]; typed && want != o.Value {
			return misuse{fmt.Errorf("it has option %s=%s, not %s; leave --option out", o.Name, o.Value, want)}
		}
	}
	return nil
}
