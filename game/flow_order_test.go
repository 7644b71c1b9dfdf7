package game_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// inOrder starts a game of four seats with this order of turns.
func inOrder(order game.EachSeat) *box {
	order.Name, order.Do = "turn", &game.Act{Name: "act"}
	return staged(&game.Loop{Do: &order})
}

// backAndForth gives each seat two turns, the second in reverse order.
func backAndForth(_ *game.Tx, seats []game.Seat) []game.Seat {
	back := slices.Clone(seats)
	slices.Reverse(back)
	return append(seats, back...)
}

// The fields of an EachSeat, alone and combined: the direction applies first, then who begins, then who takes part,
// then Order, in whatever order they are written.
func TestOrderOfSeats(t *testing.T) {
	even := func(_ *game.Tx, seat game.Seat) bool { return seat%2 == 0 }
	low := func(_ *game.Tx, seat game.Seat) bool { return seat < 3 }
	none := func(*game.Tx, game.Seat) bool { return false }
	seat3 := func(*game.Tx) game.Seat { return 3 }
	turned := func(_ *game.Tx, seats []game.Seat) []game.Seat {
		slices.Reverse(seats)
		return seats
	}
	for name, c := range map[string]struct {
		order game.EachSeat
		want  string
	}{
		"forward":                          {game.EachSeat{}, "0 1 2 3 0 1 2 3"},
		"reverse":                          {game.EachSeat{Reverse: true}, "3 2 1 0 3 2 1 0"},
		"from":                             {game.EachSeat{From: seat2}, "2 3 0 1 2 3 0 1"},
		"from the first":                   {game.EachSeat{From: seat0}, "0 1 2 3 0 1 2 3"},
		"left of":                          {game.EachSeat{LeftOf: seat1}, "2 3 0 1 2 3 0 1"},
		"left of the last":                 {game.EachSeat{LeftOf: seat3}, "0 1 2 3 0 1 2 3"},
		"continue":                         {game.EachSeat{Continue: true}, "0 1 2 3 0 1 2 3"},
		"continue, three":                  {game.EachSeat{Continue: true, Only: low}, "0 1 2 0 1 2 0 1"},
		"continue, two":                    {game.EachSeat{Continue: true, Order: func(_ *game.Tx, s []game.Seat) []game.Seat { return s[:2] }}, "0 1 2 3 0 1 2 3"},
		"continue in reverse":              {game.EachSeat{Continue: true, Reverse: true, Order: func(_ *game.Tx, s []game.Seat) []game.Seat { return s[:1] }}, "3 2 1 0 3 2 1 0"},
		"only":                             {game.EachSeat{Only: even}, "0 2 0 2 0 2 0 2"},
		"skip":                             {game.EachSeat{Skip: even}, "1 3 1 3 1 3 1 3"},
		"skip nobody":                      {game.EachSeat{Skip: none}, "0 1 2 3 0 1 2 3"},
		"only and skip":                    {game.EachSeat{Only: low, Skip: even}, "1 1 1 1 1 1 1 1"},
		"reverse, from":                    {game.EachSeat{Reverse: true, From: seat1}, "1 0 3 2 1 0 3 2"},
		"reverse, left of":                 {game.EachSeat{Reverse: true, LeftOf: seat1}, "0 3 2 1 0 3 2 1"},
		"from a seat left out":             {game.EachSeat{From: seat1, Only: even}, "2 0 2 0 2 0 2 0"},
		"reverse, from an eliminated seat": {game.EachSeat{Reverse: true, From: seat1, Only: even}, "0 2 0 2 0 2 0 2"},
		"left of a seat left out":          {game.EachSeat{LeftOf: seat1, Skip: even}, "3 1 3 1 3 1 3 1"},
		"own order":                        {game.EachSeat{Order: func(*game.Tx, []game.Seat) []game.Seat { return []game.Seat{2, 0} }}, "2 0 2 0 2 0 2 0"},
		"to and fro":                       {game.EachSeat{Order: backAndForth}, "0 1 2 3 3 2 1 0"},
		"from, to and fro":                 {game.EachSeat{From: seat2, Only: even, Order: backAndForth}, "2 0 0 2 2 0 0 2"},
		"from, then reversed":              {game.EachSeat{From: seat1, Order: turned}, "0 3 2 1 0 3 2 1"},
		"all of them":                      {game.EachSeat{Reverse: true, From: seat2, Only: low, Skip: func(_ *game.Tx, seat game.Seat) bool { return seat == 1 }, Order: turned}, "0 2 0 2 0 2 0 2"},
	} {
		x := inOrder(c.order)
		got, s := x.turns(t, start(t, x.Rules, 4), 8)
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		same(t, reload(t, s), s)
	}
}

