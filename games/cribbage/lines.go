package cribbage

import (
	"fmt"
	"strings"
)

// handLines and cribLines say what was scored, for every combination of what scores.
var (
	handLines = scoreLines("{0} shows {1} {1|point|points}")
	cribLines = scoreLines("the crib of {0} is worth {1} {1|point|points}")
)

func scoreLines(start string) (lines [32]string) {
	for scored := range lines {
		var found []string
		for i, what := range [...]string{"fifteens", "pairs", "runs", "a flush", "the jack of the suit"} {
			if scored>>i&1 != 0 {
				found = append(found, fmt.Sprintf("{%d} for %s", 2+len(found), what))
			}
		}
		lines[scored] = start
		if found != nil {
			lines[scored] += ": " + strings.Join(found, ", ")
		}
	}
	return lines
}
