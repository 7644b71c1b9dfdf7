package game_test

import (
	"fmt"
	"slices"
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

// An effect is done now, or another one instead of it.
func Example_flowInstead() {
	hit := &game.Effect[int]{Name: "hit", Do: func(t *game.Tx, n int) { t.Say("{0} is hit by {1}", t.Seat, n) }}
	armour := &game.Effect[int]{Name: "armour", Replaces: hit,
		If: func(t *game.Tx, n int) bool { return t.Seat == 1 && n > 1 },
		Do: func(t *game.Tx, n int) { t.Say("the armour holds"); t.Apply(hit.With(n - 1)) },
	}
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	fall := &game.Action{Name: "fall", Pick: []game.Choice{n}, Do: func(t *game.Tx) { t.Apply(hit.With(n.In(t))) }}
	s := begun(&game.Rules{
		Name: "instead", Seats: game.Exactly(2), Effects: []game.AnyEffect{hit, armour},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "main", Do: act(fall)}}},
	})
	watch(s, "fall 3", "fall 3", "fall 3", "fall 1")
	// Output:
	// player 1 is hit by 3
	// the armour holds; player 2 is hit by 2
	// player 1 is hit by 3
	// player 2 is hit by 1
}

// An effect can wait for the end of the turn, the next phase, or the end of the action.
func Example_flowSchedule() {
	tell := &game.Effect[string]{Name: "tell", Do: func(t *game.Tx, words string) { t.Say(words+" in the turn of {0}", t.Seat) }}
	main := &game.Phase{Name: "main"}
	turn := &game.EachSeat{Name: "turn", Do: main}
	do := func(name string, when func(*game.Tx) game.Occasion) *game.Action {
		return &game.Action{Name: name, Do: func(t *game.Tx) { t.Schedule(tell.With(name), when(t)); t.Say(name) }}
	}
	main.Do = act(
		do("echo", func(*game.Tx) game.Occasion { return game.Occasion{} }),
		do("dusk", func(*game.Tx) game.Occasion { return game.Occasion{End: turn} }),
		do("dawn", func(*game.Tx) game.Occasion { return game.Occasion{Start: main}.Times(2) }),
		do("mine", func(t *game.Tx) game.Occasion { return game.Occasion{End: turn}.For(t.Seat).Always() }),
		simple("rest"))
	s := begun(&game.Rules{Name: "schedule", Seats: game.Exactly(2), Effects: []game.AnyEffect{tell}, Flow: &game.Loop{Do: turn}})
	watch(s, "echo", "dusk", "dawn", "rest", "mine", "rest", "rest")
	// Output:
	// echo; echo in the turn of player 1
	// dusk; dusk in the turn of player 2
	// dawn; dawn in the turn of player 2
	// player 2: rest; dawn in the turn of player 1
	// mine; mine in the turn of player 1
	// player 2: rest
	// player 1: rest; mine in the turn of player 1
}

// An effect bound to an element disappears with it.
func Example_flowBound() {
	torch, cave := &game.Kind{Name: "torch"}, &game.Place{Name: "cave"}
	burn := &game.Effect[game.ID]{Name: "burn", Do: func(t *game.Tx, id game.ID) { t.Say("{0} burns", id) }}
	turn := &game.EachSeat{Name: "turn"}
	light := &game.Action{Name: "light", Do: func(t *game.Tx) {
		id := t.Create(torch, cave)
		t.Schedule(burn.With(id), game.Occasion{End: turn}.Always().With(id))
	}}
	douse := &game.Action{Name: "douse", Do: func(t *game.Tx) { t.Remove(t.First(cave)) }}
	turn.Do = act(light, douse)
	s := begun(&game.Rules{
		Name: "torches", Seats: game.Exactly(2), Layout: []game.Layout{cave}, Kinds: []*game.Kind{torch},
		Effects: []game.AnyEffect{burn}, Flow: &game.Loop{Do: turn},
	})
	watch(s, "light", "light", "douse")
	// Output:
	// #1 burns
	// #1 burns; #3 burns
	// #3 burns
}

