package game

// Walk makes random play and counting visit every move, as the kernel does where it cannot count.
func (f *Fork) Walk(on bool) { f.walking = on }
