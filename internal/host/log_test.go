package host

import "testing"

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
