package docs_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// whist is a trick-taking game for four: follow suit, and take the most tricks.
func whist(hand int) *game.Rules {
	playing := card.NewKind()
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	cards := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	trick := &game.Place{Name: "trick"}
	taken := &game.Place{Name: "taken", Each: true, Order: game.Unordered, Seen: game.ByNone}
	tricks := game.NewPart[int]("tricks").Looks(game.Look{Label: "Tricks"}) // of a seat

	// Follow suit if you can. Where everyone can see that you could not, let Fits know: see games/hearts.
	which := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] {
		return card.Follow(t, cards.Contents(t), t.First(trick))
	}}

	// The whole trick is shown for a moment; then the highest card, or the highest spade, takes it and leads.
	take := func(t *game.Tx) {
		t.Moment()
		best := card.Winner(t, card.Spades, slices.Collect(t.In(trick))...)
		winner := t.Owner(best)
		t.Say("{0} takes the trick with {1}", winner, best)
		tricks.Add(t, winner, 1)
		for id := range t.In(trick) {
			t.Move(id, taken.Of(winner))
		}
		t.Next(winner)
	}
	play := &game.Action{Name: "play", Reads: "{seat} plays {card}", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Give(which.In(t), t.Seat)
		t.Move(which.In(t), trick)
		if t.Count(trick) == t.Seats() {
			take(t)
		}
	}}
	return &game.Rules{
		Name: "whist", Version: "1", Seats: game.Exactly(4), Layout: []game.Layout{deck, cards, trick, taken},
		Kinds: []*game.Kind{playing}, Parts: append(card.Parts(), tricks), Actions: []*game.Action{play},
		Setup: func(t *game.Tx) {
			card.Standard{}.Create(t, playing, deck)
			t.Shuffle(deck)
			card.Deal(t, deck, cards, hand)
		},
		End: func(t *game.Tx) {
			if cards.Everything(t).Empty() && t.Count(trick) == 0 {
				t.Score(tricks.BySeat(t)...)
			}
		},
	}
}

func TestWhist(t *testing.T) {
	g := gametest.Deal(t, whist(2), gametest.Setup{}, "hand 1: K♥ 2♥; hand 2: A♥ 3♠; hand 3: 4♦ 2♠; hand 4: 5♥ 6♥")
	g.Play(0, "play K♥")
	g.RefuseWords(1, "play 3♠", "3♠ cannot be chosen")
	g.PlayAll("play A♥", "play 2♠", "play 5♥")
	g.ExpectSaid("player 3 takes the trick with 2♠")
	g.ExpectTurn(2)
}

func TestWhistLaws(t *testing.T) { gametest.Config{Games: 2}.Check(t, whist(3)) }

func Example_cardMelds() {
	melds := &card.Melds{} // sets and runs of three or more
	for r := card.Ace; r <= card.King; r++ {
		melds.Worth[r] = min(10, int(r)) // what a card counts that is left over
	}
	faces, _ := card.ParseFaces("4♣ 5♣ 6♣ 7♣ 7♦ 7♠ K♥ 2♦")
	var hand card.Group
	for _, f := range faces {
		hand |= f.Group()
	}
	found, rest := melds.Best(hand, nil)
	for _, m := range found {
		fmt.Println(m)
	}
	fmt.Println("left over:", rest, "which counts", melds.Count(rest))
	// Output:
	// 7♣ 7♦ 7♠
	// 4♣ 5♣ 6♣
	// left over: 2♦ K♥ which counts 12
}

func Example_cardLists() {
	wolf, bear := &game.Kind{Name: "wolf", Look: game.Look{Label: "Wolf"}}, &game.Kind{Name: "bear", Look: game.Look{Label: "Cave bear"}}
	pool := &card.Pool{Kinds: []*game.Kind{wolf, bear}, Copies: 3, Min: 4, Max: 60}
	deck, err := pool.Parse("3 Wolf\n2 Cave bear")
	fmt.Println(deck.Size(), err)
	_, err = pool.Parse("4 Wolf\n2 Cave beer")
	fmt.Println(err)
	// Output:
	// 5 <nil>
	// line 1: 4 Wolf: a deck may have at most 3
	// line 2: there is no card "Cave beer": did you mean Cave bear?
}
