package gametest

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// badOpen is a fork that leaves choices open in a wrong way.
type badOpen struct {
	fork
	open func(f *badOpen, s *game.State, seat game.Seat, seed uint64) error
}

func (f *badOpen) RedealOpen(s *game.State, seat game.Seat, seed uint64) error {
	return f.open(f, s, seat, seed)
}

// openKernels leave the secret choices of others open in a wrong way.
var openKernels = []struct {
	name, words string
	open        func(f *badOpen, s *game.State, seat game.Seat, seed uint64) error
}{
	{"nothing is left open", "left open, the secret choices are", func(f *badOpen, s *game.State, seat game.Seat, seed uint64) error {
		return f.fork.Redeal(s, seat, seed)
	}},
	{"the seat's own choice is left open, too", "left open, the secret choices are", func(f *badOpen, s *game.State, seat game.Seat, seed uint64) error {
		if err := f.fork.RedealOpen(s, seat, seed); err != nil {
			return err
		}
		_ = f.fork.Play(withdrawal(s, seat))
		return nil
	}},
	{"the deal depends on the choices", "what is dealt depends on what", func(f *badOpen, s *game.State, seat game.Seat, seed uint64) error {
		return f.fork.RedealOpen(s, seat, seed+uint64(len(fmt.Sprint(pendingIn(s)))))
	}},
	{"it is dealt for the spectators", "left open, its view differs", func(f *badOpen, s *game.State, _ game.Seat, seed uint64) error {
		return f.fork.RedealOpen(s, game.Nobody, seed)
	}},
}

// draft is a game of three hands: all take a card in secret, and the hands are passed on.
func draft() *game.Rules {
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	row := &game.Place{Name: "row", Each: true}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	take := &game.Action{Name: "take", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Move(which.In(t), row.Of(t.Seat)) }}
	return &game.Rules{
		Name: "draft", Seats: game.Exactly(3), Layout: []game.Layout{deck, hand, row}, Kinds: []*game.Kind{card}, Parts: []game.Column{worth},
		Setup: func(t *game.Tx) {
			for i := range 15 {
				t.Create(card, deck, worth.Is(i+1))
			}
			t.Shuffle(deck)
			for i := range 12 {
				t.Move(t.Last(deck), hand.Of(game.Seat(i%3)))
			}
		},
		Flow: game.Steps{
			&game.Loop{Max: 4, Do: game.Steps{
				&game.Together{Name: "choice", Actions: []*game.Action{take}, Secret: true},
				game.Run(func(t *game.Tx) { t.Rotate(hand.Of(0), hand.Of(1), hand.Of(2)) }),
			}},
			game.Run(func(t *game.Tx) { t.Tie() }),
		},
	}
}

func TestChoicesThatAreNotLeftOpenAreFound(t *testing.T) {
	check := func(t *testing.T, words string, k *kernel) {
		t.Helper()
		r := watch(t, func(t testing.TB) { Config{Games: 4, Laws: []string{"re-deal"}, kernel: k}.Check(t, draft()) })
		r.wants(`law "re-deal" is broken by draft`, words)
	}
	for _, c := range openKernels {
		t.Run(c.name, func(t *testing.T) {
			k := actual()
			k.fork = func(s *game.State) fork { return &badOpen{s.Fork(), c.open} }
			check(t, c.words, &k)
		})
	}
	t.Run("the seats that have chosen are not to act", func(t *testing.T) {
		k := actual()
		choosing := false
		k.fork = func(s *game.State) fork {
			return &badOpen{s.Fork(), func(f *badOpen, s *game.State, seat game.Seat, seed uint64) error {
				choosing = true
				return f.fork.RedealOpen(s, seat, seed)
			}}
		}
		k.toAct = func(s *game.State) game.Set[game.Seat] {
			if choosing && len(pendingIn(s)) == 0 {
				return game.SetOf(s.Turn())
			}
			return s.ToAct()
		}
		check(t, "are to act, not", &k)
	})
}

// Leaving choices open breaks no law, with and without hidden cards.
func TestChoicesLeftOpenAreFine(t *testing.T) {
	for _, rules := range []*game.Rules{draft(), &newPledge().Rules} {
		Config{Games: 4, Laws: []string{"re-deal"}}.Check(t, rules)
	}
}
