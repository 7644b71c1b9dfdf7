package server

import (
	"context"
	"errors"
	"fmt"
	"runtime/pprof"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/wire"
)

// liveMatch is a match in memory with its watchers. One goroutine at a time works on it, in the order of the requests;
// an idle match has no goroutine.
type liveMatch struct {
	server *Server
	id     string

	mu      sync.Mutex
	queue   []func()
	running bool
	quiet   *sync.Cond
	used    time.Time
	held    int // number of users; guarded by the mutex of the server

	labels        context.Context // crash reports name the match
	game          atomic.Value    // its name, once it is known
	began         atomic.Int64    // when the running function began, by uptime; 0 if there is none, or it waits for the store
	thinkingBegan atomic.Int64    // when the bot that is thinking began

	// Only functions in the queue use these.
	match        *match.Match
	watchers     []*conn
	asker        *conn     // the connection whose request is being served, or nil
	listedAt     time.Time // when the listing was last written
	snapshotSeq  int       // the entry of the last snapshot
	botScheduled bool
	thinking     *botTurn                 // the bot that is thinking, or waiting to think
	hinting      *hinting                 // the hint a player is waiting for
	stopped      bool                     // bots without people have stopped
	presenceSoon bool                     // the watchers will be told about presence in a moment
	sponsor      *conn                    // the spectator for whom bots without people play
	botBackoff   time.Duration            // how long a bot waits after a failure
	asked        *match.Ask               // the undo request the watchers were last told about
	need         int                      // the number of seats that had to agree to it
	shown        map[game.Seat]*shown     // the labels and derived values last sent, by observer
	plain        bool                     // the game has neither
	public       publicly                 // the public derived values last sent
	offered      map[game.Seat]wire.First // the offers last sent, by seat
	next         string                   // the id of the rematch, if it exists
	nextKnown    bool                     // whether next is known
	kept         *store.Kept              // set if the match can be read but not continued
	broken       error
}

func newLiveMatch(s *Server, id string) *liveMatch {
	l := &liveMatch{server: s, id: id, used: time.Now()}
	l.labels = pprof.WithLabels(context.Background(), pprof.Labels("match", id))
	l.quiet = sync.NewCond(&l.mu)
	return l
}

