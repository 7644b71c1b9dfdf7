package server

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// shown is what an observer was told of a state beside what it sees: what things are called, and derived values.
type shown struct {
	of      *game.State
	labels  map[string]string
	derived wire.Derived
}

// shownOf returns what an observer was told of a state, or would have been; nil if the game has neither labels nor derived
// values.
func (t *table) shownOf(s *game.State, who game.Seat) *shown {
	if !wire.Labelled(s.Rules()) && !wire.Derives(s.Rules()) {
		return nil
	}
	if t.shown[who] == nil || t.shown[who].of != s {
		if t.shown == nil {
			t.shown = map[game.Seat]*shown{}
		}
		view := t.match.Look(s, who)
		t.shown[who] = &shown{of: s, labels: wire.Labels(view), derived: wire.DerivedOf(view)}
	}
	return t.shown[who]
}

// next puts into a stage what is not as it was told, by the view of the next state.
func (x *shown) next(s, view *game.State, stage *wire.Stage) {
	x.of, stage.Labels = s, wire.Relabel(x.labels, view)
	is := wire.DerivedOf(view)
	stage.Derived, x.derived = wire.DerivedChanges(x.derived, is), is
}