// At most one field may decide who begins.
func TestWhoBeginsIsSetOnce(t *testing.T) {
	for name, order := range map[string]game.EachSeat{
		"from, left of":       {From: seat0, LeftOf: seat1},
		"from, continue":      {From: seat0, Continue: true},
		"left of, continue":   {LeftOf: seat0, Continue: true},
		"all three, in words": {From: seat0, LeftOf: seat0, Continue: true},
	} {
		err := inOrder(order).Rules.Check()
		if err == nil || !strings.Contains(err.Error(), "flow: an EachSeat in turn has more than one of From, LeftOf and Continue: use only one") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The seat that begins must be a seat of the game.
func TestNobodyBegins(t *testing.T) {
	for _, seat := range []game.Seat{game.Nobody, 2, 100} {
		who := func(*game.Tx) game.Seat { return seat }
		for _, order := range []game.EachSeat{{From: who}, {LeftOf: who}} {
			_, err := inOrder(order).Rules.Start(2, game.SeedOf(1))
			wantFault(t, err, "there is no")
		}
	}
}

// If the seat that should begin is out, the next one in the direction of play begins.
func TestWhoBeginsIsOut(t *testing.T) {
	second := func(*game.Tx) game.Seat { return 2 }
	for _, c := range []struct {
		order game.EachSeat
		want  string
	}{
		{game.EachSeat{From: second}, "3 0 1 3 0"},
		{game.EachSeat{LeftOf: second}, "3 0 1 3 0"},
		{game.EachSeat{From: second, Reverse: true}, "1 0 3 1 0"},
	} {
		for name, out := range map[string]func(*game.Tx){
			"sits out":   func(tx *game.Tx) { tx.SitOut(2) },
			"eliminated": func(tx *game.Tx) { tx.Eliminate(2) },
		} {
			x := inOrder(c.order)
			x.Setup = out
			if got, _ := x.turns(t, start(t, x.Rules, 4), 5); got != c.want {
				t.Errorf("player 3 %s: the turns are %s, want %s", name, got, c.want)
			}
		}
	}
}

// If no seat is in the order, the step is skipped; a seat that is not in the game is a Fault.
func TestOrderOfNobody(t *testing.T) {
	nobody := func(*game.Tx, []game.Seat) []game.Seat { return nil }
	x := staged(&game.Loop{Do: game.Steps{&game.EachSeat{Order: nobody, Do: &game.Act{Name: "never"}}, &game.Act{Name: "act", Who: seat1}}})
	wantAt(t, x.start(t), 1, "act")
	for _, seat := range []game.Seat{2, -1, 100, -128} {
		odd := func(*game.Tx, []game.Seat) []game.Seat { return []game.Seat{seat} }
		_, err := inOrder(game.EachSeat{Order: odd}).Rules.Start(2, game.SeedOf(1))
		wantFault(t, err, "there is no")
	}
}

// The order is computed when the step begins and kept until it ends. Eliminated seats are left out, even those
// eliminated meanwhile.
func TestOrderIsKept(t *testing.T) {
	made := 0
	x := inOrder(game.EachSeat{
		From: func(tx *game.Tx) game.Seat { return game.Seat(points.Of(tx, game.Root)) },
		Order: func(_ *game.Tx, seats []game.Seat) []game.Seat {
			made++
			return seats
		},
	})
	s := start(t, x.Rules, 4)
	s = x.play(t, s, func(tx *game.Tx) { points.Set(tx, game.Root, 2) })
	if got, _ := x.turns(t, s, 5); got != "1 2 3 2 3" || made != 2 {
		t.Errorf("turns of %s, the order was computed %d times", got, made)
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(2); tx.Eliminate(0) })
	if got, _ := x.turns(t, s, 4); got != "3 3 1 3" { // from seat 2, which is out
		t.Errorf("turns of %s", got)
	}
}

// If the acting seat is eliminated in the middle of its turn, the rest of the turn is skipped.
func TestEliminatedInItsTurn(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: game.Steps{&game.Act{Name: "a", Min: 3, Max: 3}, &game.Act{Name: "b"}}}})
	s := start(t, x.Rules, 3)
	s = x.play(t, s, doesNothing)
	s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(tx.Seat) })
	wantAt(t, s, 1, "a")
	s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(2) })
	if got, _ := x.turns(t, s, 5); got != "1 1 1 1 1" {
		t.Errorf("turns of %s", got)
	}
	same(t, reload(t, s), s)
	_, err := x.try(s, func(tx *game.Tx) { tx.Eliminate(1) })
	wantFault(t, err, "the flow runs more than 100000 steps without waiting for a move")
}

