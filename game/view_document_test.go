package game_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// wantChangesLead fails unless the changes turn exactly the one view into the other, and back.
func wantChangesLead(t *testing.T, what string, from, to *game.State, changes []game.Change) {
	t.Helper()
	got, err := from.Apply(changes)
	if err != nil {
		t.Fatalf("%s: %v\n%v", what, err, changes)
	}
	if string(got.Save()) != string(to.Save()) || got.Hash() != to.Hash() || drawn(got) != drawn(to) {
		t.Fatalf("%s: the changes %v make\n%s\nof\n%s\nwant\n%s", what, changes, got.Save(), from.Save(), to.Save())
	}
	for range 2 { // changes can be applied to the same view more than once
		back, err := got.Apply(got.Diff(from))
		if err != nil || string(back.Save()) != string(from.Save()) {
			t.Fatalf("%s: undone, %v: %v", what, changes, err)
		}
	}
	if a, _ := got.Viewer(); a != first(to.Viewer()) {
		t.Fatalf("%s: it is the view of %s", what, a)
	}
}

// The changes for each observer are exactly the difference of their views: applied, they turn one view into the other,
// over one move or many, forward and backward.
func TestChangesOfViews(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for seed := range rounds(60) {
		w := newWild(seed, seed%2 == 0)
		w.flat = seed%3 != 0
		r := rand.New(rand.NewPCG(seed, 3))
		all := w.walk(t, w.start(t), 12, seed)
		seats := []game.Seat{0, 1, game.Nobody, game.Judge, 5}
		check := func(from, to *game.State) {
			t.Helper()
			for i, changes := range from.Changes(to, seats...) {
				a, b := from.View(seats[i]), to.View(seats[i])
				what := fmt.Sprintf("rules %d, %s, from move %d to %d", seed, seats[i], from.Played(), to.Played())
				if want := a.Diff(b); !slices.Equal(changes, want) {
					t.Fatalf("%s: the changes are\n%v\nwant\n%v", what, changes, want)
				}
				wantChangesLead(t, what, a, b, changes)
			}
		}
		for i := range all[1:] {
			check(all[i], all[i+1])
		}
		for range 6 {
			check(all[r.IntN(len(all))], all[r.IntN(len(all))])
		}
		other, err := w.Rules.Start(wildSeats, game.SeedOf(seed+1000)) // another game with the same rules
		if err != nil {
			t.Fatal(err)
		}
		check(all[0], other)
		check(all[len(all)-1], w.walk(t, other, 3, seed)[3])
		for _, o := range []game.Seat{0, game.Nobody} { // consecutive changes applied together
			var moves [][]game.Change
			for i := range all[1:] {
				moves = append(moves, all[i].Changes(all[i+1], o)[0])
			}
			got, err := all[0].View(o).Apply(moves...)
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, all[len(all)-1].View(o))
		}
	}
}

// A change that is undone within a move is not a change, nor is one that an observer does not see.
func TestInvisibleChanges(t *testing.T) {
	x, s := spread(t)
	for _, c := range []struct {
		name string
		do   func(*game.Tx)
		want [3]int // for seat 0, seat 1 and the spectators, besides the count of moves
	}{
		{"nothing", func(*game.Tx) {}, [3]int{0, 0, 0}},
		{"there and back", func(tx *game.Tx) { id := tx.Last(x.row); tx.Move(id, x.pile); tx.Move(id, x.row) }, [3]int{0, 0, 0}},
		{"a hidden pile", func(tx *game.Tx) {
			tx.MoveFirst(card(tx.State, 4), x.pile)
			tx.MoveFirst(card(tx.State, 3), x.pile)
		}, [3]int{0, 0, 0}},
		{"a hidden value", func(tx *game.Tx) { face.Set(tx, card(tx.State, 4), 77) }, [3]int{0, 0, 0}},
		{"a hidden kind", func(tx *game.Tx) { tx.Become(card(tx.State, 6), x.stone) }, [3]int{0, 0, 0}},
		{"one that player 1 sees", func(tx *game.Tx) { face.Set(tx, card(tx.State, 8), 77) }, [3]int{1, 0, 0}},
		{"an owner in the bag", func(tx *game.Tx) { tx.Give(card(tx.State, 6), 1) }, [3]int{0, 0, 0}},
		{"an owner in the pile", func(tx *game.Tx) { tx.Give(card(tx.State, 4), 1) }, [3]int{1, 1, 1}},
		{"told", func(tx *game.Tx) { tx.Reveal(card(tx.State, 4)); tx.Say("hello") }, [3]int{1, 1, 1}},
		{"drawn", func(tx *game.Tx) { tx.Int(6); tx.Shuffle(x.bag) }, [3]int{0, 0, 0}},
	} {
		next := x.play(t, s, c.do)
		for i, o := range observers(s) {
			got := slices.DeleteFunc(s.Changes(next, o)[0], func(c game.Change) bool { return c.Field == "@turn" || c.Field == "@moves" })
			if len(got) != c.want[i] {
				t.Errorf("%s: %s sees %v", c.name, o, got)
			}
		}
	}
	if got := s.Changes(s, 0, 1, game.Nobody, game.Judge); len(got) != 4 || len(slices.Concat(got...)) != 0 {
		t.Errorf("from a state to itself: %v", got)
	}
	if got := s.Changes(s); len(got) != 0 {
		t.Errorf("for nobody: %v", got)
	}
}

