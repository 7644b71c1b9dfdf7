package cli

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// variant is a game with its options.
type variant struct {
	Game string `arg:"" help:"The game; ply games lists all."`
	settings
}

// settings are the options of a game, or a scenario instead.
type settings struct {
	Preset   string      `placeholder:"NAME" help:"Use a preset of the game; ply games lists them. --option overrides it."`
	Option   game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"Set an option of the game. Can be repeated."`
	Scenario string      `placeholder:"FILE" help:"Use the scenario in this file, for games that read scenarios."`
}

// typed returns the game with its options as a user types them.
func (v *variant) typed() string {
	text := v.Game
	if v.Preset != "" {
		text += " --preset " + v.Preset
	}
	for _, name := range slices.Sorted(maps.Keys(v.Option)) {
		text += " --option " + words.ShellQuoted(name+"="+v.Option[name])
	}
	if v.Scenario != "" {
		text += " --scenario " + words.ShellQuoted(v.Scenario)
	}
	return text
}

// rules finds the game and sets its options, or reads the scenario.
func (v *variant) rules(all catalogue.Catalogue) (*game.Rules, error) {
	r, err := all.Find(v.Game)
	switch {
	case err != nil:
		return nil, misuse{err}
	case v.Scenario != "" && (v.Preset != "" || len(v.Option) > 0):
		return nil, misuse{errors.New("--scenario replaces the options of the game: leave out --option and --preset")}
	case v.Scenario != "" && r.Scenario == nil:
		return nil, misuse{fmt.Errorf("%s reads no scenario files", r.Name)}
	case v.Scenario != "":
		text, err := os.ReadFile(v.Scenario)
		if err != nil {
			return nil, err
		}
		if r, err = r.Scenario(v.Scenario, text); err != nil {
			return nil, errors.New(err.Error()) // all faults, each with its place
		}
		return r, r.Check()
	}
	set, err := catalogue.WithPreset(r, v.Preset, v.Option)
	if err != nil {
		return nil, misuse{err}
	}
	return with(r, set)
}

// with sets options. Faults in the rules are not mistakes in the command line.
func with(r *game.Rules, v game.Values) (*game.Rules, error) {
	if err := r.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", r.Name, err)
	}
	set, err := r.With(v)
	switch {
	case game.CodeOf(err) != "":
		return nil, misuse{fmt.Errorf("%w\nRun %s games to list the options", err, console.Command())}
	case err != nil:
		return nil, fmt.Errorf("%s with these options: %w", r.Name, err)
	}
	return set, nil
}

// newGame is a game with its options and its number of players.
type newGame struct {
	variant
	Seats *int `placeholder:"K" help:"Number of players; by default, the minimum."`
}

// seats returns how many play.
func (t *newGame) seats(r *game.Rules) (int, error) {
	if t.Seats == nil {
		return append(r.SeatCounts(), r.Seats.Min)[0], nil
	}
	n := *t.Seats
	if why := r.Unfit(n); n >= r.Seats.Min && n <= r.Seats.Max && why != nil {
		return 0, misuse{errors.New(why.String())}
	} else if why != nil {
		return 0, misuse{fmt.Errorf("%s is for %s, not %d; set it with --seats", r.Name, words.Players(r), n)}
	}
	return n, nil
}

// set returns the rules and how many play.
func (t *newGame) set(all catalogue.Catalogue) (r *game.Rules, seats int, err error) {
	if r, err = t.rules(all); err == nil {
		seats, err = t.seats(r)
	}
	return r, seats, err
}
