package cli

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/match"
)

// troubled is a match with an undo, a new seed and a resignation.
func troubled(t *testing.T) *match.Match {
	t.Helper()
	m, err := match.New(odd.Dicey(), match.Setup{ID: "m1", Seats: 2, Seed: match.SeedText(game.SeedOf(8)), Created: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	do := func(batch *match.Batch, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		if batch != nil {
			m.Commit(batch)
		}
	}
	move := func() {
		t.Helper()
		do(m.Play(m.State().Turn(), m.Seq(), "act"))
	}
	do(m.Sit(0, match.Player{Name: "Annabella", Token: "a"}))
	do(m.Sit(1, match.Player{Name: "B\x1b[2Job", Token: "b"}))
	move()
	move()
	by := m.Log(m.Seq())[0].Seat
	do(m.Undo(by))
	do(m.Agree(1-by, true))
	move()
	do(m.Resign(1, "random"))
	if !m.Over() {
		t.Fatal("the match continues")
	}
	return m
}

// typing runs a command line with this input.
func typing(in string, args ...string) (code int, out, problems string) {
	var o, e bytes.Buffer
	code = run(args, odd.Games(), &console.Console{In: strings.NewReader(in), Out: &o, Err: &e})
	return code, o.String(), e.String()
}

func TestReplayMatch(t *testing.T) {
	m := troubled(t)
	text := m.Record().String()
	for _, word := range []string{"undo ", "reseed ", "resign "} {
		if !strings.Contains(text, word) {
			t.Fatalf("the match has no %s:\n%s", word, text)
		}
	}
	code, out, problems := typing(text, "replay", "-")
	for _, want := range []string{
		`(?m)^   1  Annabella: act$`,
		`(?m)^   3  Undo back to 1$`,
		`(?m)^   4  Chance continues with a new seed$`,
		`(?m)^   6  B \[2Job resigns$`,
		`(?m)^After 2 moves: B \[2Job resigned, Annabella wins\.$`,
	} {
		if code != ok || !regexp.MustCompile(want).MatchString(out) {
			t.Errorf("exit code %d (%s), no %s in\n%s", code, problems, want, out)
		}
	}
	if strings.Contains(out, "\x1b") {
		t.Error("a name can move the cursor")
	}
	code, out, _ = typing(text, "replay", "-", "--json")
	for _, want := range []string{`"over": true`, `"result": "won by seat 0"`, `"turn": -1`, `"text": "undo 1"`} {
		if code != ok || !strings.Contains(out, want) {
			t.Errorf("exit code %d, no %s in\n%s", code, want, out)
		}
	}
	path := filepath.Join(t.TempDir(), "match.ply")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, _, problems := typing("", "play", "--plain", "--resume", path); code != failed || !strings.Contains(problems, "ply replay shows it") {
		t.Errorf("exit code %d: %s", code, problems)
	}
	// Up to the undo, and to the changed entry.
	if code, out, _ := typing(text, "replay", "-", "--moves", "3"); code != ok || !strings.Contains(out, "After 1 move: ") || strings.Contains(out, "Chance") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	bad := regexp.MustCompile(`(?m)^5 (.*) = \w+$`).ReplaceAllString(text, "5 $1 = 0123456789abcdef")
	if code, out, problems := typing(bad, "replay", "-"); code != failed || !strings.Contains(out, "Chance continues") || strings.Contains(out, "resigns") || !strings.Contains(problems, "before move 5") {
		t.Errorf("exit code %d:\n%s%s", code, out, problems)
	}
}

func TestVerify(t *testing.T) {
	m := troubled(t)
	text, noted := m.Record().String(), m.Setup().Commitment()
	code, out, problems := typing(text, "verify", "-", "--commitment", noted)
	for _, want := range []string{"Annabella, B [2Job", "the one you noted", "All 3 moves are legal", "Moves were undone once", "Chance continued with a new seed once",
		"The result follows from the moves: B [2Job resigned, Annabella wins.", "The record is genuine."} {
		if code != ok || !strings.Contains(out, want) {
			t.Errorf("exit code %d (%s), no %q in\n%s", code, problems, want, out)
		}
	}
	path := filepath.Join(t.TempDir(), "game.ply")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, out, _ := typing("", "verify", path); code != ok || !strings.Contains(out, noted) || !strings.Contains(out, "If you noted it then") {
		t.Errorf("exit code %d:\n%s", code, out)
	}
	for name, c := range map[string]struct{ pattern, by, want string }{
		"the seed":   {`(?m)^seed ....`, "seed 0000", "the seed does not match the commitment"},
		"a hash":     {`(?m)^2 (.*) = \w{4}`, "2 $1 = 0000", "its hash is"},
		"chance":     {`reseed ....`, "reseed 0000", "the new seed is not derived from the seed"},
		"the result": {`result won by seat 0`, "result won by seat 1", "the record has the result won by seat 1"},
		"no match":   {`(?m)^match .*\n`, "", "not the record of a match"},
	} {
		bad := regexp.MustCompile(c.pattern).ReplaceAllString(text, c.by)
		if code, out, problems := typing(bad, "verify", "-"); code != failed || bad == text || !strings.Contains(problems, "- is not genuine: ") || !strings.Contains(problems, c.want) || strings.Contains(out, "true") {
			t.Errorf("%s: exit code %d:\n%s%s", name, code, out, problems)
		}
		if code, out, _ := typing(bad, "verify", "-", "--json"); code != failed || !strings.Contains(out, `"true": false`) || !strings.Contains(out, c.want) {
			t.Errorf("%s: exit code %d:\n%s", name, code, out)
		}
	}
	if code, _, problems := typing(text, "verify", "-", "--commitment", "abc"); code != misused || !strings.Contains(problems, "64 hexadecimal digits") {
		t.Errorf("exit code %d: %s", code, problems)
	}
	for _, address := range []string{"http://127.0.0.1:1/api/games/hex/x", "http://127.0.0.1:1/hex/x", "127.0.0.1:1/hex/x/", "localhost:1/hex/x/record"} {
		code, _, problems := typing("", "verify", address)
		if code != failed || !strings.Contains(problems, "cannot fetch the record") || !strings.Contains(problems, ":1 does not respond") {
			t.Errorf("%s: exit code %d: %s", address, code, problems)
		}
	}
	if code, _, problems := typing("", "verify", "http://127.0.0.1:1/hex"); code != misused || !strings.Contains(problems, "not the address of a match") {
		t.Errorf("exit code %d: %s", code, problems)
	}
	for _, file := range []string{"nothere.ply", "../nothere/game.ply", "a/b/nothere"} {
		if code, _, problems := typing("", "verify", file); code == ok || strings.Contains(problems, "cannot fetch the record") {
			t.Errorf("%s: exit code %d: %s", file, code, problems)
		}
	}
}
