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

// again returns the rematch of a finished match, and creates it on the first request. Everyone gets the same match.
func (s *Server) again(ctx context.Context, in *againInput) (*body[wire.Created], error) {
	return withMatch(ctx, s, in.MatchPath, func(l *liveMatch) (*body[wire.Created], error) {
		if _, err := l.roleOf(ctx, &in.Caller, "seat", "host", "judge"); err != nil {
			return nil, err
		}
		if !l.match.Over() {
			return nil, refusal("not-over", "the match is not over yet")
		}
		out, err := l.makeNext(ctx, in.address)
		if err != nil {
			return nil, err
		}
		if l.next == "" {
			l.next, l.nextKnown = out.Match, true
			l.broadcast(&wire.Message{Type: "next", Next: l.next})
		}
		return &body[wire.Created]{*out}, nil
	})
}

// nextID returns the id of a match's rematch. It cannot be guessed while the seed of the match is secret.
func nextID(x match.Setup) string {
	sum := sha256.Sum256([]byte("ply again 1 " + x.ID + " " + x.Seed))
	return idOfBytes([10]byte(sum[:]))
}

// makeNext creates the rematch, unless it exists.
func (l *liveMatch) makeNext(ctx context.Context, address string) (*wire.Created, error) {
	setup := l.match.Setup()
	id := nextID(setup)
	ctx = context.WithoutCancel(ctx) // otherwise it could be created without anyone learning its id
	kept, err := l.server.config.Store.Load(ctx, id)
	if errors.Is(err, store.ErrMissing) {
		var made *wire.Created
		if made, err = l.server.createMatch(ctx, address, setup.Game, id, l.rematch(), l.botOfPreviousSeat,
			l.reservations()...); !errors.Is(err, store.ErrExists) {
			return made, err
		}
		kept, err = l.server.config.Store.Load(ctx, id)
	}
	if err != nil {
		return nil, err
	}
	return &wire.Created{Match: id, Commitment: kept.Setup.Commitment(), About: kept.About}, nil
}

// rematch returns the request for a match like this one. Everyone moves one seat further, so that a different player
// begins. Bots get their seats immediately; the seats of people are reserved until they join.
func (l *liveMatch) rematch() wire.Create {
	setup := l.match.Setup()
	next := wire.Create{Seats: setup.Seats, Options: map[string]any{}, Unlisted: setup.Unlisted}
	for name, value := range setup.Options {
		next.Options[name] = value
	}
	for seat := range game.Seat(setup.Seats) {
		if l.match.Player(seat).Bot != "" {
			next.Bots = append(next.Bots, (int(seat)+1)%setup.Seats)
		}
	}
	return next
}

// botOfPreviousSeat returns the name of the bot that moves to a seat. It returns "", the default bot, if this server no
// longer has that bot.
func (l *liveMatch) botOfPreviousSeat(seat int) string {
	seats := l.match.Setup().Seats
	name := l.match.Player(game.Seat((seat + seats - 1) % seats)).Bot
	if _, err := l.server.config.Bots.Player(name); err != nil {
		return ""
	}
	return name
}

// findNext checks once whether a finished match has a rematch.
func (l *liveMatch) findNext(ctx context.Context) {
	if l.nextKnown || !l.match.Over() {
		return
	}
	id := nextID(l.match.Setup())
	switch _, err := l.server.config.Store.Load(ctx, id); {
	case err == nil:
		l.next, l.nextKnown = id, true
	case errors.Is(err, store.ErrMissing):
		l.nextKnown = true
	}
}
