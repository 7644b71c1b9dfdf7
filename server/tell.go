package server

import (
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// disconnectAll ends all connections to a match that cannot be read.
func (t *table) disconnectAll() {
	for _, c := range t.watchers {
		c.farewell("gone", "the match cannot be read at present; come back in a moment")
	}
	t.watchers = nil
}

// disconnectUnseated ends the connections of those who lost their seat: they are told nothing more.
func (t *table) disconnectUnseated() {
	var gone []*conn
	t.watchers = slices.DeleteFunc(t.watchers, func(c *conn) bool {
		if t.stillHolds(c) == nil {
			return false
		}
		gone = append(gone, c)
		return true
	})
	if len(gone) == 0 {
		return
	}
	t.enqueue(func() { // when what is under way has been answered
		for _, c := range gone {
			c.farewell("left", seatLost)
		}
		if t.match != nil {
			t.tellPresence()
		}
	})
}

// tell tells everyone what has happened since an entry: all who see the same, the same.
func (t *table) tell(from int, before *game.State) {
	var who []game.Seat
	for _, c := range t.watchers {
		if !slices.Contains(who, c.role.seat) {
			who = append(who, c.role.seat)
		}
	}
	changes := make([][]game.Change, len(who))
	if now := t.match.State(); before != now {
		changes = game.ChangesBy(t.match.Look, before, now, who...)
	}
	texts := make([][]byte, len(who))
	status := t.status("update")
	for i := range who {
		u, err := t.update(*status, from, before, who[i], changes[i])
		if err != nil {
			t.server.config.Log.Error("what has happened cannot be told", "match", t.id, "reason", err)
			return
		}
		texts[i] = u.Encode()
	}
	for _, c := range t.watchers {
		c.seen = t.match.Seq()
		if c == t.asker {
			c.hold()
		}
		c.send(texts[slices.Index(who, c.role.seat)])
	}
}

// update is what an observer is told of what has happened since an entry, beside where the match is.
func (t *table) update(msg wire.Message, from int, before *game.State, who game.Seat, changes []game.Change) (*wire.Message, error) {
	events, err := t.match.Events(from, who)
	if err != nil {
		return nil, err
	}
	msg.From, msg.Events = &from, events
	if len(events) == 1 && events[0].Kind == match.Moved {
		msg.Stages = t.stages(before, who)
	}
	if msg.Stages == nil {
		msg.Stages = t.stage(before, who, changes)
	}
	t.addOffers(&msg, who, false)
	return &msg, nil
}

// stage is all that an observer sees change, none if that is nothing.
func (t *table) stage(before *game.State, who game.Seat, changes []game.Change) []wire.Stage {
	stage, now := wire.Stage{Changes: changes}, t.match.State()
	if before != now {
		if x := t.shownOf(before, who); x != nil {
			x.next(now, t.match.Look(now, who), &stage)
		}
	}
	if len(stage.Changes)+len(stage.Labels)+len(stage.Derived) == 0 {
		return nil
	}
	return []wire.Stage{stage}
}

// stages is what an observer gets of the last move, if it shows moments.
func (t *table) stages(before *game.State, who game.Seat) (all []wire.Stage) {
	shown := t.shownOf(before, who)
	for _, x := range t.match.Stages(before, who) {
		stage := wire.Stage{Changes: x.Changes, Said: x.Said, Notices: x.Notices}
		if shown != nil {
			shown.next(t.match.State(), x.View, &stage)
		}
		all = append(all, stage)
	}
	return all
}

// status is a message that says where the match is.
func (t *table) status(kind string) *wire.Message {
	seq := t.match.Seq()
	over := t.match.Over()
	msg := &wire.Message{Type: kind, Seq: &seq, Mark: t.match.Mark(seq), ToAct: append([]game.Seat{}, t.match.ToAct()...), Over: &over}
	if over {
		msg.Outcome = t.match.Ended()
		if x := t.match.Resigned(); x != game.Nobody {
			msg.Resigned = &x
		}
	}
	return msg
}
