package words

import (
	"strconv"
	"strings"
)

// First cuts a text after its first word, or after a quoted label, whose quotes it removes.
func First(text string) (word, rest string) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil {
		word, _ = strconv.Unquote(quoted)
		return word, text[len(quoted):]
	}
	word, rest, _ = strings.Cut(text, " ")
	return word, rest
}

// Differs reports whether a text that begins like a label continues like it and then differs: "3 of cups" is not an
// abbreviation of "3 of coins". The text is given as First returns it.
func Differs(label, word, rest string) bool {
	if len(word) >= len(label) || rest == "" {
		return false
	}
	further := strings.Fields(label[len(word):])
	return len(further) > 0 && strings.EqualFold(further[0], strings.Fields(rest)[0])
}
