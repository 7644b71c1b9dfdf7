// Package botseats reads which seats bots play, as it is typed behind a flag.
package botseats

import (
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Seats are the seats that bots play, as they are typed: some, all, or all but some.
type Seats struct {
	Typed bool
	all   bool
	names []string // those that do; with all, those that do not
}

// Decode reads "1,2", "Red", "all", "none", or "all-but" and the seats after it.
func (b *Seats) Decode(ctx *kong.DecodeContext) error {
	var text string
	if err := ctx.Scan.PopValueInto("seats", &text); err != nil {
		return err
	}
	b.Typed = true
	if text == "all" || text == "none" {
		b.all = text == "all"
		return nil
	}
	if rest, isBut := strings.CutPrefix(text, "all-but"); isBut {
		b.all = true
		if text = strings.TrimLeft(rest, " -=:"); text == "" {
			if err := ctx.Scan.PopValueInto("seats", &text); err != nil {
				return err
			}
		}
	}
	b.names = append(b.names, strings.Split(text, ",")...)
	return nil
}

// Of answers for each of the seats that play whether a bot plays it. Seats that do not play are refused.
func (b *Seats) Of(r *game.Rules, seats int) ([]bool, error) {
	bots := slices.Repeat([]bool{b.all}, seats)
	for _, name := range b.names {
		x, err := words.Names{Rules: r}.Seat(name, seats)
		if err != nil {
			return nil, fmt.Errorf("--bots: %w", err)
		}
		bots[x] = !b.all
	}
	return bots, nil
}
