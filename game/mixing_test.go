package game_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// mixings counts what each observer remembers about shuffles and unseen draws.
func mixings(t testing.TB, s *game.State) (all []int) {
	t.Helper()
	var saved struct {
		Memory struct {
			Eyes []struct{ Mixings int }
		}
	}
	if err := json.Unmarshal(s.Save(), &saved); err != nil {
		t.Fatal(err)
	}
	for _, e := range saved.Memory.Eyes {
		all = append(all, e.Mixings)
	}
	return all
}

// If all cards are gathered, shuffled and dealt, a re-deal repeats one shuffle, however many rounds were played: the
// last shuffle replaces everything shuffled or drawn unseen before.
func TestShuffleSupersedes(t *testing.T) {
	for _, order := range []game.Order{game.Ordered, game.Unordered} {
		for name, gather := range map[string]func(*box, *game.Tx){
			"moved": func(x *box, tx *game.Tx) {
				for id := range tx.All(x.card) {
					tx.Move(id, x.pile)
				}
			},
			"drawn": func(x *box, tx *game.Tx) {
				tx.Draw(x.row, x.pile, 99)
				tx.Draw(x.hand.Of(1), x.pile, 99)
				tx.Draw(x.hand.Of(0), x.pile, 99)
			},
			"shuffled twice": func(x *box, tx *game.Tx) {
				tx.Shuffle(x.pile)
				for id := range tx.All(x.card) {
					tx.Move(id, x.pile)
				}
				tx.Shuffle(x.pile)
			},
		} {
			x := den()
			x.hand.Order = order
			deal := func(tx *game.Tx) {
				tx.Shuffle(x.pile)
				tx.Draw(x.pile, x.hand.Of(0), 2)
				tx.Draw(x.pile, x.hand.Of(1), 2)
			}
			s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.pile.ID(), 1, 2, 3, 4, 5, 6, 7); deal(tx) })
			for round := range 4 {
				if got, want := fmt.Sprint(mixings(t, s)), "[1 1 1]"; got != want {
					t.Errorf("%s, %v, round %d: mixings remembered are %s, want %s", name, order, round, got, want)
				}
				for seat := range game.Seat(2) {
					s = x.play(t, s, func(tx *game.Tx) { tx.Move(tx.First(x.hand.Of(seat)), x.row) })
				}
				s = x.play(t, s, func(tx *game.Tx) { gather(x, tx); deal(tx) })
			}
			got := redeals(t, s, 1, 300, func(r *game.State) string { return fmt.Sprint(face.Of(r, r.First(x.pile))) })
			want := []string{}
			for id := range s.All(x.card) {
				if s.Owner(s.Parent(id)) != 1 {
					want = append(want, fmt.Sprint(face.Of(s, id)))
				}
			}
			wantEven(t, name, got, want...)
		}
	}
}

// A shuffle replaces an older one only if nothing can have left in between. Cards 1 and 2 are shuffled, one of them
// with 3, and then one of these with the remaining card: cards 1 and 2 are each out with probability 1/4, card 3 with
// 1/2.
func TestShuffleSupersedesOnlyWhatItCovers(t *testing.T) {
	for seed := range uint64(12) {
		x := den()
		x.Setup = func(tx *game.Tx) { x.deal(tx, x.row.ID(), 1, 2, 3) }
		s, err := x.Rules.Start(2, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		hand := x.hand.Of(1)
		for _, do := range []func(*game.Tx){
			func(tx *game.Tx) {
				tx.Move(card(tx.State, 1), x.pile)
				tx.Move(card(tx.State, 2), x.pile)
				tx.Shuffle(x.pile)
			},
			func(tx *game.Tx) { tx.Draw(x.pile, hand, 1); tx.Draw(x.row, hand, 1); tx.Shuffle(hand) },
			func(tx *game.Tx) { tx.Draw(hand, x.pile, 1); tx.Shuffle(x.pile) },
		} {
			s = x.play(t, s, do)
		}
		got := redeals(t, s, 0, 400, func(r *game.State) string { return fmt.Sprint(face.Of(r, r.First(hand))) })
		if len(got) != 3 || got["1"] < 70 || got["2"] < 70 || got["3"] < 150 {
			t.Errorf("seed %d: in 400 tries the cards are out %v times", seed, got)
		}
	}
}
