package bot

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode/utf8"

	"github.com/plygame/ply/game"
)

// words are what bots write if any text will do.
var words = []string{"aha", "as you like", "good luck", "hello", "hm", "indeed", "let us see", "maybe", "no", "not bad",
	"so be it", "well", "why not", "yes"}

// Text makes up a text for a pick: a word that fits, or random letters.
func Text(t *game.Text, luck *rand.Rand) string {
	lo, hi := max(1, t.Min), t.Max
	if hi == 0 {
		hi = 200
	}
	fits := func(text string) bool { n := utf8.RuneCountInString(text); return n >= lo && n <= hi }
	if re, err := syntax.Parse(t.Pattern, syntax.Perl); err == nil && t.Pattern != "" {
		for range 100 {
			if text := matching(re.Simplify(), luck); fits(text) {
				return text
			}
		}
	}
	for range 20 {
		if text := words[luck.IntN(len(words))]; fits(text) {
			return text
		}
	}
	letters := make([]byte, lo+luck.IntN(min(hi-lo, 5)+1))
	for i := range letters {
		from := [2]string{"bdfgklmnprstvz", "aeiou"}[i%2]
		letters[i] = from[luck.IntN(len(from))]
	}
	return string(letters)
}

// matching makes up a text that matches a regular expression.
func matching(re *syntax.Regexp, luck *rand.Rand) string {
	var b strings.Builder
	times := 1
	switch re.Op {
	case syntax.OpLiteral:
		return string(re.Rune)
	case syntax.OpCharClass:
		return string(oneOf(re.Rune, luck))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return string(rune('a' + luck.IntN(26)))
	case syntax.OpAlternate:
		return matching(re.Sub[luck.IntN(len(re.Sub))], luck)
	case syntax.OpStar:
		times = luck.IntN(6)
	case syntax.OpPlus:
		times = 1 + luck.IntN(6)
	case syntax.OpQuest:
		times = luck.IntN(2)
	}
	for range times {
		for _, sub := range re.Sub {
			b.WriteString(matching(sub, luck))
		}
	}
	return b.String()
}

// oneOf returns a letter from the ranges, one that is on every keyboard if possible.
func oneOf(ranges []rune, luck *rand.Rand) rune {
	var all []rune
	for i := 0; i+1 < len(ranges); i += 2 {
		for r := max(ranges[i], ' '); r <= min(ranges[i+1], '~'); r++ {
			all = append(all, r)
		}
	}
	if len(all) == 0 {
		return ranges[0]
	}
	return all[luck.IntN(len(all))]
}
