package game

// DisclosedSince explains why the move that led here from the state before cannot simply be undone: chance
// has decided something, or an observer has learned something new. It is nil if undoing the move takes back
// nothing else. Call it on states that were played: a state that was loaded or made by Apply no longer has
// the messages of the move.
func (s *State) DisclosedSince(before *State) *Line {
	switch {
	case s.DrawnSince(before):
		return NewLine("chance has decided something")
	case len(s.pending) < len(before.pending) && s.moves > before.moves:
		return NewLine("a secret choice was revealed")
	case s.tellsSecrets():
		return NewLine("a message revealed something about hidden things")
	case s.learnedSomething(before):
		return NewLine("something hidden was shown")
	}
	return nil
}

// DrawnSince reports whether chance has decided something since an earlier state.
func (s *State) DrawnSince(earlier *State) bool {
	before, after := earlier.rng, s.rng
	if len(before.script) != len(after.script) || len(before.streams) != len(after.streams) {
		return true
	}
	for i := range after.streams {
		if a, b := &before.streams[i], &after.streams[i]; a.drawn != b.drawn || a.seed != b.seed {
			return true
		}
	}
	return false
}

// tellsSecrets reports whether the last move has shown or said something that not everyone could know.
func (s *State) tellsSecrets() bool {
	told := s.told()
	if told == nil {
		return false
	}
	for _, l := range told.lines {
		if l.Announced || l.private {
			return true
		}
	}
	return len(told.shown) > 0
}

// learnedSomething reports whether an observer knows something that they did not know before the last move, or saw
// something at one of its moments.
func (s *State) learnedSomething(before *State) bool {
	if told := s.told(); told != nil {
		if len(told.seen) > 0 {
			return true
		}
		for _, m := range told.moments {
			if m.mem != nil && m.mem.beyond(before) {
				return true
			}
		}
	}
	return s.mem != nil && s.mem.beyond(before)
}

// beyond reports whether an observer knows something about an earlier element that they did not know then.
func (m *memory) beyond(before *State) bool {
	was := before.mem
	if was == nil {
		was = &memory{}
	}
	for id := before.rules.c.first; id < before.n; id++ {
		if before.at(id).flags&live != 0 && m.known.at(id)&^was.known.at(id) != 0 {
			return true
		}
	}
	for slot := range m.values {
		for id := Root; id < min(before.n, before.cols[slot].size()); id++ {
			var knew uint64
			if slot < len(was.values) {
				knew = was.values[slot].at(id)
			}
			if !before.cols[slot].blank(id) && m.values[slot].at(id)&^knew != 0 {
				return true
			}
		}
	}
	return false
}
