package game_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// definition is a box that has one of everything, to be spoilt.
type definition struct {
	*box
	size *game.Option[int]
	pick *game.Pick[game.ID]
}

func newDefinition() *definition {
	d := &definition{box: newBox()}
	d.size = &game.Option[int]{Name: "size", Default: 3, Min: 2, Max: 5}
	d.pick = &game.Pick[game.ID]{Name: "what", From: d.row.Contents}
	d.Options = []game.Setting{d.size.Is(3)}
	d.Presets = []game.Preset{{Name: "big", Values: game.Values{"size": "5"}}}
	d.Make = func(game.Values) *game.Rules { return newDefinition().Rules }
	d.Position = []game.Keyed{d.row, game.Mover}
	d.picking(func(*game.Tx) {}, d.pick)
	return d
}

// choose replaces the pick of the definition.
func (d *definition) choose(c game.Choice) { d.Actions[0].Pick = []game.Choice{c} }

type fault struct {
	spoil func(*definition)
	want  string // exactly; what follows ... is not looked at
}

func list[T any](...T) func(*game.Tx) []T { return func(*game.Tx) []T { return nil } }

const nameRule = "a name is letters, digits, - and _, and begins with a letter"

var faults = []fault{
	// Rules
	{func(d *definition) { d.Name = "" }, `game "": ` + nameRule + `; a game's name is in lower case`},
	{func(d *definition) { d.Name = "Box" }, `game "Box": ` + nameRule + `; a game's name is in lower case`},
	{func(d *definition) { d.Name = "a box" }, `game "a box": ` + nameRule + `; a game's name is in lower case`},
	{func(d *definition) { d.Seats = game.Seats{} }, `seats from 0 to 0: a game has from 1 to 32 seats`},
	{func(d *definition) { d.Seats = game.Between(3, 2) }, `seats from 3 to 2: a game has from 1 to 32 seats`},
	{func(d *definition) { d.Seats = game.Between(1, 33) }, `seats from 1 to 33: a game has from 1 to 32 seats`},
	{func(d *definition) { d.Version = "1\n2" }, `version "1\n2": it is one line of text`},
	{func(d *definition) { d.Position[0] = nil }, `Position: entry 0 is nil`},
	{func(d *definition) { d.Position[0] = &game.Place{Name: "attic"} }, `Position: place "attic" is not in Layout`},
	{func(d *definition) { d.Position[0] = game.NewPart[int]("lost") }, `Position: part "lost" is not declared: add it to Parts`},
	{func(d *definition) { d.Layout = append(d.Layout, layout(func(*game.Plan) { panic("no board") })) }, `the check stopped at: no board`},

	// Options and presets
	{func(d *definition) { d.Options[0].Name = "the size" }, `option "the size": ` + nameRule + "\n" + `preset "big": there is no option "size"`},
	{func(d *definition) { d.Options = append(d.Options, d.Options[0]) }, `two options are called "size"`},
	{func(d *definition) { d.Options[0].Min, d.Options[0].Max = 4, 3 }, `option "size": it goes from 4 to 3` + "\n..."},
	{func(d *definition) { d.Options[0].Default = "9" }, `option "size": its default is not allowed: option size goes from 2 to 5, not 9`},
	{func(d *definition) { d.Options[0] = d.size.Is(1) }, `option size goes from 2 to 5, not 1`},
	{func(d *definition) { d.Options[0].Value = "x" }, `option size is a whole number, not "x"`},
	{func(d *definition) { d.Make = nil }, `there are options, but no Make that builds the rules for them`},
	{func(d *definition) { d.Presets[0].Name = "" }, `preset "": ` + nameRule},
	{func(d *definition) { d.Presets[0].Values["depth"] = "1" }, `preset "big": there is no option "depth"`},
	{func(d *definition) { d.Presets[0].Values = game.Values{"c": "", "a": "", "b": ""} }, `preset "big": there is no option "a"` + "\n" + `preset "big": there is no option "b"` + "\n" + `preset "big": there is no option "c"`},
	{func(d *definition) { d.Presets[0].Values["size"] = "6" }, `preset "big": option size goes from 2 to 5, not 6`},

	// Layout
	{func(d *definition) { d.Layout[0] = nil }, `Layout: entry 0 is nil` + "\n" + `Position: place "row" is not in Layout`},
	{func(d *definition) { d.row.Name = "the row" }, `place "the row": ` + nameRule},
	{func(d *definition) { d.row.Max = -1 }, `place "row": Max is -1; it cannot be negative`},
	{func(d *definition) { d.pile.Name = "row" }, `two places are called "row"`},
	{func(d *definition) { d.row.Name = "table" }, `two places are called "table"`},
	{func(d *definition) { d.Layout = append(d.Layout, d.row) }, `place "row" is laid twice`},
	{func(d *definition) { d.hand.Names = []string{"left", "right"} }, `place "hand" is one for each seat, so it cannot have Names`},
	{func(d *definition) { d.Layout[0] = owned(newBox()).row }, `place "row" belongs to other rules already; make the rules in a function` + "\n..."},

	// Kinds
	{func(d *definition) { d.Kinds[0] = nil }, `Kinds: entry 0 is nil`},
	{func(d *definition) { d.stone.Name = "1st" }, `kind "1st": ` + nameRule},
	{func(d *definition) { d.stone.Name = "card" }, `two kinds are called "card"`},
	{func(d *definition) { d.stone.With = []game.With{nil} }, `kind "stone": With has a nil entry`},
	{func(d *definition) { d.stone.With = []game.With{game.NewPart[int]("lost").Is(1)} }, `kind "stone": part "lost" is not declared: add it to Parts`},
	{func(d *definition) {
		speed := game.NewTrait[int]("speed")
		d.stone.With = []game.With{speed.Is(1), speed.Is(2)}
	}, `kind "stone": trait "speed" is given 2 times` + "\n..."},

	// Parts
	{func(d *definition) { d.Parts[0] = nil }, `Parts: entry 0 is nil`},
	{func(d *definition) { d.Parts[0] = game.NewPart[int]("hit points") }, `part "hit points": ` + nameRule},
	{func(d *definition) { d.Parts[0] = game.NewPart[int]("label") }, `two parts are called "label"`},

	{func(d *definition) { d.Parts = append(d.Parts, coin.Seen(game.ByNone)) }, `part "coin" is hidden (Seen), and nothing says what else it could be: declare it Rolled or Chosen, or give Rules.Guess`},
	{func(d *definition) {
		d.Parts = append(d.Parts, coin.Seen(game.ByOwner).Chosen(&game.Pick[int]{Name: "n", Range: fixed(0, 1)}))
	}, `part "coin" is chosen by a pick that is in no action`},
	{func(d *definition) {
		d.Parts = append(d.Parts, game.NewPart[game.ID]("goal").Seen(game.ByOwner).Chosen(d.pick))
	}, `part "goal" is chosen in secret by action "pick", which is not Secret`},

	// Actions
	{func(d *definition) { d.Actions = nil }, `there are no actions: nobody can do anything`},
	{func(d *definition) { d.Actions[0] = nil }, `Actions: entry 0 is nil`},
	{func(d *definition) { d.Actions[0].Name = "" }, `action "": ` + nameRule},
	{func(d *definition) { d.Actions = append(d.Actions, d.Actions[0]) }, `two actions are called "pick"`},
	{func(d *definition) { d.Actions[0].Do = nil }, `action "pick": it does nothing: it has no Do`},
	{func(d *definition) { d.Actions = owned(newBox()).Actions }, `action "do": it belongs to other rules already; make the rules in a function`},
	{func(d *definition) { d.choose(nil) }, `action "pick": pick 0 is nil`},
	{func(d *definition) { d.Actions[0].Pick = []game.Choice{d.pick, d.pick} }, `action "pick": two picks are called "what"`},

	// Picks
	{func(d *definition) { d.pick.Name = "what?" }, `action "pick": pick "what?": ` + nameRule},
	{func(d *definition) { d.pick.From = nil }, `action "pick": pick "what": it has 0 of From, List, Range and Text; it needs exactly one`},
	{func(d *definition) { d.pick.List = list[game.ID]() }, `action "pick": pick "what": it has 2 of From, List, Range and Text; it needs exactly one`},
	{func(d *definition) {
		other := newDefinition()
		owned(other.box)
		d.choose(other.pick)
	}, `action "pick": pick "what" belongs to other rules already; make the rules in a function`},
	{func(d *definition) { d.choose(&game.Pick[string]{Name: "s", From: d.row.Contents}) }, `action "pick": pick "s": From chooses elements, seats or numbers, not string; use List`},
	{func(d *definition) { d.choose(&game.Pick[game.Seat]{Name: "s", Range: fixed(0, 1)}) }, `action "pick": pick "s": Range chooses numbers, not game.Seat`},
	{func(d *definition) { d.choose(&game.Pick[int]{Name: "s", Text: &game.Text{}}) }, `action "pick": pick "s": Text chooses strings, not int`},
	{func(d *definition) { d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{Min: 3, Max: 2}}) }, `action "pick": pick "s": text of 3 to 2 letters cannot be`},
	{func(d *definition) { d.choose(&game.Pick[string]{Name: "s", Text: &game.Text{Pattern: "("}}) }, `action "pick": pick "s": pattern "(": ...`},
	{func(d *definition) { d.choose(&game.Pick[[9]byte]{Name: "s", List: list[[9]byte]()}) }, `action "pick": pick "s": [9]uint8 cannot be chosen; it must be an ID, a Seat, an integer, a string, or plain data of at most 8 bytes`},
	{func(d *definition) { d.choose(&game.Pick[[2]game.ID]{Name: "s", List: list[[2]game.ID]()}) }, `action "pick": pick "s": [2]game.ID has an element in it, which a record could not name; choose it by a Pick of its own`},
	{func(d *definition) { d.choose(&game.Pick[float64]{Name: "s", List: list[float64]()}) }, `action "pick": pick "s": float64 cannot be chosen; it must be ...`},
	{func(d *definition) { d.choose(&game.Pick[*int]{Name: "s", List: list[*int]()}) }, `action "pick": pick "s": *int cannot be chosen; it must be ...`},
	{func(d *definition) { d.pick.Optional, d.pick.Repeat = true, true }, `action "pick": pick "what": a repeated pick is not Optional; let Several say from how many on it may stop`},
}

