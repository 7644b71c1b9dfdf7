package game_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// readers are the two types that can be queried.
func readers(t testing.TB, x *box, s *game.State, ask func(who string, r game.Reader)) {
	t.Helper()
	ask("a State", s)
	x.play(t, s, func(tx *game.Tx) { ask("a Tx", tx) })
}

// A State and a Tx give the same answers, and Read gives kits the State.
func TestReaders(t *testing.T) {
	cost := game.NewTrait[int]("cost")
	loop := &game.Loop{}
	turn := &game.EachSeat{Name: "turn"}
	each := &game.ForEach[int]{Name: "each", List: func(*game.Tx) []int { return []int{7, 8} }, Do: &game.Act{Name: "act"}}
	turn.Do, loop.Do = each, turn
	x := staged(loop)
	x.stone.With = []game.With{cost.Is(4)}
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.row, points.Is(5)); points.Set(tx, game.Seat(1), 6) })
	stone := s.First(x.row)
	readers(t, x, s, func(who string, r game.Reader) {
		got := fmt.Sprint(points.Of(r, stone), cost.Of(r, stone), points.BySeat(r), loop.Round(r), turn.In(r), each.In(r), r.Read().Count(x.row))
		if want := "5 4 [0 6] 1 seat 0 7 1"; got != want {
			t.Errorf("%s answers %s, want %s", who, got, want)
		}
		for id, n := range points.All(r, r.Read().Contents(x.row)) {
			if id != stone || n != 5 {
				t.Errorf("%s: element %d has %d", who, id, n)
			}
		}
		if got := points.Where(r, game.SetOf(stone, x.row.ID()), 5); got.Len() != 1 || !got.Has(stone) {
			t.Errorf("%s finds %d", who, got.Len())
		}
	})
}

// An Element is an ID, a Seat or a Place, a Holder an ID or a Place; all of them can be used alike.
func TestElements(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		tx.Create(x.stone, x.row)
		tx.CreateMany(2, x.card, x.row.ID())
		points.Set(tx, x.row, 3)
		points.Set(tx, game.Seat(1), 4)
		points.Edit(tx, x.pile, func(n *int) { *n = 5 })
	})
	for _, row := range []game.Holder{x.row, x.row.ID()} {
		if points.Of(s, row) != 3 || s.Count(row) != 3 || s.First(row) != s.Find("#1") || s.Last(row) != s.Find("#3") {
			t.Errorf("the row holds %d and has %d points", s.Count(row), points.Of(s, row))
		}
		if got := names(s, s.In(row)); got != "#1 #2 #3" || s.Contents(row).Len() != 3 || !s.Within(s.Find("#2"), row) {
			t.Errorf("the row holds %s", got)
		}
	}
	for _, seat := range []game.Element{game.Seat(1), game.Seat(1).ID()} {
		if points.Of(s, seat) != 4 {
			t.Errorf("the seat has %d points", points.Of(s, seat))
		}
	}
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Move(tx.First(x.row), x.pile)
		tx.Move(tx.First(x.row), x.hand.Of(0))
		tx.MoveFirst(tx.First(x.row), x.pile)
		tx.Shuffle(x.bag)
	})
	if got := in(s, x.row.ID()) + "|" + in(s, x.pile.ID()) + "|" + in(s, x.hand.Of(0)); got != "|#3 #1|#2" {
		t.Errorf("the order is %s", got)
	}
}

// A Place with several instances is not an Element: the caller must choose one.
func TestPlaceWithInstancesIsNotAnElement(t *testing.T) {
	track := &game.Place{Name: "track", Names: []string{"a", "b"}}
	x := newBox()
	x.Layout = append(x.Layout, track)
	s := x.start(t)
	for want, p := range map[string]*game.Place{
		`place "hand" exists once for each seat: use Of to say which`:                                   x.hand,
		`place "track" has 2 Names: use At to say which`:                                                track,
		`place "lost" is not on the table: it is not in Rules.Layout, or the rules are not checked yet`: {Name: "lost"},
	} {
		for name, do := range map[string]func(*game.Tx){
			"count":  func(tx *game.Tx) { tx.Count(p) },
			"create": func(tx *game.Tx) { tx.Create(x.stone, p) },
			"part":   func(tx *game.Tx) { points.Set(tx, p, 1) },
			"read":   func(tx *game.Tx) { points.Of(tx, p) },
			"draw":   func(tx *game.Tx) { tx.Draw(p, x.row, 1) },
		} {
			if _, err := x.try(s, do); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: got %v, want %s", name, err, want)
			}
		}
	}
}

