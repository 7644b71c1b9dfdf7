package game

import (
	"cmp"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
)

// Line is a message in a form that can be translated: a text in which {0}, {1} and so on stand for the
// arguments. An argument is an element (ID), a Seat, a number (int) or a word (string, not translated). Other
// integers, strings and Places are converted to one of these. {0|point|points} is the first word if argument 0 is
// 1, otherwise the second.
type Line struct {
	Text string
	Args []any

	Announced bool // by Tx.Announce: it tells everyone on purpose

	names   []naming // the names of the elements in Args when it was said
	called  []string // what they are, for those who know: a label, or the kind
	seen    []uint64 // which observers may know the elements in Args
	where   []uint64 // which observers may know where they are
	to      uint64   // who can read it, if it is private
	private bool
}

// naming is the name of an element, and the label that people read instead, if there is one.
type naming struct{ name, label string }

// Arg returns an argument in the form a user interface needs: an ID, a Seat, an int or a string. For an
// element it also returns its name as the reader knows it, and its label if that is different; for a seat,
// the name of its Role. A reader who may not know the element gets a string in its place.
func (l Line) Arg(n int) (value any, name, label string) {
	if n < len(l.names) {
		name, label = l.names[n].name, l.names[n].label
	}
	return l.Args[n], name, label
}

// NewLine returns a line: a prompt, or a reason. Elements among its arguments appear by their labels in a
// view and in games without secrets, otherwise by name.
func NewLine(text string, args ...any) *Line { return &Line{Text: text, Args: copyArgs(text, args)} }

// copyArgs copies arguments one by one, so that the caller's do not escape to the heap.
func copyArgs(text string, args []any) []any {
	if len(args) == 0 {
		return nil
	}
	kept := make([]any, len(args))
	for i, a := range args {
		switch a := a.(type) {
		case ID:
			kept[i] = a
		case Seat:
			kept[i] = a
		case int:
			kept[i] = a
		case string:
			kept[i] = a
		case *Place:
			kept[i] = a.ID()
		default:
			var ok bool
			if kept[i], ok = plainArg(a); !ok {
				panic(faultf("argument {%d} of %q is not an ID, a Seat, a Place, an integer or a string", i, text))
			}
		}
	}
	return kept
}

// mustHaveArgs panics if a text has a {n} without an argument: players would read it as it is.
func mustHaveArgs(text string, n int) {
	for rest := text; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			return
		}
		inner, _, closed := strings.Cut(after, "}")
		if no, _ := placeholder(inner); closed && no >= n {
			panic(faultf("%q has no argument for {%s}: it has %d, counted from 0", text, inner, n))
		}
		rest = after
	}
}

// plainArg converts a value of another type to a number or a string, or to the result of its String method.
func plainArg(a any) (plain any, ok bool) {
	v := reflect.ValueOf(a)
	if !v.IsValid() {
		return nil, false
	}
	copied := reflect.New(v.Type()).Elem() // so that the caller's does not escape to the heap
	switch {
	case v.CanInt():
		copied.SetInt(v.Int())
		plain = int(v.Int())
	case v.CanUint() && v.Uint() <= math.MaxInt:
		copied.SetUint(v.Uint())
		plain = int(v.Uint())
	case v.Kind() == reflect.String:
		copied.SetString(v.String())
		plain = v.String()
	default:
		return nil, false
	}
	if words, is := copied.Interface().(fmt.Stringer); is {
		plain = words.String()
	}
	return plain, true
}

// String returns the line in the words of the rules' author.
func (l Line) String() string {
	if len(l.Args) == 0 || !strings.Contains(l.Text, "{") {
		return l.Text
	}
	var b strings.Builder
	for text := l.Text; ; {
		end := strings.IndexByte(text, '}')
		if end < 0 {
			b.WriteString(text)
			return b.String()
		}
		open := strings.LastIndexByte(text[:end], '{')
		n, words := placeholder(text[open+1 : end])
		switch {
		case open >= 0 && n >= 0 && n < len(l.Args) && words == "":
			b.WriteString(text[:open])
			b.WriteString(l.arg(n))
		case open >= 0 && n >= 0 && n < len(l.Args):
			b.WriteString(text[:open])
			b.WriteString(plural(l.Args[n], words))
		default:
			b.WriteString(text[:end+1])
		}
		text = text[end+1:]
	}
}

// placeholder returns the number of the argument that stands between braces, -1 if none does, and the words
// to choose from, if it has some: point|points.
func placeholder(inner string) (n int, words string) {
	number, words, _ := strings.Cut(inner, "|")
	n, err := strconv.Atoi(number)
	if err != nil || n < 0 {
		return -1, ""
	}
	return n, words
}

// plural returns the first of two words for 1, otherwise the second.
func plural(n any, words string) string {
	one, more, _ := strings.Cut(words, "|")
	if n == 1 {
		return one
	}
	return more
}

func (l Line) arg(n int) string {
	if n < len(l.names) && l.names[n].name != "" {
		return cmp.Or(l.names[n].label, l.names[n].name)
	}
	switch a := l.Args[n].(type) {
	case ID:
		return "element " + strconv.Itoa(int(a))
	case Seat:
		return player(a)
	case int:
		return strconv.Itoa(a)
	case string:
		return a
	}
	return "?"
}

// labelled fills in the labels of the elements.
func (l Line) labelled(s *State) Line {
	l = l.named(s)
	l.called = kindNames(s, l.Args)
	for i, a := range l.Args {
		if id, ok := a.(ID); ok {
			l.names[i].label = s.label(id)
		}
	}
	return l
}

// kindNames returns what the elements among the arguments are: the label of the kind, or its name.
func kindNames(s *State, args []any) (names []string) {
	for i, a := range args {
		if id, ok := a.(ID); ok {
			if names == nil {
				names = make([]string, len(args))
			}
			names[i] = s.calling(id)
		}
	}
	return names
}

// named fills in the names of elements and seats in s, because their numbers mean nothing to a reader.
func (l Line) named(s *State) Line {
	for i, a := range l.Args {
		var name string
		switch a := a.(type) {
		case ID:
			name = s.Name(a)
		case Seat:
			name = s.rules.role(a)
		}
		if name == "" {
			continue
		}
		if l.names == nil {
			l.names = make([]naming, len(l.Args))
		}
		l.names[i] = naming{name: name}
	}
	return l
}

// reason fills in the names of elements in a reason given to a seat. Labels are for those who see the
// elements: in a view that is its reader, and in a game without secrets everyone.
func (l Line) reason(s *State) Line {
	l = l.named(s)
	if s.view == nil && s.rules.c.sighted {
		return l
	}
	for i, a := range l.Args {
		if id, ok := a.(ID); ok {
			l.names[i].label = s.label(id)
		}
	}
	return l
}

// Notice is an effect for the user interface that is not part of the rules: an animation, a sound. The
// notices of a move are in the order they were emitted.
type Notice struct {
	Name string
	Args []any

	called []string
	names  []naming
	seen   []uint64 // which observers may know the elements in Args
	where  []uint64 // which observers may know where they are
}

// Arg returns an argument in the form a user interface needs: see Line.Arg.
func (n Notice) Arg(i int) (value any, name, label string) {
	return Line{Args: n.Args, names: n.names}.Arg(i)
}
