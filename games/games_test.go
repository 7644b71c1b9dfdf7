package games_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/internal/catalogue"
)

func TestAllValidAndSorted(t *testing.T) {
	var names []string
	for _, r := range games.All() {
		if err := r.Check(); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
		names = append(names, r.Name)
	}
	if !slices.IsSorted(names) || len(slices.Compact(slices.Clone(names))) != len(names) {
		t.Errorf("the games are not sorted and unique: %v", names)
	}
}

func TestFind(t *testing.T) {
	for _, name := range catalogue.Catalogue(games.All()).Names() {
		for _, typed := range []string{name, strings.ToUpper(name)} {
			if r, err := games.Find(typed); err != nil || r.Name != name {
				t.Errorf("Find(%q) = %v, %v", typed, r, err)
			}
		}
	}
}

func TestFindSuggests(t *testing.T) {
	for _, c := range []struct{ name, near string }{
		{"hexx", "hex"},
		{"tictac", "tictactoe"},
		{"tic-tac-toe", "tictactoe"},
		{"conect4", "connect4"},
		{"connect", "connect4"},
		{"ches", "chess"},
		{"poker", ""},
		{"", ""},
		{"x", ""},
	} {
		_, err := games.Find(c.name)
		if err == nil {
			t.Errorf("Find(%q) found a game", c.name)
			continue
		}
		if !strings.Contains(err.Error(), strings.Join(catalogue.Catalogue(games.All()).Names(), ", ")) {
			t.Errorf("Find(%q) does not name the games: %v", c.name, err)
		}
		want := "did you mean " + c.near + "?"
		if suggests := strings.Contains(err.Error(), "did you mean"); suggests != (c.near != "") || suggests && !strings.Contains(err.Error(), want) {
			t.Errorf("Find(%q) = %v; want near %q", c.name, err, c.near)
		}
	}
}
