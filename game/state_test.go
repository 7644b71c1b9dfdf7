package game_test

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// A loop over the contents of a place neither skips nor repeats elements when the loop itself moves and removes them
// (the trap BS-t3).
func TestLoopOverChangingContents(t *testing.T) {
	for _, n := range []int{3, 33, 100} { // below and above what fits on the stack
		x := newBox()
		begin := x.setup(t, func(tx *game.Tx) { tx.CreateMany(n, x.stone, x.row) })
		for name, step := range map[string]func(*game.Tx, game.ID){
			"nothing":       func(*game.Tx, game.ID) {},
			"remove":        func(tx *game.Tx, id game.ID) { tx.Remove(id) },
			"move away":     func(tx *game.Tx, id game.ID) { tx.Move(id, x.pile) },
			"move last":     func(tx *game.Tx, id game.ID) { tx.Move(id, x.row) },
			"move first":    func(tx *game.Tx, id game.ID) { tx.MoveFirst(id, x.row) },
			"create":        func(tx *game.Tx, id game.ID) { tx.Create(x.stone, x.row) },
			"empty at once": func(tx *game.Tx, id game.ID) { moveAll(tx, x.row.ID(), x.pile.ID()) },
			"shuffle":       func(tx *game.Tx, id game.ID) { tx.Shuffle(x.row) },
		} {
			var met []game.ID
			x.play(t, begin, func(tx *game.Tx) {
				for id := range tx.In(x.row) {
					met = append(met, id)
					step(tx, id)
				}
			})
			if !slices.Equal(met, slices.Collect(begin.In(x.row))) {
				t.Errorf("%s: %d are visited: %v", name, len(met), met)
			}
		}
		// Elements that have left the game since the loop began are not visited.
		met := 0
		x.play(t, begin, func(tx *game.Tx) {
			for range tx.In(x.row) {
				if met++; met == 1 {
					for last := tx.Last(x.row); last != tx.First(x.row); last = tx.Last(x.row) {
						tx.Remove(last)
					}
				}
			}
		})
		if met != 1 {
			t.Errorf("%d are visited after all others have gone", met)
		}
	}
}

func moveAll(tx *game.Tx, from, to game.ID) {
	for id := range tx.In(from) {
		tx.Move(id, to)
	}
}

func TestLoopOverAll(t *testing.T) {
	x := newBox()
	begin := x.setup(t, func(tx *game.Tx) {
		for range 50 {
			tx.Create(x.stone, x.row)
			tx.Create(x.card, x.row)
		}
	})
	met := 0
	s := x.play(t, begin, func(tx *game.Tx) {
		for id := range tx.All(x.stone) {
			met++
			tx.Remove(id)
		}
	})
	if met != 50 || len(slices.Collect(s.All())) != 50 || len(slices.Collect(s.All(x.stone))) != 0 || len(slices.Collect(s.All(x.card, x.stone))) != 50 {
		t.Errorf("%d visited, left: %s", met, names(s, s.All()))
	}
	for id := range s.All() {
		if s.Kind(id) != x.card {
			t.Fatalf("a removed stone is visited: %s", s.Name(id))
		}
	}
	if len(slices.Collect(s.All(&game.Kind{Name: "stone"}))) != 0 {
		t.Error("a kind is found by its name")
	}
}

// A Set of places does not change during a loop over it, on small tables and on large ones.
func TestLoopOverSet(t *testing.T) {
	for _, n := range []int{40, 90, 400} {
		x := newBox()
		all, cell := cells(n)
		x.Layout = append(x.Layout, all)
		s := x.setup(t, func(tx *game.Tx) {
			tx.Seat = 0
			tx.Create(x.stone, cell(0))
			tx.Create(x.stone, cell(n/2))
		})
		for name, ask := range map[string]func(*game.Tx) game.Set[game.ID]{
			"filled": func(tx *game.Tx) game.Set[game.ID] { return tx.Filled() },
			"held":   func(tx *game.Tx) game.Set[game.ID] { return tx.Held(0) },
		} {
			met := 0
			s := x.play(t, s, func(tx *game.Tx) {
				set := ask(tx)
				for c := range set.All() {
					if met++; c < cell(n-1) && met < 1000 {
						tx.Move(tx.Last(c), cell(n-1)) // which comes later in the loop
					}
				}
				if !set.Has(cell(0)) || set.Has(cell(n-1)) || set.Len() != 2 {
					t.Errorf("%d cells, %s: the Set has changed", n, name)
				}
			})
			if met != 2 || s.Count(cell(n-1)) != 2 {
				t.Errorf("%d cells, %s: %d cells are visited instead of 2", n, name, met)
			}
		}
	}
}

