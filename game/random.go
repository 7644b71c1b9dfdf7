package game

import (
	"math"
	"math/bits"
)

// counter draws one complete move uniformly while it visits them.
type counter struct {
	total  float64
	best   packed
	drawn  bool // best is the move that was drawn
	chosen bool // the move that was drawn is chosen already
	noting bool // keep the moves
	noted  []Move
}

// Random plays one move, each complete legal move being equally likely; it returns false when the game is
// over. Call Seed first. A Reset after Seed restores the state's own random numbers, while the choices of
// Random still follow the seed.
func (f *Fork) Random() (more bool, err error) {
	if f.rec {
		return f.randomRecorded()
	}
	defer f.t.guard(&err)
	f.unhash()
	return f.random(1) > 0, nil
}

// randomRecorded is Random for a fork that records: it keeps hash, changes and memory, as Play does.
func (f *Fork) randomRecorded() (more bool, err error) {
	t := &f.t
	f.openMove()
	defer func() {
		t.staged = false
		if err != nil {
			t.rollback(&f.start)
		}
	}()
	defer t.guard(&err)
	if more = f.random(1) > 0; more {
		t.settle()
	}
	if t.trackingMemory {
		t.remember(false)
	}
	return more, nil
}

// Note turns on or off keeping the moves that Random and Playout make, for Noted.
func (f *Fork) Note(on bool) {
	f.count.noting, f.count.noted = on, nil
	for i := range f.marks {
		f.marks[i].noted = 0
	}
}

// Noted returns the moves that Random and Playout have made since Note, without those undone by Back.
func (f *Fork) Noted() []Move { return f.count.noted }

// noteMove keeps the currently chosen move.
func (f *Fork) noteMove(a *action) {
	n, pool := len(f.moves), len(f.pool)
	f.poolMove(a)
	f.count.noted = append(f.count.noted, f.unpack(f.moves[n]))
	f.moves, f.pool = f.moves[:n], f.pool[:pool]
}

// Playout plays random moves until the game is over or it has made most moves, and returns how many it made.
func (f *Fork) Playout(most int) (moves int, err error) {
	if f.rec {
		return f.playoutRecorded(most)
	}
	defer f.t.guard(&err)
	f.unhash()
	moves = f.random(most)
	f.t.settle()
	return moves, nil
}

func (f *Fork) playoutRecorded(most int) (moves int, err error) {
	for ; moves < most; moves++ {
		if more, err := f.randomRecorded(); !more || err != nil {
			return moves, err
		}
	}
	return moves, nil
}

// random draws and performs moves until the game is over or it has made most moves, and returns how many it
// made. It uses the fastest way that the rules allow.
func (f *Fork) random(most int) (moves int) {
	t := &f.t
	t.mustBeBetweenMoves()
	c := t.rules.c
	f.apart = false
	var kept keptChoices // as it was when nobody had chosen in secret
	alone := false       // everything kept since then belongs to this playout
	for moves < most && t.over == running {
		if c.quick != nil {
			moves += f.randomPlain(c.quick, most-moves)
		} else if n, _ := t.resting(); n != nil && n.quick != nil {
			t.begin(t.turn)
			moves += f.randomPlain(n.quick, 1)
		} else if a := f.draw(); a != nil {
			if f.count.noting {
				f.noteMove(a)
			}
			pending := len(t.State.pending)
			t.perform(a)
			f.apart = f.apart && len(t.State.pending) > pending
			if pending > 0 && len(t.State.pending) == 0 && len(f.marks) == 0 {
				if alone {
					t.keptChoices.giveBack(&kept)
				}
				kept, alone = t.keptChoices, true
			}
			moves++
		} else {
			f.apart = false
			t.resettle()
		}
	}
	t.doing = nil
	return moves
}

// randomPlain is random where the only action is one plain pick, so that there is nothing else to ask. When
// there is nothing to choose it skips the seat and stops.
func (f *Fork) randomPlain(a *action, most int) (moves int) {
	t := &f.t
	t.doing = a
	p := a.picks[0]
	c := &t.picked[p.slot]
	for moves < most && t.over == running {
		t.beginPlain(t.turn)
		c.n, c.done = 0, false
		t.looking = true
		set := p.from(t)
		t.looking = false
		n := set.Len()
		if n == 0 {
			t.begin(t.turn)
			t.resettle()
			break
		}
		c.last.N = int64(set.nth(int(f.luck.below(uint64(n)))))
		c.n, c.done = 1, true
		if f.count.noting {
			f.noteMove(a)
		}
		t.perform(a)
		moves++
	}
	return moves
}

