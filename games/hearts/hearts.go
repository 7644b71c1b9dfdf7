// Package hearts is Hearts: a game of tricks in which hearts and the queen of spades count against you, unless you take
// them all.
package hearts

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
	limit = &game.Option[int]{
		Name: "limit", Label: "Points that end the match", Description: "The match ends when a player has this many points.",
		Default: 100, Min: 20, Max: 200,
	}
	withJack = &game.Option[bool]{
		Name: "jack", Label: "Jack of diamonds", Description: "The jack of diamonds counts 10 points less.",
	}
	choice = &game.Option[bool]{
		Name: "moon-choice", Label: "Choice after the moon",
		Description: "A player who shoots the moon may take 26 points off their own score instead.",
	}
)

var (
	// Points are a player's points in the match; Taken are those in this deal, not yet added.
	Points = game.NewPart[int]("points").Looks(game.Look{Label: "Points"})
	Taken  = game.NewPart[int]("taken").Looks(game.Look{Label: "This deal"})

	// Jack is set for the player who took the jack of diamonds.
	Jack = game.NewPart[bool]("jack").Looks(game.Look{Label: "Jack of diamonds"})

	// Voids are the suits, as bits, that a player is known not to hold: see voids.go.
	Voids = game.NewPart[uint8]("voids").Looks(game.Look{Hidden: true})

	// Off is set if the player who shot the moon takes 26 points off instead of giving them to the others.
	Off = game.NewPart[bool]("off").Looks(game.Look{Hidden: true})

	// Broken tells that a heart was played in this deal. Deals counts the deals. Leader leads to the next trick.
	Broken = game.NewPart[bool]("broken").Looks(game.Look{Label: "Hearts are broken"})
	Deals  = game.NewPart[int]("deals").Looks(game.Look{Label: "Deal"})
	Leader = game.NewPart[game.Seat]("leader").Looks(game.Look{Hidden: true})
)

const rules = `Before each deal is played, all players pass three cards at the same time: to the left in the first deal,
to the right in the second, across in the third, and not at all in the fourth; then the cycle repeats. Three players
pass left, right and not at all; five pass left, right, two to the left, two to the right, and not at all. With three
players the 2♦ is left out, with five the 2♦ and the 2♣.

The lowest club leads to the first trick. Follow suit if you can; otherwise play any card, but on the first trick
neither a heart nor the queen of spades, unless you have nothing else. The highest card of the suit led takes the trick
and leads to the next. Hearts cannot be led until a heart has been played on another suit, unless you have nothing else.

Each heart counts 1 point and the queen of spades 13. A player who takes all of them shoots the moon: the others get 26
points each; with the option, that player may take 26 points off their own score instead. With another option, the
player who takes the jack of diamonds scores 10 points less, moon or not. The match ends when a player has 100 points
(or 20 to 200, an option); the player with the fewest points wins.`

// table is what the functions of a game share.
type table struct {
	playing                           *game.Kind
	deck, hand, passing, trick, taken *game.Place
	which                             *game.Pick[game.ID]
	three                             *game.Pick[game.ID]
	limit                             int
	oneDeal, jack, choice             bool
}

// New returns the rules of a match that ends at this many points, or of a single deal, with or without the jack.
func New(single bool, points int, jack bool) *game.Rules {
	return newRules(single, points, jack, false)
}

