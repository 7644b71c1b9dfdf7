package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestMoves(t *testing.T) {
	x := newBox()
	begin := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(4, x.stone, x.row)
		tx.CreateMany(2, x.card, x.pile)
	})
	id := begin.Find
	for _, c := range []struct {
		name      string
		do        func(*game.Tx)
		row, pile string
	}{
		{"last", func(tx *game.Tx) { tx.Move(id("#2"), x.pile) }, "#1 #3 #4", "#5 #6 #2"},
		{"first", func(tx *game.Tx) { tx.MoveFirst(id("#2"), x.pile) }, "#1 #3 #4", "#2 #5 #6"},
		{"after", func(tx *game.Tx) { tx.MoveAfter(id("#2"), id("#5")) }, "#1 #3 #4", "#5 #2 #6"},
		{"after the last", func(tx *game.Tx) { tx.MoveAfter(id("#2"), id("#6")) }, "#1 #3 #4", "#5 #6 #2"},
		{"last of the same", func(tx *game.Tx) { tx.Move(id("#2"), x.row) }, "#1 #3 #4 #2", "#5 #6"},
		{"last stays last", func(tx *game.Tx) { tx.Move(id("#4"), x.row) }, "#1 #2 #3 #4", "#5 #6"},
		{"first of the same", func(tx *game.Tx) { tx.MoveFirst(id("#3"), x.row) }, "#3 #1 #2 #4", "#5 #6"},
		{"first stays first", func(tx *game.Tx) { tx.MoveFirst(id("#1"), x.row) }, "#1 #2 #3 #4", "#5 #6"},
		{"after its neighbour", func(tx *game.Tx) { tx.MoveAfter(id("#2"), id("#3")) }, "#1 #3 #2 #4", "#5 #6"},
		{"after its predecessor", func(tx *game.Tx) { tx.MoveAfter(id("#2"), id("#1")) }, "#1 #2 #3 #4", "#5 #6"},
		{"back to the front", func(tx *game.Tx) { tx.MoveAfter(id("#4"), id("#1")) }, "#1 #4 #2 #3", "#5 #6"},
		{"remove", func(tx *game.Tx) { tx.Remove(id("#1")); tx.Remove(id("#6")) }, "#2 #3 #4", "#5"},
		{"empty", func(tx *game.Tx) {
			for c := range tx.In(x.row) {
				tx.MoveFirst(c, x.pile)
			}
		}, "", "#4 #3 #2 #1 #5 #6"},
		{"there and back", func(tx *game.Tx) {
			tx.Move(id("#1"), x.pile)
			tx.MoveFirst(id("#1"), x.row)
		}, "#1 #2 #3 #4", "#5 #6"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := x.play(t, begin, c.do)
			if row, pile := in(s, x.row.ID()), in(s, x.pile.ID()); row != c.row || pile != c.pile {
				t.Errorf("row %s, pile %s; want %s, %s", row, pile, c.row, c.pile)
			}
			for _, p := range []game.ID{x.row.ID(), x.pile.ID()} {
				ids := strings.Fields(in(s, p))
				if s.Count(p) != len(ids) || len(ids) > 0 && (s.Name(s.First(p)) != ids[0] || s.Name(s.Last(p)) != ids[len(ids)-1]) ||
					len(ids) == 0 && (s.First(p) != 0 || s.Last(p) != 0) || s.Filled().Has(p) != (len(ids) > 0) {
					t.Errorf("%s holds %d, from %s to %s", s.Name(p), s.Count(p), s.Name(s.First(p)), s.Name(s.Last(p)))
				}
			}
			if in(begin, x.row.ID()) != "#1 #2 #3 #4" {
				t.Error("the old state has changed")
			}
			same(t, reload(t, s), s)
		})
	}
}

