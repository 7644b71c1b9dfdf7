package cli

import (
	"encoding/json"
	"maps"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// verbs are the additional commands for scripts.
var verbs = map[string]func(*testscript.TestScript, bool, []string){
	"exits":   exits,
	"fields":  fields,
	"keep":    keep,
	"same":    same,
	"differs": differs,
	"edit":    edit,
	"cut":     cut,
}

// exits runs a command that must end with this exit code: exits CODE COMMAND ARG...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	err := ts.Exec(args[1], args[2:]...)
	code, is := err.(interface{ ExitCode() int })
	if !is || args[0] != string(rune('0'+code.ExitCode())) {
		ts.Fatalf("it ended with %v, not with exit code %s", err, args[0])
	}
}

// fields asserts that the output is a JSON object of exactly these fields.
func fields(ts *testscript.TestScript, neg bool, args []string) {
	var object map[string]any
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &object))
	if have := slices.Sorted(maps.Keys(object)); !slices.Equal(have, slices.Sorted(slices.Values(args))) {
		ts.Fatalf("the fields are %v", have)
	}
}

var clock = regexp.MustCompile(`"(seconds|seconds_per_move|playouts_per_second|simulations_per_second)": .*`)

// timeless returns the output without measured times.
func timeless(ts *testscript.TestScript) string {
	return clock.ReplaceAllString(ts.ReadFile("stdout"), "")
}

// keep writes the output without measured times to a file.
func keep(ts *testscript.TestScript, neg bool, args []string) {
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(timeless(ts)), 0o644))
}

func same(ts *testscript.TestScript, neg bool, args []string) {
	if kept := ts.ReadFile(args[0]); kept != timeless(ts) {
		ts.Fatalf("the output differs from\n%s", kept)
	}
}

func differs(ts *testscript.TestScript, neg bool, args []string) {
	if ts.ReadFile(args[0]) == timeless(ts) {
		ts.Fatalf("the output is the same")
	}
}

// edit replaces what matches in a file: edit FILE PATTERN BY
func edit(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	edited := regexp.MustCompile(args[1]).ReplaceAllString(text, args[2])
	if edited == text {
		ts.Fatalf("nothing matches in\n%s", text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(edited), 0o644))
}

// cut writes the part from one text to another to a file: cut FILE FROM TO INTO
func cut(ts *testscript.TestScript, neg bool, args []string) {
	text := ts.ReadFile(args[0])
	from := strings.Index(text, args[1])
	if from < 0 {
		ts.Fatalf("%q is not in\n%s", args[1], text)
	}
	until, err := strconv.Unquote(`"` + args[2] + `"`)
	ts.Check(err)
	size := strings.Index(text[from:], until)
	if size < 0 {
		ts.Fatalf("%q does not follow in\n%s", until, text)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(text[from:from+size+len(until)]), 0o644))
}
