package main

import (
	"errors"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

type checkCommand struct {
	Game   string      `arg:"" help:"Name of the game; ply games lists them."`
	Option game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"Set an option of the game. May be repeated."`
	format
	Games    int           `short:"n" default:"200" placeholder:"N" help:"How many random games for each number of seats (${default})."`
	Time     time.Duration `default:"2s" placeholder:"T" help:"Stop playing after this time (${default})."`
	Seed     uint64        `default:"1" placeholder:"S" help:"Other seeds give other games (${default})."`
	MaxMoves int           `default:"10000" placeholder:"M" help:"A game is cut off after so many moves (${default})."`
}

func (checkCommand) Help() string {
	return "Checks what the rules declare. Then plays random games with every number of seats: each state must come back unchanged when it is saved and loaded, and each game when it is replayed.\n\nExample:\n\n    ply check hex --option swap=true"
}

func (c *checkCommand) Validate() error {
	if c.Games < 1 || c.MaxMoves < 1 {
		return errors.New("-n and --max-moves are at least 1")
	}
	return nil
}

func (c *checkCommand) Run(all games.Catalogue, con *console) error {
	v, err := c.check(all)
	if err != nil {
		return err
	}
	if err := c.report(con, v); err != nil {
		return err
	}
	if !v.OK {
		return errTold
	}
	return nil
}

// verdict is the answer of a check.
type verdict struct {
	Game   string   `json:"game"`
	OK     bool     `json:"ok"`
	Digest string   `json:"digest"`
	Trials []*trial `json:"trials"`
	Faults []string `json:"faults"`
}

func (c *checkCommand) check(all games.Catalogue) (*verdict, error) {
	v := &verdict{Game: c.Game, Trials: []*trial{}, Faults: []string{}}
	r, err := (&table{Game: c.Game, Option: c.Option}).rules(all)
	if faults, is := errors.AsType[game.Faults](err); is {
		v.Faults = append(v.Faults, faults...)
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.Digest = r.Digest()
	counts := r.Seats.Max - r.Seats.Min + 1
	for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
		t := &trial{Seats: seats, rules: r, seed: c.Seed, most: c.MaxMoves, until: time.Now().Add(c.Time / time.Duration(counts))}
		t.run(c.Games)
		v.Trials = append(v.Trials, t)
		v.Faults = append(v.Faults, t.faults...)
	}
	v.OK = len(v.Faults) == 0
	return v, nil
}

func (c *checkCommand) report(con *console, v *verdict) error {
	if c.JSON {
		return con.json(v)
	}
	con.printf("%s\n", con.bold(v.Game))
	line := func(fine bool, what string) {
		mark := con.good("ok   ")
		if !fine {
			mark = con.bad("FAULT")
		}
		con.printf("  %s  %s\n", mark, what)
	}
	if v.Digest != "" {
		line(true, "the declarations, digest "+v.Digest)
	}
	for _, t := range v.Trials {
		line(t.faults == nil, t.String())
	}
	for _, f := range v.Faults {
		line(false, f)
	}
	return nil
}