// nil is neither an Element nor a Holder.
func TestNilElements(t *testing.T) {
	x := newBox()
	s := x.start(t)
	_, err := x.try(s, func(tx *game.Tx) { points.Set(tx, nil, 1) })
	wantFault(t, err, "an element is nil: pass an ID, a Seat or a *Place")
	_, err = x.try(s, func(tx *game.Tx) { tx.Create(x.stone, nil) })
	wantFault(t, err, "a place is nil: pass an ID or a *Place")
}

// BySeat lists the values of the seats that play.
func TestBySeat(t *testing.T) {
	x := newBox()
	for seats := 1; seats <= 4; seats++ {
		x.Setup = func(tx *game.Tx) {
			for i := range game.Seat(tx.Seats()) {
				points.Set(tx, i, 10+int(i))
			}
		}
		s := start(t, x.Rules, seats)
		got := points.BySeat(s)
		if !slices.Equal(got, []int{10, 11, 12, 13}[:seats]) {
			t.Errorf("with %d seats: %v", seats, got)
		}
		got[0] = 99 // the caller's own copy
		if points.Of(s, game.Seat(0)) != 10 {
			t.Error("the state was written to")
		}
	}
	lost := game.NewPart[int]("lost")
	_, err := x.try(x.start(t), func(tx *game.Tx) { lost.BySeat(tx) })
	wantFault(t, err, `part "lost" is not declared`)
}

// adds tests Part.Add for one type: sums that fit it, and sums that do not.
func adds[T comparable](t *testing.T, low, high, one, minusOne T) {
	t.Helper()
	part := game.NewPart[T]("n")
	x := newBox()
	x.Parts = append(x.Parts, part)
	s := x.start(t)
	var zero T
	for _, c := range []struct {
		was, plus, want T
		fault           bool
	}{
		{zero, one, one, false},
		{high, zero, high, false},
		{low, zero, low, false},
		{high, one, high, true},
		{low, minusOne, low, minusOne != one},
	} {
		if c.plus == one && c.was == low && minusOne == one {
			continue // unsigned: nothing to subtract
		}
		var sum, after T
		_, err := x.try(s, func(tx *game.Tx) {
			part.Set(tx, x.row, c.was)
			sum = part.Add(tx, x.row, c.plus)
			after = part.Of(tx, x.row)
		})
		switch {
		case c.fault:
			wantFault(t, err, fmt.Sprintf(`part "n": %v cannot be added to %v: the type is not a number, or the sum is too large for it`, c.plus, c.was))
		case err != nil || sum != c.want || after != c.want:
			t.Errorf("%T: %v and %v is %v, then %v (%v)", zero, c.was, c.plus, sum, after, err)
		}
	}
}

type coinage int16

func TestAdd(t *testing.T) {
	adds[int](t, math.MinInt, math.MaxInt, 1, -1)
	adds[int8](t, math.MinInt8, math.MaxInt8, 1, -1)
	adds[int16](t, math.MinInt16, math.MaxInt16, 1, -1)
	adds[int32](t, math.MinInt32, math.MaxInt32, 1, -1)
	adds[int64](t, math.MinInt64, math.MaxInt64, 1, -1)
	adds[uint](t, 0, math.MaxUint, 1, 1)
	adds[uint8](t, 0, math.MaxUint8, 1, 1)
	adds[uint16](t, 0, math.MaxUint16, 1, 1)
	adds[uint32](t, 0, math.MaxUint32, 1, 1)
	adds[uint64](t, 0, math.MaxUint64, 1, 1)
	adds[coinage](t, math.MinInt16, math.MaxInt16, 1, -1)
}

