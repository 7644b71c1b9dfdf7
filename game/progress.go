package game

// progress is how far the current move has come, and what it may still spend.
type progress struct {
	looking   bool   // writing is a Fault
	began     int    // the number of the move
	budget    int    // changes and draws it may still make
	depth     int    // of nested hooks and tries
	answering uint32 // seats for which CanAct is being evaluated
	doing     *action
	stage     string // which function of the rules is running, for faults
}

func (p *progress) reset() { *p = progress{} }

// progressMark is what rollback restores: the code that changes the other fields restores them itself.
type progressMark struct{ budget int }

func (p *progress) mark() progressMark { return progressMark{p.budget} }

func (p *progress) rollback(m progressMark) { p.budget = m.budget }
