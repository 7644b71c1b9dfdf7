package game_test

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/game"
)

// These are the examples of docs/flow.md.

// simple is an action that only says which seat performed it.
func simple(name string) *game.Action {
	return &game.Action{Name: name, Do: func(t *game.Tx) { t.Say("{0}: "+name, t.Seat) }}
}

// act lets a seat make one move; the step is named after the first action.
func act(actions ...*game.Action) *game.Act {
	return &game.Act{Name: actions[0].Name, Actions: actions}
}

// ordered starts a game with this flow.
func ordered(seats int, flow game.Step) *game.State {
	return begun(&game.Rules{Name: "ordered", Seats: game.Exactly(seats), Flow: flow})
}

// watch plays moves and prints what each of them says.
func watch(s *game.State, moves ...string) *game.State {
	for _, move := range moves {
		s = after(s, move)
		var said []string
		for _, line := range s.Said() {
			said = append(said, line.String())
		}
		fmt.Println(strings.Join(said, "; "))
	}
	return s
}

// Without a Flow the seats take turns, one action each.
func Example_flowNone() {
	s := begun(&game.Rules{Name: "plain", Seats: game.Exactly(2), Actions: []*game.Action{simple("dig"), simple("build")}})
	fmt.Print(s.FlowText())
	fmt.Println(s.Where())
	fmt.Println(after(s, "dig").Where())
	// Output:
	// the seats take turns, one action each: dig or build (player 1)
	// waiting for player 1 to choose dig or build
	// waiting for player 2 to choose dig or build
}

// A turn of two steps: draw, then play or sell.
func Example_flowTurns() {
	draw, play, sell := simple("draw"), simple("play"), simple("sell")
	s := ordered(2, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
		act(draw),
		act(play, sell),
	}}})
	fmt.Print(s.FlowText())
	s = watch(s, "draw", "sell", "draw")
	fmt.Println(s.Where())
	_, err := s.PlayText(1, "draw")
	fmt.Println(err)
	// Output:
	// > loop, until the game is over (no. 1)
	// >   each seat turn (player 1)
	// >     act draw (player 1)
	//       act play: play or sell
	// player 1: draw
	// player 1: sell
	// player 2: draw
	// waiting for player 2 to choose play or sell
	// draw: it is not available in play
}

// gold is what a seat has.
var gold = game.NewPart[int]("gold")

// Phases have names, and hooks when they begin and end.
func Example_flowPhases() {
	get := func(t *game.Tx) { gold.Add(t, t.Seat, 2) }
	rich := game.When("there is no gold", func(t *game.Tx) bool { return gold.Of(t, t.Seat) > 2 })
	buy := &game.Action{Name: "buy", Do: func(t *game.Tx) { gold.Set(t, t.Seat, 0) }}
	s := begun(&game.Rules{
		Name: "phases", Seats: game.Exactly(2), Parts: []game.Column{gold},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
			&game.Phase{Name: "work", Begin: get, Do: act(simple("dig"))},
			&game.Phase{Name: "market", Label: "Market day", If: rich, Do: act(buy), End: func(t *game.Tx) { t.Say("{0} goes home", t.Seat) }},
		}}},
	})
	fmt.Print(s.FlowText())
	s = watch(s, "dig", "dig", "dig")
	fmt.Println(s.Where())
	watch(s, "buy")
	// Output:
	// > loop, until the game is over (no. 1)
	// >   each seat turn (player 1)
	// >     phase work, with Begin
	// >       act dig (player 1)
	//       phase market, if it is open, with End
	//         act buy
	// player 1: dig
	// player 2: dig
	// player 1: dig
	// in phase Market day, waiting for player 1 to choose buy
	// player 1 goes home
}

// EndIf can end a phase, and everything in it, after any move.
func Example_flowEndIf() {
	played := func(n int) func(*game.Tx) bool { return func(t *game.Tx) bool { return t.Played() >= n } }
	say := func(words string) func(*game.Tx) { return func(t *game.Tx) { t.Say(words) } }
	day := &game.Phase{Name: "day", EndIf: played(3), End: say("night falls"), Do: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: act(simple("walk"))}}}
	week := &game.Phase{Name: "week", EndIf: played(4), End: func(t *game.Tx) { t.Say("the week is over"); t.Tie() }, Do: &game.Loop{Do: day}}
	s := ordered(2, week)
	s = watch(s, "walk", "walk", "walk", "walk")
	fmt.Println(s.Where())
	// Output:
	// player 1: walk
	// player 2: walk
	// player 1: walk; night falls
	// player 1: walk; night falls; the week is over
	// the game is over: a draw
}

