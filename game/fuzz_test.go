package game_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// The fuzz targets read untrusted bytes. Nothing may panic; whatever is refused has a reason; whatever is accepted is
// consistent, and the same after saving and loading.

func FuzzLoad(f *testing.F) {
	x, s := midGame(f)
	f.Add(s.Save())
	for _, s := range states(f, x.Rules, 3, fairGame(f)...) {
		f.Add(s.Save())
		f.Add(edited(f, s.Save(), func(object) {}))
	}
	for _, text := range []string{"", "{}", "null", `{"ply":1,"game":"fair","seats":2,"elements":[],"random":null}`,
		`{"ply":1,"game":"fair","seats":3,"created":2,"turn":1,"elements":[{"id":"#1","kind":"stone","in":"#2"},{"id":"#2","kind":"card","in":"row","owner":1}],"parts":{"target":{"#1":"#2"}}}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if strings.Contains(string(text), `"created":`) && len(text) < 1<<16 && tooMany(text) {
			t.Skip("allocating so many elements takes long")
		}
		got, err := x.Rules.Load(text)
		if err != nil {
			wantProperRefusal(t, got == nil, err)
			return
		}
		wantConsistent(t, got)
	})
}

// tooMany reports whether a save claims a huge number of elements.
func tooMany(text []byte) bool {
	var in struct{ Created int }
	return json.Unmarshal(text, &in) == nil && in.Created > 100_000
}

func FuzzParse(f *testing.F) {
	x := inn()
	odd := []string{"plain", "two words", "", "-", `"q"`, "a+b", "é\n"}
	x.Actions = append(x.Actions,
		&game.Action{Name: "write", Pick: []game.Choice{&game.Pick[string]{Name: "words", Text: &game.Text{Max: 1000}}}, Do: func(*game.Tx) {}},
		&game.Action{Name: "list", Pick: []game.Choice{&game.Pick[string]{Name: "odd", List: func(*game.Tx) []string { return odd }, Several: fixed(0, 3)}}, Do: func(*game.Tx) {}},
		&game.Action{Name: "go", Pick: []game.Choice{&game.Pick[point]{Name: "to", List: func(*game.Tx) []point { return []point{{-1, 2}} }, Optional: true}}, Do: func(*game.Tx) {}},
	)
	s := x.setup(f, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.bag) })
	for _, text := range []string{"pick 1 2", "pick 1 2+3", "eat #1", "eat bag", "eat ?", "write x", `write "a b"`, `write "\xff"`, `write "\u2028"`, "say 1 hello", `say 2 ""`, "list -",
		`list plain+"two words"+""`, `list "-"+"a+b"`, `go "{-1 2}"`, "go -", "", " ", "pick", `pick "1"`, "pick +", `"pick" 1 2`, "pick -1 9223372036854775808"} {
		f.Add(text, int8(0))
	}
	f.Fuzz(func(t *testing.T, text string, seat int8) {
		m, err := s.Parse(game.Seat(seat), text)
		if err != nil {
			wantProperRefusal(t, true, err)
			return
		}
		written := s.Text(m)
		again, err := s.Parse(game.Seat(seat), written)
		if err != nil {
			t.Fatalf("%q is written as %q, which cannot be read: %v", text, written, err)
		}
		if s.Text(again) != written {
			t.Fatalf("%q is written as %q, then as %q", text, written, s.Text(again))
		}
		next, err := s.Play(m)
		if err != nil {
			wantProperRefusal(t, next == s, err)
			return
		}
		other, err := s.Play(again)
		if err != nil || other.Hash() != next.Hash() {
			t.Fatalf("%q and %q lead to different states (%v)", text, written, err)
		}
	})
}

func FuzzApply(f *testing.F) {
	x := fair(false)
	all := states(f, x.Rules, 3, fairGame(f)...)
	add := func(changes []game.Change, at int) {
		text, err := json.Marshal(changes)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, at)
	}
	for i := 1; i < len(all); i++ {
		add(all[i-1].Diff(all[i]), i-1)
		add(all[i].Diff(all[0]), i)
	}
	add([]game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "pile"}}, 0)
	add([]game.Change{{Field: "@created", Was: "16", Is: "17"}, {Of: "#17", Field: "@kind", Is: "stone"}, {Of: "#17", Field: "@in", Is: "bag #16"}}, 0)
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		var changes []game.Change
		if json.Unmarshal(text, &changes) != nil {
			return
		}
		for _, c := range changes {
			if c.Field == "@created" && len(c.Is) > 5 {
				return // allocating so many elements takes long
			}
		}
		s := all[uint(at)%uint(len(all))]
		before := s.Hash()
		got, err := s.Apply(changes)
		if s.Hash() != before {
			t.Fatal("the state has changed")
		}
		if err != nil {
			wantProperRefusal(t, got == s, err)
			return
		}
		wantConsistent(t, got)
		d := s.Diff(got)
		again, err := s.Apply(d)
		if err != nil || again.Hash() != got.Hash() {
			t.Fatalf("the differences do not lead there: %v\n%.2000v", err, d)
		}
		back, err := got.Apply(got.Diff(s))
		if err != nil || back.Hash() != before {
			t.Fatalf("the differences do not lead back: %v\n%.2000v", err, d)
		}
	})
}

// wantProperRefusal fails unless err is a Refusal with a code and a reason.
func wantProperRefusal(t *testing.T, nothing bool, err error) {
	t.Helper()
	if !nothing || game.CodeOf(err) == "" || err.Error() == "" || len(err.Error()) > 2000 {
		t.Fatalf("not a proper Refusal: %.3000v", err)
	}
}

// wantConsistent fails unless a state is consistent.
func wantConsistent(t *testing.T, s *game.State) {
	t.Helper()
	l, err := s.Rules().Load(s.Save())
	if err != nil {
		t.Fatalf("its save is refused: %v\n%s", err, s.Save())
	}
	if l.Hash() != s.Hash() || string(l.Save()) != string(s.Save()) {
		t.Fatalf("after Load it differs\n%s\n%s", s.Save(), l.Save())
	}
	if d := s.Diff(l); len(d) != 0 {
		t.Fatalf("after Load it differs: %v", d)
	}
	_ = s.Outcome()
	_ = s.Trace(0)
	if s.Turn() != game.Nobody {
		if _, err := s.Offers(game.Move{Seat: s.Turn()}); err != nil {
			t.Fatal(err)
		}
	}
}
