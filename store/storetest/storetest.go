// Package storetest checks that a Store keeps the promises of package store. To test your own store:
//
//	storetest.Check(t, func(t *testing.T) store.Store { return new(mystore.Store) })
//
// For a store that survives the end of the program, use [CheckDurable], which also reopens stores.
package storetest

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Check checks a Store implementation. Each call of open must return an empty store, which Check closes.
func Check(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	for _, c := range contract {
		t.Run(c.name, func(t *testing.T) { report(t, c.run(open(t))) })
	}
}

// CheckDurable is Check for durable stores: it also checks that a store that is closed and reopened has everything it
// acknowledged. Each place is a new directory name: open creates what it needs there. When open is called with the same
// place again, it must reopen the store, which has been closed.
func CheckDurable(t *testing.T, open func(t *testing.T, place string) store.Store) {
	t.Helper()
	Check(t, func(t *testing.T) store.Store { return open(t, filepath.Join(t.TempDir(), "a b?")) })
	for _, c := range lasting {
		t.Run(c.name, func(t *testing.T) {
			place := filepath.Join(t.TempDir(), "store")
			report(t, c.run(func() store.Store { return open(t, place) }))
		})
	}
}

func report(t *testing.T, faults []string) {
	t.Helper()
	for _, f := range faults {
		t.Error(f)
	}
}

// examination collects the faults of a store.
type examination struct {
	ctx context.Context
	store.Store

	mu     sync.Mutex
	faults []string
}

// faultf reports a fault and continues.
func (x *examination) faultf(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.faults = append(x.faults, fmt.Sprintf(format, args...))
}

// stopf reports a fault and stops the check. Call it only on the goroutine of the check.
func (x *examination) stopf(format string, args ...any) {
	x.faultf(format, args...)
	runtime.Goexit()
}

// examine runs a check in its own goroutine, so that it can stop anywhere.
func examine(s store.Store, check func(x *examination)) []string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Minute)
	defer cancel()
	x := &examination{ctx: ctx, Store: s}
	done := make(chan struct{})
	go func() {
		defer close(done)
		check(x)
	}()
	<-done
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.faults
}

var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

// setup returns the setup of a match, which a store need not understand.
func setup(id string) match.Setup {
	return match.Setup{ID: id, Game: "tictactoe", Version: "1", Digest: "d", Options: map[string]string{"size": "3"},
		Seats: 2, Seed: "00ff", Created: noon, Host: "h", Unlisted: true}
}

// listing returns the listing of a match with this number of entries.
func listing(id string, entries int) match.Listing {
	return match.Listing{ID: id, Game: "tictactoe", Seats: []match.Sitter{{Name: "Ada"}, {Free: true}}, Entries: entries,
		Created: noon, Updated: noon.Add(time.Duration(entries) * time.Minute)}
}

// entry returns an entry with a recognizable text.
func entry(text string) match.Entry {
	return match.Entry{Kind: match.Moved, Seat: 1, Move: text,
		Player: &match.Player{Name: "Zoë \"O'Neil\" 李\x00", Token: "t"}, At: noon, Hash: "hash " + text}
}

func entries(texts ...string) (all []match.Entry) {
	for _, text := range texts {
		all = append(all, entry(text))
	}
	return all
}

// create makes a match.
func (x *examination) create(id string, log ...match.Entry) {
	if err := x.Create(x.ctx, store.Kept{Setup: setup(id), Log: log}, listing(id, len(log))); err != nil {
		x.stopf("Create of match %q: %v", id, err)
	}
}

// add appends entries, which must succeed.
func (x *examination) add(id string, after int, texts ...string) {
	if err := x.Append(x.ctx, id, after, entries(texts...), nil); err != nil {
		x.stopf("Append to match %q after %d entries: %v", id, after, err)
	}
}

// load returns a match that must exist.
func (x *examination) load(id string) store.Kept {
	k, err := x.Load(x.ctx, id)
	if err != nil {
		x.stopf("Load of match %q: %v", id, err)
	}
	return k
}

// wants checks the log of a match.
func (x *examination) wants(when, id string, texts ...string) {
	if got, want := asText(x.load(id).Log), asText(entries(texts...)); got != want &&
		(len(texts) > 0 || len(x.load(id).Log) > 0) {
		x.faultf("%s: the log of match %q is %s, want %s", when, id, got, want)
	}
}

func asText(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(text)
}
