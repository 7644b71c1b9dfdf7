package server

import (
	"time"
)

// table returns the table of a match, whether there is such a match or not: it finds out when it is
// opened.
func (s *Server) table(id string) (*table, error) {
	if id == "" || len(id) > 64 {
		return nil, no("no-match", "there is no such match")
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closing.Load() {
		return nil, no("restart", "the server is shut down; come back in a moment")
	}
	if t := s.tables[id]; t != nil {
		t.touch()
		return t, nil
	}
	if len(s.tables) >= s.config.MaxLive {
		return nil, errBusy
	}
	t := newTable(s, id)
	s.tables[id] = t
	s.metrics.live.Set(float64(len(s.tables)))
	return t, nil
}

func (t *table) touch() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used = time.Now()
}

// release lets a table go for which there turned out to be no match.
func (s *Server) release(t *table) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.tables[t.id] == t && t.idle(time.Now().Add(time.Second), 0) {
		delete(s.tables, t.id)
	}
}