// A blow lands when the seat that is struck has answered it.
func Example_flowCall() {
	type blow struct {
		By, On game.Seat
		Force  int
	}
	land := &game.Effect[blow]{Name: "land", Do: func(t *game.Tx, b blow) { t.Say("{0} loses {1}", b.On, b.Force) }}
	struck := func(t *game.Tx) game.Seat { return land.In(t).On }
	answer := &game.Act{Name: "answer", Who: struck, Actions: []*game.Action{
		{Name: "parry", Do: func(t *game.Tx) {
			t.Say("{0} parries the blow of {1}", t.Seat, land.In(t).By)
			land.Edit(t, func(b *blow) { b.Force-- })
		}},
		simple("stand"),
	}}
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	strike := &game.Action{Name: "strike", Pick: []game.Choice{whom}, Do: func(t *game.Tx) {
		t.Call(answer, land.With(blow{t.Seat, whom.In(t), 3}))
	}}
	s := begun(&game.Rules{
		Name: "blows", Seats: game.Exactly(3), Effects: []game.AnyEffect{land}, Calls: []game.Step{answer},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "fight", Do: act(strike)}}},
	})
	s = after(s, "strike 2")
	fmt.Println(s.Where())
	s = watch(s, "stand")
	fmt.Println(s.Where())
	watch(after(s, "strike 0"), "parry")
	// Output:
	// in phase fight, waiting for player 3 to choose parry or stand
	// player 3: stand; player 3 loses 3
	// in phase fight, waiting for player 2 to choose strike
	// player 1 parries the blow of player 2; player 1 loses 2
}

// Spells that are answered by spells: the last one is done first.
func Example_flowStack() {
	cast := &game.Effect[string]{Name: "cast"}
	countered := game.NewPart[bool]("countered")
	pass := &game.Action{Name: "pass", Pass: true, Do: func(*game.Tx) {}}
	spell := &game.Action{Name: "bolt"}
	counter := &game.Action{Name: "counter"}
	respond := &game.Phase{Name: "respond", Do: &game.EachSeat{UntilAllPass: true, Continue: true, Do: &game.Act{Name: "response", Actions: []*game.Action{spell, counter, pass}}}}
	calls := func(then game.Deed) func(*game.Tx) { return func(t *game.Tx) { t.Call(respond, then) } }
	spell.Do, counter.Do = calls(cast.With("the bolt")), calls(cast.With("the counter"))
	cast.Do = func(t *game.Tx, what string) {
		switch {
		case countered.Of(t, game.Root):
			countered.Set(t, game.Root, false)
			t.Say("{0}: "+what+" comes to nothing", t.Seat)
		case what == "the counter":
			countered.Set(t, game.Root, true)
			t.Say("{0}: {1}", t.Seat, what)
		default:
			t.Say("{0}: {1} hits", t.Seat, what)
		}
	}
	s := begun(&game.Rules{
		Name: "spells", Seats: game.Exactly(2), Parts: []game.Column{countered},
		Effects: []game.AnyEffect{cast}, Calls: []game.Step{respond},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "main", Do: act(spell)}}},
	})
	for _, move := range []string{"bolt", "counter", "counter", "pass", "pass", "pass", "pass", "pass", "pass"} {
		s = after(s, move)
		fmt.Printf("%-7s %v %s\n", move, s.Said(), s.Where())
	}
	// Output:
	// bolt    [] in phase main, respond, waiting for player 2 to choose bolt, counter or pass
	// counter [] in phase main, respond, respond, waiting for player 1 to choose bolt, counter or pass
	// counter [] in phase main, respond, respond, respond, waiting for player 2 to choose bolt, counter or pass
	// pass    [] in phase main, respond, respond, respond, waiting for player 1 to choose bolt, counter or pass
	// pass    [player 1: the counter] in phase main, respond, respond, waiting for player 2 to choose bolt, counter or pass
	// pass    [] in phase main, respond, respond, waiting for player 1 to choose bolt, counter or pass
	// pass    [player 2: the counter comes to nothing] in phase main, respond, waiting for player 1 to choose bolt, counter or pass
	// pass    [] in phase main, respond, waiting for player 2 to choose bolt, counter or pass
	// pass    [player 1: the bolt hits] in phase main, waiting for player 2 to choose bolt
}

