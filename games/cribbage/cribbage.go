// Package cribbage is Cribbage: peg points in the play, count your hand, and be the first to reach 121.
package cribbage

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
		Name: "one-deal", Label: "One deal", Description: "Play a single deal; the most points win.",
	}
	muggins = &game.Option[bool]{
		Name: "muggins", Label: "Muggins",
		Description: "Players count their own hands, and the player on the left may claim what they miss.",
	}
)

var (
	// Points are a player's points; partners have the same. Dealer is who has the crib.
	Points = game.NewPart[int]("points").Looks(game.Look{Label: "Points", Track: goal})
	Dealer = game.NewPart[game.Seat]("dealer").Looks(game.Look{Label: "Dealer"})

	// Sum is the count of the line of cards in the play, and Next the player whose turn it is.
	Sum  = game.NewPart[int]("sum").Looks(game.Look{Label: "Count"})
	Next = game.NewPart[game.Seat]("next").Looks(game.Look{Hidden: true})

	// Gone is set for players who have said go since the count began. Above is what all cards of a player exceed who could
	// not go on.
	Gone  = game.NewPart[bool]("gone").Looks(game.Look{Hidden: true})
	Above = game.NewPart[int8]("above").Looks(game.Look{Hidden: true})

	// With muggins, Checked is how many hands have been counted and checked, and Missed what the last player to count
	// their hand has missed.
	Checked = game.NewPart[int]("checked").Looks(game.Look{Hidden: true})
	Missed  = game.NewPart[int]("missed").Looks(game.Look{Hidden: true})
)

const rules = `The first dealer is chosen at random; then players deal in turn. Two players get six cards and put two
into the crib, which belongs to the dealer. Three or four players get five cards and put one into it; with three, one
more comes from the deck. Four players form two pairs, who sit opposite each other and score together. Then the starter
is cut from the deck; if it is a jack, the dealer pegs 2.

Play: beginning on the dealer's left, players lay down a card in turn and add its value to the count, up to 31. Aces
count 1, jacks, queens and kings 10. Peg 2 for making 15 or 31, 2 for a pair, 6 for three of a kind, 12 for four, and 1
for each card of a run, in any order. A player who cannot play says "go". The last card pegs 1, unless the count is 31;
then a new count begins.

Show: beginning on the dealer's left, each hand is counted together with the starter, the dealer's last; then the crib.
Peg 2 for each combination of 15, 2 for each pair, 1 for each card of a run, and 1 for the jack of the starter's suit. A
flush in the hand is worth 4, or 5 if the starter is of the same suit; in the crib, only the 5 count. With the option
muggins, players count their own hands. The next player may claim points that you miss, and gets those that you count
too many. Points in the play are always counted for you.

The first player with 121 points wins at once. If the loser has fewer than 91 points, they are skunked, and the win
counts twice; with fewer than 61, it counts four times.`

const goal = 121

// table is what the functions of a game share.
type table struct {
	playing                                *game.Kind
	deck, hand, crib, starter, line, front *game.Place
	drop, which                            *game.Pick[game.ID]
	claim, more                            *game.Pick[int]
	show                                   *game.ForEach[int]
	oneDeal, muggins                       bool
}

// New returns the rules of a game to 121, or of a single deal, with or without muggins.
func New(single, strict bool) *game.Rules {
	g := &table{
		playing: card.NewKind(),
		deck:    &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: look("Deck", "pile")},
		starter: &game.Place{Name: "starter", Look: look("Starter", "pile")},
		crib:    &game.Place{Name: "crib", Order: game.Unordered, Seen: game.ByNone, Look: look("Crib", "row")},
		line:    &game.Place{Name: "line", Look: look("Play", "row")},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: look("Hand", "fan")},
		front:   &game.Place{Name: "front", Each: true, Order: game.Unordered, Look: look("Cards", "row")},
		oneDeal: single, muggins: strict,
	}
	g.playing.Look.Picture = deck.Picture
	seen := &game.Action{
		Name: "next", Label: "Next deal", Description: "Continue when you have looked at the hands.", Do: func(*game.Tx) {},
	}
	deal := game.Steps{
		&game.Phase{Name: "discard", Label: "Discarding", Do: g.discarding(), End: g.cut},
		&game.Phase{Name: "play", Label: "Play", Do: g.pegging(), End: g.open},
		g.showing(),
		game.Run(g.single),
		&game.Phase{Name: "shown", Label: "The hands are shown", End: g.redeal, Do: &game.Together{
			Name: "looking", Label: "The hands are shown", Actions: []*game.Action{seen},
		}},
	}
	return &game.Rules{
		Name: "cribbage", Version: "3",
		About: game.About{
			Title: "Cribbage", Description: "Fifteens, pairs and runs: be the first to peg 121 points.", Rules: rules,
			Minutes: 30, Complexity: 3, Categories: []string{"cards"}, Picture: "cover.svg",
		},
		Art: deck.Art(art), Theme: game.Theme{Felt: "#633629", Accent: "#8a4b00 #ffcf7a", Back: deck.Back},
		Seats: game.Between(2, 4), Options: []game.Setting{oneDeal.Is(single), muggins.Is(strict)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make:    func(v game.Values) *game.Rules { return New(oneDeal.In(v), muggins.In(v)) },
		Layout:  []game.Layout{g.deck, g.starter, g.crib, g.line, g.hand, g.front}, Kinds: []*game.Kind{g.playing},
		Parts: append(card.Parts(), Points, Dealer, Sum, Next, Gone, Above, Checked, Missed), Derived: g.counts(),
		Setup: g.setup, Flow: &game.Loop{Do: deal}, Fits: g.fits, Value: g.value, Levels: [4]int{12, 50, 200, 1000},
	}
}

