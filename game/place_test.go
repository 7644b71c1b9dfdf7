package game_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestPlaceOfEachSeat(t *testing.T) {
	x := newBox()
	s := start(t, x.Rules, 3)
	for seat := range game.Seat(3) {
		if hand := x.hand.Of(seat); s.Owner(hand) != seat || s.Name(hand) != fmt.Sprintf("hand/%d", seat) || !s.Alive(hand) {
			t.Errorf("%s: %s of %s", seat, s.Name(hand), s.Owner(hand))
		}
	}
	// A seat that does not play has no place.
	if hand := x.hand.Of(3); s.Alive(hand) || s.Find("hand/3") != 0 || s.Find("seat/3") != 0 {
		t.Error("there is a hand of a seat that does not play")
	}
	_, err := x.try(s, func(tx *game.Tx) { tx.Create(x.stone, x.hand.Of(3)) })
	wantFault(t, err, "which cannot hold anything")
}

func TestPlaceFaults(t *testing.T) {
	x := newBox()
	s := x.start(t)
	for _, c := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{func(tx *game.Tx) { x.row.Of(0) }, `place "row" is shared by all seats, so it has no Of: use ID, or declare it Each`},
		{func(tx *game.Tx) { x.hand.Of(4) }, `place "hand" does not exist for seat 4`},
		{func(tx *game.Tx) { x.hand.Of(game.Nobody) }, `place "hand" does not exist for nobody`},
	} {
		_, err := x.try(s, c.do)
		wantFault(t, err, c.want)
	}
}

func TestCapacity(t *testing.T) {
	x := newBox()
	x.row.Max = 2
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(2, x.stone, x.row)
		tx.CreateMany(1, x.card, x.pile)
	})
	card := s.Last(x.pile)
	for _, do := range []func(*game.Tx){
		func(tx *game.Tx) { tx.Create(x.stone, x.row) },
		func(tx *game.Tx) { tx.Move(card, x.row) },
		func(tx *game.Tx) { tx.MoveFirst(card, x.row) },
		func(tx *game.Tx) { tx.MoveAfter(card, tx.First(x.row)) },
	} {
		_, err := x.try(s, do)
		wantFault(t, err, "into row, which is full: its Max is 2")
	}
	// Moving elements within a full place is fine, and so is putting something onto its contents.
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Move(tx.First(x.row), x.row)
		tx.Move(card, tx.First(x.row))
	})
	if got := in(s, x.row.ID()); got != "#2 #1" || s.Parent(card) != s.Find("#2") {
		t.Errorf("the row is %s", got)
	}
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Remove(tx.First(x.row))
		tx.Create(x.stone, x.row)
	})
	if s.Count(x.row) != 2 {
		t.Errorf("the row holds %d", s.Count(x.row))
	}
}

// Enter and Leave are called for everything that comes and goes, with its origin and destination, and for nothing else.
func TestHooks(t *testing.T) {
	x := newBox()
	var seen []string
	told := func(what string) func(*game.Tx, game.ID, game.ID) {
		return func(tx *game.Tx, id, other game.ID) {
			seen = append(seen, fmt.Sprintf("%s %s in %s, %s", what, tx.Name(id), tx.Name(tx.Parent(id)), tx.Name(other)))
		}
	}
	x.row.Enter, x.row.Leave = told("enter"), told("leave")
	x.hand.Enter = told("enter hand")
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(2, x.stone, x.row) })
	x.play(t, s, func(tx *game.Tx) {
		first, last := tx.First(x.row), tx.Last(x.row)
		tx.Move(first, x.row) // does not move
		tx.Shuffle(x.row)
		tx.Move(first, x.hand.Of(1))
		inside := tx.Create(x.card, last) // into a stone, not into the row
		tx.Move(first, last)
		tx.Move(first, x.row) // out of the stone
		tx.Draw(x.row, x.hand.Of(0), 1)
		tx.Rotate(x.row.ID(), x.hand.Of(0))
		tx.Rotate(x.row.ID(), x.hand.Of(0))
		tx.Remove(last)
		if tx.Alive(inside) {
			t.Error("the contents of a removed element are still there")
		}
	})
	want := []string{"enter #1 in row, ?", "enter #2 in row, ?", "leave #1 in row, hand/1", "enter hand #1 in hand/1, row",
		"enter #1 in row, #2", "leave #1 in row, hand/0", "enter hand #1 in hand/0, row",
		"leave #2 in row, hand/0", "enter hand #2 in hand/0, row", "enter #1 in row, hand/0",
		"leave #1 in row, hand/0", "enter hand #1 in hand/0, row", "enter #2 in row, hand/0", "leave #2 in row, ?"}
	if got := strings.Join(seen, "; "); got != strings.Join(want, "; ") {
		t.Errorf("got  %s\nwant %s", got, strings.Join(want, "; "))
	}
}

