package cli

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
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
	Games    int           `short:"n" default:"50" placeholder:"N" help:"How many random games for each number of seats (${default})."`
	Time     time.Duration `default:"5m" placeholder:"T" help:"A last resort: stop after this time and say what was left out (${default})."`
	Seed     uint64        `default:"1" placeholder:"S" help:"Other seeds give other games (${default})."`
	MaxMoves int           `default:"10000" placeholder:"M" help:"A game is cut off after this many moves (${default})."`
}

func (checkCommand) Help() string {
	return "Checks what the rules declare, and that every preset can be made. Then plays random games with every number of seats: each state must come back unchanged when it is saved and loaded, and each game when it is replayed; all that the game says must have its arguments; and options can be played at their ends. If all that is well, further games are asked whether secrets are kept, as ply leaks does it.\n\nExample:\n\n    ply check hex --option swap=true"
}

func (c *checkCommand) Validate() error {
	if c.Games < 1 || c.MaxMoves < 1 {
		return errors.New("-n and --max-moves are at least 1")
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
		return errTold
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
	v, err := (&lab.Check{Rules: r, Games: c.Games, Seed: c.Seed, MaxMoves: c.MaxMoves, Time: c.Time}).Run()
	if err != nil || v.Secrets == nil {
		return v, err
	}
	for _, b := range v.Secrets.Breaches {
		v.Faults = append(v.Faults, fmt.Sprintf("secrets, with %s and seed %d, after %s: %s\n%s leaks %s prints a test that shows it",
			words.Plural(b.Seats, "seat"), b.Seed, words.Plural(b.After, "move"), b.Words, console.Command(), c.Game))
	}
	return v, nil
}

func (c *checkCommand) report(con *console.Console, v *lab.Verdict) error {
	if c.JSON {
		return con.JSON(v)
	}
	con.Printf("%s\n", con.Bold(v.Game))
	good, bad, unsure := con.Good("ok   "), con.Bad("FAULT"), "?    "
	line := func(mark, what string) {
		con.Printf("  %s  %s\n", mark, strings.ReplaceAll(what, "\n", "\n         "))
	}
	if v.Digest != "" {
		line(good, "the declarations, digest "+v.Digest)
	}
	for _, t := range v.Trials {
		switch {
		case t.Failed():
			line(bad, t.String())
		case t.Skipped != "" || t.Unfinished > 0:
			line(unsure, t.String())
		default:
			line(good, t.String())
		}
	}
	if v.Options > 0 && v.OK {
		line(good, fmt.Sprintf("options: each at its ends, %d combinations of settings and seats played", v.Options))
	}
	if v.Secrets != nil && v.Secrets.OK {
		few := v.Secrets.Few()
		if len(few) == 0 {
			line(good, "secrets: "+v.Secrets.Pairs.String())
		}
		for _, o := range few {
			line(unsure, fmt.Sprintf("secrets: for %s %s compared, too few to say whether they are kept", o.Observer, lab.PairWords(o.Compared)))
		}
	}
	for _, f := range alike(v.Faults) {
		line(bad, f)
	}
	if v.OK {
		c.closing(con, v)
	}
	return nil
}

// closing says what was left out, and what to do about it.
func (c *checkCommand) closing(con *console.Console, v *lab.Verdict) {
	if len(v.LeftOut) > 0 {
		con.Printf("\nTime ran out after %v. Left out, at least in part: %s. --time allows more.\n", c.Time, strings.Join(v.LeftOut, ", "))
	}
	if v.Secrets != nil && len(v.Secrets.TooFew) > 0 {
		con.Printf("\n%s leaks %s looks longer at secrets.\n", console.Command(), c.Game)
	}
}

// number is what may differ in faults that are alike: a hash, or a number.
var number = regexp.MustCompile(`\b[0-9a-f]{16}\b|\d+`)

// alike makes one of faults that differ in numbers only.
func alike(faults []string) (all []string) {
	more := map[string]int{}
	form := func(fault string) string {
		_, what, _ := strings.Cut(fault, ": ") // with 2 seats, game 0
		return number.ReplaceAllString(cmp.Or(what, fault), "#")
	}
	for _, f := range faults {
		if more[form(f)]++; more[form(f)] == 1 {
			all = append(all, f)
		}
	}
	for i, f := range all {
		if n := more[form(f)] - 1; n > 0 {
			all[i] += fmt.Sprintf("\nand %d more like it", n)
		}
	}
	return all
}
