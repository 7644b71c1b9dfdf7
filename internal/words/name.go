package words

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// PlayerName returns the name of a player with normalized spaces, or an error if it cannot be displayed or looks like a
// reserved name. An empty name stays empty.
func PlayerName(name string, reserved ...string) (string, error) {
	name = strings.Join(strings.Fields(name), " ")
	switch {
	case name == "":
		return "", nil
	case !Displayable(name):
		return "", errors.New("the name has characters that cannot be displayed")
	case !strings.ContainsFunc(name, visible):
		return "", errors.New("the name cannot be seen")
	case stacked(name):
		return "", errors.New("a letter of the name has too many marks")
	}
	for _, r := range reserved {
		if skeleton(name) == skeleton(r) {
			return "", errors.New("this name is reserved")
		}
	}
	return name, nil
}

// Distinct returns a name with a number after it if it looks like one of the others.
func Distinct(name string, others []string) string {
	taken := map[string]bool{}
	for _, other := range others {
		taken[skeleton(other)] = true
	}
	distinct := name
	for n := 2; taken[skeleton(distinct)]; n++ {
		distinct = fmt.Sprintf("%s %d", name, n)
	}
	return distinct
}

// skeleton returns what names that look alike have in common.
func skeleton(name string) string {
	return strings.Map(func(r rune) rune {
		switch i := slices.Index(lookalikes, r); {
		case !visible(r):
			return -1
		case i >= 0:
			r = rune(latin[i])
		case '\uff01' <= r && r <= '\uff5e': // fullwidth forms
			r -= '\uff01' - '!'
		case '\U0001d400' <= r && r <= '\U0001d6a3': // mathematical alphabets
			r = (r-'\U0001d400')%26 + 'a'
		}
		if r = unicode.ToLower(r); r == 'i' || r == '1' || r == '|' { // a capital I looks like an l
			return 'l'
		}
		return r
	}, name)
}

// lookalikes are letters of other alphabets that look like those of latin, and a zero.
var lookalikes, latin = []rune("0АВЕЅІЈКМНОРСТУХԚԜаеіјорсухѕһԁԛԝӏΑΒΕΖΗΙΚΜΝΟΡΤΥΧακινορυωϲօոսցհɑɡıⅼⅰᴏ"),
	"oABESIJKMHOPCTYXQWaeijopcyxshdqwlABEZHIKMNOPTYXakivopuwconughaglllo"

// Displayable reports whether a text of a player can be displayed: it has no control characters and no characters that
// change the direction of writing.
func Displayable(text string) bool {
	return utf8.ValidString(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsGraphic(r) && r != joiner
	})
}

// joiner joins emoji into one, such as a family.
const joiner = '\u200d'

// visible reports whether a letter of a name can be seen: some letters are blank.
func visible(r rune) bool {
	return r != joiner && !unicode.IsSpace(r) && !unicode.Is(unicode.Mn, r) &&
		!strings.ContainsRune("\u115f\u1160\u2800\u3164\uffa0", r)
}

// maxMarks is how many marks, such as accents, a letter of a name may have: more of them cover the lines above.
const maxMarks = 4

// stacked reports whether a letter of a name has too many marks.
func stacked(name string) bool {
	n := 0
	for _, r := range name {
		if n++; !unicode.Is(unicode.Mn, r) {
			n = 0
		}
		if n > maxMarks {
			return true
		}
	}
	return false
}
