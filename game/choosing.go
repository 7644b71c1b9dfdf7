package game

// choosing is what is chosen for the picks of the present move. Whoever enumerates choices takes them
// back one by one, so there is nothing to mark.
type choosing struct {
	picked  []picked // by slot of the pick
	aside   []picked // for choosing apart from the move
	held    []Value  // a stack of the values that are being visited
	visits  int      // values that an enumeration may still visit
	found   int      // complete moves that the enumeration has found
	anyText bool     // some text is taken to exist
	asking  *pick    // which is looking
	reads   uint64   // the picks that rules have read since noteReads, by pick.bit; the last bit is for all further ones
	proving bool     // it is looked whether a move can be completed: visits bound the search
	gaveUp  bool     // and they were not enough
	ahead   int      // visits that the offers may still spend on that
	most    int      // how many values may still be offered, 0 for any number
	final   bool     // nothing is visited after the present choice
	stays   bool     // the last move that was visited is to be played: what its picks have done is not taken back

	wordless bool // what is offered has no reasons, prompts or points

	conditions *[]Trace // where conditions are noted that are asked, if anybody wants to know

	listening bool  // somebody reads the reasons of conditions
	reason    *Line // the last one
}

func (c *choosing) reset(picks int) {
	c.held, c.visits, c.anyText, c.asking = c.held[:0], 0, false, nil
	c.proving, c.gaveUp, c.ahead, c.most = false, false, 0, 0
	c.listening, c.reason, c.reads, c.found = false, nil, 0, 0
	c.wordless, c.final, c.stays, c.conditions = false, false, false, nil
	if cap(c.picked) < picks {
		c.picked = make([]picked, picks)
	}
	c.picked = c.picked[:picks]
	c.unpick()
}

// unpick makes all picks unchosen, so that none of an earlier move can be read.
func (c *choosing) unpick() {
	c.found = 0
	for i := range c.picked {
		c.picked[i].n, c.picked[i].done = 0, false
	}
}

// noteReads begins to note which picks are read.
func (c *choosing) noteReads() (before uint64) {
	before, c.reads = c.reads, 0
	return before
}

// readSince returns the picks that were read since noteReads, which has answered what was read before.
func (c *choosing) readSince(before uint64) (reads uint64) {
	reads = c.reads
	c.reads |= before
	return reads
}
