package server

import (
	"time"

	"github.com/plygame/ply/match"
)

// liveMatch returns a match in memory, whether there is such a match or not: it finds out when it is
// opened. It stays until it is released.
func (s *Server) liveMatch(id string) (*liveMatch, error) {
	if id == "" || len(id) > 64 {
		return nil, refusal("no-match", "there is no such match")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.Load() {
		return nil, refusal("restart", "the server is shut down; come back in a moment")
	}
	if l := s.live[id]; l != nil {
		l.held++
		l.touch()
		return l, nil
	}
	if len(s.live) >= s.config.MaxLive && s.evictIdle(time.Now(), 0) == 0 {
		return nil, errBusy
	}
	l := newLiveMatch(s, id)
	l.held++
	s.live[id] = l
	s.metrics.live.Set(float64(len(s.live)))
	return l, nil
}

// adopt keeps a match that was made just now in memory, if there is room: somebody is about to join it.
func (s *Server) adopt(m *match.Match) {
	l, err := s.liveMatch(m.Setup().ID)
	if err != nil {
		return
	}
	l.enqueue(func() {
		defer s.release(l)
		if l.match == nil && l.broken == nil {
			l.match = m
			l.scheduleLapse()
		}
	})
}

// evictIdle removes matches from memory that nobody has needed for some time, and returns how many. The caller holds
// the mutex.
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

// hold says that a match is needed.
func (s *Server) hold(l *liveMatch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.held++
}

// holdLive returns a match that is in memory and says that it is needed; nil, if it is not there.
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

// release says that a match is not needed any more. It stays in memory for some time.
func (s *Server) release(l *liveMatch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.held--
	l.touch()
}

// drop releases a match that could not be opened: the next request tries again.
func (s *Server) drop(l *liveMatch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	l.held--
	if l.held == 0 && s.live[l.id] == l {
		delete(s.live, l.id)
		s.metrics.live.Set(float64(len(s.live)))
	}
}
