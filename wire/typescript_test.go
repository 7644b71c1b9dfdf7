package wire_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/wire"
)

var update = flag.Bool("update", false, "write web/client/wire.ts")

// wireTypes are the types that the browser sends and receives. The types of their fields are added automatically.
var wireTypes = []reflect.Type{
	reflect.TypeFor[wire.Request](), reflect.TypeFor[wire.Message](),
	reflect.TypeFor[wire.GameList](), reflect.TypeFor[wire.BotList](), reflect.TypeFor[wire.Sample](), reflect.TypeFor[wire.Table](),
	reflect.TypeFor[wire.MatchList](), reflect.TypeFor[wire.Matches](), reflect.TypeFor[wire.Match](),
	reflect.TypeFor[wire.Create](), reflect.TypeFor[wire.Created](),
	reflect.TypeFor[wire.Join](), reflect.TypeFor[wire.Joined](), reflect.TypeFor[wire.Bot](), reflect.TypeFor[wire.Done](), reflect.TypeFor[wire.Renewed](),
}

// TestTypeScript compares the browser's types with those of Go.
func TestTypeScript(t *testing.T) {
	const name = "../web/client/wire.ts"
	text := "// Code generated from the Go types by go test ./wire -run TypeScript -update. DO NOT EDIT.\n" + typeScript(t, wireTypes...)
	if *update {
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	is, must := strings.Split(string(file), "\n"), strings.Split(text, "\n")
	for i := range max(len(is), len(must)) {
		if i == len(is) || i == len(must) || is[i] != must[i] {
			t.Fatalf("%s differs from the Go types at line %d; run: go test ./wire -run TypeScript -update, then npm run check in web",
				strings.TrimPrefix(name, "../"), i+1)
		}
	}
}

// typeScript declares types, and all types of their fields, in TypeScript.
func typeScript(t *testing.T, types ...reflect.Type) string {
	w := &typeWriter{t: t, names: map[string]reflect.Type{}, docs: map[string]map[string]string{}}
	for _, one := range types {
		w.typeOf(one, "")
	}
	for i := 0; i < len(w.queue); i++ { // it grows meanwhile
		w.declare(w.queue[i])
	}
	return w.String()
}

// typeWriter writes declarations in TypeScript.
type typeWriter struct {
	strings.Builder
	t     *testing.T
	names map[string]reflect.Type
	queue []reflect.Type               // named types, in order of first use
	docs  map[string]map[string]string // comments by package, then by type
}

func (w *typeWriter) declare(t reflect.Type) {
	w.WriteString("\n")
	w.comment("", w.doc(t))
	if t.Kind() != reflect.Struct {
		fmt.Fprintf(w, "export type %s = %s;\n", t.Name(), w.unnamed(t, ""))
		return
	}
	fmt.Fprintf(w, "export interface %s {\n", t.Name())
	for f := range t.Fields() {
		if f.Anonymous {
			w.t.Fatalf("%s: embedded fields are not supported", t)
		}
		if f.IsExported() && f.Tag.Get("json") != "-" {
			w.field(f)
		}
	}
	w.WriteString("}\n")
}

func (w *typeWriter) field(f reflect.StructField) {
	name, flags, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		w.t.Fatalf("field %s needs a name in JSON", f.Name)
	}
	text := w.typeOf(f.Type, f.Tag.Get("is"))
	if enum := f.Tag.Get("enum"); enum != "" {
		text = `"` + strings.ReplaceAll(enum, ",", `" | "`) + `"`
	}
	if strings.HasPrefix(flags, "omit") {
		name += "?"
	} else if nilable(f.Type) && f.Tag.Get("nullable") != "false" {
		text += " | null"
	}
	w.comment("  ", f.Tag.Get("doc"))
	fmt.Fprintf(w, "  %s:%s;\n", name, broken(text, 120-len(name)-len("  :;")))
}

// broken breaks a union that is longer than a line, as Prettier does.
func broken(text string, most int) string {
	switch {
	case len(text)+1 <= most:
		return " " + text
	case len("    "+text+";") <= 120:
		return "\n    " + text
	}
	return "\n    | " + strings.ReplaceAll(text, " | ", "\n    | ")
}

// nilable reports whether a type has values that are null in JSON. As in the schemas, maps are never nil.
func nilable(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice && t != reflect.TypeFor[json.RawMessage]()
}

// typeOf returns the name of a type for a field, and queues the declaration of our own types. Is names the content of raw
// JSON, if it is known.
func (w *typeWriter) typeOf(t reflect.Type, is string) string {
	if !strings.HasPrefix(t.PkgPath(), "github.com/plygame/ply/") {
		return w.unnamed(t, is)
	}
	switch known := w.names[t.Name()]; known {
	case t:
	case nil:
		w.names[t.Name()], w.queue = t, append(w.queue, t)
	default:
		w.t.Fatalf("%s and %s would have the same name", known, t)
	}
	return t.Name()
}

