package cli

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
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

	Options int       `json:"options,omitempty"` // ways to set options, each with a number of seats, that were played
	Secrets *findings `json:"secrets,omitempty"` // only if all else is well
	kept    string    // what they say
	few     []observer
	until   time.Time
	LeftOut []string `json:"left_out,omitempty"` // what there was no time for
}

func (c *checkCommand) check(all catalogue.Catalogue) (*verdict, error) {
	v := &verdict{Game: c.Game, Trials: []*trial{}, Faults: []string{}, until: time.Now().Add(c.Time)}
	r, err := c.rules(all)
	if faults, is := errors.AsType[game.Faults](err); is {
		v.Faults = append(v.Faults, faults...)
		return v, nil
	}
	if err != nil {
		return nil, err
	}
	v.Digest = r.Digest()
	v.Faults = append(v.Faults, presetFaults(r)...)
	skipped := false
	for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
		if why := r.Unfit(seats); why != nil {
			v.Trials = append(v.Trials, &trial{Seats: seats, Skipped: why.String(), unfit: true})
			continue
		}
		t := &trial{Seats: seats, rules: r, seed: c.Seed, most: c.MaxMoves, until: v.until}
		t.run(c.Games)
		v.Trials = append(v.Trials, t)
		v.Faults = append(append(v.Faults, t.faults...), t.endless()...)
		skipped = skipped || t.Skipped != ""
		if t.short() {
			v.LeftOut = append(v.LeftOut, fmt.Sprintf("%s with %s", words.Plural(t.Wanted-t.Games, "game"), words.Plural(seats, "seat")))
		}
	}
	if err := c.lines(r, v); err != nil {
		return nil, err
	}
	if len(v.Faults) == 0 && !skipped {
		if err := c.secrets(r, v); err != nil {
			return nil, err
		}
	}
	v.OK = len(v.Faults) == 0
	return v, nil
}

// lines asks whether all that the game says has its arguments and can be read, in a few games of each number of
// seats, and whether options can be played at their ends.
func (c *checkCommand) lines(r *game.Rules, v *verdict) error {
	left := time.Until(v.until)
	if len(v.Faults) > 0 || left <= 0 {
		return nil
	}
	said, err := gametest.Config{
		Games: min(c.Games, 2*(r.Seats.Max-r.Seats.Min+1)), Laws: []string{"what is said", "lines can be read", "options can be played"},
		Seed: max(c.Seed, 1), MaxMoves: c.MaxMoves, Time: left,
	}.Examine(r)
	if err != nil {
		return err
	}
	v.Options = said.Options
	for _, b := range said.Breaches {
		v.Faults = append(v.Faults, fmt.Sprintf("with %s and seed %d, after %s: %s", words.Plural(b.Seats, "seat"), b.Seed, words.Plural(b.After, "move"), b.Words))
	}
	return nil
}

// leastSecret is how many games are asked whether they keep secrets, if that many are played: one with each
// number of seats, or these.
const leastSecret = 4

// secrets asks whether the game keeps them.
func (c *checkCommand) secrets(r *game.Rules, v *verdict) error {
	seats := gametest.SeatCounts(r.Seats)
	seats = slices.DeleteFunc(seats, func(n int) bool { return r.Unfit(n) != nil })
	e := &examination{Wanted: min(c.Games, max(leastSecret, len(seats))), rules: r, seats: seats, seed: max(c.Seed, 1), most: c.MaxMoves, until: v.until}
	if err := e.run(); err != nil {
		return err
	}
	if e.short() {
		v.LeftOut = append(v.LeftOut, "secrets")
	}
	v.Secrets, v.kept, v.few = e.findings(), "secrets: "+e.Pairs().String(), e.tooFew()
	for _, b := range e.Breaches {
		v.Faults = append(v.Faults, fmt.Sprintf("secrets, with %s and seed %d, after %s: %s\n%s leaks %s prints a test that shows it",
			words.Plural(b.Seats, "seat"), b.Seed, words.Plural(b.After, "move"), b.Words, console.Command(), c.Game))
	}
	return nil
}

func (c *checkCommand) report(con *console.Console, v *verdict) error {
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
		case t.faults != nil || t.endless() != nil:
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
		if len(v.few) == 0 {
			line(good, v.kept)
		}
		for _, o := range v.few {
			line(unsure, fmt.Sprintf("secrets: for %s %s compared, too few to say whether they are kept", o.Observer, pairWords(o.Compared)))
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

// presetFaults says which presets cannot be made.
func presetFaults(r *game.Rules) (all []string) {
	for _, p := range r.Presets {
		set, err := catalogue.WithPreset(r, p.Name, nil)
		if err == nil {
			_, err = r.With(set)
		}
		faults, is := errors.AsType[game.Faults](err)
		if !is && err != nil {
			faults = game.Faults{err.Error()}
		}
		for _, f := range faults {
			all = append(all, fmt.Sprintf("preset %s: %s", p.Name, f))
		}
	}
	return all
}

// closing says what was left out, and what to do about it.
func (c *checkCommand) closing(con *console.Console, v *verdict) {
	if len(v.LeftOut) > 0 {
		con.Printf("\nTime ran out after %v. Left out, at least in part: %s. --time allows more.\n", c.Time, strings.Join(v.LeftOut, ", "))
	}
	if len(v.few) > 0 {
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