// look is how a place is labelled and laid out.
func look(label, layout string) game.Look { return game.Look{Label: label, Layout: layout} }

func dealer(r game.Reader) game.Seat { return Dealer.Of(r, game.Root) }

// setup draws who deals first.
func (g *table) setup(t *game.Tx) {
	card.Standard{}.Create(t, g.playing, g.deck)
	t.Shuffle(g.deck)
	Dealer.Set(t, game.Root, game.Seat(t.Int(t.Seats())))
	g.deal(t)
}

func (g *table) deal(t *game.Tx) {
	card.Deal(t, g.deck, g.hand, 4+discards(t.Seats()))
	if t.Seats() == 3 {
		t.Draw(g.deck, g.crib, 1)
	}
}

// discarding asks all players at the same time for their cards for the crib.
func (g *table) discarding() game.Step {
	g.drop = &game.Pick[game.ID]{
		Name: "cards", From: g.hand.Contents,
		Several: func(t *game.Tx) (int, int) { return discards(t.Seats()), discards(t.Seats()) },
		Ask:     func(t *game.Tx) *game.Line { return game.NewLine("What do you put into the crib of {0}?", dealer(t)) },
	}
	discard := &game.Action{
		Name: "discard", Label: "Discard to the crib", Reads: "{seat} puts {cards} into the crib",
		Pick: []game.Choice{g.drop},
		Do: func(t *game.Tx) {
			for id := range g.drop.All(t) {
				t.Move(id, g.crib)
			}
		},
	}
	return &game.Together{Name: "crib", Label: "Discarding", Secret: true, Actions: []*game.Action{discard}}
}

// discards is how many cards each player puts into the crib.
func discards(seats int) int {
	if seats == 2 {
		return 2
	}
	return 1
}

// cut turns up the starter. A jack is worth 2 for the dealer.
func (g *table) cut(t *game.Tx) {
	t.Draw(g.deck, g.starter, 1)
	t.Say("the starter is {0}", t.First(g.starter))
	Next.Set(t, game.Root, t.After(dealer(t)))
	if card.Ranks.Of(t, t.First(g.starter)) == card.Jack {
		g.peg(t, dealer(t), 2, "his heels")
	}
}

// peg adds points for a player, and a partner opposite, and reports whether that wins the game.
func (g *table) peg(t *game.Tx, seat game.Seat, points int, what string) (won bool) {
	if points == 0 {
		return false
	}
	sum := Points.Add(t, seat, points)
	if t.Seats() == 4 {
		Points.Set(t, (seat+2)%4, sum)
	}
	t.Say("{0} {0|point|points} for {1}: {2} has {3}", points, what, seat, sum)
	if sum < goal {
		return false
	}
	for x, points := range Points.BySeat(t) {
		switch {
		case points < 61:
			t.Say("{0} is skunked twice: the win counts four times", game.Seat(x))
		case points < 91:
			t.Say("{0} is skunked: the win counts twice", game.Seat(x))
		}
	}
	t.Score(Points.BySeat(t)...)
	return true
}

// single ends the game after one deal, if that was chosen.
func (g *table) single(t *game.Tx) {
	if g.oneDeal {
		t.Score(Points.BySeat(t)...)
	}
}

// redeal passes the deal on.
func (g *table) redeal(t *game.Tx) {
	card.Gather(t, g.deck, g.starter, g.crib, g.front)
	for seat := range game.Seat(t.Seats()) {
		Above.Set(t, seat, 0)
	}
	Checked.Set(t, game.Root, 0)
	Dealer.Set(t, game.Root, t.After(dealer(t)))
	t.Say("{0} deals", dealer(t))
	g.deal(t)
}
