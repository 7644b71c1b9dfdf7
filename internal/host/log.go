package host

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"regexp"
	"strings"
)

// newLog returns the server's log, which contains no secrets.
func newLog(to io.Writer, format, level string) *slog.Logger {
	options := &slog.HandlerOptions{Level: logLevels[level], ReplaceAttr: redact}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(to, options))
	}
	return slog.New(slog.NewTextHandler(to, options))
}

// redact removes secrets from log entries: an error message may contain the hash of a state.
func redact(_ []string, a slog.Attr) slog.Attr {
	if a.Key == slog.TimeKey || a.Key == slog.LevelKey {
		return a
	}
	switch v := a.Value.Any().(type) {
	case string:
		a.Value = slog.StringValue(redacted(v))
	case error, fmt.Stringer, []byte:
		a.Value = slog.StringValue(redacted(fmt.Sprint(v)))
	}
	return a
}

var (
	wordLike = regexp.MustCompile(`[A-Za-z0-9_./-]+`)
	hashLike = regexp.MustCompile(`[0-9a-f]{16,}`)
)

// tokenLength is the length of a seat's token.
const tokenLength = 32

// redacted replaces everything that looks like a hash, a seed or a token.
func redacted(text string) string {
	return wordLike.ReplaceAllStringFunc(text, func(word string) string {
		if len(word) == tokenLength && !strings.ContainsAny(word, "./") {
			return "…"
		}
		return hashLike.ReplaceAllString(word, "…")
	})
}

// webLog is the log of package http. It logs failed TLS handshakes at the debug level, because on the internet
// strangers cause them all day.
type webLog struct{ *slog.Logger }

// Write implements io.Writer.
func (l webLog) Write(line []byte) (int, error) {
	text, level := strings.TrimSpace(string(line)), slog.LevelWarn
	if strings.HasPrefix(text, "http: TLS handshake ") {
		level = slog.LevelDebug
	}
	l.Log(context.Background(), level, text)
	return len(line), nil
}
