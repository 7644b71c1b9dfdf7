package server

import (
	"context"
	"crypto/sha256"
	"errors"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

type againInput struct {
	Caller
	MatchPath
}

// again answers the match after one that is over: the same for everyone who asks.
func (s *Server) again(ctx context.Context, in *againInput) (*body[wire.Created], error) {
	return withMatch(ctx, s, in.MatchPath, func(t *table) (*body[wire.Created], error) {
		if _, err := t.roleOf(&in.Caller, "seat", "host", "judge"); err != nil {
			return nil, err
		}
		if !t.match.Over() {
			return nil, refusal("not-over", "the match is not over yet")
		}
		out, err := t.makeNext(ctx, in.address)
		if err != nil {
			return nil, err
		}
		if t.next == "" {
			t.next, t.nextKnown = out.Match, true
			t.broadcast(&wire.Message{Type: "next", Next: t.next})
		}
		return &body[wire.Created]{*out}, nil
	})
}

// nextID is the id of the match after another one. It cannot be guessed while the seed of that one is a
// secret.
func nextID(x match.Setup) string {
	sum := sha256.Sum256([]byte("ply again 1 " + x.ID + " " + x.Seed))
	return idOfBytes([10]byte(sum[:]))
}

// makeNext makes the match after this one, if somebody else has not done so.
func (t *table) makeNext(ctx context.Context, address string) (*wire.Created, error) {
	setup := t.match.Setup()
	id := nextID(setup)
	ctx = context.WithoutCancel(ctx) // else it may be made, and nobody is told
	kept, err := t.server.config.Store.Load(ctx, id)
	if errors.Is(err, store.ErrMissing) {
		var made *wire.Created
		if made, err = t.server.createMatch(ctx, address, setup.Game, id, t.rematch(), t.botOfPreviousSeat); !errors.Is(err, store.ErrExists) {
			return made, err
		}
		kept, err = t.server.config.Store.Load(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	return &wire.Created{Match: id, Commitment: kept.Setup.Commitment(), About: kept.About}, nil
}

// rematch is the request for a match like this one. Everyone moves on by one seat, so that another one begins;
// bots do so at once, and people when they join.
func (t *table) rematch() wire.Create {
	setup := t.match.Setup()
	next := wire.Create{Seats: setup.Seats, Options: map[string]any{}, Unlisted: setup.Unlisted}
	for name, value := range setup.Options {
		next.Options[name] = value
	}
	for seat := range game.Seat(setup.Seats) {
		if t.match.Player(seat).Bot != "" {
			next.Bots = append(next.Bots, (int(seat)+1)%setup.Seats)
		}
	}
	return next
}

// botOfPreviousSeat names the bot that moves on to a seat, the default one if this server does not know it any more.
func (t *table) botOfPreviousSeat(seat int) string {
	seats := t.match.Setup().Seats
	name := t.match.Player(game.Seat((seat + seats - 1) % seats)).Bot
	if _, err := t.server.config.Bots.Player(name); err != nil {
		return ""
	}
	return name
}

// findNext looks once whether there is a match after this one.
func (t *table) findNext(ctx context.Context) {
	if t.nextKnown || !t.match.Over() {
		return
	}
	id := nextID(t.match.Setup())
	switch _, err := t.server.config.Store.Load(ctx, id); {
	case err == nil:
		t.next, t.nextKnown = id, true
	case errors.Is(err, store.ErrMissing):
		t.nextKnown = true
	}
}
