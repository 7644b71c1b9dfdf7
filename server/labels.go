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
