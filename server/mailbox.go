package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"
)

// enqueue adds f to the queue: it runs when all that came before is done.
func (t *table) enqueue(f func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.used = time.Now()
	t.queue = append(t.queue, f)
	if !t.running {
		t.running = true
		go t.run()
	}
}

// run works until there is nothing left to do.
func (t *table) run() {
	for {
		t.mu.Lock()
		if len(t.queue) == 0 {
			t.running, t.queue = false, nil
			t.quiet.Broadcast()
			t.mu.Unlock()
			return
		}
		f := t.queue[0]
		t.queue = t.queue[1:]
		t.mu.Unlock()
		t.guarded(f)
		t.guarded(t.tellUndoRequest)
	}
}

// guarded does something that must not take the server down with it.
func (t *table) guarded(f func()) {
	defer func() {
		if p := recover(); p != nil {
			t.server.config.Log.Error("a match has failed", "match", t.id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			t.server.metrics.panics.Inc()
			t.match = nil // it is loaded again
			t.disconnectAll()
		}
	}()
	f()
}

// runNow runs f at once if the queue is idle, which saves starting a goroutine, and reports whether it did.
func (t *table) runNow(f func()) bool {
	t.mu.Lock()
	if t.running {
		t.mu.Unlock()
		return false
	}
	t.running, t.used = true, time.Now()
	t.mu.Unlock()
	t.guarded(f)
	t.guarded(t.tellUndoRequest)
	t.mu.Lock()
	defer t.mu.Unlock()
	if len(t.queue) > 0 {
		go t.run()
		return true
	}
	t.running = false
	t.quiet.Broadcast()
	return true
}

// call does something and waits for its answer.
func call[T any](ctx context.Context, t *table, f func() (T, error)) (T, error) {
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
	if ctx.Done() != nil || !t.runNow(work) {
		t.enqueue(work)
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
func (t *table) wait() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for t.running {
		t.quiet.Wait()
	}
}

// idle reports whether nobody has needed the table for some time.
func (t *table) idle(now time.Time, after time.Duration) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return !t.running && now.Sub(t.used) > after
}