// Changes of the game itself: turns, eliminated seats, positions, and how it ends.
func TestChangesOfTheGame(t *testing.T) {
	for _, hidden := range []bool{false, true} {
		x := den()
		x.Position = game.Position{Places: []game.Layout{x.row}, Mover: true}
		if hidden {
			x.Position.Places = append(x.Position.Places, x.pile)
		}
		s := start(t, x.Rules, 3)
		for i, do := range []func(*game.Tx){
			func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1); x.deal(tx, x.pile.ID(), 2) },
			func(tx *game.Tx) { tx.Eliminate(2) },
			func(tx *game.Tx) { points.Set(tx, game.Root, 3); points.Set(tx, x.hand.Of(1), 4) },
			func(tx *game.Tx) { tx.Move(card(tx.State, 2), x.row) },
			func(tx *game.Tx) { tx.Score(4, 4, 1) },
		} {
			next := x.play(t, s, do)
			for k, changes := range s.Changes(next, append(observers(s), game.Judge)...) {
				o := append(observers(s), game.Judge)[k]
				if want := s.View(o).Diff(next.View(o)); !slices.Equal(changes, want) {
					t.Fatalf("move %d: for %s the changes are\n%v\nwant\n%v", i, o, changes, want)
				}
				wantChangesLead(t, fmt.Sprint("move ", i), s.View(o), next.View(o), changes)
			}
			s = next
		}
	}
}

// In two games, the same handle means different elements; the changes are still the difference.
func TestChangesBetweenGames(t *testing.T) {
	x := den()
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 1, 2, 3, 4)
		x.deal(tx, x.pile.ID(), 5, 6)
		tx.Shuffle(x.row)
		tx.Move(tx.First(x.row), x.hand.Of(0))
	}
	for seed := range uint64(20) {
		a, err := x.Rules.Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		b, err := x.Rules.Start(2, game.SeedOf(seed+100))
		if err != nil {
			t.Fatal(err)
		}
		for i, changes := range a.Changes(b, observers(a)...) {
			from, to := a.View(observers(a)[i]), b.View(observers(a)[i])
			if want := from.Diff(to); !slices.Equal(changes, want) {
				t.Fatalf("the changes are\n%v\nwant\n%v", changes, want)
			}
			wantChangesLead(t, "between games", from, to, changes)
		}
	}
}

// Changes made from another view are refused and do not modify the view.
func TestChangesOnAnotherView(t *testing.T) {
	for seed := range uint64(20) {
		w := newWild(seed, false)
		all := w.walk(t, w.start(t), 6, seed)
		for _, o := range []game.Seat{0, 1, game.Nobody, game.Judge} {
			for i := range all[1:] {
				changes := all[i].Changes(all[i+1], o)[0]
				for j, s := range all {
					if j == i {
						continue
					}
					v := s.View(o)
					got, err := v.Apply(changes)
					if got != v || game.CodeOf(err) != game.Damaged || !strings.HasPrefix(err.Error(), "the changes do not fit this view: ") {
						t.Fatalf("rules %d: the changes after move %d are applied to the view after %d: %v", seed, i, j, err)
					}
				}
				if _, err := all[i].View(o).Apply(changes, changes); err == nil {
					t.Fatal("the changes are applied twice")
				}
				if _, err := all[i].View(o).Apply(changes[:len(changes)-1], changes[len(changes)-1:]); err != nil {
					t.Errorf("in two parts: %v", err)
				}
			}
		}
	}
}

