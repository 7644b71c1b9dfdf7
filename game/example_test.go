package game_test

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// one starts a game with one seat and one action with these picks.
func one(do func(*game.Tx), picks ...game.Choice) *game.State {
	s, err := (&game.Rules{
		Name: "one", Seats: game.Exactly(3),
		Actions: []*game.Action{{Name: "go", Pick: picks, Do: do}},
	}).Start(3, game.SeedOf(1))
	if err != nil {
		panic(err)
	}
	return s
}

// try plays moves from the same state and prints what each says, or why it is refused.
func try(s *game.State, moves ...string) {
	for _, text := range moves {
		next, err := s.PlayText(s.Turn(), text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		for _, line := range next.Said() {
			fmt.Println(line)
		}
	}
}

// From offers a Set of elements. Filters combine like sets: next to the first choice, and not taken.
func ExamplePick() {
	track := &game.Place{Name: "track", Names: []string{"p1", "p2", "p3", "p4"}}
	man := &game.Kind{Name: "man"}
	mine := func(t *game.Tx) game.Set[game.ID] { return t.Held(t.Seat) }
	near := func(t *game.Tx, id game.ID) game.Set[game.ID] {
		return game.SetOf(track.At(0), track.At(1), track.At(2), track.At(3)).Where(func(o game.ID) bool { return o == id+1 || o+1 == id })
	}
	from := &game.Pick[game.ID]{Name: "from", From: mine}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return near(t, from.In(t)).Minus(t.Filled()) }}
	s, _ := (&game.Rules{
		Name: "walk", Seats: game.Exactly(1), Layout: []game.Layout{track}, Kinds: []*game.Kind{man},
		Setup: func(t *game.Tx) {
			for _, i := range []int{0, 1, 3} {
				t.Give(t.Create(man, track.At(i)), 0)
			}
		},
		Actions: []*game.Action{{Name: "step", Pick: []game.Choice{from, to}, Do: func(t *game.Tx) {
			t.Move(t.Last(from.In(t)), to.In(t))
		}}},
	}).Start(1, game.SeedOf(1))
	moves, _ := s.Moves()
	for _, m := range moves {
		fmt.Println(s.Text(m))
	}
	// Output:
	// step p2 p3
	// step p4 p3
}

// A Set may also be of seats, or of small numbers.
func ExamplePick_seats() {
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	coins := &game.Pick[int]{Name: "coins", From: func(*game.Tx) game.Set[int] { return game.SetOf(1, 2, 5) }}
	s := one(func(t *game.Tx) { t.Say("{0} gives {1} to {2}", t.Seat, coins.In(t), whom.In(t)) }, whom, coins)
	try(s, "go 2 5", "go 0 5", "go 1 3")
	// Output:
	// player 1 gives 5 to player 3
	// go, whom: 0 cannot be chosen
	// go, coins: 3 cannot be chosen
}

// List offers values of any small plain type: words, constants, coordinates.
func ExamplePick_list() {
	type at struct{ X, Y int16 }
	card := &game.Pick[suit]{Name: "suit", List: func(*game.Tx) []suit { return []suit{"hearts", "spades"} }}
	where := &game.Pick[at]{Name: "where", List: func(*game.Tx) []at { return []at{{0, 1}, {-3, 7}} }}
	s := one(func(t *game.Tx) {
		t.Say("{0} at {1}", card.In(t), where.In(t).X)
	}, card, where)
	try(s, `go spades "{-3 7}"`, `go clubs "{0 1}"`)
	// Output:
	// spades at -3
	// go, suit: clubs cannot be chosen
}

// Range offers all whole numbers between two bounds, which may depend on earlier picks.
func ExamplePick_range() {
	bid := &game.Pick[int]{Name: "bid", Range: func(*game.Tx) (int, int) { return 1, 100 }}
	tip := &game.Pick[int]{Name: "tip", Range: func(t *game.Tx) (int, int) { return 0, bid.In(t) / 10 }}
	s := one(func(t *game.Tx) { t.Say("{0} and {1}", bid.In(t), tip.In(t)) }, bid, tip)
	try(s, "go 50 5", "go 50 6", "go 0 0")
	// Output:
	// 50 and 5
	// go, tip: 6 cannot be chosen, only 0 to 5
	// go, bid: 0 cannot be chosen, only 1 to 100
}

// Text is free, within its limits.
func ExamplePick_text() {
	name := &game.Pick[string]{Name: "name", Text: &game.Text{Min: 2, Max: 8, Pattern: "[A-Za-z ]+"}}
	s := one(func(t *game.Tx) { t.Say("hello, {0}", name.In(t)) }, name)
	try(s, `go "Ann Lee"`, "go A", "go 4nn")
	// Output:
	// hello, Ann Lee
	// go, name: the text needs at least 2 letters
	// go, name: the text does not match [A-Za-z ]+
}

