// Package market is Night Market, a drafting game: take one card, pass the others on, and build the best stall.
package market

import (
	"slices"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

var (
	rounds  = &game.Option[int]{Name: "rounds", Label: "Nights", Description: "Nights played.", Default: 3, Min: 1, Max: 3}
	fewer   = &game.Option[int]{Name: "fewer", Label: "Fewer cards", Description: "How many fewer each hand has.", Max: 4}
	porters = &game.Option[bool]{Name: "porters", Label: "Porters", Description: "Porters fetch two cards.", Default: true}
)

// The traits printed on the cards.
var (
	Price = game.NewTrait[int]("price") // of cloth
	Beats = game.NewTrait[int]("beats") // of drums
)

// Coins are what a player has earned so far.
var Coins = game.NewPart[int]("coins").Looks(game.Look{Label: "Coins"})

// rules are the rules for players.
const rules = `All players secretly choose a card from their hands at the same time. Then the chosen cards are revealed,
and the hands are passed on: to the left, and on every second night to the right. The last card of a hand goes to the
player it is passed to. Then the night ends: the stalls are scored and cleared.

After the last night the cats are scored. The player with the most coins wins; ties are broken by the most cats.`

const beats = "the most beats earn 6, the second most 3"

// table is what the functions of a game share.
type table struct {
	lantern, teapot, spice, tailor, cat, porter *game.Kind
	pack                                        card.List

	deck, pile, hand, stall, home *game.Place

	night       *game.Loop
	first, next *game.Pick[game.ID]
	fewer       int
}

// kind adds n cards of a kind to the pack.
func (g *table) kind(n int, name, title, worth string, with ...game.With) *game.Kind {
	k := &game.Kind{Name: name, Description: worth, With: with, Look: face(title)}
	g.pack = append(g.pack, card.Copies{Kind: k, N: n})
	return k
}

// New returns the rules for this many nights, with hands smaller by less cards than usual, with or without porters.
func New(nights, less int, fetch bool) *game.Rules {
	g := &table{
		// The deck is face down, hands are secret, and everything else is open. Cats stay at home from night to night.
		deck:  &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: look("Deck", "pile")},
		pile:  &game.Place{Name: "pile", Order: game.Stacked, Look: look("Discards", "pile")},
		hand:  &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: look("Hand", "fan")},
		stall: &game.Place{Name: "stall", Each: true, Look: look("Stall", "row")},
		home:  &game.Place{Name: "home", Each: true, Look: look("Cats", "row")},
		fewer: less,
	}
	g.lantern = g.kind(14, "lantern", "Lantern", "every three are worth 10")
	g.teapot = g.kind(14, "teapot", "Teapot", "every two are worth 5")
	g.spice = g.kind(14, "spice", "Spice", "one is worth 1, two 3, three 6, four 10, five or more 15")
	g.tailor = g.kind(6, "tailor", "Tailor", "the next cloth you take goes here and counts three times")
	g.cat = g.kind(10, "cat", "Cat", "the most earn 6 after the last night; the fewest cost 6 if three or more play")
	g.kind(5, "cotton", "Cotton", "is worth 1", Price.Is(1))
	g.kind(10, "linen", "Linen", "is worth 2", Price.Is(2))
	g.kind(5, "silk", "Silk", "is worth 3", Price.Is(3))
	g.kind(6, "drum", "Drum", beats, Beats.Is(1))
	g.kind(12, "pair", "Drum pair", beats, Beats.Is(2))
	g.kind(8, "band", "Drum band", beats, Beats.Is(3))

	// There must be enough cards for all nights.
	fit := func(v game.Values, seats int) *game.Line {
		cards, dealt := plain, rounds.In(v)*seats*size(seats, fewer.In(v))
		if porters.In(v) {
			cards += extra
		}
		if dealt <= cards {
			return nil
		}
		return game.NewLine("{0} nights with {1} players need {2} cards, but there are {3}: "+
			"play fewer nights, with fewer cards, or with porters", rounds.In(v), seats, dealt, cards)
	}

	// All players take a card at the same time, in secret.
	g.first = &game.Pick[game.ID]{Name: "card", From: g.hand.Contents, Ask: func(t *game.Tx) *game.Line {
		return game.NewLine("Night {0}, hands go to the {1}. Which card do you take?", g.night.Round(t), g.way(t))
	}}
	choices := []*game.Action{{Name: "take", Label: "Take a card", Reads: "{seat} chooses {card}",
		Pick: []game.Choice{g.first}, Do: g.take}}

	// A player with a porter may send it to fetch two cards.
	if fetch {
		g.porter = g.kind(extra, "porter", "Porter", "worth nothing; on a later turn you may pass it on to take two cards")
		g.next = &game.Pick[game.ID]{Name: "second", Prompt: "And which one does the porter fetch?",
			From: func(t *game.Tx) game.Set[game.ID] { return g.hand.Contents(t).Minus(game.SetOf(g.first.In(t))) }}
		choices = append(choices, &game.Action{
			Name: "send", Label: "Send the porter: take two cards", Reads: "{seat} chooses {card}, and {second} for the porter",
			Pick: []game.Choice{g.first, g.next}, Do: g.send,
			If: game.When("there is no porter at your stall", func(t *game.Tx) bool { return g.idle(t, g.porter) != 0 }),
		})
	}

	// The last card of a hand is not chosen: it goes to the player it is passed to.
	turn := game.Steps{&game.Together{Name: "choice", Label: "Choosing", Actions: choices, Secret: true}, game.Run(g.pass)}
	turns := &game.Loop{Times: func(t *game.Tx) int { return size(t.Seats(), less) - 1 }, Do: turn}
	g.night = &game.Loop{Max: nights, Do: &game.Phase{
		Name: "night", Label: "Night", Begin: g.deal, End: g.close, Do: game.Steps{turns, game.Run(g.last)},
	}}
	return &game.Rules{
		Name: "market", Version: "1", Art: art, Theme: theme,
		About: game.About{
			Title: "Night Market", Description: "Take a card, pass the others on, and build the best stall of the market.",
			Rules: rules, Minutes: 20, Complexity: 2, Categories: []string{"cards", "drafting", "family"}, Picture: "cover.svg",
		},
		Seats: game.Between(2, 5), Options: []game.Setting{rounds.Is(nights), fewer.Is(less), porters.Is(fetch)},
		Presets: []game.Preset{
			{Name: "short", Label: "Short game", Values: game.Values{"rounds": "2", "fewer": "2"}},
			{Name: "first", Label: "First game", Values: game.Values{"rounds": "1", "porters": "false"}},
		},
		Fit: fit, Make: func(v game.Values) *game.Rules { return New(rounds.In(v), fewer.In(v), porters.In(v)) },
		Layout: []game.Layout{g.deck, g.pile, g.hand, g.stall, g.home}, Kinds: g.pack.Kinds(), Parts: []game.Column{Coins},
		Setup: func(t *game.Tx) { g.pack.Create(t, g.deck); t.Shuffle(g.deck) },
		Flow:  game.Steps{g.night, game.Run(g.end)}, Value: g.value,
	}
}

