package game_test

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// Examples of the steps of a flow and of effects, one for each noun; docs/flow.md has longer ones.

// solo starts a game of one seat with this step as its flow.
func solo(turn game.Step) *game.State {
	return ordered(1, &game.EachSeat{Name: "turn", Do: turn})
}

// A Step is any part of the order of play; a Flow is one Step.
func ExampleStep() {
	var turn game.Step = &game.EachSeat{Name: "turn", Do: act(simple("dig"))}
	s := ordered(2, &game.Loop{Do: turn})
	fmt.Print(s.FlowText())
	// Output:
	// > loop, until the game is over (no. 1)
	// >   each seat turn (player 1)
	// >     act dig (player 1)
}

// Steps run one after the other.
func ExampleSteps() {
	s := solo(game.Steps{act(simple("draw")), act(simple("play")), game.Run((*game.Tx).Tie)})
	s = watch(s, "draw", "play")
	fmt.Println(s.Outcome())
	// Output:
	// player 1: draw
	// player 1: play
	// draw
}

// An Act waits for the moves of one seat: here two or three.
func ExampleAct() {
	s := ordered(2, &game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "work", Actions: []*game.Action{simple("dig")}, Min: 2, Max: 3}}})
	s = watch(s, "dig", "dig")
	s = after(s, "done")
	fmt.Println(s.Where())
	// Output:
	// player 1: dig
	// player 1: dig
	// waiting for player 2 to choose dig (0 done, 2 more needed, 3 left)
}

// A Run calls a function and continues.
func ExampleRun() {
	s := solo(&game.Loop{Do: game.Steps{act(simple("sow")), game.Run(func(t *game.Tx) { t.Say("it rains") })}})
	watch(s, "sow")
	// Output: player 1: sow; it rains
}

// A Phase has a name, and hooks when it begins and ends.
func ExamplePhase() {
	night := &game.Phase{
		Name:  "night",
		Begin: func(t *game.Tx) { t.Say("the lamps are lit") },
		Do:    act(simple("sleep")),
		End:   func(t *game.Tx) { t.Say("the cock crows") },
	}
	s := solo(&game.Loop{Do: night})
	fmt.Println(s.Where())
	watch(s, "sleep")
	// Output:
	// in phase night, waiting for player 1 to choose sleep
	// player 1: sleep; the cock crows; the lamps are lit
}

// A Loop counts its rounds.
func ExampleLoop() {
	round := &game.Loop{Times: func(*game.Tx) int { return 2 }, Do: act(simple("dig"))}
	s := solo(game.Steps{round, act(simple("rest"))})
	fmt.Println(round.Round(s), round.Round(after(s, "dig")), round.Round(after(s, "dig", "dig")))
	// Output: 1 2 0
}

// An EachSeat gives each seat in turn its step.
func ExampleEachSeat() {
	turn := &game.EachSeat{Name: "turn", Reverse: true, Do: act(simple("bid"))}
	s := ordered(3, game.Steps{turn, game.Run((*game.Tx).Tie)})
	fmt.Println(turn.In(s), turn.In(after(s, "bid")), turn.In(after(s, "bid", "bid", "bid")))
	// Output: seat 2 seat 1 nobody
}

// Order makes any order of seats that the other fields of an EachSeat cannot express.
func ExampleEachSeat_order() {
	evenFirst := func(_ *game.Tx, seats []game.Seat) (order []game.Seat) {
		for half := range game.Seat(2) {
			for _, seat := range seats {
				if seat%2 == half {
					order = append(order, seat)
				}
			}
		}
		return order
	}
	s := ordered(4, &game.Loop{Do: &game.EachSeat{Order: evenFirst, Do: act(simple("bid"))}})
	watch(s, "bid", "bid", "bid", "bid")
	// Output:
	// player 1: bid
	// player 3: bid
	// player 2: bid
	// player 4: bid
}

// A ForEach runs once for each of some elements.
func ExampleForEach() {
	x := newBox()
	each := &game.ForEach[game.ID]{Name: "each", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(x.row) }}
	each.Do = act(&game.Action{Name: "feed", Do: func(t *game.Tx) { t.Say("{0} is fed", t.Name(each.In(t))) }})
	x.Setup = func(t *game.Tx) { t.CreateMany(2, x.stone, x.row) }
	x.Flow = &game.EachSeat{Name: "turn", Do: game.Steps{each, game.Run((*game.Tx).Tie)}}
	x.Actions = nil
	watch(begun(x.Rules), "feed", "feed")
	// Output:
	// #1 is fed
	// #2 is fed
}

// A ForEach also iterates over seats, numbers and strings. A List keeps its order.
func ExampleForEach_list() {
	season := &game.ForEach[string]{Name: "season", List: func(*game.Tx) []string { return []string{"spring", "summer", "autumn"} }}
	season.Do = act(&game.Action{Name: "wait", Do: func(t *game.Tx) { t.Say("{0} goes by", season.In(t)) }})
	s := solo(game.Steps{season, game.Run((*game.Tx).Tie)})
	fmt.Println(season.In(s))
	watch(s, "wait", "wait", "wait")
	// Output:
	// spring
	// spring goes by
	// summer goes by
	// autumn goes by
}

