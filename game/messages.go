package game

import "slices"

// talk is the messages of the current move.
type talk struct {
	talking bool // keep lines and notices
	lines   []Line
	notices []Notice
	unheard []string // reasons given to Refuse where it refuses nothing
}

// reset leaves the lines to the state that they were given to.
func (k *talk) reset() { *k = talk{} }

type talkMark struct{ lines, notices, unheard int }

func (k *talk) mark() talkMark { return talkMark{len(k.lines), len(k.notices), len(k.unheard)} }

func (k *talk) rollback(m *talkMark) {
	k.lines, k.notices, k.unheard = k.lines[:m.lines], k.notices[:m.notices], k.unheard[:m.unheard]
}

// something replaces an element that a reader may not know.
const something = "something"

// Told returns the lines and notices of the move that led here as an observer may read them: the same as in
// their view, but without building the view. Elements among the arguments have their names in that view (see
// Line.Arg), and no ID.
func (s *State) Told(seat Seat) ([]Line, []Notice) {
	if s.messages == nil || s.view != nil {
		return s.Said(), s.Notices()
	}
	l := s.eyes(s.observer(seat))
	out := s.messagesFor(l.seat, func(id ID) (ID, string) {
		if h := l.handle(id); h != 0 {
			return 0, numberName(int(h))
		}
		return 0, l.name(id)
	})
	return out.lines, out.notices
}

// unread is in a view until somebody asks for its messages.
var unread = new(messages)

// told returns the messages of the last move, in a view those that the viewer may read; nil if there are none.
func (s *State) told() *messages {
	if s.messages != unread {
		return s.messages
	}
	out := s.view.messages.Load()
	if out == nil {
		out = s.view.of.messagesFor(s.view.seat, func(id ID) (ID, string) {
			in := s.view.element(s, id)
			return in, s.Name(in)
		})
		s.view.messages.Store(out)
	}
	return out
}

// messagesFor returns the messages of the last move, as far as an observer may read them. The function finds
// an element that the observer can follow: its ID and its name; "?" if it is not there.
func (s *State) messagesFor(seat Seat, find func(ID) (ID, string)) *messages {
	all := seat == Judge || !s.rules.c.sighted
	out := &messages{moments: s.messages.moments}
	if n := len(s.messages.lines); n > 0 {
		out.lines = make([]Line, 0, n)
	}
	for _, l := range s.messages.lines {
		if l.private && seat != Judge && l.to&eyeBit(seat) == 0 {
			continue
		}
		if !all {
			l.Args, l.names = s.argsSeen(seat, l.Args, l.called, l.seen, l.where, l.names, find)
			l.called, l.seen, l.where = nil, nil, nil
		}
		out.lines = append(out.lines, l)
	}
	for _, n := range s.messages.notices {
		if !all {
			n.Args, n.names = s.argsSeen(seat, n.Args, n.called, n.seen, n.where, nil, find)
			n.called, n.seen, n.where = nil, nil, nil
		} else {
			n.names = Line{Args: n.Args}.named(s).names
		}
		out.notices = append(out.notices, n)
	}
	return out
}

// argsSeen returns arguments as an observer may read them, with the names of the elements among them: what an
// element is, if the observer knows it; where it is, if they can follow it.
func (s *State) argsSeen(seat Seat, args []any, called []string, seen, where []uint64, names []naming,
	find func(ID) (ID, string)) ([]any, []naming) {
	if seen == nil {
		return args, names
	}
	args, names = slices.Clone(args), slices.Clone(names)
	for i, a := range args {
		id, ok := a.(ID)
		if !ok {
			continue
		}
		if names == nil {
			names = make([]naming, len(args))
		}
		if id < s.rules.c.first {
			names[i].name = s.Name(id)
			continue
		}
		in, name := ID(0), "?"
		if where[i]&eyeBit(seat) != 0 {
			in, name = find(id)
		}
		knows := seen[i]&eyeBit(seat) != 0
		names[i] = naming{}
		switch {
		case name != "?":
			args[i], names[i].name = in, name
			if knows && s.labels(id, called[i]) {
				names[i].label = called[i]
			}
		case knows:
			args[i] = called[i]
		default:
			args[i] = something
		}
	}
	return args, names
}

// labels reports whether the text is the label of an element, not the name of its kind.
func (s *State) labels(id ID, text string) bool {
	k := s.Kind(id)
	return k != nil && (k.Label != nil || k.Look.Label != "") || k == nil && text != ""
}

// element returns the element of the view for one of the state, 0 if it is not there.
func (w *viewing) element(v *State, id ID) ID {
	if i := slices.Index(w.origin, id); i >= 0 {
		return v.rules.c.first + ID(i)
	}
	return 0
}
