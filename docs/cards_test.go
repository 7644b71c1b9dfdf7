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
		card.Sweep(t, taken.Of(winner), trick)
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

func TestWhistLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Games: cardGames()}.Check(t, whist(3))
}

// contract is a game of tricks for four with bidding: it is dealt again until somebody has enough points.
func contract(hand, enough int) *game.Rules {
	playing := card.NewKind()
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	cards := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	trick := &game.Place{Name: "trick", Each: true, Look: game.Look{Zone: "middle"}} // each card lies before its player
	taken := &game.Place{Name: "taken", Each: true, Order: game.Unordered, Seen: game.ByNone}
	points := game.NewPart[int]("points").Looks(game.Look{Label: "Points"}) // of a seat, in the match
	tricks := game.NewPart[int]("tricks").Looks(game.Look{Label: "Tricks"}) // of a seat, in this deal

	// These are of the table: what was bid, by whom, and who deals and leads. Trump is shown above the table.
	trump := game.NewPart[card.Suit]("trump").Looks(game.Look{Label: "Trump"})
	high := game.NewPart[int]("high").Looks(game.Look{Label: "Contract"})
	bidder := game.NewPart[game.Seat]("bidder").Looks(game.Look{Label: "Bid by"})
	dealer := game.NewPart[game.Seat]("dealer").Looks(game.Look{Label: "Dealer"})
	leader := game.NewPart[game.Seat]("leader").Looks(game.Look{Hidden: true})
	dealt := func(t *game.Tx) game.Seat { return dealer.Of(t, game.Root) }
	leads := func(t *game.Tx) game.Seat { return leader.Of(t, game.Root) }

	deal := func(t *game.Tx) {
		card.Gather(t, deck, cards, taken)
		card.Deal(t, deck, cards, hand)
		high.Set(t, game.Root, 0)
		trump.Set(t, game.Root, card.NoSuit)
		bidder.Set(t, game.Root, game.Nobody)
		for seat := range t.Standing().All() {
			tricks.Set(t, seat, 0)
		}
	}

	// Bid more tricks than the last player, or pass: then you are out of the auction.
	amount := &game.Pick[int]{Name: "tricks", Range: func(t *game.Tx) (int, int) { return high.Of(t, game.Root) + 1, hand }}
	suit := &game.Pick[card.Suit]{Name: "suit", List: func(*game.Tx) []card.Suit { return []card.Suit{card.Clubs, card.Diamonds, card.Hearts, card.Spades} }}
	bid := &game.Action{Name: "bid", Reads: "{seat} bids {tricks} {suit}", Pick: []game.Choice{amount, suit}, Do: func(t *game.Tx) {
		high.Set(t, game.Root, amount.In(t))
		trump.Set(t, game.Root, suit.In(t))
		bidder.Set(t, game.Root, t.Seat)
		leader.Set(t, game.Root, t.Seat)
	}}
	pass := &game.Action{Name: "pass", Pass: true, Do: func(t *game.Tx) { t.SitOut(t.Seat) }}
	sold := func(t *game.Tx) bool { // only the highest bidder is left, or nobody
		return t.Playing().Empty() || t.Playing().Len() == 1 && t.Playing().First() == bidder.Of(t, game.Root)
	}
	bidding := &game.Phase{Name: "bidding", EndIf: sold, End: func(t *game.Tx) { t.Return() }, Do: &game.Loop{
		Do: &game.EachSeat{LeftOf: dealt, Do: &game.Act{Name: "bid", Actions: []*game.Action{bid, pass}}},
	}}

	// Four players make a trick, and whoever takes it leads to the next one.
	which := &game.Pick[game.ID]{Name: "card", From: func(t *game.Tx) game.Set[game.ID] {
		return card.Follow(t, cards.Contents(t), t.First(trick.Of(leads(t))))
	}}
	play := &game.Action{Name: "play", Reads: "{seat} plays {card}", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Move(which.In(t), trick.Of(t.Seat))
	}}
	take := func(t *game.Tx) {
		t.Moment()
		var all []game.ID // the card led comes first
		for i := range t.Seats() {
			all = append(all, t.First(trick.Of((leads(t)+game.Seat(i))%game.Seat(t.Seats()))))
		}
		winner := t.Owner(t.Parent(card.Winner(t, trump.Of(t, game.Root), all...)))
		tricks.Add(t, winner, 1)
		card.Sweep(t, taken.Of(winner), trick)
		leader.Set(t, game.Root, winner)
	}
	declared := func(t *game.Tx) bool { return high.Of(t, game.Root) > 0 }
	left := func(t *game.Tx) bool { return !cards.Everything(t).Empty() }
	rest := &game.Loop{While: left, Do: game.Steps{
		&game.EachSeat{From: leads, Do: &game.Act{Name: "trick", Actions: []*game.Action{play}}},
		game.Run(take),
	}}

	// A contract that is made counts ten for each trick bid; one that fails counts as much for each of the others.
	score := func(t *game.Tx) {
		x, n := bidder.Of(t, game.Root), high.Of(t, game.Root)
		for seat := range t.Standing().All() {
			if made := tricks.Of(t, x) >= n; made == (seat == x) {
				points.Add(t, seat, 10*n)
			}
		}
		if slices.Max(points.BySeat(t)) >= enough {
			t.Score(points.BySeat(t)...) // the match is over
		}
	}
	return &game.Rules{
		Name: "contract", Version: "1", Seats: game.Exactly(4), Layout: []game.Layout{deck, cards, trick, taken},
		Kinds: []*game.Kind{playing}, Parts: append(card.Parts(), points, tricks, trump, high, bidder, dealer, leader),
		Setup: func(t *game.Tx) { card.Standard{}.Create(t, playing, deck) },
		Flow: &game.Loop{Do: game.Steps{
			game.Run(deal),
			bidding,
			&game.Phase{Name: "play", If: declared, Do: rest, End: score},
			game.Run(func(t *game.Tx) { dealer.Set(t, game.Root, t.After(dealt(t))) }),
		}},
	}
}

