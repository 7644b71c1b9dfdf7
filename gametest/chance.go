package gametest

import (
	"slices"

	"github.com/plygame/ply/game"
)

// otherChances is how many other random numbers are tried when a move has drawn some.
const otherChances = 60

// byChance reports whether the difference may come from chance choosing among other things: the move draws
// random numbers, and with some of them there is no difference.
func (p *pair) byChance(w *world) bool {
	if !p.drew() {
		return false
	}
	for n := range uint64(otherChances) {
		s := w.before.Reseed(game.SeedOf(p.seed + 1000 + n))
		next, err := p.c.play(s, w.m)
		if err != nil {
			continue
		}
		other := p.c.world(p.o, s, next, w.m)
		if channel, _, _ := p.real.differs(other); channel == "" {
			return true
		}
	}
	return false
}

// drew reports whether the move has drawn random numbers.
func (p *pair) drew() bool {
	return slices.ContainsFunc(p.c.diff(p.real.before, p.real.after), game.Change.Random)
}
