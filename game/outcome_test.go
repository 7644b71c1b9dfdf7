package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

func TestOutcomes(t *testing.T) {
	for _, c := range []struct {
		name    string
		end     func(*game.Tx)
		winners []game.Seat
		ranks   []int
		scores  []int
		text    string
	}{
		{"win", func(tx *game.Tx) { tx.Win(1) }, []game.Seat{1}, []int{2, 1, 2}, nil, "won by seat 1"},
		{"several win", func(tx *game.Tx) { tx.Win(2, 0) }, []game.Seat{0, 2}, []int{1, 3, 1}, nil, "won by seat 0, seat 2"},
		{"all win", func(tx *game.Tx) { tx.Win(0, 1, 2) }, []game.Seat{0, 1, 2}, []int{1, 1, 1}, nil, "won by seat 0, seat 1, seat 2"},
		{"draw", func(tx *game.Tx) { tx.Tie() }, nil, []int{1, 1, 1}, nil, "draw"},
		{"score", func(tx *game.Tx) { tx.Score(5, 9, -1) }, []game.Seat{1}, []int{2, 1, 3}, []int{5, 9, -1}, "won by seat 1 (5 : 9 : -1)"},
		{"score with a tie", func(tx *game.Tx) { tx.Score(7, 3, 7) }, []game.Seat{0, 2}, []int{1, 3, 1}, []int{7, 3, 7}, "won by seat 0, seat 2 (7 : 3 : 7)"},
		{"tie behind", func(tx *game.Tx) { tx.Score(3, 9, 3) }, []game.Seat{1}, []int{2, 1, 2}, []int{3, 9, 3}, "won by seat 1 (3 : 9 : 3)"},
		{"eliminated with points", func(tx *game.Tx) { tx.Eliminate(1); tx.Score(5, 9, 2) }, []game.Seat{0}, []int{1, 3, 2}, []int{5, 9, 2}, "won by seat 0 (5 : 9 : 2)"},
		{"rank", func(tx *game.Tx) { tx.Rank(3, 1, 2) }, []game.Seat{1}, []int{3, 1, 2}, nil, "won by seat 1"},
		{"shared rank", func(tx *game.Tx) { tx.Rank(2, 1, 2) }, []game.Seat{1}, []int{2, 1, 2}, nil, "won by seat 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := newBox()
			begin := start(t, x.Rules, 3)
			s := x.play(t, begin, c.end)
			for _, s := range []*game.State{s, reload(t, s)} {
				o := s.Outcome()
				if !o.Over || !slices.Equal(o.Winners, c.winners) || !slices.Equal(o.Ranks, c.ranks) || !slices.Equal(o.Scores, c.scores) || o.String() != c.text {
					t.Errorf("got %+v: %s", o, o)
				}
				if s.Turn() != game.Nobody || s.Played() != 1 {
					t.Errorf("it is the turn of %s after %d moves", s.Turn(), s.Played())
				}
			}
			applied(t, begin, s, begin.Diff(s))
			_, err := s.Play(game.Move{Action: "do"})
			wantRefusal(t, err, game.Over, "the game is over")
			if moves, err := s.Moves(); err != nil || len(moves) != 0 {
				t.Errorf("there are still %d moves", len(moves))
			}
		})
	}
	if o := nim().Outcome(); o.Over || o.Winners != nil || o.Ranks != nil || o.String() != "running" {
		t.Errorf("at the beginning: %+v", o)
	}
}

// A game can end with no winner: all lose together.
func TestNobodyWins(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Win() })
	if o := s.Outcome(); !o.Over || len(o.Winners) != 0 {
		t.Errorf("got %+v: %s", o, o)
	}
}

func TestOutcomeIsACopy(t *testing.T) {
	x := newBox()
	points := []int{1, 2}
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Score(points...) })
	points[0] = 99
	s.Outcome().Scores[1] = 99
	if !slices.Equal(s.Outcome().Scores, []int{1, 2}) {
		t.Errorf("the scores are %v", s.Outcome().Scores)
	}
}