func TestContents(t *testing.T) {
	for _, n := range []int{3, 200} {
		x := newBox()
		s := x.setup(t, func(tx *game.Tx) {
			tx.CreateMany(n, x.stone, x.row)
			tx.Create(x.stone, x.hand.Of(1))
		})
		if got := s.Contents(x.row); got.Len() != n || !slices.Equal(slices.Collect(got.All()), slices.Collect(s.In(x.row))) {
			t.Errorf("%d in a row of %d", got.Len(), n)
		}
		if !s.Contents(x.pile).Empty() || !s.Contents(game.ID(0)).Empty() || !s.Contents(game.ID(1<<30)).Empty() {
			t.Error("an empty place has contents")
		}
		x.play(t, x.play(t, s, func(*game.Tx) {}), func(tx *game.Tx) {
			if x.hand.Contents(tx).Len() != 1 || x.row.Contents(tx).Len() != n {
				t.Error("the contents of the acting seat's own hand are wrong")
			}
		})
	}
}

func TestStateQueries(t *testing.T) {
	x := newBox()
	s := start(t, x.Rules, 3)
	if s.Rules() != x.Rules || s.Seats() != 3 || s.Turn() != 0 || s.Played() != 0 {
		t.Error("the start is wrong")
	}
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Eliminate(2)
		if others := slices.Collect(tx.Others(0).All()); !slices.Equal(others, []game.Seat{1}) {
			t.Errorf("the others are %v", others)
		}
	})
	if s.Turn() != 1 || s.Played() != 1 || s.Standing().Len() != 2 || !s.Others(1).Has(0) || s.Others(1).Has(1) {
		t.Error("the state after one move is wrong")
	}
}

// market is a table with cards of a colour and a price, for the examples of queries.
func market() (*game.State, *game.Place, *game.Part[int], *game.Part[string]) {
	price, colour := game.NewPart[int]("price"), game.NewPart[string]("colour")
	shelf, card := &game.Place{Name: "shelf"}, &game.Kind{Name: "card"}
	rules := &game.Rules{
		Name: "market", Seats: game.Exactly(2),
		Layout: []game.Layout{shelf}, Kinds: []*game.Kind{card}, Parts: []game.Column{price, colour},
		Setup: func(t *game.Tx) {
			for i, c := range []string{"red", "blue", "red", "green", "blue"} {
				id := t.Create(card, shelf, colour.Is(c), price.Is([]int{4, 2, 7, 1, 9}[i]))
				t.Give(id, game.Seat(i%2))
			}
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		panic(err)
	}
	return s, shelf, price, colour
}

// The contents of a place are an iterator, so the standard library answers most queries: first, last, the first few,
// whether there is one, how many, how much.
func ExampleState_In() {
	s, shelf, price, colour := market()
	cards := slices.Collect(s.In(shelf))
	red := func(id game.ID) bool { return colour.Of(s, id) == "red" }

	fmt.Println("first and last:", s.Name(s.First(shelf)), s.Name(s.Last(shelf)))
	fmt.Println("first two:", names(s, slices.Values(cards[:2])))
	fmt.Println("last two:", names(s, slices.Values(cards[len(cards)-2:])))
	fmt.Println("has a red one:", slices.ContainsFunc(cards, red))
	fmt.Println("the first red one:", s.Name(cards[slices.IndexFunc(cards, red)]))
	fmt.Println("count:", s.Count(shelf))
	sum := 0
	for id := range s.In(shelf) {
		sum += price.Of(s, id)
	}
	fmt.Println("sum:", sum)
	// Output:
	// first and last: #1 #5
	// first two: #1 #2
	// last two: #4 #5
	// has a red one: true
	// the first red one: #1
	// count: 5
	// sum: 23
}

// Smallest and largest, sorted, and without duplicates.
func ExampleState_In_sorted() {
	s, shelf, price, colour := market()
	cards := slices.Collect(s.In(shelf))
	byPrice := func(a, b game.ID) int { return cmp.Compare(price.Of(s, a), price.Of(s, b)) }

	fmt.Println("cheapest:", s.Name(slices.MinFunc(cards, byPrice)))
	fmt.Println("dearest:", s.Name(slices.MaxFunc(cards, byPrice)))
	fmt.Println("by price:", names(s, slices.Values(slices.SortedFunc(s.In(shelf), byPrice))))
	colours := map[string]bool{}
	for id := range s.In(shelf) {
		colours[colour.Of(s, id)] = true
	}
	fmt.Println("colours:", slices.Sorted(maps.Keys(colours)))
	// Output:
	// cheapest: #4
	// dearest: #5
	// by price: #4 #2 #1 #3 #5
	// colours: [blue green red]
}

// Sets answer what is mine, what is empty, and any other query about single elements.
func ExampleState_Contents() {
	s, shelf, price, _ := market()
	all := s.Contents(shelf)
	mine := all.Where(func(id game.ID) bool { return s.Owner(id) == 0 })
	dear := all.Where(func(id game.ID) bool { return price.Of(s, id) > 3 })

	fmt.Println("mine:", names(s, mine.All()))
	fmt.Println("mine and dear:", names(s, mine.And(dear).All()))
	fmt.Println("mine or dear:", names(s, mine.Or(dear).All()))
	fmt.Println("dear, not mine:", names(s, dear.Minus(mine).All()), dear.Minus(mine).Empty())
	fmt.Println("the shelf is not empty:", s.Filled().Has(shelf.ID()))
	// Output:
	// mine: #1 #3 #5
	// mine and dear: #1 #3 #5
	// mine or dear: #1 #3 #5
	// dear, not mine:  true
	// the shelf is not empty: true
}

// All yields every element in the game, or those of some kinds.
func ExampleState_All() {
	s, _, _, _ := market()
	fmt.Println(names(s, s.All()))
	fmt.Println(names(s, s.All(s.Rules().Kinds[0])))
	// Output:
	// #1 #2 #3 #4 #5
	// #1 #2 #3 #4 #5
}

// A State never changes: a move makes a new one, and both can be queried.
func ExampleState() {
	s := nim()
	next, err := s.PlayText(0, "take 3")
	fmt.Println(s.Count(s.Find("heap")), next.Count(s.Find("heap")), next.Turn(), next.Played(), err)
	// Output: 7 4 seat 1 1 <nil>
}

// nim starts a game of seven sticks: take one to three; whoever takes the last one wins.
func nim() *game.State {
	s, err := nimRules().Start(2, game.SeedOf(1))
	if err != nil {
		panic(err)
	}
	return s
}

func nimRules() *game.Rules {
	heap, stick := &game.Place{Name: "heap"}, &game.Kind{Name: "stick"}
	n := &game.Pick[int]{Name: "n", Prompt: "How many sticks?", Range: func(t *game.Tx) (int, int) {
		return 1, min(3, t.Count(heap))
	}}
	return &game.Rules{
		Name: "nim", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{heap}, Kinds: []*game.Kind{stick},
		Setup: func(t *game.Tx) { t.CreateMany(7, stick, heap) },
		Actions: []*game.Action{{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
			for range n.In(t) {
				t.Remove(t.Last(heap))
			}
			if t.Count(heap) == 0 {
				t.Win(t.Seat)
			}
		}}},
	}
}

