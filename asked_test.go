package ply_test

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// spying lists ways to bypass the exported API of package game: fields and methods by name or number, unsafe memory, and
// parsing saves for their values.
var spying = []*regexp.Regexp{
	regexp.MustCompile(`\.(Field|FieldByName|FieldByIndex|FieldByNameFunc|NumField|Method|MethodByName|NumMethod|VisibleFields|NewAt)\(`),
	regexp.MustCompile(`reflect\.Type(For\[\*?game\.|Of\(game\.)`),
	regexp.MustCompile(`^\s*(\w+ )?"unsafe"$`),
}

// parsing lists ways to read JSON.
var parsing = regexp.MustCompile(`\b(Unmarshal|NewDecoder)\(`)

// saving is a state that becomes JSON.
var saving = regexp.MustCompile(`\b([sS]ave|save[A-Z]\w*)\(`)

// reflecting is a use of package reflect other than to compare two values.
var reflecting = regexp.MustCompile(`\breflect\.([A-Z]\w*)`)

// Files outside package game that may use package reflect, except for DeepEqual.
var reflects = map[string]string{
	"internal/explain/ask.go":    "whether the value of a Part is zero",
	"internal/order/order.go":    "the order of values of a Part",
	"internal/tableau/values.go": "values of a Part as text",
	"internal/zeros/zeros.go":    "whether the value of a Part is zero, and its zero as text",
	"unit/catalogue.go":          "the fields of an author's own type",
	"wire/deriving.go":           "whether a value is zero",
	"wire/look.go":               "whether a part of a Look is set",
	"server/rest_error.go":       "the schema of its own type",
	"internal/host/settings.go":  "settings by name",
	"cli/serve_settings_test.go": "settings by name",
	"store/encode_test.go":       "entries of a match, filled with values",
	"wire/encode_test.go":        "messages, filled with values",
	"wire/typescript_test.go":    "types of the protocol",
	"docs/protocol_test.go":      "types of the protocol",
	"docs/schema_test.go":        "types of the protocol",
	"asked_test.go":              "the examples below",
}

// Those that may ask a type for its fields: their types are not those of package game.
var walksFields = []string{"internal/host/settings.go", "store/encode_test.go", "wire/encode_test.go", "wire/typescript_test.go",
	"docs/protocol_test.go", "unit/catalogue.go", "asked_test.go"}

// Files that save states and read JSON, and what they read.
var reads = map[string]string{
	"gametest/sheet.go":     "saves, to change them",
	"gametest/changes.go":   "changes, which survive JSON",
	"gametest/flow.go":      "values of State.FlowValues",
	"wire/wire_test.go":     "views, whose JSON wire.View describes",
	"match/match_test.go":   "a setup",
	"drive/game.go":         "requests",
	"server/server_test.go": "messages",
	"server/slow_test.go":   "messages",
	"server/kill_test.go":   "messages",
	"server/leak_test.go":   "messages",
	"server/roles_test.go":  "messages",
	"asked_test.go":         "the examples below",
}

// spiesOn returns what a file outside package game does that bypasses its API.
func spiesOn(path, text string) (faults []string) {
	mentions := strings.Contains(text, module+"/game\"") || strings.HasPrefix(path, "gametest/")
	for i, line := range strings.Split(text, "\n") {
		fault := func(what string) {
			faults = append(faults, fmt.Sprintf("%s:%d %s: %s", path, i+1, what, strings.TrimSpace(line)))
		}
		for _, m := range reflecting.FindAllStringSubmatch(line, -1) {
			if reflects[path] == "" && m[1] != "DeepEqual" {
				fault("reflects")
			}
		}
		if mentions && matches(spying, line) && !slices.Contains(walksFields, path) {
			fault("looks into package game")
		}
		if parsing.MatchString(line) && reads[path] == "" && (saving.MatchString(text) || strings.HasPrefix(path, "gametest/")) {
			fault("may parse a save")
		}
	}
	return faults
}

