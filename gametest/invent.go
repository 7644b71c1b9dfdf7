package gametest

import (
	"math/rand/v2"
	"regexp/syntax"
	"strings"
	"unicode"

	"github.com/plygame/ply/game"
)

// invent makes up a text that fits a pick of free text.
func invent(t *game.Text, r *rand.Rand) string {
	var b strings.Builder
	if re, err := syntax.Parse(t.Pattern, syntax.Perl); err == nil && t.Pattern != "" {
		write(&b, re.Simplify(), r)
		return b.String()
	}
	n := t.Min + r.IntN(9)
	if t.Max > 0 {
		n = min(n, t.Max)
	}
	for range n {
		b.WriteByte("abcdefghijklmnopqrstuvwxyz0123456789"[r.IntN(36)])
	}
	return b.String()
}

// write adds a text that the expression matches.
func write(b *strings.Builder, re *syntax.Regexp, r *rand.Rand) {
	switch re.Op {
	case syntax.OpLiteral:
		b.WriteString(string(re.Rune))
	case syntax.OpCharClass:
		b.WriteRune(oneOf(re.Rune, r))
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		b.WriteRune('a' + rune(r.IntN(26)))
	case syntax.OpCapture, syntax.OpConcat:
		for _, sub := range re.Sub {
			write(b, sub, r)
		}
	case syntax.OpAlternate:
		write(b, re.Sub[r.IntN(len(re.Sub))], r)
	case syntax.OpStar:
		repeat(b, re.Sub[0], r.IntN(4), r)
	case syntax.OpPlus:
		repeat(b, re.Sub[0], 1+r.IntN(4), r)
	case syntax.OpQuest:
		repeat(b, re.Sub[0], r.IntN(2), r)
	}
}

func repeat(b *strings.Builder, re *syntax.Regexp, n int, r *rand.Rand) {
	for range n {
		write(b, re, r)
	}
}

// oneOf returns a rune of a class, which is a list of ranges; a printable one if possible.
func oneOf(class []rune, r *rand.Rand) (one rune) {
	if len(class) == 0 {
		return 'a'
	}
	for range 20 {
		at := 2 * r.IntN(len(class)/2)
		low, high := class[at], class[at+1]
		if one = low + rune(r.IntN(int(min(high-low, 1<<10))+1)); unicode.IsPrint(one) {
			break
		}
	}
	return one
}