func TestTxFaults(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		a := tx.Create(x.stone, x.row)
		b := tx.Create(x.stone, a)
		tx.Create(x.stone, b)
		tx.Remove(tx.Create(x.stone, x.row))
	})
	a, b, c, dead := s.Find("#1"), s.Find("#2"), s.Find("#3"), s.Find("#3")+1
	for _, f := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{func(tx *game.Tx) { tx.Move(a, a) }, "element #1 is put into itself"},
		{func(tx *game.Tx) { tx.Move(a, b) }, "element #1 is put into itself"}, // into its own contents
		{func(tx *game.Tx) { tx.Move(a, c) }, "element #1 is put into itself"},
		{func(tx *game.Tx) { tx.MoveFirst(a, c) }, "element #1 is put into itself"},
		{func(tx *game.Tx) { tx.MoveAfter(a, b) }, "element #1 is put into itself"},
		{func(tx *game.Tx) { tx.MoveAfter(a, c) }, "element #1 is put into itself"},
		{func(tx *game.Tx) { tx.Move(c, c) }, "element #3 is put into itself"},
		{func(tx *game.Tx) { tx.MoveAfter(a, a) }, "element #1 is moved after itself"},
		{func(tx *game.Tx) { tx.Move(dead, x.row) }, "is moved, but it has left the game"},
		{func(tx *game.Tx) { tx.Move(0, x.row) }, "element 0 is moved, but 0 means that no element was found"},
		{func(tx *game.Tx) { tx.Move(1<<31, x.row) }, "is moved, but this game never had such an element"},
		{func(tx *game.Tx) { tx.Remove(dead) }, "is removed, but it has left the game"},
		{func(tx *game.Tx) { tx.Give(dead, 0) }, "is given, but it has left the game"},
		{func(tx *game.Tx) { tx.Move(x.row.ID(), x.pile) }, "row is moved, but places and seats are permanent"},
		{func(tx *game.Tx) { tx.Remove(game.Root) }, "table is removed, but places and seats are permanent"},
		{func(tx *game.Tx) { tx.Remove(game.Seat(1).ID()) }, "seat/1 is removed, but places and seats are permanent"},
		{func(tx *game.Tx) { tx.Give(x.hand.Of(0), 1) }, "hand/0 is given, but places and seats are permanent"},
		{func(tx *game.Tx) { tx.Move(a, game.Root) }, "which cannot hold anything"},
		{func(tx *game.Tx) { tx.Move(a, game.Seat(0).ID()) }, "which cannot hold anything"},
		{func(tx *game.Tx) { tx.Move(a, dead) }, "which cannot hold anything"},
		{func(tx *game.Tx) { tx.MoveAfter(a, dead) }, "element #1 is moved after #4, but it has left the game"},
		{func(tx *game.Tx) { tx.MoveAfter(a, x.pile.ID()) }, "stone #1 is moved into table, which cannot hold anything"},
		{func(tx *game.Tx) { tx.Create(x.stone, game.ID(0)) }, "a new stone is put into 0, which means that no element was found, such as a cell outside of the board: check for it first"},
		{func(tx *game.Tx) { tx.Move(a, game.ID(0)) }, "stone #1 is moved into 0, which means that no element was found"},
		{func(tx *game.Tx) { tx.Create(x.stone, game.Root) }, "a new stone is put into table, which cannot hold anything: declare a Place for it"},
		{func(tx *game.Tx) { tx.Move(a, game.Seat(0).ID()) }, "stone #1 is moved into seat/0, which cannot hold anything: declare a Place with Each, and use its Of"},
		{func(tx *game.Tx) { tx.Create(x.stone, dead) }, "which cannot hold anything"},
		{func(tx *game.Tx) { tx.Create(&game.Kind{Name: "dragon"}, x.row) }, `kind "dragon" is not declared: add it to Rules.Kinds of box`},
		{func(tx *game.Tx) { tx.Give(a, 2) }, "there is no seat 2: there are 2 seats"},
		{func(tx *game.Tx) { tx.Give(a, -2) }, "there is no seat -2: there are 2 seats"},
		{func(tx *game.Tx) { tx.Win(2) }, "there is no seat 2: there are 2 seats"},
		{func(tx *game.Tx) { tx.Win(game.Nobody) }, "there is no nobody: there are 2 seats"},
		{func(tx *game.Tx) { tx.Eliminate(9) }, "there is no seat 9: there are 2 seats"},
		{func(tx *game.Tx) { tx.Score(1) }, "the game is ended with 1 numbers for 2 seats"},
		{func(tx *game.Tx) { tx.Rank(1, 2, 3) }, "the game is ended with 3 numbers for 2 seats"},
		{func(tx *game.Tx) { tx.Tie(); tx.Win(0) }, "the game is ended twice"},
		{func(tx *game.Tx) { tx.Int(0) }, "Int is called with 0"},
		{func(tx *game.Tx) { tx.Roll(-1) }, "a die with -1 sides is rolled"},
		{func(tx *game.Tx) { tx.Choose(game.SetOf[game.ID]()) }, "a random element of an empty Set is drawn"},
		{func(tx *game.Tx) { tx.Repeats() }, "Repeats needs Rules.Position, which is empty"},
		{func(tx *game.Tx) { game.SetOf(-1) }, "a Set holds elements, seats, and numbers from 0 to 65535, not -1"},
	} {
		before := s.Hash()
		next, err := x.try(s, f.do)
		wantFault(t, err, f.want)
		if next != s || s.Hash() != before {
			t.Errorf("%s: a failed move returns a different state", f.want)
		}
	}
}