func TestContract(t *testing.T) {
	g := gametest.Deal(t, contract(2, 20), gametest.Setup{}, "hand 1: K♥ 2♥; hand 2: A♥ 3♠; hand 3: 4♦ 2♠; hand 4: 5♥ A♠")
	g.PlayAll("bid 1 ♥", "pass", "bid 2 ♠", "pass", "pass") // player 1 deals, so player 2 begins
	g.PlayAll("play A♠", "play 2♥", "play 3♠", "play 2♠")
	g.PlayAll("play 5♥", "play K♥", "play A♥", "play 4♦") // player 2 takes this one: the contract of 2 fails
	g.ExpectWinner(0, 1, 2)
}

func TestContractLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Games: cardGames()}.Check(t, contract(3, 40))
}

// president is a shedding game: play more than the last player, or pass.
func president() *game.Rules {
	playing := card.NewKind()
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	top := &game.Place{Name: "top"} // what was played last
	gone := &game.Place{Name: "gone", Order: game.Stacked, Seen: game.ByNone}
	high := func(t *game.Tx, id game.ID) int { // 3 is the lowest, 2 the highest
		return (int(card.Ranks.Of(t, id)) + 10) % 13
	}

	// Play as many cards as the last player did, all of one rank and higher. With nothing to beat, play any number.
	cards := &game.Pick[game.ID]{Name: "cards",
		From: func(t *game.Tx) game.Set[game.ID] {
			return hand.Contents(t).Where(func(id game.ID) bool { return t.Count(top) == 0 || high(t, id) > high(t, t.First(top)) })
		},
		Several: func(t *game.Tx) (int, int) {
			if n := t.Count(top); n > 0 {
				return n, n
			}
			return 1, 4
		},
	}
	play := &game.Action{Name: "play", Reads: "{seat} plays {cards}", Pick: []game.Choice{cards},
		Check: game.When("the cards must be of one rank", func(t *game.Tx) bool {
			all := game.SetOf(slices.Collect(cards.All(t))...)
			return card.Ranks.Where(t, all, card.Ranks.Of(t, cards.In(t))).Len() == all.Len()
		}),
		Do: func(t *game.Tx) {
			card.Sweep(t, gone, top)
			for id := range cards.All(t) {
				t.Move(id, top)
			}
			if t.Count(hand.Of(t.Seat)) == 0 {
				t.Win(t.Seat)
			}
		},
	}

	// When all others have passed, the cards are swept, and it is the turn of the player who played them.
	pass := &game.Action{Name: "pass", Pass: true, If: game.When("you lead", func(t *game.Tx) bool { return t.Count(top) > 0 }), Do: func(t *game.Tx) {
		if t.Passes() == t.Seats()-1 { // this one counts
			card.Sweep(t, gone, top)
		}
	}}
	return &game.Rules{
		Name: "president", Version: "1", Seats: game.Between(3, 6), Layout: []game.Layout{deck, hand, top, gone},
		Kinds: []*game.Kind{playing}, Parts: card.Parts(), Actions: []*game.Action{play, pass},
		Setup: func(t *game.Tx) {
			card.Standard{}.Create(t, playing, deck)
			t.Shuffle(deck)
			card.Deal(t, deck, hand, t.Count(deck)/t.Seats())
		},
	}
}

