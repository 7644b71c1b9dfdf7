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
			t.perform(a)
			moves++
		} else {
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
	t.begin(t.turn)
	if t.passesSome() {
		if t.settle(); t.over != running {
			return nil
		}
		t.begin(t.turn)
	}
	if a := t.rules.c.onlyPair; a != nil {
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
		f.count.chosen = false
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

// passesSome reports whether a seat may have to be skipped although there are moves: another seat's, or Done.
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
		t.doing, t.final = a, next == len(actions) && !f.rec
		t.forget(a)
		f.sample(a)
		i = next
	}
	t.final = false
}

// nextOpen returns the first action from i on whose If holds; the number of actions if there is none.
func (t *Tx) nextOpen(actions []*action, i int) int {
	for ; i < len(actions); i++ {
		if t.doing = actions[i]; t.meets(actions[i].If) {
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
	case a.pair && !f.walking:
		f.samplePair(a)
	case f.walking || !f.gather(a):
		f.t.sole = f.t.final && f.count.total == 0 && len(f.candidates.groups) == 0 && a.chain
		f.t.walk(a, 0, func() bool {
			kept := f.offer(a, 1)
			f.t.stays = kept && f.t.final && len(f.candidates.groups) == 0
			f.t.found++
			return true
		})
		f.t.sole = false
	}
}

// samplePair is sample for an action of two plain picks. If there are no other moves, it leaves them chosen.
func (f *Fork) samplePair(a *action) {
	total := f.drawPair(a)
	if f.t.final && total > 0 && f.count.total == 0 && len(f.candidates.groups) == 0 {
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
// if there is such a value. It returns false if it had no luck, or does not know that number.
func (f *Fork) guessPair(a *action) bool {
	t := &f.t
	p, q := a.picks[0], a.picks[1]
	if q.most <= 0 {
		return false
	}
	c, d := &t.picked[p.slot], &t.picked[q.slot]
	t.looking, t.asking = true, p
	first := p.from(t)
	n := uint64(first.Len() * q.most)
	found := false
	t.asking = q
	for tries := 0; tries < maxGuesses && n > 0 && !found; tries++ {
		k := int(f.luck.below(n))
		c.last, c.n, c.done = Value{N: int64(first.nth(k / q.most))}, 1, true
		second := q.from(t)
		if m := second.Len(); m > q.most {
			panic(faultf("pick %q: From returns %d values, but Most is %d", q.name, m, q.most))
		} else if k %= q.most; k < m {
			d.last, d.n, d.done = Value{N: int64(second.nth(k))}, 1, true
			found = true
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
	var kept set
	total, at := 0, uint64(0)
	t.asking = q
	for i := range first.words() {
		for w := first.word(i); w != 0; w &= w - 1 {
			v := int64(i<<6 + bits.TrailingZeros64(w))
			c.last, c.n, c.done = Value{N: v}, 1, true
			second := q.from(t)
			m := second.Len()
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
