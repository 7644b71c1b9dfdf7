package catalogue

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

var (
	placeholder = regexp.MustCompile(`\{(game|seats|others|option|preset|role)(:\w+)?\}`)
	preferred   = regexp.MustCompile(`\{game:(\w+)\}`)
)

// Example fills in the placeholders of an example command line, so that it works with a game of the catalogue:
//
//	{game}      the name of the game; {game:hex} prefers hex, if it is in the catalogue
//	{seats}     a number of seats above the minimum
//	{others}    the number of seats but one
//	{option}    NAME=VALUE of an option
//	{preset}    the name of a preset
//	{role}      the name of the last role
//
// It reports whether there is a game with all of them.
func (c Catalogue) Example(text string) (line string, ok bool) {
	all := slices.Clone(c)
	if len(all) == 0 {
		all = Catalogue{{Name: "GAME", Seats: game.Exactly(2)}}
	}
	if m := preferred.FindStringSubmatch(text); m != nil {
		slices.SortStableFunc(all, func(a, b *game.Rules) int { return rank(a, m[1]) - rank(b, m[1]) })
	}
	for _, r := range all {
		if line, ok = example(text, r); ok {
			return line, true
		}
	}
	return "", false
}

func rank(r *game.Rules, preferred string) int {
	if r.Name == preferred {
		return 0
	}
	return 1
}

// example fills in the placeholders with one game.
func example(text string, r *game.Rules) (line string, ok bool) {
	seats := r.Seats.Min
	if strings.Contains(text, "{seats}") {
		for seats++; seats <= r.Seats.Max && r.Unfit(seats) != nil; seats++ {
		}
		if seats > r.Seats.Max {
			return "", false
		}
	}
	ok = true
	line = placeholder.ReplaceAllStringFunc(text, func(p string) string {
		value := value(placeholder.FindStringSubmatch(p)[1], r, seats)
		ok = ok && value != ""
		return words.ShellQuoted(value)
	})
	return line, ok
}

// value returns the value of a placeholder, or "" if the game has none.
func value(name string, r *game.Rules, seats int) string {
	switch {
	case name == "game":
		return r.Name
	case name == "seats":
		return strconv.Itoa(seats)
	case name == "others" && seats > 1:
		return strconv.Itoa(seats - 1)
	case name == "option" && len(r.Options) > 0:
		return r.Options[0].Name + "=" + otherValue(r.Options[0])
	case name == "preset" && len(r.Presets) > 0:
		return r.Presets[0].Name
	case name == "role" && seats > 1 && len(r.Roles) >= seats:
		return r.Roles[seats-1].Name
	}
	return ""
}

// otherValue returns a value of an option other than its default, if it can.
func otherValue(o game.Setting) string {
	switch o.Type {
	case "bool":
		return strconv.FormatBool(o.Default != "true")
	case "select":
		for _, c := range o.Choices {
			if c != o.Default {
				return c
			}
		}
	case "number":
		usual, _ := strconv.Atoi(o.Default)
		switch half := (o.Min + usual + 1) / 2; {
		case half != usual:
			return strconv.Itoa(half)
		case usual < o.Max:
			return strconv.Itoa(o.Max)
		}
	}
	return o.Default
}