// A bug in the author's Do is a Fault that names action, seat and move; the old state is still valid, and the game can
// continue.
func TestPanicInDo(t *testing.T) {
	x := newBox()
	s := x.play(t, x.setup(t, func(tx *game.Tx) { tx.CreateMany(3, x.stone, x.row) }), func(*game.Tx) {})
	before := string(s.Save())
	next, err := x.try(s, func(tx *game.Tx) {
		tx.Remove(tx.First(x.row))
		points.Set(tx, game.Root, 5)
		tx.Shuffle(x.row)
		tx.Say("half of it")
		var none []int
		_ = none[len(none)]
	})
	f := wantFault(t, err, "index out of range")
	if f.Game != "box" || f.Action != "do" || f.Seat != 1 || f.Move != 1 || !strings.Contains(f.Stack, "TestPanicInDo") {
		t.Errorf("the Fault is of %s, action %s, %s, move %d", f.Game, f.Action, f.Seat, f.Move)
	}
	if want := "fault in the rules: box: action do of seat 1, move 2: runtime error: index out of range [0] with length 0 (tx_test.go:142)"; err.Error() != want {
		t.Errorf("it reads %q, want %q", err, want)
	}
	if game.CodeOf(err) != "" {
		t.Errorf("a Fault has the code %q", game.CodeOf(err))
	}
	if next != s || string(s.Save()) != before {
		t.Error("the old state has changed")
	}
	after := x.play(t, s, func(tx *game.Tx) { tx.Remove(tx.First(x.row)) })
	if in(after, x.row.ID()) != "#2 #3" || points.Of(after, game.Root) != 0 || len(after.Said()) != 0 {
		t.Error("the failed move left something behind")
	}
}

func TestPanicWithAnything(t *testing.T) {
	x := newBox()
	s := x.start(t)
	for _, c := range []struct {
		with any
		want string
	}{{"words", "words"}, {errors.New("an error"), "an error"}, {42, "42"}} {
		_, err := x.try(s, func(*game.Tx) { panic(c.with) })
		wantFault(t, err, c.want)
	}
}

func TestPanicInSetup(t *testing.T) {
	x := newBox()
	x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.row); panic("no luck") }
	s, err := x.Rules.Start(2, game.SeedOf(1))
	f := wantFault(t, err, "no luck")
	if s != nil || f.Action != "" || f.Seat != game.Nobody || !strings.HasPrefix(f.Error(), "fault in the rules: box: ") {
		t.Errorf("%v, %s", s, f)
	}
}