// How many cards there are, and how many porters come with the option.
const plain, extra = 104, 4

// size is how many cards each player gets: ten with two players, and one fewer for each further player.
func size(seats, fewer int) int { return 12 - seats - fewer }

// deal begins a night: it clears the stalls and deals the hands.
func (g *table) deal(t *game.Tx) {
	n := size(t.Seats(), g.fewer)
	card.Sweep(t, g.pile, g.stall)
	t.Say("Night {0}: {1} cards for each, hands go to the {2}", g.night.Round(t), n, g.way(t))
	card.Deal(t, g.deck, g.hand, n)
}

// way is the direction in which hands are passed: to the right on every second night.
func (g *table) way(t *game.Tx) string { return [...]string{"right", "left"}[g.night.Round(t)%2] }

// take is the usual turn.
func (g *table) take(t *game.Tx) { g.put(t, g.first.In(t)) }

// put lays down a player's card: cats go home, cloth goes to a tailor who has none yet.
func (g *table) put(t *game.Tx, id game.ID) {
	text, to := "{0} takes {1}", g.stall.Of(t.Seat)
	if t.Kind(id) == g.cat {
		to = g.home.Of(t.Seat)
	} else if tailor := g.idle(t, g.tailor); tailor != 0 && Price.Of(t, id) > 0 {
		text, to = "{0} takes {1} for the tailor", tailor
	}
	t.Say(text, t.Seat, id)
	t.Move(id, to)
}

