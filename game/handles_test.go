package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// An element gets a handle when it comes into sight, keeps it while in sight, and comes back with a different one. Each
// observer has its own handles.
func TestHandles(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3)
		x.deal(tx, x.hand.Of(1), 4)
		x.deal(tx, x.row.ID(), 5)
	})
	row, pile, hand := x.row.ID, x.pile.ID, x.hand.Of
	for i, c := range []struct {
		do   func(tx *game.Tx)
		card int
		want [3]string // the handles of seat 0, seat 1 and the spectators
	}{
		{func(*game.Tx) {}, 5, [3]string{"#1", "#1", "#1"}}, // the row is declared before the hands
		{func(tx *game.Tx) { tx.Move(card(tx.State, 1), hand(0)) }, 1, [3]string{"#2", "", ""}},
		{func(tx *game.Tx) { tx.Move(card(tx.State, 1), row()) }, 1, [3]string{"#2", "#3", "#2"}},
		{func(tx *game.Tx) { tx.MoveFirst(card(tx.State, 1), row()); tx.Give(card(tx.State, 1), 1) }, 1, [3]string{"#2", "#3", "#2"}},
		{func(tx *game.Tx) { tx.Move(card(tx.State, 1), hand(1)) }, 1, [3]string{"", "#3", ""}},
		{func(tx *game.Tx) { tx.Move(card(tx.State, 1), row()) }, 1, [3]string{"#3", "#3", "#3"}},
		{func(tx *game.Tx) { tx.Hide(card(tx.State, 1), 0) }, 1, [3]string{"", "#3", "#3"}},
		{func(tx *game.Tx) { tx.Show(card(tx.State, 1), 0) }, 1, [3]string{"#4", "#3", "#3"}},
		{func(tx *game.Tx) { tx.Move(card(tx.State, 1), pile()); tx.Move(card(tx.State, 2), row()) }, 2, [3]string{"#5", "#4", "#4"}},
		{func(tx *game.Tx) { tx.Move(card(tx.State, 4), row()) }, 4, [3]string{"#6", "#2", "#5"}},
		{func(tx *game.Tx) { tx.Remove(card(tx.State, 4)) }, 5, [3]string{"#1", "#1", "#1"}},
		{func(tx *game.Tx) { x.deal(tx, row(), 6) }, 6, [3]string{"#7", "#5", "#6"}},
		{func(tx *game.Tx) { tx.Become(card(tx.State, 6), x.stone) }, 6, [3]string{"#7", "#5", "#6"}},
	} {
		s = x.play(t, s, c.do)
		for k, o := range observers(s) {
			v := s.View(o)
			name := ""
			for id := range v.All() {
				if face.Of(v, id) == c.card {
					name = v.Name(id)
				}
			}
			if name != c.want[k] {
				t.Errorf("step %d: %s calls card %d %q, want %q", i, o, c.card, name, c.want[k])
			}
		}
	}
}

// Handles are assigned in the order of the table, not of creation.
func TestHandlesInTableOrder(t *testing.T) {
	x := den()
	s := x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.hand.Of(0), 1)
		cards := x.deal(tx, x.row.ID(), 2, 3, 4)
		tx.MoveFirst(cards[2], x.row)
		in := x.deal(tx, cards[0], 5, 6)
		tx.MoveFirst(in[1], cards[0])
		x.deal(tx, cards[2], 7)
	})
	v := s.View(0)
	got := ""
	for _, f := range []int{4, 2, 3, 1, 7, 6, 5} {
		got += kindNames(s, 0, f) + " "
	}
	if got != "#1 #2 #3 #4 #5 #6 #7 " {
		t.Errorf("they are called %s; the table is %s", got, drawn(v))
	}
}

