package words

import (
	"context"
	"errors"
	"net"
	"net/url"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

func TestList(t *testing.T) {
	for want, names := range map[string][]string{"": nil, "a": {"a"}, "a or b": {"a", "b"}, "a, b or c": {"a", "b", "c"}} {
		if got := List(names, "or"); got != want {
			t.Errorf("%q is %q, want %q", names, got, want)
		}
	}
}

// A text is cut between letters, with a mark at the end.
func TestClip(t *testing.T) {
	if got := Clip("short"); got != "short" {
		t.Errorf("short is %q", got)
	}
	long := strings.Repeat("x", 59) + "äöü"
	if got := Clip(long); got != strings.Repeat("x", 59)+"…" {
		t.Errorf("the text is cut to %q", got)
	}
}

// Characters that would move the cursor are replaced by a space.
func TestTame(t *testing.T) {
	if got := Tame("a\x1b[2Jb\nc\u202ed"); got != "a [2Jb c d" {
		t.Errorf("it is %q", got)
	}
	if got := TameLines("a\x1b[2Jb\n\tc\rd\u2066"); got != "a [2Jb\n\tc d " {
		t.Errorf("lines are %q", got)
	}
}

func TestInstead(t *testing.T) {
	names := []string{"start", "moves", "play"}
	for name, want := range map[string]string{
		"plai": `did you mean "play"? There is start, moves, play`,
		"zzzz": "there is start, moves, play",
	} {
		if got := Instead(name, "there is", names); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
}

func TestShellQuoted(t *testing.T) {
	for path, want := range map[string]string{"game.ply": "game.ply", "my game.ply": "'my game.ply'", "it's": `'it'\''s'`} {
		if got := ShellQuoted(path); got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}

func TestPlayers(t *testing.T) {
	even := func(_ game.Values, seats int) *game.Line {
		if seats%2 == 1 {
			return game.NewLine("an even number plays")
		}
		return nil
	}
	for want, r := range map[string]*game.Rules{
		"1 player":             {Seats: game.Exactly(1)},
		"2 to 4 players":       {Seats: game.Between(2, 4)},
		"2 or 4 players":       {Seats: game.Between(2, 4), Fit: even},
		"2, 4 or 6 players":    {Seats: game.Between(1, 7), Fit: even},
		"2 players":            {Seats: game.Between(1, 3), Fit: even},
		"no number of players": {Seats: game.Exactly(3), Fit: even},
	} {
		if got := Players(r); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for text, want := range map[string]time.Duration{"30d": 720 * time.Hour, "0d": 0, "1h30m": 90 * time.Minute, "300ms": 300 * time.Millisecond} {
		if got, err := Duration(text); got != want || err != nil {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "d", "-1d", "1.5d", "100000d", "5", "soon"} {
		if got, err := Duration(text); err == nil {
			t.Errorf("%q is %v", text, got)
		}
	}
}

// Durations are shown without zeros.
func TestSpan(t *testing.T) {
	for d, want := range map[time.Duration]string{
		300 * time.Millisecond: "300ms", 90 * time.Second: "1m30s", 5 * time.Minute: "5m", 2 * time.Hour: "2h", 48 * time.Hour: "2d", 0: "0s", -3 * time.Second: "-3s",
	} {
		if got := Span(d); got != want {
			t.Errorf("%v is %s, not %s", d, got, want)
		}
	}
}

// A server that cannot be reached is reported in words for people, and programs still find the cause.
func TestUnreachable(t *testing.T) {
	refused := &url.Error{Op: "Get", URL: "http://localhost:1/api", Err: &net.OpError{Op: "dial", Net: "tcp", Err: os.NewSyscallError("connect", syscall.ECONNREFUSED)}}
	if err := Unreachable(refused); err.Error() != "the server at localhost:1 does not respond: connection refused" || !errors.Is(err, syscall.ECONNREFUSED) {
		t.Error(err)
	}
	unknown := &url.Error{Op: "Get", URL: "http://nowhere", Err: &net.DNSError{Err: "no such host", Name: "nowhere", Server: "10.0.0.1:53", IsNotFound: true}}
	if err := Unreachable(unknown); err.Error() != "there is no host nowhere" {
		t.Error(err)
	}
	if err := Unreachable(context.Canceled); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
