package main

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// unpackaged is what the name of a game may have and that of its package has not.
var unpackaged = regexp.MustCompile(`[^a-z0-9]`)

// found stands for the rules in the tests that an examination prints.
const found = "found"

// printed makes a test that was printed one beside the game, which it finds by its name.
func printed(r *game.Rules, test string) string {
	_, body, _ := strings.Cut(test, ")\n\n") // what follows the imports
	body = strings.Replace(body, "\trules := "+found+"\n", making(r), 1)
	paths := []string{"games", "gametest"}
	if strings.Contains(strings.ReplaceAll(body, "gametest.", ""), "game.") {
		paths = append([]string{"game"}, paths...)
	}
	imports := ""
	for _, p := range paths {
		imports += fmt.Sprintf("\t\"github.com/plygame/ply/%s\"\n", p)
	}
	return "package " + unpackaged.ReplaceAllString(strings.ToLower(r.Name), "") + "_test\n\nimport (\n\t\"testing\"\n\n" + imports + ")\n\n" + body
}

// making is the code that finds the rules and sets their options.
func making(r *game.Rules) string {
	const orFail = "\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"
	code := fmt.Sprintf("\trules, err := games.Find(%q)\n", r.Name) + orFail
	v := r.Values()
	if len(v) == 0 {
		return code
	}
	var set []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		set = append(set, fmt.Sprintf("%q: %q", name, v[name]))
	}
	return code + fmt.Sprintf("\trules, err = rules.With(game.Values{%s})\n", strings.Join(set, ", ")) + orFail
}
