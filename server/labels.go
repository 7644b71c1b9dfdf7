package server

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// shown is what an observer was last sent besides its view: labels and derived values.
type shown struct {
	of      *game.State
	labels  wire.Labelling // nil if the game has none
	derives bool           // the game has derived values
	derived wire.Derived
}

// shownOf returns the labels and derived values of a state for an observer, or nil if the game has neither.
func (l *liveMatch) shownOf(s *game.State, who game.Seat) *shown {
	if x := l.shown[who]; x != nil && x.of == s {
		return x
	}
	if !wire.Labelled(s.Rules()) && !wire.Derives(s.Rules()) {
		return nil
	}
	if l.shown == nil {
		l.shown = map[game.Seat]*shown{}
	}
	view := l.match.Look(s, who)
	x := &shown{of: s, derives: wire.Derives(s.Rules()), derived: wire.DerivedOf(view)}
	if wire.Labelled(s.Rules()) {
		x.labels = wire.Labels(view)
	}
	l.shown[who] = x
	return x
}

// next adds to a stage with its changes the labels and derived values that differ in the view of the next state. LabelOf
// spares it the view if it knows the labels; it may be nil.
func (x *shown) next(s *game.State, labelOf func(string) (string, bool), view func() *game.State, stage *wire.Stage) {
	x.of = s
	if x.labels != nil {
		stage.Labels = x.labels.Next(stage.Changes, labelOf, view)
	}
	if !x.derives {
		return
	}
	if is := wire.DerivedOf(view()); is != nil || x.derived != nil {
		stage.Derived, x.derived = wire.DerivedChanges(x.derived, is), is
	}
}
