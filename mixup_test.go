package ply_test

import (
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os/exec"
	"strings"
	"testing"
)

// Seats, IDs and numbers are different types, and so are sets of them: the compiler refuses to mix them.
func TestMixedTypesDoNotCompile(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	if build.Default.GOROOT == "" { // as with -trimpath; the importer needs it
		found, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		build.Default.GOROOT = strings.TrimSpace(string(found))
	}
	compile := compiler()
	for _, c := range []struct{ code, complaint string }{
		{"s.Owner(id)", ""},
		{"s.Held(seat)", ""},
		{"s.Owner(seat.ID())", ""},
		{"s.Owner(seat)", "cannot use seat (variable of int8 type game.Seat) as game.ID"},
		{"s.Owner(s.Turn())", "as game.ID"},
		{"s.Held(id)", "cannot use id (variable of uint32 type game.ID) as game.Seat"},
		{"s.Owner(n)", "as game.ID"},
		{"s.Held(n)", "as game.Seat"},
		{"t.Move(seat, id)", "as game.ID"},
		{"t.Move(id, seat)", "as game.Holder"},
		{"_ = t.Count(seat)", "as game.Holder"},
		{"t.Give(id, id)", "as game.Seat"},
		{"t.Win(id)", "as game.Seat"},
		{"_ = game.SetOf(id).Or(t.Filled()).Has(id)", ""},
		{"_ = t.Standing().Where(func(x game.Seat) bool { return x == seat }).Has(seat)", ""},
		{"_ = t.Standing().Where(func(id game.ID) bool { return true })", "as func(game.Seat) bool"},
		{"_ = game.SetOf(seat).Has(id)", "cannot use id (variable of uint32 type game.ID) as game.Seat"},
		{"_ = game.SetOf(id).Has(seat)", "as game.ID"},
		{"_ = game.SetOf(id, seat)", "does not match inferred type game.ID"},
		{"_ = game.SetOf(n).With(id)", "as int"},
		{"_ = t.Standing().And(t.Filled())", "as game.Set[game.Seat]"},
		{"_ = t.Empty(t.Standing())", "as game.Set[game.ID]"},
		{"for x := range t.Standing().All() { t.Owner(x) }", "as game.ID"},
		{"_ = game.Pick[game.Seat]{From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(seat) }}", ""},
		{"_ = game.Pick[game.Seat]{From: func(t *game.Tx) game.Set[game.ID] { return t.Filled() }}", "as func(*game.Tx) game.Set[game.Seat]"},
		{"_ = game.Pick[game.ID]{From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }}", "as func(*game.Tx) game.Set[game.ID]"},
		{"_ = game.Together{Who: func(t *game.Tx) game.Set[game.ID] { return t.Filled() }}", "as func(*game.Tx) game.Set[game.Seat]"},
		{"_ = game.ForEach[game.Seat]{From: func(t *game.Tx) game.Set[game.ID] { return t.Filled() }}", "as func(*game.Tx) game.Set[game.Seat]"},
	} {
		switch err := compile(c.code); {
		case c.complaint == "" && err != nil:
			t.Errorf("%s: %v", c.code, err)
		case c.complaint != "" && (err == nil || !strings.Contains(err.Error(), c.complaint)):
			t.Errorf("%s: the compiler says %v; want: %s", c.code, err, c.complaint)
		}
	}
}

// compiler returns a function that type-checks one statement.
func compiler() func(statement string) error {
	fset := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	return func(statement string) error {
		code := `package p
			import "` + module + `/game"
			func f(t *game.Tx, s *game.State, id game.ID, seat game.Seat, n int) { ` + statement + ` }`
		file, err := parser.ParseFile(fset, "p.go", code, 0)
		if err != nil {
			return err
		}
		_, err = config.Check("p", fset, []*ast.File{file}, nil)
		return err
	}
}