// A hook can do an action as if a seat had sent it.
func Example_flowLaunch() {
	heap := game.NewPart[int]("heap")
	n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) { return 1, min(3, heap.Of(t, game.Root)) }}
	take := &game.Action{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) {
		heap.Add(t, game.Root, -n.In(t))
		t.Say("{0} takes {1}", t.Seat, n.In(t))
	}}
	tax := func(t *game.Tx) {
		if err := t.Launch(t.Seat, take, n.Is(2)); err != nil {
			t.Say("no tax: " + err.Error())
		}
	}
	s := begun(&game.Rules{
		Name: "launch", Seats: game.Exactly(2), Parts: []game.Column{heap},
		Setup: func(t *game.Tx) { heap.Set(t, game.Root, 6) },
		Flow:  &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "main", Do: act(take), End: tax}}},
	})
	watch(s, "take 2", "take 1")
	// Output:
	// player 1 takes 2; player 1 takes 2
	// player 2 takes 1; no tax: take, n: 2 cannot be chosen, only 1
}

// Segments, turns, phases and steps are phases in phases.
func Example_flowSegments() {
	over := func(t *game.Tx) bool { return t.Played() >= 7 }
	mulligan := &game.Together{Name: "mulligan", Actions: []*game.Action{simple("keep")}}
	declare, fight, rest := act(simple("declare")), act(simple("fight")), act(simple("rest"))
	s := ordered(2, game.Steps{
		&game.Phase{Name: "opening", Do: mulligan},
		&game.Phase{Name: "middle", EndIf: over, Do: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
			&game.Phase{Name: "attack", Do: game.Steps{
				&game.Phase{Name: "declaring", Do: declare},
				&game.Phase{Name: "fighting", Do: fight},
			}},
			&game.Phase{Name: "recovery", Do: rest},
		}}}},
		&game.Phase{Name: "scoring", Begin: (*game.Tx).Tie},
	})
	for _, move := range []string{"keep", "keep", "declare", "fight", "rest", "declare", "fight"} {
		s = after(s, move)
		fmt.Println(s.Where())
	}
	// Output:
	// in phase opening, waiting for player 2 to choose keep
	// in phase middle, attack, declaring, waiting for player 1 to choose declare
	// in phase middle, attack, fighting, waiting for player 1 to choose fight
	// in phase middle, recovery, waiting for player 1 to choose rest
	// in phase middle, attack, declaring, waiting for player 2 to choose declare
	// in phase middle, attack, fighting, waiting for player 2 to choose fight
	// the game is over: a draw
}

// What was used this turn is a Part; an effect at the end of the turn resets it.
func Example_flowOncePerTurn() {
	used := game.NewPart[bool]("used")
	turns := game.NewPart[int]("turns")
	refresh := &game.Effect[game.Seat]{Name: "refresh", Do: func(t *game.Tx, x game.Seat) { used.Set(t, x, false) }}
	turn := &game.EachSeat{Name: "turn"}
	heal := &game.Action{Name: "heal",
		If: game.When("it was used this turn", func(t *game.Tx) bool { return !used.Of(t, t.Seat) }),
		Do: func(t *game.Tx) {
			used.Set(t, t.Seat, true)
			t.Schedule(refresh.With(t.Seat), game.Occasion{End: turn})
		},
	}
	count := game.Run(func(t *game.Tx) { turns.Add(t, game.Root, 1) })
	turn.Do = game.Steps{count, &game.Act{Name: "main", Actions: []*game.Action{heal, simple("dig")}, Max: 3}}
	s := begun(&game.Rules{
		Name: "once", Seats: game.Exactly(2), Parts: []game.Column{used, turns}, Effects: []game.AnyEffect{refresh}, Flow: &game.Loop{Do: turn},
	})
	s = after(s, "heal")
	_, err := s.PlayText(0, "heal")
	fmt.Println(err)
	s = after(s, "dig", "done", "heal", "done", "heal")
	fmt.Println("turn", turns.Of(s, game.Root), used.Of(s, game.Seat(0)), used.Of(s, game.Seat(1)))
	// Output:
	// heal: it was used this turn
	// turn 3 true false
}