// Impossible changes of a view are refused.
func TestBadChangesOfViews(t *testing.T) {
	_, s := spread(t)
	v := s.View(0)
	before := string(v.Save())
	bad := func(of, field, was, is string) []game.Change {
		return []game.Change{{Of: of, Field: field, Was: was, Is: is}}
	}
	for _, c := range []struct {
		changes []game.Change
		words   string
	}{
		{bad("", "@turn", "1", "0"), "they were made from a different state"},
		{bad("", "@turn", "0", "2"), "@turn cannot be 2"},
		{bad("", "@turn", "0", "-1"), "the seat to act does not exist"},
		{bad("", "@turn", "0", "one"), `parsing "one"`},
		{bad("", "@moves", "0", "-1"), "@moves cannot be -1"},
		{bad("", "@moves", "0", "4294967296"), "@moves cannot be 4294967296"},
		{bad("", "@out", "0", "4"), "@out cannot be 4"},
		{bad("", "@out", "0", "1"), "the seat to act does not exist"},
		{bad("", "@outcome", "", "1"), `"1" is not an outcome`},
		{bad("", "@outcome", "", "1 1"), "the seat to act does not exist"},
		{bad("", "@outcome", "1 1", ""), "they were made from a different state"},
		{append(bad("", "@outcome", "", "4 1 3 5"), bad("", "@turn", "0", "-1")...), "the winners are not the seats with the best result"},
		{bad("", "@past", "", "xyz"), "the past positions cannot be read"},
		{bad("", "@past", "00", ""), "they were made from a different state"},
		{bad("", "@created", "0", "1"), `there is no field "@created"`},
		{bad("", "@random", "", "{}"), `there is no field "@random"`},
		{bad("", "face", "", "1"), `there is no field "face"`},
		{bad("#1", "@kind", "stone", "card"), "they were made from a different state"},
		{bad("#1", "@kind", "card", ""), `element "#1" cannot be there`},
		{bad("#1", "@kind", "card", "dragon"), `there is no kind "dragon"`},
		{bad("#9", "@kind", "", "card"), `element "#9" is not in any place`},
		{bad("pile:1", "@kind", "", "card"), `element "pile:1" cannot be there`},
		{bad("row", "@kind", "", "card"), "row"},
		{bad("seat/0", "@owner", "0", "1"), ""},
		{bad("row", "@owner", "", "1"), "row"},
		{bad("#1", "@owner", "1", "0"), "they were made from a different state"},
		{bad("pile:1", "@owner", "1", ""), "they were made from a different state"},
		{bad("#1", "@owner", "", "2"), `there is no seat "2"`},
		{bad("#1", "@owner", "", "01"), `there is no seat "01"`},
		{bad("#9", "@owner", "", "1"), `element "#9" is not in any place`},
		{bad("pile:9", "@owner", "", "1"), `element "pile:9" is not in any place`},
		{bad("row", "@in", "", "pile"), `there is no part "@in"`},
		{bad("row", "@holds", "0 #1 #2", "0 #2"), `element "#1" is not in any place`},
		{bad("row", "@holds", "0 #2", "0"), "they were made from a different state"},
		{bad("row", "@holds", "0 #1", "1 #1"), "they were made from a different state"},
		{bad("row", "@holds", "9", "9 ?"), "they were made from a different state"},
		{bad("row", "@holds", "2", "2 #1"), `element "#1" cannot be there`},
		{bad("row", "@holds", "2", "2 #9"), `element "#9" cannot be there`},
		{bad("row", "@holds", "2", "2 #01"), `there is no element "#01"`},
		{bad("row", "@holds", "2", "2 row"), `there is no element "row"`},
		{bad("row", "@holds", "2", "2 7"), `there is no element "7"`},
		{bad("row", "@holds", "2", "2 ?1"), `"2 ?1" is not part of a list`},
		{bad("row", "@holds", "2", "2 ?02"), `"2 ?02" is not part of a list`},
		{bad("row", "@holds", "2", "2 ? ?"), `"2 ? ?" is not part of a list`},
		{bad("row", "@holds", "2", "02 ?"), `"02 ?" is not part of a list`},
		{bad("row", "@holds", "2", "2 "), `there is no element ""`},
		{bad("row", "@holds", "2", ""), `"" is not part of a list`},
		{bad("row", "@holds", "-1", "-1"), `"-1" is not part of a list`},
		{bad("row", "@holds", "2", "2 ?99999999"), ""},
		{bad("nowhere", "@holds", "0", "0 ?"), `there is no element "nowhere"`},
		{bad("#9", "@holds", "0", "0 ?"), `there is no element "#9"`},
		{bad("hand/2", "@holds", "0", "0 ?"), "there is no hand/2 in this game"},
		{bad("seat/0", "@holds", "0", "0 ?"), "seat/0"},
		{bad("table", "@holds", "0", "0 ?2"), "table"},
		{append(bad("row", "@holds", "0 #1 #2", "0 #1"), bad("#2", "@holds", "0", "0 #2")...), ""},
		{bad("#1", "face", "2", "3"), "they were made from a different state"},
		{bad("#1", "face", "1", "x"), `part "face": invalid character 'x'`},
		{bad("#1", "face", "1", "2.5"), `part "face": `},
		{bad("#1", "face", "1", " 2"), `is not a valid value of part "face"`},
		{bad("#1", "wings", "", "2"), `there is no part "wings"`},
		{bad("#1", "@sight", "", `{"Show":1}`), `there is no part "@sight"`},
		{bad("#9", "face", "", "2"), `there is no element "#9"`},
		{bad("hand/2", "face", "", "2"), `there is no element "hand/2"`},
		{bad("#1", "target", "", `"#9"`), `there is no element "#9"`},
		{bad("#1", "target", "", `"bag:3"`), `there is no element "bag:3"`},
		{bad("#1", "target", "", `7`), "7 is not the name of an element"},
	} {
		got, err := v.Apply(c.changes)
		if err == nil {
			t.Errorf("%v is accepted", c.changes)
			continue
		}
		wantDamaged(t, err, c.words)
		if got != v || string(v.Save()) != before {
			t.Fatalf("%v: the view has changed", c.changes)
		}
	}
}

