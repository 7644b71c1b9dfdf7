package server

import (
	"context"
	"encoding/json"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// watch begins to tell the client of a match.
func (c *conn) watch(ctx context.Context, q *wire.Request) {
	if c.table != nil {
		c.refuse(q.ID, refusal("watching", "a match is watched already; open another connection"))
		return
	}
	t, err := c.server.table(q.Match)
	if err != nil {
		c.fail(q.ID, err)
		return
	}
	opened, err := call(context.WithoutCancel(ctx), t, func() (bool, error) {
		if err := t.open(ctx); err != nil {
			return t.kept != nil, err
		}
		return true, t.addWatcher(ctx, c, q)
	})
	switch {
	case err == nil:
		c.table = t
		c.watchTimer.Stop()
		return
	case opened:
		c.server.release(t)
	default:
		c.server.drop(t)
	}
	c.fail(q.ID, err)
}

// addWatcher lets a client watch the match, if its token is right.
func (t *table) addWatcher(ctx context.Context, c *conn, q *wire.Request) error {
	r, err := t.roleOfToken(q.Token)
	if err != nil {
		return err
	}
	c.role, c.token = r, match.TokenHash(q.Token)
	t.watchers = append(t.watchers, c)
	since := q.Since
	if since != nil && q.Mark != "" && (*since < 0 || *since > t.match.Seq() || t.match.Mark(*since) != q.Mark) {
		since = nil // that is not what has happened here
	}
	t.findNext(ctx)
	t.welcome(c, q.ID, since)
	t.tellPresence()
	if t.match.Asked() != nil {
		c.answer(t.undoRequest())
	}
	t.botBackoff = 0
	t.scheduleBot()
	return nil
}

// welcome tells a client where the match is: all that it sees, or what it has missed.
func (t *table) welcome(c *conn, re json.RawMessage, since *int) {
	msg := t.status("welcome")
	about := t.match.Listing()
	msg.Re, msg.Role, msg.Listing, msg.Protocol = re, c.role.name, &about, wire.Protocol
	if c.role.seat >= 0 {
		seat := c.role.seat
		msg.Seat = &seat
	}
	if t.match.Over() {
		msg.Next = t.next
	}
	t.addOffers(msg, c.role.seat, true)
	c.seen = t.match.Seq()
	if since != nil && *since >= 0 && *since <= t.match.Seq() {
		events, err := t.match.Events(*since, c.role.seat)
		var changes []game.Change
		if err == nil {
			changes, err = t.match.Changes(*since, c.role.seat)
		}
		var before *game.State
		if err == nil {
			before, err = t.match.At(*since)
		}
		if err == nil {
			msg.From, msg.Events, msg.Stages = since, events, t.stage(before, c.role.seat, changes)
			c.answer(msg)
			return
		}
	}
	view := t.match.Look(t.match.State(), c.role.seat)
	msg.View, msg.Labels, msg.Derived = view.Save(), wire.Labels(view), wire.DerivedOf(view)
	c.answer(msg)
}

// removeWatcher stops telling a client about the match.
func (t *table) removeWatcher(c *conn) {
	t.watchers = slices.DeleteFunc(t.watchers, func(x *conn) bool { return x == c })
	if t.match != nil {
		t.tellPresence()
		if len(t.watchers) == 0 {
			t.match.Rest()
			t.shown, t.offered = nil, nil
		}
	}
}

// tellPresence tells everyone who is there.
func (t *table) tellPresence() {
	here, others := make([]bool, t.match.Setup().Seats), 0
	for _, c := range t.watchers {
		if c.role.seat >= 0 {
			here[c.role.seat] = true
		} else {
			others++
		}
	}
	t.broadcast(&wire.Message{Type: "presence", Here: here, Spectators: &others})
}

// broadcast sends a message to everyone who watches.
func (t *table) broadcast(msg *wire.Message) {
	text := msg.Encode()
	for _, c := range t.watchers {
		c.send(text)
	}
}

// undoRequest is the message about the open undo request, or that there is none.
func (t *table) undoRequest() *wire.Message {
	msg := &wire.Message{Type: "asked"}
	if a := t.match.Asked(); a != nil {
		msg.Asked = &wire.Asked{Seat: a.Seat, Back: a.Back, Why: match.LineOf(a.Why, nil), Need: append([]game.Seat{}, a.Need...)}
	}
	return msg
}

// tellUndoRequest tells everyone about the open undo request, if it has changed.
func (t *table) tellUndoRequest() {
	if t.match == nil {
		return
	}
	a, need := t.match.Asked(), 0
	if a != nil {
		need = len(a.Need)
	}
	if a != t.asked || need != t.need {
		t.asked, t.need = a, need
		t.broadcast(t.undoRequest())
	}
}
