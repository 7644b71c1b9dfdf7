package server

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// role is what a token allows.
type role struct {
	name string    // spectator, seat, host or judge
	seat game.Seat // whose view it gets
}

var spectator = role{"spectator", game.Nobody}

// renewable reports whether tokens of the role are renewed and expire.
func (r role) renewable() bool { return r.name == "seat" || r.name == "host" }

// admit returns the role of a token in this match. Without a token it is spectator; invalid tokens are refused. The
// first use of a renewed token ends the previous one.
func (l *liveMatch) admit(ctx context.Context, token string) (role, error) {
	r, first, err := l.roleOfToken(token)
	if err != nil || !first {
		return r, err
	}
	return r, l.useNext(ctx, r.seat)
}

// roleOfToken returns the role of a token, and whether it is a new one that is used for the first time.
func (l *liveMatch) roleOfToken(token string) (r role, first bool, err error) {
	if token == "" {
		return spectator, false, nil
	}
	hash := match.TokenHash(token)
	same := func(kept string) bool {
		return kept != "" && subtle.ConstantTimeCompare([]byte(kept), []byte(hash)) == 1
	}
	var grant match.Grant
	for seat := game.Nobody; int(seat) < l.match.Setup().Seats; seat++ {
		g := l.match.Grant(seat)
		if now, next := same(g.Token), same(g.Next); now || next {
			r, first, grant = role{"seat", seat}, next, g
		}
	}
	switch {
	case r.name == "seat" && r.seat == game.Nobody:
		r.name = "host"
	case r.name == "" && l.server.isJudge(token):
		r = role{"judge", game.Judge}
	case r.name == "":
		return role{}, false, refusal("no-right", "the token is not valid for this match")
	}
	if r.renewable() && !first && l.expired(grant, 1) {
		return role{}, false, refusal("no-right", "the token has expired: it was not used for more than %s",
			l.server.config.TokenLife)
	}
	return r, first, nil
}

// expired reports whether a token has been in use for a part of its life. Tokens of a match that is over do not expire.
func (l *liveMatch) expired(g match.Grant, part float64) bool {
	life := float64(l.server.config.TokenLife)
	return life > 0 && !l.match.Over() && float64(l.server.now().Sub(g.Since)) > part*life
}

// renewAfter is the part of its life after which a token is renewed.
const renewAfter = 0.5

// nextToken returns the token that follows another one. It cannot be computed without the other one, nor without the
// secrets of the match, so the server need not keep it until it is used.
func (l *liveMatch) nextToken(token string) string {
	setup := l.match.Setup()
	mac := hmac.New(sha256.New, []byte(setup.Host+" "+setup.Seed))
	mac.Write([]byte("ply next token 1 " + token))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil)[:24])
}

// renew returns the token that replaces the given one, which stays valid until the new one is used. A new token that is
// used for the first time is returned as it is.
func (l *liveMatch) renew(ctx context.Context, token string) (string, role, error) {
	r, first, err := l.roleOfToken(token)
	switch {
	case err != nil:
		return "", r, err
	case !r.renewable():
		return "", r, refusal("no-right", "only the token of a seat or of the host can be renewed")
	case first:
		return token, r, l.useNext(ctx, r.seat)
	}
	next := l.nextToken(token)
	if hash := match.TokenHash(next); l.match.Grant(r.seat).Next != hash {
		err = l.commit(ctx, l.match.Renew(r.seat, hash))
	}
	return next, r, err
}

// useNext ends the token in use of a seat, or of the host, in favour of the next one. Connections with the old one are
// closed, so that their clients come back with the new one.
func (l *liveMatch) useNext(ctx context.Context, seat game.Seat) error {
	old := l.match.Grant(seat)
	if err := l.commit(ctx, l.match.Renew(seat, old.Next)); err != nil {
		return err
	}
	l.server.metrics.renewed.Inc()
	for _, c := range l.watchers {
		switch {
		case c.token != old.Token || !c.role.renewable():
		case c == l.asker:
			c.token = old.Next
		default:
			c.farewell("renewed", "the token was renewed; reconnect with the new one")
		}
	}
	return nil
}

// offerToken sends a client a new token if its own has been in use for half of its life.
func (l *liveMatch) offerToken(ctx context.Context, c *conn, token string) {
	if !c.role.renewable() || !l.expired(l.match.Grant(c.role.seat), renewAfter) {
		return
	}
	next, _, err := l.renew(ctx, token)
	if err != nil {
		l.server.config.Log.Warn("cannot renew a token", "match", l.id, "reason", err)
		return
	}
	c.answer(&wire.Message{Type: "token", Token: next})
}

type renewInput struct {
	Caller
	MatchPath
}

func (s *Server) renewToken(ctx context.Context, in *renewInput) (*body[wire.Renewed], error) {
	if !s.limits.allowCreate(in.address) {
		return nil, s.toAPIError(refusal("too-fast", "too many requests from this address; wait a moment"))
	}
	return withMatch(ctx, s, in.MatchPath, func(l *liveMatch) (*body[wire.Renewed], error) {
		if in.token() == "" {
			return nil, noToken("seat", "host")
		}
		token, _, err := l.renew(ctx, in.token())
		if err != nil {
			return nil, err
		}
		return &body[wire.Renewed]{wire.Renewed{Token: token}}, nil
	})
}

// now returns the time of day, which may jump. Durations are measured with the time package.
func (s *Server) now() time.Time { return s.config.Now() }

// isJudge reports whether this is the token of the judge.
func (s *Server) isJudge(token string) bool {
	judge := s.config.Judge
	return judge != "" && subtle.ConstantTimeCompare([]byte(match.TokenHash(judge)), []byte(match.TokenHash(token))) == 1
}
