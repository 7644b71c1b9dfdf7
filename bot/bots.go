package bot

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/plygame/ply/game"
)

// Bot is a Player with a name.
type Bot struct {
	Name  string // such as "uct"
	Takes string // the parameter after a colon, in capitals: "SIMULATIONS" for "uct:1000"; empty if there is none
	About string // what it does, in one sentence

	// Baseline marks a bot that any other should beat: levels are measured from it.
	Baseline bool

	// New makes a Player. The parameter is the text after the colon, "" if there is none.
	New func(parameter string) (Player, error)
}

// Usage is the name of the bot with its parameter: "uct:SIMULATIONS".
func (b Bot) Usage() string {
	if b.Takes == "" {
		return b.Name
	}
	return b.Name + ":" + b.Takes
}

// Bots are the players that can be chosen by name. The first one is the default. An empty list means
// [Standard].
type Bots []Bot

// Standard returns the bots that come with Ply: a [Search] for each level, and one that plays at random.
func Standard() (all Bots) {
	for _, l := range levels {
		all = append(all, Bot{Name: l.name, About: l.about, New: func(string) (Player, error) { return NewSearch(l.name) }})
	}
	return append(all, Bot{Name: "random", About: "Chooses a random move.", Baseline: true, New: func(string) (Player, error) {
		return Func(func(_ context.Context, t Turn) (game.Move, error) {
			return Random(t.View, t.Seat, rand.New(rand.NewPCG(t.Seed, uint64(t.Seat))))
		}), nil
	}})
}

// All returns the list, or Standard if it is empty.
func (all Bots) All() Bots {
	if len(all) == 0 {
		return Standard()
	}
	return all
}

// Ladder returns the names of bots that each should beat the one before: those marked Baseline, then [Levels].
func (all Bots) Ladder() (names []string) {
	for _, b := range all.All() {
		if b.Baseline {
			names = append(names, b.Name)
		}
	}
	return append(names, Levels()...)
}

// Player makes the player with this name: "sharp", "random", or "uct:1000" with a parameter. A number is a [Search]
// with this many simulations for each move. The empty name means the first bot. For an unknown name, the error lists
// the bots.
func (all Bots) Player(name string) (Player, error) {
	all = all.All()
	if name == "" {
		name = all[0].Name
	}
	first, parameter, given := strings.Cut(name, ":")
	for _, b := range all {
		if b.Name != first {
			continue
		}
		if given && b.Takes == "" {
			return nil, fmt.Errorf("the bot %s takes no parameter", b.Name)
		}
		p, err := b.New(parameter)
		if err != nil {
			return nil, fmt.Errorf("the bot %s: %w", b.Usage(), err)
		}
		return p, nil
	}
	if p, err := NewSearch(name); err == nil && p.Simulations > 0 {
		return p, nil
	}
	return nil, fmt.Errorf("there is no bot %q; the bots are: %s, or a number of simulations", short(name),
		strings.Join(all.usages(), ", "))
}

// short shortens a name from untrusted input.
func short(name string) string {
	if r := []rune(name); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return name
}

func (all Bots) usages() (names []string) {
	for _, b := range all {
		names = append(names, b.Usage())
	}
	return names
}

// Check returns what is wrong with the list: bots without a name or a New, duplicate names, and names that
// cannot be typed.
func (all Bots) Check() error {
	var faults []error
	seen := map[string]bool{}
	for i, b := range all {
		switch {
		case b.Name == "" || strings.ContainsAny(b.Name, ": \t\n,"):
			faults = append(faults, fmt.Errorf("bot %d: its name %q must be a word without a colon or comma", i, b.Name))
		case seen[b.Name]:
			faults = append(faults, fmt.Errorf("two bots have the name %s", b.Name))
		case b.New == nil:
			faults = append(faults, fmt.Errorf("the bot %s has no New", b.Name))
		}
		seen[b.Name] = true
	}
	return errors.Join(faults...)
}
