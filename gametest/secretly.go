package gametest

import (
	"bytes"
	"slices"

	"github.com/plygame/ply/game"
)

// secretly plays another move that the seat could have made in secret, if this one was secret: the observer
// must not notice, unless they see its result. A choice that is kept until all have chosen has no result yet.
func (p *pair) secretly(s *game.State, try uint64) *world {
	m := p.real.m
	if p.o == m.Seat || !p.kept() && !actsInSecret(s.Rules(), m.Action) {
		return nil
	}
	all, err := p.c.moves(s)
	all = slices.DeleteFunc(all, func(o game.Move) bool {
		return o.Seat != m.Seat || !p.kept() && !actsInSecret(s.Rules(), o.Action)
	})
	if err != nil || len(all) == 0 {
		return nil
	}
	other := all[(p.seed+try)%uint64(len(all))]
	next, err := p.c.play(s, other)
	if err != nil {
		return nil
	}
	w := p.c.world(p.o, s, next, other)
	if !p.kept() && !bytes.Equal(p.c.save(w.viewAfter), p.c.save(p.real.viewAfter)) {
		return nil
	}
	return w
}

func actsInSecret(r *game.Rules, action string) bool {
	return slices.ContainsFunc(r.Actions, func(a *game.Action) bool { return a.Name == action && a.Secret })
}

// kept reports whether the move is a secret choice, and others have yet to choose.
func (p *pair) kept() bool { return p.is.of(p.real.m.Seat) != "" }

// disclosed restores the real secret choices of others in a re-deal, if the move is the last choice: it makes
// everyone see what they have done.
func (p *pair) disclosed(r *game.State) *game.State {
	if !p.was.others(p.o) || len(p.is.Pending) > 0 || withdraws(r.Rules(), p.real.m.Action) {
		return r
	}
	page, err := openSheet(p.c.save(r))
	if err != nil {
		return p.s
	}
	pending := slices.Clone(p.was.Pending)
	for i, c := range pending {
		m, err := p.c.chosenBy(p.s, c)
		if err != nil {
			return p.s
		}
		pending[i].Move = r.Text(mapped(r.Rules(), m, func(id game.ID) game.ID { return p.inPlaceOf(r, id) }))
	}
	s, err := p.c.withPending(r.Rules(), page, pending)
	if err != nil {
		return p.s // the law "save and load" reports why
	}
	return s
}
