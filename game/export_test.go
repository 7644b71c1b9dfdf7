package game

// Walk makes random play and counting enumerate every move, as the kernel does where it cannot count.
func (f *Fork) Walk(on bool) { f.walking = on }

// StaleAfter does something and makes the fork believe that the state is still the same for its derived values. With
// turn, only the turn and the counters count as the same.
func (f *Fork) StaleAfter(turn bool, do func()) {
	_ = f.s.CheckDerived() // so that there is a value to keep
	d := &f.t.derivation
	version := d.version
	do()
	if turn {
		d.was.turn = f.s.turnState
		return
	}
	d.remember(f.t.State)
	d.version = version
}
