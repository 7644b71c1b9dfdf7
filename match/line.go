package match

import (
	"cmp"
	"regexp"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
)

// Line is a sentence for people, in which {0}, {1} and so on stand for its arguments, and {0|point|points} for one of
// two words. The user interface fills in the names of players, labels and translations.
type Line struct {
	Text string `json:"text" doc:"The sentence. {0}, {1} and so on stand for the arguments; {0|point|points} is the first word if argument 0 is the number 1, otherwise the second."`
	Args []Arg  `json:"args,omitempty" nullable:"false" doc:"The arguments."`
}

// Arg is an argument of a Line: a seat, an element, a number or a word.
type Arg struct {
	Seat    *game.Seat `json:"seat,omitempty" doc:"The number of a seat."`
	Name    string     `json:"name,omitempty" doc:"With seat: the player in the seat at that time."`
	Element string     `json:"element,omitempty" doc:"The name of a thing or place in the observer's view."`
	Label   string     `json:"label,omitempty" doc:"With element: its label for people, if different from the name."`
	Number  *int       `json:"number,omitempty" doc:"A number."`
	Word    string     `json:"word,omitempty" doc:"A word; empty if the argument has no other field."`
}

// LineOf converts a line of the rules. Named returns the name of the player in a seat; it may be nil.
func LineOf(l game.Line, named func(game.Seat) string) Line {
	x := Line{Text: l.Text}
	if len(l.Args) > 0 {
		x.Args = make([]Arg, 0, len(l.Args))
	}
	for i := range l.Args {
		value, name, label := l.Arg(i)
		x.Args = append(x.Args, argOf(value, name, label, named))
	}
	return x
}

// LineOrNone is LineOf for a line that may be nil.
func LineOrNone(l *game.Line) *Line {
	if l == nil {
		return nil
	}
	x := LineOf(*l, nil)
	return &x
}

func argOf(value any, name, label string, named func(game.Seat) string) Arg {
	switch v := value.(type) {
	case game.ID:
		return Arg{Element: name, Label: label}
	case game.Seat:
		if named != nil {
			return Arg{Seat: &v, Name: named(v)}
		}
		return Arg{Seat: &v}
	case int:
		return Arg{Number: &v}
	case string:
		return Arg{Word: v}
	}
	return Arg{}
}

var placeholder = regexp.MustCompile(`\{(\d+)(?:\|([^|{}]*)\|([^|{}]*))?\}`)

// Words returns the sentence with its arguments filled in. Called returns the name for a seat, given the player's name
// at the time.
func (l Line) Words(called func(seat game.Seat, name string) string) string {
	return placeholder.ReplaceAllStringFunc(l.Text, func(at string) string {
		parts := placeholder.FindStringSubmatch(at)
		n, err := strconv.Atoi(parts[1])
		if err != nil || n >= len(l.Args) {
			return at
		}
		switch a := l.Args[n]; {
		case parts[2] != "" || parts[3] != "":
			if a.Number != nil && *a.Number == 1 {
				return parts[2]
			}
			return parts[3]
		case a.Seat != nil:
			return called(*a.Seat, a.Name)
		case a.Element != "":
			return cmp.Or(a.Label, a.Element)
		case a.Number != nil:
			return strconv.Itoa(*a.Number)
		default:
			return a.Word
		}
	})
}

// String returns the sentence with seats as player 1, player 2.
func (l Line) String() string {
	return l.Words(func(seat game.Seat, _ string) string { return new(game.Rules).SeatName(seat) })
}

// LogLines returns the lines of a move for a log. What the rules say about the move replaces its own line if it names
// the player first, so that the log does not say the same twice.
func LogLines(seat game.Seat, move Line, said []Line) []Line {
	if len(said) > 0 && said[0].startsWith(seat) {
		return said
	}
	return append([]Line{move}, said...)
}

// startsWith reports whether the sentence begins with the seat.
func (l Line) startsWith(seat game.Seat) bool {
	number, _, found := strings.Cut(strings.TrimPrefix(l.Text, "{"), "}")
	n, err := strconv.Atoi(number)
	return found && err == nil && strings.HasPrefix(l.Text, "{") && n >= 0 && n < len(l.Args) && l.Args[n].Seat != nil &&
		*l.Args[n].Seat == seat
}