// A Switch runs the first of its phases whose If holds. The last one here has no If, so it runs if no other does.
func ExampleSwitch() {
	moves := func(n int) game.Test { return func(t *game.Tx) bool { return t.Played() >= n } }
	s := solo(&game.Loop{Do: game.Switch{
		{Name: "ending", If: moves(3), Do: act(simple("close"))},
		{Name: "middle", If: moves(1), Do: act(simple("go"))},
		{Name: "opening", Do: act(simple("open"))},
	}})
	fmt.Println(s.Where())
	s = watch(s, "open", "go", "go")
	fmt.Println(s.Where())
	// Output:
	// in phase opening, waiting for player 1 to choose open
	// player 1: open
	// player 1: go
	// player 1: go
	// in phase ending, waiting for player 1 to choose close
}

// An unnamed Phase with an If runs or is skipped.
func ExamplePhase_unnamed() {
	first := func(t *game.Tx) bool { return t.Played() == 0 }
	s := solo(&game.Loop{Do: game.Steps{&game.Phase{If: first, Do: act(simple("open"))}, act(simple("go"))}})
	watch(s, "open", "go", "go")
	// Output:
	// player 1: open
	// player 1: go
	// player 1: go
}

// A Together waits for several seats at once.
func ExampleTogether() {
	s := ordered(3, game.Steps{&game.Together{Name: "vote", Actions: []*game.Action{simple("aye"), simple("no")}}, game.Run((*game.Tx).Tie)})
	s, _ = s.PlayText(2, "no")
	fmt.Println(s.Where())
	s, _ = s.PlayText(0, "aye")
	s, _ = s.PlayText(1, "aye")
	fmt.Println(s.Where())
	// Output:
	// waiting for player 1, player 2 to choose aye or no
	// the game is over: a draw
}

// Progress returns how many moves a seat has made, must make and may make.
func ExampleProgress() {
	s := solo(game.Steps{&game.Act{Name: "work", Actions: []*game.Action{simple("dig")}, Min: 2, Max: 3}, act(simple("rest"))})
	p, waits := after(s, "dig").Progress(0)
	fmt.Println(p.Step, p.Used, p.Needs, p.Left, waits)
	// Output: work 1 1 2 true
}

// An Effect is a change with a name and data, so that it can wait in the state.
func ExampleEffect() {
	rain := &game.Effect[int]{Name: "rain", Do: func(t *game.Tx, n int) { t.Say("it rains {0} hours", n) }}
	day := &game.Phase{Name: "day"}
	day.Do = act(&game.Action{Name: "pray", Do: func(t *game.Tx) {
		t.Apply(rain.With(1))
		t.Schedule(rain.With(5), game.Occasion{End: day})
	}})
	s := begun(&game.Rules{Name: "rain", Seats: game.Exactly(1), Effects: []game.AnyEffect{rain}, Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: day}}})
	watch(s, "pray")
	// Output: it rains 1 hours; it rains 5 hours
}

// AnyEffect is what Rules.Effects lists: Effects with data of any type.
func ExampleAnyEffect() {
	heal := &game.Effect[game.ID]{Name: "heal", Do: func(*game.Tx, game.ID) {}}
	rain := &game.Effect[int]{Name: "rain", Do: func(*game.Tx, int) {}}
	all := []game.AnyEffect{heal, rain}
	fmt.Println((&game.Rules{Name: "effects", Seats: game.Exactly(1), Actions: wait(), Effects: all}).Check())
	// Output: <nil>
}

// A Deed is an Effect with its data: something to be performed.
func ExampleDeed() {
	rain := &game.Effect[int]{Name: "rain", Do: func(t *game.Tx, n int) { t.Say("it rains {0} hours", n) }}
	weather := func(t *game.Tx) game.Deed { return rain.With(t.Played() + 1) }
	s := begun(&game.Rules{
		Name: "rain", Seats: game.Exactly(1), Effects: []game.AnyEffect{rain},
		Actions: []*game.Action{{Name: "pray", Do: func(t *game.Tx) { t.Apply(weather(t)) }}},
	})
	watch(s, "pray", "pray")
	// Output:
	// it rains 1 hours
	// it rains 2 hours
}

// An Occasion is when a scheduled effect happens, and how often.
func ExampleOccasion() {
	bell := &game.Effect[struct{}]{Name: "bell", Do: func(t *game.Tx, _ struct{}) { t.Say("the bell rings") }}
	day := &game.Phase{Name: "day"}
	wind := &game.Action{Name: "wind", Do: func(t *game.Tx) {
		t.Schedule(bell.With(struct{}{}), game.Occasion{Start: day}.Times(2))
		t.Say("wound")
	}}
	day.Do = act(wind, simple("wait"))
	s := begun(&game.Rules{Name: "bell", Seats: game.Exactly(1), Effects: []game.AnyEffect{bell}, Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: day}}})
	watch(s, "wind", "wait", "wait")
	// Output:
	// wound; the bell rings
	// player 1: wait; the bell rings
	// player 1: wait
}

// Is gives a Pick its value, for an action that the rules launch.
func ExamplePick_Is() {
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	dig := &game.Action{Name: "dig", Pick: []game.Choice{n}, Do: func(t *game.Tx) { t.Say("{0} digs {1}", t.Seat, n.In(t)) }}
	order := &game.Action{Name: "order", Do: func(t *game.Tx) {
		if err := t.Launch(1, dig, n.Is(2)); err != nil {
			t.Say(err.Error())
		}
	}}
	s := begun(&game.Rules{Name: "order", Seats: game.Exactly(2), Actions: []*game.Action{order, dig}})
	watch(s, "order")
	// Output: player 2 digs 2
}
