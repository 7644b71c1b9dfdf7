package words

import (
	"strconv"
	"strings"
)

// Ranges joins labels; three or more consecutive numbers become a range.
func Ranges(labels []string) string {
	var all []string
	for i := 0; i < len(labels); {
		n, last := i+1, labels[i]
		for n < len(labels) && isNextNumber(last, labels[n]) {
			n, last = n+1, labels[n]
		}
		if n-i < 3 {
			n, last = i+1, labels[i]
		}
		if n == i+1 {
			all = append(all, last)
		} else {
			all = append(all, labels[i]+" to "+last)
		}
		i = n
	}
	return strings.Join(all, ", ")
}

// isNextNumber reports whether b is the number after a.
func isNextNumber(a, b string) bool {
	m, isA := strconv.Atoi(a)
	n, isB := strconv.Atoi(b)
	return isA == nil && isB == nil && n == m+1
}
