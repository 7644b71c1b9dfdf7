package probes

import (
	"testing"

	"github.com/plygame/ply/game"
)

// sums is a game of one number: add one or two numbers to it, each as soon as it is chosen, or double it.
func sums() *game.Rules {
	sum := game.NewPart[int]("sum")
	number := &game.Pick[int]{Name: "number", Repeat: true,
		Range:   func(*game.Tx) (int, int) { return 1, 3 },
		Several: func(*game.Tx) (int, int) { return 1, 2 },
		Then:    func(t *game.Tx, n int) { sum.Add(t, game.Root, n) }}
	return &game.Rules{
		Name:  "sums",
		Seats: game.Exactly(2),
		Parts: []game.Column{sum},
		Actions: []*game.Action{
			{Name: "add", Pick: []game.Choice{number}, Do: func(*game.Tx) {}},
			{Name: "double", Do: func(t *game.Tx) { sum.Add(t, game.Root, sum.Of(t, game.Root)) }},
		},
		End: func(t *game.Tx) {
			if sum.Of(t, game.Root) > 1000 {
				t.Tie()
			}
		},
	}
}

// The move visited last may be played by keeping the effects of its picks. A recording fork undoes every move that it
// visits, and must reach the same states; so must a marked one.
func TestRandomMovesActOnce(t *testing.T) {
	for _, r := range []*game.Rules{checkers(checkersStart), draughts(checkersStart), backgammon(), sums()} {
		s := begin(t, r, 2)
		plain, recorded := s.Fork(), s.Fork()
		for n := range uint64(12) {
			plain.Reset(s)
			plain.Seed(n)
			recorded.Reset(s)
			recorded.Seed(n)
			recorded.Record(true)
			for i := 0; ; i++ {
				before := plain.Hash()
				m := plain.Mark()
				if _, err := plain.Random(); err != nil {
					t.Fatal(err)
				}
				plain.Back(m)
				if got := plain.Hash(); got != before {
					t.Fatalf("%s, game %d, move %d: after Back the fork is at %x, not at %x", r.Name, n, i, got, before)
				}
				plain.Seed(n + uint64(i)<<8)
				recorded.Seed(n + uint64(i)<<8)
				more, err := plain.Random()
				if err != nil {
					t.Fatal(err)
				}
				if _, err := recorded.Random(); err != nil {
					t.Fatal(err)
				}
				if got, want := plain.Hash(), recorded.Hash(); got != want {
					t.Fatalf("%s, game %d, move %d: %x, but %x if every visited move is undone", r.Name, n, i, got, want)
				}
				if !more || i > 300 {
					break
				}
			}
		}
	}
}
