package games_test

import (
	"flag"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite the numbers of lines in docs/games.md")

// TestGamesPageCountsLines checks the number of lines of code in docs/games.md, without blank lines and comments. Games
// missing from the page are ignored, so that newcomers can add one.
func TestGamesPageCountsLines(t *testing.T) {
	const path = "../docs/games.md"
	page := read(t, path)
	want := gameRow.ReplaceAllStringFunc(page, func(row string) string {
		m := gameRow.FindStringSubmatch(row)
		return m[1] + strconv.Itoa(codeLines(read(t, m[2]+"/"+m[2]+".go"))) + " |\n"
	})
	if n := len(gameRow.FindAllString(page, -1)); n < 8 {
		t.Errorf("found only %d games", n)
	}
	switch {
	case want == page:
	case *update:
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("docs/games.md has the wrong numbers of lines; run: go test ./games -run Lines -update")
	}
}

// TestShorterByAQuarter holds the games of docs/cards.md to three quarters of the lines that they had before package card.
func TestShorterByAQuarter(t *testing.T) {
	page := read(t, "../docs/cards.md")
	for game, before := range map[string]int{"letters": 282, "market": 303} {
		now := codeLines(read(t, game+"/"+game+".go"))
		if 4*now > 3*before {
			t.Errorf("%s has %d lines; before package card it had %d", game, now, before)
		}
		if row := fmt.Sprintf("| %d | %d |", before, now); !strings.Contains(page, row) {
			t.Errorf("docs/cards.md should have %q for %s", row, game)
		}
	}
}

// TestTacticalGamesAreShort holds the tactical games to their number of lines.
func TestTacticalGamesAreShort(t *testing.T) {
	for game, most := range map[string]int{"survivors": 260, "skirmish": 180} {
		if n := codeLines(read(t, game+"/"+game+".go")); n > most {
			t.Errorf("%s has %d lines, want at most %d", game, n, most)
		}
	}
}

func read(t *testing.T, path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// gameRow matches a row of the table of games: everything before the number, the name, the number.
var gameRow = regexp.MustCompile(`(?m)^(\| \[(\w+)\]\(\.\./games/\w+/\w+\.go\) \| .* \| )\d+ \|\n`)

func codeLines(code string) (n int) {
	for line := range strings.Lines(code) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
