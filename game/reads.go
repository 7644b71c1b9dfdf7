package game

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
)

// MoveLine returns how a move that was played on s reads to an observer, where next is the state after it: by
// Action.Notation or Action.Reads, or as the label of the action and what was chosen. What the observer sees neither
// before nor after the move, nor at a Moment of it, is "something". MoveLine calls the function for views in which
// elements have labels; callers that do not cache views pass State.View.
func (s *State) MoveLine(view func(*State, Seat) *State, seat Seat, m Move, next *State) Line {
	a := s.rules.c.byAction[m.Action]
	if seat = s.observer(seat); a == nil || s.view == nil && s.secret(m) && seat != m.Seat && seat != Judge {
		return Line{Text: "{0} has chosen", Args: []any{m.Seat}, names: []naming{{name: s.rules.role(m.Seat)}}}
	}
	l := moveLine{s: s, next: next, seat: seat, view: view, called: s.namesFor(seat, m, next)}
	l.text = make([]byte, 0, 64)
	l.Args, l.names = make([]any, 0, 1+len(m.Picks)), make([]naming, 0, 1+len(m.Picks))
	l.arg(m.Seat, naming{name: s.rules.role(m.Seat)})
	if text := a.notation(s, m); text != "" {
		l.say(": ")
		l.arg(text, naming{})
		return l.line()
	}
	if a.Reads == "" {
		l.say(": ")
		l.say(cmp.Or(a.Label, a.Name))
		for i, values := range m.Picks {
			if len(values) > 0 && i < len(a.picks) {
				l.say(" ")
				l.values(a.picks[i], values, " + ")
			}
		}
		return l.line()
	}
	l.text = l.text[:0]
	for text := a.Reads; text != ""; {
		before, rest, found := strings.Cut(text, "{")
		if !found {
			l.say(before)
			break
		}
		name, after, _ := strings.Cut(rest, "}")
		text = after
		if name == "seat" {
			l.say(before)
			l.say("{0}")
			continue
		}
		i := slices.IndexFunc(a.picks, func(p *pick) bool { return p.name == name })
		if i >= 0 && i < len(m.Picks) && len(m.Picks[i]) > 0 { // otherwise the words before it are left out too
			l.say(before)
			l.values(a.picks[i], m.Picks[i], ", ")
		}
	}
	return l.line()
}

// notation returns the move in the notation of the game, "" if there is none. A move that is still being chosen may
// be too short for it, so a panic is not a Fault: the move then reads as it would without a notation.
func (a *action) notation(s *State, m Move) (text string) {
	if a.Notation == nil {
		return ""
	}
	defer func() {
		if recover() != nil {
			text = ""
		}
	}()
	return a.Notation(s, m)
}

// moveLine is the line of a move under construction.
type moveLine struct {
	Line
	text    []byte // of the line, so far
	s, next *State
	seat    Seat
	view    func(*State, Seat) *State
	called  moveNames
}

// line returns what was written.
func (l *moveLine) line() Line {
	l.Text = string(l.text)
	return l.Line
}

// say appends words.
func (l *moveLine) say(words string) { l.text = append(l.text, words...) }

// arg appends an argument.
func (l *moveLine) arg(v any, n naming) {
	l.text = append(strconv.AppendInt(append(l.text, '{'), int64(len(l.Args)), 10), '}')
	l.Args, l.names = append(l.Args, v), append(l.names, n)
}

// values appends what was chosen for a pick.
func (l *moveLine) values(p *pick, values []Value, between string) {
	for k, v := range values {
		if k > 0 {
			l.say(between)
		}
		switch name := l.called.name(p, v); {
		case name == "?":
			l.arg(something, naming{})
		case p.sort == anElement:
			l.arg(ID(0), naming{name, l.label(name)})
		case p.sort == aSeat:
			l.arg(Seat(v.N), naming{name: l.s.rules.role(Seat(v.N))})
		case p.sort == aKind:
			l.arg(p.kind(v).labelOrName(), naming{})
		case p.sort == aNumber && p.show(v) == itoa(int(v.N)):
			l.arg(int(v.N), naming{})
		default:
			l.arg(name, naming{})
		}
	}
}

// label returns the label of an element that the observer has a name for: before the move, after it or at a moment of
// it.
func (l *moveLine) label(name string) string {
	if !strings.HasPrefix(name, "#") {
		return ""
	}
	for _, s := range []*State{l.s, l.next} {
		v := l.view(s, l.seat)
		if id := v.Find(name); id != 0 {
			return v.calling(id)
		}
	}
	for _, m := range l.next.Moments() {
		if v := m.View(l.seat); v.Find(name) != 0 {
			return v.calling(v.Find(name))
		}
	}
	return ""
}

// unreadable returns a pick named in Reads that the action does not have.
func (a *action) unreadable() string {
	for text := a.Reads; ; {
		_, rest, found := strings.Cut(text, "{")
		name, after, closed := strings.Cut(rest, "}")
		switch {
		case !found:
			return ""
		case !closed || name != "seat" && !slices.ContainsFunc(a.picks, func(p *pick) bool { return p.name == name }):
			return name
		}
		text = after
	}
}
