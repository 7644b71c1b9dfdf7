package server

import (
	"context"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// deeds are the requests about the match that is watched.
var deeds = []string{"offers", "moves", "play", "undo", "agree", "resign", "history", "view", "leave"}

const deedList = "offers, moves, play, undo, agree, resign, history, view, leave"

// carryOut does what a client asks for at the table.
func (t *table) carryOut(ctx context.Context, c *conn, q *wire.Request) {
	if err := t.open(ctx); err != nil {
		c.fail(q.ID, err)
		return
	}
	if err := t.stillHolds(c); err != nil {
		c.fail(q.ID, err)
		c.farewell("left", seatLost)
		return
	}
	t.asker = c
	defer func() { t.asker = nil }()
	msg := &wire.Message{Type: "answer", Re: q.ID}
	var err error
	switch q.Do {
	case "offers":
		msg.Step, msg.Offers, err = t.offers(c, q)
	case "moves":
		msg.Moves, msg.More, err = t.moves(c)
	case "history":
		msg.Events, msg.More, err = t.history(c, q)
	case "view":
		view := t.match.Look(t.match.State(), c.role.seat)
		msg.View, msg.Labels, msg.Derived = view.Save(), wire.Labels(view), wire.DerivedOf(view)
	default:
		err = t.act(ctx, c, q)
	}
	if err != nil {
		c.fail(q.ID, err)
		return
	}
	if t.match != nil {
		seq := t.match.Seq()
		msg.Seq = &seq
	}
	c.answer(msg)
}

// stillHolds refuses who has had a seat that is somebody else's now.
func (t *table) stillHolds(c *conn) error {
	if c.role.name == "seat" && t.match.Player(c.role.seat).Token != c.token {
		return no("no-right", seatLost)
	}
	return nil
}

const seatLost = "the seat belongs to somebody else now"

func (t *table) offers(c *conn, q *wire.Request) (*wire.Step, []wire.Offer, error) {
	if c.role.seat < 0 {
		return nil, nil, no("no-right", "only a seat is offered anything")
	}
	view := t.match.Look(t.match.State(), c.role.seat)
	draft := game.Move{Seat: c.role.seat}
	if q.Draft != nil {
		var err error
		if draft, err = wire.ReadMove(view, c.role.seat, q.Draft); err != nil {
			return nil, nil, err
		}
	}
	if t.match.Over() {
		return nil, nil, no(string(game.Over), "the match is over: %s", t.match.Outcome())
	}
	offers, err := wire.Offers(view, draft)
	return wire.StepOf(view, c.role.seat), offers, err
}

// maxMoves is how many moves one answer lists.
const maxMoves = 1000

// moves lists the complete moves of a seat.
func (t *table) moves(c *conn) ([]string, bool, error) {
	if c.role.seat < 0 {
		return nil, false, no("no-right", "only a seat is offered anything")
	}
	if t.match.Over() {
		return nil, false, no(string(game.Over), "the match is over: %s", t.match.Outcome())
	}
	return wire.Moves(t.match.Look(t.match.State(), c.role.seat), c.role.seat, maxMoves)
}

// maxHistory is how many entries are told at once.
const maxHistory = 1000

// history tells what has happened since an entry, and whether there is more than is told at once.
func (t *table) history(c *conn, q *wire.Request) (events []match.Event, more bool, err error) {
	since := 0
	if q.Since != nil {
		since = *q.Since
	}
	if since < 0 || since > t.match.Seq() {
		return nil, false, no(string(game.Stale), "there is no entry %d; the match is at %d", since, t.match.Seq()).About("since")
	}
	events, err = t.match.EventsUpTo(since, since+maxHistory, c.role.seat)
	return events, t.match.Seq() > since+maxHistory, err
}

// act changes something.
func (t *table) act(ctx context.Context, c *conn, q *wire.Request) error {
	seat := c.role.seat
	if seat < 0 {
		return no("no-right", "only a seat can do that; you are %s", c.role.name)
	}
	var step *match.Step
	var err error
	switch q.Do {
	case "play":
		step, err = t.move(seat, q)
	case "undo":
		step, err = t.match.Undo(seat)
	case "agree":
		if q.Yes == nil {
			return no(string(game.Missing), "yes is missing: true or false").About("yes")
		}
		step, err = t.match.Agree(seat, *q.Yes)
	case "resign":
		step, err = t.match.Resign(seat, t.server.config.Bot)
	case "leave":
		step, err = t.match.Sit(seat, match.Player{})
	}
	if err != nil || step == nil {
		return err
	}
	return t.keep(ctx, step)
}

func (t *table) move(seat game.Seat, q *wire.Request) (*match.Step, error) {
	if q.Move == nil {
		return nil, no(string(game.Missing), `move is missing: a text such as "place a1", or an object with action and picks`).About("move")
	}
	if q.Seq == nil {
		return nil, no(string(game.Missing), "seq is missing: the last entry that the player has seen").About("seq")
	}
	return t.match.Choose(seat, *q.Seq, func(view *game.State) (game.Move, error) { return wire.ReadMove(view, seat, q.Move) })
}
