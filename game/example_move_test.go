package game_test

import (
	"errors"
	"fmt"

	"github.com/plygame/ply/game"
)

// These examples show how players choose, what the game says and refuses, and options: one for each noun that has no
// example elsewhere.

// A Choice is what Action.Pick lists: Picks of any type.
func ExampleChoice() {
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 2 }}
	sure := &game.Pick[string]{Name: "sure", List: func(*game.Tx) []string { return []string{"yes", "no"} }}
	s := begun(&game.Rules{Name: "both", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "bet", Pick: []game.Choice{n, sure}, Do: func(*game.Tx) {}},
	}})
	moves, err := s.Moves()
	for _, m := range moves {
		fmt.Println(s.Text(m), err)
	}
	// Output:
	// bet 1 yes <nil>
	// bet 1 no <nil>
	// bet 2 yes <nil>
	// bet 2 no <nil>
}

// A Value is one choice in a form that can be stored and sent: a number for elements, seats and numbers, or a text.
func ExampleValue() {
	s := nim()
	m, _ := s.Parse(0, "take 3")
	fmt.Println(m.Picks[0][0].N, s.Text(game.Move{Action: "take", Picks: [][]game.Value{{{N: 2}}}}))
	// Output: 3 take 2
}

// A Candidate is a value of an Offer; one that cannot be chosen has a reason.
func ExampleCandidate() {
	n := &game.Pick[int]{Name: "n", List: func(*game.Tx) []int { return []int{1, 2, 3} }, If: func(t *game.Tx, n int) bool {
		if n == 2 {
			return t.Refuse("{0} is bad luck", n)
		}
		return true
	}}
	s := begun(&game.Rules{Name: "luck", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "say", Pick: []game.Choice{n}, Do: func(*game.Tx) {}},
	}})
	offers, _ := s.Offers(game.Move{Seat: 0, Action: "say"})
	for _, c := range offers[0].Options {
		if c.Why != nil {
			fmt.Println(offers[0].Show(c.Value), "-", c.Why)
			continue
		}
		fmt.Println(offers[0].Show(c.Value))
	}
	// Output:
	// 1
	// 2 - 2 is bad luck
	// 3
}

// A Text limits which free texts are accepted.
func ExampleText() {
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 2, Max: 4, Pattern: "[a-z]+"}}
	s := begun(&game.Rules{Name: "words", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "say", Pick: []game.Choice{word}, Do: func(*game.Tx) {}},
	}})
	for _, text := range []string{"say hey", "say hello", "say HEY"} {
		_, err := s.PlayText(0, text)
		fmt.Println(text, "-", err == nil)
	}
	// Output:
	// say hey - true
	// say hello - false
	// say HEY - false
}

// The arguments of a Line are plain values: elements, seats, numbers and words. They are kept apart from the
// text, so that it can be translated.
func ExampleNewLine() {
	for _, arg := range []any{game.Seat(1), 3, "rain"} {
		fmt.Println(game.NewLine("{0} comes", arg))
	}
	line := game.NewLine("{1} of {0} are left", 7, 2)
	fmt.Println(line, "-", line.Text, line.Args)
	// Output:
	// player 2 comes
	// 3 comes
	// rain comes
	// 2 of 7 are left - {1} of {0} are left [7 2]
}

// A condition explains why it does not hold.
func ExampleTx_Refuse() {
	gold := game.NewPart[int]("gold")
	price := &game.Pick[int]{Name: "price", Range: func(*game.Tx) (int, int) { return 1, 9 }, If: func(t *game.Tx, n int) bool {
		has := gold.Of(t, t.Seat)
		return n <= has || t.Refuse("{0} has only {1} gold", t.Seat, has)
	}}
	s := begun(&game.Rules{
		Name: "inn", Seats: game.Exactly(1), Parts: []game.Column{gold},
		Setup:   func(t *game.Tx) { gold.Set(t, game.Seat(0), 3) },
		Actions: []*game.Action{{Name: "pay", Pick: []game.Choice{price}, Do: func(t *game.Tx) { gold.Add(t, t.Seat, -price.In(t)) }}},
	})
	_, err := s.PlayText(0, "pay 5")
	fmt.Println(err)
	fmt.Println(gold.Of(after(s, "pay 2"), game.Seat(0)), "left")
	// Output:
	// pay, price: player 1 has only 3 gold
	// 1 left
}