// order plays moves and writes whose turn it was.
func order(t *testing.T, x *box, s *game.State, n int, do func(tx *game.Tx, move int)) (seats []game.Seat) {
	t.Helper()
	for i := range n {
		seats = append(seats, s.Turn())
		s = x.play(t, s, func(tx *game.Tx) { do(tx, i) })
	}
	return append(seats, s.Turn())
}

func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(tx *game.Tx, move int)
		want []game.Seat
	}{
		{"in turn", func(tx *game.Tx, move int) {}, []game.Seat{0, 1, 2, 0, 1}},
		{"again", func(tx *game.Tx, move int) {
			if move < 2 {
				tx.Again()
			}
		}, []game.Seat{0, 0, 0, 1, 2}},
		{"again for one seat", func(tx *game.Tx, move int) {
			if tx.Seat == 1 {
				tx.Again()
			}
		}, []game.Seat{0, 1, 1, 1, 1}},
		{"eliminated seats are skipped", func(tx *game.Tx, move int) {
			if move == 0 {
				tx.Eliminate(1)
			}
		}, []game.Seat{0, 2, 0, 2, 0}},
		{"eliminating oneself", func(tx *game.Tx, move int) {
			if move == 1 {
				tx.Eliminate(tx.Seat)
				tx.Again()
			}
		}, []game.Seat{0, 1, 2, 0, 2}},
		{"another seat next", func(tx *game.Tx, move int) {
			if move == 0 {
				tx.Next(2)
			}
		}, []game.Seat{0, 2, 0, 1, 2}},
		{"the last call of Next counts", func(tx *game.Tx, move int) {
			tx.Next(2)
			tx.Next(tx.Seat)
		}, []game.Seat{0, 0, 0, 0, 0}},
		{"backwards", func(tx *game.Tx, move int) { tx.Next((tx.Seat + 2) % 3) }, []game.Seat{0, 2, 1, 0, 2}},
	} {
		x := newBox()
		if got := order(t, x, start(t, x.Rules, 3), 4, c.do); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", c.name, got, c.want)
		}
	}
	x := newBox()
	x.Setup = func(tx *game.Tx) { tx.Next(2) }
	if s := start(t, x.Rules, 3); s.Turn() != 2 {
		t.Errorf("%s begins", s.Turn())
	}
}

