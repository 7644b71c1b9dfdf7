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
// been the real one. What the moves have changed since is taken back in it, and the move played
// again; where that cannot be done, for they have changed what is hidden, nothing is said. Only
// Guess must know what was announced: all else is dealt from what was never told.
func (d *dealing) answersSame(i int, r *game.State) string {
	if d.rules.Guess == nil {
		return ""
	}
	left := mostAnnounced
	for k := i - 1; k >= 0 && left > 0; k-- {
		was := d.announced(d.g.states[k+1])
		if was == "" {
			continue
		}
		left--
		before := d.rewound(i, k, r)
		if before == nil {
			continue
		}
		next, err := d.play(before, d.g.moves[k])
		if err != nil {
			continue
		}
		if is := d.announced(next); is != was {
			return fmt.Sprintf("the moves so far do not fit: %q of %s would have announced %q, but it was %q", d.g.steps[k].text, d.g.steps[k].seat, is, was)
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

// rewound takes the changes since state k back in a re-deal of state i. It answers nil if they do
// not fit, or if chance decided.
func (d *dealing) rewound(i, k int, r *game.State) *game.State {
	isRandom := func(c game.Change) bool { return c.Field == "@random" }
	if slices.ContainsFunc(d.diff(d.g.states[k], d.g.states[k+1]), isRandom) {
		return nil
	}
	back := slices.DeleteFunc(d.diff(d.g.states[i], d.g.states[k]), isRandom)
	before, err := d.apply(r, back)
	if err != nil {
		return nil
	}
	return before
}