// resettle skips seats that have turned out to be unable to act.
func (t *Tx) resettle() {
	t.settled = false
	t.settle()
}

// draw chooses one of all complete moves of the seats to act at random; nil if there is none.
func (f *Fork) draw() *action {
	t := &f.t
	if f.apart {
		if a := f.drawApart(); a != nil {
			return a
		}
	}
	t.arena.release()
	if t.passesSome() {
		t.begin(t.turn)
		return f.drawSettled()
	}
	if a := t.rules.c.onlyPair; a != nil {
		t.begin(t.turn)
		if t.doing = a; f.guessPair(a) || f.drawPair(a) > 0 {
			return a
		}
		return nil
	}
	if f.only.on {
		return f.prepare(f.drawByAction())
	}
	return f.prepare(f.drawMove((*Fork).sampleMoves))
}

// drawSettled is draw where a seat may have to be skipped. Usually the moves that are counted for the draw show
// that none has to be.
//
// Where seats choose in secret, a choice changes nothing for those that are still to choose. So their moves are
// counted once for all of them, unless the rules have read whose turn it is or something of that sort.
func (f *Fork) drawSettled() *action {
	t := &f.t
	t.arena.turnRead = false
	luck, settle := f.luck, !t.settled && t.rules.c.repeat != nil
	if !settle {
		f.tally((*Fork).sampleMoves)
		settle = !t.settled && !f.allCanAct()
	}
	if settle {
		f.luck = luck
		t.begin(t.turn)
		if t.settle(); t.over != running {
			return nil
		}
		f.tally((*Fork).sampleMoves)
	}
	t.settled = true
	a := f.drawTallied((*Fork).sampleMoves)
	n, _ := t.resting()
	if f.apart = a != nil && n.secret && !t.arena.turnRead && f.count.total == 0; f.apart {
		t.arena.hold() // the Sets of the candidates
	}
	return f.prepare(a)
}

// allCanAct reports whether it follows from the candidates that every seat the game waits for can act.
func (f *Fork) allCanAct() bool {
	left := f.t.toAct()
	for i := range f.candidates.groups {
		if g := &f.candidates.groups[i]; g.weight > 0 && !g.action.ofKernel && g.action.Check == nil &&
			!f.candidates.unasked(g) {
			left &^= 1 << uint(g.seat)
		}
	}
	return left == 0
}

// drawApart is draw for the seats that are still to choose in secret; nil if their moves must be counted again.
func (f *Fork) drawApart() *action {
	t, c := &f.t, &f.candidates
	t.begin(t.turn)
	left, n := t.toAct(), 0
	for i := range c.groups {
		if left>>uint(c.groups[i].seat)&1 != 0 {
			c.groups[n] = c.groups[i]
			n++
		}
	}
	c.groups = c.groups[:n]
	a, ok := f.drawLegal()
	if !ok || a == nil {
		f.apart = false
		return nil
	}
	t.settled = true // the seats could act before, so they still can
	return f.prepare(a)
}

// prepare prepares the Tx to perform the move that was drawn.
func (f *Fork) prepare(a *action) *action {
	t := &f.t
	switch {
	case a == nil:
		return nil
	case t.stays:
		t.acted = 0
		return f.reload(f.count.best)
	case f.count.chosen:
		if f.count.chosen = false; a.hops { // its picks have acted
			t.acted, t.visits = 0, maxVisits
			return a
		}
	case f.count.drawn:
		a = f.load(f.count.best)
		t.acted = 0
		return a
	}
	t.beginPlain(t.Seat)
	t.flowRun.begin()
	if a.acts {
		t.actLast(a)
	}
	return a
}

// sampleMoves counts all complete moves of the seats to act.
func (f *Fork) sampleMoves() {
	f.t.begin(f.t.turn)
	if f.t.rules.c.nodes == nil {
		f.sampleAll(f.t.rules.c.actions)
	} else {
		f.sampleFlow()
	}
}

