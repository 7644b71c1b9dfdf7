package game

// Tx is the only write access to a state, for the length of one move. Read the game through its embedded State, and
// draw random numbers through its embedded Rand, with Choose, Int, Roll and others. Tests, Pick.From and checks get a
// Tx too, but may only read: writing there is a Fault.
type Tx struct {
	*State
	Rand
	Seat Seat // the seat that acts, Nobody during Setup

	// The working data, grouped by role. Each role has a file with its reset and, if marks need it, its mark,
	// keep and rollback; Tx calls those of all roles.
	progress
	choosing
	draws
	journal
	pages
	flowRun
	tracking
	talk
	stages
	dealing
	derivation
	scratch
	keying
}

// reset prepares the Tx for another state, which is already in place.
func (t *Tx) reset() {
	t.Seat = Nobody
	t.progress.reset()
	t.choosing.reset(t.rules.c.picks)
	t.draws.reset()
	t.journal.reset()
	t.pages.reset()
	t.flowRun.reset()
	t.sealed = t.left.groups
	t.tracking.reset()
	t.talk.reset()
	t.stages.reset()
	t.dealing.reset()
	t.derivation.reset(t.State)
	t.scratch.reset()
}

// drop releases everything that belongs to a state, so that a Tx kept for reuse keeps nothing alive.
func (t *Tx) drop() {
	t.pages.drop()
	t.tracking.reset()
	t.talk.reset()
	t.derivation.drop()
	t.stages.reset()
}

// mark is a point that a Tx can go back to.
type mark struct {
	turn turnState
	past pastMark
	progressMark
	drawsMark
	journalMark
	flowMark
	trackingMark
	talkMark
	derivationMark
	stagesMark
}

// mark starts keeping the journal, if it is not kept already.
func (t *Tx) mark() (m mark) {
	t.lastTest = testResult{}
	m.turn, m.past = t.turnState, t.past.mark()
	m.progressMark = t.progress.mark()
	m.drawsMark = t.draws.mark(t.State)
	m.journalMark = t.journal.mark(t.State)
	m.flowMark = t.flowRun.mark(t.State)
	m.trackingMark = t.tracking.mark(t.State)
	m.talkMark = t.talk.mark()
	m.derivationMark = t.derivation.mark(t.State)
	m.stagesMark = t.stages.mark()
	return m
}

// keep drops a mark: what was written since stays.
func (t *Tx) keep(m *mark) {
	t.draws.keep(&m.drawsMark)
	t.journal.keep(t.State, &m.journalMark)
	t.flowRun.keep(&m.flowMark)
	t.derivation.keep(&m.derivationMark)
}

// rollback undoes everything since the mark.
func (t *Tx) rollback(m *mark) {
	t.journal.rollback(t.State, &m.journalMark) // first, because it reads what the others restore
	if t.out != m.turn.out {
		t.left.rewind(m.turn.out)
	}
	t.turnState, t.lastTest = m.turn, testResult{}
	if t.over == running {
		t.by = set{}
	}
	t.past.rollback(&m.past)
	t.progress.rollback(m.progressMark)
	t.draws.rollback(t.State, &m.drawsMark)
	t.flowRun.rollback(t.State, &m.flowMark)
	t.tracking.rollback(t.State, &m.trackingMark)
	t.talk.rollback(&m.talkMark)
	t.stages.rollback(&m.stagesMark)
	t.derivation.rollback(t.State, &m.derivationMark) // last, because it records what the others have restored
}

// maxVisits is how many values one enumeration of moves may visit.
const maxVisits = 1 << 22

// maxWrites is how many kernel calls one move may make.
const maxWrites = 1 << 20

// writing is called by everything that changes the state.
func (t *Tx) writing() {
	if t.looking || t.budget <= 0 {
		t.mayNotWrite()
	}
	t.inPast = false
	t.budget--
}

func (t *Tx) mayNotWrite() {
	if t.looking {
		panic(t.onlyLooks())
	}
	panic(faultf("one move makes more than %d changes: maybe a loop never ends", maxWrites))
}