// Add fails on values that are not numbers, and on elements that do not exist.
func TestAddFaults(t *testing.T) {
	x := newBox()
	up := game.NewPart[bool]("up")
	x.Parts = append(x.Parts, up)
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	for want, do := range map[string]func(*game.Tx){
		`part "label": a cannot be added to : the type is not a number`:      func(tx *game.Tx) { label.Add(tx, x.row, "a") },
		`part "up": true cannot be added to false: the type is not a number`: func(tx *game.Tx) { up.Add(tx, x.row, true) },
		`part "target": 3 cannot be added to 0: the type is not a number`:    func(tx *game.Tx) { target.Add(tx, x.row, 3) },
		`part "body": {`: func(tx *game.Tx) { body.Add(tx, x.row, limbs{Left: 1}) },
		`part "points" is set on element 9999, but this game never had such an element`: func(tx *game.Tx) { points.Add(tx, game.ID(9999), 1) },
	} {
		next, err := x.try(s, do)
		wantFault(t, err, want)
		if next != s {
			t.Errorf("%s: a failed move returns a different state", want)
		}
	}
}

// Nth gives each element of a CreateMany its own value.
func TestNth(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(4, x.card, x.row, points.Nth(func(i int) int { return 10 * i }), label.Is("all"))
		tx.CreateMany(2, x.card, x.row, points.Nth(func(i int) int { return 1 + i }), label.Nth(func(i int) string { return "abc"[i : i+1] }))
		tx.Create(x.card, x.row, points.Nth(func(i int) int { return 100 + i })) // the only one is number 0
		tx.CreateMany(0, x.card, x.row, points.Nth(func(i int) int { panic("of nothing") }))
	})
	var got []string
	for id := range s.In(x.row) {
		got = append(got, fmt.Sprint(points.Of(s, id), label.Of(s, id)))
	}
	if want := "0all 10all 20all 30all 1a 2b 100"; strings.Join(got, " ") != want {
		t.Errorf("they are %s, want %s", strings.Join(got, " "), want)
	}
	same(t, reload(t, s), s)
}

// Draw moves elements from the top, one by one, as long as there are any.
func TestDraw(t *testing.T) {
	for _, c := range []struct {
		n, want    int
		left, hand string
	}{
		{0, 0, "#1 #2 #3", ""}, {1, 1, "#1 #2", "#3"}, {2, 2, "#1", "#3 #2"}, {3, 3, "", "#3 #2 #1"}, {5, 3, "", "#3 #2 #1"}, {-1, 0, "#1 #2 #3", ""},
	} {
		x := newBox()
		var moved []string
		x.pile.Leave = func(tx *game.Tx, id, _ game.ID) { moved = append(moved, "-"+tx.Name(id)) }
		x.hand.Enter = func(tx *game.Tx, id, _ game.ID) { moved = append(moved, "+"+tx.Name(id)) }
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.card, x.pile) })
		drawn := -1
		s = x.play(t, s, func(tx *game.Tx) { drawn = tx.Draw(x.pile, x.hand.Of(tx.Seat), c.n) })
		if drawn != c.want || in(s, x.pile.ID()) != c.left || in(s, x.hand.Of(0)) != c.hand {
			t.Errorf("of %d, %d are drawn: %s remains, the hand has %s", c.n, drawn, in(s, x.pile.ID()), in(s, x.hand.Of(0)))
		}
		if want := []string{"-#3", "+#3", "-#2", "+#2", "-#1", "+#1"}[:2*c.want]; !slices.Equal(moved, want) {
			t.Errorf("of %d: the hooks are called for %s, want %s", c.n, moved, want)
		}
	}
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.card, x.row) })
	_, err := x.try(s, func(tx *game.Tx) { tx.Draw(x.row, game.Root, 1) })
	wantFault(t, err, "which cannot hold anything")
}

// Everything returns the contents of all instances of a Place, for the seats that play.
func TestEverything(t *testing.T) {
	track := &game.Place{Name: "track", Names: []string{"a", "b", "c"}}
	x := newBox()
	x.Layout = append(x.Layout, track)
	for _, p := range []*game.Place{x.hand, track, x.row, x.pile} {
		what := &game.Pick[game.ID]{Name: "what", From: p.Everything}
		x.Actions = append(x.Actions, &game.Action{Name: p.Name, Pick: []game.Choice{what}, Do: func(tx *game.Tx) { tx.Remove(what.In(tx)) }})
	}
	x.Setup = func(tx *game.Tx) {
		tx.CreateMany(2, x.stone, x.hand.Of(0))
		tx.Create(x.card, x.hand.Of(2))
		tx.Create(x.card, track.At(1))
		tx.Create(x.card, track.At(2))
		tx.Create(x.stone, tx.First(x.hand.Of(2))) // on a card, not in the hand
		tx.Create(x.stone, x.row)
	}
	s := start(t, x.Rules, 3)
	if got := strings.Join(texts(t, s), ", "); got != "do, hand #1, hand #2, hand #3, track #4, track #5, row #7" {
		t.Errorf("the moves are %s", got)
	}
}