// A seat that cannot do anything is skipped.
func TestStuckSeatIsSkipped(t *testing.T) {
	x := newBox()
	x.Actions[0].If = game.When("you have no stone", func(tx *game.Tx) bool { return tx.Count(x.hand.Of(tx.Seat)) > 0 })
	x.Setup = func(tx *game.Tx) {
		tx.Create(x.stone, x.hand.Of(1))
		tx.Create(x.stone, x.hand.Of(3))
	}
	s := start(t, x.Rules, 4)
	got := order(t, x, s, 4, func(tx *game.Tx, move int) {
		if move == 2 {
			tx.Create(x.stone, x.hand.Of(2))
		}
	})
	if want := []game.Seat{1, 3, 1, 2, 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if again := reload(t, s); again.Turn() != 1 {
		t.Errorf("after Load it is the turn of %s", again.Turn())
	}
	_, err := s.Play(game.Move{Seat: 0, Action: "do"})
	wantRefusal(t, err, game.NotYourTurn, "do: it is the turn of player 2")
}

// If no seat can act, that is a Fault, unless the rules define how the game ends.
func TestNobodyCanAct(t *testing.T) {
	empty := func() *box {
		x := newBox()
		p := &game.Pick[game.ID]{Name: "p", From: x.row.Contents}
		x.picking(func(tx *game.Tx) { tx.Remove(p.In(tx)) }, p)
		x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.row) }
		return x
	}
	x := empty()
	s := x.start(t)
	next, err := s.PlayText(0, "pick #1")
	wantFault(t, err, "no seat can do anything")
	if next != s {
		t.Error("a Fault returns a different state")
	}

	x = empty()
	x.Deadlock = func(*game.Tx) {}
	_, err = x.start(t).PlayText(0, "pick #1")
	wantFault(t, err, "no seat can do anything, and Rules.Deadlock has not ended the game: it must call Win, Tie, Score or Rank")

	x = empty()
	x.Deadlock = func(tx *game.Tx) { tx.Win(0) }
	if s := play(t, x.start(t), "pick #1"); s.Outcome().String() != "won by seat 0" || s.Turn() != game.Nobody {
		t.Errorf("the game is %s", s.Outcome())
	}

	x = empty()
	x.Setup = nil // at the start
	_, err = x.Rules.Start(2, game.SeedOf(1))
	wantFault(t, err, "no seat can do anything")
	x = empty()
	x.Setup, x.Deadlock = nil, (*game.Tx).Tie
	if s := x.start(t); s.Outcome().String() != "draw" || s.Turn() != game.Nobody || s.Played() != 0 {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// Stuck is called for a seat that cannot do anything. It may end the game, as in stalemate, or change something before
// the seat is skipped.
func TestStuck(t *testing.T) {
	x := newBox()
	x.Actions[0].If = game.When("you have no stone", func(tx *game.Tx) bool { return tx.Count(x.hand.Of(tx.Seat)) > 0 })
	x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.hand.Of(0)) }
	x.Stuck = func(tx *game.Tx) { points.Edit(tx, tx.Seat, func(n *int) { *n++ }) }
	s := play(t, start(t, x.Rules, 3), "do", "do")
	if s.Turn() != 0 || points.Of(s, game.Seat(0)) != 0 || points.Of(s, game.Seat(1)) != 2 || points.Of(s, game.Seat(2)) != 2 {
		t.Errorf("%s is to act", s.Turn())
	}
	same(t, reload(t, s), s)

	x = newBox()
	x.Actions[0].If = game.When("you have no stone", func(tx *game.Tx) bool { return tx.Count(x.hand.Of(tx.Seat)) > 0 })
	x.Setup = func(tx *game.Tx) { tx.Create(x.stone, x.hand.Of(0)) }
	x.Stuck = func(tx *game.Tx) { tx.Win(slices.Collect(tx.Others(tx.Seat).All())...) }
	if s := play(t, x.start(t), "do"); s.Outcome().String() != "won by seat 0" {
		t.Errorf("the game is %s", s.Outcome())
	}
}

// End is called after every move, also one that passes the turn, and sees which seat acted.
func TestEnd(t *testing.T) {
	x := newBox()
	var asked []game.Seat
	x.End = func(tx *game.Tx) {
		asked = append(asked, tx.Seat)
		if tx.Played() == 3 {
			tx.Win(tx.Seat)
		}
	}
	s := play(t, x.start(t), "do", "do", "do")
	if !slices.Equal(asked, []game.Seat{0, 1, 0}) || s.Outcome().String() != "won by seat 0" {
		t.Errorf("asked by %v, the game is %s", asked, s.Outcome())
	}
	asked = nil
	x = newBox()
	x.End = func(tx *game.Tx) { asked = append(asked, tx.Seat) }
	s = x.play(t, x.start(t), func(tx *game.Tx) { tx.Win(1) })
	if asked != nil || s.Outcome().String() != "won by seat 1" {
		t.Error("End is called after the game has ended")
	}
}

// A Fault after the move itself names that move.
func TestFaultAfterTheMove(t *testing.T) {
	x := newBox()
	x.End = func(*game.Tx) { panic("no end") }
	_, err := x.start(t).PlayText(0, "do")
	if f := wantFault(t, err, "no end"); f.Action != "" || f.Where != "End of the rules" || f.Seat != 0 || f.Move != 0 {
		t.Errorf("it names %s of action %q of %s, move %d", f.Where, f.Action, f.Seat, f.Move+1)
	}
	x = newBox()
	x.Actions[0].If = game.When("only once", func(tx *game.Tx) bool { return tx.Played() == 0 })
	_, err = x.start(t).PlayText(0, "do")
	if f := wantFault(t, err, "no seat can do anything"); f.Move != 0 {
		t.Errorf("it names move %d", f.Move+1)
	}
}

