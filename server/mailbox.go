package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"runtime/pprof"
	"time"
)

// enqueue adds f to the queue: f runs after everything queued before it.
func (l *liveMatch) enqueue(f func()) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.used = time.Now()
	l.queue = append(l.queue, f)
	if !l.running {
		l.running = true
		go l.run()
	}
}

// run runs the queue until it is empty.
func (l *liveMatch) run() {
	for {
		l.mu.Lock()
		if len(l.queue) == 0 {
			l.running, l.queue = false, nil
			l.quiet.Broadcast()
			l.mu.Unlock()
			return
		}
		f := l.queue[0]
		l.queue = l.queue[1:]
		l.mu.Unlock()
		l.guarded(f)
		l.guarded(l.tellUndoRequest)
	}
}

// guarded runs f and recovers from its panics, which must not stop the server.
func (l *liveMatch) guarded(f func()) {
	pprof.SetGoroutineLabels(l.labels)
	defer pprof.SetGoroutineLabels(context.Background())
	l.began.Store(l.server.uptime())
	defer l.began.Store(0)
	defer func() {
		if p := recover(); p != nil {
			l.server.watchdog.fault(l.id)
			l.server.config.Log.Error("panic in a match", "match", l.id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			l.server.metrics.panics.Inc()
			l.match = nil // the next request loads it again
			l.disconnectAll()
		}
	}()
	f()
}

// runNow runs f at once if the queue is idle, which saves starting a goroutine, and reports whether it did.
func (l *liveMatch) runNow(f func()) bool {
	l.mu.Lock()
	if l.running {
		l.mu.Unlock()
		return false
	}
	l.running, l.used = true, time.Now()
	l.mu.Unlock()
	l.guarded(f)
	l.guarded(l.tellUndoRequest)
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.queue) > 0 {
		go l.run()
		return true
	}
	l.running = false
	l.quiet.Broadcast()
	return true
}

// call runs f in the queue and returns its result.
func call[T any](ctx context.Context, l *liveMatch, f func() (T, error)) (T, error) {
	var a struct {
		v   T
		err error
	}
	work := func() {
		if a.err = ctx.Err(); a.err == nil {
			a.err = errFailed // if f panics
			a.v, a.err = f()
		}
	}
	if l.tooLong(l.server.uptime(), l.server.config.MaxRun) {
		return a.v, refusal("game-closed", "the rules of the game do not respond; the match is safe")
	}
	if ctx.Done() == nil && l.runNow(work) {
		return a.v, a.err
	}
	done := make(chan struct{})
	l.enqueue(func() {
		defer close(done)
		work()
	})
	select {
	case <-done:
		return a.v, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// wait returns when the queue is empty.
func (l *liveMatch) wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.running {
		l.quiet.Wait()
	}
}

// endedStays is how long an unused match that is over stays in memory.
const endedStays = time.Second

// idle reports whether nobody has used the match for some time. That time is short for a match that is over.
func (l *liveMatch) idle(now time.Time, after time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.running {
		return false
	}
	if l.match != nil && l.match.Over() {
		after = min(after, endedStays)
	}
	return now.Sub(l.used) > after
}