// A seat that folds sits out until the hand is over.
func Example_flowSitOut() {
	fold := &game.Action{Name: "fold", Do: func(t *game.Tx) { t.SitOut(t.Seat); t.Say("{0}: fold", t.Seat) }}
	one := func(t *game.Tx) bool { return t.Playing().Len() == 1 }
	s := ordered(3, &game.Loop{Do: &game.Phase{
		Name: "hand", EndIf: one,
		End: func(t *game.Tx) { t.Say("{0} takes the pot", t.Playing().First()); t.Return() },
		Do:  &game.Loop{Do: &game.EachSeat{Name: "turn", Do: act(simple("bet"), fold)}},
	}})
	watch(s, "bet", "fold", "bet", "bet", "fold", "bet")
	// Output:
	// player 1: bet
	// player 2: fold
	// player 3: bet
	// player 1: bet
	// player 3: fold; player 1 takes the pot
	// player 1: bet
}

// The fields of an EachSeat set the order in which the seats take turns.
func Example_flowOrders() {
	dealer := func(*game.Tx) game.Seat { return 2 }
	even := func(_ *game.Tx, x game.Seat) bool { return x%2 == 0 }
	for _, x := range []struct {
		words string
		turn  *game.EachSeat
	}{
		{"usual", &game.EachSeat{}},
		{"Reverse", &game.EachSeat{Reverse: true}},
		{"From dealer", &game.EachSeat{From: dealer}},
		{"LeftOf dealer", &game.EachSeat{LeftOf: dealer}},
		{"Only even", &game.EachSeat{Only: even}},
		{"Skip even", &game.EachSeat{Skip: even}},
		{"LeftOf dealer, Skip even", &game.EachSeat{LeftOf: dealer, Skip: even}},
		{"Reverse, From dealer", &game.EachSeat{Reverse: true, From: dealer}},
		{"Continue, after seat 1", &game.EachSeat{Continue: true}},
	} {
		x.turn.Do = act(simple("go"))
		s := ordered(4, game.Steps{
			&game.Act{Name: "first", Who: func(*game.Tx) game.Seat { return 1 }, Actions: []*game.Action{simple("begin")}},
			&game.Loop{Do: x.turn},
		})
		s = after(s, "begin")
		fmt.Printf("%-27s", x.words)
		for range 4 {
			fmt.Print(" ", int(s.Turn()))
			s = after(s, "go")
		}
		fmt.Println()
	}
	// Output:
	// usual                       0 1 2 3
	// Reverse                     3 2 1 0
	// From dealer                 2 3 0 1
	// LeftOf dealer               3 0 1 2
	// Only even                   0 2 0 2
	// Skip even                   1 3 1 3
	// LeftOf dealer, Skip even    3 1 3 1
	// Reverse, From dealer        2 1 0 3
	// Continue, after seat 1      2 3 0 1
}

// A round with a dealer, who goes last; then the next seat deals.
func Example_flowDealer() {
	deals := game.NewPart[game.Seat]("deals")
	dealer := func(t *game.Tx) game.Seat { return deals.Of(t, game.Root) }
	round := &game.Loop{Max: 2, Do: game.Steps{
		game.Run(func(t *game.Tx) { t.Say("{0} deals", dealer(t)) }),
		&game.EachSeat{Name: "trick", LeftOf: dealer, Do: act(simple("play"))},
		game.Run(func(t *game.Tx) { deals.Set(t, game.Root, (dealer(t)+1)%game.Seat(t.Seats())) }),
	}}
	s := begun(&game.Rules{
		Name: "rounds", Seats: game.Exactly(3), Parts: []game.Column{deals},
		Flow: game.Steps{round, game.Run((*game.Tx).Tie)},
	})
	for !s.Over() {
		fmt.Print("round ", round.Round(s), ": ")
		s = watch(s, "play")
	}
	// Output:
	// round 1: player 2: play
	// round 1: player 3: play
	// round 1: player 1: play; player 2 deals
	// round 2: player 3: play
	// round 2: player 1: play
	// round 2: player 2: play
}

