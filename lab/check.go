package lab

import (
	"cmp"
	"errors"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/words"
)

// Verdict is the result of a check.
type Verdict struct {
	Game   string   `json:"game"`
	OK     bool     `json:"ok"`
	Digest string   `json:"digest"`
	Trials []*Trial `json:"trials"`
	Faults []string `json:"faults"`

	Warnings []string `json:"warnings,omitempty"` // what may be meant, and may be a mistake

	Options int       `json:"options,omitempty"`  // combinations of options and seats that were played
	Secrets *Findings `json:"secrets,omitempty"`  // only if everything else passes
	LeftOut []string  `json:"left_out,omitempty"` // what was skipped for lack of time
}

// Check looks for faults in valid rules: in their presets, in random games with every number of seats, in their
// messages, in their options and, if everything else passes, in how they keep secrets.
type Check struct {
	Rules    *game.Rules
	Games    int // for each number of seats
	Seed     uint64
	MaxMoves int           // maximum moves in a game
	Time     time.Duration // a time limit: the rest is left out
	Leaks    string        // the command that looks for leaks, to name it

	until time.Time
}

// Run runs the check. Faults of the rules are in the Verdict; an error means that the check itself failed.
func (c *Check) Run() (*Verdict, error) {
	r := c.Rules
	c.until = time.Now().Add(c.Time)
	v := &Verdict{Game: r.Name, Trials: []*Trial{}, Faults: []string{}}
	v.Digest = r.Digest()
	v.Faults = append(v.Faults, declarationFaults(r)...)
	if len(v.Faults) > 0 {
		v.Digest = "" // the declarations are not sound
	}
	skipped := false
	for seats := r.Seats.Min; seats <= r.Seats.Max; seats++ {
		if why := r.Unfit(seats); why != nil {
			v.Trials = append(v.Trials, &Trial{Seats: seats, Skipped: why.String(), unfit: true})
			continue
		}
		t := &Trial{Seats: seats, rules: r, seed: c.Seed, most: c.MaxMoves, until: c.until}
		t.run(c.Games)
		if t.undeclared != "" {
			return &Verdict{Game: r.Name, Trials: []*Trial{}, Faults: append(v.Faults, t.undeclared)}, nil
		}
		v.Trials = append(v.Trials, t)
		v.Faults = append(append(v.Faults, t.faults...), t.endless()...)
		skipped = skipped || t.Skipped != ""
		if t.short() {
			v.LeftOut = append(v.LeftOut,
				fmt.Sprintf("%s with %s", words.Plural(t.Wanted-t.Games, "game"), words.Plural(seats, "seat")))
		}
	}
	v.Warnings = warnings(v.Trials)
	if err := c.lines(v); err != nil {
		return nil, err
	}
	if len(v.Faults) == 0 && !skipped {
		if err := c.secrets(v); err != nil {
			return nil, err
		}
	}
	v.Faults = append(v.Faults, artFaults(r, placesOf(r))...) // last: they may follow from another fault
	v.OK = len(v.Faults) == 0 && (v.Secrets == nil || v.Secrets.OK)
	return v, nil
}

// Sound returns an error that lists the faults of games that show without playing: in their declarations, and in Setup
// with the fewest seats.
func Sound(games []*game.Rules) (err error) {
	for _, r := range games {
		if faults := unplayed(r); len(faults) > 0 {
			err = errors.Join(err, fmt.Errorf("the rules of %s have faults:\n  %s", r.Name,
				strings.Join(faults, "\n  ")))
		}
	}
	return err
}

// unplayed returns the faults of rules that show without playing.
func unplayed(r *game.Rules) []string {
	if err := r.Check(); err != nil {
		if all, is := FaultsOf(err); is {
			return all
		}
		return []string{err.Error()}
	}
	all := declarationFaults(r)
	_, err := r.Start(append(r.SeatCounts(), r.Seats.Min)[0], game.SeedOf(1))
	if f, is := errors.AsType[*game.Fault](err); is && f.Undeclared {
		all = append(all, undeclared(f))
	} else if is {
		all = append(all, f.Error())
	}
	return all
}

