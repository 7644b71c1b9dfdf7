package lab

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// unpackaged matches characters of a game's name that a package name cannot have.
var unpackaged = regexp.MustCompile(`[^a-z0-9]`)

// found is the placeholder for the rules in printed tests.
const found = "found"

// printed turns a printed test into one for the package of the game, which gets the rules from its function New.
func printed(r *game.Rules, test string) string {
	_, body, _ := strings.Cut(test, ")\n\n") // what follows the imports
	body = strings.Replace(body, "\trules := "+found+"\n", rulesExpression(r), 1)
	imports := "\t\"github.com/plygame/ply/gametest\"\n"
	if strings.Contains(strings.ReplaceAll(body, "gametest.", ""), "game.") {
		imports = "\t\"github.com/plygame/ply/game\"\n" + imports
	}
	pkg := unpackaged.ReplaceAllString(strings.ToLower(r.Name), "")
	return "package " + pkg + "\n\nimport (\n\t\"testing\"\n\n" + imports + ")\n\n" + body
}

// rulesExpression returns the code that creates the rules and sets their options.
func rulesExpression(r *game.Rules) string {
	if len(r.Options) == 0 {
		return "\trules := New() // or however you create the rules\n"
	}
	all := game.Values{}
	for _, o := range r.Options {
		all[o.Name] = o.Value
	}
	return "\t// If New takes arguments, pass any: With sets all options.\n" +
		fmt.Sprintf("\trules, err := New().With(%s)\n", literal(all)) + "\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n"
}

// literal returns options as Go code.
func literal(v game.Values) string {
	var set []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		set = append(set, fmt.Sprintf("%q: %q", name, v[name]))
	}
	return "game.Values{" + strings.Join(set, ", ") + "}"
}
