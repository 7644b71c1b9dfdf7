package ply_test

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/plygame/ply"

// arrows lists the packages of Ply that each package may import. A new package must be added here.
var arrows = map[string][]string{
	"":          {},
	"game":      {},
	"board":     {"game"},
	"card":      {"game"},
	"unit":      {"game", "board"},
	"card/deck": {},
	"bot":       {"game"},
	"match":     {"game", "internal/words"},
	"store":     {"game", "match", "internal/owner"},
	"gametest":  {"game", "match"},
	"lab":       {"game", "match", "gametest", "bot", "internal/catalogue", "internal/cputime", "internal/random", "internal/words"},
	"server":    {"game", "match", "bot", "store", "web", "wire", "internal/frames", "internal/heap", "internal/hostname", "internal/words"},
	"web":       {},
	"browser":   {},
	"games":     {"game", "games/*", "internal/catalogue"},
	"wire":      {"game", "match", "internal/order", "internal/words", "internal/zeros"},
	"client":    {"game", "match", "wire", "internal/words"},
	"drive":     {"game", "match", "bot", "wire", "internal/catalogue", "internal/random", "internal/words"},
	"terminal":  {"game", "match", "client", "bot", "wire", "internal/catalogue", "internal/console", "internal/explain", "internal/order", "internal/place", "internal/ponder", "internal/savefile", "internal/tableau", "internal/words"},
	"games/*":   {"game", "board", "card", "card/deck", "unit"},
	"cli":       {"*"},
	"cmd/ply":   {"cli", "games"},

	"store/storetest":   {"match", "store"},
	"server/servertest": {"server", "store"},

	"internal/admin":     {"game", "match", "server", "store", "wire", "internal/console", "internal/words"},
	"internal/botseats":  {"game", "internal/words"},
	"internal/catalogue": {"game", "internal/words"},
	"internal/console":   {"internal/words"},
	"internal/cputime":   {},
	"internal/explain":   {"game", "board", "bot", "wire", "internal/catalogue", "internal/console", "internal/words"},
	"internal/frames":    {},
	"internal/heap":      {},
	"internal/host":      {"game", "bot", "server", "store", "internal/admin", "internal/catalogue", "internal/console", "internal/heap", "internal/words"},
	"internal/hostname":  {},
	"internal/load":      {"game", "match", "bot", "store", "server", "client", "wire", "internal/console", "internal/cputime", "internal/heap", "internal/words"},
	"internal/odd":       {"game"},
	"internal/order":     {"game"},
	"internal/owner":     {},
	"internal/place":     {"internal/words"},
	"internal/ponder":    {"game", "bot", "internal/tableau"},
	"internal/random":    {"game", "match"},
	"internal/replay":    {"game", "match", "internal/catalogue", "internal/console", "internal/tableau", "internal/words"},
	"internal/savefile":  {"match", "internal/console"},
	"internal/tableau":   {"game", "wire", "internal/order", "internal/words", "internal/zeros"},
	"internal/upkeep":    {"game", "match", "store", "internal/catalogue", "internal/console", "internal/host", "internal/owner", "internal/words"},
	"internal/words":     {"game"},
	"internal/zeros":     {"game"},
}

// plain are the packages that import nothing but the standard library, so that they also
// run in a browser.
var plain = []string{"", "game", "board", "card", "card/deck", "unit", "games", "games/*", "internal/catalogue", "internal/words"}

func TestArrows(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=Name,ImportPath,GoFiles,Imports", "./...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen, found := 0, map[string]bool{}
	for d := json.NewDecoder(strings.NewReader(string(out))); d.More(); seen++ {
		var p struct {
			Name, ImportPath string
			GoFiles, Imports []string
		}
		if err := d.Decode(&p); err != nil {
			t.Fatal(err)
		}
		if p.GoFiles == nil || isAuthors(p.Name, p.ImportPath) {
			continue // nothing imports test packages, or an author's program
		}
		found[nameOf(p.ImportPath)] = true
		for _, fault := range judge(p.ImportPath, p.Imports) {
			t.Error(fault)
		}
	}
	if seen < 5 {
		t.Errorf("go list names only %d packages", seen)
	}
	for name := range arrows {
		if !found[name] {
			t.Errorf("there is no package %s: remove it from the table of arrows", name)
		}
	}
}

// A program that calls cli.Main with its own games does not link the games that come with Ply.
func TestCommandLinksNoGames(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cli").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	deps := strings.Fields(string(out))
	if !slices.Contains(deps, module+"/game") {
		t.Fatalf("go list names %d packages, and not game", len(deps))
	}
	for _, path := range deps {
		if nameOf(path) == "games" || nameOf(path) == "games/*" {
			t.Errorf("package cli links %s", path)
		}
	}
}

// isAuthors reports whether a package is a program that a user added as the README shows.
func isAuthors(name, path string) bool {
	_, ours := arrows[nameOf(path)]
	return name == "main" && !ours
}

// judge returns the forbidden imports of a package.
func judge(path string, imports []string) (faults []string) {
	from := nameOf(path)
	allowed, known := arrows[from]
	if !known {
		return []string{fmt.Sprintf("package %s is not in the table of arrows: enter what it may import", path)}
	}
	for _, to := range imports {
		switch {
		case own(to) && !slices.Contains(allowed, "*") && !slices.Contains(allowed, nameOf(to)):
			faults = append(faults, fmt.Sprintf("package %s may not know %s", path, to))
		case !own(to) && foreign(to) && slices.Contains(plain, from):
			faults = append(faults, fmt.Sprintf("package %s imports %s; it may import only the standard library", path, to))
		}
	}
	return faults
}

func own(path string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// foreign reports whether a package is outside the standard library: its path begins with a host name.
func foreign(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".")
}

// nameOf returns the name of a package in the table.
func nameOf(path string) string {
	name := strings.TrimPrefix(strings.TrimPrefix(path, module), "/")
	if strings.HasPrefix(name, "games/") {
		return "games/*"
	}
	return name
}

func TestJudge(t *testing.T) {
	for _, c := range []struct {
		from, to string
		fine     bool
	}{
		{"game", "fmt", true},
		{"game", "math/rand/v2", true},
		{"game", "golang.org/x/term", false},
		{"game", module + "/board", false},
		{"board", module + "/game", true},
		{"board", module + "/match", false},
		{"board", module, false},
		{"games", module + "/games/hex", true},
		{"games/hex", module + "/board", true},
		{"games/hex", module + "/games/tictactoe", false},
		{"games/hex", module + "/match", false},
		{"games/hex", "example.com/dice", false},
		{"gametest", module + "/match", true},
		{"gametest", module + "/server", false},
		{"gametest", "pgregory.net/rapid", true},
		{"cli", "github.com/alecthomas/kong", true},
		{"cli", module + "/server", true},
		{"cmd/ply", module + "/server", false},
		{"helper", "fmt", false},
		{"game/inner", "fmt", false},
	} {
		if faults := judge(module+"/"+c.from, []string{c.to}); (len(faults) == 0) != c.fine {
			t.Errorf("%s imports %s: %v", c.from, c.to, faults)
		}
	}
}
