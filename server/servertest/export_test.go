package servertest

// Lost returns how many pieces of data the gate has discarded.
func (g *Gate) Lost() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.lost
}
