package cli

import (
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
	known, err := games.Find(r.Name)
	if err == nil {
		known, err = known.With(r.Values())
	}
	return err == nil && known.Digest() == r.Digest()
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
	switch {
	case !ours(r) && len(r.Options) == 0:
		return "\trules := New() // or however the rules are made\n"
	case !ours(r):
		all := game.Values{}
		for _, o := range r.Options {
			all[o.Name] = o.Value
		}
		return "\t// If New takes arguments, give it any: With sets all options.\n" +
			fmt.Sprintf("\trules, err := New().With(%s)\n", literal(all)) + orFail
	}
	code := fmt.Sprintf("\trules, err := games.Find(%q)\n", r.Name) + orFail
	if v := r.Values(); len(v) > 0 {
		code += fmt.Sprintf("\trules, err = rules.With(%s)\n", literal(v)) + orFail
	}
	return code
}

// literal is the code of options.
func literal(v game.Values) string {
	var set []string
	for _, name := range slices.Sorted(maps.Keys(v)) {
		set = append(set, fmt.Sprintf("%q: %q", name, v[name]))
	}
	return "game.Values{" + strings.Join(set, ", ") + "}"
}
