package game_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// sent returns changes after a round trip through JSON.
func sent(t testing.TB, changes []game.Change) (out []game.Change) {
	t.Helper()
	text, err := json.Marshal(changes)
	if err == nil {
		err = json.Unmarshal(text, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// Changes restore the observers' memory: between any two states of a game, move by move, and by the record of a fork.
func TestChangesRestoreMemory(t *testing.T) {
	x, _, moves := keeping(t)
	x.Guess = func(*game.Tx, game.Seat) {}
	all := states(t, x.Rules, 2, moves...)
	for i, from := range all {
		for k, to := range all {
			got, err := from.Apply(sent(t, from.Diff(to)))
			if err != nil {
				t.Fatalf("from %d to %d: %v", i, k, err)
			}
			same(t, got, to)
			wantMemory(t, "by changes", got, to)
		}
	}
	f := all[0].Fork()
	f.Record(true)
	s := all[0]
	for i, text := range moves {
		m, err := s.Parse(s.Turn(), text)
		if err == nil {
			err = f.Play(m)
		}
		if err == nil {
			s, err = s.Apply(f.Changes())
		}
		if err != nil {
			t.Fatal(err)
		}
		same(t, s, all[i+1])
	}
	wantMemory(t, "by the changes of a fork", s, all[len(moves)])
}

// Memory is stored by name, so it fits rules with reordered declarations.
func TestMemoryInReorderedChanges(t *testing.T) {
	x, _, moves := keeping(t)
	y, _ := longKeeping()
	slices.Reverse(y.Layout)
	slices.Reverse(y.Parts)
	slices.Reverse(y.Kinds)
	all := states(t, x.Rules, 2, moves...)
	load := func(s *game.State) *game.State {
		l, err := y.Rules.Load(s.Save())
		if err != nil {
			t.Fatal(err)
		}
		return l
	}
	for i := 1; i < len(all); i++ {
		got, err := load(all[i-1]).Apply(all[i-1].Diff(all[i]))
		if err != nil {
			t.Fatal(err)
		}
		same(t, got, load(all[i]))
		wantMemory(t, "in another order", got, load(all[i]))
	}
}

// A fork that starts recording after some moves remembers from then on.
func TestRecordAfterMoves(t *testing.T) {
	x, s, moves := keeping(t)
	x.Guess = func(*game.Tx, game.Seat) {}
	f := s.Fork()
	playFork := func(texts ...string) {
		for _, text := range texts {
			m, err := f.State().Parse(f.State().Turn(), text)
			if err == nil {
				err = f.Play(m)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
	playFork(moves[:9]...)
	before, err := f.Freeze()
	if err != nil {
		t.Fatal(err)
	}
	f.Reset(s)
	playFork(moves[:9]...)
	f.Record(true)
	playFork(moves[9])
	after, err := before.Apply(f.Changes())
	if err != nil {
		t.Fatal(err)
	}
	want := play(t, before, moves[9])
	same(t, after, want)
	wantMemory(t, "recorded", after, want)
	same(t, reload(t, after), after) // a save also notes that the memory does not go back to the start
}

// Changes for observers contain no memory, and a game without secrets has none.
func TestChangesForObserversHaveNoMemory(t *testing.T) {
	x, _, moves := keeping(t)
	all := states(t, x.Rules, 2, moves...)
	remembers := func(c game.Change) bool { return strings.HasPrefix(c.Field, "@memory:") }
	some := false
	for i := 1; i < len(all); i++ {
		some = some || slices.ContainsFunc(all[i-1].Diff(all[i]), remembers)
		for _, changes := range all[i-1].Changes(all[i], 0, 1, game.Nobody, game.Judge) {
			if slices.ContainsFunc(changes, remembers) {
				t.Errorf("move %d sends %v", i, changes)
			}
		}
	}
	if !some {
		t.Error("no move changes what is remembered")
	}
	open := states(t, fair(false).Rules, 3, fairGame(t)...)
	for i := 1; i < len(open); i++ {
		if d := open[i-1].Diff(open[i]); slices.ContainsFunc(d, remembers) {
			t.Errorf("in a game without secrets: %v", d)
		}
	}
	_, err := open[0].Apply([]game.Change{{Field: "@memory:next", Is: "1 0 0 0"}})
	wantDamaged(t, err, `there is no field "@memory:next"`)
	_, err = all[0].View(0).Apply([]game.Change{{Field: "@memory:next", Is: "1 0 0"}})
	wantDamaged(t, err, `there is no field "@memory:next"`)
}

// Changes that would make observers remember the impossible are refused.
func TestBadMemoryInChanges(t *testing.T) {
	x, s := remembered(t)
	before := string(s.Save())
	first := s.First(x.row.ID())
	seen, hidden := s.Name(first), s.Name(s.First(x.pile.ID()))
	var memory struct {
		Memory struct {
			Known map[string]uint64
			Eyes  []struct {
				Next    uint32
				Handles map[string]uint32
			}
		}
	}
	if err := json.Unmarshal([]byte(before), &memory); err != nil {
		t.Fatal(err)
	}
	blank := s.Diff(start(t, x.Rules, 2)) // has all that is remembered as what was
	was := func(of, field string) string {
		i := slices.IndexFunc(blank, func(c game.Change) bool { return c.Of == of && c.Field == "@memory:"+field })
		if i < 0 {
			t.Fatalf("%s does not differ in %s: %v", of, field, blank)
		}
		return blank[i].Was
	}
	next := was("", "next")
	for _, c := range []struct {
		of, field, was, is, words string
	}{
		{"", "next", "9 9 9", next, "made from a different state"},
		{"", "next", next, "1 1", "is not a valid memory"},
		{"", "next", next, "01 1 1", "is not a valid memory"},
		{"", "next", next, "1 1 4294967296", "is not a valid memory"},
		{"", "next", next, "1 1 1", "cannot have the handle"},
		{"", "mixings", was("", "mixings"), "65 65 65", "is not a valid memory"},
		{"", "mixings", was("", "mixings"), "", "cannot have gone through these mixings"},
		{"", "recalled", "", "yes", "is not a valid memory"},
		{"", "recalled", "true", "", "made from a different state"},
		{"", "known", "", "0", `there is no field "@memory:known"`},
		{"", "luck", "", "0", `there is no field "@memory:luck"`},
		{"row", "known", "", "0", `there is no field "@memory:known" on "row"`},
		{"#99", "known", "", "0", `there is no element "#99"`},
		{hidden, "next", "", "0", `there is no field "@memory:next"`},
		{hidden, "value:face", "", "0", `part "face" is not one that observers remember`},
		{hidden, "value:wings", "", "0", `part "wings" is not one that observers remember`},
		{"", "value:face", "", "0", `there is no field "@memory:value:face"`},
		{seen, "known", "0 1 -1", "", "who sees " + seen + " differs from what is remembered"},
		{seen, "known", "0 1 -1", "0 1 2 -1", "is not a list of observers"},
		{seen, "known", "0 1 -1", "-1 1 0", "is not a list of observers"},
		{seen, "known", "0 1 -1", "0 1 -1 rolled", "is not a list of observers"},
		{seen, "known", "0 1", "0 1 -1", "made from a different state"},
		{seen, "rolled", "", "4", "is not a list of observers"},
		{seen, "handles", was(seen, "handles"), "", "who sees " + seen + " differs from what is remembered"},
		{hidden, "handles", "", "1 1 1", "who sees " + hidden + " differs from what is remembered"},
	} {
		got, err := s.Apply([]game.Change{{Of: c.of, Field: "@memory:" + c.field, Was: c.was, Is: c.is}})
		if err == nil {
			t.Errorf("%v is accepted, and gives\n%s", c, got.Save())
			continue
		}
		wantDamaged(t, err, c.words)
		if got != s || string(s.Save()) != before {
			t.Fatalf("%v has changed the state", c)
		}
	}
	_, err := s.Apply([]game.Change{{Of: seen, Field: "@in", Was: "row", Is: "pile " + s.Name(s.Last(x.pile.ID()))}})
	if err == nil {
		t.Error("a card is moved out of sight, and all remember it as seen")
	}
	if _, err := x.Rules.Load(edited(t, s.Save(), func(o object) {
		o["parts"].(map[string]any)["@memory:known"] = object{hidden: 0}
	})); err == nil {
		t.Error("a save has memory among its parts")
	}
}

func FuzzApplyMemory(f *testing.F) {
	x, _, moves := keeping(f)
	x.Guess = func(*game.Tx, game.Seat) {}
	all := states(f, x.Rules, 2, moves...)
	add := func(from, to int) {
		text, err := json.Marshal(all[from].Diff(all[to]))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, from)
	}
	for i := 1; i < len(all); i++ {
		add(i-1, i)
		add(i, i-1)
		add(0, i)
	}
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
		before := string(s.Save())
		got, err := s.Apply(changes)
		if string(s.Save()) != before {
			t.Fatal("the state has changed")
		}
		if err != nil {
			wantProperRefusal(t, got == s, err)
			return
		}
		wantConsistent(t, got)
		for _, way := range [][2]*game.State{{s, got}, {got, s}} {
			d := way[0].Diff(way[1])
			led, err := way[0].Apply(d)
			if err != nil {
				t.Fatalf("the differences cannot be applied: %v\n%.2000v", err, d)
			}
			same(t, led, way[1])
			for _, o := range observers(led) {
				wantAlike(t, o, led, way[1])
			}
		}
	})
}