// Hooks may write: that is how promotion and capture are defined once.
func TestHooksWrite(t *testing.T) {
	x := newBox()
	x.row.Enter = func(tx *game.Tx, id, _ game.ID) {
		points.Edit(tx, game.Root, func(n *int) { *n++ })
		if tx.Count(x.row) > 2 {
			tx.Move(tx.First(x.row), x.pile)
		}
	}
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.CreateMany(5, x.stone, x.row) })
	if in(s, x.row.ID()) != "#4 #5" || in(s, x.pile.ID()) != "#1 #2 #3" || points.Of(s, game.Root) != 5 {
		t.Errorf("row %s, pile %s, %d entries", in(s, x.row.ID()), in(s, x.pile.ID()), points.Of(s, game.Root))
	}
}

func TestHooksWithoutEnd(t *testing.T) {
	x := newBox()
	x.row.Enter = func(tx *game.Tx, id, _ game.ID) { tx.Move(id, x.pile) }
	x.pile.Enter = func(tx *game.Tx, id, _ game.ID) { tx.Move(id, x.row) }
	s := x.start(t)
	_, err := x.try(s, func(tx *game.Tx) { tx.Create(x.stone, x.row) })
	wantFault(t, err, "hooks (Enter, Leave) and Try are nested more than 64 deep")
}

// A Leave hook may do anything with other elements, even with those next to the destination.
func TestLeaveChangesTheTarget(t *testing.T) {
	for name, hook := range map[string]func(x *box, tx *game.Tx, id game.ID){
		"moves the neighbour":   func(x *box, tx *game.Tx, id game.ID) { tx.Move(tx.Last(x.pile), x.hand.Of(0)) },
		"removes the neighbour": func(x *box, tx *game.Tx, id game.ID) { tx.Remove(tx.Last(x.pile)) },
		"adds a neighbour":      func(x *box, tx *game.Tx, id game.ID) { tx.Create(x.card, x.pile) },
		"empties the place":     func(x *box, tx *game.Tx, id game.ID) { moveAll(tx, x.pile.ID(), x.hand.Of(1)) },
		"shuffles the place":    func(x *box, tx *game.Tx, id game.ID) { tx.Shuffle(x.pile) },
	} {
		for how, move := range map[string]func(x *box, tx *game.Tx, id game.ID){
			"last":  func(x *box, tx *game.Tx, id game.ID) { tx.Move(id, x.pile) },
			"first": func(x *box, tx *game.Tx, id game.ID) { tx.MoveFirst(id, x.pile) },
			"after": func(x *box, tx *game.Tx, id game.ID) { tx.MoveAfter(id, tx.Last(x.pile)) },
		} {
			x := newBox()
			x.row.Leave = func(tx *game.Tx, id, _ game.ID) { hook(x, tx, id) }
			s := x.setup(t, func(tx *game.Tx) {
				tx.CreateMany(2, x.stone, x.row)
				tx.CreateMany(2, x.card, x.pile)
			})
			next, err := x.try(s, func(tx *game.Tx) { move(x, tx, tx.First(x.row)) })
			if err != nil {
				continue // a Fault is fine, too
			}
			sound(t, name+", "+how, next)
			if next.Parent(s.Find("#1")) != x.pile.ID() {
				t.Errorf("%s, %s: the element has not arrived", name, how)
			}
		}
	}
}

