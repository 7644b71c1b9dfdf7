package game

import "slices"

// talk is what the present move has to say.
type talk struct {
	talking bool // keep lines and notices
	lines   []Line
	notices []Notice
}

// reset leaves the lines to the state that they were given to.
func (k *talk) reset() { *k = talk{} }

type talkMark struct{ lines, notices int }

func (k *talk) mark() talkMark { return talkMark{len(k.lines), len(k.notices)} }

func (k *talk) rollback(m *talkMark) { k.lines, k.notices = k.lines[:m.lines], k.notices[:m.notices] }

// something stands for an element that a reader may not know.
const something = "something"

// toldTo returns what the last move had to say, as far as it is for the eyes of a view.
func (s *State) toldTo(v *State) *told {
	if s.told == nil {
		return nil
	}
	seat := v.view.seat
	all := seat == Judge || !s.rules.c.sighted
	out := &told{moments: s.told.moments}
	for _, l := range s.told.lines {
		if l.private && seat != Judge && l.to&eye(seat) == 0 {
			continue
		}
		if !all {
			l = l.seenBy(s, v)
		}
		out.lines = append(out.lines, l)
	}
	for _, n := range s.told.notices {
		if !all {
			n.Args, _ = argsSeen(s, v, n.Args, n.called, n.seen, n.where, nil)
			n.called, n.seen, n.where = nil, nil, nil
		}
		out.notices = append(out.notices, n)
	}
	return out
}

func (l Line) seenBy(s, v *State) Line {
	l.Args, l.names = argsSeen(s, v, l.Args, l.called, l.seen, l.where, l.names)
	l.called, l.seen, l.where = nil, nil, nil
	return l
}

// argsSeen returns arguments as they are in a view, and what elements among them are called: who
// knows an element reads what it is, who can follow it reads where it is.
func argsSeen(s, v *State, args []any, called []string, seen, where []uint64, names []string) ([]any, []string) {
	if seen == nil {
		return args, names
	}
	args, names = slices.Clone(args), slices.Clone(names)
	for i, a := range args {
		id, ok := a.(ID)
		if !ok || id < s.rules.c.first {
			continue
		}
		in := ID(0)
		if where[i]&eye(v.view.seat) != 0 {
			in = v.view.element(v, id)
		}
		knows := seen[i]&eye(v.view.seat) != 0
		labelled := knows && s.labels(id, called[i])
		switch {
		case in != 0:
			args[i] = in
		case knows:
			args[i] = called[i]
		default:
			args[i] = something
		}
		switch {
		case names == nil:
		case in == 0:
			names[i] = ""
		case labelled:
			names[i] = called[i]
		default:
			names[i] = v.Name(in)
		}
	}
	return args, names
}

// labels reports whether the text is the label of an element, not the name of its kind.
func (s *State) labels(id ID, text string) bool {
	k := s.Kind(id)
	return k != nil && (k.Label != nil || k.Look.Label != "") || k == nil && text != ""
}

// element returns what an element of the state is in the view, 0 if it is not there.
func (w *viewing) element(v *State, id ID) ID {
	if i := slices.Index(w.origin, id); i >= 0 {
		return v.rules.c.first + ID(i)
	}
	return 0
}
