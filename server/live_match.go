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

// liveMatch is a match in memory, and those who watch it. What is done to it is done by one goroutine at
// a time, in the order in which it was asked for; while there is nothing to do, there is none.
type liveMatch struct {
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

func newLiveMatch(s *Server, id string) *liveMatch {
	l := &liveMatch{server: s, id: id, used: time.Now()}
	l.quiet = sync.NewCond(&l.mu)
	return l
}

// open loads the match, if it is not in memory yet.
func (l *liveMatch) open(ctx context.Context) error {
	if l.match != nil || l.broken != nil {
		return l.broken
	}
	kept, err := l.server.config.Store.Load(ctx, l.id)
	if err != nil {
		return err
	}
	r := l.server.games[kept.Setup.Game]
	if r == nil {
		l.kept, l.broken = &kept, refusal("no-game", "match %s is one of %s, which this server does not have", l.id, kept.Setup.Game)
		return l.broken
	}
	var m *match.Match
	if r, err = r.With(kept.Setup.Options); err != nil {
		err = fmt.Errorf("match %s: %w: %w", l.id, match.ErrRules, err)
	} else {
		m, err = match.Open(kept.Setup, r, kept.Log, kept.Snapshot)
	}
	switch {
	case errors.Is(err, match.ErrRules):
		l.server.config.Log.Warn("a match cannot go on with these rules", "match", l.id, "reason", err)
		l.kept, l.broken = &kept, refusal("other-rules", "match %s was played by other rules of %s; it can be read, but not go on", l.id, kept.Setup.Game)
		return l.broken
	case err != nil:
		l.server.config.Log.Error("a match cannot be opened", "match", l.id, "reason", err)
		l.broken = refusal("damaged", "match %s is damaged", l.id)
		return l.broken
	}
	if batch := m.Update(); batch != nil {
		about := m.After(batch).Listing()
		if err := l.server.config.Store.Append(context.WithoutCancel(ctx), l.id, batch.After, batch.Entries, &about); err != nil {
			l.server.config.Log.Error("that a match goes on with other rules could not be kept", "match", l.id, "reason", err)
			return refusal("not-kept", "the server could not keep it; try again")
		}
		m.Commit(batch)
	}
	l.match, l.snapshotSeq = m, 0
	if kept.Snapshot != nil {
		l.snapshotSeq = kept.Snapshot.Seq
	}
	l.scheduleLapse()
	l.scheduleBot()
	return nil
}

// commit writes a batch down; when it is on disk, it has happened, and everyone is told.
func (l *liveMatch) commit(ctx context.Context, batch *match.Batch) error {
	began := time.Now()
	m := l.match
	err := l.server.config.Store.Append(context.WithoutCancel(ctx), l.id, batch.After, batch.Entries, l.newListing(batch))
	switch {
	case errors.Is(err, store.ErrConflict):
		l.match = nil // somebody else has gone on with it: look again
		l.resync(ctx)
		return refusal(string(match.Stale), "the match has gone on elsewhere; look again")
	case err != nil:
		l.match = nil // it may have been written, or not
		l.server.config.Log.Error("a move could not be kept", "match", l.id, "reason", err)
		l.resync(ctx)
		return refusal("not-kept", "the server could not keep it; try again")
	}
	l.server.metrics.kept(batch, time.Since(began))
	from, before := m.Seq(), m.State()
	m.Commit(batch)
	l.disconnectUnseated()
	l.tell(from, before)
	l.snapshot(ctx)
	l.botBackoff = 0
	l.scheduleBot()
	return nil
}

// resync loads the match again and tells the watchers what they have missed.
func (l *liveMatch) resync(ctx context.Context) {
	if err := l.open(context.WithoutCancel(ctx)); err != nil {
		l.disconnectAll()
		return
	}
	l.disconnectUnseated()
	l.findNext(ctx)
	for _, c := range l.watchers {
		since := c.seen
		l.welcome(c, nil, &since)
	}
}

// newListing returns what the list of matches is to say, nil if that would be nothing new.
func (l *liveMatch) newListing(batch *match.Batch) *match.Listing {
	for _, e := range batch.Entries {
		if e.Kind != match.Moved || batch.State().Over() {
			x := l.match.After(batch).Listing()
			l.listedAt = time.Now()
			return &x
		}
	}
	if time.Since(l.listedAt) < 10*time.Second {
		return nil
	}
	x := l.match.After(batch).Listing()
	l.listedAt = time.Now()
	return &x
}

// snapshot saves the state now and then, so that a long match is opened fast.
func (l *liveMatch) snapshot(ctx context.Context) {
	const every = 200
	if l.match.Seq()-l.snapshotSeq < every {
		return
	}
	l.snapshotSeq = l.match.Seq()
	if err := l.server.config.Store.Snapshot(context.WithoutCancel(ctx), l.id, l.match.Snapshot()); err != nil {
		l.server.config.Log.Warn("a snapshot could not be kept", "match", l.id, "reason", err)
	}
}
