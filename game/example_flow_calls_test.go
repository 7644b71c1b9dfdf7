package game_test

import (
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
)

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
