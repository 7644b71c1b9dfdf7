// Package words has the small parts of sentences that all commands share: counts, names, suggestions for misspelled
// words, and text made safe to show.
package words

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// Plural returns a count with its noun: 1 move, 2 moves.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	if strings.HasSuffix(noun, "ch") {
		noun += "e"
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Operator has the sentences for entries that the operator of a server adds to a match, by kind.
var Operator = map[string]string{
	"restored": "The server was restored from a backup; chance continues with new random numbers.",
	"looked":   "The operator of the server looked at what is hidden.",
	"closed":   "The operator of the server ended the match.",
}

// Players returns the possible numbers of players as text: 2 to 4 players, or 2 or 4 players.
func Players(r *game.Rules) string {
	all := r.SeatCounts()
	n := len(all)
	switch {
	case n == 0:
		return "no number of players"
	case n == 1:
		return Plural(all[0], "player")
	case all[n-1]-all[0] == n-1:
		return fmt.Sprintf("%d to %d players", all[0], all[n-1])
	}
	var each []string
	for _, x := range all {
		each = append(each, strconv.Itoa(x))
	}
	return strings.Join(each[:n-1], ", ") + " or " + each[n-1] + " players"
}

// Clip returns the beginning of an input, for an error that quotes it.
func Clip(text string) string {
	const most = 60
	if text = strings.ToValidUTF8(text, "?"); len(text) <= most {
		return text
	}
	end := most
	for !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// Instead lists the valid names, and suggests the one that was probably meant.
func Instead(name, there string, names []string) string {
	best := Nearest(Clip(name), names)
	there += " " + strings.Join(names, ", ")
	if best == "" {
		return there
	}
	return fmt.Sprintf("did you mean %q? %s", best, strings.ToUpper(there[:1])+there[1:])
}

// Tame replaces control characters and changes of the writing direction with spaces, so that a text cannot change the
// terminal.
func Tame(text string) string { return tame(text, "") }

// TameLines is Tame for a text with several lines and tabs.
func TameLines(text string) string { return tame(text, "\n\t") }

func tame(text, keep string) string {
	return strings.Map(func(r rune) rune {
		if (unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)) && !strings.ContainsRune(keep, r) {
			return ' '
		}
		return r
	}, text)
}

// Title returns the title of a game, or its name.
func Title(r *game.Rules) string {
	if r.About.Title == "" {
		return r.Name
	}
	return r.About.Title
}

// Options lists options, each after a comma.
func Options(v game.Values) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(v)) {
		fmt.Fprintf(&b, ", %s=%s", name, v[name])
	}
	return b.String()
}

// Setting describes an option: how to type it, and what it means.
func Setting(o game.Setting) string {
	var values string
	switch o.Type {
	case "number":
		values = "N"
		if o.Min != 0 || o.Max != 0 {
			values = fmt.Sprintf("%d..%d", o.Min, o.Max)
		}
	case "bool":
		values = "true|false"
	case "select":
		values = strings.Join(o.Choices, "|")
	default:
		values = "TEXT"
	}
	line := fmt.Sprintf("%s=%s  %s, by default %s.", o.Name, values, o.Label, o.Default)
	if o.Description != "" {
		line += " " + o.Description
	}
	return line
}

// Preset lists the options of a preset.
func Preset(v game.Values) string {
	return cmp.Or(strings.TrimPrefix(Options(v), ", "), "the defaults")
}

// Drawing returns the boards that can be drawn as text.
func Drawing(s *game.State) string {
	var b strings.Builder
	for _, l := range s.Rules().Layout {
		if d, can := l.(interface{ Draw(*game.State) string }); can {
			b.WriteString(d.Draw(s))
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// ShellQuoted quotes a path for a shell, if necessary.
func ShellQuoted(path string) string {
	if strings.ContainsAny(path, " '\"\\$&;()<>|*?`!") {
		return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
	}
	return path
}

// Standing describes how a game ended, or whose turn it is.
func (n Names) Standing(s *game.State, ended string) string {
	switch after := "After " + Plural(s.Played(), "move") + ": "; {
	case ended != "":
		return after + ended + "."
	case s.ToAct().Len() > 1:
		return after + "waiting for " + n.All(s.ToAct()) + "."
	default:
		return after + n.Of(s.Turn()) + "'s turn."
	}
}

// List joins names: a, b and c.
func List(names []string, last string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " " + last + " " + names[len(names)-1]
}

// Bug returns the error for a panic that the rules did not cause.
func Bug(p any) error {
	return fmt.Errorf("a bug in ply itself: %v\nPlease report it with the command line that led here", p)
}