// An optional pick may be skipped. A pick may refuse a value with its own reason.
func ExamplePick_optional() {
	wine := &game.Pick[int]{Name: "glasses", Range: func(*game.Tx) (int, int) { return 1, 9 }, Optional: true,
		If: func(t *game.Tx, n int) bool {
			if n > 3 {
				return t.Refuse("{0} glasses are too many", n)
			}
			return true
		}}
	s := one(func(t *game.Tx) { t.Say("{0} glasses, {1} chosen", wine.In(t), wine.Chosen(t)) }, wine)
	try(s, "go 2", "go -", "go 5")
	// Output:
	// 2 glasses, 1 chosen
	// 0 glasses, 0 chosen
	// go, glasses: 5 glasses are too many
}

// Several chooses different values at once, between a minimum and a maximum.
func ExamplePick_several() {
	which := &game.Pick[int]{Name: "which", Range: func(*game.Tx) (int, int) { return 1, 4 },
		Several: func(*game.Tx) (int, int) { return 2, 3 }}
	s := one(func(t *game.Tx) {
		var all []string
		for n := range which.All(t) {
			all = append(all, fmt.Sprint(n))
		}
		t.Say("{0}", strings.Join(all, " and "))
	}, which)
	try(s, "go 4+1", "go 1", "go 1+2+3+4", "go 2+2")
	moves, _ := s.Moves()
	fmt.Println(len(moves), "moves") // 6 pairs and 4 triples
	// Output:
	// 4 and 1
	// go, which: at least 2 must be chosen, got 1
	// go, which: at most 3 can be chosen, got 4
	// go, which: 2 is chosen twice
	// 10 moves
}

// A repeated pick that acts at once: each step depends on the result of the previous one, and yet it is one move. It
// ends when there is nothing left to choose.
func ExamplePick_repeat() {
	heap := game.NewPart[int]("heap")
	left := func(t *game.Tx) int { return heap.Of(t, game.Root) }
	eat := &game.Pick[int]{Name: "eat", Repeat: true,
		Range: func(t *game.Tx) (int, int) { return 1, min(2, left(t)) },
		Then:  func(t *game.Tx, n int) { heap.Set(t, game.Root, left(t)-n) },
	}
	s, _ := (&game.Rules{
		Name: "eat", Seats: game.Exactly(1), Parts: []game.Column{heap},
		Setup:    func(t *game.Tx) { heap.Set(t, game.Root, 3) },
		Actions:  []*game.Action{{Name: "eat", Pick: []game.Choice{eat}}},
		Deadlock: (*game.Tx).Tie,
	}).Start(1, game.SeedOf(1))
	moves, _ := s.Moves()
	for _, m := range moves {
		fmt.Println(s.Text(m))
	}
	try(s, "eat 2", "eat 2+2")
	// Output:
	// eat 1+1+1
	// eat 1+2
	// eat 2+1
	// eat, eat: it must be chosen once more
	// eat, eat: 2 cannot be chosen, only 1
}

// Choices of one pick can be excluded from the next.
func ExamplePick_notChosen() {
	a := &game.Pick[int]{Name: "a", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	b := &game.Pick[int]{Name: "b", List: func(t *game.Tx) []int {
		return slices.DeleteFunc([]int{1, 2, 3}, func(n int) bool { return n == a.In(t) })
	}}
	s := one(func(*game.Tx) {}, a, b)
	moves, _ := s.Moves()
	for _, m := range moves {
		fmt.Print(s.Text(m), ", ")
	}
	// Output: go 1 2, go 1 3, go 2 1, go 2 3, go 3 1, go 3 2,
}

// Check lists everything that is wrong with a definition at once.
func ExampleRules_Check() {
	fmt.Println((&game.Rules{
		Name:    "Tag",
		Seats:   game.Exactly(2),
		Kinds:   []*game.Kind{{Name: "runner"}, {Name: "runner"}},
		Actions: []*game.Action{{Name: "run"}},
	}).Check())
	// Output:
	// the rules cannot be played:
	//   game "Tag": a game's name must be in lower case: use "tag", and About.Title for players
	//   two kinds have the name "runner"
	//   action "run": it does nothing: give it a Do, or set Pass
}

// A Fault is a bug in the rules. It names action, seat and move; the state does not change.
func ExampleFault() {
	s := one(func(t *game.Tx) {
		none := []int{}
		t.Say("{0}", none[0])
	})
	next, err := s.PlayText(0, "go")
	fmt.Println(err)
	fmt.Println(next == s)
	// Output:
	// fault in the rules: one: action go of seat 0, move 1: runtime error: index out of range [0] with length 0 (example_test.go:216)
	// true
}

// A Move is an action and the values of its picks. It can be written and read as text.
func ExampleMove() {
	s := nim()
	m := game.Move{Seat: 0, Action: "take", Picks: [][]game.Value{{{N: 2}}}}
	text := s.Text(m)
	again, err := s.Parse(0, text)
	fmt.Println(text, again.Picks[0][0].N, err)
	next, err := s.Play(m)
	fmt.Println(next.Count(next.Find("heap")), err)
	// Output:
	// take 2 2 <nil>
	// 5 <nil>
}