// Nothing loops forever: a move has a budget (law 13).
func TestEndlessWrites(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	x := newBox()
	s := x.start(t)
	for name, write := range map[string]func(*game.Tx){
		"set":   func(tx *game.Tx) { points.Set(tx, game.Root, points.Of(tx, game.Root)+1) },
		"same":  func(tx *game.Tx) { points.Set(tx, game.Root, 1) },
		"again": func(tx *game.Tx) { tx.Again() },
		"draw":  func(tx *game.Tx) { tx.Int(6) },
	} {
		if testing.Short() && name != "set" {
			continue
		}
		_, err := x.try(s, func(tx *game.Tx) {
			for {
				write(tx)
			}
		})
		if f := wantFault(t, err, "one move makes more than 1048576 changes: maybe a loop never ends"); f.Action != "do" {
			t.Errorf("%s: the Fault names %q", name, f.Action)
		}
	}
	_, err := x.try(s, func(tx *game.Tx) {
		for {
			tx.Create(x.stone, x.row)
		}
	})
	wantFault(t, err, "one move makes more than 1048576 changes")
}

func TestOwners(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		if tx.Seat != game.Nobody {
			t.Errorf("the seat of Setup is %s", tx.Seat)
		}
		tx.Create(x.stone, x.row)
		tx.Create(x.stone, x.hand.Of(1))
	})
	s = x.play(t, s, func(tx *game.Tx) { tx.Create(x.stone, x.hand.Of(1)) })
	for name, want := range map[string]game.Seat{"#1": game.Nobody, "#2": 1, "#3": 0} {
		if got := s.Owner(s.Find(name)); got != want {
			t.Errorf("%s belongs to %s, want %s", name, got, want)
		}
	}
	hand := x.hand.Of(1)
	if !s.Held(0).Has(hand) || s.Held(1).Has(hand) {
		t.Error("the topmost stone in the hand is not of player 1")
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Give(s.Find("#3"), 1) })
	if s.Held(0).Has(hand) || !s.Held(1).Has(hand) {
		t.Error("the topmost stone in the hand is not of player 2")
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Give(s.Find("#3"), game.Nobody) })
	if s.Held(0).Has(hand) || s.Held(1).Has(hand) || !s.Filled().Has(hand) || s.Owner(s.Find("#3")) != game.Nobody {
		t.Error("the topmost stone belongs to somebody")
	}
	if !s.Held(game.Nobody).Empty() || !s.Held(2).Empty() {
		t.Error("a seat that does not play has a hand")
	}
}

func TestRemoveWithContents(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		chest := tx.Create(x.stone, x.row)
		inner := tx.Create(x.stone, chest)
		points.Set(tx, tx.Create(x.card, inner), 5)
		tx.Create(x.card, chest)
		tx.Create(x.card, x.row)
	})
	s = x.play(t, s, func(tx *game.Tx) { tx.Remove(s.Find("#1")) })
	if got := names(s, s.All()); got != "#5" {
		t.Errorf("left: %s", got)
	}
	for id := s.Find("#5") - 4; id < s.Find("#5"); id++ {
		if s.Alive(id) || s.Parent(id) != 0 || s.Kind(id) != nil || s.Owner(id) != game.Nobody || points.Of(s, id) != 0 || s.Count(id) != 0 || s.Find(s.Name(id)) != 0 {
			t.Errorf("%s still has data", s.Name(id))
		}
	}
	same(t, reload(t, s), s)
}

func TestWithin(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.card, tx.Create(x.stone, x.row)) })
	stone, card := s.Find("#1"), s.Find("#2")
	for _, c := range []struct {
		id, in game.ID
		want   bool
	}{{card, stone, true}, {card, x.row.ID(), true}, {card, game.Root, true}, {stone, card, false}, {card, card, false},
		{card, x.pile.ID(), false}, {0, game.Root, false}, {9999, game.Root, false}, {x.row.ID(), game.Root, true}} {
		if got := s.Within(c.id, c.in); got != c.want {
			t.Errorf("%s within %s: %v", s.Name(c.id), s.Name(c.in), got)
		}
	}
}

