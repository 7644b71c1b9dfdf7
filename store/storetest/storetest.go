// Package storetest checks that a Store does what package store promises. A test of a store of your own is one line:
//
//	storetest.Check(t, func(t *testing.T) store.Store { return new(mystore.Store) })
//
// A store that keeps matches beyond the end of the program uses [CheckDurable] instead, which opens stores again, too.
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

// Check checks a kind of Store. Each call of open returns an empty one; Check closes it.
func Check(t *testing.T, open func(t *testing.T) store.Store) {
	t.Helper()
	for _, c := range contract {
		t.Run(c.name, func(t *testing.T) { report(t, c.run(open(t))) })
	}
}

// CheckDurable does what Check does, and checks that a Store which is closed and opened again has all that it has
// acknowledged. Each place is a directory of the test that does not exist yet: open makes what it needs there. Where it is called
// with the same place again, the store of before was closed, and must be there again.
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

// examination collects what is wrong with a store.
type examination struct {
	ctx context.Context
	store.Store

	mu     sync.Mutex
	faults []string
}

// faultf notes a fault and goes on.
func (x *examination) faultf(format string, args ...any) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.faults = append(x.faults, fmt.Sprintf(format, args...))
}

// stopf notes a fault after which nothing else makes sense. It is for the goroutine that examines.
func (x *examination) stopf(format string, args ...any) {
	x.faultf(format, args...)
	runtime.Goexit()
}

// examine runs a check in a goroutine of its own, so that it can stop anywhere.
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

// setup is how a match begins. A store need not understand it.
func setup(id string) match.Setup {
	return match.Setup{ID: id, Game: "tictactoe", Version: "1", Digest: "d", Options: map[string]string{"size": "3"}, Seats: 2, Seed: "00ff", Created: noon, Host: "h", Unlisted: true}
}

// listing is what lists say of a match with so many entries.
func listing(id string, entries int) match.Listing {
	return match.Listing{ID: id, Game: "tictactoe", Seats: []match.Sitter{{Name: "Ada"}, {Free: true}}, Entries: entries, Created: noon, Updated: noon.Add(time.Duration(entries) * time.Minute)}
}

// entry is an entry that can be told from others by its text.
func entry(text string) match.Entry {
	return match.Entry{Kind: match.Moved, Seat: 1, Move: text, Player: &match.Player{Name: "Zoë \"O'Neil\" 李\x00", Token: "t"}, At: noon, Hash: "hash " + text}
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

// add appends entries that must be kept.
func (x *examination) add(id string, after int, texts ...string) {
	if err := x.Append(x.ctx, id, after, entries(texts...), nil); err != nil {
		x.stopf("Append to match %q after %d entries: %v", id, after, err)
	}
}

// load returns a match that must be there.
func (x *examination) load(id string) store.Kept {
	k, err := x.Load(x.ctx, id)
	if err != nil {
		x.stopf("Load of match %q: %v", id, err)
	}
	return k
}

// wants says what the log of a match must be.
func (x *examination) wants(when, id string, texts ...string) {
	if got, want := asText(x.load(id).Log), asText(entries(texts...)); got != want && (len(texts) > 0 || len(x.load(id).Log) > 0) {
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