// A thing that goes out of sight within a move, where it cannot be followed, comes back with a new handle, even if it
// is the only one of its kind and everyone saw it before.
func TestHandlesAreNotFollowed(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(x *box, tx *game.Tx, stones []game.ID)
	}{
		{"through a shuffle", func(x *box, tx *game.Tx, stones []game.ID) {
			for _, id := range stones {
				tx.Move(id, x.pile)
			}
			tx.Shuffle(x.pile)
			for _, id := range stones {
				tx.Move(id, x.row)
			}
		}},
		{"through a bag", func(x *box, tx *game.Tx, stones []game.ID) {
			for _, id := range stones {
				tx.Move(id, x.bag)
			}
			for _, id := range stones {
				tx.Move(id, x.row)
			}
		}},
		{"through a shuffle of its container", func(x *box, tx *game.Tx, stones []game.ID) {
			var in []game.ID
			for range stones {
				in = append(in, tx.Create(x.card, x.pile))
			}
			for i, id := range stones {
				tx.Move(id, in[i])
			}
			tx.Shuffle(x.pile)
			for _, id := range stones {
				tx.Move(id, x.row)
			}
			for _, id := range in {
				tx.Remove(id)
			}
		}},
		{"in a box through a shuffle", func(x *box, tx *game.Tx, stones []game.ID) {
			var in []game.ID
			for range stones {
				in = append(in, tx.Create(x.card, x.row))
			}
			for i, id := range stones {
				tx.Move(id, in[i])
				tx.Move(in[i], x.pile)
			}
			tx.Shuffle(x.pile)
			for _, id := range in {
				tx.Move(id, x.row)
			}
		}},
		{"hidden and shuffled", func(x *box, tx *game.Tx, stones []game.ID) {
			tx.Shuffle(x.hand.Of(1)) // nothing there
			for _, id := range stones {
				tx.Move(id, x.hand.Of(1))
			}
			tx.Shuffle(x.hand.Of(1))
			for _, id := range stones {
				tx.Move(id, x.row)
			}
		}},
	} {
		x := den()
		s := x.setup(t, func(tx *game.Tx) {
			tx.CreateMany(3, x.stone, x.row)
			tx.CreateMany(2, x.stone, x.bag)
			tx.CreateMany(2, x.stone, x.pile)
		})
		stones := slices.Collect(s.In(x.row))
		before := nameSet(s.View(0))
		s = x.play(t, s, func(tx *game.Tx) { c.do(x, tx, stones) })
		for name := range nameSet(s.View(0)) {
			if before[name] {
				t.Errorf("%s: %s is still called that", c.name, name)
			}
		}
		for _, id := range stones {
			if !s.Knows(0, id) {
				t.Errorf("%s: %s is in sight, but has no handle", c.name, s.Name(id))
			}
		}
	}
}

// nameSet is the set of handles of all stones in a view.
func nameSet(v *game.State) map[string]bool {
	all := map[string]bool{}
	for id := range v.All() {
		if k := v.Kind(id); k != nil && k.Name == "stone" {
			all[v.Name(id)] = true
		}
	}
	return all
}

// dealing are shuffles whose hidden order later decides about things in sight.
var dealing = []struct {
	name string
	do   func(x *box, tx *game.Tx)
}{
	{"an open bag", func(x *box, tx *game.Tx) {
		x.deal(tx, x.bag.ID(), 1, 2, 3, 4, 5)
		tx.Shuffle(x.bag)
	}},
	{"a bag filled from a pile", func(x *box, tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5)
		tx.Shuffle(x.pile)
		for id := range tx.In(x.pile) {
			tx.Move(id, x.bag)
		}
	}},
	{"a bag of boxes", func(x *box, tx *game.Tx) {
		for f := range 5 {
			x.deal(tx, tx.Create(x.stone, x.bag, face.Is(f+11)), f+1)
		}
		tx.Shuffle(x.bag)
	}},
	{"boxes filled later", func(x *box, tx *game.Tx) {
		for f := range 5 {
			tx.Create(x.stone, x.bag, face.Is(f+11))
		}
		tx.Shuffle(x.bag)
		for f := range 5 {
			x.deal(tx, card(tx.State, f+11), f+1)
		}
	}},
}

