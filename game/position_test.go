package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// shifting is a game in which both seats move stones between four cells.
func shifting(mover bool) (*box, func(int) game.ID) {
	x := newBox()
	all := &game.Place{Name: "cell", Names: []string{"c0", "c1", "c2", "c3"}}
	cell := all.At
	x.Layout = append(x.Layout, all)
	from := &game.Pick[game.ID]{Name: "from", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Filled() }}
	to := &game.Pick[game.ID]{Name: "to", From: func(*game.Tx) game.Set[game.ID] {
		return game.SetOf(cell(0), cell(1), cell(2), cell(3), x.bag.ID())
	}}
	x.picking(func(tx *game.Tx) { tx.Move(tx.First(from.In(tx)), to.In(tx)) }, from, to)
	x.Actions = append(x.Actions, &game.Action{Name: "pass", Do: func(*game.Tx) {}})
	x.Setup = func(tx *game.Tx) {
		tx.Create(x.stone, cell(0))
		tx.Create(x.stone, cell(1))
		tx.Create(x.card, cell(2))
	}
	x.Position = game.Position{Places: []game.Layout{all, x.bag}, Mover: mover}
	return x, cell
}

// repeats plays moves and writes how often each position has occurred before.
func repeats(t *testing.T, s *game.State, moves ...string) (all []int) {
	t.Helper()
	all = append(all, s.Repeats())
	for _, text := range moves {
		s = play(t, s, text)
		all = append(all, s.Repeats())
		if l := reload(t, s); l.Repeats() != s.Repeats() {
			t.Errorf("after %s: %d, after Load %d", text, s.Repeats(), l.Repeats())
		}
	}
	return all
}

func TestRepeats(t *testing.T) {
	for _, c := range []struct {
		name  string
		mover bool
		moves []string
		want  string
	}{
		{"there and back", false, []string{"pick c0 c3", "pick c3 c0", "pick c0 c3", "pick c3 c0"}, "[0 0 1 1 2]"},
		{"a pass", false, []string{"pass", "pass", "pass"}, "[0 1 2 3]"},
		{"the seat to move counts", true, []string{"pass", "pass", "pass", "pass"}, "[0 0 1 1 2]"},
		{"equal stones change places", false, []string{"pick c0 c3", "pick c1 c0", "pick c3 c1"}, "[0 0 0 1]"},
		{"a card is not a stone", false, []string{"pick c0 c3", "pick c2 c0", "pick c3 c2"}, "[0 0 0 0]"},
		{"another order of moves", false, []string{"pick c0 bag", "pick c1 bag", "pick bag c0", "pick bag c1", "pick c1 bag", "pick c0 bag"}, "[0 0 0 0 1 1 1]"},
	} {
		x, _ := shifting(c.mover)
		if got := fmt.Sprint(repeats(t, x.start(t), c.moves...)); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// The order matters in every place except unordered ones.
func TestOrderOfPositions(t *testing.T) {
	for _, c := range []struct {
		order game.Order
		want  int
	}{{game.Unordered, 1}, {game.Ordered, 0}, {game.Stacked, 0}} {
		x := newBox()
		x.row.Order = c.order
		x.Position = game.Position{Places: []game.Layout{x.row}}
		s := x.setup(t, func(tx *game.Tx) {
			tx.Create(x.stone, x.row)
			tx.Create(x.card, x.row)
		})
		if s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(x.row), x.row) }); s.Repeats() != c.want {
			t.Errorf("order %d: %d", c.order, s.Repeats())
		}
		if s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(x.row), x.row) }); s.Repeats() != c.want+1 {
			t.Errorf("order %d, back again: %d", c.order, s.Repeats())
		}
		// A different owner, kind or content makes a different position.
		for name, do := range map[string]func(*game.Tx){
			"give":   func(tx *game.Tx) { tx.Give(tx.First(x.row), 1) },
			"become": func(tx *game.Tx) { tx.Become(tx.First(x.row), x.card) },
			"inside": func(tx *game.Tx) { tx.Create(x.card, tx.First(x.row)) },
			"fewer":  func(tx *game.Tx) { tx.Remove(tx.First(x.row)) },
		} {
			if n := x.play(t, s, do).Repeats(); n != 0 {
				t.Errorf("order %d, %s: %d", c.order, name, n)
			}
		}
	}
}

// The places of all seats, and all instances of a Place with names, count.
func TestPositionOfPlaces(t *testing.T) {
	x := newBox()
	track := &game.Place{Name: "track", Names: []string{"p0", "p1", "p2"}}
	x.Layout = append(x.Layout, track)
	x.Position = game.Position{Places: []game.Layout{x.hand, track}}
	s := x.setup(t, func(tx *game.Tx) { tx.Create(x.stone, x.hand.Of(0)) })
	where := []game.ID{x.hand.Of(1), track.At(0), track.At(2), x.hand.Of(0)}
	for i, to := range where {
		s = x.play(t, s, func(tx *game.Tx) { tx.Move(s.Find("#1"), to) })
		if want := i / 3; s.Repeats() != want {
			t.Errorf("in %s: %d", s.Name(to), s.Repeats())
		}
	}
}

