package game

// Finding out whether a move can be completed takes a search. It is limited by the number of values it
// visits, so that the result is the same on every machine. If it reaches the limit, nothing is proved: the
// value is offered, and Play decides.

const (
	maxProof = 1 << 17 // visits to find out whether a seat can act
	maxAhead = 1 << 14 // visits of one Offers, shared by its values
	minAhead = 64      // visits for each value, however many there are
)

// answer is the result of a search for a way to complete a move.
type answer uint8

const (
	impossible answer = iota
	possible
	unproved
)

// proof is what a search restores when it ends.
type proof struct {
	anyText, proving, gaveUp bool
	visits, given            int
}

// beginProof starts a search with this many visits, or with what is left of them within another search.
func (t *Tx) beginProof(visits int) proof {
	if t.proving {
		visits = min(visits, max(t.visits, 0))
	}
	was := proof{t.anyText, t.proving, t.gaveUp, t.visits, visits}
	t.anyText, t.proving, t.gaveUp, t.visits = true, true, false, visits
	return was
}

// endProof ends a search that has found a complete move, or not.
func (t *Tx) endProof(was proof, found bool) answer {
	gaveUp, used := t.gaveUp, was.given-t.visits
	if t.visits = was.visits; was.proving {
		t.visits -= used
	} else {
		t.ahead -= used
	}
	t.anyText, t.proving, t.gaveUp = was.anyText, was.proving, was.gaveUp
	switch {
	case gaveUp:
		return unproved
	case found:
		return possible
	}
	return impossible
}

// canFinish reports whether picks i and later can be completed, as far as is known.
func (t *Tx) canFinish(a *action, i int) bool { return t.completion(a, i, maxProof) != impossible }

// completion searches for a way to complete picks i and later.
func (t *Tx) completion(a *action, i, visits int) answer {
	if i == len(a.picks)-1 && a.Check == nil && a.picks[i].only() {
		if o := t.options(a.picks[i]); o.len() == 0 {
			return impossible
		}
		return possible
	}
	was := t.beginProof(visits)
	return t.endProof(was, !t.walk(a, i, stopWalking))
}

func stopWalking() bool { return false }
