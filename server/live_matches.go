package server

import (
	"time"

	"github.com/plygame/ply/match"
)

// liveMatch returns the liveMatch of an id and holds it until it is released. Only opening it shows whether the match
// exists.
func (s *Server) liveMatch(id string) (*liveMatch, error) {
	if id == "" || len(id) > 64 {
		return nil, refusal("no-match", "there is no such match")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.Load() {
		return nil, refusal("restart", "the server is shutting down; try again in a moment")
	}
	if l := s.live[id]; l != nil {
		l.held++
		l.touch()
		return l, nil
	}
	if (len(s.live) >= s.config.MaxLive || s.memory.Crowded()) && s.evictIdle(time.Now(), 0) == 0 {
		return nil, errBusy
	}
	l := newLiveMatch(s, id)
	l.held++
	s.live[id] = l
	s.metrics.live.Set(float64(len(s.live)))
	return l, nil
}

// adopt keeps a new match in memory if there is room, because someone is about to join it.
func (s *Server) adopt(m *match.Match) {
	l, err := s.liveMatch(m.Setup().ID)
	if err != nil {
		return
	}
	l.enqueue(func() {
		defer s.release(l)
		if l.match == nil && l.broken == nil {
			l.match = m
			l.game.Store(m.Setup().Game)
			l.scheduleLapse()
		}
	})
}

// evictIdle removes the matches from memory that nobody has used for some time, and returns their number. The caller
// holds the mutex.
func (s *Server) evictIdle(now time.Time, after time.Duration) (n int) {
	for id, l := range s.live {
		if l.held == 0 && l.idle(now, after) {
			delete(s.live, id)
			n++
		}
	}
	s.metrics.live.Set(float64(len(s.live)))
	return n
}

// hold prevents a match from being evicted until it is released.
func (s *Server) hold(l *liveMatch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.held++
}

// holdLive holds and returns a match in memory, or returns nil if it is not in memory.
func (s *Server) holdLive(id string) *liveMatch {
	s.mu.Lock()
	defer s.mu.Unlock()
	l := s.live[id]
	if l == nil || s.closing.Load() {
		return nil
	}
	l.held++
	return l
}

func (l *liveMatch) touch() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used = time.Now()
}

// release ends a hold. The match stays in memory for some time.
func (s *Server) release(l *liveMatch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.held--
	l.touch()
}

// drop releases a match that could not be opened, so that the next request tries again.
func (s *Server) drop(l *liveMatch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.held--
	if l.held == 0 && s.live[l.id] == l {
		delete(s.live, l.id)
		s.metrics.live.Set(float64(len(s.live)))
	}
}
