package gametest

import (
	"bytes"
	"slices"

	"github.com/plygame/ply/game"
)

// secretly plays another move that the seat to act could have made in secret, if this one was
// made so: the observer must not be able to tell, unless it sees what has come of it.
func (p *pair) secretly(s *game.State, try uint64) *world {
	if p.o == p.real.m.Seat || !actsInSecret(s.Rules(), p.real.m.Action) {
		return nil
	}
	all, err := p.c.moves(s)
	all = slices.DeleteFunc(all, func(o game.Move) bool { return !actsInSecret(s.Rules(), o.Action) })
	if err != nil || len(all) == 0 {
		return nil
	}
	m := all[(p.seed+try)%uint64(len(all))]
	next, err := p.c.play(s, m)
	if err != nil {
		return nil
	}
	w := p.c.world(p.o, s, next, m)
	if !bytes.Equal(p.c.save(w.viewAfter), p.c.save(p.real.viewAfter)) {
		return nil
	}
	return w
}

func actsInSecret(r *game.Rules, action string) bool {
	return slices.ContainsFunc(r.Actions, func(a *game.Action) bool { return a.Name == action && a.Secret })
}