// passesSome reports whether a seat may have to be skipped although there are moves: another seat's, or done.
func (t *Tx) passesSome() bool {
	n, _ := t.resting()
	return n != nil && (n.kind != nodeAct || n.min != n.max)
}

// sampleAll counts the moves of these actions. It looks for the next action before it visits the moves of
// one, because after the last one the state need not be restored.
func (f *Fork) sampleAll(actions []*action) {
	t := &f.t
	for i := t.nextOpen(actions, 0); i < len(actions); {
		a, next := actions[i], t.nextOpen(actions, i+1)
		t.doing, t.final = a, next == len(actions)
		t.forget(a)
		t.lastTest.test = 0
		f.sample(a)
		i = next
	}
	t.final, t.lastTest.test = false, 0
}

// nextOpen returns the first action from i on whose If holds; the number of actions if there is none.
func (t *Tx) nextOpen(actions []*action, i int) int {
	for ; i < len(actions); i++ {
		if t.doing = actions[i]; t.opens(actions[i]) {
			break
		}
	}
	return i
}

// sampleFlow is sampleAll for the step the game waits in, and all seats it waits for.
func (f *Fork) sampleFlow() {
	t := &f.t
	n, _ := t.resting()
	if n.kind == nodeAct && n.min == n.max {
		f.sampleAll(n.actions)
		return
	}
	for left := t.toAct(); left != 0; left &= left - 1 {
		t.Seat = lowestSeat(left)
		for _, a := range n.actions {
			t.doing = a
			if t.allowed(a, t.Seat) == nil && t.meets(a.If) {
				t.forget(a)
				f.sample(a)
			}
		}
	}
}

// sample counts the moves of an action, or visits them all and keeps one of all so far at random.
func (f *Fork) sample(a *action) {
	switch {
	case a.plain && !f.walking:
		f.samplePlain(a)
	case len(a.picks) == 0 && !f.walking:
		f.addGroup(a, 0)
	case a.pair && !f.walking:
		f.samplePair(a)
	case f.walking || !f.gather(a):
		f.t.sole = a.chain && !f.rec && f.onlyHere()
		if a.hops && f.t.sole && f.follow(a) {
			break
		}
		f.t.walk(a, 0, f.visited(a))
		f.t.sole = false
	}
}

// onlyHere reports whether all moves are those of the action that is sampled now.
func (f *Fork) onlyHere() bool {
	return f.t.final && f.count.total == 0 && len(f.candidates.groups) == 0
}

// visited returns what to do with each move that a walk visits.
func (f *Fork) visited(a *action) func() bool {
	return func() bool {
		kept := f.offer(a, 1)
		f.t.stays = kept && f.t.final && !f.rec && len(f.candidates.groups) == 0
		f.t.found++
		return true
	}
}

// follow is sample for an action that hops, if all moves begin with the same value. It makes the move for as long as
// there is only one choice, usually to its end, and visits what remains.
func (f *Fork) follow(a *action) bool {
	t := &f.t
	p, q := a.picks[0], a.picks[1]
	first := t.options(p).set
	if first.Len() != 1 {
		return false
	}
	t.set(p, Value{N: int64(first.nth(0))})
	c := &t.picked[q.slot]
	for c.n < maxRepeats {
		next := t.options(q).set
		n := next.Len()
		if n > 1 {
			t.walkAgain(a, 1, f.visited(a))
		}
		if n != 1 {
			break
		}
		t.visit(q, 1)
		t.set(q, Value{N: int64(next.nth(0))})
		t.acting(q)
		t.acted++
	}
	t.sole = false
	if f.count.total == 0 && c.n > 0 {
		f.count.total, f.count.best.action, f.count.chosen = 1, a, true
		return true
	}
	t.forget(a)
	return true
}

// samplePlain is sample for an action of one plain pick.
func (f *Fork) samplePlain(a *action) {
	c, o := &f.candidates, f.t.options(a.picks[0])
	if n := float64(o.set.Len()); n > 0 {
		c.groups = append(c.groups, group{a, f.t.Seat, n, int32(len(c.values)), 0, int32(len(c.factors))})
		c.factors = append(c.factors, factor{pick: a.picks[0], ways: n, options: o, next: noFactor})
	}
}

