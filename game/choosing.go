package game

// choosing is what is chosen for the picks of the present move. Whoever enumerates choices takes them
// back one by one, so there is nothing to mark.
type choosing struct {
	picked  []picked // by slot of the pick
	held    []Value  // a stack of the values that are being visited
	visits  int      // values that an enumeration may still visit
	anyText bool     // some text is taken to exist
	asking  *pick    // which is looking

	listening bool  // somebody reads the reasons of conditions
	reason    *Line // the last one
}

func (c *choosing) reset(picks int) {
	c.held, c.visits, c.anyText, c.asking = c.held[:0], 0, false, nil
	c.listening, c.reason = false, nil
	if cap(c.picked) < picks {
		c.picked = make([]picked, picks)
	}
	c.picked = c.picked[:picks]
	c.unpick()
}

// unpick makes all picks unchosen, so that none of an earlier move can be read.
func (c *choosing) unpick() {
	for i := range c.picked {
		c.picked[i].n, c.picked[i].done = 0, false
	}
}