// open loads the match if it is not in memory yet.
func (l *liveMatch) open(ctx context.Context) error {
	if l.match != nil || l.broken != nil {
		return l.broken
	}
	var kept store.Kept
	if err := l.outside(func() (err error) {
		kept, err = l.server.config.Store.Load(ctx, l.id)
		return err
	}); err != nil {
		return err
	}
	l.game.Store(kept.Setup.Game)
	if l.server.config.Isolated[kept.Setup.Game] != nil {
		return refusal("no-right", "the rules of %s run in a separate process; this is not possible there", kept.Setup.Game)
	}
	if l.server.watchdog.faulty(l.id) {
		l.kept, l.broken = &kept, refusal("fault",
			"the rules of %s have a fault in match %s; it can be read but not continued", kept.Setup.Game, l.id)
		return l.broken
	}
	if err := l.server.watchdog.refuses(kept.Setup.Game); err != nil {
		return err
	}
	r := l.server.games[kept.Setup.Game]
	if r == nil {
		l.kept, l.broken = &kept, refusal("no-game", "match %s is a match of %s, which this server does not have", l.id,
			kept.Setup.Game)
		return l.broken
	}
	var m *match.Match
	var err error
	if r, err = l.server.rules.with(r, kept.Setup.Options); err != nil {
		err = fmt.Errorf("match %s: %w: %w", l.id, match.ErrRules, err)
	} else {
		m, err = match.Open(kept.Setup, r, kept.Log, kept.Snapshot)
	}
	switch {
	case errors.Is(err, match.ErrRules):
		l.server.config.Log.Warn("cannot continue a match with these rules", "match", l.id, "reason", err)
		l.kept, l.broken = &kept, refusal("other-rules",
			"match %s was played with different rules for %s; it can be read but not continued", l.id, kept.Setup.Game)
		return l.broken
	case err != nil: // the store has checked its sums: the code of the rules has changed, but not their version
		l.server.config.Log.Error("cannot open a match", "match", l.id, "reason", err)
		l.kept, l.broken = &kept, refusal("other-rules",
			"match %s does not replay with these rules for %s; it can be read but not continued", l.id, kept.Setup.Game)
		return l.broken
	}
	m.Now = l.server.config.Now
	if batch := m.Update(); batch != nil {
		about := m.After(batch).Listing()
		if err := l.server.config.Store.Append(context.WithoutCancel(ctx), l.id, batch.After, batch.Entries,
			&about); err != nil {
			return l.server.notKept(l.id, err)
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

// commit stores a batch, then applies it and tells the watchers.
func (l *liveMatch) commit(ctx context.Context, batch *match.Batch) error {
	if err := l.room(batch); err != nil {
		return err
	}
	began := time.Now()
	m, about := l.match, l.newListing(batch)
	err := l.outside(func() error {
		return l.server.config.Store.Append(context.WithoutCancel(ctx), l.id, batch.After, batch.Entries, about)
	})
	switch {
	case errors.Is(err, store.ErrConflict):
		l.match = nil // another server has changed it: load it again
		l.resync(ctx)
		return refusal(string(match.Stale), "another server has changed the match; look again")
	case err != nil:
		l.match = nil // it is unknown whether the batch was written
		refused := l.server.notKept(l.id, err)
		l.resync(ctx)
		return refused
	}
	l.server.metrics.countBatch(batch, time.Since(began))
	from, before := m.Seq(), m.State()
	m.Commit(batch)
	l.cancelThoughts(batch)
	if batch.ChangesSeats() {
		l.disconnectUnseated()
	}
	l.sendUpdate(from, before)
	l.snapshot(ctx)
	l.botBackoff = 0
	if m.Seq() >= l.server.config.MaxEntries && !m.Over() {
		return l.closeMatch(ctx)
	}
	l.scheduleBot()
	return nil
}

// closeMatch ends the match as a draw.
func (l *liveMatch) closeMatch(ctx context.Context) error {
	batch, err := l.match.Close()
	if err != nil {
		return err
	}
	return l.commit(ctx, batch)
}

// inLongMatches are the kinds of entries that a long match still takes.
var inLongMatches = []string{match.Moved, match.Resigned, match.Renewed}

// byOperator are the kinds of entries that every match takes.
var byOperator = []string{match.Looked, match.Closed}

// room refuses a batch for a match that is too long. The second half of the log is for moves alone, so that nobody can
// fill it by undoing them.
func (l *liveMatch) room(batch *match.Batch) error {
	if slices.Contains(byOperator, batch.Entries[0].Kind) {
		return nil
	}
	most := l.server.config.MaxEntries
	n := l.match.Seq() + len(batch.Entries)
	onlyMoves := !slices.ContainsFunc(batch.Entries, func(e match.Entry) bool {
		return !slices.Contains(inLongMatches, e.Kind)
	})
	if n <= most/2 || n <= most && onlyMoves {
		return nil
	}
	return refusal("long-match", "the match has %d entries; from %d on nothing can be undone and nobody can change seats, and it ends at %d", l.match.Seq(), most/2, most)
}

// resync loads the match again and tells the watchers what they missed.
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

// newListing returns the new listing, or nil if it need not be written now.
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

// snapshot saves the state every 200 entries, so that long matches open fast.
func (l *liveMatch) snapshot(ctx context.Context) {
	const every = 200
	if l.match.Seq()-l.snapshotSeq < every {
		return
	}
	l.snapshotSeq = l.match.Seq()
	if err := l.server.config.Store.Snapshot(context.WithoutCancel(ctx), l.id, l.match.Snapshot()); err != nil {
		l.server.config.Log.Warn("cannot save a snapshot", "match", l.id, "reason", err)
	}
}
