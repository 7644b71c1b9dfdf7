package server

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// labels is what an observer calls the things of a state.
type labels struct {
	of   *game.State
	text map[string]string
}

// derived are the derived values that an observer was shown of a state.
type derived struct {
	of     *game.State
	values wire.Derived
}

// newDerived are the derived values that an observer is shown and that are not what they were.
func (t *table) newDerived(before *game.State, who game.Seat) wire.Derived {
	now := t.match.State()
	if before == now || !wire.Derives(now.Rules()) {
		return nil
	}
	is := wire.DerivedOf(t.match.Look(now, who))
	was := t.derived[who]
	if was.of != before {
		was.values = wire.DerivedOf(before.View(who))
	}
	if t.derived == nil {
		t.derived = map[game.Seat]derived{}
	}
	t.derived[who] = derived{now, is}
	return wire.DerivedChanges(was.values, is)
}

// newLabels is what an observer calls something else than it did.
func (t *table) newLabels(before *game.State, who game.Seat) map[string]string {
	now := t.match.State()
	if before == now || !wire.Labelled(now.Rules()) {
		return nil
	}
	is := wire.Labels(t.match.Look(now, who))
	was := t.labels[who]
	if was.of != before {
		was.text = wire.Labels(before.View(who))
	}
	if t.labels == nil {
		t.labels = map[game.Seat]labels{}
	}
	t.labels[who] = labels{now, is}
	return wire.LabelChanges(was.text, is)
}
