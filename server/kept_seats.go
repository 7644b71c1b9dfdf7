package server

import (
	"context"
	"crypto/subtle"
	"slices"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// noteLeft notes that a connection of a seat has ended.
func (s *Server) noteLeft(token string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.left[token] = time.Now()
}

// lastConnected returns when a connection of a seat has ended, the zero time if that is not known any more.
func (s *Server) lastConnected(token string) time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.left[token]
}

// keeps reports whether a seat belongs to a player who is connected, or was until a short while ago: nobody else may free it.
func (l *liveMatch) keeps(seat game.Seat) bool {
	token := l.match.Player(seat).Token
	if token == "" {
		return false
	}
	if slices.ContainsFunc(l.watchers, func(c *conn) bool { return c.role.seat == seat }) {
		return true
	}
	here := lastHere(seat, l.server.started, l.server.lastConnected(token), l.match.Log(1))
	return time.Since(here) < l.server.config.KeepSeat
}

// lastHere returns when the player of a seat was certainly or perhaps there: who was connected before the server was
// started is not known.
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

// reservedBy returns the seat that is reserved for the owner of a token of the match before, game.Nobody if there is none.
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

// reservations are who sits where in the match after this one: everyone one seat further on, if they come.
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

// scheduleLapse frees the seats that are reserved when they have been so long enough. A match that leaves memory before
// does it when it is opened again.
func (l *liveMatch) scheduleLapse() {
	if len(l.reserved()) == 0 {
		return
	}
	s, id := l.server, l.id
	time.AfterFunc(time.Until(l.match.Setup().Created.Add(s.config.KeepSeat)), func() {
		if l := s.holdLive(id); l != nil {
			l.enqueue(func() {
				defer s.release(l)
				l.lapse(s.life)
			})
		}
	})
}

// reserved returns the seats that are kept for somebody.
func (l *liveMatch) reserved() (all []game.Seat) {
	for seat := range game.Seat(l.match.Setup().Seats) {
		if l.match.Player(seat).Reserved != "" {
			all = append(all, seat)
		}
	}
	return all
}

// lapse frees the seats of those who have not come.
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
			l.server.config.Log.Warn("a seat that was kept could not be freed", "match", l.id, "reason", err)
			return
		}
	}
}
