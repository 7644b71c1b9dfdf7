package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// mostAnnounced is how many announcements a re-deal is held against.
const mostAnnounced = 6

// answersSame looks whether the last moves would have announced the same if the re-dealt state had
// been the real one: they are taken back in it and played again. Only those since something was
// changed that the observer does not see can be, and only Guess must know what was announced: all
// else is dealt from what was never told.
func (d *dealing) answersSame(i int, r *game.State, o game.Seat) string {
	if d.rules.Guess == nil {
		return ""
	}
	left := mostAnnounced
	for k := i - 1; k >= 0 && left > 0 && d.seesAll(k, o); k-- {
		was := d.announced(d.g.states[k+1])
		if was == "" {
			continue
		}
		left--
		before, err := d.apply(r, d.diff(d.g.states[i], d.g.states[k]))
		if err != nil {
			continue
		}
		next, err := d.play(before, d.g.moves[k])
		if err != nil {
			continue
		}
		if is := d.announced(next); is != was {
			return fmt.Sprintf("the moves so far do not fit: %q of %s would have announced %q, but it was %q", d.g.texts[k].text, d.g.texts[k].seat, is, was)
		}
	}
	return ""
}

// announced joins what a move has announced.
func (d *dealing) announced(s *game.State) string {
	var all []string
	for _, l := range d.said(s) {
		if l.Announced {
			all = append(all, l.String())
		}
	}
	return strings.Join(all, "; ")
}

// seesAll reports whether the observer has seen all that move k has changed, and chance had no part
// in it.
func (d *dealing) seesAll(k int, o game.Seat) bool {
	from, to := d.g.states[k], d.g.states[k+1]
	all := d.diff(from, to)
	return !slices.ContainsFunc(all, isRandom) && len(all) == len(d.changes(from, to, o))
}

func isRandom(c game.Change) bool { return c.Field == "@random" }
