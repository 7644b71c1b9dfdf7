package game_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// spread is a den with elements of each sort, and a move that picks any of them.
func spread(t testing.TB) (*box, *game.State) {
	x := den()
	what := &game.Pick[game.ID]{Name: "what", From: func(tx *game.Tx) game.Set[game.ID] {
		all := game.SetOf[game.ID]()
		for _, in := range []game.ID{x.row.ID(), x.pile.ID(), x.bag.ID(), x.hand.Of(0), x.hand.Of(1)} {
			all = all.Or(tx.Contents(in))
		}
		return all
	}}
	x.Actions = append(x.Actions, &game.Action{Name: "take", Pick: []game.Choice{what}, Do: func(tx *game.Tx) { tx.Move(what.In(tx), x.row) }})
	return x, x.setup(t, func(tx *game.Tx) {
		x.deal(tx, x.row.ID(), 1, 2)
		x.deal(tx, tx.First(x.row), 12)
		x.deal(tx, x.pile.ID(), 3, 4, 5)
		x.deal(tx, tx.Last(x.pile), 13, 14)
		x.deal(tx, x.bag.ID(), 6, 7)
		x.deal(tx, x.hand.Of(0), 8, 9)
		x.deal(tx, x.hand.Of(1), 10, 11)
		tx.Show(tx.First(x.pile), 0)
	})
}

// Visible elements are named by handles, faceless ones by their number among the faceless in their place; elements
// outside of the view have no name.
func TestNamesInViews(t *testing.T) {
	_, s := spread(t)
	v := s.View(0)
	var got []string
	for id := range v.All() {
		got = append(got, v.Name(id))
		if v.Find(v.Name(id)) != id {
			t.Errorf("%s is found as %s", v.Name(id), v.Name(v.Find(v.Name(id))))
		}
	}
	if got, want := strings.Join(got, " "), "#1 #2 #3 pile:1 pile:2 bag:1 bag:2 #4 #5 hand/1:1 hand/1:2 #6 pile:2:1 pile:2:2"; got != want {
		t.Errorf("the elements are called %s, want %s", got, want)
	}
	for _, name := range []string{"row", "pile", "hand/1", "seat/1", "table"} {
		if v.Find(name) != s.Find(name) || v.Name(v.Find(name)) != name {
			t.Errorf("%s is found as %s", name, v.Name(v.Find(name)))
		}
	}
	for _, name := range []string{"", "#", "#0", "#01", "#+1", "#7", "#14", "pile:0", "pile:3", "pile:01", "pile:", "pile:x", "row:1", "hand/0:1", ":1", "?:1", "table:1", "seat/0:1",
		"pile:2:3", "pile:1:1", "#1:1", "#1:", "#99:1", "new:1", "?", "hand/2", "hand/2:1", "#4294967297", "pile:4294967298"} {
		if id := v.Find(name); id != 0 {
			t.Errorf("%q is found as %s", name, v.Name(id))
		}
	}
}

// Moves of a view are written and read with its names.
func TestMovesInViews(t *testing.T) {
	_, s := spread(t)
	v := s.View(0)
	moves, err := v.Moves()
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, m := range moves {
		text := v.Text(m)
		got = append(got, text)
		again, err := v.Parse(0, text)
		if err != nil || v.Text(again) != text {
			t.Errorf("%s is read as %s, %v", text, v.Text(again), err)
		}
	}
	if got, want := strings.Join(got, ", "), "do, take #1, take #2, take #3, take pile:1, take pile:2, take bag:1, take bag:2, take #4, take #5, take hand/1:1, take hand/1:2"; got != want {
		t.Errorf("the moves are %s, want %s", got, want)
	}
	_, err = v.Parse(0, "take pile:3")
	wantRefusal(t, err, game.NotOffered, "take, what: there is no pile:3")
}

