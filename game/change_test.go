package game_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// written lists changes one per line, without those of the game itself.
func written(changes []game.Change) string {
	var all []string
	for _, c := range changes {
		if c.Of != "" {
			all = append(all, fmt.Sprintf("%s %s: %s -> %s", c.Of, c.Field, c.Was, c.Is))
		}
	}
	return strings.Join(all, "\n")
}

// Diff returns as few changes as possible: an element whose neighbour changed has not moved.
func TestChangesAreFew(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(5, x.card, x.pile)
		tx.CreateMany(5, x.stone, x.row)
		tx.CreateMany(2, x.stone, x.hand.Of(0))
	})
	id := s.Find
	for _, c := range []struct {
		name string
		do   func(*game.Tx)
		want string
	}{
		{"draw", func(tx *game.Tx) { tx.Move(tx.Last(x.pile), x.hand.Of(0)) }, "#5 @in: pile #4 -> hand/0 #12"},
		{"draw from below", func(tx *game.Tx) { tx.Move(tx.First(x.pile), x.hand.Of(1)) }, "#1 @in: pile -> hand/1"},
		{"one to the front", func(tx *game.Tx) { tx.MoveFirst(id("#9"), x.row) }, "#9 @in: row #8 -> row"},
		{"one to the end", func(tx *game.Tx) { tx.Move(id("#6"), x.row) }, "#6 @in: row -> row #10"},
		{"one further", func(tx *game.Tx) { tx.MoveAfter(id("#7"), id("#9")) }, "#7 @in: row #6 -> row #9"},
		{"one into the middle", func(tx *game.Tx) { tx.MoveAfter(id("#3"), id("#7")) }, "#3 @in: pile #2 -> row #7"},
		{"give", func(tx *game.Tx) { tx.Give(id("#1"), 1) }, "#1 @owner:  -> 1"},
		{"set", func(tx *game.Tx) { points.Set(tx, id("#1"), 5) }, "#1 points:  -> 5"},
		{"of a struct", func(tx *game.Tx) { body.Set(tx, id("#1"), limbs{Left: -3, Holds: id("#2")}) }, `#1 body:  -> {"Left":-3,"Holds":"#2"}`},
		{"on the table", func(tx *game.Tx) { label.Set(tx, game.Root, "x") }, `table label:  -> "x"`},
		{"on a seat", func(tx *game.Tx) { target.Set(tx, game.Seat(1), x.row.ID()) }, `seat/1 target:  -> "row"`},
		{"create", func(tx *game.Tx) { tx.Create(x.stone, x.row) }, "#13 @kind:  -> stone\n#13 @owner:  -> 0\n#13 @in:  -> row #10"},
		{"remove", func(tx *game.Tx) { tx.Remove(id("#8")) }, "#8 @kind: stone -> \n#8 @in: row #7 -> "},
		{"become", func(tx *game.Tx) { tx.Become(id("#8"), x.card) }, "#8 @kind: stone -> card"},
		{"create and remove", func(tx *game.Tx) { tx.Remove(tx.Create(x.stone, x.row, points.Is(3))) }, ""},
		{"there and back", func(tx *game.Tx) { tx.Move(id("#8"), x.bag); tx.MoveAfter(id("#8"), id("#7")) }, ""},
		{"set and set back", func(tx *game.Tx) { points.Set(tx, id("#8"), 1); points.Set(tx, id("#8"), 0) }, ""},
		{"nothing", func(tx *game.Tx) {}, ""},
		{"reverse", func(tx *game.Tx) {
			for c := range tx.In(x.row) {
				tx.MoveFirst(c, x.row)
			}
		}, "#7 @in: row #6 -> row #8\n#8 @in: row #7 -> row #9\n#9 @in: row #8 -> row #10\n#10 @in: row #9 -> row"},
	} {
		next := x.play(t, s, c.do)
		changes := s.Diff(next)
		if got := written(changes); got != c.want {
			t.Errorf("%s:\n%s\nwant\n%s", c.name, got, c.want)
		}
		applied(t, s, next, changes)
		if len(next.Diff(next)) != 0 || len(s.Diff(s)) != 0 {
			t.Errorf("%s: a state differs from itself", c.name)
		}
	}
}

// applied checks that changes lead from one state to the other and back, both directly and after a round trip through
// JSON.
func applied(t testing.TB, from, to *game.State, changes []game.Change) {
	t.Helper()
	before := from.Hash()
	text, err := json.Marshal(changes)
	if err != nil {
		t.Fatal(err)
	}
	var sent []game.Change
	if err := json.Unmarshal(text, &sent); err != nil {
		t.Fatal(err)
	}
	for _, c := range [][]game.Change{changes, sent} {
		got, err := from.Apply(c)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		same(t, got, to)
		back, err := to.Apply(to.Diff(from))
		if err != nil {
			t.Fatalf("back: %v\n%s", err, text)
		}
		same(t, back, from)
	}
	if from.Hash() != before {
		t.Error("the old state has changed")
	}
}

