package host

import (
	"log"
	"strings"
	"testing"
)

func TestRedacted(t *testing.T) {
	for in, want := range map[string]string{
		"its hash is 0123456789abcdef, and":                     "its hash is …, and",
		"token Abcdefghijklmnopqrstuvwxyz_-0123.":               "token Abcdefghijklmnopqrstuvwxyz_-0123.",
		`token "Abcdefghijklmnopqrstuvwxyz_-0123"`:              `token "…"`,
		"match abcdefgh234567zz of /home/me/a-long-folder-name": "match abcdefgh234567zz of /home/me/a-long-folder-name",
	} {
		if got := redacted(in); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// Clients that do not speak TLS cause no log entries; problems of the server are logged.
func TestWebLog(t *testing.T) {
	said := new(strings.Builder)
	l := log.New(webLog{newLog(said, "text", "info")}, "", 0)
	l.Print("http: TLS handshake error from 192.0.2.7:1234: EOF")
	l.Print("http: Accept error: too many open files; retrying in 5ms")
	if text := said.String(); strings.Contains(text, "192.0.2.7") || !strings.Contains(text, "level=WARN") || !strings.Contains(text, "too many open files") {
		t.Errorf("the log says %s", text)
	}
}
