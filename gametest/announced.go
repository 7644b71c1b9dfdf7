package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// mostAnnounced is how many announcements a re-deal is compared with.
const mostAnnounced = 6

// answersSame checks whether the last moves would have announced the same if the re-dealt state had been the
// real one: it undoes them there and plays them again. This is possible only for moves since the last hidden
// change, and matters only for Guess: everything else is dealt from what was never announced.
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
			return fmt.Sprintf("it contradicts an announcement: %q of %s would have announced %q, but it announced %q",
				d.g.texts[k].text, d.g.texts[k].seat, is, was)
		}
	}
	return ""
}

// announced joins the announcements of a move.
func (d *dealing) announced(s *game.State) string {
	var all []string
	for _, l := range d.said(s) {
		if l.Announced {
			all = append(all, l.String())
		}
	}
	return strings.Join(all, "; ")
}

// seesAll reports whether the observer has seen everything that move k changed, and chance was not involved.
func (d *dealing) seesAll(k int, o game.Seat) bool {
	from, to := d.g.states[k], d.g.states[k+1]
	all := d.diff(from, to)
	return !slices.ContainsFunc(all, game.Change.Random) && len(all) == len(d.changes(from, to, o))
}
