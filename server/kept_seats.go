package server

import (
	"context"
	"crypto/subtle"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// noteLeft records that a connection of a seat has ended.
func (s *Server) noteLeft(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left[token] = s.now()
}

// lastConnected returns when the last connection of a seat ended, or the zero time if the server no longer knows.
func (s *Server) lastConnected(token string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left[token]
}

// keeps reports whether the player of a seat is or recently was connected. Nobody else may free such a seat.
func (l *liveMatch) keeps(seat game.Seat) bool {
	token := l.match.Player(seat).Token
	if token == "" {
		return false
	}
	if slices.ContainsFunc(l.watchers, func(c *conn) bool { return c.role.seat == seat }) {
		return true
	}
	here := lastHere(seat, l.server.started, l.server.lastConnected(token), l.match.Log(1))
	return l.server.now().Sub(here) < l.server.config.KeepSeat
}

// lastHere returns the last time the player of a seat may have been connected. That is at least the start of the
// server, which does not know about earlier connections.
func lastHere(seat game.Seat, started, connected time.Time, log []match.Entry) time.Time {
	here := started
	if connected.After(here) {
		here = connected
	}
	for _, e := range slices.Backward(log) {
		if e.Seat == seat {
			if e.At.After(here) {
				here = e.At
			}
			break
		}
	}
	return here
}

// reservedBy returns the seat reserved for the owner of a seat token of the previous match, or game.Nobody.
func (l *liveMatch) reservedBy(token string) game.Seat {
	if token == "" {
		return game.Nobody
	}
	found, hash := game.Nobody, match.TokenHash(token)
	for seat := range game.Seat(l.match.Setup().Seats) {
		if kept := l.match.Player(seat).Reserved; kept != "" && subtle.ConstantTimeCompare([]byte(kept), []byte(hash)) == 1 {
			found = seat
		}
	}
	return found
}

// reservations returns who sits where in the rematch: everyone moves one seat further.
func (l *liveMatch) reservations() []match.Player {
	seats := l.match.Setup().Seats
	all := make([]match.Player, seats)
	for seat := range seats {
		if p := l.match.Player(game.Seat(seat)); p.Token != "" {
			all[(seat+1)%seats] = match.Player{Name: p.Name, Reserved: p.Token}
		}
	}
	return all
}

// scheduleLapse frees the reserved seats after Config.KeepSeat. If the match leaves memory before that, it happens when
// the match is opened again.
func (l *liveMatch) scheduleLapse() {
	if len(l.reserved()) == 0 {
		return
	}
	s, id := l.server, l.id
	time.AfterFunc(l.match.Setup().Created.Add(s.config.KeepSeat).Sub(s.now()), func() {
		if l := s.holdLive(id); l != nil {
			l.enqueue(func() {
				defer s.release(l)
				l.lapse(s.life)
			})
		}
	})
}

// reserved returns the reserved seats.
func (l *liveMatch) reserved() (all []game.Seat) {
	for seat := range game.Seat(l.match.Setup().Seats) {
		if l.match.Player(seat).Reserved != "" {
			all = append(all, seat)
		}
	}
	return all
}

// lapse frees the seats that are still reserved.
func (l *liveMatch) lapse(ctx context.Context) {
	if l.match == nil || l.match.Over() || l.server.closing.Load() {
		return
	}
	for _, seat := range l.reserved() {
		batch, err := l.match.Sit(seat, match.Player{})
		if err == nil {
			err = l.commit(ctx, batch)
		}
		if err != nil {
			l.server.config.Log.Warn("cannot free a reserved seat", "match", l.id, "reason", err)
			return
		}
	}
}
