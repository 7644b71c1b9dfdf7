package game

// choosing is what is chosen for the picks of the current move. Code that enumerates choices undoes them one
// by one, so a mark does not need to keep them.
type choosing struct {
	picked  []picked // by slot of the pick
	aside   []picked // for a choice apart from the move
	held    []Value  // a stack of the values being visited
	visits  int      // values that an enumeration may still visit
	found   int      // complete moves that the enumeration has found
	anyText bool     // free text is assumed to have some valid value
	asking  *pick    // the pick being evaluated
	reads   uint64   // the picks that the rules have read since noteReads, by pick.bit; the last bit is for all further ones
	proving bool     // searching for a way to complete a move, within visits
	gaveUp  bool     // the search ran out of visits
	ahead   int      // visits that Offers may still spend on such searches
	most    int      // how many more values may be offered, 0 for any number
	final   bool     // nothing is visited after the current choice
	stays   bool     // the last move visited will be played, so what its picks have done stays
	sole    bool     // all moves begin with what is chosen so far, so what those picks do need not be undone
	acted   int      // how many values of the repeated pick have acted for all moves

	wordless bool // offers have no reasons, prompts or points

	conditions *[]Trace // where evaluated conditions are recorded, if they are traced

	lastTest  testResult
	listening bool  // something reads the reasons of conditions
	reason    *Line // the last reason
}

func (c *choosing) reset(picks int) {
	c.held, c.visits, c.anyText, c.asking = c.held[:0], 0, false, nil
	c.proving, c.gaveUp, c.ahead, c.most = false, false, 0, 0
	c.listening, c.reason, c.reads, c.found = false, nil, 0, 0
	c.lastTest = testResult{}
	c.wordless, c.final, c.stays, c.conditions = false, false, false, nil
	c.sole, c.acted = false, 0
	if cap(c.picked) < picks {
		c.picked = make([]picked, picks)
	}
	c.picked = c.picked[:picks]
	c.unpick()
}

// unpick makes all picks unchosen, so that picks of an earlier move cannot be read.
func (c *choosing) unpick() {
	c.found = 0
	for i := range c.picked {
		c.picked[i].n, c.picked[i].done = 0, false
	}
}

// noteReads starts recording which picks are read.
func (c *choosing) noteReads() (before uint64) {
	before, c.reads = c.reads, 0
	return before
}

// readSince returns the picks read since noteReads, whose result is before.
func (c *choosing) readSince(before uint64) (reads uint64) {
	reads = c.reads
	c.reads |= before
	return reads
}
