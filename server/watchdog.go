package server

import (
	"slices"
	"sync"
	"time"
)

// watchdog keeps track of games whose rules run for too long. Go cannot stop such a function, so the watchdog can only
// close the game to new moves, to lose no further processors.
type watchdog struct {
	mu     sync.Mutex
	calls  map[*rulesCall]bool        // calls of rules that belong to no match in memory
	closed map[string]map[caller]bool // by game, who calls rules for too long
	faults map[string]int             // how often a match has panicked
}

// caller calls the rules of a game: a match in memory, or a rulesCall.
type caller interface {
	tooLong(now int64, most time.Duration) bool
	calls() (game, match string)
}

// rulesCall is a call of rules that belongs to no match in memory, such as one that creates a match.
type rulesCall struct {
	game  string
	began int64
	more  time.Duration // time that it may take beyond the usual
}

func (c *rulesCall) tooLong(now int64, most time.Duration) bool {
	return now-c.began > int64(most+c.more)
}

func (c *rulesCall) calls() (game, match string) { return c.game, "" }

func (l *liveMatch) calls() (game, match string) {
	game, _ = l.game.Load().(string)
	return game, l.id
}

// watchCall notes that the rules of a game are called, until done is called.
func (s *Server) watchCall(game string, more time.Duration) (done func()) {
	c, w := &rulesCall{game, s.uptime(), more}, &s.watchdog
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.calls == nil {
		w.calls = map[*rulesCall]bool{}
	}
	w.calls[c] = true
	return func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		delete(w.calls, c)
	}
}

// watchRuns regularly looks for rules that run for too long.
func (s *Server) watchRuns() {
	defer s.tasks.Done()
	tick := time.NewTicker(max(s.config.MaxRun/4, 10*time.Millisecond))
	defer tick.Stop()
	for {
		select {
		case <-s.stop:
			return
		case <-tick.C:
			var all []caller
			s.mu.Lock()
			for _, l := range s.live {
				all = append(all, l)
			}
			s.mu.Unlock()
			now := s.uptime()
			s.watchdog.report(s, slices.DeleteFunc(append(all, s.watchdog.pending()...), func(c caller) bool {
				return !c.tooLong(now, s.config.MaxRun)
			}))
		}
	}
}

// pending returns the calls that have not returned.
func (w *watchdog) pending() (all []caller) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for c := range w.calls {
		all = append(all, c)
	}
	return all
}

// uptime returns how long the server has been running, in nanoseconds and at least 1. Unlike the clock, it never jumps.
func (s *Server) uptime() int64 { return int64(time.Since(s.began)) + 1 }

// tooLong reports whether the rules of a match, or a bot of it, run for too long.
func (l *liveMatch) tooLong(now int64, most time.Duration) bool {
	began, thought := l.began.Load(), l.thinkingBegan.Load()
	return began != 0 && now-began > int64(most) || thought != 0 && now-thought > int64(most+botTimeout)
}

// report closes the games of callers that run for too long, and opens the others again.
func (w *watchdog) report(s *Server, long []caller) {
	w.mu.Lock()
	defer w.mu.Unlock()
	is := map[caller]bool{}
	for _, c := range long {
		is[c] = true
		game, match := c.calls()
		if w.closed[game][c] {
			continue
		}
		if w.closed == nil {
			w.closed = map[string]map[caller]bool{}
		}
		if w.closed[game] == nil {
			w.closed[game] = map[caller]bool{}
		}
		w.closed[game][c] = true
		s.metrics.stuck.Inc()
		s.metrics.stuckEver.Inc()
		if s.config.Stuck != nil {
			go s.config.Stuck(game, match)
		}
		s.config.Log.Error("the rules of a game run for too long; the game is closed to new moves", "match", match, "game",
			game, "limit", s.config.MaxRun)
	}
	for game, all := range w.closed {
		for c := range all {
			if !is[c] {
				delete(all, c)
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
