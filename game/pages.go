package game

// pages are the copies of rows and columns that a Tx has made to write to.
type pages struct {
	gen       uint64 // pages of this generation may be written
	ownRows   bool   // the table of pages is a copy, tab
	haveCols  bool   // the table of columns is a copy, colTab
	tab       []*page
	colTab    []column
	spare     []*page  // for the next copies
	spareCols []column // by slot
}

// reset keeps the pages that only this Tx knows for the next copies.
func (p *pages) reset() {
	p.reclaim()
	p.ownRows, p.haveCols = false, false
	for _, c := range p.spareCols {
		if c != nil {
			c.stopEditing()
		}
	}
}

// drop is reset that also releases all pages of a state.
func (p *pages) drop() {
	p.reset()
	clear(p.tab)
	clear(p.colTab)
}

func (p *pages) reclaim() {
	if p.ownRows {
		for _, pg := range p.tab {
			if pg.gen == p.gen {
				p.spare = append(p.spare, pg)
			}
		}
	}
}

// giveAway makes the pages part of a finished state: they are never written again.
func (p *pages) giveAway() {
	p.ownRows = false
	p.gen = generations.Add(1)
}
