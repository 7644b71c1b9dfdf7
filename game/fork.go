package game

import (
	"fmt"
	"runtime/debug"
	"strings"
	"sync/atomic"
)

// Fork is a private copy of a state that is modified in place, for search, simulation and long replays. Once
// it is warm, moves do not allocate. Use it from one goroutine only. After a Fault, Reset it, or go Back to a
// mark.
type Fork struct {
	t               Tx
	s               State
	luck            quick
	moves           []packed
	pool            []Value
	count           counter
	candidates      candidates
	apart           bool // the candidates are those of seats that choose in secret, whatever the others choose
	walking         bool // visit every move instead of counting; for tests
	start           mark // the start of the last move, if changes are recorded
	rec             bool
	hashing, hashed bool
	was             []int32
	diff            differ
	changes         []Change
	first           *State // where Restart begins
	ready           bool   // first is the start of every game; otherwise Setup must still run on it
	marks           []forkMark
	lastMark        uint64
	long            longMoves
	handles         []Handle    // being listed
	takeHandle      func() bool // adds to them
	weighed         []Handle    // that RandomBy chooses from
	keyed           Move        // the last move passed to MoveKey
	only            onlyAction
}

var generations atomic.Uint64

// Fork returns a fork that starts at s.
func (s *State) Fork() *Fork {
	f := &Fork{}
	f.t.gen = generations.Add(1)
	f.t.Rand.t = &f.t
	f.t.State = &f.s
	f.Reset(s)
	return f
}

// Reset sets the fork to a state of the same rules. Random numbers continue as they would in the state
// itself; see Seed.
func (f *Fork) Reset(s *State) {
	if f.s.rules != s.rules || f.s.view != s.view {
		f.long.forget()
	}
	occ, piles, own, lasting := f.s.occ, f.s.piles, f.s.past.own, f.s.lasting
	f.s = *s
	lasting.reset(s)
	f.s.lasting = lasting
	if len(s.past.own) > 0 {
		f.s.past = s.past.frozen()
	}
	f.s.past.own, f.s.past.seen = own[:0], [4]uint64{}
	if s.piles != nil {
		f.s.piles = append(piles[:0], s.piles...)
	}
	f.s.occ = append(occ[:0], s.occ...)
	f.s.a, f.s.keys = &f.t.arena, &f.t.keying
	f.s.messages = nil
	f.s.dealing = nil
	f.s.kept = false
	f.hashing, f.rec = false, false
	f.marks = f.marks[:0]
	f.t.reset()
	f.t.keying.reset(s, &f.s)
}

// Seed makes all chance in the fork, and Random, use a fast generator with this seed instead of the state's
// own.
func (f *Fork) Seed(n uint64) {
	f.t.fast = quick{on: true, x: n * 0x9E3779B97F4A7C15}
	f.luck = quick{on: true, x: mix(n, 0x5EED)}
}

// Restart sets the fork to the start of another game with the same rules and seats, and seeds it. The moves
// that follow are the same as after Reset(rules.Start(seats, SeedOf(n))) and Seed(n). If the start involves
// no chance, it is computed once and kept; otherwise Setup runs in place each time. As after Random, the
// observers' memory is worked out by Freeze.
func (f *Fork) Restart(n uint64) error {
	r, seats := f.s.rules, f.s.seats
	if f.first == nil || f.first.rules != r || f.first.seats != seats {
		f.first, f.ready = blank(r, int(seats), Seed{}), false
		f.Reset(f.first)
		f.s.rng, f.t.randOwned, f.t.chancy = newSource(SeedOf(n)), true, false
		if err := f.setup(f.t.rules.Setup); err != nil {
			f.first = nil
			return err
		}
		if !f.t.chancy {
			f.first, f.ready = f.freeze(), true
		}
	}
	f.Reset(f.first)
	if !f.ready {
		f.s.rng, f.t.randOwned = newSource(SeedOf(n)), true
		if err := f.setupInPlace(); err != nil {
			return err
		}
	}
	f.Seed(n)
	return nil
}

// State returns the current state of the fork. It changes with the fork; use Freeze to keep it. Call State
// again after each move: Random and Do leave it to State to skip seats that can do nothing, because few moves
// need that.
func (f *Fork) State() *State {
	if !f.s.settled && f.s.over == running {
		f.settleQuietly()
	}
	return &f.s
}

// settleQuietly leaves a Fault to the next call that can return it.
func (f *Fork) settleQuietly() { _ = f.t.looked(f.settleTurn) }