// Saves of views that were tampered with are refused.
func TestBadSavesOfViews(t *testing.T) {
	x, s := spread(t)
	save := s.View(0).Save()
	for _, c := range []struct {
		edit  func(o object)
		words string
	}{
		{func(o object) { o["view"] = 2 }, "it is the view of a seat that does not exist"},
		{func(o object) { o["view"] = -3 }, "it is the view of a seat that does not exist"},
		{func(o object) { o["turn"] = 5 }, "@turn cannot be 5"},
		{func(o object) { o["out"] = 1 }, "the seat to act does not exist"},
		{func(o object) { o["outcome"] = "x" }, `"x" is not an outcome`},
		{func(o object) { o["past"] = "x" }, "the past positions cannot be read"},
		{func(o object) { o.element(0)["kind"] = "dragon" }, ""},
		{func(o object) { o.last()["id"] = "#1:1" }, "#1:1"},
		{func(o object) { o.last()["kind"] = "dragon" }, `there is no kind "dragon"`},
		{func(o object) { o.last()["in"] = "nowhere" }, ""},
		{func(o object) { o.last()["in"] = o.last()["id"] }, ""},
		{func(o object) { o.last()["owner"] = 2 }, "there is no seat 2"},
		{func(o object) { o.last()["owner"] = -1 }, "there is no nobody"},
		{func(o object) { o["elements"] = append(o["elements"].([]any), o.last()) }, "is listed twice"},
		{func(o object) { o.element(0)["id"] = "bag:2" }, `element "bag:2" is out of order`},
		{func(o object) {
			o["elements"] = append(o["elements"].([]any), object{"id": "seat/0:1", "kind": "?", "in": "seat/0"})
		}, ""},
		{func(o object) {
			o["elements"] = append(o["elements"].([]any), object{"id": "hand/2:1", "kind": "?", "in": "hand/2"})
		}, "there is no hand/2 in this game"},
		{func(o object) { o.part("face")["#1"] = "one" }, `part "face"`},
		{func(o object) { o.part("face")["#99"] = 1 }, `there is no element "#99"`},
		{func(o object) { o["parts"].(map[string]any)["@sight"] = object{"#1": object{"Show": 1}} }, `there is no part "@sight"`},
	} {
		got, err := x.Rules.Load(edited(t, save, c.edit))
		if err == nil {
			t.Errorf("%s: loaded as\n%s", edited(t, save, c.edit), got.Save())
			continue
		}
		wantDamaged(t, err, c.words)
	}
	if _, err := x.Rules.Load([]byte(strings.Replace(string(save), `"face":{"#1":1`, `"face":{"#1":2`, 1))); err == nil {
		t.Error("the edit is not noticed")
	}
	if _, err := x.Rules.Load(edited(t, save, func(o object) { o["hash"] = "0123456789abcdef" })); err == nil {
		t.Error("a wrong hash is not noticed")
	}
	if _, err := x.Rules.Load(edited(t, save, func(object) {})); err != nil {
		t.Errorf("without its seals: %v", err)
	}
}

