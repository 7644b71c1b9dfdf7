package game_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"weak"

	"github.com/plygame/ply/game"
)

// These tests show features of docs/features.md that no other test shows on its own.

// Elements can be found by their printed values and by their Parts: agents that act, props that do not, items that are
// carried.
func TestFeatureLookup(t *testing.T) {
	flies, steps := game.NewTrait[bool]("flies"), game.NewTrait[int]("steps")
	x := newBox()
	bat := &game.Kind{Name: "bat", With: []game.With{flies.Is(true), steps.Is(6), points.Is(2)}}
	knight := &game.Kind{Name: "knight", With: []game.With{steps.Is(3), points.Is(10)}}
	door := &game.Kind{Name: "door"}
	sword := &game.Kind{Name: "sword"}
	x.Kinds = append(x.Kinds, bat, knight, door, sword)
	s := x.setup(t, func(tx *game.Tx) {
		tx.Create(bat, x.row)
		tx.Create(sword, tx.Create(knight, x.row))
		tx.Create(door, x.row)
		tx.Create(bat, x.row, points.Is(0))
	})
	for what, c := range map[string]struct {
		holds func(game.ID) bool
		want  string
	}{
		"flies":     {func(id game.ID) bool { return flies.Of(s, id) }, "#1 #5"},
		"can go":    {func(id game.ID) bool { return steps.Of(s, id) > 0 }, "#1 #2 #5"},
		"is alive":  {func(id game.ID) bool { return points.Of(s, id) > 0 }, "#1 #2"},
		"is a prop": {func(id game.ID) bool { return s.Kind(id) == door }, "#4"},
		"carried":   {func(id game.ID) bool { return s.Kind(s.Parent(id)) == knight }, "#3"},
	} {
		var found []game.ID
		for id := range s.All() {
			if c.holds(id) {
				found = append(found, id)
			}
		}
		if got := names(s, slices.Values(found)); got != c.want {
			t.Errorf("%s: %s, want %s", what, got, c.want)
		}
	}
}

// A state does not keep its predecessors in memory.
func TestFeatureOldStatesAreFreed(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(100, x.stone, x.row) })
	var old []weak.Pointer[game.State]
	for range 20 {
		old = append(old, weak.Make(s))
		s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(x.row), x.row) })
	}
	runtime.GC()
	runtime.GC()
	kept := 0
	for _, p := range old {
		if p.Value() != nil {
			kept++
		}
	}
	if kept > 1 { // the last state may still be in a register
		t.Errorf("%d of %d old states are kept alive", kept, len(old))
	}
	runtime.KeepAlive(s)
}

// A game can be continued from one state in many independent ways. Different paths to the same position give equal
// states.
func TestFeatureBranches(t *testing.T) {
	s := nim()
	before := string(s.Save())
	ways := map[int][]*game.State{} // by how many sticks are left
	for _, first := range []string{"take 1", "take 2", "take 3"} {
		for _, second := range []string{"take 1", "take 2", "take 3"} {
			next := play(t, s, first, second)
			left := next.Count(next.Find("heap"))
			ways[left] = append(ways[left], next)
		}
	}
	if string(s.Save()) != before {
		t.Error("the first state has changed")
	}
	if len(ways) != 5 || len(ways[3]) != 3 {
		t.Errorf("the branches are %v", ways)
	}
	for _, all := range ways {
		for _, next := range all {
			same(t, next, all[0])
		}
	}
	if ways[1][0].Hash() == ways[2][0].Hash() {
		t.Error("two states have the same hash")
	}
}

// Looks are not part of the rules: the digest, the hash and the saves ignore them.
func TestFeatureLookIsNotARule(t *testing.T) {
	plain, dressed := newBox(), newBox()
	look := game.Look{Label: "L", Picture: "p.png", Shape: "disc", Color: "red", BySeat: []string{"X", "O"}, Layout: "fan", Overlap: 50, Sides: []game.Seat{0, 1}, Aim: "row", Grows: true, Hidden: true}
	dressed.stone.Look, dressed.row.Look = look, look
	dressed.About = game.About{Title: "A box", Description: "It holds things.", Minutes: 9, Complexity: 1, Categories: []string{"box"}, Picture: "b.png"}
	for _, x := range []*box{plain, dressed} {
		x.Setup = func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }
	}
	a, b := plain.start(t), dressed.start(t)
	if a.Hash() != b.Hash() || plain.Digest() != dressed.Digest() || string(a.Save()) != string(b.Save()) {
		t.Error("the look changes the digest or the hash")
	}
	if l, err := dressed.Rules.Load(a.Save()); err != nil || l.Kind(l.Find("#1")).Look.Shape != "disc" {
		t.Errorf("the save of the game without looks is refused: %v", err)
	}
}