func (w *typeWriter) unnamed(t reflect.Type, is string) string {
	switch {
	case t == reflect.TypeFor[time.Time]():
		return "string"
	case t == reflect.TypeFor[json.RawMessage](), t.Kind() == reflect.Interface:
		return w.anyOf(is)
	}
	switch t.Kind() {
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	case reflect.Int, reflect.Int8, reflect.Float64:
		return "number"
	case reflect.Pointer:
		return w.typeOf(t.Elem(), is)
	case reflect.Map:
		return "Record<string, " + w.typeOf(t.Elem(), is) + ">"
	case reflect.Slice:
		of := w.typeOf(t.Elem(), is)
		if strings.Contains(of, " | ") && !strings.HasSuffix(of, "[]") {
			of = "(" + of + ")"
		}
		return of + "[]"
	}
	w.t.Fatalf("there is no rule for %s in TypeScript", t)
	return ""
}

// anyOf returns the type of raw JSON.
func (w *typeWriter) anyOf(is string) string {
	switch is {
	case "":
		return "unknown"
	case "view":
		return w.typeOf(reflect.TypeFor[wire.View](), "")
	case "move":
		return "string | " + w.typeOf(reflect.TypeFor[wire.Move](), "")
	case "word":
		return "string | number"
	}
	w.t.Fatalf("there is no rule for is:%q", is)
	return ""
}

func (w *typeWriter) comment(indent, text string) {
	if text != "" {
		fmt.Fprintf(w, "%s/** %s */\n", indent, strings.Join(strings.Fields(text), " "))
	}
}

// doc returns the comment of a type, from its source.
func (w *typeWriter) doc(t reflect.Type) string {
	dir := "../" + strings.TrimSuffix(path.Base(t.PkgPath()), "_test")
	if w.docs[dir] == nil {
		w.docs[dir] = typeDocs(w.t, dir)
	}
	return w.docs[dir][t.Name()]
}

// typeDocs returns the comments of the types of a package.
func typeDocs(t *testing.T, dir string) map[string]string {
	docs := map[string]string{}
	files, err := filepath.Glob(dir + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			if d, is := d.(*ast.GenDecl); is && d.Tok == token.TYPE && len(d.Specs) == 1 {
				docs[d.Specs[0].(*ast.TypeSpec).Name.Name] = d.Doc.Text()
			}
		}
	}
	return docs
}

// parcel has a field of every form.
type parcel struct {
	Name    string            `json:"name" doc:"What it is called."`
	Sort    string            `json:"sort,omitempty" enum:"box,tube"`
	Weight  *float64          `json:"weight,omitzero"`
	Sent    time.Time         `json:"sent"`
	Fragile bool              `json:"fragile"`
	Inside  []parcel          `json:"inside" nullable:"false"`
	Around  *parcel           `json:"around"`
	Stamps  stamps            `json:"stamps"`
	Note    json.RawMessage   `json:"note"`
	Marks   [][]any           `json:"marks" is:"word"`
	Extra   map[string]any    `json:"extra"`
	Draft   json.RawMessage   `json:"draft,omitempty" is:"move"`
	Seen    []json.RawMessage `json:"seen,omitempty" is:"view"`
	_       struct{}
}

// stamps are how many
// there are of each.
type stamps map[string]int

// Every form of field has its form in TypeScript.
func TestTypeScriptForms(t *testing.T) {
	const want = `
/** parcel has a field of every form. */
export interface parcel {
  /** What it is called. */
  name: string;
  sort?: "box" | "tube";
  weight?: number;
  sent: string;
  fragile: boolean;
  inside: parcel[];
  around: parcel | null;
  stamps: stamps;
  note: unknown;
  marks: (string | number)[][] | null;
  extra: Record<string, unknown>;
  draft?: string | Move;
  seen?: View[];
}

/** stamps are how many there are of each. */
export type stamps = Record<string, number>;
`
	text := typeScript(t, reflect.TypeFor[parcel]())
	if first, _, _ := strings.Cut(text, "\n/** Move is"); first != want {
		t.Errorf("got:%s\nwant:%s", first, want)
	}
	for _, name := range []string{"Move", "View", "Element", "Seat"} {
		if !regexp.MustCompile(`(?m)^export (interface|type) ` + name + ` `).MatchString(text) {
			t.Errorf("%s is used but not declared", name)
		}
	}
}