// w returns a row for writing.
func (t *Tx) w(id ID) *row {
	t.version, t.placed = 0, 0
	p := t.rows[id>>pageBits]
	if p.gen != t.gen {
		p = t.own(int(id >> pageBits))
	}
	if t.keying.on {
		t.keying.markWritten(id)
	}
	if t.logging {
		t.writes = append(t.writes, write{id: id})
		t.rowsWere = append(t.rowsWere, p.r[id&pageMask])
	}
	return &p.r[id&pageMask]
}

// own copies a page so that it can be written.
func (t *Tx) own(pg int) *page {
	if !t.ownRows {
		t.tab = append(t.tab[:0], t.rows...)
		t.rows = t.tab
		t.ownRows = true
	}
	p := t.newPage()
	if old := t.rows[pg]; old != nil {
		used := max(0, min(int(t.n)-pg<<pageBits, pageSize)) // 0 if fewer elements exist than before
		copy(p.r[:used], old.r[:used])
	}
	p.gen = t.gen
	t.rows[pg] = p
	return p
}

func (t *Tx) newPage() *page {
	if n := len(t.spare); n > 0 {
		p := t.spare[n-1]
		t.spare = t.spare[:n-1]
		return p
	}
	return new(page)
}

func (t *Tx) ownCols() {
	if !t.haveCols {
		t.colTab = append(t.colTab[:0], t.cols...)
		t.cols = t.colTab
		t.haveCols = true
		if t.spareCols == nil {
			t.spareCols = make([]column, len(t.cols))
		}
	}
}

func (t *Tx) ownRand() *source {
	if !t.randOwned {
		t.rng = t.rng.clone()
		t.randOwned = true
	}
	return t.rng
}

// Try runs f and undoes all its changes; it reports whether f changed the state. To return a result, f
// assigns variables of its caller.
func (t *Tx) Try(f func()) (changed bool) {
	m := t.mark()
	looking, talking, tracking, staged := t.looking, t.talking, t.trackingMemory, t.staged
	t.looking, t.talking, t.trackingMemory, t.staged = false, false, false, false
	defer func() {
		spent := t.budget
		t.rollback(&m)   // even if f panics, because the caller may continue in another way
		t.budget = spent // so that a loop of tries ends too
		t.looking, t.talking, t.trackingMemory, t.staged = looking, talking, tracking, staged
	}()
	t.nest(f)
	return t.changedSince(m)
}

// Say adds a line to the log: a text in which {0}, {1} and so on stand for the arguments; without an argument for
// one of them it is a Fault. Readers who may not know an element among them see "something" in its place.
func (t *Tx) Say(text string, args ...any) {
	if t.talking { // small enough to be inlined, because simulation says nothing
		t.say(Line{Text: text}, args)
	}
}

// Tell adds a line that only these seats can read; Nobody stands for the spectators.
func (t *Tx) Tell(seats []Seat, text string, args ...any) {
	t.say(Line{Text: text, private: true, to: eyeBits(seats)}, args)
}

// Announce adds a line that deliberately tells everyone something about hidden things: that a guess is half
// right, that a seat has no such card. The laws of gametest accept what is announced, and report anything
// else that reveals secrets as a leak.
func (t *Tx) Announce(text string, args ...any) { t.say(Line{Text: text, Announced: true}, args) }

func (t *Tx) say(l Line, args []any) {
	if t.talking && !t.looking {
		mustHaveArgs(l.Text, len(args))
		l.Args = copyArgs(l.Text, args)
		t.lines = append(t.lines, l.labelled(t.State))
	}
}

// Emit adds a notice for the user interface.
func (t *Tx) Emit(name string, args ...any) {
	if t.talking && !t.looking {
		n := Notice{Name: name, Args: copyArgs(name, args)}
		n.called = kindNames(t.State, n.Args)
		t.notices = append(t.notices, n)
	}
}
