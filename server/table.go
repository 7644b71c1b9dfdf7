package server

import (
	"context"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
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
	watched int

	// Only what is done in the queue touches these.
	match    *match.Match
	watchers []*conn
	listed   time.Time // when the listing was last written
	about    string    // what it said, without times
	snapped  int       // where the last snapshot is
	botDue   bool
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
	}
}

// guarded does something that must not take the server down with it.
func (t *table) guarded(f func()) {
	defer func() {
		if p := recover(); p != nil {
			t.server.config.Log.Error("a match has failed", "match", t.id, "panic", fmt.Sprint(p))
			t.server.metrics.panics.Inc()
		}
	}()
	f()
}

// call does something and waits for its answer.
func call[T any](ctx context.Context, t *table, f func() (T, error)) (T, error) {
	type answer struct {
		v   T
		err error
	}
	out := make(chan answer, 1)
	t.do(func() {
		a := answer{err: errors.New("the match has failed")}
		defer func() { out <- a }()
		a.v, a.err = f()
	})
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
	return !t.running && t.watched == 0 && now.Sub(t.used) > after
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
		t.broken = no("no-game", "match %s is one of %s, which this server does not have", t.id, kept.Setup.Game)
		return t.broken
	}
	if r, err = r.With(kept.Setup.Options); err != nil {
		t.broken = fmt.Errorf("match %s: %w", t.id, err)
		return t.broken
	}
	m, err := match.Open(kept.Setup, r, kept.Log, kept.Snapshot)
	switch {
	case errors.Is(err, match.ErrRules):
		t.server.config.Log.Warn("a match cannot go on with these rules", "match", t.id, "reason", err)
		t.broken = no("other-rules", "match %s was played by other rules of %s; it can be read, but not go on", t.id, kept.Setup.Game)
		return t.broken
	case err != nil:
		t.server.config.Log.Error("a match cannot be opened", "match", t.id, "reason", err)
		t.broken = no("damaged", "match %s is damaged", t.id)
		return t.broken
	}
	t.match, t.snapped = m, m.Seq()
	if step := m.Update(); step != nil {
		return t.keep(ctx, step)
	}
	t.botsGo()
	return nil
}

// keep writes a step down; when it is on disk, it has happened, and everyone is told.
func (t *table) keep(ctx context.Context, step *match.Step) error {
	began := time.Now()
	m := t.match
	err := t.server.config.Store.Append(context.WithoutCancel(ctx), t.id, step.After, step.Entries, t.listing(step))
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
	t.tell(from, before)
	t.snapshot(ctx)
	t.botsGo()
	return nil
}

// resync loads the match anew and tells those who watch what they have missed.
func (t *table) resync(ctx context.Context) {
	if err := t.open(ctx); err != nil {
		for _, c := range slices.Clone(t.watchers) {
			c.farewell("gone", "the match cannot be read at present; come back in a moment")
		}
		return
	}
	for _, c := range t.watchers {
		t.welcome(c, nil, &c.seen)
	}
}

// listing returns what the list of matches is to say, nil if that would be nothing new.
func (t *table) listing(step *match.Step) *match.Listing {
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
	if judge := t.server.config.Judge; found.name == "" && judge != "" && same(match.TokenHash(judge)) {
		found = role{"judge", game.Judge}
	}
	if found.name == "" {
		return role{}, no("no-right", "the token gives no right to this match")
	}
	return found, nil
}

// botsGo lets a bot move, if it is to act.
func (t *table) botsGo() {
	if t.botDue || t.botSeat() == game.Nobody {
		return
	}
	t.botDue = true
	act := func() { t.do(t.botMoves) }
	if t.server.config.BotDelay == 0 {
		t.queueSoon(act)
		return
	}
	time.AfterFunc(t.server.config.BotDelay, func() {
		if !t.server.closing.Load() {
			act()
		}
	})
}

// queueSoon does something outside of what is being done.
func (t *table) queueSoon(f func()) { go f() }

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
	if t.match == nil {
		return
	}
	seat := t.botSeat()
	if seat == game.Nobody {
		return
	}
	luck := rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64()))
	step, err := t.match.Choose(seat, t.match.Seq(), func(view *game.State) (game.Move, error) { return bot.Random(view, seat, luck) })
	if err == nil {
		err = t.keep(context.Background(), step)
	}
	if err != nil {
		t.server.config.Log.Error("a bot cannot move", "match", t.id, "seat", int(seat), "reason", err)
	}
}

// tell tells everyone what has happened since an entry.
func (t *table) tell(from int, before *game.State) {
	type told struct {
		who  game.Seat
		text []byte
	}
	var all []told
	for _, c := range t.watchers {
		i := slices.IndexFunc(all, func(x told) bool { return x.who == c.role.seat })
		if i < 0 {
			u, err := t.update(from, before, c.role.seat)
			if err != nil {
				t.server.config.Log.Error("what has happened cannot be told", "match", t.id, "reason", err)
				return
			}
			text, err := json.Marshal(u)
			if err != nil {
				panic(err)
			}
			i, all = len(all), append(all, told{c.role.seat, text})
		}
		c.seen = t.match.Seq()
		c.send(all[i].text)
	}
}

// update is what an observer is told of what has happened since an entry.
func (t *table) update(from int, before *game.State, who game.Seat) (*wire.Message, error) {
	events, err := t.match.Events(from, who)
	if err != nil {
		return nil, err
	}
	now := t.match.State()
	msg := t.status("update")
	msg.From, msg.Events = &from, events
	if before != now {
		msg.Changes = game.Changes(before, now, who)[0]
	}
	return msg, nil
}

// status is a message that says where the match is.
func (t *table) status(kind string) *wire.Message {
	seq := t.match.Seq()
	over := t.match.Over()
	msg := &wire.Message{Type: kind, Seq: &seq, ToAct: append([]game.Seat{}, t.match.ToAct()...), Over: &over}
	if over {
		msg.Outcome = wire.OutcomeOf(t.match.Outcome())
		if x := t.match.Resigned(); x != game.Nobody {
			msg.Resigned = &x
		}
	}
	return msg
}
