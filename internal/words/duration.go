package words

import (
	"strconv"
	"strings"
	"time"
)

// day is the longest unit of durations as people write them.
const day = 24 * time.Hour

// Duration reads a duration as people write it: 300ms, 10s, 2m, 30d.
func Duration(text string) (time.Duration, error) {
	if days, found := strings.CutSuffix(text, "d"); found {
		if n, err := strconv.Atoi(days); err == nil && n >= 0 && n < 100_000 {
			return time.Duration(n) * day, nil
		}
	}
	return time.ParseDuration(text)
}
