package server

import (
	"sync"
	"time"
)

// watchdog keeps track of games whose rules run for too long. Go cannot stop such a function, so the watchdog can only
// close the game to new moves, to lose no further processors.
type watchdog struct {
	mu     sync.Mutex
	closed map[string]map[*liveMatch]bool // by game, the matches that run for too long
	faults map[string]int                 // how often a match has panicked
}

// watchRuns regularly looks for matches that run for too long.
func (s *Server) watchRuns() {
	defer s.tasks.Done()
	tick := time.NewTicker(max(s.config.MaxRun/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			now := s.uptime()
			s.mu.Lock()
			var long []*liveMatch
			for _, l := range s.live {
				if l.tooLong(now, s.config.MaxRun) {
					long = append(long, l)
				}
			}
			s.mu.Unlock()
			s.watchdog.report(s, long)
		}
	}
}

// uptime returns how long the server has been running, in nanoseconds and at least 1. Unlike the clock, it never jumps.
func (s *Server) uptime() int64 { return int64(time.Since(s.began)) + 1 }

// tooLong reports whether the rules of a match, or a bot of it, run for too long.
func (l *liveMatch) tooLong(now int64, most time.Duration) bool {
	began, thought := l.began.Load(), l.thinkingBegan.Load()
	return began != 0 && now-began > int64(most) || thought != 0 && now-thought > int64(most+botTimeout)
}

// report closes the games of matches that run for too long, and opens the others again.
func (w *watchdog) report(s *Server, long []*liveMatch) {
	w.mu.Lock()
	defer w.mu.Unlock()
	is := map[*liveMatch]bool{}
	for _, l := range long {
		is[l] = true
		game, _ := l.game.Load().(string)
		if w.closed[game][l] {
			continue
		}
		if w.closed == nil {
			w.closed = map[string]map[*liveMatch]bool{}
		}
		if w.closed[game] == nil {
			w.closed[game] = map[*liveMatch]bool{}
		}
		w.closed[game][l] = true
		s.metrics.stuck.Inc()
		s.metrics.stuckEver.Inc()
		if s.config.Stuck != nil {
			go s.config.Stuck(game, l.id)
		}
		s.config.Log.Error("the rules of a game run for too long; the game is closed to new moves", "match", l.id, "game",
			game, "limit", s.config.MaxRun)
	}
	for game, all := range w.closed {
		for l := range all {
			if !is[l] {
				delete(all, l)
				s.metrics.stuck.Dec()
			}
		}
		if len(all) == 0 {
			delete(w.closed, game)
			s.config.Log.Warn("the rules of a game have returned; the game is open again", "game", game)
		}
	}
}

// refuses returns a refusal if a game is closed.
func (w *watchdog) refuses(game string) error {
	w.mu.Lock()
	defer w.mu.Unlock()
	if len(w.closed[game]) == 0 {
		return nil
	}
	return refusal("game-closed", "the rules of %s do not respond, so the game is closed for now; the match is safe", game)
}

// maxFaults is how often a match may panic before it is no longer loaded.
const maxFaults = 3

// fault counts a panic of a match.
func (w *watchdog) fault(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.faults == nil || len(w.faults) > 10_000 {
		w.faults = map[string]int{}
	}
	w.faults[id]++
}

// faulty reports whether a match has panicked too often.
func (w *watchdog) faulty(id string) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.faults[id] >= maxFaults
}

// outside runs f, which waits for the store and not for the rules.
func (l *liveMatch) outside(f func() error) error {
	was := l.began.Swap(0)
	err := f()
	if was != 0 {
		l.began.Store(l.server.uptime())
	}
	return err
}