// A hook may move the element itself elsewhere, or remove it.
func TestLeaveMovesTheElementItself(t *testing.T) {
	for name, hook := range map[string]func(x *box, tx *game.Tx, id game.ID){
		"removes the element": func(x *box, tx *game.Tx, id game.ID) { tx.Remove(id) },
		"moves the element":   func(x *box, tx *game.Tx, id game.ID) { tx.Move(id, x.bag) },
	} {
		for how, do := range map[string]func(x *box, tx *game.Tx, id game.ID){
			"move":   func(x *box, tx *game.Tx, id game.ID) { tx.Move(id, x.pile) },
			"remove": func(x *box, tx *game.Tx, id game.ID) { tx.Remove(id) },
		} {
			x := newBox()
			x.row.Leave = func(tx *game.Tx, id, _ game.ID) {
				if points.Of(tx, game.Root) == 0 { // once
					points.Set(tx, game.Root, 1)
					hook(x, tx, id)
				}
			}
			s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) })
			if next, err := x.try(s, func(tx *game.Tx) { do(x, tx, s.Find("#2")) }); err == nil {
				sound(t, name+", "+how, next)
			}
		}
	}
}

// sound fails unless the contents of all places are consistent and can be saved.
func sound(t *testing.T, what string, s *game.State) {
	t.Helper()
	met := map[game.ID]bool{}
	for in := game.ID(2); in < 200; in++ {
		n := 0
		for id := range s.In(in) {
			n++
			if met[id] || s.Parent(id) != in || !s.Alive(id) {
				t.Errorf("%s: %s is in %s and in %s", what, s.Name(id), s.Name(in), s.Name(s.Parent(id)))
			}
			met[id] = true
		}
		if n != s.Count(in) || s.Filled().Has(in) != (n > 0) {
			t.Errorf("%s: %s holds %d, but Count says %d", what, s.Name(in), n, s.Count(in))
		}
	}
	for id := range s.All() {
		if !met[id] {
			t.Errorf("%s: %s is in no place", what, s.Name(id))
		}
	}
	if !t.Failed() {
		same(t, reload(t, s), s)
	}
}

// Each instance of a Place with names is found by its name.
func TestPlaceWithNames(t *testing.T) {
	x := newBox()
	track := &game.Place{Name: "track", Names: []string{"p0", "p1", "p2"}, Max: 1}
	x.Layout = append(x.Layout, track)
	s := x.start(t)
	for i, name := range track.Names {
		if s.Find(name) != track.At(i) || s.Name(track.At(i)) != name || track.At(i) != track.At(0)+game.ID(i) {
			t.Errorf("%s is %d", name, track.At(i))
		}
	}
	for _, i := range []int{-1, 3} {
		_, err := x.try(s, func(*game.Tx) { track.At(i) })
		wantFault(t, err, fmt.Sprintf(`place "track" has 3 Names, so there is no number %d (counted from 0)`, i))
	}
	_, err := x.try(s, func(*game.Tx) { track.ID() })
	wantFault(t, err, `place "track" has 3 Names: use At to say which`)
	each := &game.Place{Name: "each", Each: true}
	y := newBox()
	y.Layout = append(y.Layout, each)
	_, err = y.try(y.start(t), func(*game.Tx) { each.ID() })
	wantFault(t, err, `place "each" exists once for each seat: use Of to say which`)
	_, err = x.try(s, func(*game.Tx) { game.Nobody.ID() })
	wantFault(t, err, "nobody has no element: ID is only for seats")
	_, err = x.try(s, func(tx *game.Tx) { tx.CreateMany(2, x.stone, track.At(1)) })
	wantFault(t, err, "p1, which is full: its Max is 1")
}

