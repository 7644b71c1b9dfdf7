package server

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

type createInput struct {
	Caller
	GamePath
	Body wire.Create
}

func (s *Server) create(ctx context.Context, in *createInput) (*body[wire.Created], error) {
	out, err := s.createMatch(ctx, in.address, in.Game, newID(), in.Body, func(int) string { return in.Body.Bot })
	if err != nil {
		return nil, s.toAPIError(err)
	}
	return &body[wire.Created]{*out}, nil
}

// createMatch creates a match with this id. The bots named by botOf play the seats in.Bots; other seats may be
// reserved.
func (s *Server) createMatch(ctx context.Context, address, name, id string, in wire.Create, botOf func(seat int) string,
	reserved ...match.Player) (*wire.Created, error) {
	if !s.limits.allowCreate(address) {
		return nil, refusal("too-fast", "too many new matches from this address; wait a moment")
	}
	if s.closing.Load() {
		return nil, refusal("restart", "the server is shutting down; try again in a moment")
	}
	if s.draining.Load() {
		return nil, refusal("restart", "the server accepts no new matches at the moment; try again later")
	}
	r := s.games[name]
	if r == nil {
		return nil, s.noGame(name)
	}
	if err := s.watchdog.refuses(name); err != nil {
		return nil, err
	}
	defer s.watchCall(name, 0)()
	values, err := optionsOf(r, in)
	if err != nil {
		return nil, err
	}
	if r, err = s.rules.with(r, values); err != nil {
		return nil, err
	}
	if in.Seats == 0 {
		in.Seats = append(r.SeatCounts(), r.Seats.Min)[0]
	}
	if why := r.Unfit(in.Seats); why != nil {
		return nil, refusal(string(game.NoSeat), "%s", why).About("seats")
	}
	host := newToken()
	m, err := match.New(r, match.Setup{ID: id, Seats: in.Seats, Seed: match.SeedText(newSeed()), Created: s.now(),
		Host: match.TokenHash(host), Unlisted: in.Unlisted})
	if err != nil {
		return nil, err
	}
	m.Now = s.config.Now
	for i, seat := range in.Bots {
		if slices.Contains(in.Bots[:i], seat) {
			return nil, refusal(string(game.Malformed), "seat %d is named twice", seat).About("bots")
		}
		if seat < 0 || seat >= in.Seats {
			return nil, refusal(string(game.NoSeat), "there is no seat %d; the seats are 0 to %d", seat,
				in.Seats-1).About("bots")
		}
		named, err := s.namedBot(botOf(seat))
		if err != nil {
			return nil, err
		}
		batch, err := m.Sit(game.Seat(seat), match.Player{Name: "bot", Bot: named})
		if err != nil {
			return nil, err
		}
		m.Commit(batch)
	}
	for seat, p := range reserved {
		if p.Reserved == "" {
			continue
		}
		batch, err := m.Sit(game.Seat(seat), p)
		if err != nil {
			return nil, err
		}
		m.Commit(batch)
	}
	about := m.Listing()
	if err := s.config.Store.Create(ctx, store.Kept{Setup: m.Setup(), Log: m.Log(1)}, about); err != nil {
		if ctx.Err() != nil || errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrClosed) {
			return nil, err
		}
		return nil, s.notKept(id, err)
	}
	s.metrics.created.Inc()
	if len(in.Bots) == 0 { // bots play only when someone joins or watches
		s.adopt(m)
	}
	s.config.Log.Info("match created", "match", m.Setup().ID, "game", name, "seats", in.Seats)
	return &wire.Created{Match: m.Setup().ID, Host: host, Commitment: m.Setup().Commitment(), About: about}, nil
}

// maxOptions is the length of the options of a match, which every list of matches contains.
const maxOptions = 2000

// optionsOf returns the options of a match: those of the preset, overridden by in.Options.
func optionsOf(r *game.Rules, in wire.Create) (game.Values, error) {
	v := game.Values{}
	if in.Preset != "" {
		i := slices.IndexFunc(r.Presets, func(p game.Preset) bool { return p.Name == in.Preset })
		if i < 0 {
			return nil, refusal(string(game.Malformed), "%s has no preset %q", r.Name, words.Clip(in.Preset)).About("preset")
		}
		for name, value := range r.Presets[i].Values {
			v[name] = value
		}
	}
	size := 0
	for name, value := range in.Options {
		switch value.(type) {
		case string, bool, float64:
			v[name] = fmt.Sprint(value)
			if size += len(name) + len(v[name]); size > maxOptions {
				return nil, refusal(string(game.Malformed), "the options are too long").About("options")
			}
		default:
			return nil, refusal(string(game.Malformed), "option %q must be a string, a number, true or false",
				words.Clip(name)).About("options")
		}
	}
	return v, nil
}
