package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

var thought = game.NewPart[int]("thought")

// hilo is a game of guessing a secret number: each guess is answered.
func hilo() *game.Rules {
	number := &game.Pick[int]{Name: "number", Range: func(*game.Tx) (int, int) { return 1, 50 }}
	think := func(t *game.Tx) { thought.Set(t, game.Root, t.Roll(50)) }
	return &game.Rules{
		Name: "hilo", Seats: game.Exactly(2), Setup: think,
		Parts: []game.Column{thought.Seen(game.ByNone)},
		Actions: []*game.Action{{Name: "guess", Pick: []game.Choice{number}, Do: func(t *game.Tx) {
			switch is := thought.Of(t, game.Root); {
			case number.In(t) < is:
				t.Announce("it is more than {0}", number.In(t))
			case number.In(t) > is:
				t.Announce("it is less than {0}", number.In(t))
			default:
				t.Announce("it is {0}", is)
				t.Win(t.Seat)
			}
		}}},
		End: func(t *game.Tx) {
			if t.Played() == 12 {
				t.Tie()
			}
		},
		Guess: func(t *game.Tx, _ game.Seat) { think(t) },
	}
}

// Re-deals agree with the announcements: a Guess that ignores the answers is found.
func TestGuessRespectsAnnouncements(t *testing.T) {
	check := func(r *game.Rules) *recorder {
		return watch(t, func(t testing.TB) {
			Config{Games: 6, Laws: []string{"re-deal"}}.Check(t, r)
		})
	}
	check(hilo()).wants(`law "re-deal" is broken by hilo`, "would have announced", "but it announced")

	// A Guess that respects them keeps within the announced bounds.
	low, high := game.NewPart[int]("low"), game.NewPart[int]("high")
	honest := hilo()
	honest.Parts = append(honest.Parts, low, high)
	setup, do := honest.Setup, honest.Actions[0].Do
	number := honest.Actions[0].Pick[0].(*game.Pick[int])
	honest.Setup = func(t *game.Tx) {
		setup(t)
		high.Set(t, game.Root, 51)
	}
	honest.Actions[0].Do = func(t *game.Tx) {
		do(t)
		switch n, is := number.In(t), thought.Of(t, game.Root); {
		case n <= is:
			low.Set(t, game.Root, max(low.Of(t, game.Root), n))
			if n == is {
				high.Set(t, game.Root, n+1)
				low.Set(t, game.Root, n-1)
			}
		default:
			high.Set(t, game.Root, min(high.Of(t, game.Root), n))
		}
	}
	honest.Guess = func(t *game.Tx, _ game.Seat) {
		from, to := low.Of(t, game.Root), high.Of(t, game.Root)
		thought.Set(t, game.Root, from+t.Roll(to-from-1))
	}
	check(honest).wantsNone()
}
