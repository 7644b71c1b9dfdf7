package gametest

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

var update = flag.Bool("update", false, "update the golden files of gametest")

// Golden plays a random game and compares it, written out with its log lines, drawings and hashes, with a
// file. With -update it writes the file instead.
func Golden(t testing.TB, rules *game.Rules, path string, seed uint64) {
	t.Helper()
	m := New(t, rules, Setup{Seed: seed})
	m.PlayUntil(Over)
	got := m.Story()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatalf("there is no golden file yet (%v); run the test with -update to write it", err)
	}
	if n, a, b := firstLine(got, strings.ReplaceAll(string(want), "\r\n", "\n")); n > 0 {
		t.Fatalf("%s, line %d: the game is now\n  %s\nbut the file has\n  %s\nIf the change is intended, run the test with -update.", path, n, a, b)
	}
}

// firstLine returns the first line in which two texts differ, counted from 1, and 0 if they are the same.
func firstLine(a, b string) (n int, inA, inB string) {
	if a == b {
		return 0, "", ""
	}
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for n < len(x) && n < len(y) && x[n] == y[n] {
		n++
	}
	at := func(lines []string) string {
		if n < len(lines) {
			return lines[n]
		}
		return "(nothing)"
	}
	return n + 1, at(x), at(y)
}

// Story returns the game so far as text: the moves, their log lines, drawings and hashes.
func (m *Match) Story() string {
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s\n\n", describe(m.g.rules), m.g.setup)
	no := 0
	for k, g := range append(m.rigged, m.g) {
		for i, s := range g.states {
			if i == 0 && k > 0 {
				fmt.Fprintf(&out, "Chance is set.\n\n")
				continue
			}
			if i > 0 {
				no++
				st := g.texts[i-1]
				fmt.Fprintf(&out, "%d. %s: %s\n", no, st.seat, st.text)
			}
			for _, l := range s.Said() {
				fmt.Fprintf(&out, "   %s\n", l)
			}
			look := draw(s)
			if look == "" {
				look = Debug(s)
			}
			fmt.Fprintf(&out, "%shash %016x\n\n", look, g.hashes[i])
		}
	}
	fmt.Fprintf(&out, "%s\n", m.State().Outcome())
	return out.String()
}