func TestChangesOfAGame(t *testing.T) {
	x := fair(false)
	all := states(t, x.Rules, 3, fairGame(t)...)
	for i := range all {
		for k := range all {
			applied(t, all[i], all[k], all[i].Diff(all[k]))
		}
	}
}

// The changes of several moves give the same result together and one by one.
func TestChangesInBatches(t *testing.T) {
	x := fair(false)
	all := states(t, x.Rules, 3, fairGame(t)...)
	s := all[0]
	for i := 1; i < len(all); i++ {
		next, err := s.Apply(all[i-1].Diff(all[i]))
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	same(t, s, all[len(all)-1])
	together, err := all[0].Apply(all[0].Diff(s))
	if err != nil {
		t.Fatal(err)
	}
	same(t, together, s)
}

// A game that was undone by changes can be played on.
func TestPlayAfterUndo(t *testing.T) {
	for _, n := range []int{1, 40, 200} {
		x := newBox()
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
		x.do = func(tx *game.Tx) { tx.CreateMany(n, x.card, x.pile, points.Is(2)); tx.Shuffle(x.pile) }
		next := play(t, s, "do")
		back, err := next.Apply(next.Diff(s))
		if err != nil {
			t.Fatal(err)
		}
		same(t, play(t, back, "do"), next)
		same(t, play(t, back, "do", "do"), play(t, next, "do"))
		if _, err := back.Apply(s.Diff(next)); err != nil {
			t.Error(err)
		}
	}
}

// Changes of consecutive moves can be joined.
func TestChangesJoined(t *testing.T) {
	x := newBox()
	a := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
	b := x.play(t, a, func(tx *game.Tx) { tx.Move(tx.First(x.row), x.pile) })
	c := x.play(t, b, func(tx *game.Tx) { tx.Move(tx.First(x.pile), x.bag) })
	d := x.play(t, c, func(tx *game.Tx) { points.Set(tx, tx.Create(x.card, x.row), 3) })
	e := x.play(t, d, func(tx *game.Tx) { tx.Remove(tx.Last(x.row)) })
	got, err := a.Apply(a.Diff(b), b.Diff(c), c.Diff(d), d.Diff(e))
	if err != nil {
		t.Fatal(err)
	}
	same(t, got, e)
}

// Changes made from a different state are refused, so they cannot be applied twice.
func TestChangesFromAnotherState(t *testing.T) {
	x := fair(false)
	all := states(t, x.Rules, 3, fairGame(t)...)
	for i := 1; i < len(all); i++ {
		changes := all[i-1].Diff(all[i])
		for k, base := range all {
			got, err := base.Apply(changes)
			if k == i-1 {
				continue
			}
			if err == nil || got != base {
				t.Fatalf("the changes of move %d are applied after move %d", i, k)
			}
			wantDamaged(t, err, "the changes do not fit this state: ")
		}
	}
}

// A shuffle can change any order into any other.
func TestChangesOfShuffles(t *testing.T) {
	x := newBox()
	for _, n := range []int{2, 3, 10, 200} {
		x = newBox()
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(n, x.card, x.pile) })
		for range 5 {
			next := x.play(t, s, func(tx *game.Tx) { tx.Shuffle(x.pile) })
			changes := s.Diff(next)
			moved := 0
			for _, c := range changes {
				if c.Field == "@in" {
					moved++
				}
			}
			if moved >= n {
				t.Errorf("%d of %d cards count as moved", moved, n)
			}
			applied(t, s, next, changes)
			s = next
		}
	}
}