// The same seats and seed give the same start, to the byte: a state contains no random identifiers and no times.
func TestFeatureSameSetup(t *testing.T) {
	begin := func(seats int, seed uint64) string {
		x := newBox()
		x.Setup = func(tx *game.Tx) {
			tx.CreateMany(20, x.card, x.pile)
			tx.Shuffle(x.pile)
			for seat := range game.Seat(tx.Seats()) {
				tx.Move(tx.Last(x.pile), x.hand.Of(seat))
			}
		}
		s, err := x.Rules.Start(seats, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		return string(s.Save())
	}
	once, again := begin(3, 7), begin(3, 7)
	if once != again {
		t.Error("the same seats and seed give different starts")
	}
	if once == begin(3, 8) || once == begin(2, 7) {
		t.Error("a different seed or number of seats gives the same start")
	}
}

// Won is Outcome without its slices.
func TestFeatureWon(t *testing.T) {
	x := newBox()
	for _, end := range []func(*game.Tx){(*game.Tx).Tie, func(tx *game.Tx) { tx.Win(1) }, func(tx *game.Tx) { tx.Score(3, 1, 3) }, func(*game.Tx) {}} {
		s := x.play(t, start(t, x.Rules, 3), end)
		for seat := game.Nobody; seat < 3; seat++ {
			if got, want := s.Won(seat), slices.Contains(s.Outcome().Winners, seat); got != want {
				t.Errorf("%s, %s has won: %v", s.Outcome(), seat, got)
			}
		}
	}
}

// exported calls visit with everything that package game exports: its name, its receiver or struct for methods and
// fields, and the types it mentions.
func exported(t *testing.T, visit func(owner, name string, types ast.Node)) {
	t.Helper()
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range file.Decls {
			switch d := d.(type) {
			case *ast.FuncDecl:
				owner := ""
				if d.Recv != nil {
					owner = receiver(d.Recv.List[0].Type)
				}
				if d.Name.IsExported() && (owner == "" || ast.IsExported(owner)) {
					visit(owner, d.Name.Name, &ast.FuncType{Params: d.Type.Params, Results: d.Type.Results})
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					exportedBy(spec, visit)
				}
			}
		}
	}
}

func receiver(e ast.Expr) string {
	name := ""
	ast.Inspect(e, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok && name == "" {
			name = id.Name
		}
		return true
	})
	return name
}

func exportedBy(spec ast.Spec, visit func(owner, name string, types ast.Node)) {
	switch spec := spec.(type) {
	case *ast.ValueSpec:
		for _, id := range spec.Names {
			if id.IsExported() {
				visit("", id.Name, spec)
			}
		}
	case *ast.TypeSpec:
		if !spec.Name.IsExported() {
			return
		}
		visit("", spec.Name.Name, &ast.FieldList{})
		var fields *ast.FieldList
		switch typ := spec.Type.(type) {
		case *ast.StructType:
			fields = typ.Fields
		case *ast.InterfaceType:
			fields = typ.Methods
		default:
			visit("", spec.Name.Name, typ)
			return
		}
		for _, f := range fields.List {
			for _, id := range f.Names {
				if id.IsExported() {
					visit(spec.Name.Name, id.Name, f.Type)
				}
			}
		}
	}
}

// No exported function of the kernel takes or returns values of type any, except the arguments of lines and notices,
// whose types are checked, and the values of Parts for callers that do not know their types.
func TestFeatureNoAny(t *testing.T) {
	n := 0
	exported(t, func(owner, name string, types ast.Node) {
		n++
		if slices.Contains([]string{"Args", "NewLine", "Refuse", "Say", "Tell", "Announce", "Emit", "Arg", "Value"}, name) {
			return
		}
		ast.Inspect(types, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.Ident:
				if node.Name == "any" {
					t.Errorf("%s %s: any", owner, name)
				}
			case *ast.InterfaceType:
				if len(node.Methods.List) == 0 {
					t.Errorf("%s %s: interface{}", owner, name)
				}
			}
			return true
		})
	})
	if n < 200 {
		t.Errorf("found only %d names", n)
	}
}

// Every exported name of the kernel appears in one of its tests or in the name of an example.
func TestFeatureEveryNameIsTested(t *testing.T) {
	tests, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	words := map[string]bool{
		"Candidate": true, // what Offer.Options holds
	}
	for _, name := range tests {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range regexp.MustCompile(`[A-Za-z]+`).FindAllString(string(text), -1) {
			words[w], words[strings.TrimPrefix(w, "Example")] = true, true
		}
	}
	all := map[string]bool{}
	exported(t, func(owner, name string, _ ast.Node) {
		if !words[name] {
			t.Errorf("no test names %s %s", owner, name)
		}
		if owner == "" {
			all[name] = true
		}
	})
	if len(all) > 115 {
		t.Errorf("the kernel exports %d names; an author can keep 115 in mind at most", len(all))
	}
}
