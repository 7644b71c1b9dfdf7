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
		c.refuse(q.ID, no("watching", "a match is watched already; open another connection"))
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
		return true, t.seat(ctx, c, q)
	})
	switch {
	case err == nil:
		c.table = t
		c.silent.Stop()
		return
	case opened:
		c.server.release(t)
	default:
		c.server.forsake(t)
	}
	c.fail(q.ID, err)
}

// seat lets a client watch, if its token is right.
func (t *table) seat(ctx context.Context, c *conn, q *wire.Request) error {
	r, err := t.admit(q.Token)
	if err != nil {
		return err
	}
	c.role, c.token = r, match.TokenHash(q.Token)
	t.watchers = append(t.watchers, c)
	since := q.Since
	if since != nil && q.Mark != "" && (*since < 0 || *since > t.match.Seq() || t.match.Mark(*since) != q.Mark) {
		since = nil // that is not what has happened here
	}
	t.seekNext(ctx)
	t.welcome(c, q.ID, since)
	t.tellPresence()
	if t.match.Asked() != nil {
		c.answer(t.askedNow())
	}
	t.botWait = 0
	t.botsGo()
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
	t.offer(msg, c.role.seat, true)
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

// leave ends that a client watches.
func (t *table) leave(c *conn) {
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
	t.all(&wire.Message{Type: "presence", Here: here, Spectators: &others})
}

// all tells everyone the same.
func (t *table) all(msg *wire.Message) {
	text := msg.Encode()
	for _, c := range t.watchers {
		c.send(text)
	}
}

// askedNow is a message that says whether there is a request to take moves back.
func (t *table) askedNow() *wire.Message {
	msg := &wire.Message{Type: "asked"}
	if a := t.match.Asked(); a != nil {
		msg.Asked = &wire.Asked{Seat: a.Seat, Back: a.Back, Why: match.LineOf(a.Why, nil), Need: append([]game.Seat{}, a.Need...)}
	}
	return msg
}

// tellAskedAnew tells everyone of a request to take moves back, if it is another than before.
func (t *table) tellAskedAnew() {
	if t.match == nil {
		return
	}
	a, need := t.match.Asked(), 0
	if a != nil {
		need = len(a.Need)
	}
	if a != t.asked || need != t.need {
		t.asked, t.need = a, need
		t.all(t.askedNow())
	}
}