// If one change does not fit, none is applied.
func TestDamagedChanges(t *testing.T) {
	x := newBox()
	x.row.Max = 4
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(3, x.stone, x.row, points.Is(4))
		tx.Create(x.card, tx.First(x.row))
		tx.Remove(tx.Create(x.card, x.pile))
		tx.Create(x.card, x.hand.Of(1))
	})
	before := string(s.Save())
	for _, c := range []struct {
		want    string
		changes []game.Change
	}{
		{"they were made from a different state", []game.Change{{Of: "#1", Field: "points", Was: "5", Is: "6"}}},
		{"they were made from a different state", []game.Change{{Of: "#1", Field: "points", Was: "", Is: "6"}}},
		{"they were made from a different state", []game.Change{{Of: "#1", Field: "@in", Was: "pile", Is: "bag"}}},
		{"they were made from a different state", []game.Change{{Of: "#2", Field: "@in", Was: "row", Is: "bag"}}},
		{"they were made from a different state", []game.Change{{Of: "#1", Field: "@owner", Was: "1", Is: "0"}}},
		{"they were made from a different state", []game.Change{{Of: "#1", Field: "@kind", Was: "card", Is: "stone"}}},
		{"they were made from a different state", []game.Change{{Field: "@turn", Was: "1", Is: "0"}}},
		{"they were made from a different state", []game.Change{{Field: "@moves", Was: "7", Is: "8"}}},
		{"they were made from a different state", []game.Change{{Field: "@out", Was: "1", Is: "0"}}},
		{"they were made from a different state", []game.Change{{Field: "@created", Was: "7", Is: "8"}}},
		{"they were made from a different state", []game.Change{{Field: "@outcome", Was: "2 0", Is: ""}}},
		{"they were made from a different state", []game.Change{{Field: "@random", Was: "", Is: ""}}},
		{"they were made from a different state", []game.Change{{Field: "@past", Was: "0123456789abcdef", Is: ""}}},
		{`there is no element "#9"`, []game.Change{{Of: "#9", Field: "points", Is: "6"}}},
		{`there is no element "roof"`, []game.Change{{Of: "roof", Field: "points", Is: "6"}}},
		{`there is no part "weight"`, []game.Change{{Of: "#1", Field: "weight", Is: "6"}}},
		{`there is no part "@weight"`, []game.Change{{Of: "#1", Field: "@weight", Is: "6"}}},
		{`there is no part ""`, []game.Change{{Of: "#1"}}},
		{`there is no field "weight"`, []game.Change{{Field: "weight", Is: "6"}}},
		{`there is no field ""`, []game.Change{{}}},
		{`part "points": `, []game.Change{{Of: "#1", Field: "points", Was: "4", Is: "x"}}},
		{`part "points": `, []game.Change{{Of: "#1", Field: "points", Was: "4", Is: "5 6"}}},
		{`part "target": 12 is not the name of an element`, []game.Change{{Of: "#1", Field: "target", Is: "12"}}},
		{"is not in the game", []game.Change{{Of: "#5", Field: "points", Is: "6"}}},
		{"is not in the game", []game.Change{{Of: "#5", Field: "@owner", Is: "0"}}},
		{"hand/1 cannot change its owner", []game.Change{{Of: "hand/1", Field: "@owner", Was: "1", Is: "0"}}},
		{"row cannot be moved", []game.Change{{Of: "row", Field: "@in", Was: "table", Is: "pile"}}},
		{"row cannot be created or removed", []game.Change{{Of: "row", Field: "@kind", Was: "", Is: "stone"}}},
		{`there is no seat "2"`, []game.Change{{Of: "#1", Field: "@owner", Was: "", Is: "2"}}},
		{`there is no seat "01"`, []game.Change{{Of: "#1", Field: "@owner", Was: "", Is: "01"}}},
		{`there is no kind "dragon"`, []game.Change{{Of: "#1", Field: "@kind", Was: "stone", Is: "dragon"}}},
		{"is not in any place", []game.Change{{Of: "#2", Field: "@kind", Was: "stone", Is: ""}}},
		{"is not in any place", []game.Change{{Of: "#2", Field: "@in", Was: "row #1", Is: ""}}},
		{"is not in any place", []game.Change{{Of: "#5", Field: "@kind", Was: "", Is: "stone"}}},
		{"is gone, but some of its values remain", []game.Change{{Of: "#2", Field: "@kind", Was: "stone", Is: ""}, {Of: "#2", Field: "@in", Was: "row #1", Is: ""}}},
		{"is gone, but some of its values remain", []game.Change{{Of: "#6", Field: "@kind", Was: "card", Is: ""}, {Of: "#6", Field: "@in", Was: "hand/1", Is: ""}}},
		{"element #4 is in a place that does not exist", []game.Change{{Of: "#1", Field: "@kind", Was: "stone", Is: ""}, {Of: "#1", Field: "@in", Was: "row", Is: ""}, {Of: "#1", Field: "points", Was: "4", Is: ""}}},
		{"there is no spot", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "roof"}}},
		{"there is no spot", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "table"}}},
		{"there is no spot", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "bag roof"}}},
		{"there is no spot", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "bag "}}},
		{"is in itself or in nothing", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "#1"}}},
		{"is in itself or in nothing", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "#4"}}},
		{"element #1 is in a place that does not exist", []game.Change{{Of: "#1", Field: "@in", Was: "row", Is: "#5"}}},
		{"is not in any place", []game.Change{{Of: "#2", Field: "@in", Was: "row #1", Is: "bag #3"}, {Of: "#3", Field: "@in", Was: "row #2", Is: "bag #2"}}},
		{"is not in any place", []game.Change{{Of: "#2", Field: "@in", Was: "row #1", Is: "bag #4"}}}, // an element in another place
		{"two elements are put into the same spot", []game.Change{{Of: "#2", Field: "@in", Was: "row #1", Is: "bag"}, {Of: "#3", Field: "@in", Was: "row #2", Is: "bag"}}},
		{"there is no hand/2 in this game", []game.Change{{Of: "#2", Field: "@in", Was: "row #1", Is: "hand/2"}}},
		{"row holds too many elements", []game.Change{{Of: "#4", Field: "@in", Was: "#1", Is: "row #3"}, {Of: "#6", Field: "@in", Was: "hand/1", Is: "row #4"}}},
		{"the seat to act does not exist", []game.Change{{Field: "@turn", Was: "0", Is: "2"}}},
		{"the seat to act does not exist", []game.Change{{Field: "@turn", Was: "0", Is: "-1"}}},
		{"the seat to act does not exist", []game.Change{{Field: "@outcome", Was: "", Is: "2 0"}}},
		{"the seat to act does not exist", []game.Change{{Field: "@out", Was: "0", Is: "4"}}},
		{"the seat to act is eliminated", []game.Change{{Field: "@out", Was: "0", Is: "1"}}},
		{"the winners are not the seats with the best result", []game.Change{{Field: "@outcome", Was: "", Is: "2 1"}, {Field: "@turn", Was: "0", Is: "-1"}}},
		{"the winners are not the seats with the best result", []game.Change{{Field: "@outcome", Was: "", Is: "4 1 5 7"}, {Field: "@turn", Was: "0", Is: "-1"}}},
		{"@out cannot be 4294967296", []game.Change{{Field: "@out", Was: "0", Is: "4294967296"}}},
		{"@moves cannot be -1", []game.Change{{Field: "@moves", Was: "0", Is: "-1"}}},
		{"is not a valid number of elements", []game.Change{{Field: "@created", Was: "6", Is: "-1"}}},
		{"is not a valid number of elements", []game.Change{{Field: "@created", Was: "6", Is: "many"}}},
		{"remains, but its number is higher than the number of elements created", []game.Change{{Field: "@created", Was: "6", Is: "5"}}},
		{"is not an outcome", []game.Change{{Field: "@outcome", Was: "", Is: "never"}, {Field: "@turn", Was: "0", Is: "-1"}}},
		{"the past positions cannot be read", []game.Change{{Field: "@past", Was: "", Is: "x"}}},
	} {
		got, err := s.Apply(append([]game.Change{{Of: "table", Field: "label", Is: `"x"`}}, c.changes...))
		if err == nil {
			t.Errorf("%v is accepted; want: %s", c.changes, c.want)
			continue
		}
		wantDamaged(t, err, c.want)
		if got != s || string(s.Save()) != before {
			t.Errorf("%v: refused changes return a different state", c.changes)
		}
	}
}