func TestPresident(t *testing.T) {
	g := gametest.Deal(t, president(), gametest.Setup{Seats: 3}, "hand 1: 3♣ 3♦ 9♣; hand 2: 4♣ 4♦ 2♥; hand 3: 8♠ A♠ K♠")
	g.RefuseWords(0, "play 3♣+9♣", "the cards must be of one rank")
	g.RefuseWords(0, "pass", "you lead")
	g.Play(0, "play 3♣+3♦")
	g.Refuse(1, "play 2♥", game.Missing) // two cards are needed
	g.PlayAll("play 4♣+4♦", "pass", "pass")
	g.ExpectTurn(1)
	g.ExpectIn("top")
	g.Play(1, "play 2♥")
	g.ExpectWinner(1)
}

func TestPresidentLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Games: cardGames()}.Check(t, president())
}

// rummy is a game of melds for two to four: the first to get rid of all cards wins.
func rummy() *game.Rules {
	playing := card.NewKind()
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner}
	laid := &game.Place{Name: "laid", Each: true}
	pile := &game.Place{Name: "pile", Order: game.Stacked}
	melds := &card.Melds{}

	// Draw a card from the deck or from the pile.
	draw := &game.Action{Name: "draw", Do: func(t *game.Tx) { t.Draw(deck, hand.Of(t.Seat), 1) }}
	take := &game.Action{Name: "take", Do: func(t *game.Tx) { t.Draw(pile, hand.Of(t.Seat), 1) }}

	// Then lay down as many melds as you like. Several says how many cards can be chosen; Check looks at all of them.
	cards := &game.Pick[game.ID]{Name: "cards", From: hand.Contents, Several: func(t *game.Tx) (int, int) {
		return 3, t.Count(hand.Of(t.Seat)) - 1 // one is left to discard
	}}
	lay := &game.Action{Name: "lay", Reads: "{seat} lays down {cards}", Pick: []game.Choice{cards},
		Check: game.When("this is neither a set nor a run", func(t *game.Tx) bool {
			return melds.Is(card.GroupOf(t, game.SetOf(slices.Collect(cards.All(t))...)))
		}),
		Do: func(t *game.Tx) {
			for id := range cards.All(t) {
				t.Move(id, laid.Of(t.Seat))
			}
			t.Next(t.Seat) // the same player plays on
		},
	}

	// A discard ends the turn.
	last := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	discard := &game.Action{Name: "discard", Reads: "{seat} discards {card}", Pick: []game.Choice{last}, Do: func(t *game.Tx) { t.Move(last.In(t), pile) }}
	turn := game.Steps{
		&game.Act{Name: "drawing", Actions: []*game.Action{draw, take}},
		&game.Act{Name: "playing", Actions: []*game.Action{lay, discard}},
	}
	return &game.Rules{
		Name: "rummy", Version: "1", Seats: game.Between(2, 4), Layout: []game.Layout{deck, hand, laid, pile},
		Kinds: []*game.Kind{playing}, Parts: card.Parts(), Flow: &game.Loop{Do: &game.EachSeat{Do: turn}},
		Setup: func(t *game.Tx) {
			card.Standard{}.Create(t, playing, deck)
			t.Shuffle(deck)
			card.Deal(t, deck, hand, 7)
			t.Draw(deck, pile, 1)
		},
		End: func(t *game.Tx) {
			for seat := range game.Seat(t.Seats()) {
				if t.Count(hand.Of(seat)) == 0 {
					t.Win(seat)
					return
				}
			}
			if t.Count(deck) == 0 {
				t.Tie()
			}
		},
	}
}

func TestRummy(t *testing.T) {
	g := gametest.Deal(t, rummy(), gametest.Setup{}, "hand 1: 3♣ 4♣ 5♣ 9♦ 9♥ 9♠ K♦; hand 2: A♠ 2♥ 4♠ 6♠ 8♠ 10♠ Q♠; pile: K♣")
	g.Refuse(0, "discard K♦", game.Unavailable) // draw first
	g.Play(0, "take")
	g.RefuseWords(0, "lay 3♣+4♣+K♦", "neither a set nor a run")
	g.PlayAll("lay 9♦+9♥+9♠", "lay 3♣+4♣+5♣")
	g.ExpectIn("hand/0", "K♦", "K♣")
	g.Play(0, "discard K♦")
	g.PlayAll("draw", "discard A♠")
	g.PlayAll("take", "discard K♣")
	g.ExpectIn("hand/0", "A♠")
}

func TestRummyLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	gametest.Config{Games: cardGames()}.Check(t, rummy())
}

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

// cardGames is how many games are played to check the laws: with -short, as few as possible.
func cardGames() int {
	if testing.Short() {
		return 0
	}
	return 2
}
