package game_test

import (
	"encoding/json"
	"testing"

	"github.com/plygame/ply/game"
)

// memory is the part of a save that holds the observers' memory.
func (o object) memory() map[string]any { return o["memory"].(map[string]any) }

func (o object) eyes(i int) map[string]any {
	return o.memory()["eyes"].([]any)[i].(map[string]any)
}

// remembered is a state with memory of all sorts.
func remembered(t testing.TB) (*box, *game.State) {
	x, s, moves := keeping(t)
	x.Guess = func(*game.Tx, game.Seat) {}
	return x, play(t, s, moves...)
}

// A save with impossible memory is refused.
func TestBadMemoryInSaves(t *testing.T) {
	x, s := remembered(t)
	seen, hidden := s.Name(s.First(x.row)), s.Name(s.First(x.pile))
	for _, c := range []struct {
		edit  func(o object)
		words string
	}{
		{func(o object) { o["memory"] = 7 }, ""},
		{func(o object) { o.memory()["eyes"] = []any{} }, "the number of memories does not match the observers"},
		{func(o object) { o.memory()["known"].(map[string]any)["#99"] = 1 }, `the memory of who knows "#99" is not valid`},
		{func(o object) { o.memory()["known"].(map[string]any)["row"] = 1 }, `the memory of who knows "row" is not valid`},
		{func(o object) { o.memory()["known"].(map[string]any)[hidden] = 4 }, `the memory of who knows "` + hidden + `" is not valid`},
		{func(o object) { delete(o.memory()["known"].(map[string]any), seen) }, "who sees " + seen + " differs from what is remembered"},
		{func(o object) { o.memory()["rolled"] = object{"row": 1} }, `the memory of rolls for "row" is not valid`},
		{func(o object) { o.memory()["rolled"] = object{hidden: 4} }, `the memory of rolls for "` + hidden + `" is not valid`},
		{func(o object) { o.memory()["values"] = object{"face": object{hidden: 1}} }, `part "face" is not one that observers remember`},
		{func(o object) { o.memory()["values"] = object{"wings": object{hidden: 1}} }, `part "wings" is not one that observers remember`},
		{func(o object) { o.eyes(0)["mixings"] = 65 }, "an observer remembers too many mixings"},
		{func(o object) { o.eyes(0)["mixings"] = -1 }, "an observer remembers too many mixings"},
		{func(o object) { o.eyes(0)["mixings"] = 0 }, "cannot have gone through these mixings"},
		{func(o object) { o.eyes(0)["mixed"].(map[string]any)["row"] = 1 }, `"row" cannot have gone through these mixings`},
		{func(o object) { o.eyes(1)["handles"].(map[string]any)[seen] = 0 }, `"` + seen + `" cannot have the handle 0`},
		{func(o object) { o.eyes(1)["handles"].(map[string]any)[seen] = 999 }, `"` + seen + `" cannot have the handle 999`},
		{func(o object) { o.eyes(1)["handles"].(map[string]any)["pile"] = 1 }, `"pile" cannot have the handle`},
		{func(o object) { o.eyes(1)["handles"].(map[string]any)[hidden] = 1 }, ""},
		{func(o object) { delete(o.eyes(2)["handles"].(map[string]any), seen) }, "who sees " + seen + " differs from what is remembered"},
		{func(o object) {
			for name, h := range o.eyes(1)["handles"].(map[string]any) {
				if name != seen {
					o.eyes(1)["handles"].(map[string]any)[seen] = h
					return
				}
			}
		}, "cannot have the handle"},
	} {
		text := edited(t, s.Save(), c.edit)
		l, err := x.Rules.Load(text)
		if err == nil {
			t.Errorf("%s\nis accepted as\n%s", text, l.Save())
			continue
		}
		wantDamaged(t, err, c.words)
	}
	l, err := x.Rules.Load(edited(t, s.Save(), func(o object) { delete(o, "memory") }))
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range observers(l) { // as if seen for the first time
		for id := range l.All() {
			if l.Knows(o, id) != (l.Sees(o, id) == game.Face) {
				t.Errorf("without its memory, %s knows %s", o, l.Name(id))
			}
		}
	}
}

func FuzzLoadMemory(f *testing.F) {
	x, s := remembered(f)
	text := func(s *game.State) []byte {
		var o object
		if err := json.Unmarshal(s.Save(), &o); err != nil {
			f.Fatal(err)
		}
		memory, err := json.Marshal(o["memory"])
		if err != nil {
			f.Fatal(err)
		}
		return memory
	}
	f.Add(text(s))
	f.Add([]byte(`{"eyes":[{"next":3},{"next":0},{"next":9,"mixings":2,"mixed":{"#3":3,"#4":2}}]}`))
	f.Fuzz(func(t *testing.T, memory []byte) {
		if !json.Valid(memory) {
			return
		}
		save := edited(t, s.Save(), func(o object) { o["memory"] = json.RawMessage(memory) })
		l, err := x.Rules.Load(save)
		if err != nil {
			wantProperRefusal(t, l == nil, err)
			return
		}
		wantConsistent(t, l)
		for _, o := range observers(l) {
			v := l.View(o)
			if got := drawn(v); got != drawn(s.View(o)) {
				t.Fatalf("%s sees %s", o, got)
			}
			r, err := l.Redeal(o, game.SeedOf(1))
			if err != nil {
				t.Fatal(err)
			}
			if string(r.View(o).Save()) != string(v.Save()) {
				t.Fatalf("%s can distinguish a re-deal: %v", o, v.Diff(r.View(o)))
			}
			wantChangesLead(t, "from the state", s.View(o), v, s.Changes(l, o)[0])
		}
		if _, err := l.PlayText(l.Turn(), "mix 1"); err != nil {
			t.Fatal(err)
		}
	})
}
