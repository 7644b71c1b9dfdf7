package server

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// watch subscribes the client to a match.
func (c *conn) watch(ctx context.Context, q *wire.Request) {
	if c.match != nil {
		c.refuse(q.ID, refusal("watching", "this connection already watches a match; open another one"))
		return
	}
	l, err := c.server.liveMatch(q.Match)
	if err != nil {
		c.fail(q.ID, err)
		return
	}
	opened, err := call(context.WithoutCancel(ctx), l, func() (bool, error) {
		if err := l.open(ctx); err != nil {
			return l.kept != nil, err
		}
		return true, l.addWatcher(ctx, c, q)
	})
	switch {
	case err == nil:
		c.match = l
		c.watchTimer.Stop()
		return
	case opened:
		c.server.release(l)
	default:
		c.server.drop(l)
	}
	c.fail(q.ID, err)
}

// addWatcher lets a client watch the match if its token is valid.
func (l *liveMatch) addWatcher(ctx context.Context, c *conn, q *wire.Request) error {
	r, err := l.admit(ctx, q.Token)
	if err != nil {
		return err
	}
	c.role, c.token = r, match.TokenHash(q.Token)
	l.watchers = append(l.watchers, c)
	since := q.Since
	if since != nil && q.Mark != "" && (*since < 0 || *since > l.match.Seq() || l.match.Mark(*since) != q.Mark) {
		since = nil // the client knows a different past
	}
	l.findNext(ctx)
	l.welcome(c, q.ID, since)
	l.offerToken(ctx, c, q.Token)
	l.sendPresence()
	if l.match.Asked() != nil {
		c.answer(l.undoRequest())
	}
	if l.thinking != nil && l.thinking.told {
		c.answer(l.thinkingMessage())
	}
	if l.stopped {
		c.answer(l.stoppedMessage())
	}
	l.botBackoff = 0
	l.scheduleBot()
	return nil
}

// maxMissed is the maximum number of entries that a client which reconnects is told one by one. After more of them, it
// gets the whole view.
const maxMissed = 200

// welcome sends a client the status of the match with its whole view, or with what it missed since an entry.
func (l *liveMatch) welcome(c *conn, re json.RawMessage, since *int) {
	msg := l.status("welcome")
	about := l.match.Listing()
	msg.Re, msg.Role, msg.Listing, msg.Protocol = re, c.role.name, &about, wire.Protocol
	if c.role.seat >= 0 {
		seat := c.role.seat
		msg.Seat = &seat
	}
	if l.match.Over() {
		msg.Next = l.next
	}
	l.addOffers(msg, c.role.seat, true)
	c.seen = l.match.Seq()
	if since != nil && *since >= max(0, l.match.Seq()-maxMissed) && *since <= l.match.Seq() {
		events, err := l.match.Events(*since, c.role.seat)
		var changes []game.Change
		if err == nil {
			changes, err = l.match.Changes(*since, c.role.seat)
		}
		var before *game.State
		if err == nil {
			before, err = l.match.At(*since)
		}
		if err == nil {
			msg.From, msg.Events, msg.Stages = since, events, l.stage(before, c.role.seat, changes)
			c.answer(msg)
			return
		}
	}
	view := l.match.Look(l.match.State(), c.role.seat)
	msg.View, msg.Labels, msg.Derived = view.Save(), wire.Labels(view), wire.DerivedOf(view)
	c.answer(msg)
}

// removeWatcher stops sending the client messages about the match.
func (l *liveMatch) removeWatcher(c *conn) {
	l.watchers = slices.DeleteFunc(l.watchers, func(x *conn) bool { return x == c })
	l.cancelLeft(c)
	if l.sponsor == c {
		l.endSponsor()
		if l.match != nil {
			l.scheduleBot() // perhaps for another spectator
		}
	}
	if c.role.seat >= 0 {
		l.server.noteLeft(c.token)
	}
	if l.match != nil {
		l.sendPresence()
		if len(l.watchers) == 0 {
			l.match.Rest()
			l.shown, l.offered = nil, nil
		}
	}
}

// sendPresence tells the watchers which seats are connected: at once if they are few, and otherwise a moment later, for
// all who come and go in that time.
func (l *liveMatch) sendPresence() {
	if len(l.watchers) <= maxNow {
		l.sendPresenceNow()
		return
	}
	if l.presenceSoon {
		return
	}
	l.presenceSoon = true
	time.AfterFunc(presenceEvery, func() {
		l.enqueue(func() {
			l.presenceSoon = false
			if l.match != nil {
				l.sendPresenceNow()
			}
		})
	})
}

// presenceEvery is the time between messages about presence in a match with many watchers.
const presenceEvery = 250 * time.Millisecond

func (l *liveMatch) sendPresenceNow() {
	here, others := make([]bool, l.match.Setup().Seats), 0
	for _, c := range l.watchers {
		if c.role.seat >= 0 {
			here[c.role.seat] = true
		} else {
			others++
		}
	}
	l.broadcast(&wire.Message{Type: "presence", Here: here, Spectators: &others})
}

// broadcast sends a message to all watchers.
func (l *liveMatch) broadcast(msg *wire.Message) {
	text := msg.Encode()
	for _, c := range l.watchers {
		c.send(text)
	}
}

// undoRequest returns the message about the pending undo request. Without one, the message is empty.
func (l *liveMatch) undoRequest() *wire.Message {
	msg := &wire.Message{Type: "asked"}
	if a := l.match.Asked(); a != nil {
		msg.Asked = &wire.Asked{Seat: a.Seat, Back: a.Back, Why: match.LineOf(a.Why, nil),
			Need: append([]game.Seat{}, a.Need...)}
	}
	return msg
}

// tellUndoRequest tells the watchers about the pending undo request if it has changed.
func (l *liveMatch) tellUndoRequest() {
	if l.match == nil {
		return
	}
	a, need := l.match.Asked(), 0
	if a != nil {
		need = len(a.Need)
	}
	if a != l.asked || need != l.need {
		l.asked, l.need = a, need
		l.broadcast(l.undoRequest())
	}
}
