package cli

import (
	"fmt"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// table is which game is played, by how many and with which options.
type table struct {
	Game   string      `arg:"" help:"Name of the game; ply games lists them."`
	Seats  *int        `placeholder:"K" help:"How many play; by default as few as can."`
	Option game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"Set an option of the game. May be repeated."`
}

// rules finds the game and sets its options.
func (t *table) rules(all games.Catalogue) (*game.Rules, error) {
	r, err := all.Find(t.Game)
	if err != nil {
		return nil, misuse{err}
	}
	return with(r, t.Option)
}

// with sets options. Rules with faults are no mistake of whoever typed the options.
func with(r *game.Rules, v game.Values) (*game.Rules, error) {
	if err := game.Check(r); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	set, err := r.With(v)
	switch {
	case game.CodeOf(err) != "":
		return nil, misuse{fmt.Errorf("%w\nply games shows the options", err)}
	case err != nil:
		return nil, fmt.Errorf("%s with these options: %w", r.Name, err)
	}
	return set, nil
}

// seats answers how many play.
func (t *table) seats(r *game.Rules) (int, error) {
	if t.Seats == nil {
		return r.Seats.Min, nil
	}
	if n := *t.Seats; n < r.Seats.Min || n > r.Seats.Max {
		return 0, misuse{fmt.Errorf("%s is for %s, not %d; set it with --seats", r.Name, seatCount(r.Seats), n)}
	}
	return *t.Seats, nil
}

// set lays the table: rules, and how many play by them.
func (t *table) set(all games.Catalogue) (r *game.Rules, seats int, err error) {
	if r, err = t.rules(all); err != nil {
		return nil, 0, err
	}
	seats, err = t.seats(r)
	return r, seats, err
}

func seatCount(s game.Seats) string {
	if s.Min != s.Max {
		return fmt.Sprintf("%d to %d seats", s.Min, s.Max)
	}
	return plural(s.Min, "seat")
}

func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
