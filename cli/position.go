package cli

import (
	"fmt"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/replay"
	"github.com/plygame/ply/internal/words"
)

// position is where a command starts: the beginning of a game, or a position from a file.
type position struct {
	newGame
	Position string `placeholder:"FILE" help:"Start from a save or from the end of a record; - reads standard input. Or a position in the game's own notation, such as FEN."`
}

// start returns the state to start from.
func (p *position) start(all catalogue.Catalogue, con *console.Console) (*game.State, error) {
	r, seats, err := p.set(all)
	if err != nil {
		return nil, err
	}
	if p.Position == "" {
		s, err := r.Start(seats, game.SeedOf(1))
		if err != nil {
			return nil, fmt.Errorf("cannot start %s: %w", r.Name, err)
		}
		return s, nil
	}
	data, err := con.Read(p.Position)
	if err != nil && r.Position.Read != nil {
		s, err := r.StartAt(seats, game.SeedOf(1), p.Position)
		if err != nil {
			err = fmt.Errorf("--position is neither a file nor a position of %s: %w", r.Name, err)
		}
		return s, err
	}
	if err != nil {
		return nil, fmt.Errorf("--position: %w", err)
	}
	s, err := replay.Position(all, data)
	if err == nil {
		err = p.fits(s.Rules())
	}
	if err != nil {
		return nil, fmt.Errorf("--position %s: %w", p.Position, err)
	}
	if p.Seats != nil && *p.Seats != s.Seats() {
		return nil, misuse{fmt.Errorf("--position %s: it has %s, not %d: leave out --seats", p.Position,
			words.Plural(s.Seats(), "player"), *p.Seats)}
	}
	return s, nil
}

// fits checks that the position has the game and options that were typed.
func (p *position) fits(r *game.Rules) error {
	if r.Name != p.Game {
		return misuse{fmt.Errorf("it is a game of %s, not %s", r.Name, p.Game)}
	}
	asked, err := catalogue.WithPreset(r, p.Preset, p.Option)
	if err != nil {
		return misuse{err}
	}
	for _, o := range r.Options {
		if want, typed := asked[o.Name]; typed && want != o.Value {
			return misuse{fmt.Errorf("it has option %s=%s, not %s: leave out %s", o.Name, o.Value, want, p.flagOf(o.Name))}
		}
	}
	return nil
}

// flagOf returns the flag that set an option.
func (v *variant) flagOf(option string) string {
	if _, is := v.Option[option]; is || v.Preset == "" {
		return "--option"
	}
	return "--preset"
}
