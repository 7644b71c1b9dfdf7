package cli

import (
	"errors"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/lab"
)

type leaksCommand struct {
	variant
	Seats *int `placeholder:"K" help:"Number of players; by default, every possible number in turn."`
	format
	Games    int           `short:"n" default:"10" placeholder:"N" help:"Random games to play (${default})."`
	Time     time.Duration `default:"10m" placeholder:"T" help:"Stop after this time and list what was left out (${default})."`
	Seed     uint64        `default:"1" placeholder:"S" help:"The seed of the first game; later games count up from it (${default})."`
	MaxMoves int           `default:"10000" placeholder:"M" help:"Stop a game after this many moves (${default})."`
}

func (leaksCommand) Help() string {
	return "Plays random games. For each seat and for spectators, it re-deals what they cannot know and plays the same move again; the two make a pair. " +
		"If anything the observer receives differs, that is a leak: the shortest game that shows it is printed as a Go test, and the exit code is 1. " +
		"Some pairs cannot be compared, and are counted separately: the move may be illegal in the second deal, the rules may announce something different, or Guess may have changed something visible. A game with a fault stops there; ply check reports it." +
		"\n\nExamples:\n\n    ply leaks {game:gofish}\n    ply leaks {game:gofish} --seats {seats} -n 100 --json"
}

func (c *leaksCommand) Validate() error {
	switch {
	case c.Games < 1 || c.MaxMoves < 1:
		return errors.New("-n and --max-moves must be at least 1")
	case c.Seed < 1:
		return errors.New("--seed must be at least 1")
	}
	return nil
}

func (c *leaksCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	at := &newGame{c.variant, c.Seats}
	r, seats, err := at.set(all)
	if err != nil {
		return err
	}
	e := &lab.Examination{Wanted: c.Games, Rules: r, Seed: c.Seed, MaxMoves: c.MaxMoves, Until: time.Now().Add(c.Time)}
	if c.Seats != nil {
		e.Seats = []int{seats}
	}
	stop := con.Watch(e.Progress, c.Games)
	err = e.Run()
	stop()
	if err != nil {
		return err
	}
	if err := c.report(con, e); err != nil {
		return err
	}
	if len(e.Breaches) > 0 {
		return errReported
	}
	return nil
}

func (c *leaksCommand) report(con *console.Console, e *lab.Examination) error {
	if c.JSON {
		return con.JSON(e.Findings())
	}
	con.Printf("%s%s, %s (%s in all) from seed %d\n\n", con.Bold(words.Title(e.Rules)), words.Options(e.Rules.Values()),
		words.Plural(e.Games, "random game"), words.Plural(e.Moves, "move"), c.Seed)
	width := len("spectators")
	for _, o := range e.Observers() {
		width = max(width, utf8.RuneCountInString(o.Observer))
	}
	for _, o := range e.Observers() {
		con.Printf("  %-*s  %s\n", width, words.Capital(o.Observer), o)
	}
	if e.Pairs().Hidden > 0 {
		con.Printf("\n%s\n\n", con.Faint("A pair is one move played twice: as it was, and with everything re-dealt that the observer cannot know."))
	}
	for _, b := range e.Breaches {
		con.Printf("%s  law %q fails with %s and seed %d, after %s: %s\n\n%s\n",
			con.Bad("LEAK"), b.Law, words.Plural(b.Seats, "seat"), b.Seed, words.Plural(b.After, "move"), b.Words, b.Test)
	}
	con.Printf("%s\n", strings.Join(e.Conclusion(), " "))
	return nil
}
