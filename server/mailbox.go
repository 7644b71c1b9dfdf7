package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// enqueue adds f to the queue: it runs when all that came before is done.
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

// run works until there is nothing left to do.
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

// guarded does something that must not take the server down with it.
func (l *liveMatch) guarded(f func()) {
	defer func() {
		if p := recover(); p != nil {
			l.server.config.Log.Error("a match has failed", "match", l.id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			l.server.metrics.panics.Inc()
			l.match = nil // it is loaded again
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

// call does something and waits for its answer.
func call[T any](ctx context.Context, l *liveMatch, f func() (T, error)) (T, error) {
	type answer struct {
		v   T
		err error
	}
	out := make(chan answer, 1)
	work := func() {
		var a answer
		defer func() { out <- a }()
		if a.err = ctx.Err(); a.err == nil {
			a.err = errFailed
			a.v, a.err = f()
		}
	}
	if ctx.Done() != nil || !l.runNow(work) {
		l.enqueue(work)
	}
	select {
	case a := <-out:
		return a.v, a.err
	case <-ctx.Done():
		var none T
		return none, ctx.Err()
	}
}

// wait returns when there is nothing left to do.
func (l *liveMatch) wait() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.running {
		l.quiet.Wait()
	}
}

// idle reports whether nobody has needed the match for some time.
func (l *liveMatch) idle(now time.Time, after time.Duration) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return !l.running && now.Sub(l.used) > after
}
