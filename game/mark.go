package game

// Mark is a point that a Fork can go back to, once.
type Mark struct {
	fork *Fork
	at   int    // how many marks lay below it
	no   uint64 // of all marks that the fork has made
}

// forkMark is what a Fork keeps for a Mark.
type forkMark struct {
	no    uint64
	noted int
	mark
}

// Mark notes where the fork stands, so that Back can go there. Marks nest. From the first one on the fork notes every
// write, so that moves cost a little more, until Back has gone to it; Reset, Freeze, Restart, Redeal and Record forget all
// marks. A fork that records cannot be marked.
func (f *Fork) Mark() Mark {
	if f.rec {
		panic(faultf("a fork that records changes is marked: end that before, with Record(false)"))
	}
	f.lastMark++
	m := Mark{f, len(f.marks), f.lastMark}
	f.marks = append(f.marks, forkMark{m.no, len(f.count.noted), f.t.mark()})
	return m
}

// Back goes to where the fork stood at the mark, and uses it up, with all marks that were made since. Chance goes
// back as well: the same moves draw the same numbers again, unless Seed is called. What Random chooses does not:
// it goes on, so that another playout is another game. A mark that is used up or forgotten is a Fault, and so is one of another fork.
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
		return faultf("a fork is to go back to no mark: Mark makes one")
	case m.fork != f:
		return faultf("a fork is to go back to a mark of another fork: use one that its own Mark made")
	}
	return faultf("a fork is to go back to a mark that is gone: it was used by Back, as each can be once, or an earlier one was, or the fork was Reset, frozen or recorded since")
}
