package server

import (
	"context"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// matchRequests are the requests about the match a connection watches.
var matchRequests = []string{"offers", "moves", "hint", "play", "undo", "agree", "resign", "history", "view", "leave",
	"renew"}

// serve answers a request about the match.
func (l *liveMatch) serve(ctx context.Context, c *conn, q *wire.Request) {
	if err := l.open(ctx); err != nil {
		c.fail(q.ID, err)
		return
	}
	if err := l.stillHolds(c); err != nil {
		c.fail(q.ID, err)
		c.farewell("left", seatLost)
		return
	}
	l.asker = c
	defer func() { l.asker = nil }()
	msg := &wire.Message{Type: "answer", Re: q.ID}
	var err error
	switch q.Do {
	case "offers":
		msg.Step, msg.Offers, err = l.offers(c, q)
	case "moves":
		msg.Moves, msg.More, err = l.moves(c)
	case "hint":
		if err = l.startHint(c, q); err == nil {
			return // the answer comes later
		}
	case "history":
		msg.Events, msg.More, err = l.history(c, q)
	case "renew":
		msg.Token, err = l.renewOn(ctx, c, q)
	case "view":
		view := l.match.Look(l.match.State(), c.role.seat)
		msg.View, msg.Labels, msg.Derived = view.Save(), wire.Labels(view), wire.DerivedOf(view)
	default:
		err = l.act(ctx, c, q)
	}
	if err != nil {
		c.fail(q.ID, err)
		return
	}
	if l.match != nil {
		seq := l.match.Seq()
		msg.Seq = &seq
	}
	c.answer(msg)
}

// renewOn renews the token of a connection.
func (l *liveMatch) renewOn(ctx context.Context, c *conn, q *wire.Request) (string, error) {
	if !c.role.renewable() {
		return "", refusal("no-right", "only the token of a seat or of the host can be renewed; your role is %s", c.role.name)
	}
	if r, _, err := l.roleOfToken(q.Token); err != nil || r != c.role {
		return "", refusal("no-right", "this is not the token of the connection").About("token")
	}
	token, _, err := l.renew(ctx, q.Token)
	return token, err
}

// stillHolds returns a refusal if the seat of the connection now belongs to someone else.
func (l *liveMatch) stillHolds(c *conn) error {
	if c.role.name == "seat" && l.match.Player(c.role.seat).Token != c.token {
		return refusal("no-right", seatLost)
	}
	return nil
}

const seatLost = "the seat belongs to someone else now"

func (l *liveMatch) offers(c *conn, q *wire.Request) (*wire.Progress, []wire.Offer, error) {
	if c.role.seat < 0 {
		return nil, nil, refusal("no-right", "only a player with a seat has moves; your role is %s", c.role.name)
	}
	view := l.match.Look(l.match.State(), c.role.seat)
	draft := game.Move{Seat: c.role.seat}
	if q.Draft != nil {
		var err error
		if draft, err = wire.ReadMove(view, c.role.seat, q.Draft); err != nil {
			return nil, nil, err
		}
	}
	if l.match.Over() {
		return nil, nil, refusal(string(game.Over), "the match is over")
	}
	list := wire.Offers
	if q.Then {
		list = foreseen
	}
	offers, err := list(view, draft)
	return wire.ProgressOf(view, c.role.seat), offers, err
}

// foreseen lists offers with what their moves change, within the limits of an update.
func foreseen(view *game.State, draft game.Move) ([]wire.Offer, error) {
	return wire.OffersForeseen(view, draft, maxMoves, maxOffers)
}

// maxMoves is the maximum number of moves in one answer.
const maxMoves = 1000

// moves lists the complete moves of a seat.
func (l *liveMatch) moves(c *conn) ([]string, bool, error) {
	if c.role.seat < 0 {
		return nil, false, refusal("no-right", "only a player with a seat has moves; your role is %s", c.role.name)
	}
	if l.match.Over() {
		return nil, false, refusal(string(game.Over), "the match is over")
	}
	return wire.Moves(l.match.Look(l.match.State(), c.role.seat), c.role.seat, maxMoves)
}

// maxHistory is the maximum number of entries in one answer.
const maxHistory = 200

// history returns the events since an entry, and whether there are more than fit into one answer.
func (l *liveMatch) history(c *conn, q *wire.Request) (events []match.Event, more bool, err error) {
	since := 0
	if q.Since != nil {
		since = *q.Since
	}
	if since < 0 || since > l.match.Seq() {
		return nil, false, refusal(string(match.Stale), "there is no entry %d; the match is at %d", since,
			l.match.Seq()).About("since")
	}
	events, err = l.match.EventsUpTo(since, since+maxHistory, c.role.seat)
	return events, l.match.Seq() > since+maxHistory, err
}

// act serves a request that changes the match.
func (l *liveMatch) act(ctx context.Context, c *conn, q *wire.Request) error {
	seat := c.role.seat
	if seat < 0 {
		return refusal("no-right", "only a player with a seat can do that; your role is %s", c.role.name)
	}
	if err := l.server.watchdog.refuses(l.match.Setup().Game); err != nil {
		return err
	}
	var batch *match.Batch
	var err error
	switch q.Do {
	case "play":
		batch, err = l.move(seat, q)
	case "undo":
		batch, err = l.match.Undo(seat)
	case "agree":
		if q.Yes == nil {
			return refusal(string(game.Missing), "yes is missing: it must be true or false").About("yes")
		}
		batch, err = l.match.Agree(seat, *q.Yes)
	case "resign":
		batch, err = l.match.Resign(seat, l.server.config.Bot)
	case "leave":
		batch, err = l.match.Sit(seat, match.Player{})
	}
	if err != nil || batch == nil {
		return err
	}
	return l.commit(ctx, batch)
}

func (l *liveMatch) move(seat game.Seat, q *wire.Request) (*match.Batch, error) {
	if q.Move == nil {
		return nil, refusal(string(game.Missing),
			`move is missing: a text such as "place a1", or an object with action and picks`).About("move")
	}
	if q.Seq == nil {
		return nil, refusal(string(game.Missing),
			"seq is missing: the number of the last entry the player has seen").About("seq")
	}
	return l.match.Choose(seat, *q.Seq, func(view *game.State) (game.Move, error) {
		m, err := wire.ReadMove(view, seat, q.Move)
		if err == nil && !displayableMove(m) {
			err = refusal(string(game.Malformed), "the move has characters that cannot be displayed").About("move")
		}
		return m, err
	})
}

// displayableMove reports whether the texts of a move can be displayed: others read them.
func displayableMove(m game.Move) bool {
	for _, values := range m.Picks {
		for i := range values {
			if values[i].Text != "" && !words.Displayable(values[i].Text) {
				return false
			}
		}
	}
	return true
}