func declarationFaults(r *game.Rules) []string { return append(presetFaults(r), hintFaults(r)...) }

// lines checks the messages of the game in a few games with each number of seats, and that options work at their
// limits.
func (c *Check) lines(v *Verdict) error {
	r := c.Rules
	left := time.Until(c.until)
	if len(v.Faults) > 0 || left <= 0 {
		return nil
	}
	said, err := gametest.Config{
		Games: min(c.Games, 2*(r.Seats.Max-r.Seats.Min+1)),
		Laws:  []string{"what is said", "lines can be read", "options can be played"},
		Seed:  max(c.Seed, 1), MaxMoves: c.MaxMoves, Time: left,
	}.Examine(r)
	if err != nil {
		return err
	}
	v.Options = said.Options
	for _, b := range said.Breaches {
		v.Faults = append(v.Faults, fmt.Sprintf("with %s and seed %d, after %s: %s", words.Plural(b.Seats, "seat"), b.Seed,
			words.Plural(b.After, "move"), b.Words))
	}
	return nil
}

// leastSecret is the minimum number of games to check for leaks, if there are that many.
const leastSecret = 4

// secrets checks that the game keeps its secrets.
func (c *Check) secrets(v *Verdict) error {
	games := min(c.Games, max(leastSecret, len(seatCounts(c.Rules))))
	e := &Examination{Wanted: games, Rules: c.Rules, Seed: max(c.Seed, 1), MaxMoves: c.MaxMoves, Until: c.until}
	if err := e.Run(); err != nil {
		return err
	}
	if e.short() {
		v.LeftOut = append(v.LeftOut, "secrets")
	}
	v.Secrets = e.Findings()
	for _, b := range e.Breaches {
		v.Faults = append(v.Faults, fmt.Sprintf("secrets, with %s and seed %d, after %s: %s\nrun %s --seats %d --seed %d -n 1 for a test that reproduces it",
			words.Plural(b.Seats, "seat"), b.Seed, words.Plural(b.After, "move"), b.Words, c.Leaks, b.Seats, b.Seed))
	}
	return nil
}

// presetFaults returns the faults of presets.
func presetFaults(r *game.Rules) (all []string) {
	for _, p := range r.Presets {
		set, err := catalogue.WithPreset(r, p.Name, nil)
		if err == nil {
			_, err = r.With(set)
		}
		faults, is := FaultsOf(err)
		if !is && err != nil {
			faults = []string{err.Error()}
		}
		for _, f := range faults {
			all = append(all, fmt.Sprintf("preset %s: %s", p.Name, f))
		}
	}
	return all
}

// FaultsOf returns the faults of a definition, if that is what the error is.
func FaultsOf(err error) (all []string, is bool) {
	var many interface{ Unwrap() []error }
	if !errors.As(err, &many) {
		return nil, false
	}
	for _, e := range many.Unwrap() {
		all = append(all, e.Error())
	}
	return all, true
}

// number matches what may differ between similar faults: a hash or a number.
var number = regexp.MustCompile(`\b[0-9a-f]{16}\b|\d+`)

// Merged returns one of the faults that differ only in numbers, and counts the others.
func (v *Verdict) Merged() (all []string) {
	more := map[string]int{}
	form := func(fault string) string {
		_, text, _ := strings.Cut(fault, ": ") // after "with 2 seats, game 0"
		return number.ReplaceAllString(cmp.Or(text, fault), "#")
	}
	for _, f := range v.Faults {
		if more[form(f)]++; more[form(f)] == 1 {
			all = append(all, f)
		}
	}
	for i, f := range all {
		if n := more[form(f)] - 1; n > 0 {
			all[i] += fmt.Sprintf("\nand %d more like this", n)
		}
	}
	return all
}