// idle returns a card of this kind at the player's stall with nothing on it, 0 if there is none.
func (g *table) idle(t *game.Tx, k *game.Kind) game.ID {
	for id := range t.In(g.stall.Of(t.Seat)) {
		if t.Kind(id) == k && t.Count(id) == 0 {
			return id
		}
	}
	return 0
}

// send takes two cards; the porter is passed on with the others.
func (g *table) send(t *game.Tx) {
	porter := g.idle(t, g.porter)
	t.Say("{0} sends {1}", t.Seat, porter)
	g.put(t, g.first.In(t))
	g.put(t, g.next.In(t))
	t.Move(porter, g.hand.Of(t.Seat))
}

// pass passes every hand to the neighbour.
func (g *table) pass(t *game.Tx) {
	hands := slices.Collect(g.hand.All(t).All())
	if g.way(t) == "right" {
		slices.Reverse(hands)
	}
	t.Rotate(hands...)
}

// last gives all players the last card of their hands.
func (g *table) last(t *game.Tx) {
	for seat := range game.Seat(t.Seats()) {
		t.Seat = seat
		g.put(t, t.First(g.hand.Of(seat)))
	}
}

// close ends a night and scores the stalls.
func (g *table) close(t *game.Tx) {
	loud := make([]int, t.Seats())
	for seat := range loud {
		loud[seat] = sum(t, g.stall.Of(game.Seat(seat)), Beats)
	}
	for seat, drums := range majority(loud) {
		seat, stall := game.Seat(seat), g.stall.Of(game.Seat(seat))
		counts, cloth := map[*game.Kind]int{}, 0
		for id := range t.In(stall) {
			counts[t.Kind(id)]++
			cloth += Price.Of(t, id) + 3*sum(t, id, Price) // what is on a tailor counts three times
		}
		lanterns, teapots := counts[g.lantern]/3*10, counts[g.teapot]/2*5
		spices := [...]int{0, 1, 3, 6, 10, 15}[min(5, counts[g.spice])]
		all := lanterns + teapots + spices + cloth + drums
		t.Say("{0} earns {1}: lanterns {2}, teapots {3}, spices {4}, cloth {5}, drums {6}; {7} in all", seat, all,
			lanterns, teapots, spices, cloth, drums, Coins.Add(t, seat, all))
	}
}

// sum adds up what is printed on the cards in a place, or on a card.
func sum(t *game.Tx, in game.ID, of *game.Trait[int]) (n int) {
	for id := range t.In(in) {
		n += of.Of(t, id)
	}
	return n
}

// majority gives 6 for the most and 3 for the second most. Ties share the coins, rounded down. If several are
// tied for first, there is no second. Players with none get nothing.
func majority(counts []int) []int {
	most, second := slices.Max(counts), 0
	for _, n := range counts {
		if n < most {
			second = max(second, n)
		}
	}
	coins := make([]int, len(counts))
	for seat, n := range counts {
		switch {
		case n == 0:
		case n == most:
			coins[seat] = 6 / having(counts, most)
		case n == second && having(counts, most) == 1:
			coins[seat] = 3 / having(counts, second)
		}
	}
	return coins
}

// cats earn 6 for the most, and cost 6 for the fewest if there are more than two players. Ties share the coins. If
// all players have the same number, nothing happens.
func cats(counts []int) []int {
	most, fewest := slices.Max(counts), slices.Min(counts)
	coins := make([]int, len(counts))
	for seat, n := range counts {
		switch {
		case most == fewest:
		case n == most:
			coins[seat] = 6 / having(counts, most)
		case n == fewest && len(counts) > 2:
			coins[seat] = -6 / having(counts, fewest)
		}
	}
	return coins
}

// having is how many players have this number.
func having(counts []int, n int) (players int) {
	for _, x := range counts {
		if x == n {
			players++
		}
	}
	return players
}

// end scores the cats. The most coins win; ties are broken by the most cats.
func (g *table) end(t *game.Tx) {
	counts := make([]int, t.Seats())
	for seat := range counts {
		counts[seat] = t.Count(g.home.Of(game.Seat(seat)))
	}
	for seat, n := range cats(counts) {
		seat := game.Seat(seat)
		t.Say("{0}: {1} for the cats, {2} {2|coin|coins} in all", seat, n, Coins.Add(t, seat, n))
	}
	t.Score(append(Coins.BySeat(t), counts...)...)
}