// Freeze returns the current state for good. The fork stays at that state.
func (f *Fork) Freeze() (s *State, err error) {
	defer f.t.guard(&err)
	f.t.begin(f.t.turn)
	f.t.settle()
	f.t.recall()
	f.rehash()
	if !f.s.kept {
		f.s.sum, f.s.kept = f.s.tableHash(), true
	}
	s = f.freeze()
	fast, luck, rec := f.t.fast, f.luck, f.rec
	f.Reset(s)
	f.t.fast, f.luck = fast, luck
	f.Record(rec)
	return s, nil
}

// drop releases the state, so that a fork kept for reuse keeps nothing alive.
func (f *Fork) drop() {
	f.diff = differ{}
	f.marks = nil
	f.long.forget()
	occ, piles, own := f.s.occ[:0], f.s.piles[:0], f.s.past.own[:0]
	f.s = State{occ: occ, piles: piles, past: past{own: own}}
	f.t.keying.drop()
	f.t.drop()
}

// freeze gives the pages away; the fork must be Reset before it is used again.
func (f *Fork) freeze() *State {
	t := &f.t
	n := f.s
	if t.ownRows {
		n.rows = append([]*page(nil), t.tab...)
	}
	if t.haveCols {
		n.cols = make([]column, len(t.cols))
		for i, c := range t.cols {
			n.cols[i] = c.freeze(t)
		}
	}
	n.occ = append([]uint64(nil), f.s.occ...)
	if n.piles = nil; f.s.piles != nil && n.n <= 128 { // beyond that they are not read
		n.piles = append([]uint64(nil), f.s.piles...)
	}
	if t.flowOwned {
		n.flow = append([]frame(nil), f.s.flow...)
		f.s.flow, t.flowOwned = n.flow, false
	}
	n.past = f.s.past.frozen()
	n.a, n.keys, n.dealing = nil, nil, nil
	n.values, n.lasting = newValues(&n), f.s.lasting.frozen(n.rules)
	n.messages = nil
	if len(t.lines)+len(t.notices)+len(t.lostTrack)+len(t.shownNow)+len(t.glimpsed)+len(t.frozen)+len(t.unheard) > 0 {
		n.messages = &messages{t.lines, t.notices, t.lostTrack, t.shownNow, t.glimpsed, t.frozen, t.unheard}
	}
	t.pages.giveAway()
	return &n
}

// guard is the only place that recovers from a panic of the rules: it becomes a Fault, or a Refusal if the
// kernel itself refused.
func (t *Tx) guard(err *error) {
	p := recover()
	if p == nil {
		return
	}
	t.looking, t.listening, t.noChance, t.depth, t.answering = false, false, false, 0, 0
	t.proving, t.gaveUp, t.anyText, t.final, t.stays = false, false, false, false, false
	t.sole, t.acted, t.lastTest.test = false, 0, 0
	if r, ok := p.(*Refusal); ok {
		*err = r
		return
	}
	f, ok := p.(*Fault)
	if !ok {
		f = &Fault{Why: fmt.Sprint(p)}
	}
	f.Stack = string(debug.Stack())
	if f.At == "" {
		f.At = position()
	}
	t.blame(f)
	if t.asking != nil {
		f.Why = "pick " + t.asking.name + ": " + f.Why
		t.asking = nil
	}
	f.Game, f.Seat, f.Move = t.rules.Name, t.Seat, t.began
	if t.stage != "" {
		f.Why = t.stage + ": " + f.Why
		t.stage = ""
	}
	t.dealer = nil
	*err = f
}

// begin prepares the Tx for a move of this seat.
func (t *Tx) begin(seat Seat) {
	t.beginPlain(seat)
	t.flowRun.begin()
	t.unpick()
}

// beginPlain is begin without a flow, for callers that handle the picks. It is small enough to be inlined,
// because simulation spends much of its time between moves.
func (t *Tx) beginPlain(seat Seat) {
	t.Seat, t.mover = seat, seat
	t.began = int(t.State.moves)
	t.budget, t.visits = maxWrites, maxVisits
	t.sealed = t.left.groups
	t.arena.reset()
}

// Play plays one move in place. A refused move changes nothing.
func (f *Fork) Play(m Move) error {
	t := &f.t
	if f.rec {
		f.openMove()
	} else if t.talking {
		t.stages.begin(t.n)
	}
	back := f.start
	// Rigged draws may turn out not to fit, and if the fork is marked, the picks with a Then must be undone
	// here.
	rigged := !f.rec && (len(t.rng.script) > 0 || len(f.marks) > 0)
	if rigged {
		back = t.mark()
	}
	err := t.guarded(m)
	t.staged = false
	switch {
	case err != nil && (f.rec || rigged):
		t.rollback(&back)
	case rigged:
		t.keep(&back)
	}
	return err
}

