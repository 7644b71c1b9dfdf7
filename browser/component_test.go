package browser_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/wire"
)

// documented returns the code below a comment with its name in docs/ui.md.
func documented(t *testing.T, name string) string {
	t.Helper()
	page, err := os.ReadFile("../docs/ui.md")
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(page), "<!-- "+name+" -->\n```")
	_, code, _ := strings.Cut(after, "\n")
	code, _, ended := strings.Cut(code, "```\n")
	if !found || !ended {
		t.Fatalf("docs/ui.md has no %s", name)
	}
	return code
}

// drawnBy is tic-tac-toe on a table of its own.
func drawnBy(name, module string) *game.Rules {
	r := tictactoe.New()
	art := fstest.MapFS{"table.js": {Data: []byte(module)}}
	for _, file := range []string{"mark-x.svg", "mark-o.svg", "paper.svg"} {
		data, err := fs.ReadFile(r.Art, "art/"+file)
		if err != nil {
			panic(err)
		}
		art[file] = &fstest.MapFile{Data: data}
	}
	r.Name, r.Art, r.Theme.Component = name, art, "table.js"
	return r
}

const componentRoot = `document.querySelector("[data-component]").firstElementChild.shadowRoot`

// TestDocumentedBoard checks that the board of docs/ui.md can be played on, also by keyboard and with a finger, and that
// the state printed there is the one that a component gets.
func TestDocumentedBoard(t *testing.T) {
	t.Parallel()
	module := strings.Replace(documented(t, "board.js"), "export default function (", "function board(", 1) +
		"export default (state, ...rest) => { globalThis.printed = structuredClone(state); return board(state, ...rest); }"
	h := newServer(t, drawnBy("drawn", module))
	match := h.create("drawn", wire.Create{Seats: 2})
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("drawn", match)
	joined, err := h.client().Join(t.Context(), "drawn", match, wire.Join{Name: "Bob"})
	if err != nil {
		t.Fatal(err)
	}
	bob := h.programAt(match, joined.Token)
	ann.waitForText("Bob")
	cell := func(name string) string {
		return componentRoot + `.querySelector('[aria-label^="` + name + `"]')`
	}
	ann.until("the cells are drawn", componentRoot+`?.querySelectorAll(".open").length === 9`)
	if below := eval[bool](ann, cell("a3")+`.getBoundingClientRect().top < `+cell("a1")+`.getBoundingClientRect().top`); !below {
		t.Error("a3 is not above a1")
	}
	eval[bool](ann, `((e) => { e.focus(); e.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter" })); return true; })(`+cell("a1")+`)`)
	ann.waitFor(`main[data-turn="theirs"]`)
	ann.until("a1 is marked", cell("a1")+`.classList.contains("recent")`)
	ann.waitIdle()
	comparePrinted(t, documented(t, "state.json"), eval[string](ann, "JSON.stringify(printed)"))
	if err := bob.Play(t.Context(), ann.seq(), "place b2"); err != nil {
		t.Fatal(err)
	}
	ann.waitFor(`main[data-turn="mine"]`)
	ann.until("the focus has waited for a cell", `document.activeElement?.localName.startsWith("ply-component")`)
	eval[bool](ann, `((e) => { e.focus(); e.dispatchEvent(new MouseEvent("click", { bubbles: true })); return true; })(`+cell("a2")+`)`)
	ann.waitFor(`main[data-turn="theirs"]`)
	ann.until("a2 is taken", cell("a2")+`.querySelector("circle")`)
}

// comparePrinted compares the printed part of a state with the whole.
func comparePrinted(t *testing.T, printed, whole string) {
	t.Helper()
	var want, got map[string]any
	art := regexp.MustCompile(`/art/drawn/[0-9a-f]+/`)
	if err := json.Unmarshal([]byte(art.ReplaceAllString(whole, "/art/tictactoe/digest/")), &got); err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{"board": true, "a1": true, "b1": true}
	var places []any
	for _, p := range got["places"].([]any) {
		if shown[p.(map[string]any)["name"].(string)] {
			places = append(places, p)
		}
	}
	got["places"] = places
	if err := json.Unmarshal([]byte(printed), &want); err != nil || !reflect.DeepEqual(got, want) {
		text, _ := json.MarshalIndent(got, "", "  ")
		t.Errorf("docs/ui.md shows another state (%v) than\n%s", err, text)
	}
}

// TestComponentNotes checks that the author of a component reads on the page why it failed, that nothing in it can be
// clicked, and that it chose something unknown.
func TestComponentNotes(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ module, note string }{
		"failing": {`export default () => { throw new Error("oh") }`, "table.js failed, so this is the standard table: oh"},
		"idle":    {`export default (_, make) => make("p", {}, "Nothing")`, "table.js shows nothing that can be clicked"},
		"unknown": {`export default (_, make, choose) => make("button", { key: "go", onclick: () => choose("z99") }, "Go")`, `component table.js chose "z99"`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newServer(t, drawnBy(name, c.module))
			match := h.create(name, wire.Create{Seats: 2})
			ann := newPlayer(t, h, "Ann", desk)
			ann.ignoreErrors("the derived table is shown instead")
			ann.join(name, match)
			if _, err := h.client().Join(t.Context(), name, match, wire.Join{Name: "Bob"}); err != nil {
				t.Fatal(err)
			}
			ann.waitFor(`main[data-turn="mine"]`)
			if name == "unknown" {
				ann.until("there is a button", componentRoot+`?.querySelector("button")`)
				eval[bool](ann, componentRoot+`.querySelector("button").click() ?? true`)
			}
			ann.waitForText(c.note)
		})
	}
}
