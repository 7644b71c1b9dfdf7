package server

import (
	"time"

	"github.com/plygame/ply/match"
)

// table returns the table of a match, whether there is such a match or not: it finds out when it is
// opened. It stays until it is released.
func (s *Server) table(id string) (*table, error) {
	if id == "" || len(id) > 64 {
		return nil, refusal("no-match", "there is no such match")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.Load() {
		return nil, refusal("restart", "the server is shut down; come back in a moment")
	}
	if t := s.tables[id]; t != nil {
		t.held++
		t.touch()
		return t, nil
	}
	if len(s.tables) >= s.config.MaxLive && s.evictIdle(time.Now(), 0) == 0 {
		return nil, errBusy
	}
	t := newTable(s, id)
	t.held++
	s.tables[id] = t
	s.metrics.live.Set(float64(len(s.tables)))
	return t, nil
}

// adopt keeps a match that was made just now in memory, if there is room: somebody is about to join it.
func (s *Server) adopt(m *match.Match) {
	t, err := s.table(m.Setup().ID)
	if err != nil {
		return
	}
	t.enqueue(func() {
		defer s.release(t)
		if t.match == nil && t.broken == nil {
			t.match = m
		}
	})
}

// evictIdle removes tables from memory that nobody has needed for some time, and returns how many. The caller holds
// the mutex.
func (s *Server) evictIdle(now time.Time, after time.Duration) (n int) {
	for id, t := range s.tables {
		if t.held == 0 && t.idle(now, after) {
			delete(s.tables, id)
			n++
		}
	}
	s.metrics.live.Set(float64(len(s.tables)))
	return n
}

// hold says that a table is needed.
func (s *Server) hold(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.held++
}

func (t *table) touch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used = time.Now()
}

// release says that a table is not needed any more. It stays in memory for some time.
func (s *Server) release(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.held--
	t.touch()
}

// drop releases a table whose match could not be opened: the next request tries again.
func (s *Server) drop(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t.held--
	if t.held == 0 && s.tables[t.id] == t {
		delete(s.tables, t.id)
		s.metrics.live.Set(float64(len(s.tables)))
	}
}