// Moves that many games have.
func Example_flowStandard() {
	x := newAlphabet()
	draws := func(t *game.Tx, n int) {
		for range n {
			t.Move(t.Last(x.deck), x.hand.Of(t.Seat))
		}
	}
	draw := &game.Action{Name: "draw",
		If: game.When("the deck is empty", func(t *game.Tx) bool { return t.Count(x.deck) > 0 }),
		Do: func(t *game.Tx) { draws(t, 1) }}
	pass := &game.Action{Name: "pass", Pass: true, Do: func(*game.Tx) {}}
	concede := &game.Action{Name: "concede", Do: func(t *game.Tx) {
		t.Eliminate(t.Seat)
		if left := t.Standing(); left.Len() == 1 {
			t.Win(slices.Collect(left.All())...)
		}
	}}
	keep := &game.Action{Name: "keep", Do: func(*game.Tx) {}}
	mulligan := &game.Action{Name: "mulligan", Do: func(t *game.Tx) {
		n := t.Count(x.hand.Of(t.Seat))
		for id := range t.In(x.hand.Of(t.Seat)) {
			t.Move(id, x.deck)
		}
		t.Shuffle(x.deck)
		draws(t, n-1)
		t.Again()
	}}
	begins := game.NewPart[game.Seat]("begins")
	first := func(t *game.Tx) game.Seat { return begins.Of(t, game.Root) }
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }}
	begin := &game.Action{Name: "begin", Pick: []game.Choice{whom}, Do: func(t *game.Tx) { begins.Set(t, game.Root, whom.In(t)) }}
	s := begun(&game.Rules{
		Name: "standard", Seats: game.Exactly(3), Layout: []game.Layout{x.deck, x.hand, x.pile},
		Kinds: []*game.Kind{x.card}, Parts: []game.Column{letter, begins},
		Setup: func(t *game.Tx) {
			for _, l := range []string{"A", "B", "C", "D", "E", "F", "G"} {
				t.Create(x.card, x.deck, letter.Is(l))
			}
			t.Shuffle(x.deck)
			begins.Set(t, game.Root, game.Seat(t.Int(t.Seats())))
		},
		Flow: game.Steps{
			&game.Act{Name: "beginning", Who: first, Actions: []*game.Action{begin}},
			&game.EachSeat{Name: "opening", From: first, Do: game.Steps{
				game.Run(func(t *game.Tx) { draws(t, 2) }),
				act(keep, mulligan),
			}},
			&game.Loop{Do: &game.EachSeat{Name: "turn", From: first, Do: act(draw, pass, concede)}},
		},
	}, game.Chance{Order: []string{"#1"}}, game.Chance{Number: 2})
	for _, move := range []string{"begin 1", "keep", "mulligan", "keep", "keep", "draw", "concede", "pass", "concede"} {
		fmt.Printf("%s: %-9s ", s.Rules().SeatName(s.Turn()), move)
		s = after(s, move)
		fmt.Println(s.Where())
	}
	fmt.Println(s.Count(x.hand.Of(0)), s.Count(x.hand.Of(1)), s.Count(x.hand.Of(2)), "cards in the hands")
	// Output:
	// player 3: begin 1   waiting for player 2 to choose keep or mulligan
	// player 2: keep      waiting for player 3 to choose keep or mulligan
	// player 3: mulligan  waiting for player 3 to choose keep or mulligan
	// player 3: keep      waiting for player 1 to choose keep or mulligan
	// player 1: keep      waiting for player 2 to choose draw, pass or concede
	// player 2: draw      waiting for player 3 to choose draw, pass or concede
	// player 3: concede   waiting for player 1 to choose draw, pass or concede
	// player 1: pass      waiting for player 2 to choose draw, pass or concede
	// player 2: concede   the game is over: player 1 wins
	// 2 3 1 cards in the hands
}

// The dead leave the table wherever they die, and their death may kill others.
func Example_flowSettle() {
	life := game.NewPart[int]("life")
	unit, bomb := &game.Kind{Name: "unit", With: []game.With{life.Is(2)}}, &game.Kind{Name: "bomb", With: []game.With{life.Is(1)}}
	field := &game.Place{Name: "field"}
	whom := &game.Pick[game.ID]{Name: "whom", From: field.Contents}
	hit := &game.Action{Name: "hit", Pick: []game.Choice{whom}, Do: func(t *game.Tx) { life.Add(t, whom.In(t), -1) }}
	s := begun(&game.Rules{
		Name: "bombs", Seats: game.Exactly(2), Layout: []game.Layout{field}, Kinds: []*game.Kind{unit, bomb}, Parts: []game.Column{life},
		Setup: func(t *game.Tx) { t.Create(unit, field); t.CreateMany(2, bomb, field); t.Create(unit, field) },
		Flow:  &game.Loop{Do: &game.EachSeat{Do: act(hit)}},
		Settle: func(t *game.Tx) {
			for id := range t.In(field) {
				if life.Of(t, id) > 0 {
					continue
				}
				t.Say("{0} dies", id)
				explodes := t.Kind(id) == bomb
				t.Remove(id)
				if explodes {
					for other := range t.In(field) {
						life.Add(t, other, -1)
					}
				}
			}
		},
		End: func(t *game.Tx) {
			if t.Count(field) == 0 {
				t.Win(t.Seat)
			}
		},
	})
	s = watch(s, "hit #1", "hit #2")
	fmt.Println(s.Where())
	// Output:
	// #2 dies; #3 dies; #4 dies; #1 dies
	// the game is over: player 2 wins
}

