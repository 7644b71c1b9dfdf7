package gametest

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"strings"
	"unicode"

	"github.com/plygame/ply/game"
)

// reportBreach fails the test with the law, the seed, and a test that reproduces the breach.
func (c *checker) reportBreach(name string, g *trail, b *breach) {
	c.t.Helper()
	if strings.HasPrefix(name, "determinism") {
		told := *b
		b, told.words = &told, b.words+"\nSomething outside of the state decides: most likely a Go variable that the rules write (keep it in a Part or in elements), or the order of a map, the time, or random numbers that are not from the Tx."
	}
	if b.input != nil {
		g = g.upTo(min(b.at, len(g.moves)))
	}
	test := c.printed(name, g, b)
	c.found(name, g, b, test)
	c.t.Errorf("law %q is broken by %s, %s, after move %d: %s\n\n%s", name, describe(c.rules), g.setup, b.at, b.words,
		test)
}

// found adds a breach to the report.
func (c *checker) found(name string, g *trail, b *breach, test string) {
	c.report.Breaches = append(c.report.Breaches, Breach{
		Law: name, Seats: g.setup.Seats, Seed: g.setup.Seed, After: b.at, Words: b.words, Test: test, fault: b.fault,
	})
}

func cannotStart(r *game.Rules, setup Setup, err error) error {
	return fmt.Errorf("%s cannot be started, %s: %w", r.Name, setup, err)
}

// describe names a game and its options.
func describe(r *game.Rules) string {
	text := r.Name
	v := r.Values()
	for _, name := range slices.Sorted(maps.Keys(v)) {
		text += fmt.Sprintf(" %s=%s", name, v[name])
	}
	return text
}

// printed is a Go test that plays the game and checks the laws.
func (c *checker) printed(name string, g *trail, b *breach) string {
	var body strings.Builder
	setup := fmt.Sprintf("Seats: %d, Seed: %d", g.setup.Seats, g.setup.Seed)
	if len(g.setup.Chance) > 0 {
		setup += fmt.Sprintf(", Chance: %#v", g.setup.Chance)
	}
	fmt.Fprintf(&body, "\tg := gametest.New(t, rules, gametest.Setup{%s})\n", setup)
	for i, st := range g.texts {
		fmt.Fprintf(&body, "\tg.Play(%d, %q)", st.seat, st.text)
		if words := legend(g.states[i], st.text); words != "" {
			body.WriteString(" // " + strings.Join(strings.Fields(words), " "))
		}
		body.WriteByte('\n')
	}
	if b.input != nil {
		fmt.Fprintf(&body, "\t%s\n", b.input.code())
	}
	body.WriteString("\tg.Check()\n")
	return c.testOf(name, g, body.String())
}

// wholeTest is a Go test that plays the same random game.
func (c *checker) wholeTest(name string, g *trail) string {
	return c.testOf(name, g, fmt.Sprintf("\tgametest.Config{Games: 1, Seats: []int{%d}, Seed: %d, MaxMoves: %d}.Check(t, rules)\n",
		g.setup.Seats, g.setup.Seed, c.MaxMoves))
}

func (c *checker) testOf(name string, g *trail, body string) string {
	var b strings.Builder
	pkg, path := callerPackage()
	body = c.making() + body
	imports := []string{ourPath}
	if strings.Contains(strings.ReplaceAll(body, "gametest.", ""), "game.") {
		imports = append(imports, strings.TrimSuffix(ourPath, "test"))
	}
	if c.Package != "" {
		pkg = c.Package
	} else if path != ourPath && pkg != path[strings.LastIndex(path, "/")+1:] {
		imports = append(imports, path)
	}
	slices.Sort(imports)
	fmt.Fprintf(&b, "package %s\n\nimport (\n\t\"testing\"\n\n\t\"%s\"\n)\n\n", pkg, strings.Join(imports, "\"\n\t\""))
	fmt.Fprintf(&b, "// %s: %s, %s.\n", name, describe(c.rules), g.setup)
	fmt.Fprintf(&b, "func Test%s%s(t *testing.T) {\n%s}\n", camel(c.rules.Name), camel(name), body)
	return b.String()
}

// making is the part of a printed test that makes the rules.
func (c *checker) making() string {
	switch {
	case c.Make == "":
		return "\trules := ... // make the rules of " + describe(c.rules) +
			" here; with Config.Make set to that Go expression, it is printed\n"
	case strings.Contains(c.Make, "\n"):
		return "\t" + strings.ReplaceAll(strings.TrimSpace(c.Make), "\n", "\n\t") + "\n"
	}
	return "\trules := " + c.Make + "\n"
}

const ourPath = "github.com/plygame/ply/gametest"

// camel turns words into part of a Go name.
func camel(words string) string {
	var b strings.Builder
	up := true
	for _, r := range words {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// callerPackage guesses the package of the test that called Check, and the path of the package it tests.
func callerPackage() (name, path string) {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(2, pcs)])
	for {
		f, more := frames.Next()
		slash := strings.LastIndex(f.Function, "/")
		dot := strings.Index(f.Function[slash+1:], ".")
		if dot >= 0 {
			full := f.Function[:slash+1+dot]
			if full != ourPath && full != "runtime" && full != "testing" && full != "main" {
				return full[slash+1:], strings.TrimSuffix(full, "_test")
			}
		}
		if !more {
			return "games_test", ourPath
		}
	}
}
