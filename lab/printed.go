package lab

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

// printed makes a test that was printed one that lies beside the game, in its package, and makes the rules by the
// function New.
func printed(r *game.Rules, test string) string {
	_, body, _ := strings.Cut(test, ")\n\n") // what follows the imports
	body = strings.Replace(body, "\trules := "+found+"\n", making(r), 1)
	imports := "\t\"github.com/plygame/ply/gametest\"\n"
	if strings.Contains(strings.ReplaceAll(body, "gametest.", ""), "game.") {
		imports = "\t\"github.com/plygame/ply/game\"\n" + imports
	}
	pkg := unpackaged.ReplaceAllString(strings.ToLower(r.Name), "")
	return "package " + pkg + "\n\nimport (\n\t\"testing\"\n\n" + imports + ")\n\n" + body
}

// making is the code that makes the rules and sets their options.
func making(r *game.Rules) string {
	if len(r.Options) == 0 {
		return "\trules := New() // or however the rules are made\n"
	}
	all := game.Values{}
	for _, o := range r.Options {
		all[o.Name] = o.Value
	}
	return "\t// If New takes arguments, give it any: With sets all options.\n" +
		fmt.Sprintf("\trules, err := New().With(%s)\n", literal(all)) + "\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"
}

// literal is the code of options.
func literal(v game.Values) string {
	var set []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		set = append(set, fmt.Sprintf("%q: %q", name, v[name]))
	}
	return "game.Values{" + strings.Join(set, ", ") + "}"
}