// In a view, faceless elements have no kind, and only their back is seen.
func TestSeesInViews(t *testing.T) {
	_, s := spread(t)
	for _, o := range append(observers(s), game.Judge) {
		v := s.View(o)
		if seat, is := v.Viewer(); seat != o || !is {
			t.Errorf("the view of %s is that of %s (%v)", o, seat, is)
		}
		if v.View(1) != v || v.View(game.Judge) != v {
			t.Errorf("a view of the view of %s differs", o)
		}
		for id := range v.All() {
			faceless := v.Kind(id) == nil
			want := game.Face
			if faceless {
				want = game.Back
			}
			if faceless && (face.Of(v, id) != 0 || o == game.Judge) || v.Sees(o, id) != want || v.Sees(1, id) != want || v.Knows(1, id) == faceless {
				t.Errorf("%s: %s is of %v with face %d", o, v.Name(id), v.Kind(id), face.Of(v, id))
			}
		}
		if v.Sees(o, 0) != game.Unseen || v.Sees(o, 999) != game.Unseen {
			t.Error("an element outside of the view is seen")
		}
	}
	if seat, is := s.Viewer(); seat != game.Nobody || is {
		t.Errorf("the state itself is the view of %s", seat)
	}
	if game.Judge.String() == game.Nobody.String() {
		t.Error("the judge is nobody")
	}
}

// A view has the turn, the number of moves, the eliminated seats and the outcome.
func TestGameInViews(t *testing.T) {
	x := den()
	s := start(t, x.Rules, 3)
	s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(2) })
	s = x.play(t, s, func(tx *game.Tx) {})
	v := s.View(1)
	if v.Turn() != 0 || v.Played() != 2 || v.Seats() != 3 || v.Standing().Len() != 2 || v.Rules() != x.Rules || v.Outcome().Over {
		t.Errorf("in the view it is the turn of %s after %d moves", v.Turn(), v.Played())
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Score(3, 5, 0) })
	if v := s.View(game.Nobody); v.Turn() != game.Nobody || v.Outcome().String() != s.Outcome().String() || !v.Won(1) {
		t.Errorf("in the view it is %s", v.Outcome())
	}
}

// The judge sees everything except future random numbers, which are in no view.
func TestNoRandomNumbersInViews(t *testing.T) {
	x, s := spread(t)
	if got, want := drawn(s.View(game.Judge)), drawn(s); got != want {
		t.Errorf("the judge sees %s, want %s", got, want)
	}
	for _, o := range append(observers(s), game.Judge) {
		wantAlike(t, o, s, s.Reseed(game.SeedOf(77)))
		wantAlike(t, o, s, s.Rig(game.Chance{Number: 3}))
		drew := x.play(t, s, func(tx *game.Tx) { tx.Int(100) })
		wantAlike(t, o, x.play(t, s, func(tx *game.Tx) {}), drew)
		if text := string(s.View(o).Save()); strings.Contains(text, "random") || strings.Contains(text, "memory") || strings.Contains(text, "created") {
			t.Errorf("%s gets %s", o, text)
		}
	}
}

// Two states that differ only in hidden things give the same view, to the byte. Visible differences show.
func TestViewsDoNotDependOnHiddenThings(t *testing.T) {
	x := den()
	x.hand.Order = game.Unordered
	x.Parts = append(x.Parts, coin.Seen(game.ByNone).Rolled(six))
	x.Setup = func(tx *game.Tx) {
		x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6)
		tx.Shuffle(x.pile)
		for _, to := range []game.ID{x.hand.Of(0), x.hand.Of(0), x.hand.Of(1), x.bag.ID()} {
			id := tx.Last(x.pile)
			tx.Move(id, to)
			coin.Roll(tx, id)
		}
	}
	deal := func(order string, coins ...game.Chance) *game.State {
		top := strings.Split(order, " ")
		for i := range top {
			top[i] = "#" + top[i]
		}
		s, err := x.Rules.Start(2, game.SeedOf(1), append([]game.Chance{{Order: top}}, coins...)...)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := deal("1 2 3 4 5 6")
	for _, c := range []struct {
		name  string
		other *game.State
		alike string // observers who cannot tell
	}{
		{"the pile", deal("1 2 3 4 6 5"), "0 1 -1"},
		{"the bag and the pile", deal("1 2 3 6 5 4"), "0 1 -1"},
		{"the bag and player 2", deal("1 2 4 3 5 6"), "0 -1"},
		{"the order in the hand of player 1", deal("2 1 3 4 5 6"), "0 1 -1"},
		{"the hand of player 1", deal("1 5 3 4 2 6"), "1 -1"},
		{"both hands", deal("1 3 2 4 5 6"), "-1"},
		{"the coins", deal("1 2 3 4 5 6", game.Chance{Number: 5}, game.Chance{Number: 0}), "0 1 -1"},
		{"the future", deal("1 2 3 4 5 6").Reseed(game.SeedOf(9)), "0 1 -1"},
	} {
		alike := strings.Fields(c.alike)
		for _, o := range observers(s) {
			if slices.Contains(alike, fmt.Sprint(int(o))) {
				wantAlike(t, o, s, c.other)
			} else if string(s.View(o).Save()) == string(c.other.View(o).Save()) || s.View(o).Hash() == c.other.View(o).Hash() {
				t.Errorf("%s: %s cannot tell", c.name, o)
			}
		}
		if s.Hash() == c.other.Hash() {
			t.Errorf("%s: the states are equal", c.name)
		}
		if t.Failed() {
			t.Fatal(c.name)
		}
	}
}

