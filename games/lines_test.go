package games_test

import (
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/games"
)

// The README lists every game, with the lines of its code: those that are neither blank nor a
// comment.
func TestReadmeListsGames(t *testing.T) {
	readme := read(t, "../README.md")
	want := gameRow.ReplaceAllStringFunc(readme, func(row string) string {
		m := gameRow.FindStringSubmatch(row)
		return m[1] + strconv.Itoa(codeLines(read(t, m[2]+"/"+m[2]+".go"))) + " |\n"
	})
	for _, r := range games.All() {
		if !strings.Contains(readme, fmt.Sprintf("\n| [%s](games/%[1]s/%[1]s.go) | ", r.Name)) {
			t.Errorf("the README does not list %s", r.Name)
		}
	}
	if n := len(gameRow.FindAllString(readme, -1)); n != len(games.All()) {
		t.Errorf("the README lists %d games; there are %d", n, len(games.All()))
	}
	switch {
	case want == readme:
	case *update:
		if err := os.WriteFile("../README.md", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	default:
		t.Error("the README tells other numbers of lines than the games have; run: go test ./games -update")
	}
}

// gameRow is a row of the table of games: all up to the number, the name, the number.
var gameRow = regexp.MustCompile(`(?m)^(\| \[(\w+)\]\(games/\w+/\w+\.go\) \| .* \| )\d+ \|\n`)

func codeLines(code string) (n int) {
	for line := range strings.Lines(code) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			n++
		}
	}
	return n
}