// A place may have the name of a cell of a board: each is found by its full name.
func TestPlaceNamedLikeACell(t *testing.T) {
	for _, boardFirst := range []bool{true, false} {
		x := newBox()
		a1 := &game.Place{Name: "a1"}
		var cell game.ID
		board := layout(func(p *game.Plan) {
			cell = p.Add(&game.Place{Name: "cell"}, p.Add(&game.Place{Name: "board"}, game.Root), "a1", "b1")
		})
		x.Layout = append(x.Layout, a1, board)
		if boardFirst {
			x.Layout = append(x.Layout[:len(x.Layout)-2:len(x.Layout)-2], board, a1)
		}
		if x.Rules.Check() != nil {
			continue // a fault in either order is fine, too
		}
		s := x.start(t)
		for _, id := range []game.ID{a1.ID(), cell} {
			if s.Find(s.Name(id)) != id {
				t.Errorf("the board is first %v: %d is called %s, which is %d", boardFirst, id, s.Name(id), s.Find(s.Name(id)))
			}
		}
	}
}

// Cells of two boards may have the same names: then both are identified by their paths.
func TestNamesOfCells(t *testing.T) {
	board := func(name string) game.Layout {
		return layout(func(p *game.Plan) {
			p.Add(&game.Place{Name: "cell"}, p.Add(&game.Place{Name: name}, game.Root), "a1", "b1")
		})
	}
	x := newBox()
	x.Layout = append(x.Layout, board("left"), board("right"))
	s := x.start(t)
	for _, name := range []string{"left/a1", "left/b1", "right/a1", "right/b1"} {
		if id := s.Find(name); id == 0 || s.Name(id) != name || s.Name(s.Parent(id))+"/"+name[len(name)-2:] != name {
			t.Errorf("%s is %d, called %s", name, id, s.Name(id))
		}
	}
	if s.Find("a1") != 0 {
		t.Error("a1 is ambiguous")
	}
	one := newBox()
	one.Layout = append(one.Layout, board("left"))
	s = one.start(t)
	if id := s.Find("a1"); id == 0 || s.Name(id) != "a1" || s.Find("left/a1") != id {
		t.Errorf("a1 is %d, called %s", id, s.Name(id))
	}
}

