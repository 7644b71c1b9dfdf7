package server

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// shown is what an observer was last sent besides its view: labels and derived values.
type shown struct {
	of      *game.State
	labels  wire.Labelling // nil if the game has none
	derived *wire.Deriving // nil if the game has none
}

// publicly is the public derived values of a state.
type publicly struct {
	of     *game.State
	values wire.Derived
}

// shownOf returns the labels and derived values of a state for an observer, or nil if the game has neither.
func (l *liveMatch) shownOf(s *game.State, who game.Seat) *shown {
	if x := l.shown[who]; x != nil && x.of == s {
		return x
	}
	if l.plain {
		return nil
	}
	view := l.match.Look(s, who)
	x := &shown{of: s, derived: wire.NewDeriving(view)}
	if wire.Labelled(s.Rules()) {
		x.labels = wire.Labels(view)
	}
	if l.plain = x.labels == nil && x.derived == nil; l.plain {
		return nil
	}
	if l.shown == nil {
		l.shown = map[game.Seat]*shown{}
	}
	l.shown[who] = x
	return x
}

// next adds to a stage with its changes the labels and derived values that differ in the view of the next state.
// LabelOf and public, which may be nil, give what they can without the view.
func (x *shown) next(s *game.State, labelOf func(string) (string, bool), public func() wire.Derived,
	view func() *game.State, stage *wire.Stage) {
	x.of = s
	if x.labels != nil {
		stage.Labels = x.labels.Next(stage.Changes, labelOf, view)
	}
	if x.derived != nil {
		stage.Derived = x.derived.Next(stage.Changes, public, view)
	}
}

// publicOf returns the public derived values of a state, which are the same for all observers.
func (l *liveMatch) publicOf(s *game.State, d *wire.Deriving) wire.Derived {
	if l.public.of != s {
		l.public = publicly{s, d.PublicOf(s)}
	}
	return l.public.values
}