// Other packages use only the exported API of package game.
func TestOnlyTheExportedAPIIsUsed(t *testing.T) {
	files, listed := 0, map[string]bool{}
	eachFile(t, func(path, text string) {
		if !strings.HasSuffix(path, ".go") || strings.HasPrefix(path, "game/") && strings.Count(path, "/") == 1 {
			return
		}
		files++
		for _, fault := range spiesOn(path, text) {
			t.Error(fault)
		}
		listed[path] = reflecting.MatchString(text) || parsing.MatchString(text)
	})
	if files < 300 {
		t.Errorf("read only %d files", files)
	}
	for path := range reflects {
		if !listed[path] {
			t.Errorf("%s does not reflect: remove it from the list", path)
		}
	}
	for path := range reads {
		if !listed[path] {
			t.Errorf("%s does not read JSON: remove it from the list", path)
		}
	}
	for _, spy := range []string{
		`v := x.FieldByName("name")`, "reflect.TypeFor[game.ID]()", "\t\"unsafe\"", "json.Unmarshal(view.Save(), &save)",
		"v := reflect.ValueOf(game.ByAll)\nn := v.NumField()", "return v.Field(i).Int()",
		"text := s.Save()\njson.Unmarshal(text, &save)", "text := c.save(s)\njson.NewDecoder(bytes.NewReader(text))",
		"text := saveOf(s)\nerr := json.Unmarshal(text, &save)", "reflect.NewAt(v.Type(), p)",
	} {
		if spiesOn("lab/spy_test.go", "import \""+module+"/game\"\n"+spy) == nil {
			t.Errorf("the patterns miss: %s", spy)
		}
	}
}

// kernels lists names that belong to package game: of actions that a flow adds, and of fields, places and Parts. Declarations
// and changes can be asked for what they are instead.
var kernels = []*regexp.Regexp{
	regexp.MustCompile("[\"'`]withdraw[\"'`]"),
	regexp.MustCompile("[\"'`]@[a-z]+[-:\"'`]"),
	regexp.MustCompile("(HasPrefix|Contains|ContainsAny|startsWith|includes)\\(.*[\"'`]@[\"'`]"),
}

// Other packages do not know the names that package game uses for itself. TypeScript reads changes as the protocol
// describes them.
func TestNobodyKnowsTheKernelsNames(t *testing.T) {
	files := search(t, kernels, "knows a name of package game", func(path, _ string) bool {
		source := strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go")
		return source && !strings.HasPrefix(path, "game/") && path != "gametest/scene.go" // the Parts of waiting effects
	})
	files += search(t, kernels[:1], "knows a name of package game", func(path, _ string) bool {
		return (strings.HasSuffix(path, ".ts") || strings.HasSuffix(path, ".svelte")) && !strings.HasSuffix(path, ".test.ts")
	})
	if files < 300 {
		t.Errorf("read only %d files", files)
	}
	finds(t, kernels, `a.Name == "withdraw"`, `c.Field != "@turn"`, `part == "@do-"`, `strings.HasPrefix(v.Name(in), "@")`)
	finds(t, kernels[:1], `export const withdraw = "withdraw";`)
}

// eachFile visits the sources of the repository.
func eachFile(t *testing.T, visit func(path, text string)) {
	t.Helper()
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			if path == filepath.Join("web", "dist") || d.Name() == "node_modules" || path != "." && strings.HasPrefix(d.Name(), ".") {
				return fs.SkipDir
			}
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil {
			visit(filepath.ToSlash(path), string(text))
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// search reports the lines of the repository that match a pattern, and returns the number of files read.
func search(t *testing.T, ways []*regexp.Regexp, what string, wanted func(path, text string) bool) (files int) {
	t.Helper()
	eachFile(t, func(path, text string) {
		if !wanted(path, text) {
			return
		}
		files++
		for i, line := range strings.Split(text, "\n") {
			if matches(ways, line) {
				t.Errorf("%s:%d %s: %s", path, i+1, what, strings.TrimSpace(line))
			}
		}
	})
	return files
}

// finds checks that the patterns match each of these lines.
func finds(t *testing.T, ways []*regexp.Regexp, lines ...string) {
	t.Helper()
	for _, line := range lines {
		if !matches(ways, line) {
			t.Errorf("the patterns miss: %s", line)
		}
	}
}

func matches(ways []*regexp.Regexp, line string) bool {
	return slices.ContainsFunc(ways, func(way *regexp.Regexp) bool { return way.MatchString(line) })
}