// Views that differ in what is seen on backs have different hashes.
func TestHashesOfViews(t *testing.T) {
	x := den()
	x.Parts = append(x.Parts, coin.Seen(game.ByAll))
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2, 3) })
	seen := map[uint64]string{}
	for _, coins := range [][3]int{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {1, 2, 0}, {2, 1, 0}, {0, 2, 1}} {
		for owner := range game.Seat(2) {
			next := x.play(t, s, func(tx *game.Tx) {
				for i, id := range slices.Collect(tx.In(x.pile)) {
					coin.Set(tx, id, coins[i])
				}
				tx.Give(tx.First(x.pile), owner)
			})
			what, hash := fmt.Sprint(coins, owner), next.View(0).Hash()
			if other := seen[hash]; other != "" {
				t.Errorf("%s has the hash of %s", what, other)
			}
			seen[hash] = what
		}
	}
}

// The seat to act is offered the same in its view as in the state.
func TestOffersOnViews(t *testing.T) {
	_, s := spread(t)
	heap := regexp.MustCompile(`bag:\d+`)
	for range 12 {
		seat := s.Turn()
		v := s.View(seat)
		list := func(s *game.State, text func(game.Move) string) (all []string) {
			moves, err := s.Moves()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				all = append(all, heap.ReplaceAllString(text(m), "?"))
			}
			slices.Sort(all)
			return all
		}
		got, want := list(v, v.Text), list(s, func(m game.Move) string { return s.TextFor(seat, m, s) })
		if !slices.Equal(got, want) {
			t.Fatalf("%s is offered\n%s\nwant\n%s", seat, got, want)
		}
		if a, b := v.Trace(seat).String(), s.Trace(seat).String(); a != b {
			t.Fatalf("%s reads\n%s\nwant\n%s", seat, a, b)
		}
		moves, _ := v.Moves()
		real, err := v.Real(moves[(s.Played()*7+1)%len(moves)])
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Play(real); err != nil {
			t.Fatal(err)
		}
	}
}

// A view can be played on, to preview a move: new elements get new names, and the view does not change.
func TestPlayOnViews(t *testing.T) {
	x, s := spread(t)
	v := s.View(0)
	before := string(v.Save())
	next := x.play(t, v, func(tx *game.Tx) {
		tx.Create(x.stone, x.row)
		tx.Move(tx.First(x.pile), x.row)
		tx.Show(tx.Last(x.pile))
		tx.Hide(tx.First(x.row))
		tx.Reveal(tx.First(x.row))
		tx.Shuffle(x.bag)
	})
	if string(v.Save()) != before {
		t.Error("the view has changed")
	}
	if got := drawn(next); got != "row: 1(12) 2 stone 3; pile: ? ?(? ?); bag: ? ?; hand/0: 8 9; hand/1: ? ?" {
		t.Errorf("it looks like %s", got)
	}
	created := next.Find("new:1")
	if created == 0 || next.Kind(created) != x.stone || next.Name(created) != "new:1" {
		t.Errorf("the new element is called %s", in(next, x.row.ID()))
	}
	if seat, is := next.Viewer(); seat != 0 || !is || next.View(1) != next {
		t.Error("the result is not a view")
	}
}

