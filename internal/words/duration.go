package words

import (
	"strconv"
	"strings"
	"time"
)

// day is the longest unit of durations as people write them.
const day = 24 * time.Hour

// Span returns a duration as people write it: 300ms, 10s, 2m, 30d.
func Span(d time.Duration) string {
	if d > 0 && d%day == 0 {
		return strconv.Itoa(int(d/day)) + "d"
	}
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// Duration reads a duration as people write it: 300ms, 10s, 2m, 30d.
func Duration(text string) (time.Duration, error) {
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 100_000 {
			return time.Duration(n) * day, nil
		}
	}
	return time.ParseDuration(text)
}