// The order in an open bag is hidden, although it decides what is drawn next: whatever the shuffle, the views are the
// same, and after a draw the same for the same card.
func TestHandlesDoNotRevealABag(t *testing.T) {
	for _, c := range dealing {
		x := den()
		x.bag.Seen = game.ByAll
		x.Setup = func(tx *game.Tx) { c.do(x, tx) }
		var first *game.State
		after := map[int]*game.State{}
		for seed := range uint64(30) {
			s, err := x.Rules.Start(2, game.SeedOf(seed))
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = s
			}
			drew := 0
			next := x.play(t, s, func(tx *game.Tx) {
				id := tx.Last(x.bag)
				drew = face.Of(tx, id)
				tx.Move(id, x.row)
			})
			if after[drew] == nil {
				after[drew] = next
			}
			for _, o := range observers(s) {
				wantAlike(t, o, first, s)
				wantAlike(t, o, after[drew], next)
			}
			if t.Failed() {
				t.Fatalf("%s, seed %d", c.name, seed)
			}
		}
		if len(after) < 4 {
			t.Errorf("%s: only %d cards were drawn", c.name, len(after))
		}
	}
}

// When two look-alikes come into sight together in an unordered place, their handles do not depend on what is hidden on
// or in them, or on their age.
func TestHandlesDoNotRevealTwins(t *testing.T) {
	for _, c := range []struct {
		name string
		coin game.Column
		make func(x *box, tx *game.Tx, stone game.ID, i int)
	}{
		{"by their age", coin, func(*box, *game.Tx, game.ID, int) {}},
		{"by a hidden value", coin.Seen(game.ByNone).Rolled(six), func(x *box, tx *game.Tx, stone game.ID, i int) { coin.Set(tx, stone, i+1) }},
		{"by hidden contents", coin, func(x *box, tx *game.Tx, stone game.ID, i int) { tx.Create([]*game.Kind{x.card, x.stone}[i], stone) }},
		{"by the owner of contents that are only counted", coin, func(x *box, tx *game.Tx, stone game.ID, i int) { tx.Give(tx.Create(x.card, stone), game.Seat(i)) }},
		{"by a value on contents that are only counted", coin.Seen(game.ByAll), func(x *box, tx *game.Tx, stone game.ID, i int) {
			coin.Set(tx, tx.Create(x.card, stone), i+1)
		}},
	} {
		x := den()
		x.bag.Seen = game.ByAll
		x.stone.Seen = game.ByNone.Else(game.Counted)
		x.Parts = append(x.Parts, c.coin)
		x.Setup = func(tx *game.Tx) {
			for i := range 2 {
				c.make(x, tx, tx.Create(x.stone, x.pile), i)
			}
			tx.Shuffle(x.pile)
			for id := range tx.In(x.pile) {
				tx.Move(id, x.bag)
			}
		}
		seen := map[string]int{}
		for seed := range uint64(40) {
			s, err := x.Rules.Start(2, game.SeedOf(seed))
			if err != nil {
				t.Fatal(err)
			}
			s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.Find("#1"), x.row) })
			v := s.View(0)
			seen[v.Name(v.First(x.row))]++
		}
		if len(seen) != 2 || seen["#1"] < 8 || seen["#2"] < 8 {
			t.Errorf("%s: the first stone is called %v", c.name, seen)
		}
	}
}

// Handles and element numbers do not depend on how many hidden elements there are.
func TestHandlesDoNotRevealNumbers(t *testing.T) {
	var first *game.State
	for hidden := range 4 {
		x := den()
		x.bag.Seen = game.ByNone.Else(game.Unseen)
		s := x.setup(t, func(tx *game.Tx) {
			for i := range hidden {
				x.deal(tx, x.bag.ID(), 100+i)
			}
			x.deal(tx, x.row.ID(), 1)
			tx.CreateMany(hidden, x.stone, x.bag)
			x.deal(tx, x.row.ID(), 2)
		})
		if first == nil {
			first = s
		}
		for _, o := range observers(s) {
			if a, b := string(s.View(o).Save()), string(first.View(o).Save()); a != b {
				t.Errorf("with %d hidden: %s\n%s", hidden, a, b)
			}
			v, w := s.View(o), first.View(o)
			if fmt.Sprint(slices.Collect(v.All())) != fmt.Sprint(slices.Collect(w.All())) {
				t.Errorf("with %d hidden, the elements are %v", hidden, slices.Collect(v.All()))
			}
		}
	}
}