// In an open game everyone sees the state itself, whatever its history.
func TestViewsOfOpenGames(t *testing.T) {
	for _, order := range []game.Order{game.Ordered, game.Unordered} {
		x := newBox()
		x.bag.Order = order
		x.Parts = append(x.Parts, face, coin.Seen(game.ByAll))
		s := x.setup(t, func(tx *game.Tx) {
			x.deal(tx, x.row.ID(), 1, 2, 3)
			x.deal(tx, x.bag.ID(), 4, 5)
			target.Set(tx, game.Root, card(tx.State, 2))
			body.Set(tx, card(tx.State, 1), limbs{Holds: card(tx.State, 2), Left: 1})
			coin.Set(tx, game.Root, 3)
		})
		s = x.play(t, s, func(tx *game.Tx) { tx.Remove(card(s, 2)); x.deal(tx, card(s, 1), 6) })
		for _, o := range append(observers(s), game.Judge) {
			v := s.View(o)
			if drawn(v) != drawn(s) || coin.Of(v, game.Root) != 3 {
				t.Errorf("%s sees %s", o, drawn(v))
			}
			for id := range s.All() {
				if got := v.Find(s.Name(id)); face.Of(v, got) != face.Of(s, id) || s.Sees(o, id) != game.Face {
					t.Errorf("%s finds %s as %s", o, s.Name(id), v.Name(got))
				}
			}
			same(t, reload(t, v), v)
			if o != s.Turn() && o != game.Judge {
				continue
			}
			if real, err := v.Real(game.Move{Seat: s.Turn(), Action: "do"}); err != nil || real.Action != "do" {
				t.Error(err)
			}
		}
		later := x.play(t, s, func(tx *game.Tx) { tx.Move(card(s, 3), x.bag); coin.Set(tx, game.Root, 4) })
		for _, o := range append(observers(s), game.Judge) {
			got, err := s.View(o).Apply(s.Changes(later, o)[0])
			if err != nil {
				t.Fatal(err)
			}
			same(t, got, later.View(o))
		}
	}
}

// Values on the many places of a board are in every view.
func TestPartsOfManyPlaces(t *testing.T) {
	x := den()
	l, cell := cells(100)
	x.Layout = append(x.Layout, l)
	s := x.setup(t, func(tx *game.Tx) {
		for i := range 100 {
			points.Set(tx, cell(i), i)
		}
		target.Set(tx, cell(99), x.deal(tx, cell(98), 1)[0])
	})
	for _, o := range observers(s) {
		v := s.View(o)
		for i := range 100 {
			if got := points.Of(v, cell(i)); got != i {
				t.Fatalf("%s sees %d on cell %d", o, got, i)
			}
		}
		if got := target.Of(v, cell(99)); face.Of(v, got) != 1 {
			t.Errorf("%s sees that it points at %s", o, v.Name(got))
		}
		same(t, reload(t, v), v)
	}
}

// Views of random games survive saving and loading.
func TestViewsAreSaved(t *testing.T) {
	for seed := range uint64(30) {
		w := newWild(seed, false)
		for _, s := range w.walk(t, w.start(t), 8, seed) {
			for _, o := range append(observers(s), game.Judge) {
				v := s.View(o)
				l := reload(t, v)
				same(t, l, v)
				if seat, is := l.Viewer(); seat != o || !is {
					t.Fatalf("it is the view of %s", seat)
				}
				if drawn(l) != drawn(v) {
					t.Fatalf("after Load it is\n%s\nwant\n%s", drawn(l), drawn(v))
				}
				for id := range l.All() {
					if l.Find(l.Name(id)) != id || v.Name(v.Find(l.Name(id))) != l.Name(id) {
						t.Fatalf("%s is found as %s", l.Name(id), l.Name(l.Find(l.Name(id))))
					}
				}
			}
		}
		if t.Failed() {
			t.Fatalf("seed %d", seed)
		}
	}
}

