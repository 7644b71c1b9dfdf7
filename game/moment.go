package game

import "slices"

// stages is the progress of a Tx in a move that shows moments: a stage ends at each moment, and the last one
// at the end of the move.
type stages struct {
	staged   bool // moments count: the observers' memory is kept, or the move is recorded
	mover    Seat // the seat whose move it is
	moments  int  // in this move, so far
	existed  ID   // elements created before this move have an ID below this
	since    stageStart
	glimpsed []reveal // what existed before the move and was seen at a moment, by whom
	frozen   []*State // the moments, if the move is recorded
}

// stageStart is the length of each list kept during a move when the current stage began.
type stageStart struct{ writes, lines, notices, reveals, rerolls, moved, lost int }

// reset leaves the moments to the state that they were given to.
func (k *stages) reset() { *k = stages{mover: Nobody} }

type stagesMark struct {
	moments  int
	since    stageStart
	glimpsed []reveal
	frozen   []*State
}

func (k *stages) mark() stagesMark { return stagesMark{k.moments, k.since, k.glimpsed, k.frozen} }

func (k *stages) rollback(m *stagesMark) {
	k.moments, k.since, k.glimpsed, k.frozen = m.moments, m.since, m.glimpsed, m.frozen
}

// begin starts a move that is recorded or remembered, so that its moments count.
func (k *stages) begin(n ID) {
	k.staged, k.moments, k.existed, k.since = true, 0, n, stageStart{}
	k.glimpsed, k.frozen = nil, nil
}

// maxMoments is how many moments one move may have.
const maxMoments = 1000

// Moment shows everyone the table as it is now, in the middle of a move: the complete trick, before it is
// taken. Observers have seen what they see here, and then the move continues. State.Moments of the state
// after the move returns these tables. In a Try, in conditions, in moves that are only offered and in Setup,
// Moment does nothing.
func (t *Tx) Moment() {
	if t.staged && !t.looking {
		t.pause()
	}
}

func (t *Tx) pause() {
	if t.moments++; t.moments > maxMoments {
		panic(faultf("one move has more than %d moments: maybe a loop never ends", maxMoments))
	}
	seat, stale := t.Seat, t.stale
	if seat == Nobody {
		t.Seat = t.mover
	}
	t.moment = uint16(t.moments)
	if t.trackingMemory {
		t.recollect(false)
		t.glimpse()
	}
	if t.talking {
		t.frozen = append(t.frozen, t.snapshot())
	}
	t.Seat, t.stale, t.moment = seat, stale, 0
	t.since = stageStart{len(t.writes), len(t.lines), len(t.notices), len(t.reveals), len(t.rerolls), len(t.movedNow),
		len(t.lost)}
	if t.trackingMemory {
		t.memWas = t.mem
		t.memGen = generations.Add(1)
	}
}

// glimpse records what observers have learned in this stage about elements that existed before the move: they
// have seen them, even if they lose track of them before the move ends.
func (t *Tx) glimpse() {
	was := t.memWas
	if was == nil {
		was = &memory{}
	}
	t.mem.known.differs(&was.known, func(id ID) {
		if who := t.mem.known.at(id) &^ was.known.at(id); who != 0 && id < t.existed {
			t.glimpsed = append(t.glimpsed, reveal{id, who})
		}
	})
}

// snapshot returns the state in the middle of a move. What it shares with the Tx is copied before it is
// written again.
func (t *Tx) snapshot() *State {
	n := *t.State
	gen := generations.Add(1)
	if t.ownRows {
		n.rows = slices.Clone(t.rows)
	}
	if t.haveCols {
		n.cols = make([]column, len(t.cols))
		for i, c := range t.cols {
			n.cols[i] = c.snapshot(t.gen, gen)
		}
	}
	t.gen = gen
	n.occ, n.piles = slices.Clone(n.occ), slices.Clone(n.piles)
	if t.flowOwned {
		n.flow = slices.Clone(n.flow)
	}
	n.rng = n.rng.clone()
	n.past = n.past.frozen()
	n.settled, n.kept, n.stale = true, false, false
	n.a, n.keys, n.dealing = nil, nil, nil
	n.values, n.lasting = newValues(&n), t.State.lasting.frozen(n.rules)
	n.messages = &messages{lines: slices.Clone(t.lines[t.since.lines:]),
		notices: slices.Clone(t.notices[t.since.notices:]),
		lost:    slices.Clone(t.lost[t.since.lost:]), shown: slices.Clone(t.reveals[t.since.reveals:])}
	return &n
}

// snapshot returns the column as it is; further writes to c go to copies of its pages.
func (c *col[T]) snapshot(gen, next uint64) column {
	if c.gen != gen {
		return c
	}
	c.gen = next
	return &col[T]{part: c.part, pages: slices.Clone(c.pages), refs: c.refs}
}

// Moments returns the table at each Tx.Moment of the move that led here, in order; the moments of a view are
// views. Such a state waits for no seat, offers nothing and refuses moves. Its lines and notices are those
// since the previous moment.
func (s *State) Moments() []*State {
	told := s.told()
	if told == nil || len(told.moments) == 0 {
		return nil
	}
	all := slices.Clone(told.moments)
	if s.view != nil {
		for i, m := range all {
			all[i] = m.View(s.view.seat)
		}
	}
	return all
}

// AtMoment returns the number of the moment that the state is, from 1; 0 for a state between moves.
func (s *State) AtMoment() int { return int(s.moment) }

// refuseMidMove refuses what is only possible between moves.
func (s *State) refuseMidMove() *Refusal {
	return refuse(Unavailable, "this is a moment in the middle of a move: nothing can be done until the move has ended")
}

// mustBeBetweenMoves panics with a Refusal if the state is a moment in the middle of a move.
func (s *State) mustBeBetweenMoves() {
	if s.moment > 0 {
		panic(s.refuseMidMove())
	}
}