// An eliminated seat does not act, wherever it is eliminated, and End may still change who is next.
func TestWhoIsNextAfterElimination(t *testing.T) {
	x := newBox()
	x.Setup = func(tx *game.Tx) { tx.Eliminate(0) }
	if s := start(t, x.Rules, 3); s.Turn() != 1 {
		t.Errorf("%s begins", s.Turn())
	}
	x = newBox()
	x.End = func(tx *game.Tx) {
		if tx.Played() == 1 {
			tx.Eliminate(tx.Turn())
		}
	}
	if got := order(t, x, start(t, x.Rules, 3), 3, func(*game.Tx, int) {}); !slices.Equal(got, []game.Seat{0, 2, 0, 2}) {
		t.Errorf("after the next one was eliminated: %v", got)
	}
	x = newBox()
	x.End = func(tx *game.Tx) {
		if tx.Played() == 1 {
			tx.Again()
		}
	}
	if got := order(t, x, start(t, x.Rules, 3), 3, func(*game.Tx, int) {}); !slices.Equal(got, []game.Seat{0, 0, 1, 2}) {
		t.Errorf("again, at the end of a move: %v", got)
	}
	x = newBox() // all at once; End decides what that means
	x.End = func(tx *game.Tx) {
		if tx.Standing().Empty() {
			tx.Tie()
		}
	}
	s := x.play(t, x.start(t), func(tx *game.Tx) { tx.Eliminate(0); tx.Eliminate(1) })
	if s.Outcome().String() != "draw" {
		t.Errorf("the game is %s", s.Outcome())
	}
	same(t, reload(t, s), s)
}

// A game may be over before the first move.
func TestOverInSetup(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) { tx.Win(1) })
	if s.Turn() != game.Nobody || s.Outcome().String() != "won by seat 1" {
		t.Errorf("%s is to act, %s", s.Turn(), s.Outcome())
	}
	same(t, reload(t, s), s)
}

func TestEverybodyEliminated(t *testing.T) {
	x := newBox()
	_, err := x.try(x.start(t), func(tx *game.Tx) { tx.Eliminate(0); tx.Eliminate(1) })
	wantFault(t, err, "every seat is eliminated, but the game has no outcome")
}

// An Outcome has winners, ranks and scores; equal scores share a rank.
func ExampleOutcome() {
	coins := game.NewPart[int]("coins")
	rules := &game.Rules{
		Name: "coins", Seats: game.Exactly(3), Parts: []game.Column{coins},
		Setup: func(t *game.Tx) {
			for seat, n := range []int{4, 9, 4} {
				coins.Set(t, game.Seat(seat), n)
			}
		},
		Actions: []*game.Action{{Name: "count", Do: func(t *game.Tx) {
			var all []int
			for seat := range game.Seat(t.Seats()) {
				all = append(all, coins.Of(t, seat))
			}
			t.Score(all...)
		}}},
	}
	s, _ := rules.Start(3, game.SeedOf(1))
	fmt.Println(s.Outcome())
	s, _ = s.PlayText(0, "count")
	o := s.Outcome()
	fmt.Println(o, o.Winners, o.Ranks)
	// Output:
	// running
	// won by seat 1 (4 : 9 : 4) [seat 1] [2 1 2]
}

// The last seat standing wins, and the others rank in the order of leaving.
func ExampleTx_Eliminate() {
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	rules := &game.Rules{
		Name: "duel", Seats: game.Between(2, 4),
		Actions:      []*game.Action{{Name: "hit", Pick: []game.Choice{whom}, Do: func(t *game.Tx) { t.Eliminate(whom.In(t)) }}},
		LastStanding: true,
	}
	s, _ := rules.Start(4, game.SeedOf(1))
	for _, text := range []string{"hit 1", "hit 3", "hit 2"} {
		fmt.Println(s.Turn(), text)
		s, _ = s.PlayText(s.Turn(), text)
	}
	fmt.Println(s.Outcome(), s.Outcome().Ranks)
	// Output:
	// seat 0 hit 1
	// seat 2 hit 3
	// seat 0 hit 2
	// won by seat 0 [1 4 2 3]
}