// With one change left out, the rest either still fits or is refused. It never leaves an inconsistent state.
func TestChangesLeftOut(t *testing.T) {
	x := fair(false)
	all := states(t, x.Rules, 3, fairGame(t)...)
	for i := 1; i < len(all); i++ {
		changes := all[i-1].Diff(all[i])
		for k := range changes {
			got, err := all[i-1].Apply(slices.Delete(slices.Clone(changes), k, k+1))
			if err != nil {
				wantDamaged(t, err, "the changes do not fit this state")
				continue
			}
			if l, err := x.Rules.Load(got.Save()); err != nil || l.Hash() != got.Hash() {
				t.Errorf("without %v the state is inconsistent: %v", changes[k], err)
			}
		}
	}
}

// Changes lead from one state to another, and back; anywhere else they are refused.
func ExampleChange() {
	s := nim()
	next, _ := s.PlayText(0, "take 1")
	changes := s.Diff(next)
	for _, c := range changes {
		fmt.Printf("%s %s: %q -> %q\n", c.Of, c.Field, c.Was, c.Is)
	}
	again, err := s.Apply(changes)
	fmt.Println(again.Hash() == next.Hash(), err)
	back, err := next.Apply(next.Diff(s))
	fmt.Println(back.Hash() == s.Hash(), err)
	_, err = next.Apply(changes)
	fmt.Println(err)
	// Output:
	//  @turn: "0" -> "1"
	//  @moves: "0" -> "1"
	// #7 @kind: "stick" -> ""
	// #7 @in: "heap #6" -> ""
	// true <nil>
	// true <nil>
	// the changes do not fit this state: they were made from a different state
}