// A view has earlier positions only if they are no secret; then Repeats is the same as in the state. No view reveals
// what was hidden in a position.
func TestPastInViews(t *testing.T) {
	plan := game.NewPrivate[int]("plan")
	for _, c := range []struct {
		name  string
		build func(x *box)
		keyed func(x *box) game.Position
		do    func(x *box, tx *game.Tx, secret int)
		open  bool
	}{
		{"an open place", func(x *box) { x.pile.Seen = game.ByNone }, func(x *box) game.Position { return game.Position{Places: []game.Layout{x.row}, Mover: true} },
			func(x *box, tx *game.Tx, secret int) {
				tx.Create([]*game.Kind{x.stone, x.card}[secret], x.pile)
			}, true},
		{"the mover", func(x *box) { x.pile.Seen = game.ByNone }, func(x *box) game.Position { return game.Position{Mover: true} },
			func(x *box, tx *game.Tx, secret int) {
				tx.Create([]*game.Kind{x.stone, x.card}[secret], x.pile)
			}, true},
		{"a hidden place", func(x *box) { x.pile.Seen = game.ByNone }, func(x *box) game.Position { return game.Position{Places: []game.Layout{x.row, x.pile}} },
			func(x *box, tx *game.Tx, secret int) {
				tx.Create([]*game.Kind{x.stone, x.card}[secret], x.pile)
			}, false},
		{"a part on hidden things", func(x *box) { x.pile.Seen = game.ByNone }, func(*box) game.Position { return game.Position{Parts: []game.Column{face}} },
			func(x *box, tx *game.Tx, secret int) { x.deal(tx, x.pile.ID(), 1+secret) }, false},
		{"a hidden part", func(x *box) { x.Parts = append(x.Parts, coin.Seen(game.ByNone)) }, func(*box) game.Position { return game.Position{Parts: []game.Column{coin}} },
			func(x *box, tx *game.Tx, secret int) { coin.Set(tx, game.Root, 1+secret) }, false},
		{"plans", func(x *box) { x.Parts = append(x.Parts, plan) }, func(*box) game.Position { return game.Position{Parts: []game.Column{plan}} },
			func(x *box, tx *game.Tx, secret int) { plan.Set(tx, 1, game.Root, 1+secret) }, false},
		{"hidden contents", func(x *box) { x.stone.Seen = game.ByNone }, func(x *box) game.Position { return game.Position{Places: []game.Layout{x.row}} },
			func(x *box, tx *game.Tx, secret int) {
				tx.Create([]*game.Kind{x.stone, x.card}[secret], tx.First(x.row))
			}, false},
		{"things that are hidden", func(x *box) { x.pile.Seen = game.ByNone }, func(x *box) game.Position { return game.Position{Places: []game.Layout{x.row}} },
			func(x *box, tx *game.Tx, secret int) {
				tx.Hide(tx.Create([]*game.Kind{x.stone, x.card}[secret], x.row))
			}, false},
	} {
		x := newBox()
		x.bag.Order = game.Ordered
		x.Parts = append(x.Parts, face)
		x.Guess = func(*game.Tx, game.Seat) {}
		c.build(x)
		x.Position = c.keyed(x)
		x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
		var ends []*game.State
		for secret := range 2 {
			s := x.start(t)
			for range 2 {
				s = x.play(t, s, func(tx *game.Tx) { c.do(x, tx, secret) })
				s = x.play(t, s, func(*game.Tx) {})
			}
			s = x.play(t, s, func(tx *game.Tx) { // back to where nothing is hidden
				for id := range tx.All() {
					if id != tx.First(x.row) {
						tx.Remove(id)
					}
				}
				if c.name == "plans" {
					plan.Set(tx, 1, game.Root, 0)
				}
				if c.name == "a hidden part" {
					coin.Set(tx, game.Root, 0)
				}
			})
			ends = append(ends, s)
		}
		for _, o := range []game.Seat{0, game.Nobody} {
			v := ends[0].View(o)
			if has := strings.Contains(string(v.Save()), `"past"`); has && !c.open {
				t.Errorf("%s: the past is in the view of %s", c.name, o)
			}
			if c.open && v.Repeats() != ends[0].Repeats() {
				t.Errorf("%s: in the view of %s the position has occurred %d times, want %d", c.name, o, v.Repeats(), ends[0].Repeats())
			}
			if a, b := string(v.Save()), string(ends[1].View(o).Save()); a != b {
				t.Errorf("%s: %s can tell what was hidden", c.name, o)
			}
		}
		if j := ends[0].View(game.Judge); j.Repeats() != ends[0].Repeats() {
			t.Errorf("%s: the judge has seen the position %d times, want %d", c.name, j.Repeats(), ends[0].Repeats())
		}
	}
}

// Having been shown or hidden makes no difference once that has ended, and neither does saving and loading.
func TestPastAfterShowing(t *testing.T) {
	x := den()
	x.Position = game.Position{Places: []game.Layout{x.row}}
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1, 2); x.deal(tx, x.pile.ID(), 3) })
	plain := x.play(t, x.play(t, s, func(*game.Tx) {}), func(*game.Tx) {})
	shown := x.play(t, x.play(t, s, func(tx *game.Tx) { tx.Show(card(s, 3), 1) }), func(tx *game.Tx) { tx.AsDeclared(card(s, 3)) })
	loaded := reload(t, shown)
	for _, o := range observers(s) {
		if o != 1 {
			wantAlike(t, o, plain, shown)
		}
		wantAlike(t, o, loaded, shown)
		if a, b := loaded.View(o).Repeats(), shown.View(o).Repeats(); a != b {
			t.Errorf("%s has seen the position %d times, after Load %d", o, b, a)
		}
	}
}