// A Place holds elements. Each seat may have its own, and it may have a limit.
func ExamplePlace() {
	deck := &game.Place{Name: "deck", Order: game.Stacked}
	hand := &game.Place{Name: "hand", Each: true, Max: 3}
	card := &game.Kind{Name: "card"}
	rules := &game.Rules{
		Name: "draw", Seats: game.Exactly(2),
		Layout: []game.Layout{deck, hand}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(8, card, deck) },
		Actions: []*game.Action{{Name: "draw", Do: func(t *game.Tx) {
			t.Move(t.Last(deck), hand.Of(t.Seat))
		}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "draw")
	s, _ = s.PlayText(1, "draw")
	fmt.Println(s.Count(deck), in(s, hand.Of(0)), in(s, hand.Of(1)), s.Name(hand.Of(1)))
	// Output: 6 #8 #7 hand/1
}

// Enter and Leave hooks define once what always happens when something comes or goes.
func ExamplePlace_hooks() {
	rank8 := &game.Place{Name: "rank8"}
	rank7 := &game.Place{Name: "rank7"}
	crowned := game.NewPart[bool]("crowned")
	rank8.Enter = func(t *game.Tx, id, _ game.ID) { crowned.Set(t, id, true) }
	man := &game.Kind{Name: "man"}
	rules := &game.Rules{
		Name: "crown", Seats: game.Exactly(1),
		Layout: []game.Layout{rank7, rank8}, Kinds: []*game.Kind{man}, Parts: []game.Column{crowned},
		Setup:   func(t *game.Tx) { t.Create(man, rank7) },
		Actions: []*game.Action{{Name: "step", Do: func(t *game.Tx) { t.Move(t.First(rank7), rank8) }}},
	}
	s, _ := rules.Start(1, game.SeedOf(1))
	s, _ = s.PlayText(0, "step")
	fmt.Println(crowned.Of(s, s.First(rank8)))
	// Output: true
}

// All yields the instances of a Place in this game: one per name, one per playing seat, or just one.
func TestAllOfAPlace(t *testing.T) {
	x := newBox()
	points := make([]string, 150)
	for i := range points {
		points[i] = fmt.Sprint("n", i)
	}
	heap := &game.Place{Name: "heap", Names: []string{"A", "B", "C"}}
	track := &game.Place{Name: "track", Names: points}
	x.Layout = append(x.Layout, heap, track)
	x.picking(doesNothing, &game.Pick[game.ID]{Name: "p", From: heap.All})
	s := x.setup(t, func(tx *game.Tx) {
		for want, set := range map[string]game.Set[game.ID]{
			"A B C":         heap.All(tx),
			"hand/0 hand/1": x.hand.All(tx),
			"row":           x.row.All(tx),
		} {
			if got := names(tx.State, set.All()); got != want {
				t.Errorf("%s, want %s", got, want)
			}
		}
		if all := track.All(tx); all.Len() != 150 || !all.Has(track.At(0)) || !all.Has(track.At(149)) {
			t.Errorf("%d points on the track", all.Len())
		}
	})
	if moves, err := s.Moves(); err != nil || len(moves) != 3 {
		t.Error(moves, err)
	}
	defer func() {
		if f, ok := recover().(*game.Fault); !ok || !strings.Contains(f.Why, "is not on the table") {
			t.Error(f)
		}
	}()
	(&game.Place{Name: "lost"}).All(nil)
}

// Places yields the places on the table, without those of the kernel and of seats that do not play. Their positions on
// the screen are not part of the rules.
func TestPlaces(t *testing.T) {
	put := func(x, y float64) *game.Rules {
		row, cell, hand := &game.Place{Name: "row"}, &game.Place{Name: "cell"}, &game.Place{Name: "hand", Each: true}
		board := layout(func(p *game.Plan) {
			first := p.Add(cell, p.Add(row, game.Root), "a", "b")
			p.Put(first, 0, 0)
			p.Put(first+1, x, y)
			p.Put(first+99, 1, 1) // there is no such place
			p.Join(first, first+1)
			p.Join(first+99, first)
		})
		return &game.Rules{
			Name: "places", Seats: game.Between(2, 3), Layout: []game.Layout{hand, board, &game.Place{Name: "bag"}}, Actions: wait(),
			Effects: []game.AnyEffect{&game.Effect[int]{Name: "later", Do: func(*game.Tx, int) {}}},
		}
	}
	r := put(0.5, -2)
	s := start(t, r, 2)
	for _, s := range []*game.State{s, s.View(1)} {
		var got []string
		for id, p := range s.Places() {
			text := s.Name(id) + " " + p.Name
			if x, y, ok := s.Spot(id); ok {
				text += fmt.Sprint(" ", x, " ", y)
			}
			got = append(got, text)
		}
		if want := "hand/0 hand, hand/1 hand, row row, a cell 0 0, b cell 0.5 -2, bag bag"; strings.Join(got, ", ") != want {
			t.Errorf("the places are %s, want %s", strings.Join(got, ", "), want)
		}
		if joined := s.Joined(); len(joined) != 1 || s.Name(joined[0][0]) != "a" || s.Name(joined[0][1]) != "b" {
			t.Errorf("lines join %v", joined)
		}
	}
	for range s.Places() {
		break
	}
	if other := put(7, 7); other.Digest() != r.Digest() || start(t, other, 2).Hash() != s.Hash() {
		t.Error("the position on the screen changes the digest")
	}
}
