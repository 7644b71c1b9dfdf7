package server

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"sync"
	"time"

	"github.com/plygame/ply/bot"
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
	match    *match.Match
	watchers []*conn
	listed   time.Time // when the listing was last written
	snapped  int       // where the last snapshot is
	botDue   bool
	botWait  time.Duration // how long a bot that has failed waits
	asked    *match.Ask    // what everyone was told of, and how many had to agree
	need     int
	labels   map[game.Seat]labels // what observers were told last
	kept     *store.Kept          // a match that can be read, but not go on
	broken   error
}

func newTable(s *Server, id string) *table {
	t := &table{server: s, id: id, used: time.Now()}
	t.quiet = sync.NewCond(&t.mu)
	return t
}

// do lets the table do something when all that came before is done.
func (t *table) do(f func()) {
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
		t.guarded(t.tellAskedAnew)
	}
}

// guarded does something that must not take the server down with it.
func (t *table) guarded(f func()) {
	defer func() {
		if p := recover(); p != nil {
			t.server.config.Log.Error("a match has failed", "match", t.id, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
			t.server.metrics.panics.Inc()
			t.match = nil // it is loaded again
			t.sendAway()
		}
	}()
	f()
}

// doHere does something at once, if nothing is being done; it spares the way to another goroutine.
func (t *table) doHere(f func()) bool {
	t.mu.Lock()
	if t.running {
		t.mu.Unlock()
		return false
	}
	t.running, t.used = true, time.Now()
	t.mu.Unlock()
	t.guarded(f)
	t.guarded(t.tellAskedAnew)
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
	if ctx.Done() != nil || !t.doHere(work) {
		t.do(work)
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
		t.kept, t.broken = &kept, no("no-game", "match %s is one of %s, which this server does not have", t.id, kept.Setup.Game)
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
		t.kept, t.broken = &kept, no("other-rules", "match %s was played by other rules of %s; it can be read, but not go on", t.id, kept.Setup.Game)
		return t.broken
	case err != nil:
		t.server.config.Log.Error("a match cannot be opened", "match", t.id, "reason", err)
		t.broken = no("damaged", "match %s is damaged", t.id)
		return t.broken
	}
	if step := m.Update(); step != nil {
		about := m.After(step).Listing()
		if err := t.server.config.Store.Append(context.WithoutCancel(ctx), t.id, step.After, step.Entries, &about); err != nil {
			t.server.config.Log.Error("that a match goes on with other rules could not be kept", "match", t.id, "reason", err)
			return no("not-kept", "the server could not keep it; try again")
		}
		m.Commit(step)
	}
	t.match, t.snapped = m, 0
	if kept.Snapshot != nil {
		t.snapped = kept.Snapshot.Seq
	}
	t.botsGo()
	return nil
}

// keep writes a step down; when it is on disk, it has happened, and everyone is told.
func (t *table) keep(ctx context.Context, step *match.Step) error {
	began := time.Now()
	m := t.match
	err := t.server.config.Store.Append(context.WithoutCancel(ctx), t.id, step.After, step.Entries, t.newListing(step))
	switch {
	case errors.Is(err, store.ErrConflict):
		t.match = nil // somebody else has gone on with it: look again
		t.resync(ctx)
		return no(string(game.Stale), "the match has gone on elsewhere; look again")
	case err != nil:
		t.match = nil // it may have been written, or not
		t.server.config.Log.Error("a move could not be kept", "match", t.id, "reason", err)
		t.resync(ctx)
		return no("not-kept", "the server could not keep it; try again")
	}
	t.server.metrics.kept(step, time.Since(began))
	from, before := m.Seq(), m.State()
	m.Commit(step)
	t.dismiss()
	t.tell(from, before)
	t.snapshot(ctx)
	t.botWait = 0
	t.botsGo()
	return nil
}

// resync loads the match anew and tells those who watch what they have missed.
func (t *table) resync(ctx context.Context) {
	if err := t.open(context.WithoutCancel(ctx)); err != nil {
		t.sendAway()
		return
	}
	t.dismiss()
	for _, c := range t.watchers {
		since := c.seen
		t.welcome(c, nil, &since)
	}
}

// sendAway ends all connections to a match that cannot be told of.
func (t *table) sendAway() {
	for _, c := range t.watchers {
		c.farewell("gone", "the match cannot be read at present; come back in a moment")
	}
	t.watchers = nil
}

// dismiss ends the connections of those whose seat is somebody else's: they are told nothing more.
func (t *table) dismiss() {
	var gone []*conn
	t.watchers = slices.DeleteFunc(t.watchers, func(c *conn) bool {
		if t.stillHolds(c) == nil {
			return false
		}
		gone = append(gone, c)
		return true
	})
	if len(gone) == 0 {
		return
	}
	t.do(func() { // when what is under way has been answered
		for _, c := range gone {
			c.farewell("left", seatLost)
		}
		if t.match != nil {
			t.tellPresence()
		}
	})
}

// newListing returns what the list of matches is to say, nil if that would be nothing new.
func (t *table) newListing(step *match.Step) *match.Listing {
	for _, e := range step.Entries {
		if e.Kind != match.Moved || step.State().Over() {
			x := t.match.After(step).Listing()
			t.listed = time.Now()
			return &x
		}
	}
	if time.Since(t.listed) < 10*time.Second {
		return nil
	}
	x := t.match.After(step).Listing()
	t.listed = time.Now()
	return &x
}

// snapshot saves the state now and then, so that a long match is opened fast.
func (t *table) snapshot(ctx context.Context) {
	const every = 200
	if t.match.Seq()-t.snapped < every {
		return
	}
	t.snapped = t.match.Seq()
	if err := t.server.config.Store.Snapshot(context.WithoutCancel(ctx), t.id, t.match.Snapshot()); err != nil {
		t.server.config.Log.Warn("a snapshot could not be kept", "match", t.id, "reason", err)
	}
}

// role is what a token gives.
type role struct {
	name string    // spectator, seat, host or judge
	seat game.Seat // whose view it gets
}

var spectator = role{"spectator", game.Nobody}

// admit returns what a token gives at this table. No token makes a spectator; a wrong one is refused.
func (t *table) admit(token string) (role, error) {
	if token == "" {
		return spectator, nil
	}
	hash := match.TokenHash(token)
	same := func(kept string) bool {
		return kept != "" && subtle.ConstantTimeCompare([]byte(kept), []byte(hash)) == 1
	}
	found := role{}
	for seat := range game.Seat(t.match.Setup().Seats) {
		if same(t.match.Player(seat).Token) {
			found = role{"seat", seat}
		}
	}
	if found.name == "" && same(t.match.Setup().Host) {
		found = role{"host", game.Nobody}
	}
	if found.name == "" && t.server.judges(token) {
		found = role{"judge", game.Judge}
	}
	if found.name == "" {
		return role{}, no("no-right", "the token gives no right to this match")
	}
	return found, nil
}

// judges reports whether a token is the judge's.
func (s *Server) judges(token string) bool {
	judge := s.config.Judge
	return judge != "" && subtle.ConstantTimeCompare([]byte(match.TokenHash(judge)), []byte(match.TokenHash(token))) == 1
}

// botsGo lets a bot move, if it is to act. Bots do not play for themselves alone: somebody has a seat,
// or watches.
func (t *table) botsGo() {
	people := t.people()
	if t.botDue || t.server.closing.Load() || !people && len(t.watchers) == 0 || t.botWait > longestWait || t.botSeat() == game.Nobody {
		return
	}
	t.botDue = true
	t.server.hold(t)
	pause := max(t.server.config.BotDelay, t.botWait)
	if !people {
		pause = max(pause, botsAlone)
	}
	time.AfterFunc(pause, func() {
		t.do(func() {
			defer t.server.release(t)
			t.botMoves()
		})
	})
}

const (
	longestWait = time.Minute            // a bot that has failed so long waits until something happens
	botsAlone   = 100 * time.Millisecond // how long bots wait at least where no one else plays
)

// people reports whether anybody has a seat who is no bot.
func (t *table) people() bool {
	for seat := range game.Seat(t.match.Setup().Seats) {
		if t.match.Player(seat).Token != "" {
			return true
		}
	}
	return false
}

// botSeat returns a seat that a bot plays and that is to act.
func (t *table) botSeat() game.Seat {
	for _, seat := range t.match.ToAct() {
		if t.match.Player(seat).Bot != "" && !t.match.State().Committed().HasSeat(seat) {
			return seat
		}
	}
	return game.Nobody
}

func (t *table) botMoves() {
	t.botDue = false
	if t.match == nil || t.server.closing.Load() {
		return
	}
	seat := t.botSeat()
	if seat == game.Nobody {
		return
	}
	t.botWait = max(2*t.botWait, time.Second) // unless it succeeds
	step, err := t.botChooses(seat)
	if err == nil {
		err = t.keep(context.Background(), step)
	}
	if err != nil {
		t.server.config.Log.Error("a bot cannot move", "match", t.id, "seat", int(seat), "reason", err)
		if t.match != nil {
			t.botsGo()
		}
	}
}

// botChooses makes a step of a bot. It may come to a choice that cannot be completed: then it chooses
// again.
func (t *table) botChooses(seat game.Seat) (step *match.Step, err error) {
	luck := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	for range 10 {
		step, err = t.match.Choose(seat, t.match.Seq(), func(view *game.State) (game.Move, error) { return bot.Random(view, seat, luck) })
		if err == nil {
			return step, nil
		}
	}
	return nil, err
}

// tell tells everyone what has happened since an entry: all who see the same, the same.
func (t *table) tell(from int, before *game.State) {
	var who []game.Seat
	for _, c := range t.watchers {
		if !slices.Contains(who, c.role.seat) {
			who = append(who, c.role.seat)
		}
	}
	changes := make([][]game.Change, len(who))
	if now := t.match.State(); before != now {
		changes = game.Changes(before, now, who...)
	}
	texts := make([][]byte, len(who))
	for i := range who {
		u, err := t.update(from, before, who[i], changes[i])
		if err != nil {
			t.server.config.Log.Error("what has happened cannot be told", "match", t.id, "reason", err)
			return
		}
		if texts[i], err = json.Marshal(u); err != nil {
			panic(err)
		}
	}
	for _, c := range t.watchers {
		c.seen = t.match.Seq()
		c.send(texts[slices.Index(who, c.role.seat)])
	}
}

// update is what an observer is told of what has happened since an entry.
func (t *table) update(from int, before *game.State, who game.Seat, changes []game.Change) (*wire.Message, error) {
	events, err := t.match.Events(from, who)
	if err != nil {
		return nil, err
	}
	msg := t.status("update")
	msg.From, msg.Events, msg.Changes, msg.Labels = &from, events, changes, t.newLabels(before, who)
	return msg, nil
}

// status is a message that says where the match is.
func (t *table) status(kind string) *wire.Message {
	seq := t.match.Seq()
	over := t.match.Over()
	msg := &wire.Message{Type: kind, Seq: &seq, Mark: t.match.Mark(seq), ToAct: append([]game.Seat{}, t.match.ToAct()...), Over: &over}
	if over {
		msg.Outcome = wire.OutcomeOf(t.match.Outcome())
		if x := t.match.Resigned(); x != game.Nobody {
			msg.Resigned = &x
		}
	}
	return msg
}