func (t *Tx) guarded(m Move) (err error) {
	defer t.guard(&err)
	if r := t.play(m); r != nil {
		return r
	}
	if t.trackingMemory {
		t.remember(false)
	}
	return nil
}

// Hash returns the hash of the current state. While changes are recorded it is updated with each move;
// otherwise it is computed from scratch.
func (f *Fork) Hash() uint64 {
	f.State()
	if f.rec && !f.hashing {
		f.s.sum, f.s.kept = f.s.tableHash(), true
		f.hashing, f.hashed = true, true
	}
	f.rehash()
	return f.s.Hash()
}

// rehash updates the hash with the last recorded move.
func (f *Fork) rehash() {
	if f.hashing && !f.hashed {
		f.t.rehash()
		f.hashed = true
	}
}

// unhash drops the hash: something other than a recorded move changes the state.
func (f *Fork) unhash() { f.hashing, f.s.kept = false, false }

// play checks the move against everything the rules say and performs it.
func (t *Tx) play(m Move) *Refusal {
	if m.of == ofView && t.view == nil {
		return refuse(Malformed, "the move was chosen on a view, where elements have different IDs: call Real on that view and play the result")
	}
	t.begin(m.Seat)
	t.doing = nil
	t.settle()
	a, r := t.admit(m)
	if r != nil {
		return r
	}
	if r := t.choose(a, m.Picks, true); r != nil {
		return r
	}
	t.perform(a)
	t.settle()
	t.doing = nil
	return nil
}

// admit returns the action of the move, if the seat may act and the action exists.
func (t *Tx) admit(m Move) (*action, *Refusal) {
	switch {
	case t.moment > 0:
		return nil, t.refuseMidMove()
	case t.over != running:
		return nil, refuse(Over, "the game is over")
	case m.Seat < 0 || int(m.Seat) >= int(t.seats):
		return nil, refuse(NoSeat, "there is no seat {0}: there are {1} seats, counted from 0", int(m.Seat), int(t.seats))
	}
	a := t.rules.c.byAction[m.Action]
	if a == nil {
		return nil, refuse(NoAction, "there is no action {0}; the actions are {1}", quote(clip(m.Action)),
			t.rules.actionNames())
	}
	if !t.mayAct(m.Seat) {
		return nil, &Refusal{Code: NotYourTurn, Action: a.Name, Why: *t.whoseTurn()}
	}
	t.doing = a
	if why := t.allowed(a, m.Seat); why != nil {
		return nil, &Refusal{Code: Unavailable, Action: a.Name, Why: *why}
	}
	if why := t.unmet(a.If, notNow); why != nil {
		return nil, &Refusal{Code: Unavailable, Action: a.Name, Why: why.reason(t.State)}
	}
	return a, nil
}

// clip shortens untrusted input so that it can be quoted in a message.
func clip(s string) string { return cut(s, 40) }

func cut(s string, most int) string {
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strings.ToValidUTF8(s, "?")
}

// perform performs a move whose picks are chosen.
func (t *Tx) perform(a *action) {
	t.stale = true
	if a.calm { // the rest would find nothing to do
		a.Do(t)
		t.State.moves++
		if t.over != running || t.follows != Nobody || t.absent() != 0 {
			t.advance()
			return
		}
		t.settled = false
		if t.turn++; t.turn >= Seat(t.seats) {
			t.turn = 0
		}
		return
	}
	t.inPast = false
	if a.Pass {
		t.passes++
	} else {
		t.passes = 0
	}
	if t.rules.c.nodes != nil {
		t.performInFlow(a)
		return
	}
	if a.Do != nil {
		a.Do(t)
	}
	t.State.moves++
	if t.rules.c.waiting != 0 && t.over == running {
		t.afterAction()
	}
	t.advance()
}

// whoseTurn says which seat is to act, or why this one is not.
func (t *Tx) whoseTurn() *Line {
	if t.Seat >= 0 && t.away>>uint(t.Seat)&1 != 0 {
		return NewLine("{0} is sitting out this round", t.Seat)
	}
	if seats := t.ToAct(); seats.Len() > 1 {
		return NewLine("it is the turn of {0}", t.waitWords())
	}
	return NewLine("it is the turn of {0}", t.turn)
}

