// Package botseats parses the value of the --bots flag.
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

// Seats is the parsed value of --bots:
//
//	2            two bots, in the last seats
//	Blue,Green   the bots by role
//	seats=2,3    the bots by seat, counted from 1 (seat=2 for one)
//	all, none    a bot in every seat, or in none
//	all-but Red  a bot in every seat but these
type Seats struct {
	Typed bool // the flag was given

	count int
	all   bool
	names []string // the seats of the bots or, with all, of the people
}

// Decode parses one value of the flag.
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
	return b.parse(text)
}

// parse parses a count or a list of seats. After all-but, numbers are seats.
func (b *Seats) parse(text string) error {
	list, isList := strings.CutPrefix(text, "seats=")
	if !isList {
		list, isList = strings.CutPrefix(text, "seat=")
	}
	names := strings.Split(list, ",")
	if isList || b.all || !slices.ContainsFunc(names, isNumber) {
		b.names = append(b.names, names...)
		return nil
	}
	if len(names) > 1 {
		return fmt.Errorf("to choose seats by number, write --bots seats=%s", words.Clip(text))
	}
	n, err := strconv.Atoi(text)
	if err != nil || n < 0 {
		return fmt.Errorf("%s is not a number of bots", words.Clip(text))
	}
	b.count = n
	return nil
}

func isNumber(text string) bool {
	_, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	return err == nil
}

// Of reports for each seat of a match whether a bot plays it.
func (b *Seats) Of(r *game.Rules, seats int) ([]bool, error) {
	if b.count > seats {
		more := ""
		if seats < r.Seats.Max {
			more = "; --seats sets how many play"
		}
		return nil, fmt.Errorf("--bots %d: this match has only %s%s", b.count, words.Plural(seats, "seat"), more)
	}
	bots := slices.Repeat([]bool{b.all}, seats)
	for x := seats - b.count; x < seats; x++ {
		bots[x] = true
	}
	for _, name := range b.names {
		x, err := words.Names{Rules: r}.Seat(name, seats)
		if err != nil {
			return nil, fmt.Errorf("--bots: %w", err)
		}
		bots[x] = !b.all
	}
	return bots, nil
}