// A player who leaves the other without a move has won, even with the last move before a draw.
func Example_flowMate() {
	heap := game.NewPart[int]("heap")
	n := &game.Pick[int]{Name: "n", Range: func(t *game.Tx) (int, int) { return 1, min(2, heap.Of(t, game.Root)) }}
	take := &game.Action{Name: "take", Pick: []game.Choice{n}, Do: func(t *game.Tx) { heap.Add(t, game.Root, -n.In(t)) }}
	s := begun(&game.Rules{
		Name: "mate", Seats: game.Exactly(2), Parts: []game.Column{heap}, Actions: []*game.Action{take},
		Setup: func(t *game.Tx) { heap.Set(t, game.Root, 5) },
		End: func(t *game.Tx) {
			switch {
			case !t.CanAct(t.Turn()):
				t.Win(t.Seat)
			case t.Played() == 3:
				t.Tie()
			}
		},
	})
	fmt.Println(after(s, "take 2", "take 1", "take 1").Outcome())
	fmt.Println(after(s, "take 2", "take 1", "take 2").Outcome())
	// Output:
	// draw
	// won by seat 0
}

// Check finds what can be found without playing.
func Example_flowCheck() {
	lonely := simple("lonely")
	fmt.Println((&game.Rules{
		Name: "faulty", Seats: game.Exactly(2), Actions: []*game.Action{lonely},
		Effects: []game.AnyEffect{
			&game.Effect[float64]{Name: "melt", Do: func(*game.Tx, float64) {}},
			&game.Effect[int]{Name: "freeze"},
		},
		Flow: game.Steps{
			&game.ForEach[string]{Name: "each", Do: act(simple("dig"))},
			&game.Phase{Name: "main", Do: &game.Loop{Max: 3}},
			&game.Act{Actions: []*game.Action{simple("build")}},
			&game.Act{Name: "main", Actions: []*game.Action{simple("sell")}, Min: 3, Max: 2},
			&game.Loop{Do: game.Steps{}},
			&game.EachSeat{Do: game.Run((*game.Tx).Tie), From: func(*game.Tx) game.Seat { return 0 }, Continue: true},
			&game.Together{Name: "vote", Actions: []*game.Action{simple("yes")}, Secret: true, Max: 2},
		},
	}).Check())
	// Output:
	// the rules cannot be played:
	//   effect "melt": float64 is a float64; a Part holds integers, bools, strings, IDs, Seats, and arrays and structs of those
	//   effect "freeze" does nothing: give it a Do
	//   flow: for each "each" in the flow needs exactly one of From and List
	//   flow: a step in main is nil
	//   flow: act in the flow has no Name: give it one, because saves need it for steps that wait for a move
	//   step "main": 3 to 2 moves is not possible; Min must be 0 or more, and Max at least Min, or -1 for any number
	//   two steps have the name "main"
	//   flow: an EachSeat in the flow has more than one of From, LeftOf and Continue: use only one
	//   step "vote": a secret choice is one move for each seat; remove Min and Max
	//   flow: a loop in the flow never ends, and nothing in it waits for a move: give it a Max, Times or While
	//   action "lonely" is not offered in any step of the flow: add it to the Actions of an Act or Together
}

