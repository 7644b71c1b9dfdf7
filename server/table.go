package server

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// table is a match in memory, and those who watch it. What is done to it is done by one goroutine at
// a time, in the order in which it was asked for; while there is nothing to do, there is none.
type table struct {
	server *Server
	id     string

	mu      sync.Mutex
	queue   []func()
	running bool
	quiet   *sync.Cond
	used    time.Time
	held    int // how many need it; guarded by the mutex of the server

	// Only what is done in the queue touches these.
	match        *match.Match
	watchers     []*conn
	asker        *conn     // whose request is carried out, if any
	listedAt     time.Time // when the listing was last written
	snapshotSeq  int       // where the last snapshot is
	botScheduled bool
	botBackoff   time.Duration // how long a bot that has failed waits
	asked        *match.Ask    // what everyone was told of, and how many had to agree
	need         int
	shown        map[game.Seat]*shown     // what observers were told last
	offered      map[game.Seat]wire.First // what seats were sent last
	next         string                   // the match after this one, if there is one
	nextKnown    bool                     // whether that is known
	kept         *store.Kept              // a match that can be read, but not go on
	broken       error
}

func newTable(s *Server, id string) *table {
	t := &table{server: s, id: id, used: time.Now()}
	t.quiet = sync.NewCond(&t.mu)
	return t
}

// open loads the match, if it is not in memory yet.
func (t *table) open(ctx context.Context) error {
	if t.match != nil || t.broken != nil {
		return t.broken
	}
	kept, err := t.server.config.Store.Load(ctx, t.id)
	if err != nil {
		return err
	}
	r := t.server.games[kept.Setup.Game]
	if r == nil {
		t.kept, t.broken = &kept, refusal("no-game", "match %s is one of %s, which this server does not have", t.id, kept.Setup.Game)
		return t.broken
	}
	var m *match.Match
	if r, err = r.With(kept.Setup.Options); err != nil {
		err = fmt.Errorf("match %s: %w: %w", t.id, match.ErrRules, err)
	} else {
		m, err = match.Open(kept.Setup, r, kept.Log, kept.Snapshot)
	}
	switch {
	case errors.Is(err, match.ErrRules):
		t.server.config.Log.Warn("a match cannot go on with these rules", "match", t.id, "reason", err)
		t.kept, t.broken = &kept, refusal("other-rules", "match %s was played by other rules of %s; it can be read, but not go on", t.id, kept.Setup.Game)
		return t.broken
	case err != nil:
		t.server.config.Log.Error("a match cannot be opened", "match", t.id, "reason", err)
		t.broken = refusal("damaged", "match %s is damaged", t.id)
		return t.broken
	}
	if batch := m.Update(); batch != nil {
		about := m.After(batch).Listing()
		if err := t.server.config.Store.Append(context.WithoutCancel(ctx), t.id, batch.After, batch.Entries, &about); err != nil {
			t.server.config.Log.Error("that a match goes on with other rules could not be kept", "match", t.id, "reason", err)
			return refusal("not-kept", "the server could not keep it; try again")
		}
		m.Commit(batch)
	}
	t.match, t.snapshotSeq = m, 0
	if kept.Snapshot != nil {
		t.snapshotSeq = kept.Snapshot.Seq
	}
	t.scheduleBot()
	return nil
}

// commit writes a batch down; when it is on disk, it has happened, and everyone is told.
func (t *table) commit(ctx context.Context, batch *match.Batch) error {
	began := time.Now()
	m := t.match
	err := t.server.config.Store.Append(context.WithoutCancel(ctx), t.id, batch.After, batch.Entries, t.newListing(batch))
	switch {
	case errors.Is(err, store.ErrConflict):
		t.match = nil // somebody else has gone on with it: look again
		t.resync(ctx)
		return refusal(string(game.Stale), "the match has gone on elsewhere; look again")
	case err != nil:
		t.match = nil // it may have been written, or not
		t.server.config.Log.Error("a move could not be kept", "match", t.id, "reason", err)
		t.resync(ctx)
		return refusal("not-kept", "the server could not keep it; try again")
	}
	t.server.metrics.kept(batch, time.Since(began))
	from, before := m.Seq(), m.State()
	m.Commit(batch)
	t.disconnectUnseated()
	t.tell(from, before)
	t.snapshot(ctx)
	t.botBackoff = 0
	t.scheduleBot()
	return nil
}

// resync loads the match again and tells the watchers what they have missed.
func (t *table) resync(ctx context.Context) {
	if err := t.open(context.WithoutCancel(ctx)); err != nil {
		t.disconnectAll()
		return
	}
	t.disconnectUnseated()
	t.findNext(ctx)
	for _, c := range t.watchers {
		since := c.seen
		t.welcome(c, nil, &since)
	}
}

// newListing returns what the list of matches is to say, nil if that would be nothing new.
func (t *table) newListing(batch *match.Batch) *match.Listing {
	for _, e := range batch.Entries {
		if e.Kind != match.Moved || batch.State().Over() {
			x := t.match.After(batch).Listing()
			t.listedAt = time.Now()
			return &x
		}
	}
	if time.Since(t.listedAt) < 10*time.Second {
		return nil
	}
	x := t.match.After(batch).Listing()
	t.listedAt = time.Now()
	return &x
}

// snapshot saves the state now and then, so that a long match is opened fast.
func (t *table) snapshot(ctx context.Context) {
	const every = 200
	if t.match.Seq()-t.snapshotSeq < every {
		return
	}
	t.snapshotSeq = t.match.Seq()
	if err := t.server.config.Store.Snapshot(context.WithoutCancel(ctx), t.id, t.match.Snapshot()); err != nil {
		t.server.config.Log.Warn("a snapshot could not be kept", "match", t.id, "reason", err)
	}
}
