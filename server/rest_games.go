package server

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

func (s *Server) gameOf(r *game.Rules) wire.Game {
	g := wire.Game{
		Name: r.Name, Title: words.Title(r), Description: r.About.Description, Rules: r.About.Rules, Version: r.Version,
		MinSeats: r.Seats.Min, MaxSeats: r.Seats.Max,
		Minutes: r.About.Minutes, Complexity: r.About.Complexity, Categories: r.About.Categories, Picture: r.About.Picture,
		Art: s.artPath(r.Name), SeatCounts: r.SeatCounts(),
	}
	for _, x := range r.Roles {
		g.Roles = append(g.Roles, wire.Role(x))
	}
	for _, o := range r.Options {
		g.Options = append(g.Options, optionOf(o))
	}
	for _, p := range r.Presets {
		g.Presets = append(g.Presets, wire.Preset{Name: p.Name, Label: p.Label, Values: p.Values})
	}
	return g
}

func (s *Server) listGames(context.Context, *struct{}) (*body[wire.GameList], error) {
	all := []wire.Game{}
	for _, r := range s.config.Games {
		all = append(all, s.gameOf(r))
	}
	return &body[wire.GameList]{wire.GameList{Games: all}}, nil
}

// ListQuery selects the matches of a list.
type ListQuery struct {
	Open   bool      `query:"open" doc:"Only matches that can be joined."`
	Over   string    `query:"over" enum:"true,false" doc:"true: only matches that are over; false: only matches that are not."`
	Before time.Time `query:"before" doc:"Only matches changed before this time. For the next page of a list: the time of the last match of the previous page."`
	After  string    `query:"after" maxLength:"64" doc:"With before: the id of the last match of the previous page, so that no match of the same time is left out."`
	Limit  int       `query:"limit" minimum:"0" maximum:"1000" doc:"Maximum number of matches; 0 means 100."`
}

// of returns the query for the store; an empty name means all games.
func (in *ListQuery) of(game string) store.Query {
	q := store.Query{Game: game, Open: in.Open, Before: in.Before, After: in.After, Limit: in.Limit}
	if in.Over != "" {
		over := in.Over == "true"
		q.Over = &over
	}
	return q
}

type gameQuery struct {
	GamePath
	ListQuery
}

func (s *Server) listMatches(ctx context.Context, in *gameQuery) (*body[wire.MatchList], error) {
	r := s.games[in.Game]
	if r == nil {
		return nil, s.toAPIError(s.noGame(in.Game))
	}
	all, err := s.listFor(ctx, in.of(in.Game))
	if err != nil {
		return nil, s.toAPIError(err)
	}
	return &body[wire.MatchList]{wire.MatchList{Game: s.gameOf(r), Matches: all}}, nil
}

// listTimeout is how long a client waits for a list.
const listTimeout = 5 * time.Second

// listFor is list for a client. A long list counts as several requests.
func (s *Server) listFor(ctx context.Context, q store.Query) ([]match.Listing, error) {
	address, _ := ctx.Value(addressKey{}).(string)
	if n := q.Limit / 100; n > 1 && !s.limits.allowRequest(address, n-1) {
		return nil, refusal("too-fast", "too many long lists from this address; wait a moment")
	}
	return s.list(ctx, q)
}

// list returns the matches that can be read. It logs the others, at most once a minute.
func (s *Server) list(ctx context.Context, q store.Query) ([]match.Listing, error) {
	ctx, cancel := context.WithTimeout(ctx, listTimeout)
	defer cancel()
	all, err := s.config.Store.List(ctx, q)
	if errors.Is(ctx.Err(), context.DeadlineExceeded) && err != nil {
		return nil, refusal("busy", "too many lists are being read; try again later")
	}
	if !errors.Is(err, store.ErrDamaged) || ctx.Err() != nil {
		return all, err
	}
	now, last := s.uptime(), s.damageLogged.Load()
	if (last == 0 || now-last > int64(time.Minute)) && s.damageLogged.CompareAndSwap(last, now) {
		s.config.Log.Error("cannot list all matches", "reason", err)
	}
	return all, nil
}

func (s *Server) listAllMatches(ctx context.Context, in *ListQuery) (*body[wire.Matches], error) {
	all, err := s.listFor(ctx, in.of(""))
	if err != nil {
		return nil, s.toAPIError(err)
	}
	return &body[wire.Matches]{wire.Matches{Matches: all}}, nil
}

func (s *Server) noGame(name string) *wire.Refusal {
	var names []string
	for _, r := range s.config.Games {
		names = append(names, r.Name)
	}
	return refusal("no-game", "there is no game %q; the games are: %s", words.Clip(name), strings.Join(names, ", "))
}

func optionOf(o game.Setting) wire.Option {
	out := wire.Option{Name: o.Name, Label: o.Label, Description: o.Description, Default: o.Default, Values: o.Choices}
	switch o.Type {
	case "number":
		out.Min, out.Max = &o.Min, &o.Max
	case "bool":
		out.Values = []string{"false", "true"}
	}
	return out
}
