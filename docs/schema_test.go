package docs_test

import (
	"bytes"
	"encoding/json"
	"maps"
	"reflect"
	"strings"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	"github.com/plygame/ply/wire"
)

// messageSchema is messages.schema.json, made from the types of package wire.
func messageSchema() huma.Registry {
	r := huma.NewMapRegistry("#/$defs/", huma.DefaultSchemaNamer)
	r.Schema(reflect.TypeFor[wire.View](), true, "")
	move := r.Schema(reflect.TypeFor[wire.Move](), true, "")
	for _, t := range []reflect.Type{reflect.TypeFor[wire.Move](), reflect.TypeFor[wire.Request](), reflect.TypeFor[wire.Message]()} {
		r.Schema(t, true, "")
		s := r.Map()[t.Name()]
		for f := range t.Fields() {
			name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
			switch f.Tag.Get("is") {
			case "view":
				s.Properties[name] = &huma.Schema{Ref: "#/$defs/View", Description: f.Tag.Get("doc")}
			case "word":
				s.Properties[name].Items = &huma.Schema{Type: "array", Items: &huma.Schema{AnyOf: []*huma.Schema{{Type: "string"}, {Type: "integer"}}}}
			case "move":
				s.Properties[name] = &huma.Schema{AnyOf: []*huma.Schema{{Type: "string"}, move}, Description: f.Tag.Get("doc")}
			}
		}
	}
	return r
}

// The schema of the messages and the description of the REST API in docs are up to date.
func TestSchemas(t *testing.T) {
	text, err := json.Marshal(map[string]any{
		"$schema":     "https://json-schema.org/draft/2020-12/schema",
		"title":       "Messages of the WebSocket at /api/play",
		"description": "A client sends Request, the server sends Message. See protocol.md.",
		"anyOf":       []any{map[string]string{"$ref": "#/$defs/Request"}, map[string]string{"$ref": "#/$defs/Message"}},
		"$defs":       messageSchema(),
	})
	if err != nil {
		t.Fatal(err)
	}
	keepJSON(t, "messages.schema.json", text)

	host := serve(t)
	status, api := host.ask("GET", "/api/openapi.json", "", "")
	if status != 200 {
		t.Fatalf("no description: %d", status)
	}
	keepJSON(t, "openapi.json", []byte(api))
}

// keepJSON compares a file with its expected content, or writes it.
func keepJSON(t *testing.T, name string, text []byte) {
	t.Helper()
	var b bytes.Buffer
	if err := json.Indent(&b, text, "", " "); err != nil {
		t.Fatal(err)
	}
	b.WriteByte('\n')
	switch {
	case updating():
		write(t, name, b.String())
	case b.String() != read(t, name):
		t.Errorf("%s is out of date; run: go test ./docs -update", name)
	}
}

// Every field has a description.
func TestSchemaWords(t *testing.T) {
	var api struct {
		Components struct{ Schemas map[string]*huma.Schema }
		Paths      map[string]map[string]struct {
			Summary    string
			Parameters []struct{ Name, Description string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "openapi.json")), &api); err != nil {
		t.Fatal(err)
	}
	all := maps.Clone(messageSchema().Map())
	maps.Copy(all, api.Components.Schemas)
	if len(all) < 20 || len(api.Paths) < 8 {
		t.Fatalf("there are %d types and %d paths", len(all), len(api.Paths))
	}
	for name, s := range all {
		for field, p := range s.Properties {
			if !strings.HasSuffix(p.Description, ".") {
				t.Errorf("%s.%s has no description: %q", name, field, p.Description)
			}
		}
	}
	for path, ops := range api.Paths {
		for method, op := range ops {
			if op.Summary == "" {
				t.Errorf("%s %s has no description", method, path)
			}
			for _, p := range op.Parameters {
				if p.Description == "" {
					t.Errorf("%s %s: %s has no description", method, path, p.Name)
				}
			}
		}
	}
}

// invalid returns what is wrong with a message, or a part of one.
func invalid(r huma.Registry, name, text string) []error {
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return []error{err}
	}
	res := &huma.ValidateResult{}
	huma.Validate(r, r.Map()[name], huma.NewPathBuffer(nil, 0), huma.ModeReadFromServer, v, res)
	return res.Errors
}

// The schema refuses invalid messages.
func TestSchemaRefuses(t *testing.T) {
	r := messageSchema()
	for _, x := range []struct{ name, text string }{
		{"Request", `{}`},
		{"Request", `{"do":"dance"}`},
		{"Request", `{"do":"play","seat":0}`},
		{"Request", `{"do":"play","seq":"1"}`},
		{"Request", `{"do":"play","move":7}`},
		{"Request", `{"do":"play","move":{"action":"place","picks":["a1"]}}`},
		{"Request", `{"do":"play","move":{"action":"place","picks":[[true]]}}`},
		{"Message", `{"type":"news"}`},
		{"Message", `{"type":"update","changes":[{"of":"a1"}]}`},
		{"Message", `{"type":"update","toAct":[null]}`},
		{"Message", `{"type":"welcome","view":{"ply":1}}`},
		{"Message", `{"type":"welcome","hash":"1"}`},
	} {
		if errs := invalid(r, x.name, x.text); errs == nil {
			t.Errorf("%s is a %s", x.text, x.name)
		}
	}
	for _, x := range []struct{ name, text string }{
		{"Request", `{"do":"play","seq":1,"move":"place a1"}`},
		{"Request", `{"id":{"any":"thing"},"do":"offers","draft":{"action":"take","picks":[["A"],[1]]}}`},
		{"Message", `{"type":"answer","re":null}`},
	} {
		if errs := invalid(r, x.name, x.text); errs != nil {
			t.Errorf("%s is no %s: %v", x.text, x.name, errs)
		}
	}
}
