package gametest

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// murmur is a card game with one action per turn, and a Guess. Optionally, all cards are dealt again every four moves.
func murmur(do func(t *game.Tx, deck, hand, pile *game.Place), again bool, guess func(t *game.Tx, deck *game.Place)) *game.Rules {
	card := &game.Kind{Name: "card"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	pile := &game.Place{Name: "pile"}
	deal := func(t *game.Tx) {
		for id := range t.All(card) {
			t.Move(id, deck)
		}
		t.Shuffle(deck)
		for seat := range t.Standing().All() {
			t.Draw(deck, hand.Of(seat), 3)
		}
	}
	r := &game.Rules{
		Name: "murmur", Seats: game.Exactly(2), Kinds: []*game.Kind{card}, Layout: []game.Layout{deck, hand, pile}, Parts: []game.Column{worth},
		Setup: func(t *game.Tx) {
			t.CreateMany(12, card, deck, worth.Nth(func(i int) int { return i }))
			deal(t)
		},
		Actions: []*game.Action{{Name: "act", Do: func(t *game.Tx) {
			do(t, deck, hand, pile)
			if again && t.Played()%4 == 3 {
				deal(t)
			}
			if t.Played() > 10 || t.Count(deck) == 0 {
				t.Tie()
			}
		}}},
	}
	if guess != nil {
		r.Guess = func(t *game.Tx, _ game.Seat) { guess(t, deck) }
	}
	return r
}

func hint(t *game.Tx, _, hand, _ *game.Place) {
	t.Say("{0} holds {1}", t.Seat, worth.Of(t, t.First(hand.Of(t.Seat))))
}

func turnUp(t *game.Tx, deck, _, pile *game.Place) { t.Move(t.First(deck), pile) }

// best turns up the best card of the deck, which reveals what is not in it.
func best(t *game.Tx, deck, _, pile *game.Place) {
	var best game.ID
	for id := range t.In(deck) {
		if best == 0 || worth.Of(t, id) > worth.Of(t, best) {
			best = id
		}
	}
	t.Move(best, pile)
}

// Rules with a Guess are checked as closely as those without, unless the Guess changes what comes into sight.
func TestGuessHidesNoLeak(t *testing.T) {
	t.Parallel()
	turns := []bool{false, true}
	if testing.Short() {
		turns = turns[:1]
	}
	nothing := func(*game.Tx, *game.Place) {}
	swap := func(t *game.Tx, deck *game.Place) { // the two top cards of the deck; the game draws from the bottom
		if all := slices.Collect(t.In(deck)); len(all) > 2 && !t.Kept(all[len(all)-2]) && !t.Kept(all[len(all)-1]) {
			t.Move(all[len(all)-2], deck)
		}
	}
	both := func(t *game.Tx, deck, hand, pile *game.Place) { hint(t, deck, hand, pile); turnUp(t, deck, hand, pile) }
	for name, guess := range map[string]func(*game.Tx, *game.Place){"nothing": nothing, "swap": swap} {
		for _, again := range turns {
			for what, do := range map[string]func(t *game.Tx, deck, hand, pile *game.Place){"hint": hint, "hint and turn up": both, "best": best} {
				t.Run(fmt.Sprint(name, ", ", what, ", ", again), func(t *testing.T) {
					rules := murmur(do, again, guess)
					watch(t, func(t testing.TB) { Config{Games: 6, Laws: []string{leaksLaw}}.Check(t, rules) }).wants(`law "leaks" is broken`)
				})
			}
			examine := func(guess func(*game.Tx, *game.Place)) Pairs {
				r, err := Config{Games: 4, Laws: []string{leaksLaw}}.Examine(murmur(turnUp, again, guess))
				if err != nil || len(r.Breaches) > 0 {
					t.Fatal(err, r.Breaches)
				}
				return r.Pairs()
			}
			if got, want := examine(guess), examine(nil); got.Guessed > 0 || name == "nothing" && got != want {
				t.Errorf("%s, %v: %s; without a Guess %s", name, again, got, want)
			}
		}
	}
}

// A Guess that moves the elements about to be seen leaves nothing to compare, which is a failure.
func TestGuessedAway(t *testing.T) {
	rules := murmur(turnUp, false, func(t *game.Tx, deck *game.Place) { t.Shuffle(deck) })
	watch(t, func(t testing.TB) { Config{Games: 6, Laws: []string{leaksLaw}}.Check(t, rules) }).
		wants(`law "leaks" could not be checked for murmur: Rules.Guess changed what `, "it must not change elements that are t.Kept")
	r, err := Config{Games: 6, Laws: []string{leaksLaw}}.Examine(rules)
	if err != nil || len(r.Breaches) != 1 || r.Breaches[0].Law != leaksLaw {
		t.Errorf("%v, breaches %v", err, r.Breaches)
	}
}