func TestFind(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(12, x.stone, x.row) })
	for _, name := range []string{"table", "seat/0", "row", "hand/1", "#1", "#12"} {
		if id := s.Find(name); id == 0 || s.Name(id) != name {
			t.Errorf("%s is found as %s", name, s.Name(id))
		}
	}
	for _, name := range []string{"", "?", "#", "#0", "#13", "#-1", "#+1", "#01", "#1 ", "# 1", "#99999999999999999999", "Row", "hand", "hand/2", "seat/2", "seat"} {
		if id := s.Find(name); id != 0 {
			t.Errorf("%q is found as %s", name, s.Name(id))
		}
	}
	if s.Name(0) != "?" || s.Name(1<<31) != "?" {
		t.Error("an absent element has a name")
	}
}

// A Tx creates, moves, gives and removes elements during one move.
func ExampleTx() {
	river, bank := &game.Place{Name: "river"}, &game.Place{Name: "bank"}
	otter := &game.Kind{Name: "otter"}
	rules := &game.Rules{
		Name: "otters", Seats: game.Exactly(2),
		Layout: []game.Layout{river, bank}, Kinds: []*game.Kind{otter},
		Actions: []*game.Action{{Name: "play", Do: func(t *game.Tx) {
			a := t.Create(otter, river)
			b := t.Create(otter, river)
			c := t.Create(otter, river)
			t.MoveFirst(c, river) // c a b
			t.MoveAfter(c, a)     // a c b
			t.Move(b, bank)
			t.Give(b, 1)
			t.Remove(a)
		}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "play")
	fmt.Println("river:", in(s, river.ID()))
	fmt.Println("bank:", in(s, bank.ID()), "of", s.Owner(s.Last(bank)))
	// Output:
	// river: #3
	// bank: #2 of seat 1
}

func TestBecome(t *testing.T) {
	x := newBox()
	worth := game.NewTrait[int]("worth")
	x.stone.With = []game.With{worth.Is(1), points.Is(5)}
	x.card.With = []game.With{worth.Is(9), points.Is(7)}
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.hand.Of(1)) })
	id := s.Find("#1")
	next := x.play(t, s, func(tx *game.Tx) { tx.Become(id, x.card) })
	if next.Kind(id) != x.card || worth.Of(next, id) != 9 || points.Of(next, id) != 5 || next.Owner(id) != 1 || next.Parent(id) != x.hand.Of(1) {
		t.Errorf("it is a %s worth %d with %d points", next.Kind(id).Name, worth.Of(next, id), points.Of(next, id))
	}
	if s.Kind(id) != x.stone {
		t.Error("the old state has changed")
	}
	same(t, reload(t, next), next)
	applied(t, s, next, s.Diff(next))
	_, err := x.try(s, func(tx *game.Tx) { tx.Become(id, &game.Kind{Name: "dragon"}) })
	wantFault(t, err, `kind "dragon" is not declared`)
	_, err = x.try(s, func(tx *game.Tx) { tx.Become(x.row.ID(), x.card) })
	wantFault(t, err, "row is changed, but places and seats are permanent")
}

func TestTraitsAreOfKinds(t *testing.T) {
	x := newBox()
	cost := game.NewTrait[int]("cost")
	_, err := x.try(x.start(t), func(tx *game.Tx) { tx.Create(x.stone, x.row, cost.Is(3)) })
	wantFault(t, err, `a Trait is given to one element of kind "stone": a Trait belongs to the whole Kind, use a Part instead`)
}

// A Fault names what is not part of these rules.
func TestNotOfTheseRules(t *testing.T) {
	x := newBox()
	s := x.start(t)
	lost := &game.Place{Name: "lost"}
	own := &game.Place{Name: "own", Each: true}
	p := &game.Pick[int]{Name: "p", Range: fixed(1, 2)}
	for _, c := range []struct {
		do   func(*game.Tx)
		want string
	}{
		{func(tx *game.Tx) { tx.Create(x.stone, lost) }, `place "lost"`},
		{func(tx *game.Tx) { own.Of(0) }, `place "own"`},
		{func(tx *game.Tx) { p.In(tx) }, `pick "p"`},
	} {
		_, err := x.try(s, c.do)
		wantFault(t, err, c.want)
	}
}