// Again lets the seat act once more, unless it has been eliminated.
func TestAgainAndEliminated(t *testing.T) {
	x := inOrder(game.EachSeat{})
	s := start(t, x.Rules, 3)
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Again()
		tx.Eliminate(tx.Seat)
	})
	wantAt(t, s, 1, "act")
	same(t, reload(t, s), s)
}

func TestNextInEachSeat(t *testing.T) {
	next := func(seat game.Seat) func(*game.Tx) { return func(tx *game.Tx) { tx.Next(seat) } }
	x := inOrder(game.EachSeat{})
	s := start(t, x.Rules, 4)
	for _, c := range []struct {
		next game.Seat
		want string
	}{{2, "2 3 0 1"}, {3, "3 0 1 2"}, {1, "1 2 3 0"}, {0, "0 1 2 3"}} {
		if got, _ := x.turns(t, x.play(t, s, next(c.next)), 4); got != c.want {
			t.Errorf("%s is next: %s, want %s", c.next, got, c.want)
		}
	}
	_, s = x.turns(t, s, 3) // the last of the round
	if got, _ := x.turns(t, x.play(t, s, next(1)), 4); got != "1 2 3 0" {
		t.Errorf("at the end of the round: %s", got)
	}
	// An eliminated seat is skipped.
	if got, _ := x.turns(t, x.play(t, start(t, x.Rules, 4), func(tx *game.Tx) { tx.Eliminate(2); tx.Next(2) }), 3); got != "3 0 1" {
		t.Errorf("next is an eliminated seat: %s", got)
	}
	y := inOrder(game.EachSeat{Only: func(_ *game.Tx, seat game.Seat) bool { return seat != 2 }})
	_, err := y.try(start(t, y.Rules, 4), next(2))
	wantFault(t, err, "seat 2 should act next, but no EachSeat includes it")
	_, err = y.try(start(t, y.Rules, 4), next(4))
	wantFault(t, err, "there is no seat 4: there are 4 seats")
}

// If a seat is in the order twice, Again repeats its current turn.
func TestAgainWithASeatTwiceInTheOrder(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Order: backAndForth, Do: &game.Phase{Name: "p", Do: &game.Act{Name: "act"}, End: func(tx *game.Tx) {
		if tx.Played() == 5 {
			tx.Again()
		}
	}}}})
	if got, _ := x.turns(t, start(t, x.Rules, 3), 8); got != "0 1 2 2 1 1 0 0" {
		t.Errorf("turns of %s", got)
	}
}

// A whole turn is repeated if its last hook calls Again; in an Act, only the move is.
func TestTurnAgain(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Phase{Name: "p", Begin: saying("begin"), Do: game.Steps{&game.Act{Name: "a"}, &game.Act{Name: "b", Min: 2, Max: 2}}, End: func(tx *game.Tx) {
		sayAs(tx, "end")
		if tx.Played() == 3 {
			tx.Again()
		}
	}}}})
	s := x.start(t)
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 0, "b")
	s = x.play(t, s, doesNothing)
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end0; begin0")
	wantAt(t, s, 0, "a")
	s = x.play(t, s, (*game.Tx).Again) // the move does not count
	wantAt(t, s, 0, "a")
	wantSaid(t, s, "")
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 0, "b")
	s = x.play(t, s, (*game.Tx).Again)
	if p, _ := s.Progress(0); p.Used != 0 || p.Needs != 2 {
		t.Errorf("after a move that does not count: %+v", p)
	}
	s = x.play(t, s, doesNothing)
	s = x.play(t, s, (*game.Tx).Again)
	if p, _ := s.Progress(0); p.Used != 1 || p.Needs != 1 || p.Left != 1 {
		t.Errorf("after one that does, and one that does not: %+v", p)
	}
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "end0; begin1")
}

