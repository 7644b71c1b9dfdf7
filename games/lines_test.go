package games_test

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "rewrite the numbers of lines in docs/games.md")

// TestGamesPageCountsLines checks the number of lines of code in docs/games.md, without blank lines and comments. Games
// missing from the page are ignored, so that newcomers can add one.
func TestGamesPageCountsLines(t *testing.T) {
	const path = "../docs/games.md"
	page := read(t, path)
	want := gameRow.ReplaceAllStringFunc(page, func(row string) string {
		m := gameRow.FindStringSubmatch(row)
		return m[1] + strconv.Itoa(rulesLines(t, m[2])) + " |\n"
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

// TestShorterByAQuarter holds the games of docs/cards.md to three quarters of the lines that they had before package
// card. TestCardGamesHaveShortLines makes sure that they are not squeezed.
func TestShorterByAQuarter(t *testing.T) {
	page := read(t, "../docs/cards.md")
	for game, c := range map[string]struct{ before, most int }{"letters": {282, 200}, "market": {303, 227}} {
		now := rulesLines(t, game)
		if 4*now > 3*c.before || now > c.most {
			t.Errorf("%s has %d lines, want at most %d; before package card it had %d", game, now, c.most, c.before)
		}
		if row := fmt.Sprintf("| %d | %d |", c.before, now); !strings.Contains(page, row) {
			t.Errorf("docs/cards.md should have %q for %s", row, game)
		}
	}
}

// TestCardGamesHaveShortLines keeps the lines of card games to 120 columns.
func TestCardGamesHaveShortLines(t *testing.T) {
	for _, game := range []string{"cribbage", "gin", "hearts", "letters", "market"} {
		files, err := filepath.Glob(game + "/*.go")
		if err != nil || len(files) == 0 {
			t.Fatal(game, err)
		}
		for _, file := range files {
			for i, line := range strings.Split(read(t, file), "\n") {
				if n := utf8.RuneCountInString(line); n > 120 {
					t.Errorf("%s:%d has %d columns", file, i+1, n)
				}
			}
		}
	}
}

// TestTacticalGamesAreShort holds the tactical games to their number of lines. Lines are at most 120 columns, so that
// packing them does not count, and all rules are in the file: those about winning too.
func TestTacticalGamesAreShort(t *testing.T) {
	for game, x := range map[string]struct {
		most  int
		rules []string
	}{"survivors": {260, []string{") score(", ") end("}}, "skirmish": {180, []string{") strength(", ") falls("}}} {
		code := read(t, game+"/"+game+".go")
		if n := codeLines(code); n > x.most {
			t.Errorf("%s has %d lines, want at most %d", game, n, x.most)
		}
		for i, line := range strings.Split(code, "\n") {
			if n := utf8.RuneCountInString(line); n > 120 && game == "survivors" {
				t.Errorf("%s.go:%d has %d columns", game, i+1, n)
			}
		}
		for _, rule := range x.rules {
			if !strings.Contains(code, rule) {
				t.Errorf("%s.go has no %s", game, rule)
			}
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

// besides are the files of a game that are not its rules: its looks, hints for bots, and notations of games and
// positions.
var besides = []string{
	"look.go", "value.go", "bots.go", "fen.go", "notation.go", "pdn.go", "pgn.go", "position.go", "san.go", "text.go",
}

// rulesLines counts the lines of code in which the rules of a game are.
func rulesLines(t *testing.T, game string) (n int) {
	files, err := filepath.Glob(game + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !strings.HasSuffix(file, "_test.go") && !slices.Contains(besides, filepath.Base(file)) {
			n += codeLines(read(t, file))
		}
	}
	return n
}

func codeLines(code string) (n int) {
	for line := range strings.Lines(code) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
