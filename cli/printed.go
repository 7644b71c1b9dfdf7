package cli

import (
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// unpackaged is what the name of a game may have and that of its package has not.
var unpackaged = regexp.MustCompile(`[^a-z0-9]`)

// found stands for the rules in the tests that an examination prints.
const found = "found"

// ours reports whether a game is one of those that come with Ply.
func ours(r *game.Rules) bool {
	_, err := games.Find(r.Name)
	return err == nil
}

// printed makes a test that was printed one beside the game, which it finds by its name, or, if it
// does not come with Ply, by the function New.
func printed(r *game.Rules, test string) string {
	_, body, _ := strings.Cut(test, ")\n\n") // what follows the imports
	body = strings.Replace(body, "\trules := "+found+"\n", making(r), 1)
	paths, pkg := []string{"games", "gametest"}, unpackaged.ReplaceAllString(strings.ToLower(r.Name), "")+"_test"
	if !ours(r) {
		paths, pkg = paths[1:], strings.TrimSuffix(pkg, "_test")
	}
	if strings.Contains(strings.ReplaceAll(body, "gametest.", ""), "game.") {
		paths = append([]string{"game"}, paths...)
	}
	imports := ""
	for _, p := range paths {
		imports += fmt.Sprintf("\t\"github.com/plygame/ply/%s\"\n", p)
	}
	return "package " + pkg + "\n\nimport (\n\t\"testing\"\n\n" + imports + ")\n\n" + body
}

// making is the code that finds the rules and sets their options.
func making(r *game.Rules) string {
	const orFail = "\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"
	v := r.Values()
	code, made := "", "New()" // or however the package makes its rules
	if ours(r) {
		code, made = fmt.Sprintf("\trules, err := games.Find(%q)\n", r.Name)+orFail, "rules"
	}
	if len(v) == 0 {
		return cmp.Or(code, "\trules := New()\n")
	}
	var set []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		set = append(set, fmt.Sprintf("%q: %q", name, v[name]))
	}
	assign := ":="
	if code != "" {
		assign = "="
	}
	return code + fmt.Sprintf("\trules, err %s %s.With(game.Values{%s})\n", assign, made, strings.Join(set, ", ")) + orFail
}
