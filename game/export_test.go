package game

// Walk makes random play and counting enumerate every move, as the kernel does where it cannot count.
func (f *Fork) Walk(on bool) { f.walking = on }
