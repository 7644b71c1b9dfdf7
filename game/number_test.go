package game_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/plygame/ply/game"
)

func TestColumnNumber(t *testing.T) {
	var (
		big    = game.NewPart[uint64]("big")
		low    = game.NewPart[int8]("low")
		up     = game.NewPart[bool]("up")
		bid    = game.NewPart[int]("bid")
		sealed = game.NewPart[uint8]("sealed")
		plan   = game.NewPrivate[int]("plan")
	)
	x := den()
	x.Parts = append(x.Parts, big, low, up, bid.Seen(game.ByOwner), sealed.Seen(game.ByNone), plan)
	x.Guess = func(*game.Tx, game.Seat) {}
	var mine, theirs game.ID
	s := x.setup(t, func(tx *game.Tx) {
		mine, theirs = x.deal(tx, x.hand.Of(0), 7)[0], x.deal(tx, x.hand.Of(1), 8)[0]
		big.Set(tx, game.Root, math.MaxUint64)
		low.Set(tx, x.row, -3)
		up.Set(tx, game.Seat(1), true)
		label.Set(tx, mine, "x")
		target.Set(tx, mine, theirs)
		bid.Set(tx, game.Seat(1), 5)
		sealed.Set(tx, mine, 9)
		plan.Set(tx, 0, game.Root, 4)
		plan.Set(tx, 1, game.Root, 6)
	})
	v0, v1 := s.View(0), s.View(1)
	judge := s.View(game.Judge)
	in := func(v *game.State, seat game.Seat) game.ID { return v.First(x.hand.Of(seat)) }
	for i, test := range []struct {
		s    *game.State
		part game.Column
		on   game.Element
		want string
	}{
		{s, face, mine, "7 true"},
		{s, face, theirs, "8 true"},
		{s, points, mine, "0 true"},
		{s, points, x.row, "0 true"},
		{s, low, x.row, "-3 true"},
		{s, up, game.Seat(1), "1 true"},
		{s, up, game.Seat(0), "0 true"},
		{s, bid.Seen(game.ByOwner), game.Seat(1), "5 true"},
		{s, sealed, mine, "9 true"},
		{s, big, game.Root, "false"}, // it does not fit
		{s, big, x.row, "0 true"},
		{s, label, mine, "false"},
		{s, target, mine, "false"},
		{s, body, mine, "false"},
		{s, face, game.ID(0), "false"},
		{s, face, game.ID(1 << 20), "false"},
		{s, plan, game.Root, "false"},
		{v0, face, in(v0, 0), "7 true"},
		{v0, points, in(v0, 0), "0 true"},
		{v0, face, in(v0, 1), "false"},
		{v0, points, in(v0, 1), "false"},
		{v0, bid, game.Seat(0), "0 true"}, // its own String method
		{v0, bid, game.Seat(1), "false"},
		{v1, bid, game.Seat(0), "false"},
		{v1, bid, game.Seat(1), "5 true"},
		{v0, sealed, in(v0, 0), "false"},
		{v0, sealed, x.row, "false"},
		{v0, low, x.row, "-3 true"},
		{v0, plan, game.Root, "4 true"},
		{v1, plan, game.Root, "6 true"},
		{judge, sealed, in(judge, 0), "9 true"},
		{judge, face, in(judge, 1), "8 true"},
	} {
		got := "false"
		if n, ok := test.part.Number(test.s, test.on); ok {
			got = fmt.Sprint(n, " true")
		}
		if got != test.want {
			t.Errorf("%d: %s is %s, want %s", i, test.part, got, test.want)
		}
	}
	if n := testing.AllocsPerRun(20, func() { face.Number(v0, game.Root); face.Number(s, mine) }); n != 0 {
		t.Errorf("it allocates %.1f times", n)
	}
}

// An evaluator that adds up the numbers on a seat's elements, whatever the game calls them.
func ExamplePart_Number() {
	coins, tool := game.NewPart[int]("coins"), game.NewPart[string]("tool")
	card := &game.Kind{Name: "card"}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	r := &game.Rules{
		Name: "purses", Seats: game.Exactly(2), Kinds: []*game.Kind{card}, Layout: []game.Layout{hand}, Parts: []game.Column{coins, tool},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
		Setup: func(t *game.Tx) {
			t.Create(card, hand.Of(0), coins.Is(3), tool.Is("axe"))
			t.Create(card, hand.Of(0), coins.Is(4))
			t.Create(card, hand.Of(1), coins.Is(9))
		},
	}
	worth := func(s *game.State, seat game.Seat) (sum, hidden int) {
		for id := range s.In(hand.Of(seat)) {
			for _, part := range r.Parts {
				if n, ok := part.Number(s, id); ok {
					sum += n
				} else if part != tool {
					hidden++
				}
			}
		}
		return sum, hidden
	}
	s := begun(r)
	fmt.Println(worth(s, 0))
	fmt.Println(worth(s.View(0), 0))
	fmt.Println(worth(s.View(0), 1))
	// Output:
	// 7 0
	// 7 0
	// 0 1
}