// Loops that end: after a number of rounds, when a condition fails, or after the last of some elements.
func Example_flowLoops() {
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return letter.Of(s, id) }}
	row := &game.Place{Name: "row"}
	full := func(t *game.Tx) bool { return t.Count(row) > 0 }
	offer := &game.ForEach[game.ID]{Name: "offer", From: row.Contents}
	keep := &game.Action{Name: "keep", Do: func(t *game.Tx) { t.Say("{0} is kept", offer.In(t)) }}
	drop := &game.Action{Name: "drop", Do: func(t *game.Tx) {
		t.Say("{0} is dropped for {1}", t.Last(row), offer.In(t))
		t.Remove(t.Last(row))
	}}
	offer.Do = &game.EachSeat{Do: act(keep, drop)}
	s := begun(&game.Rules{
		Name: "loops", Seats: game.Exactly(1), Layout: []game.Layout{row}, Kinds: []*game.Kind{card}, Parts: []game.Column{letter},
		Flow: game.Steps{
			&game.Loop{Times: func(t *game.Tx) int { return 2 + t.Seats() }, Do: game.Run(func(t *game.Tx) {
				t.Create(card, row, letter.Is(string(rune('A'+t.Count(row)))))
			})},
			&game.Loop{While: full, Do: offer},
			game.Run((*game.Tx).Tie),
		},
	})
	s = watch(s, "keep", "drop", "drop", "drop")
	fmt.Println(s.Where())
	// Output:
	// A is kept
	// C is dropped for B
	// B is dropped for A
	// A is dropped for A
	// the game is over: a draw
}

// Conditions: a step or nothing, one of two steps, the first of several phases that is open. Only phases that players
// should know about need names.
func Example_flowChoice() {
	weather := game.NewPart[string]("weather")
	is := func(want string) game.Test {
		return func(t *game.Tx) bool { return weather.Of(t, game.Root) == want }
	}
	sky := &game.Pick[string]{Name: "sky", List: func(*game.Tx) []string { return []string{"sun", "rain", "snow"} }}
	look := &game.Action{Name: "look", Pick: []game.Choice{sky}, Do: func(t *game.Tx) { weather.Set(t, game.Root, sky.In(t)) }}
	s := begun(&game.Rules{
		Name: "choice", Seats: game.Exactly(1), Parts: []game.Column{weather},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
			act(look),
			&game.Phase{If: is("sun"), Do: act(simple("swim"))},
			game.Switch{{If: is("rain"), Do: act(simple("read"))}, {If: is("snow"), Do: act(simple("sledge"))}, {Do: act(simple("rest"))}},
			game.Switch{
				{Name: "winter", If: is("snow"), Do: act(simple("heat"))},
				{Name: "summer", If: is("sun"), Do: act(simple("harvest"))},
			},
		}}},
	})
	fmt.Print(s.FlowText())
	for _, move := range []string{"look sun", "swim", "rest", "harvest", "look rain", "read", "look snow", "sledge"} {
		s = after(s, move)
		fmt.Printf("%-9s - %s\n", move, s.Where())
	}
	// Output:
	// > loop, until the game is over (no. 1)
	// >   each seat turn (player 1)
	// >     act look (player 1)
	//       if a condition holds
	//         act swim
	//       switch
	//         if a condition holds
	//           act read
	//         if a condition holds
	//           act sledge
	//         else:
	//           act rest
	//       switch
	//         phase winter, if it is open
	//           act heat
	//         phase summer, if it is open
	//           act harvest
	// look sun  - waiting for player 1 to choose swim
	// swim      - waiting for player 1 to choose rest
	// rest      - in phase summer, waiting for player 1 to choose harvest
	// harvest   - waiting for player 1 to choose look
	// look rain - waiting for player 1 to choose read
	// read      - waiting for player 1 to choose look
	// look snow - waiting for player 1 to choose sledge
	// sledge    - in phase winter, waiting for player 1 to choose heat
}

// Min and Max bound the number of moves; "done" ends them earlier.
func Example_flowLimits() {
	draft := &game.Act{Name: "draft", Actions: []*game.Action{simple("take")}, Min: 1, Max: 3}
	s := ordered(2, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: draft}})
	_, err := s.PlayText(0, "done")
	fmt.Println(err)
	for _, move := range []string{"take", "take", "done"} {
		s = after(s, move)
		p, _ := s.Progress(s.Turn())
		fmt.Printf("%s: %d used, %d needed, %d left. %s\n", s.Rules().SeatName(s.Turn()), p.Used, p.Needs, p.Left, s.Where())
	}
	// Output:
	// done: one more move must be made first
	// player 1: 1 used, 0 needed, 2 left. waiting for player 1 to choose take or done (1 done, 2 left)
	// player 1: 2 used, 0 needed, 1 left. waiting for player 1 to choose take or done (2 done, 1 left)
	// player 2: 0 used, 1 needed, 3 left. waiting for player 2 to choose take (0 done, 1 more needed, 3 left)
}