// Rules are one literal: what is on the table, what players may do, and when the game ends.
func ExampleRules() {
	score := game.NewPart[int]("score")
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	rules := &game.Rules{
		Name:  "race",
		Seats: game.Between(2, 4),
		Parts: []game.Column{score},
		Actions: []*game.Action{{Name: "step", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
			score.Edit(t, t.Seat, func(s *int) { *s += n.In(t) })
		}}},
		End: func(t *game.Tx) {
			if score.Of(t, t.Seat) >= 5 {
				t.Win(t.Seat)
			}
		},
	}
	fmt.Println(rules.Check())
	s, _ := rules.Start(2, game.SeedOf(1))
	for _, text := range []string{"step 3", "step 1", "step 2"} {
		s, _ = s.PlayText(s.Turn(), text)
	}
	fmt.Println(s.Outcome())
	// Output:
	// <nil>
	// won by seat 0
}

// A Seat is a position at the table. Its data are Parts on the element Seat.ID.
func ExampleSeat() {
	s := nim()
	fmt.Println(s.Turn(), game.Nobody, s.Name(game.Seat(1).ID()))
	fmt.Println(slices.Collect(s.Others(0).All()), s.Standing().Len())
	// Output:
	// seat 0 nobody seat/1
	// [seat 1] 2
}

func TestFull(t *testing.T) {
	x := newBox()
	x.row.Max = 2
	s := x.setup(t, func(t *game.Tx) { t.CreateMany(2, x.stone, x.row); t.CreateMany(9, x.stone, x.bag) })
	if !s.Full(x.row) || s.Full(x.bag) || s.Full(s.First(x.row)) {
		t.Errorf("full: %t, %t, %t", s.Full(x.row), s.Full(x.bag), s.Full(s.First(x.row)))
	}
}

// All finds the elements of some kinds among those of many, in order of creation.
func TestAllOfManyKinds(t *testing.T) {
	box := &game.Place{Name: "box"}
	var kinds []*game.Kind
	for n := range 130 {
		kinds = append(kinds, &game.Kind{Name: fmt.Sprint("kind", n)})
	}
	s, err := (&game.Rules{
		Name: "kinds", Seats: game.Exactly(1), Layout: []game.Layout{box}, Kinds: kinds,
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
		Setup: func(tx *game.Tx) {
			for n := range 400 {
				tx.Create(kinds[n*7%len(kinds)], box)
			}
			for id := range tx.All(kinds[5], kinds[128]) {
				tx.Remove(id)
			}
		},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, wanted := range [][]*game.Kind{{kinds[0]}, {kinds[63], kinds[3]}, {kinds[62]}, {kinds[64], kinds[129], kinds[1]}, {kinds[5]}, kinds} {
		var want []game.ID
		for id := range s.In(box) {
			if slices.Contains(wanted, s.Kind(id)) {
				want = append(want, id)
			}
		}
		if got := slices.Collect(s.All(wanted...)); !slices.Equal(got, want) {
			t.Errorf("%d kinds: got %v, want %v", len(wanted), got, want)
		}
	}
}