// owned makes the rules own all they are made of.
func owned(x *box) *box {
	if err := game.Check(x.Rules); err != nil {
		panic(err)
	}
	return x
}

func TestDefinitionIsSound(t *testing.T) {
	if err := game.Check(newDefinition().Rules); err != nil {
		t.Fatal(err)
	}
}

func TestFaultsOfDefinitions(t *testing.T) {
	for _, c := range faults {
		d := newDefinition()
		c.spoil(d)
		err := game.Check(d.Rules)
		if err == nil {
			t.Errorf("no fault is found; want: %s", c.want)
			continue
		}
		got := strings.Join(err.(game.Faults), "\n")
		if want, open := strings.CutSuffix(c.want, "..."); got != want && !(open && strings.HasPrefix(got, want)) {
			t.Errorf("got:  %s\nwant: %s", got, c.want)
		}
		if s, again := game.Start(d.Rules, 2, game.SeedOf(1)); s != nil || again == nil || again.Error() != err.Error() {
			t.Errorf("%s: Start gives %v", c.want, again)
		}
	}
}

func TestAllFaultsAtOnce(t *testing.T) {
	d := newDefinition()
	d.Name = "Box"
	d.Presets[0].Name = ""
	d.row.Max = -1
	d.stone.Name = "card"
	d.Parts[0] = nil
	d.pick.Name = ""
	d.Actions[0].Do = nil
	d.Position[1] = nil
	err := game.Check(d.Rules)
	want := game.Faults{
		`game "Box": ` + nameRule + `; a game's name is in lower case`,
		`preset "": ` + nameRule,
		`place "row": Max is -1; it cannot be negative`,
		`Parts: entry 0 is nil`,
		`two kinds are called "card"`,
		`action "pick": pick "": ` + nameRule,
		`action "pick": it does nothing: it has no Do`,
		`Position: entry 1 is nil`,
	}
	if got, ok := errors.AsType[game.Faults](err); !ok || !slices.Equal(got, want) {
		t.Errorf("got %v\nwant %v", err, want)
	}
	if !strings.HasPrefix(err.Error(), "the rules cannot be played:\n  game \"Box\"") {
		t.Errorf("it reads: %s", err)
	}
	if again := game.Check(d.Rules); again.Error() != err.Error() {
		t.Errorf("checked again: %v", again)
	}
	if d.Digest() != "" {
		t.Error("rules with faults have a digest")
	}
}