// Until ends the moves of a seat; Again lets it make one more, which does not count.
func Example_flowAgain() {
	die := &game.Action{Name: "roll", Do: func(t *game.Tx) {
		if n := t.Roll(6); n == 6 {
			t.Say("{0} rolls a six, and again", t.Seat)
			t.Again()
		} else {
			t.Say("{0} rolls {1}", t.Seat, n)
		}
	}}
	s := ordered(2, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "dice", Actions: []*game.Action{die}, Max: 2}}})
	s = s.Rig(game.Chance{Number: 6}, game.Chance{Number: 3}, game.Chance{Number: 2}, game.Chance{Number: 1})
	watch(s, "roll", "roll", "roll", "roll")
	// Output:
	// player 1 rolls a six, and again
	// player 1 rolls 3
	// player 1 rolls 2
	// player 2 rolls 1
}

// A round of bidding continues until all have passed in a row.
func Example_flowPassing() {
	high := game.NewPart[int]("high")
	bid := &game.Pick[int]{Name: "bid", Range: func(t *game.Tx) (int, int) { return high.Of(t, game.Root) + 1, 9 }}
	raise := &game.Action{Name: "raise", Pick: []game.Choice{bid}, Do: func(t *game.Tx) { high.Set(t, game.Root, bid.In(t)) }}
	pass := &game.Action{Name: "pass", Pass: true, Do: func(*game.Tx) {}}
	s := begun(&game.Rules{
		Name: "bidding", Seats: game.Exactly(3), Parts: []game.Column{high},
		Flow: game.Steps{
			&game.EachSeat{UntilAllPass: true, Do: &game.Act{Name: "bid", Actions: []*game.Action{raise, pass}}},
			game.Run(func(t *game.Tx) { t.Say("sold for {0}", high.Of(t, game.Root)); t.Tie() }),
		},
	})
	for _, move := range []string{"raise 2", "pass", "raise 5", "pass", "pass"} {
		s = after(s, move)
		fmt.Println(s.Rules().SeatName(s.Turn()), "after", s.Passes(), "passes in a row")
	}
	watch(s, "pass")
	// Output:
	// player 2 after 0 passes in a row
	// player 3 after 1 passes in a row
	// player 1 after 0 passes in a row
	// player 2 after 1 passes in a row
	// player 3 after 2 passes in a row
	// sold for 5
}

// Together: several seats act, in any order.
func Example_flowTogether() {
	discard := &game.Together{Name: "discard", Actions: []*game.Action{simple("drop")}, Min: 2, Max: 2}
	s := ordered(3, game.Steps{discard, game.Run((*game.Tx).Tie)})
	for _, seat := range []game.Seat{2, 0, 2, 1, 1} {
		s, _ = s.PlayText(seat, "drop")
		fmt.Println(s.Rules().SeatName(seat), "drops;", s.Where())
	}
	_, err := s.PlayText(2, "drop")
	fmt.Println(err)
	// Output:
	// player 3 drops; waiting for player 1, player 2, player 3 to choose drop
	// player 1 drops; waiting for player 1, player 2, player 3 to choose drop
	// player 3 drops; waiting for player 1, player 2 to choose drop
	// player 2 drops; waiting for player 1, player 2 to choose drop
	// player 2 drops; waiting for player 1 to choose drop
	// drop: it is the turn of player 1
}

// A secret choice is done when all have chosen; until then it can be withdrawn.
func Example_flowSecret() {
	hand := &game.Pick[string]{Name: "hand", List: func(*game.Tx) []string { return []string{"rock", "paper", "scissors"} }}
	show := &game.Action{Name: "show", Pick: []game.Choice{hand}, Do: func(t *game.Tx) { t.Say("{0} shows {1}", t.Seat, hand.In(t)) }}
	s := ordered(2, &game.Loop{Do: &game.Together{Name: "duel", Actions: []*game.Action{show}, Secret: true}})
	play := func(seat game.Seat, move string) {
		m, _ := s.Parse(seat, move)
		next, err := s.Play(m)
		fmt.Printf("%s: %-13s - player 2 reads %q, %v %v\n", s.Rules().SeatName(seat), move, s.TextFor(1, m, next), next.Said(), err)
		s = next
	}
	play(0, "show rock")
	play(0, "show paper")
	play(0, "withdraw")
	play(0, "show paper")
	play(1, "show scissors")
	// Output:
	// player 1: show rock     - player 2 reads "?", [] <nil>
	// player 1: show paper    - player 2 reads "?", [] show: you have already chosen
	// player 1: withdraw      - player 2 reads "?", [] <nil>
	// player 1: show paper    - player 2 reads "?", [] <nil>
	// player 2: show scissors - player 2 reads "show scissors", [player 1 shows paper player 2 shows scissors] <nil>
}