// The next seat is part of the state: a game saved before its turn continues as if it had not been saved.
func TestNextSurvivesASave(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act", Min: 2, Max: 2}}})
	for seat, want := range []string{"0 0 0 1 1 2 2", "0 1 1 2 2 0 0", "0 2 2 0 0 1 1"} {
		s := start(t, x.Rules, 3)
		s = x.play(t, s, func(tx *game.Tx) { tx.Next(game.Seat(seat)) })
		l := reload(t, s)
		same(t, l, s)
		if seat == 0 {
			want = "0 0 1 1 2 2 0" // the move does not count
		}
		a, s := x.turns(t, s, 7)
		b, l := x.turns(t, l, 7)
		if a != want || a != b || s.Hash() != l.Hash() {
			t.Errorf("turns of %s, after Load of %s; want %s", a, b, want)
		}
	}
}

// Next is a Fault for a seat that no order lets act.
func TestNextInNoOrder(t *testing.T) {
	for name, flow := range map[string]game.Step{
		"acts":     &game.Loop{Do: game.Steps{&game.Act{Name: "a", Who: seat0}, &game.Act{Name: "b", Who: seat1}}},
		"together": &game.Loop{Do: game.Steps{&game.Together{Name: "a"}, &game.EachSeat{Do: &game.Act{Name: "b"}}}},
	} {
		x := staged(flow)
		s := start(t, x.Rules, 3)
		_, err := x.try(s, func(tx *game.Tx) { tx.Next(1) })
		if f, ok := err.(*game.Fault); !ok || !strings.Contains(f.Why, "seat 1 should act next, but no EachSeat includes it\n") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// The next order begins with it.
	x := staged(&game.Loop{Do: game.Steps{&game.Act{Name: "a", Who: seat0}, &game.EachSeat{Name: "turn", Do: &game.Act{Name: "b"}}}})
	s := start(t, x.Rules, 3)
	s = x.play(t, s, func(tx *game.Tx) { tx.Next(2) })
	if got, _ := x.turns(t, s, 7); got != "2 0 1 0 0 1 2" {
		t.Errorf("turns of %s", got)
	}
}

// Setup decides who begins, with and without a flow.
func TestNextInSetup(t *testing.T) {
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}})
	x.Setup = func(tx *game.Tx) { tx.Next(2) }
	y := newBox()
	y.Setup = x.Setup
	a, _ := x.turns(t, start(t, x.Rules, 3), 7)
	b, _ := y.turns(t, start(t, y.Rules, 3), 7)
	if a != b || a != "2 0 1 2 0 1 2" {
		t.Errorf("turns of %s in a flow, %s without", a, b)
	}
}

// If Next names the first seat of the order, the order is not computed again.
func TestNextToTheFirst(t *testing.T) {
	made := 0
	over := &game.Effect[int]{Name: "over", Do: func(tx *game.Tx, _ int) { sayAs(tx, "over") }}
	turn := &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}, Order: func(tx *game.Tx, seats []game.Seat) []game.Seat {
		made++
		if made > 1 {
			slices.Reverse(seats)
		}
		return seats
	}}
	x := staged(&game.Loop{Do: turn})
	x.Effects = []game.AnyEffect{over}
	s := start(t, x.Rules, 3)
	s = x.play(t, s, func(tx *game.Tx) { tx.Schedule(over.With(1), game.Occasion{End: turn}.Always()) })
	wantSaid(t, s, "over0")
	s = x.play(t, s, func(tx *game.Tx) { tx.Next(0) })
	wantSaid(t, s, "over1")
	if got, _ := x.turns(t, s, 4); got != "0 1 2 2" || made != 2 {
		t.Errorf("turns of %s, the order was computed %d times", got, made)
	}
}