// A Fault shows where in the flow the game was.
func Example_flowFault() {
	zero := game.When("only seat 0 can", func(t *game.Tx) bool { return t.Seat == 0 })
	play := &game.Action{Name: "play", If: zero, Do: func(*game.Tx) {}}
	s := ordered(2, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Phase{Name: "main", Do: &game.Act{Name: "play", Actions: []*game.Action{play}, Min: 1, Max: 1}}}})
	_, err := s.PlayText(0, "play")
	fmt.Println(err)

	spin := func(t *game.Tx) bool { return t.Played() > 0 }
	s = ordered(1, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
		act(simple("start")),
		&game.Phase{Name: "spinning", Do: &game.Loop{While: spin, Do: game.Steps{}}},
	}}})
	_, err = s.PlayText(0, "start")
	fmt.Println(err)
	// Output:
	// fault in the rules: ordered: move 1: in step "play", seat 1 can do nothing but must make 1 moves: lower Min, or add Rules.Stuck
	//   loop
	//   each seat turn, seat 1
	//   phase main, seat 1
	//   act play, seat 1
	// fault in the rules: ordered: action start of seat 0, move 1: the flow runs more than 100000 steps without waiting for a move
	//   loop
	//   each seat turn, seat 0
	//   steps, seat 0
	//   phase spinning, seat 0
	//   loop, seat 0
}

// A flow can be drawn.
func Example_flowDiagram() {
	answer := &game.Phase{Name: "answer", Do: act(simple("block"), simple("yield"))}
	r := &game.Rules{
		Name: "drawn", Seats: game.Exactly(2), Calls: []game.Step{answer},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{
			&game.Phase{Name: "draw", Begin: func(*game.Tx) {}},
			&game.Phase{Name: "main", Do: &game.Act{Name: "plan", Actions: []*game.Action{simple("build"), simple("sell")}, Max: 3}},
		}}},
	}
	fmt.Print(begun(r).FlowText())
	fmt.Print(r.FlowDiagram())
	// Output:
	// > loop, until the game is over (no. 1)
	// >   each seat turn (player 1)
	//       phase draw, with Begin
	// >     phase main
	// >       act plan: build or sell, up to 3 moves (player 1, 0 done, 3 left)
	//   can be called:
	//     phase answer
	//       act block: block or yield
	// flowchart TD
	//   start(("start"))
	//   n0{{"loop, until the game is over"}}
	//   n1{{"each seat turn"}}
	//   subgraph n3box["phase draw, with Begin"]
	//     n3x["its hooks"]
	//   end
	//   subgraph n4box["phase main"]
	//     n5(["act plan: build or sell, up to 3 moves"])
	//   end
	//   subgraph call6box["can be called"]
	//     call6(("call"))
	//     subgraph n6box["phase answer"]
	//       n7(["act block: block or yield"])
	//     end
	//     back6(("continue"))
	//   end
	//   start --> n0
	//   n0 -->|"again"| n1
	//   n1 -->|"next seat"| n3x
	//   n3x --> n5
	//   n5 --> n1
	//   n1 -->|"all seats"| n0
	//   call6 --> n7
	//   n7 --> back6
}

// Everyone sees what is scheduled; its data may be hidden.
func Example_flowTrap() {
	x := newAlphabet()
	front := &game.Place{Name: "front", Each: true, Seen: game.ByOwner}
	spring := &game.Effect[game.ID]{Name: "spring", Do: func(t *game.Tx, id game.ID) {
		t.Move(id, x.pile)
		t.Say("{0} walks into {1}", t.Seat, id)
	}}
	turn := &game.EachSeat{Name: "turn"}
	set := &game.Action{Name: "set", Do: func(t *game.Tx) {
		id := t.Last(x.deck)
		t.Move(id, front.Of(t.Seat))
		t.Schedule(spring.With(id), game.Occasion{End: turn}.For(1-t.Seat).With(id))
	}}
	turn.Do = act(set, simple("walk"))
	s := begun(&game.Rules{
		Name: "traps", Seats: game.Exactly(2), Layout: []game.Layout{x.deck, front, x.pile}, Kinds: []*game.Kind{x.card},
		Parts: []game.Column{letter}, Effects: []game.AnyEffect{spring}, Flow: &game.Loop{Do: turn},
		Setup: func(t *game.Tx) {
			t.Create(x.card, x.deck, letter.Is("pit"))
			t.Create(x.card, x.deck, letter.Is("net"))
			t.Shuffle(x.deck)
		},
	}, game.Chance{Order: []string{"#1"}})
	s = after(s, "set")
	fmt.Println(onTable(s.View(0), "front/0"), "|", onTable(s.View(1), "front/0"))
	watch(s, "walk")
	// Output:
	// front/0: #1=pit | front/0: front/0:1
	// player 2: walk; player 2 walks into pit
}
