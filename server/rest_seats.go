package server

import (
	"context"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

type joinInput struct {
	Caller
	MatchPath
	Body wire.Join
}

func (s *Server) join(ctx context.Context, in *joinInput) (*body[wire.Joined], error) {
	if !s.limits.allowCreate(in.address) {
		return nil, s.toAPIError(refusal("too-fast", "too many seats taken from this address; wait a moment"))
	}
	name, err := playerName(in.Body.Name)
	if err != nil {
		return nil, s.toAPIError(err)
	}
	return withMatch(ctx, s, in.MatchPath, func(l *liveMatch) (*body[wire.Joined], error) {
		kept := l.reservedBy(in.Body.Last)
		seat, err := l.freeSeat(in.Body.Seat, kept)
		if err != nil {
			return nil, err
		}
		token := newToken()
		from := seat
		if r, err := l.admit(ctx, in.token()); err == nil && r.name == "seat" {
			from = r.seat // nobody may have two seats
		} else if kept != game.Nobody {
			from = kept // nor a reserved seat and another one
		}
		p := match.Player{Name: words.Distinct(name, l.others(from)), Token: match.TokenHash(token)}
		batch, err := l.match.Reseat(from, seat, p)
		if err == nil {
			err = l.commit(ctx, batch)
		}
		if err != nil {
			return nil, err
		}
		return &body[wire.Joined]{wire.Joined{Seat: int(seat), Token: token, Match: l.match.Listing()}}, nil
	})
}

// others returns the names of all players but one.
func (l *liveMatch) others(but game.Seat) (names []string) {
	for seat := range game.Seat(l.match.Setup().Seats) {
		if seat != but {
			names = append(names, l.match.Player(seat).Name)
		}
	}
	return names
}

// playerName returns a name with normalized spaces. It refuses names that cannot be displayed, and those that the
// server itself gives to bots and in place of erased names.
func playerName(name string) (string, error) {
	name, err := words.PlayerName(name, "bot", store.Erased)
	switch {
	case err != nil:
		return "", refusal(string(game.Malformed), "%v", err).About("name")
	case name == "":
		return "", refusal(string(game.Missing), "name is missing: the name that other players see").About("name")
	}
	return name, nil
}

// freeSeat returns the seat the caller wants, or any seat if want is nil, if it is free. Kept is the seat reserved for
// the caller, or game.Nobody.
func (l *liveMatch) freeSeat(want *int, kept game.Seat) (game.Seat, error) {
	seats := l.match.Setup().Seats
	if l.match.Over() {
		return 0, refusal(string(game.Over), "the match is over")
	}
	if want != nil {
		seat := game.Seat(*want)
		switch {
		case *want < 0 || *want >= seats:
			return 0, refusal(string(game.NoSeat), "there is no seat %d; the seats are 0 to %d", *want, seats-1).About("seat")
		case seat != kept && l.match.Player(seat).Reserved != "":
			return 0, refusal("taken", "seat %d is reserved for %s", *want, l.match.Player(seat).Name).About("seat")
		case seat != kept && !l.match.Player(seat).Free():
			return 0, refusal("taken", "seat %d is taken", *want).About("seat")
		}
		return seat, nil
	}
	if kept != game.Nobody {
		return kept, nil
	}
	for seat := range game.Seat(seats) {
		if l.match.Player(seat).Free() {
			return seat, nil
		}
	}
	return 0, refusal("taken", "all seats are taken")
}

type leaveInput struct {
	Caller
	MatchPath
}

func (s *Server) leaveSeat(ctx context.Context, in *leaveInput) (*body[wire.Done], error) {
	return withMatch(ctx, s, in.MatchPath, func(l *liveMatch) (*body[wire.Done], error) {
		seat := l.reservedBy(in.token())
		if seat == game.Nobody {
			r, err := l.roleOf(ctx, &in.Caller, "seat")
			if err != nil {
				return nil, err
			}
			seat = r.seat
		}
		batch, err := l.match.Sit(seat, match.Player{})
		if err == nil {
			err = l.commit(ctx, batch)
		}
		if err != nil {
			return nil, err
		}
		return &body[wire.Done]{wire.Done{Match: l.match.Listing()}}, nil
	})
}

// roleOf returns the role of the caller's token, which must be one of these roles.
func (l *liveMatch) roleOf(ctx context.Context, c *Caller, wanted ...string) (role, error) {
	if c.token() == "" {
		return role{}, noToken(wanted...)
	}
	r, err := l.admit(ctx, c.token())
	if err == nil && !slices.Contains(wanted, r.name) {
		err = refusal("no-right", "only the %s can do this", strings.Join(wanted, " or the "))
	}
	return r, err
}

// noToken refuses a request without a token.
func noToken(wanted ...string) error {
	return refusal("no-token", "this needs the token of the %s in the header Authorization: Bearer TOKEN",
		strings.Join(wanted, " or the "))
}

type botInput struct {
	Caller
	MatchPath
	Body wire.Bot
}

func (s *Server) addBot(ctx context.Context, in *botInput) (*body[wire.Done], error) {
	return withMatch(ctx, s, in.MatchPath, func(l *liveMatch) (*body[wire.Done], error) {
		if _, err := l.roleOf(ctx, &in.Caller, "host", "judge"); err != nil {
			return nil, err
		}
		seat, p := game.Seat(in.Body.Seat), match.Player{Name: "bot"}
		if in.Body.Off {
			switch p = (match.Player{}); {
			case in.Body.Seat >= l.match.Setup().Seats: // Sit refuses it
			case l.match.Player(seat).Free():
				return nil, refusal("taken", "seat %d is already free", in.Body.Seat).About("seat")
			case l.keeps(seat):
				return nil, refusal("taken", "%s is connected or left recently: a seat can be freed %s after its player leaves",
					l.match.Player(seat).Name, s.config.KeepSeat).About("seat")
			}
		} else if _, err := l.freeSeat(&in.Body.Seat, game.Nobody); err != nil {
			return nil, err
		} else if p.Bot, err = s.namedBot(in.Body.Bot); err != nil {
			return nil, err
		}
		batch, err := l.match.Sit(seat, p)
		if err == nil {
			err = l.commit(ctx, batch)
		}
		if err != nil {
			return nil, err
		}
		return &body[wire.Done]{wire.Done{Match: l.match.Listing()}}, nil
	})
}