func newRules(single bool, points int, jack, off bool) *game.Rules {
	fan := game.Look{Label: "Hand", Layout: "fan"}
	passed := game.Look{Label: "Passed", Layout: "row", Zone: "side"}
	tricks := game.Look{Label: "Tricks", Layout: "count", Zone: "side"}
	g := &table{
		playing: card.NewKind(),
		deck: &game.Place{
			Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"},
		},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: fan},
		passing: &game.Place{Name: "passing", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: passed},
		trick:   &game.Place{Name: "trick", Each: true, Look: game.Look{Label: "Trick", Layout: "row", Zone: "middle"}},
		taken:   &game.Place{Name: "taken", Each: true, Order: game.Unordered, Seen: game.ByNone.Forgotten(), Look: tricks},
		limit:   points, oneDeal: single, jack: jack, choice: off,
	}
	g.playing.Look.Picture = deck.Picture
	deal := game.Steps{
		game.Run(g.start),
		&game.Phase{Name: "passing", Label: "Passing", If: g.passes, Do: g.passingStep(), End: g.exchange},
		game.Run(g.lead),
		&game.Phase{Name: "tricks", Label: "Tricks", Do: g.tricks()},
		g.moonChoice(),
		game.Run(g.count),
	}
	return &game.Rules{
		Name: "hearts", Version: "2",
		About: game.About{
			Title: "Hearts", Description: "Avoid hearts and the queen of spades, or take them all.", Rules: rules,
			Minutes: 30, Complexity: 2, Categories: []string{"cards", "tricks"}, Picture: "cover.svg",
		},
		Art: deck.Art(art), Theme: game.Theme{Felt: "#22593f", Accent: "#8a5a00 #ffd166", Back: deck.Back},
		Seats:   game.Between(3, 5),
		Options: []game.Setting{oneDeal.Is(single), limit.Is(points), withJack.Is(jack), choice.Is(off)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make: func(v game.Values) *game.Rules {
			return newRules(oneDeal.In(v), limit.In(v), withJack.In(v), choice.In(v))
		},
		Layout: []game.Layout{g.deck, g.hand, g.passing, g.trick, g.taken}, Kinds: []*game.Kind{g.playing},
		Parts: append(card.Parts(), Points, Taken, Jack, Voids, Off, Broken, Deals, Leader),
		Setup: g.setup, Flow: &game.Loop{Do: deal},
		Fits: g.fits, Guess: g.guess, Value: g.value, Levels: [4]int{20, 100, 400, 2000},
	}
}

// setup makes the deck: all players must get the same number of cards.
func (g *table) setup(t *game.Tx) {
	pack := card.Standard{}
	if t.Seats() != 4 {
		pack.Without = []card.Face{{Rank: 2, Suit: card.Diamonds}, {Rank: 2, Suit: card.Clubs}}[:t.Seats()/2]
	}
	pack.Create(t, g.playing, g.deck)
	t.Shuffle(g.deck)
	card.Deal(t, g.deck, g.hand, t.Count(g.deck)/t.Seats())
}

// start deals again, after the first deal.
func (g *table) start(t *game.Tx) {
	if Deals.Add(t, game.Root, 1) == 1 {
		return
	}
	card.Gather(t, g.deck, g.taken)
	card.Deal(t, g.deck, g.hand, t.Count(g.deck)/t.Seats())
}

// ways are how many seats to the left cards are passed in each deal, by the number of players.
var ways = [...][]int{3: {1, 2, 0}, 4: {1, 3, 2, 0}, 5: {1, 4, 2, 3, 0}}

func (g *table) way(r game.Reader) int {
	all := ways[r.Read().Seats()]
	return all[(Deals.Of(r, game.Root)-1)%len(all)]
}

// passes reports whether cards are passed in this deal.
func (g *table) passes(t *game.Tx) bool { return g.way(t) != 0 }

// passingStep lets all players pass three cards at the same time. They lie beside the hands until all have chosen.
func (g *table) passingStep() game.Step {
	g.three = &game.Pick[game.ID]{
		Name: "cards", From: g.hand.Contents, Several: func(*game.Tx) (int, int) { return 3, 3 },
		Ask: func(t *game.Tx) *game.Line {
			return game.NewLine("Which three cards do you pass to {0}?", g.to(t, t.Seat))
		},
	}
	pass := &game.Action{
		Name: "pass", Label: "Pass three cards", Reads: "{seat} passes {cards}", Pick: []game.Choice{g.three},
		Do: func(t *game.Tx) {
			for id := range g.three.All(t) {
				t.Move(id, g.passing.Of(t.Seat))
			}
		},
	}
	return &game.Together{Name: "choice", Label: "Passing", Secret: true, Actions: []*game.Action{pass}}
}

// to is the player whom a player passes cards to.
func (g *table) to(t *game.Tx, seat game.Seat) game.Seat {
	return (seat + game.Seat(g.way(t))) % game.Seat(t.Seats())
}

// exchange takes up what was passed. Those who passed cards know who holds them.
func (g *table) exchange(t *game.Tx) {
	for seat := range game.Seat(t.Seats()) {
		for id := range t.In(g.passing.Of(seat)) {
			t.Move(id, g.hand.Of(g.to(t, seat)))
		}
	}
}