// Empty filters places and elements that hold nothing.
func TestEmptyPlaces(t *testing.T) {
	layout, cell := cells(200) // more than fit into two words
	x := newBox()
	x.Layout = append(x.Layout, layout)
	s := x.setup(t, func(tx *game.Tx) {
		tx.Create(x.stone, cell(0))
		tx.Create(x.stone, tx.Create(x.card, cell(150)))
		tx.Create(x.stone, x.row)
	})
	some := game.SetOf(cell(0), cell(1), cell(150), cell(199), x.row.ID(), x.pile.ID(), s.First(cell(0)), s.First(cell(150)))
	want := game.SetOf(cell(1), cell(199), x.pile.ID(), s.First(cell(0)))
	if got := s.Empty(some); !slices.Equal(slices.Collect(got.All()), slices.Collect(want.All())) {
		t.Errorf("empty are %s", names(s, got.All()))
	}
	if !s.Empty(game.SetOf[game.ID]()).Empty() {
		t.Error("Empty of no places is not empty")
	}
}

// An Element has Parts, a Holder has contents; a place or a seat can be used without its ID.
func ExampleElement() {
	gold := game.NewPart[int]("gold")
	deck, hand := &game.Place{Name: "deck"}, &game.Place{Name: "hand", Each: true}
	card := &game.Kind{Name: "card"}
	s := begun(&game.Rules{
		Name: "deal", Seats: game.Exactly(2), Parts: []game.Column{gold}, Kinds: []*game.Kind{card},
		Layout: []game.Layout{deck, hand},
		Setup: func(t *game.Tx) {
			t.CreateMany(5, card, deck, gold.Nth(func(i int) int { return i })) // into a place
			for seat := range t.Standing().All() {
				t.Draw(deck, hand.Of(seat), 2) // into the place of a seat
				gold.Add(t, seat, 10)          // to a seat
			}
		},
		Actions: []*game.Action{simple("wait")},
	})
	fmt.Println(s.Count(deck), s.Count(hand.Of(0)), gold.BySeat(s), gold.Of(s, s.First(deck)))
	// Output: 1 2 [10 10] 0
}

// A Holder is a place, or an element with others on it.
func ExampleHolder() {
	yard := &game.Place{Name: "yard"}
	box, ball := &game.Kind{Name: "box"}, &game.Kind{Name: "ball"}
	s := begun(&game.Rules{
		Name: "yard", Seats: game.Exactly(1), Kinds: []*game.Kind{box, ball}, Layout: []game.Layout{yard},
		Setup:   func(t *game.Tx) { t.CreateMany(3, ball, t.Create(box, yard)) },
		Actions: []*game.Action{simple("wait")},
	})
	fmt.Println(s.Count(yard), s.Count(s.First(yard)))
	// Output: 1 3
}

// A Reader is a State or a Tx. A function that takes one can be called in the rules and outside.
func ExampleReader() {
	gold := game.NewPart[int]("gold")
	rich := func(r game.Reader, seat game.Seat) bool { return gold.Of(r, seat) >= 3 }
	s := begun(&game.Rules{
		Name: "mine", Seats: game.Exactly(1), Parts: []game.Column{gold},
		Actions: []*game.Action{{Name: "dig", Do: func(t *game.Tx) {
			if gold.Add(t, t.Seat, 2); rich(t, t.Seat) {
				t.Say("{0} is rich", t.Seat)
			}
		}}},
	})
	s = watch(s, "dig", "dig")
	fmt.Println(rich(s, 0), s.Read() == s)
	// Output:
	//
	// player 1 is rich
	// true true
}
