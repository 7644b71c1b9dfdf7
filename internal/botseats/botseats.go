// Package botseats reads which seats bots play, as it is typed behind a flag.
package botseats

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// Seats are the seats that bots play, as they are typed: some, all, or all but some.
type Seats struct {
	Typed bool
	all   bool
	seats []game.Seat // those that do; with all, those that do not
}

// Decode reads "1,2", "all", "none", or "all-but" and the seats after it.
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
	for part := range strings.SplitSeq(text, ",") {
		n, err := strconv.ParseInt(strings.TrimSpace(part), 10, 8)
		if err != nil || n < 0 {
			return fmt.Errorf("%q is no seat: it takes seats like 1,2 or all, none or all-but 0", part)
		}
		b.seats = append(b.seats, game.Seat(n))
	}
	return nil
}

// Fit complains about seats that do not play.
func (b *Seats) Fit(seats int) error {
	for _, x := range b.seats {
		if int(x) >= seats {
			return fmt.Errorf("--bots: there is no %s; %s play, counted from 0", x, words.Plural(seats, "seat"))
		}
	}
	return nil
}

// Of answers for each seat whether a bot plays it.
func (b *Seats) Of(seats int) []bool {
	bots := make([]bool, seats)
	for x := range bots {
		bots[x] = b.all != slices.Contains(b.seats, game.Seat(x))
	}
	return bots
}
