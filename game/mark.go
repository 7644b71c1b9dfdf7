package game

// Mark is a point that a Fork can go back to, once.
type Mark struct {
	fork *Fork
	at   int    // how many marks are below it
	no   uint64 // among all marks the fork has made
}

// forkMark is what a Fork keeps for a Mark.
type forkMark struct {
	no    uint64
	noted int
	mark
}

// Mark records the fork's position, so that Back can return to it. Marks nest. While there are marks, the
// fork records every write, so moves cost a little more. Reset, Freeze, Restart, Redeal and Record drop all
// marks. A fork that records changes cannot be marked.
func (f *Fork) Mark() Mark {
	if f.rec {
		panic(faultf("a fork that records changes cannot be marked: call Record(false) first"))
	}
	f.lastMark++
	m := Mark{f, len(f.marks), f.lastMark}
	f.marks = append(f.marks, forkMark{m.no, len(f.count.noted), f.t.mark()})
	return m
}

// Back returns to the fork's position at the mark. It uses up the mark and all marks made since. Chance goes
// back as well: the same moves draw the same numbers again, unless Seed is called. The choices of Random do
// not go back, so that another playout is a different game. Using a mark of another fork, or one that is used
// up or dropped, is a Fault.
func (f *Fork) Back(m Mark) {
	if m.fork != f || m.at >= len(f.marks) || f.marks[m.at].no != m.no {
		panic(f.badMark(m))
	}
	was := &f.marks[m.at]
	f.t.rollback(&was.mark)
	f.t.held, f.t.anyText = f.t.held[:0], false // a Fault may have left them
	if was.noted < len(f.count.noted) {
		f.count.noted = f.count.noted[:was.noted]
	}
	f.marks = f.marks[:m.at]
}

func (f *Fork) badMark(m Mark) *Fault {
	switch {
	case m.fork == nil:
		return faultf("Back got an empty mark: make one with Mark")
	case m.fork != f:
		return faultf("Back got a mark of another fork: use one from this fork's own Mark")
	}
	return faultf("Back got a mark that is no longer valid: Back has used it or an earlier one, or the fork was reset, frozen or set to record since")
}
