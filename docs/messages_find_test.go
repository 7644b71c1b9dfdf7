package docs_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// message is something that a player, an author or a user of the command can read.
type message struct {
	file string // the file, without .go
	kind string // how it is said: refusal, reason, fault, finding, panic, breach, error, misuse, text
	code string // of a refusal: its constant in package game, or its text
	text string // with … for arguments
}

// finder finds the messages of one package.
type finder struct {
	pkg    string
	file   string
	consts map[string]string // named texts
	taken  map[ast.Node]bool // literals that already belong to a message
	found  []message
}

// messagesOf returns every message of a package, by file, in the order of the source.
func messagesOf(t *testing.T, pkg string) []message {
	t.Helper()
	f := &finder{pkg: pkg, consts: map[string]string{}, taken: map[ast.Node]bool{}}
	paths, err := filepath.Glob(filepath.Join("..", pkg, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	var names []string
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files, names = append(files, file), append(names, strings.TrimSuffix(filepath.Base(path), ".go"))
		f.readConsts(file)
	}
	for i, file := range files {
		f.file = names[i]
		for _, d := range file.Decls {
			f.look(d)
		}
	}
	return f.found
}

// readConsts collects the texts that messages refer to by name.
func (f *finder) readConsts(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.ValueSpec); ok && len(s.Names) == 1 && len(s.Values) == 1 {
			if text, ok := literal(s.Values[0]); ok {
				f.consts[s.Names[0].Name] = text
			}
		}
		return true
	})
}

func literal(e ast.Expr) (string, bool) {
	lit, ok := e.(*ast.BasicLit)
	if !ok || lit.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(lit.Value)
	return text, err == nil
}

// look adds the messages of a declaration.
func (f *finder) look(d ast.Decl) {
	fn, _ := d.(*ast.FuncDecl)
	if fn != nil && fn.Name.Name == "Help" {
		return // ply COMMAND --help prints it
	}
	validates := fn != nil && fn.Name.Name == "Validate"
	ast.Inspect(d, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CompositeLit:
			f.composite(n)
		case *ast.CallExpr:
			f.call(n, validates)
		case *ast.Field, *ast.ImportSpec:
			return false // tags are the help of the command
		case *ast.BinaryExpr:
			if text := f.joined(n); sentence(text) && !f.taken[n] {
				f.enter("text", "", n)
			}
		case *ast.BasicLit:
			if text, ok := literal(n); ok && !f.taken[n] && sentence(text) {
				f.enter("text", "", n)
			}
		}
		return true
	})
}

// joined returns a text concatenated with +, or "" if it is not one.
func (f *finder) joined(e *ast.BinaryExpr) string {
	if e.Op != token.ADD {
		return ""
	}
	some := false
	ast.Inspect(e, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			some = some || !f.taken[n]
		}
		return true
	})
	if !some {
		return ""
	}
	return (&finder{consts: f.consts, taken: map[ast.Node]bool{}}).text(e)
}

// sentence reports whether a text is for people: three words or more.
func sentence(text string) bool {
	return len(regexp.MustCompile(`[A-Za-z]{2,}`).FindAllString(text, -1)) >= 3 && strings.Count(text, " ") >= 2
}

// composite handles refusals that are composite literals, and mistakes in the command line.
func (f *finder) composite(c *ast.CompositeLit) {
	name, _ := c.Type.(*ast.Ident)
	switch {
	case name == nil:
	case name.Name == "misuse" && len(c.Elts) == 1:
		if call, ok := c.Elts[0].(*ast.CallExpr); ok && len(call.Args) > 0 {
			f.enter("misuse", "", call.Args[0])
		}
	case name.Name == "Refusal":
		var code string
		for _, e := range c.Elts {
			kv, ok := e.(*ast.KeyValueExpr)
			if !ok {
				continue
			}
			if key, _ := kv.Key.(*ast.Ident); key != nil && key.Name == "Code" {
				code = called(kv.Value)
			}
		}
		ast.Inspect(c, func(n ast.Node) bool {
			if call, ok := n.(*ast.CallExpr); ok && called(call.Fun) == "Because" {
				f.enter("refusal", code, call.Args[0])
			}
			return true
		})
	}
}

// call adds the message of a call that makes one.
func (f *finder) call(c *ast.CallExpr, validates bool) {
	if len(c.Args) == 0 {
		return
	}
	name, last := called(c.Fun), c.Args[len(c.Args)-1]
	switch {
	case name == "refuse" && len(c.Args) > 1:
		f.enter("refusal", f.codeOf(c.Args[0]), c.Args[1])
	case name == "Because":
		f.enter("reason", "", c.Args[0])
	case name == "faultf":
		f.enter("fault", "", c.Args[0])
	case name == "report" || name == "inAction":
		f.enter("finding", "", c.Args[0])
	case name == "panic":
		if call, ok := last.(*ast.CallExpr); ok && called(call.Fun) == "Sprintf" {
			last = call.Args[0]
		}
		f.enter("panic", "", last)
	case name == "broken":
		f.enter("breach", "", c.Args[1])
	case name == "Fatalf" || name == "Fatal" || name == "fail":
		f.enter("error", "", c.Args[0])
	case name == "Errorf" || name == "New" && isPackage(c.Fun, "errors"):
		kind := "error"
		if validates {
			kind = "misuse"
		}
		f.enter(kind, "", c.Args[0])
	}
}

// codeOf returns the code of a refusal: the name of one in package game, or a text of ply drive.
func (f *finder) codeOf(e ast.Expr) string {
	f.taken[e] = true
	if code, ok := literal(e); ok {
		return code
	}
	if c, ok := e.(*ast.CallExpr); ok && len(c.Args) == 1 {
		return called(c.Args[0])
	}
	return called(e)
}

func isPackage(e ast.Expr, name string) bool {
	s, ok := e.(*ast.SelectorExpr)
	return ok && called(s.X) == name
}

// called returns the last name of an expression.
func called(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return e.Sel.Name
	}
	return ""
}

// enter adds a message, unless it is already part of another one, or has no literal text.
func (f *finder) enter(kind, code string, e ast.Expr) {
	if f.taken[e] {
		return
	}
	f.taken[e] = true
	text := f.text(e)
	if strings.Trim(text, "…: \n") == "" {
		return
	}
	f.found = append(f.found, message{f.pkg + "/" + f.file, kind, code, text})
}

// text returns an expression as words.
func (f *finder) text(e ast.Expr) string {
	f.taken[e] = true
	if text, ok := literal(e); ok {
		return filled(text)
	}
	switch e := e.(type) {
	case *ast.BinaryExpr:
		return f.text(e.X) + f.text(e.Y)
	case *ast.Ident:
		if text, ok := f.consts[e.Name]; ok {
			return filled(text)
		}
	}
	return "…"
}

var (
	verb  = regexp.MustCompile(`%[-+#0-9.]*[a-zA-Z]`)
	place = regexp.MustCompile(`\{\d+\}`)
)

// filled replaces formatting verbs by ….
func filled(text string) string {
	text = strings.ReplaceAll(text, "%q", `"…"`)
	return place.ReplaceAllString(strings.ReplaceAll(verb.ReplaceAllString(text, "…"), "%%", "%"), "…")
}
