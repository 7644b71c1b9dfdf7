package server

import (
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// disconnectAll ends all connections to a match that cannot be read.
func (l *liveMatch) disconnectAll() {
	for _, c := range l.watchers {
		c.farewell("gone", "the match cannot be read right now; try again in a moment")
	}
	l.watchers = nil
}

// disconnectUnseated ends the connections of players who lost their seat. They are sent nothing more about the match.
func (l *liveMatch) disconnectUnseated() {
	var gone []*conn
	l.watchers = slices.DeleteFunc(l.watchers, func(c *conn) bool {
		if l.stillHolds(c) == nil {
			return false
		}
		gone = append(gone, c)
		return true
	})
	if len(gone) == 0 {
		return
	}
	l.enqueue(func() { // after the current request has been answered
		for _, c := range gone {
			c.farewell("left", seatLost)
		}
		if l.match != nil {
			l.sendPresence()
		}
	})
}

// maxNow is the maximum number of watchers that are written to one after another.
const maxNow = 8

// sendUpdate sends the watchers what happened since an entry. Watchers with the same view get the same message.
func (l *liveMatch) sendUpdate(from int, before *game.State) {
	var who []game.Seat
	for _, c := range l.watchers {
		if !slices.Contains(who, c.role.seat) {
			who = append(who, c.role.seat)
		}
	}
	changes := make([][]game.Change, len(who))
	if now := l.match.State(); before != now {
		changes = before.ChangesBy(l.match.Look, now, who...)
	}
	texts := make([][]byte, len(who))
	msg := l.status("update")
	msg.From = &from
	for i := range who {
		if err := l.update(msg, before, who[i], changes[i]); err != nil {
			l.server.config.Log.Error("cannot send an update", "match", l.id, "reason", err)
			return
		}
		texts[i] = msg.Encode()
	}
	for _, c := range l.watchers {
		c.seen = l.match.Seq()
		send := (*conn).sendNow
		if c == l.asker {
			c.hold()
		}
		if c == l.asker || len(l.watchers) > maxNow {
			send = (*conn).send
		}
		send(c, texts[slices.Index(who, c.role.seat)])
	}
}

// update sets in a status message what an observer may know about the entries after msg.From. The message may have been
// used for another observer before.
func (l *liveMatch) update(msg *wire.Message, before *game.State, who game.Seat, changes []game.Change) error {
	events, err := l.match.Events(*msg.From, who)
	if err != nil {
		return err
	}
	msg.Events, msg.Stages, msg.First = events, nil, ""
	if len(events) == 1 && events[0].Kind == match.Moved {
		msg.Stages = l.stages(before, who)
	}
	if msg.Stages == nil {
		msg.Stages = l.stage(before, who, changes)
	}
	l.addOffers(msg, who, false)
	return nil
}

// stage returns everything an observer sees change as one stage, or nil if that is nothing.
func (l *liveMatch) stage(before *game.State, who game.Seat, changes []game.Change) []wire.Stage {
	stage, now := wire.Stage{Changes: changes}, l.match.State()
	if before != now {
		if x := l.shownOf(before, who); x != nil {
			x.next(now, now.LabelsFor(who), func() wire.Derived {
				return l.publicOf(now, x.derived)
			}, func() *game.State { return l.match.Look(now, who) }, &stage)
		}
	}
	if len(stage.Changes)+len(stage.Labels)+len(stage.Derived) == 0 {
		return nil
	}
	return []wire.Stage{stage}
}

// stages returns what an observer sees of the last move, stage by stage, if the move shows moments.
func (l *liveMatch) stages(before *game.State, who game.Seat) (all []wire.Stage) {
	shown := l.shownOf(before, who)
	for _, x := range l.match.Stages(before, who) {
		stage := wire.Stage{Changes: x.Changes, Said: x.Said, Notices: x.Notices}
		if shown != nil {
			shown.next(l.match.State(), nil, nil, func() *game.State { return x.View }, &stage)
		}
		all = append(all, stage)
	}
	return all
}

// status returns a message with the status of the match.
func (l *liveMatch) status(kind string) *wire.Message {
	seq := l.match.Seq()
	over := l.match.Over()
	msg := &wire.Message{Type: kind, Seq: &seq, Mark: l.match.Mark(seq), ToAct: append([]game.Seat{}, l.match.ToAct()...),
		Over: &over}
	if over {
		msg.Outcome = l.match.Ended()
		if x := l.match.Resigned(); x != game.Nobody {
			msg.Resigned = &x
		}
	}
	return msg
}