// A Trace explains why a seat can or cannot do something, as a tree that programs can walk.
func ExampleTrace() {
	from := &game.Pick[int]{Name: "from", List: func(*game.Tx) []int { return []int{1, 2} }}
	to := &game.Pick[int]{Name: "to", List: func(*game.Tx) []int { return []int{7, 8, 9} },
		If: func(t *game.Tx, _ int) bool { return t.Refuse("the road is blocked") }}
	s := begun(&game.Rules{Name: "roads", Seats: game.Exactly(1), Actions: []*game.Action{
		{Name: "go", Pick: []game.Choice{from, to}, Do: func(*game.Tx) {}},
		{Name: "wait", Do: func(*game.Tx) {}},
	}})
	for _, action := range s.Trace(0).Below {
		fmt.Println(action.Name, action.Can)
		for _, pick := range action.Below {
			fmt.Printf("  %s: %d of %d\n", pick.Name, pick.Open, pick.Values)
			for _, reason := range pick.Below {
				fmt.Printf("    %d: %s\n", reason.Values, reason.Why)
			}
		}
	}
	// Output:
	// go false
	//   from: 0 of 2
	//     2: there is no choice for it: the road is blocked
	//   to: 0 of 3
	//     3: the road is blocked
	// wait true
}

// A Code stays the same when the words of a Refusal change.
func ExampleCode() {
	s := nim()
	for _, try := range []struct {
		seat game.Seat
		text string
	}{{0, "take 9"}, {1, "take 1"}, {0, "eat 1"}, {0, "take"}, {0, "take 1 1"}, {7, "take 1"}} {
		_, err := s.PlayText(try.seat, try.text)
		fmt.Printf("%s, %s: %s\n", try.seat, try.text, game.CodeOf(err))
	}
	fmt.Println(game.CodeOf(errors.New("the network is down")) == "")
	// Output:
	// seat 0, take 9: not-offered
	// seat 1, take 1: not-turn
	// seat 0, eat 1: no-action
	// seat 0, take: missing
	// seat 0, take 1 1: surplus
	// seat 7, take 1: no-seat
	// true
}

// Check finds everything that is wrong with a definition at once.
func ExampleRules_Check_faults() {
	r := nimRules()
	r.Kinds = append(r.Kinds, &game.Kind{Name: "stick"})
	r.Actions = append(r.Actions, &game.Action{Name: "take", Do: func(*game.Tx) {}})
	if all, ok := r.Check().(interface{ Unwrap() []error }); ok {
		for _, fault := range all.Unwrap() {
			fmt.Println(fault)
		}
	}
	// Output:
	// two kinds have the name "stick"
	// two actions have the name "take"
}

// Values holds the values of options; missing ones have their defaults.
func ExampleValues() {
	size := &game.Option[int]{Name: "size", Default: 9}
	swap := &game.Option[bool]{Name: "swap"}
	v := game.Values{"swap": "true"}
	fmt.Println(size.In(v), swap.In(v))
	// Output: 9 true
}

// A Setting is an Option with its value, as a lobby shows it.
func ExampleSetting() {
	size := &game.Option[int]{Name: "size", Label: "Board size", Default: 9, Min: 5, Max: 19}
	set := size.Is(13)
	fmt.Println(set.Label, set.Type, set.Value, "instead of", set.Default, "-", set.Min, "to", set.Max)
	// Output: Board size number 13 instead of 9 - 5 to 19
}

// A Preset is a named choice of options.
func ExamplePreset() {
	size := &game.Option[int]{Name: "size", Default: 9, Min: 5, Max: 19}
	var build func(n int) *game.Rules
	build = func(n int) *game.Rules {
		r := nimRules()
		r.Options = []game.Setting{size.Is(n)}
		r.Presets = []game.Preset{{Name: "small", Values: game.Values{"size": "5"}}}
		r.Make = func(v game.Values) *game.Rules { return build(size.In(v)) }
		return r
	}
	rules := build(9)
	small, err := rules.With(rules.Presets[0].Values)
	fmt.Println(small.Values(), err)
	// Output: map[size:5] <nil>
}
