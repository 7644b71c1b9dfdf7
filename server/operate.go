package server

import (
	"context"
	"errors"
	"net/netip"
	"slices"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// Inspection is what the operator of a server learns about a match without looking at what is hidden.
type Inspection struct {
	Match    match.Listing `json:"match"`
	Live     bool          `json:"live"`     // it is in memory
	Watchers int           `json:"watchers"` // connections that watch it
	Log      []LogEntry    `json:"log"`
}

// LogEntry is an entry of a log without moves, tokens and seeds.
type LogEntry struct {
	N    int       `json:"n"`
	Kind string    `json:"kind"`
	Seat game.Seat `json:"seat"`
	At   time.Time `json:"at"`
}

// operate calls f with a match, for the operator of the server.
func operate[T any](ctx context.Context, s *Server, id string, f func(*liveMatch) (T, error)) (T, error) {
	var none T
	l, err := s.liveMatch(id)
	if err != nil {
		return none, err
	}
	defer s.release(l)
	return call(ctx, l, func() (T, error) {
		if err := l.open(ctx); err != nil && l.kept == nil {
			return none, err
		}
		return f(l)
	})
}

// Inspect describes a match without what is hidden.
func (s *Server) Inspect(ctx context.Context, id string) (*Inspection, error) {
	kept, err := s.config.Store.Load(ctx, id)
	if err != nil {
		return nil, err
	}
	x := &Inspection{Match: kept.About, Log: []LogEntry{}}
	for i, e := range kept.Log {
		x.Log = append(x.Log, LogEntry{i + 1, e.Kind, e.Seat, e.At})
	}
	if l := s.holdLive(id); l != nil {
		defer s.release(l)
		x.Live = true
		x.Watchers, err = call(ctx, l, func() (int, error) { return len(l.watchers), nil })
	}
	return x, err
}

// LookAt returns the view of a seat, or everything for game.Judge. The players are told: it adds an entry to the match
// first.
func (s *Server) LookAt(ctx context.Context, id string, seat game.Seat) (string, error) {
	return operate(ctx, s, id, func(l *liveMatch) (string, error) {
		if l.match == nil {
			return "", l.broken
		}
		if seat != game.Judge && (seat < 0 || int(seat) >= l.match.Setup().Seats) {
			return "", refusal(string(game.NoSeat), "there is no seat %d", seat)
		}
		if err := l.commit(ctx, l.match.LookedAt(seat)); err != nil {
			return "", err
		}
		s.config.Log.Info("the operator looked at a match", "match", id, "seat", int(seat))
		return string(l.match.State().View(seat).Save()), nil
	})
}

// CloseMatch ends a match as a draw.
func (s *Server) CloseMatch(ctx context.Context, id string) error {
	_, err := operate(ctx, s, id, func(l *liveMatch) (bool, error) {
		if l.match == nil {
			return false, l.broken
		}
		return true, l.closeMatch(ctx)
	})
	if err == nil {
		s.config.Log.Info("match closed", "match", id, "by", "operator")
	}
	return err
}

// DeleteMatch deletes a match permanently and disconnects its clients.
func (s *Server) DeleteMatch(ctx context.Context, id, why string) error {
	delete := func() error {
		kept, err := s.config.Store.Load(ctx, id)
		after := len(kept.Log)
		switch {
		case errors.Is(err, store.ErrDamaged):
			after = store.AnyLength
		case err != nil:
			return err
		}
		if err = s.config.Store.Delete(ctx, id, after, why); err == nil {
			s.config.Log.Info("match deleted", "match", id, "why", why, "by", "operator")
		}
		return err
	}
	l := s.holdLive(id)
	if l == nil {
		return delete()
	}
	defer s.release(l)
	_, err := call(ctx, l, func() (bool, error) {
		if err := delete(); err != nil {
			return false, err
		}
		l.match = nil
		for _, c := range l.watchers {
			c.farewell("gone", "the match was deleted")
		}
		l.watchers = nil
		return true, nil
	})
	return err
}

// Drain stops or starts the creation of matches. While it is on, running matches continue, and /readyz reports that
// the server is not ready, so that a load balancer sends new players elsewhere.
func (s *Server) Drain(on bool) {
	s.draining.Store(on)
	s.metrics.draining.Set(0)
	if on {
		s.metrics.draining.Set(1)
	}
	s.config.Log.Info("draining was switched on or off; while it is on, no new matches are accepted", "draining", on)
}

// Ban is a network that may not use the server for some time.
type Ban struct {
	Network netip.Prefix `json:"network"`
	Until   time.Time    `json:"until"`
	Why     string       `json:"why"`
}

// bans are the networks that may not use the server.
type bans struct {
	mu  sync.Mutex
	all []Ban
}

// of returns the ban of an address, if any.
func (b *bans) of(a netip.Addr, now time.Time) (Ban, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	a = a.Unmap().WithZone("")
	for _, x := range b.all {
		if x.Network.Contains(a) && now.Before(x.Until) {
			return x, true
		}
	}
	return Ban{}, false
}

// Ban refuses all requests from a network until a time, and disconnects its clients. A ban of the same network is
// replaced; a time in the past lifts it.
func (s *Server) Ban(x Ban) {
	x.Network = x.Network.Masked()
	b, now := &s.bans, s.now()
	b.mu.Lock()
	b.all = slices.DeleteFunc(b.all, func(old Ban) bool { return old.Network == x.Network || now.After(old.Until) })
	if now.Before(x.Until) {
		b.all = append(b.all, x)
	}
	s.metrics.bans.Set(float64(len(b.all)))
	b.mu.Unlock()
	s.config.Log.Info("a ban has changed", "network", x.Network, "until", x.Until)
	s.mu.Lock()
	var gone []*conn
	for c := range s.conns {
		if _, banned := b.of(c.client, now); banned {
			gone = append(gone, c)
		}
	}
	s.mu.Unlock()
	if len(gone) > 0 {
		s.config.Log.Info("connections of banned addresses are closed", "connections", len(gone))
	}
	for _, c := range gone {
		c.farewell("misuse", "this address may not use the server")
	}
}

// Bans returns the bans that have not expired.
func (s *Server) Bans() []Ban {
	s.bans.mu.Lock()
	defer s.bans.mu.Unlock()
	all := []Ban{}
	for _, x := range s.bans.all {
		if s.now().Before(x.Until) {
			all = append(all, x)
		}
	}
	return all
}

// banned returns the refusal of a request from a banned address.
func (s *Server) banned(a netip.Addr) *wire.Refusal {
	x, is := s.bans.of(a, s.now())
	if !is {
		return nil
	}
	return refusal("banned", "this address may not use the server until %s", x.Until.UTC().Format(time.RFC3339))
}
