package tableau

import "strings"

// LightBackground parses COLORFGBG, for terminals that do not report their background: the last number is its colour.
func LightBackground(colors string) bool {
	last := colors[strings.LastIndex(colors, ";")+1:]
	return last == "7" || last == "15"
}