// A win can name the winning elements, here a pair.
func ExampleTx_WinBy() {
	number := game.NewPart[int]("number")
	card, hand := &game.Kind{Name: "card"}, &game.Place{Name: "hand", Each: true}
	rules := &game.Rules{
		Name: "pairs", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{number},
		Setup: func(t *game.Tx) {
			for _, n := range []int{7, 3, 7} {
				t.Create(card, hand.Of(0), number.Is(n))
			}
		},
		Actions: []*game.Action{{Name: "show", Do: func(t *game.Tx) {
			pair := t.Contents(hand.Of(t.Seat)).Where(func(id game.ID) bool { return number.Of(t, id) == 7 })
			t.WinBy(pair, t.Seat)
		}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	s, _ = s.PlayText(0, "show")
	o := s.Outcome()
	fmt.Println(o, "with", s.Name(o.By[0]), s.Name(o.By[1]))
	// Output: won by seat 0 with #1 #3
}

// Again gives the acting seat another move; Next gives the next move to a particular seat.
func ExampleTx_Again() {
	rules := &game.Rules{
		Name: "doubles", Seats: game.Exactly(2),
		Actions: []*game.Action{{Name: "roll", Do: func(t *game.Tx) {
			if first := t.Roll(6); t.Roll(6) == first {
				t.Again()
			}
		}}},
	}
	s, _ := rules.Start(2, game.SeedOf(1))
	s = s.Rig(game.Chance{Number: 4}, game.Chance{Number: 4}, game.Chance{Number: 1}, game.Chance{Number: 2})
	for range 3 {
		fmt.Print(s.Turn(), ", ")
		s, _ = s.PlayText(s.Turn(), "roll")
	}
	// Output: seat 0, seat 0, seat 1,
}

// The player who takes most of nine sticks wins, so the game is decided with the fifth.
func ExampleState_Decided() {
	heap := game.NewPart[int]("heap")
	won := game.NewPart[int]("won")
	n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) { return 1, min(2, heap.Of(t, game.Root)) }}
	rules := &game.Rules{
		Name: "most", Seats: game.Exactly(2), Parts: []game.Column{heap, won},
		Setup: func(t *game.Tx) { heap.Set(t, game.Root, 9) },
		Actions: []*game.Action{{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
			heap.Add(t, game.Root, -n.In(t))
			won.Add(t, t.Seat, n.In(t))
		}}},
		End: func(t *game.Tx) {
			if heap.Of(t, game.Root) == 0 {
				t.Score(won.Of(t, game.Seat(0)), won.Of(t, game.Seat(1)))
			}
		},
		Decided: func(s *game.State) (game.Set[game.Seat], bool) {
			most := s.Standing().Where(func(x game.Seat) bool { return won.Of(s, x) > 4 })
			return most, !most.Empty()
		},
	}
	s, err := rules.Start(2, game.SeedOf(1))
	for err == nil && !s.Over() {
		s, err = s.PlayText(s.Turn(), []string{"take 2", "take 1"}[s.Turn()])
		winners, ok := s.Decided()
		fmt.Println("sticks left:", heap.Of(s, game.Root), "decided:", ok, "for player 1:", winners.Has(0))
	}
	// Output:
	// sticks left: 7 decided: false for player 1: false
	// sticks left: 6 decided: false for player 1: false
	// sticks left: 4 decided: false for player 1: false
	// sticks left: 3 decided: false for player 1: false
	// sticks left: 1 decided: true for player 1: true
	// sticks left: 0 decided: true for player 1: true
}

// Without Decided, rules know the result only at the end.
func TestDecidedOnlyAtTheEnd(t *testing.T) {
	f := nim().Fork()
	if winners, ok := f.State().Decided(); ok || !winners.Empty() {
		t.Errorf("decided before the first move: %v", winners)
	}
	if err := untilDecided(f); err != nil {
		t.Fatal(err)
	}
	s := f.State()
	if winners, ok := s.Decided(); !ok || winners.Has(0) != s.Won(0) || winners.Has(1) != s.Won(1) || winners.Empty() {
		t.Errorf("at the end: %v, %t", winners, ok)
	}
	if n := testing.AllocsPerRun(100, func() { s.Decided() }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