// advance is the checkpoint of the usual order: it settles the table, passes the turn on and checks whether
// the game has ended.
func (t *Tx) advance() {
	t.settled = false
	if t.settlesAndPasses(); t.over == running {
		t.keepPosition()
	}
}

func (t *Tx) settlesAndPasses() {
	t.flowing = true
	if t.rules.Settle != nil {
		t.upkeep()
	}
	if t.over == running {
		if t.playing() != 0 {
			t.pass()
		}
		t.askEnd()
		t.passAgain()
	}
	t.flowing, t.sealed = false, t.left.groups
	if t.over != running {
		t.turn, t.follows = Nobody, Nobody
	}
}

// keepPosition adds the current position to the past.
func (t *Tx) keepPosition() {
	if t.rules.c.repeat != nil {
		t.inPast = false
		key := t.repeatKey()
		if t.past.veiled() || t.hides() {
			key |= 1
		}
		t.past.add(key)
		t.inPast = true
	}
}

// pass gives the turn to the seat named by Next, or to the next one that is still in the game and not sitting
// out.
func (t *Tx) pass() {
	t.inPast = false
	if t.follows != Nobody {
		t.turn, t.follows = t.follows, Nobody
		if t.absent()>>uint(t.turn)&1 == 0 {
			return
		}
	}
	n := Seat(t.seats)
	for range n {
		t.turn++
		if t.turn >= n {
			t.turn = 0
		}
		if out := t.absent(); out == 0 || out>>uint(t.turn)&1 == 0 {
			return
		}
	}
	if t.standing() != 0 {
		panic(faultf("every seat still in the game is sitting out: call Return before the last one does"))
	}
	panic(faultf("every seat is eliminated, but the game has no outcome: end it first with Win, Tie, Score or Rank"))
}

// passAgain passes the turn on if another seat was named since, or the one to act is out.
func (t *Tx) passAgain() {
	if t.over == running && (t.follows != Nobody || t.absent()>>uint(t.turn)&1 != 0) {
		t.pass()
	}
}

// settle skips seats that can do nothing, until one can, or none is left.
func (t *Tx) settle() {
	if t.settled || t.over != running {
		return
	}
	t.unpick()
	turn, passed := t.turn, false
	if t.rules.c.nodes != nil {
		passed = t.settleFlow()
	} else {
		t.passOver()
	}
	if (passed || t.turn != turn || !t.inPast) && t.over == running && t.rules.c.repeat != nil {
		t.past.drop()
		t.keepPosition() // with the seat that is to act now
	}
}

func (t *Tx) passOver() {
	seat := t.Seat
	for range maxPassed {
		wrote := false
		for range t.seats {
			if t.canAct(t.turn) {
				t.Seat, t.settled = seat, true
				return
			}
			t.Seat = t.turn
			if t.rules.c.passing {
				t.passes++
			}
			if t.rules.Stuck == nil {
				t.pass()
				continue
			}
			w := t.watch()
			if !t.finishes(t.rules.Stuck) {
				t.settlesAndPasses()
			}
			if wrote = t.wrote(w) || wrote; t.over != running {
				return
			}
		}
		if !wrote {
			break // Stuck has changed nothing, so it would not the next time either
		}
	}
	t.Seat, t.doing = t.turn, nil
	if t.rules.Deadlock == nil {
		panic(faultf("no seat can do anything, but the game has no outcome: end it earlier, or add Rules.Stuck or Rules.Deadlock"))
	}
	if !t.finishes(t.rules.Deadlock) {
		panic(faultf("no seat can do anything, and Rules.Deadlock has not ended the game: it must call Win, Tie, Score or Rank"))
	}
}

// maxPassed is how often all seats may be skipped, as long as Stuck changes something.
const maxPassed = 1000

// canAct reports whether the seat has an action that it can complete.
func (t *Tx) canAct(seat Seat) bool {
	was := t.doing
	t.Seat = seat
	for _, a := range t.choices() {
		t.doing = a
		if !a.ofKernel && t.allowed(a, seat) == nil && t.doable(a) {
			t.doing = was
			return true
		}
	}
	t.doing = was
	return false
}

// finishes calls Stuck or Deadlock and reports whether it ended the game.
func (t *Tx) finishes(ask func(*Tx)) bool {
	ask(t)
	if t.over == running {
		return false
	}
	t.turn, t.follows = Nobody, Nobody
	return true
}
