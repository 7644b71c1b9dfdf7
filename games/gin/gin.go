// Package gin is Gin Rummy: make sets and runs, and knock when little is left over.
package gin

import (
	"embed"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/card/deck"
	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures beside those of the deck

var (
	oneDeal = &game.Option[bool]{
		Name: "one-deal", Label: "One deal", Description: "Play a single deal instead of a match.",
	}
	bigGin = &game.Option[bool]{
		Name: "big-gin", Label: "Big gin", Description: "Eleven melded cards are big gin, for 31 points.",
	}
)

var (
	// Points are a player's points in the match, and Hands the deals they have won.
	Points = game.NewPart[int]("points").Looks(game.Look{Label: "Points"}).OnSeats()
	Hands  = game.NewPart[int]("hands").Looks(game.Look{Label: "Deals won"}).OnSeats()

	// Dealer is who deals. Taken is the card just taken from the discard pile: it cannot be discarded at once.
	Dealer = game.NewPart[game.Seat]("dealer").Looks(game.Look{Label: "Dealer"})
	Taken  = game.NewPart[game.ID]("taken").Looks(game.Look{Hidden: true})

	// Voids counts the deals in a row in which nobody knocked.
	Voids = game.NewPart[int]("voids").Looks(game.Look{Hidden: true})

	// Knocker is who has ended the deal.
	Knocker = game.NewPart[game.Seat]("knocker").Looks(game.Look{Hidden: true})

	// Refused counts the players who have refused the first card. It is gone once somebody has drawn.
	Refused = game.NewPart[int]("refused").Looks(game.Look{Hidden: true})
)

const rules = `Each player gets ten cards, and one is turned up. First the player who did not deal may take it, then the
dealer; if both pass, the first player must draw from the deck. From then on, draw the top card of the deck or of the
discard pile, and discard a card, but not the one you have just taken from the discard pile.

A meld is three or four cards of a rank, or three or more of a suit in sequence; aces are low. All other cards are
deadwood: aces count 1, jacks, queens and kings 10. You may knock with a discard that leaves you 10 deadwood or less.
Both hands are laid out with the best melds, and the other player lays off deadwood on the melds of the player who
knocked. With no deadwood at all, you have gin: then nothing can be laid off.

The player who knocked scores the difference in deadwood; gin scores 20 more. A player with the same deadwood or less
than the one who knocked undercuts them, and scores the difference and 10. When only two cards are left in the deck and
the player who drew last does not knock, the deal is void: nobody scores, and the same player deals again. Otherwise the
players take turns to deal, whoever won. One rule is special to Ply, so that every match ends: after three void deals in
a row, the player with more points wins, without the extra points below.

The match ends when a player has 100 points. That player gets 100 more, or 200 if the other player has no points. Then
both get 20 for each deal that they have won, and the player with more points wins, which can be the other one. With the
option big gin, a player whose eleven cards are all melded may end the deal without a discard and scores 31 instead of
20.`

// table is what the functions of a game share.
type table struct {
	playing                   *game.Kind
	stock, pile, hand, melded *game.Place
	from, drop                *game.Pick[game.ID]
	oneDeal, big              bool
}

// New returns the rules of a match to 100, or of a single deal, with or without big gin.
func New(single, big bool) *game.Rules {
	g := &table{
		playing: card.NewKind(),
		stock:   &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: look("Deck", "pile")},
		pile:    &game.Place{Name: "pile", Order: game.Stacked, Look: look("Discards", "pile")},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: look("Hand", "fan")},
		melded:  &game.Place{Name: "melds", Each: true, Look: look("Melds", "row")},
		oneDeal: single, big: big,
	}
	g.playing.Look.Picture = deck.Picture
	seen := &game.Action{
		Name: "next", Label: "Next deal", Description: "Continue when you have looked at the hands.", Do: func(*game.Tx) {},
	}
	deal := game.Steps{
		&game.Phase{Name: "deal", Label: "Play", EndIf: g.over, Do: g.turns(), End: g.score},
		&game.Phase{Name: "shown", Label: "The hands are shown", End: g.redeal, Do: &game.Together{
			Name: "looking", Label: "The hands are shown", Actions: []*game.Action{seen},
		}},
	}
	return &game.Rules{
		Name: "gin", Version: "4",
		About: game.About{
			Title: "Gin rummy", Description: "Make sets and runs, and knock before your opponent does.", Rules: rules,
			Minutes: 20, Complexity: 2, Categories: []string{"cards", "rummy"}, Picture: "cover.svg",
		},
		Art: deck.Art(art), Theme: game.Theme{Felt: "#25506d", Accent: "#8a5a00 #ffd166", Back: deck.Back},
		Seats: game.Exactly(2), Options: []game.Setting{oneDeal.Is(single), bigGin.Is(big)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make:    func(v game.Values) *game.Rules { return New(oneDeal.In(v), bigGin.In(v)) },
		Layout:  []game.Layout{g.stock, g.pile, g.hand, g.melded}, Kinds: []*game.Kind{g.playing},
		Parts:   append(card.Parts(), Points, Hands, Dealer, Taken, Voids, Knocker, Refused),
		Derived: []game.AnyDerived{g.deadwood()},
		Setup:   g.setup, Flow: &game.Loop{Do: deal}, Value: g.value, Levels: [4]int{4, 12, 50, 200},
	}
}

// look is how a place is labelled and laid out.
func look(label, layout string) game.Look { return game.Look{Label: label, Layout: layout} }

// setup draws who deals first.
func (g *table) setup(t *game.Tx) {
	card.Standard{}.Create(t, g.playing, g.stock)
	Dealer.Set(t, game.Root, game.Seat(t.Int(2)))
	t.Shuffle(g.stock)
	g.deal(t)
}

func (g *table) deal(t *game.Tx) {
	card.Deal(t, g.stock, g.hand, 10)
	t.Draw(g.stock, g.pile, 1)
	Knocker.Set(t, game.Root, game.Nobody)
	Refused.Set(t, game.Root, 0)
}

// redeal passes the deal on, unless it was void.
func (g *table) redeal(t *game.Tx) {
	card.Gather(t, g.stock, g.pile, g.hand, g.melded)
	if Knocker.Of(t, game.Root) != game.Nobody {
		Dealer.Set(t, game.Root, 1-Dealer.Of(t, game.Root))
	}
	t.Say("{0} deals", Dealer.Of(t, game.Root))
	g.deal(t)
}
