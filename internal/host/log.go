package host

import (
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// newLog is what a server tells its operator. It has no secrets.
func newLog(to io.Writer, format, level string) *slog.Logger {
	options := &slog.HandlerOptions{Level: logLevels[level], ReplaceAttr: blacken}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// blacken takes secrets out of what is logged: an error may have the hash of a state in its words.
func blacken(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
		return a
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(blackened(v))
	case error, fmt.Stringer, []byte:
		a.Value = slog.StringValue(blackened(fmt.Sprint(v)))
	}
	return a
}

var (
	wordLike = regexp.MustCompile(`[A-Za-z0-9_./-]+`)
	hashLike = regexp.MustCompile(`[0-9a-f]{16,}`)
)

// tokenLength is how long the secret of a seat is.
const tokenLength = 32

// blackened replaces what looks like a hash, a seed or a token.
func blackened(text string) string {
	return wordLike.ReplaceAllStringFunc(text, func(word string) string {
		if len(word) == tokenLength && !strings.ContainsAny(word, "./") {
			return "…"
		}
		return hashLike.ReplaceAllString(word, "…")
	})
}