// samplePair is sample for an action of two plain picks. If there are no other moves, it leaves them chosen.
func (f *Fork) samplePair(a *action) {
	sole := f.onlyHere()
	if sole && f.guessPair(a) {
		f.count.total, f.count.best.action, f.count.chosen = 1, a, true
		return
	}
	total := f.drawPair(a)
	if sole && total > 0 {
		f.count.total, f.count.best.action, f.count.chosen = float64(total), a, true
		return
	}
	f.offer(a, float64(total))
	for _, p := range a.picks {
		c := &f.t.picked[p.slot]
		c.n, c.done = 0, false
	}
}

// guessPair chooses two plain picks at random, every pair being equally likely, without asking what follows
// each value of the first: it draws one of them and a number below the most values of the second, and accepts
// if there is such a value. It returns false if it accepted none, or does not know that number.
func (f *Fork) guessPair(a *action) bool {
	t := &f.t
	p, q := a.picks[0], a.picks[1]
	if q.most <= 0 {
		return false
	}
	c, d := &t.picked[p.slot], &t.picked[q.slot]
	t.looking, t.asking = true, p
	first := p.from(t)
	n, found := uint64(first.Len()), false
	t.asking = q
	for tries := 0; tries < maxGuesses && n > 0 && !found; tries++ {
		c.last.N = int64(first.nth(int(f.luck.below(n))))
		c.n, c.done = 1, true
		second := q.from(t)
		if m := second.Len(); m > q.most {
			panic(faultf("pick %q: From returns %d values, but Most is %d", q.name, m, q.most))
		} else if k := int(f.luck.below(uint64(q.most))); k < m {
			d.last.N = int64(second.nth(k))
			d.n, d.done, found = 1, true, true
		}
	}
	t.looking, t.asking = false, nil
	c.done = found
	return found
}

// maxGuesses is how often guessPair tries.
const maxGuesses = 16

// drawPair chooses two plain picks at random, every pair being equally likely, and returns how many pairs
// there are.
func (f *Fork) drawPair(a *action) int {
	t := &f.t
	p, q := a.picks[0], a.picks[1]
	c, d := &t.picked[p.slot], &t.picked[q.slot]
	t.looking, t.asking = true, p
	first := p.from(t)
	t.visit(p, first.Len())
	var best, then int64
	var second, kept set
	total, at, m, same := 0, uint64(0), 0, false
	t.asking = q
	for i := range first.words() {
		for w := first.word(i); w != 0; w &= w - 1 {
			v := int64(i<<6 + bits.TrailingZeros64(w))
			c.last, c.n, c.done = Value{N: v}, 1, true
			if !same {
				read := t.noteReads()
				second = q.from(t)
				m = second.Len()
				same = t.readSince(read)&p.bit == 0 // then it is the same for every value
			}
			if m == 0 {
				continue
			}
			total += m
			if k := f.luck.below(uint64(total)); k < uint64(m) {
				best, kept, at = v, second, k
			}
		}
	}
	if total > 0 {
		then = int64(kept.nth(int(at)))
	}
	t.looking, t.asking = false, nil
	c.last, c.n, c.done = Value{N: best}, 1, total > 0
	d.last, d.n, d.done = Value{N: then}, 1, total > 0
	return total
}

// offer counts ways moves, of which one is chosen, and keeps that with the right probability.
func (f *Fork) offer(a *action, ways float64) (kept bool) {
	c := &f.count
	if ways <= 0 {
		return false
	}
	c.total += ways
	if c.total > ways && f.luck.upTo(c.total) >= ways {
		return false
	}
	f.pool = f.pool[:0]
	f.moves = f.moves[:0]
	f.poolMove(a)
	c.best = f.moves[0]
	return true
}

// choose is the number of ways to choose k of n.
func choose(n, k int) float64 {
	if k < 0 || k > n {
		return 0
	}
	ways := 1.0
	for i := range min(k, n-k) {
		ways = math.Round(ways * float64(n-i) / float64(i+1))
	}
	return ways
}

func (q *quick) float() float64 { return float64(q.next()>>11) / (1 << 53) }
