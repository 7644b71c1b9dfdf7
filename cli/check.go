package cli

import (
	"errors"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/gametest"
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
	return "Checks what the rules declare. Then plays random games with every number of seats: each state must come back unchanged when it is saved and loaded, and each game when it is replayed. If all that is well, further games are asked whether secrets are kept, as ply leaks does it.\n\nExample:\n\n    ply check hex --option swap=true"
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

	Secrets *findings `json:"secrets,omitempty"` // only if all else is well
	kept    string    // what they say
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
	share, skipped := c.Time/time.Duration(r.Seats.Max-r.Seats.Min+2), false // the last is for the secrets
	for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
		t := &trial{Seats: seats, rules: r, seed: c.Seed, most: c.MaxMoves, until: time.Now().Add(share)}
		t.run(c.Games)
		v.Trials = append(v.Trials, t)
		v.Faults = append(v.Faults, t.faults...)
		skipped = skipped || t.Skipped != ""
	}
	if len(v.Faults) == 0 && !skipped {
		if err := c.secrets(r, v, time.Now().Add(share)); err != nil {
			return nil, err
		}
	}
	v.OK = len(v.Faults) == 0
	return v, nil
}

// secrets asks whether the game keeps them.
func (c *checkCommand) secrets(r *game.Rules, v *verdict, until time.Time) error {
	e := &examination{Wanted: c.Games, rules: r, seats: gametest.SeatCounts(r.Seats), seed: max(c.Seed, 1), most: c.MaxMoves, until: until}
	if err := e.run(); err != nil {
		return err
	}
	v.Secrets, v.kept = e.findings(), "secrets: "+e.Pairs().String()
	for _, b := range e.Breaches {
		v.Faults = append(v.Faults, fmt.Sprintf("secrets, with %s and seed %d, after %s: %s\nply leaks %s prints a test that shows it",
			plural(b.Seats, "seat"), b.Seed, plural(b.After, "move"), b.Words, c.Game))
	}
	return nil
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
	if v.Secrets != nil && v.Secrets.OK {
		line(true, v.kept)
	}
	for _, f := range v.Faults {
		line(false, f)
	}
	return nil
}