// A Part counts with its values, and elements in it by where they are.
func TestPartAsPosition(t *testing.T) {
	x := newBox()
	x.Position = game.Position{Parts: []game.Column{points}}
	s := x.setup(t, func(tx *game.Tx) {
		points.Set(tx, tx.Create(x.stone, x.row), 3)
		tx.Create(x.stone, x.pile)
	})
	a, b := s.Find("#1"), s.Find("#2")
	swap := x.play(t, s, func(tx *game.Tx) { // a different stone with the same value in the same place
		points.Set(tx, a, 0)
		points.Set(tx, b, 3)
		tx.Move(a, x.pile)
		tx.Move(b, x.row)
	})
	if swap.Repeats() != 1 {
		t.Errorf("equal values in equal places: %d", swap.Repeats())
	}
	for name, do := range map[string]func(*game.Tx){
		"another value": func(tx *game.Tx) { points.Set(tx, a, 4) },
		"another place": func(tx *game.Tx) { tx.Move(a, x.bag) },
		"on the table":  func(tx *game.Tx) { points.Set(tx, game.Root, 3) },
		"on a seat":     func(tx *game.Tx) { points.Set(tx, game.Seat(1), 3) },
	} {
		if n := x.play(t, s, do).Repeats(); n != 0 {
			t.Errorf("%s: %d", name, n)
		}
	}
	if n := x.play(t, s, func(tx *game.Tx) { label.Set(tx, a, "other"); tx.Give(a, 1) }).Repeats(); n != 1 {
		t.Errorf("what does not count: %d", n)
	}
}

// Repeats may be called at any time with the same result: in the rules, on a state, on a fork, and when the game is
// over.
func TestRepeatsIsTheSameEverywhere(t *testing.T) {
	x := newBox()
	x.Position = game.Position{Places: []game.Layout{x.row}, Mover: true}
	var inIf, inEnd []int
	x.Actions[0].If = func(tx *game.Tx) bool { inIf = append(inIf, tx.Repeats()); return true }
	x.End = func(tx *game.Tx) { inEnd = append(inEnd, tx.Repeats()) }
	s := x.start(t)
	if len(inIf) == 0 || inIf[0] != 0 || s.Fork().State().Repeats() != 0 {
		t.Errorf("at the start: %v", inIf)
	}
	for i, want := range []int{0, 1, 1, 2} {
		inIf, inEnd = nil, nil
		s = play(t, s, "do")
		if s.Repeats() != want || s.Fork().State().Repeats() != want {
			t.Errorf("after %d moves: %d, in a fork %d; want %d", i+1, s.Repeats(), s.Fork().State().Repeats(), want)
		}
		if last := inIf[len(inIf)-1]; last != want || inEnd[0] != want {
			t.Errorf("after %d moves: %d in If, %d in End; want %d", i+1, last, inEnd[0], want)
		}
	}
	over := x.play(t, s, func(tx *game.Tx) { tx.Win(0) })
	if over.Repeats() < 0 {
		t.Errorf("when the game is over: %d", over.Repeats())
	}
}

// A skipped seat is not the seat to move of the position.
func TestRepeatsWithASkippedSeat(t *testing.T) {
	alone := newBox() // only seat 0 can ever act
	alone.Position = game.Position{Places: []game.Layout{alone.row}, Mover: true}
	alone.Actions[0].If = game.When("no", func(tx *game.Tx) bool { return tx.Seat == 0 })
	s := alone.start(t)
	for i := range 3 {
		if s.Repeats() != i {
			t.Errorf("with a skipped seat: %d after %d moves", s.Repeats(), i)
		}
		s = play(t, s, "do")
	}
}

// The past is kept forever, also beyond one chunk.
func TestLongPast(t *testing.T) {
	x, _ := shifting(false)
	s := x.start(t)
	for i := range 150 {
		if s.Repeats() != i {
			t.Fatalf("after %d moves: %d", i, s.Repeats())
		}
		s = play(t, s, "pass")
	}
	same(t, reload(t, s), s)
}

// Rules declare what makes a position and ask how often it has occurred.
func ExampleState_Repeats() {
	lamp := game.NewPart[bool]("lamp")
	rules := &game.Rules{
		Name: "blink", Seats: game.Exactly(2), Parts: []game.Column{lamp},
		Position: game.Position{Parts: []game.Column{lamp}, Mover: true},
		Actions: []*game.Action{{Name: "switch", Do: func(t *game.Tx) {
			lamp.Edit(t, game.Root, func(on *bool) { *on = !*on })
		}}},
		End: func(t *game.Tx) {
			if t.Repeats() == 2 { // for the third time
				t.Tie()
			}
		},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	for !s.Outcome().Over {
		s, _ = s.PlayText(s.Turn(), "switch")
	}
	fmt.Println(s.Outcome(), "after", s.Played(), "moves")
	// Output: draw after 4 moves
}