// fuzzViews are seeds: views of all sorts.
func fuzzViews(f *testing.F) (rules []*game.Rules, views []*game.State) {
	x, s := spread(f)
	rules = append(rules, x.Rules)
	for _, o := range append(observers(s), game.Judge) {
		views = append(views, s.View(o))
	}
	w := newWild(1, false)
	rules = append(rules, w.Rules)
	for _, s := range w.walk(f, w.start(f), 4, 1) {
		views = append(views, s.View(0), s.View(game.Nobody), s.View(game.Judge))
	}
	return rules, views
}

func FuzzApplyToView(f *testing.F) {
	_, views := fuzzViews(f)
	for i := range views[1:] {
		if views[i].Rules() != views[i+1].Rules() {
			continue
		}
		text, err := json.Marshal(views[i].Diff(views[i+1]))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text, i)
	}
	f.Add([]byte(`[{"of":"row","field":"@holds","was":"2","is":"2 ?3"},{"of":"row:2","field":"@owner","is":"1"},{"of":"row:2","field":"@holds","was":"0","is":"0 ?"}]`), 0)
	f.Fuzz(func(t *testing.T, text []byte, at int) {
		var changes []game.Change
		if json.Unmarshal(text, &changes) != nil || hugeList(string(text)) {
			return
		}
		v := views[uint(at)%uint(len(views))]
		before := v.Hash()
		got, err := v.Apply(changes)
		if v.Hash() != before {
			t.Fatal("the view has changed")
		}
		if err != nil {
			wantProperRefusal(t, got == v, err)
			return
		}
		wantConsistent(t, got)
		d := v.Diff(got)
		wantChangesLead(t, string(text), v, got, d)
	})
}

// hugeList reports whether changes ask for a huge list of faceless elements, which takes long.
func hugeList(text string) bool {
	for i := range text {
		if text[i] == '?' && len(strings.TrimLeft(text[i+1:], "0123456789"))+5 < len(text[i+1:]) {
			return true
		}
	}
	return false
}

func FuzzLoadView(f *testing.F) {
	rules, views := fuzzViews(f)
	for _, v := range views {
		f.Add(v.Save())
		f.Add(edited(f, v.Save(), func(object) {}))
	}
	f.Add([]byte(`{"ply":1,"view":0,"game":"box","seats":2,"elements":[{"id":"#3","kind":"card","in":"row"},{"id":"#3:1","kind":"?","in":"#3"}]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		for _, r := range rules {
			if tooMany(text) {
				return
			}
			got, err := r.Load(text)
			if err != nil {
				wantProperRefusal(t, got == nil, err)
				continue
			}
			wantConsistent(t, got)
			if _, is := got.Viewer(); is {
				wantChangesLead(t, "to itself", got, got, nil)
				if _, err := got.Real(game.Move{Seat: 0, Action: "do"}); err == nil {
					t.Fatal("a move of a foreign view is accepted")
				}
			}
		}
	})
}
