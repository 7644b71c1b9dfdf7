package game

// progress is how far the present move has come, and what it may still spend.
type progress struct {
	looking   bool   // writing is a Fault
	began     int    // the number of the move
	budget    int    // changes and draws it may still make
	depth     int    // of hooks and tries that call each other
	answering uint32 // seats of which CanAct is being answered
	doing     *action
	stage     string // which function of the rules is called, for faults
}

func (p *progress) reset() { *p = progress{} }

// progressMark is what rollback puts back: the rest is left to who has changed it.
type progressMark struct{ budget int }

func (p *progress) mark() progressMark { return progressMark{p.budget} }

func (p *progress) rollback(m progressMark) { p.budget = m.budget }
