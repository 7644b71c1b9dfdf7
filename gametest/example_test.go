package gametest_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/connect4"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/gametest"
)

// t stands for the *testing.T that an example lacks.
var t = printing{}

type printing struct{ testing.TB }

func (printing) Helper()                           {}
func (printing) Errorf(format string, args ...any) { fmt.Printf(format+"\n", args...) }
func (printing) Fatalf(format string, args ...any) { panic(fmt.Sprintf(format, args...)) }

func Example() {
	g := gametest.New(t, tictactoe.New(), gametest.Setup{})
	g.Play(0, "place b2")
	g.Play(1, "place a1")
	g.Refuse(1, "place c1", game.NotYourTurn)
	g.RefuseWords(0, "place a1", "a1 cannot be chosen")
	g.ExpectTurn(0)
	g.ExpectIn("b2", "X")
	g.ExpectBoard(`
		. . .
		. X .
		O . .`)
	fmt.Print(g.Draw())
	// Output:
	// 3 . . .
	// 2 . X .
	// 1 O . .
	//   a b c
}

func ExampleCheck() {
	test := func(t *testing.T) { gametest.Check(t, connect4.New()) }
	_ = test // go test runs it
}

func ExampleConfig() {
	test := func(t *testing.T) {
		gametest.Config{Games: 10, MaxMoves: 26, Make: "hex.New(5, true)"}.Check(t, hex.New(5, true))
	}
	_ = test // go test runs it

	report, err := gametest.Config{Games: 3, Inputs: 50, Laws: []string{"replay", "undo and redo"}}.Examine(tictactoe.New())
	fmt.Println(report.Games, len(report.Breaches), err)
	// Output: 3 0 <nil>
}

// A Report has what was checked, and how often an observer could have noticed a secret.
func ExampleReport() {
	report, err := gametest.Config{Games: 1, Seats: []int{2}, Laws: gametest.Secrecy()}.Examine(gofish.New())
	fmt.Println(report.Games, len(report.Breaches), report.Pairs().Compared > 0, err)
	// Output: 1 0 true <nil>
}

// Pairs counts for one observer, here the spectators.
func ExamplePairs() {
	report, _ := gametest.Config{Games: 1, Seats: []int{2}, Laws: []string{"leaks"}}.Examine(gofish.New())
	spectators := report.Observed[game.Nobody]
	fmt.Println(spectators.Hidden > 0, spectators.Compared <= 2*spectators.Hidden) // each move is played with two deals
	// Output: true true
}

// A Breach names the broken law and has a test that shows it.
func ExampleBreach() {
	calls := 0 // a variable of the rules, which the law of determinism forbids
	rules := &game.Rules{Name: "forgetful", Seats: game.Exactly(1), Parts: []game.Column{points}, Actions: []*game.Action{
		{Name: "count", Do: func(t *game.Tx) {
			calls++
			points.Set(t, game.Root, calls)
			if t.Played() == 2 {
				t.Tie()
			}
		}},
	}}
	report, _ := gametest.Config{Games: 1, Laws: []string{"determinism"}}.Examine(rules)
	b := report.Breaches[0]
	fmt.Println(b.Law, "after", b.After, "move,", len(report.Breaches), "breach")
	// Output: determinism after 1 move, 1 breach
}

// A Setup is how a game starts; zero fields select the defaults.
func ExampleSetup() {
	setup := gametest.Setup{Seats: 3, Seed: 7}
	g := gametest.New(t, gofish.New(), setup)
	fmt.Println(setup, "-", g.State().Seats())
	// Output: seed 7, 3 seats - 3
}

// A Match is a game played by hand. Anything unexpected fails the test.
func ExampleMatch() {
	g := gametest.New(t, connect4.New(), gametest.Setup{})
	g.PlayAll("drop d1", "drop d2")
	g.ExpectTurn(0)
	g.ExpectIn("d2", "O")
	g.Undo()
	fmt.Println(g.Try(1, "drop d1"))
	// Output: drop, cell: d1 cannot be chosen
}

func ExampleGolden() {
	test := func(t *testing.T) { gametest.Golden(t, hex.New(3, false), "testdata/hex.golden", 1) }
	_ = test // go test runs it; go test -update writes the file
}

func ExampleFuzz() {
	fuzz := func(f *testing.F) { gametest.Fuzz(f, connect4.New()) }
	_ = fuzz // go test -fuzz runs it
}

func ExampleArrange() {
	g := gametest.Arrange(t, hex.New(3, false), gametest.Setup{Turn: 1}, `
		. X .
		 O O .
		  . X .`)
	g.Play(1, "place c2")
	fmt.Print(g.State().Outcome())
	// Output: won by seat 1
}

func ExampleMatch_PlayUntil() {
	g := gametest.New(t, connect4.New(), gametest.Setup{Seed: 7})
	g.PlayUntil(func(s *game.State) bool { return s.Count(s.Find("d3")) > 0 })
	g.ExpectRunning()
	g.PlayUntil(gametest.Over)
	g.ExpectOver()
	// Output:
}

func ExampleMatch_Rig() {
	g := gametest.New(t, dice(), gametest.Setup{})
	g.Rig(game.Chance{Number: 6}, game.Chance{Number: 6}, game.Chance{Number: 6}, game.Chance{Number: 6}, game.Chance{Number: 6},
		game.Chance{Order: []string{"#1"}}, game.Chance{Number: 0})
	g.Play(0, "roll -")
	fmt.Print(points.Of(g.State(), game.Seat(0)))
	// Output: 30
}

func ExampleDebug() {
	g := gametest.New(t, boxes(), gametest.Setup{})
	g.PlayAll("make", "put #1 #3", "put #2 shelf/0")
	fmt.Print(gametest.Debug(g.State()))
	// Output:
	// boxes, 1 seat, 3 moves made, seat 0 to act
	//   floor: #3 box of seat 0
	//   shelf/0: #2 box of seat 0
	//   #3: #1 box of seat 0
	//   rank: #1 1, #2 1, #3 1
}