func TestNoRules(t *testing.T) {
	if err := game.Check(nil); err == nil || !strings.Contains(err.Error(), "there are no rules") {
		t.Errorf("got %v", err)
	}
}

// A Part holds plain data only (law 3). Slices, maps and functions do not even compile.
func TestPartsArePlain(t *testing.T) {
	type inner struct{ Speed float32 }
	const rest = "; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those"
	for _, c := range []struct {
		part game.Column
		want string
	}{
		{game.NewPart[float64]("p"), "float64 is a float64" + rest},
		{game.NewPart[complex64]("p"), "complex64 is a complex64" + rest},
		{game.NewPart[*int]("p"), "*int is a ptr" + rest},
		{game.NewPart[chan int]("p"), "chan int is a chan" + rest},
		{game.NewPart[uintptr]("p"), "uintptr is a uintptr" + rest},
		{game.NewPart[error]("p"), "error is a interface" + rest},
		{game.NewPart[struct{ A, B *int }]("p"), "*int (field A) is a ptr" + rest},
		{game.NewPart[struct{ In [2]inner }]("p"), "float32 (field In.0.Speed) is a float32" + rest},
		{game.NewPart[struct{ A, _ int }]("p"), "struct { A int; _ int } has a blank field"},
		{game.NewPart[[4097]bool]("p"), "[4097]bool has more than 4096 entries"},
		{game.NewPart[limbs]("p"), ""},
		{game.NewPart[[4096]bool]("p"), ""},
		{game.NewPart[struct{}]("p"), ""},
	} {
		x := newBox()
		x.Parts = append(x.Parts, c.part)
		err := game.Check(x.Rules)
		if c.want == "" && err != nil {
			t.Error(err)
		}
		if want := (game.Faults{`part "p": ` + c.want}).Error(); c.want != "" && (err == nil || err.Error() != want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}

// Every fault that the code can report has a row of its own in the tables above: for each
// format there is a line that fits it.
func TestEveryFaultHasARow(t *testing.T) {
	formats := reported(t, "check.go", "rules.go", "pick.go", "place.go", "part.go")
	if len(formats) < 40 {
		t.Fatalf("only %d reports were found", len(formats))
	}
	for _, f := range formats {
		form := regexp.MustCompile(`(?s)^(action ".*?": )?` + regexp.MustCompile(`%[sdvq]`).ReplaceAllString(regexp.QuoteMeta(f), ".*") + "$")
		if f == "%s" || f == "part %q: %s" { // whatever options and types have to say
			continue
		}
		if !slices.ContainsFunc(faults, func(c fault) bool {
			return slices.ContainsFunc(strings.Split(c.want, "\n"), form.MatchString)
		}) {
			t.Errorf("no row for the fault: %s", f)
		}
	}
}

// reported lists the formats of all calls of report and inAction in these files.
func reported(t *testing.T, files ...string) (formats []string) {
	for _, name := range files {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || len(call.Args) == 0 {
				return true
			}
			name := ""
			switch f := call.Fun.(type) {
			case *ast.Ident:
				name = f.Name
			case *ast.SelectorExpr:
				name = f.Sel.Name
			}
			if lit, ok := call.Args[0].(*ast.BasicLit); ok && (name == "report" || name == "inAction") {
				format, _ := strconv.Unquote(lit.Value)
				formats = append(formats, format)
			}
			return true
		})
	}
	return formats
}