// An If that always holds makes no difference to a round of turns, whatever moves and hooks do.
func TestActIfThatHoldsChangesNothing(t *testing.T) {
	type deed func(*game.Tx)
	all := map[string]deed{
		"nothing":     doesNothing,
		"again":       (*game.Tx).Again,
		"next":        func(tx *game.Tx) { tx.Next((tx.Seat + 3) % 4) },
		"out":         func(tx *game.Tx) { tx.Eliminate(tx.Seat) },
		"next is out": func(tx *game.Tx) { tx.Eliminate((tx.Seat + 1) % 4) },
	}
	for inEnd, end := range all {
		for inDo, do := range all {
			for inBegin, begin := range all {
				if inBegin == "again" { // of nobody
					continue
				}
				var games []string
				for _, act := range []*game.Act{{Name: "act"}, {Name: "act", If: func(*game.Tx) bool { return true }}} {
					x := staged(&game.Phase{Name: "p", Do: &game.Loop{Do: &game.EachSeat{Do: act}}, Begin: func(tx *game.Tx) {
						tx.Seat = 3
						begin(tx)
					}})
					if inEnd != "nothing" {
						x.End = func(tx *game.Tx) {
							if tx.Played() == 2 || tx.Played() == 7 {
								end(tx)
							}
						}
					}
					s := start(t, x.Rules, 4)
					text := fmt.Sprint(s.Turn())
					for i := range 12 {
						f := doesNothing
						if i == 5 {
							f = do
						}
						next, err := x.try(s, f)
						if err != nil {
							text += " " + strings.SplitN(err.Error(), "\n", 2)[0]
							break
						}
						s = next
						text += fmt.Sprint(" ", int(s.Turn()), s.Passes(), s.Standing().Len())
						if s.Standing().Len() > 0 && !s.Standing().Has(s.Turn()) {
							t.Fatalf("begin %s, do %s, end %s: %s is to act, but eliminated", inBegin, inDo, inEnd, s.Turn())
						}
						if l, err := x.Rules.Load(s.Save()); err != nil || l.Hash() != s.Hash() {
							t.Fatalf("begin %s, do %s, end %s: Load fails: %v", inBegin, inDo, inEnd, err)
						}
					}
					games = append(games, text)
				}
				if games[0] != games[1] {
					t.Fatalf("begin %s, do %s, end %s:\n%s\n%s", inBegin, inDo, inEnd, games[0], games[1])
				}
			}
		}
	}
}

// A reaction does not use up its caller's extra move.
func TestAgainWithACall(t *testing.T) {
	react := &game.Act{Name: "react"}
	x := staged(&game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}}, react)
	s := x.start(t)
	s = x.play(t, s, func(tx *game.Tx) {
		tx.Again()
		tx.Call(react, nil)
	})
	wantAt(t, s, 0, "react")
	same(t, reload(t, s), s)
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 0, "act") // once more
	s = x.play(t, s, doesNothing)
	wantAt(t, s, 1, "act")
}

// Continue starts after the last seat that moved, whatever is in between.
func TestContinue(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{
		&game.EachSeat{Continue: true, Order: func(_ *game.Tx, s []game.Seat) []game.Seat { return s[:2] }, Do: &game.Act{Name: "a"}},
		&game.Together{Name: "all"}, // has no order
	}})
	s := start(t, x.Rules, 3)
	got, _ := x.turns(t, s, 10)
	if got != "0 1 0 1 2 2 0 0 1 2" {
		t.Errorf("turns of %s", got)
	}
}

// Nested EachSeat steps: the inner one has its own seats.
func TestEachSeatInEachSeat(t *testing.T) {
	x := staged(&game.EachSeat{Name: "host", Do: game.Steps{
		game.Run(saying("host")),
		&game.EachSeat{Name: "guest", LeftOf: func(tx *game.Tx) game.Seat { return tx.Seat }, Do: &game.Act{Name: "act"}},
		game.Run(saying("leaves")),
	}})
	s := start(t, x.Rules, 3)
	wantSaid(t, s, "host0")
	got, s := x.turns(t, s, 3)
	if got != "1 2 0" {
		t.Errorf("guests of player 1: %s", got)
	}
	wantSaid(t, s, "leaves0; host1")
	if got, _ = x.turns(t, s, 3); got != "2 0 1" {
		t.Errorf("guests of player 2: %s", got)
	}
	s = x.play(t, s, func(tx *game.Tx) { tx.Next(1) })
	wantAt(t, s, 1, "act")
	s = x.play(t, s, doesNothing)
	wantSaid(t, s, "leaves1; host2")
	host, guest := x.Flow.(*game.EachSeat), x.Flow.(*game.EachSeat).Do.(game.Steps)[1].(*game.EachSeat)
	if host.In(s) != 2 || guest.In(s) != 0 {
		t.Errorf("the host is %s, the guest %s", host.In(s), guest.In(s))
	}
	if s = x.play(t, s, (*game.Tx).Tie); host.In(s) != game.Nobody || guest.In(s) != game.Nobody {
		t.Errorf("at the end the host is %s, the guest %s", host.In(s), guest.In(s))
	}
}

// A phase without steps begins and ends.
func TestEmptyPhase(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{&game.Phase{Name: "p", Begin: saying("begin"), End: saying("end")}, &game.Act{Name: "act", Who: seat0}}})
	s := x.start(t)
	wantSaid(t, s, "begin; end")
	wantSaid(t, x.play(t, s, doesNothing), "begin; end")
}
