// Package market is Night Market, a drafting game: take one card, pass the others on, and build the best stall.
package market

import (
	"slices"

	"github.com/plygame/ply/game"
)

var (
	rounds  = &game.Option[int]{Name: "rounds", Label: "Nights", Description: "How many nights the market is open.", Default: 3, Min: 1, Max: 3}
	fewer   = &game.Option[int]{Name: "fewer", Label: "Fewer cards", Description: "How many cards fewer than usual each hand has.", Default: 0, Min: 0, Max: 4}
	porters = &game.Option[bool]{Name: "porters", Label: "Porters", Description: "Play with porters, who fetch two cards at once.", Default: true}
)

// The traits printed on the cards.
var (
	Copies = game.NewTrait[int]("copies") // how many there are in the deck
	Price  = game.NewTrait[int]("price")  // of cloth
	Beats  = game.NewTrait[int]("beats")  // of drums
)

// Coins are what a player has earned so far.
var Coins = game.NewPart[int]("coins").Looks(game.Look{Label: "Coins"})

// rules are the rules for players.
const rules = `All players secretly choose a card from their hands at the same time. Then the chosen cards are revealed, and the hands are
passed on: to the left, and on every second night to the right. The last card of a hand goes to
the player it is passed to. Then the night ends: the stalls are scored and cleared.

After the last night the cats are scored. The player with the most coins wins; ties are broken by the most cats.`

const beats = "the most beats earn 6, the second most 3"

// sort returns a kind of card.
func sort(name, title string, copies int, worth string, with ...game.With) *game.Kind {
	return &game.Kind{Name: name, Description: worth, With: append(with, Copies.Is(copies)), Look: game.Look{Label: title, Shape: "card", Picture: "{kind}.svg", Face: face}}
}

// table is what the functions of a game share.
type table struct {
	lantern, teapot, spice, tailor, cat, porter *game.Kind
	cloth, drums, sorts                         []*game.Kind

	deck, pile, hand, stall, home *game.Place

	night       *game.Loop
	first, next *game.Pick[game.ID]
	fewer       int
}

// New returns the rules for this many nights, with hands of less cards fewer than usual, with or without porters.
func New(nights, less int, fetch bool) *game.Rules {
	g := &table{
		lantern: sort("lantern", "Lantern", 14, "every three are worth 10"),
		teapot:  sort("teapot", "Teapot", 14, "every two are worth 5"),
		spice:   sort("spice", "Spice", 14, "one is worth 1, two 3, three 6, four 10, five or more 15"),
		tailor:  sort("tailor", "Tailor", 6, "the next cloth you take goes here and counts three times"),
		cat:     sort("cat", "Cat", 10, "stays until the end of the game; then the most cats earn 6, and with three or more players the fewest cost 6"),
		porter:  sort("porter", "Porter", 4, "worth nothing; on a later turn you may pass it on to take two cards at once"),
		cloth: []*game.Kind{
			sort("cotton", "Cotton", 5, "is worth 1", Price.Is(1)),
			sort("linen", "Linen", 10, "is worth 2", Price.Is(2)),
			sort("silk", "Silk", 5, "is worth 3", Price.Is(3)),
		},
		drums: []*game.Kind{
			sort("drum", "Drum", 6, beats, Beats.Is(1)),
			sort("pair", "Drum pair", 12, beats, Beats.Is(2)),
			sort("band", "Drum band", 8, beats, Beats.Is(3)),
		},

		// The deck is face down, hands are secret, and everything else is open. Cats stay at home from night to night.
		deck:  &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"}},
		pile:  &game.Place{Name: "pile", Order: game.Stacked, Look: game.Look{Label: "Discards", Layout: "pile"}},
		hand:  &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		stall: &game.Place{Name: "stall", Each: true, Look: game.Look{Label: "Stall", Layout: "row"}},
		home:  &game.Place{Name: "home", Each: true, Look: game.Look{Label: "Cats", Layout: "row"}},
		fewer: less,
	}
	g.sorts = append(g.sorts, g.lantern, g.teapot, g.spice, g.tailor, g.cat)
	g.sorts = append(append(g.sorts, g.cloth...), g.drums...)

	// All players take a card at the same time, in secret.
	g.first = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you take?", From: g.hand.Contents, Ask: func(t *game.Tx) *game.Line {
		return game.NewLine("Night {0}, hands go to the {1}. Which card do you take?", g.night.Round(t), g.way(t))
	}}
	take := &game.Action{Name: "take", Label: "Take a card", Pick: []game.Choice{g.first}, Do: func(t *game.Tx) { g.put(t, g.first.In(t)) }}
	choices := []*game.Action{take}

	// There must be enough cards for all nights.
	plain := 0
	for _, k := range g.sorts {
		plain += Copies.On(k)
	}
	fit := func(v game.Values, seats int) *game.Line {
		cards := plain
		if porters.In(v) {
			cards += Copies.On(g.porter)
		}
		dealt := rounds.In(v) * seats * size(seats, fewer.In(v))
		if dealt <= cards {
			return nil
		}
		return game.NewLine("{0} nights with {1} seats need {2} cards, but there are {3}: play fewer nights, with fewer cards, or with porters",
			rounds.In(v), seats, dealt, cards)
	}

	// A player with a porter may send it to fetch two cards.
	if fetch {
		g.sorts = append(g.sorts, g.porter)
		g.next = &game.Pick[game.ID]{Name: "second", Prompt: "And which one does the porter fetch?", From: func(t *game.Tx) game.Set[game.ID] {
			return g.hand.Contents(t).Minus(game.SetOf(g.first.In(t)))
		}}
		choices = append(choices, &game.Action{
			Name: "send", Label: "Send the porter: take two cards", Pick: []game.Choice{g.first, g.next}, Do: g.send,
			If: game.When("there is no porter at your stall", func(t *game.Tx) bool { return g.idle(t) != 0 }),
		})
	}

	// The last card of a hand is not chosen: it goes to the player it is passed to.
	turn := game.Steps{&game.Together{Name: "choice", Label: "Choosing", Actions: choices, Secret: true}, game.Run(g.pass)}
	g.night = &game.Loop{Max: nights, Do: &game.Phase{
		Name: "night", Label: "Night", Begin: g.deal, End: g.close,
		Do: game.Steps{
			&game.Loop{Times: func(t *game.Tx) int { return g.size(t) - 1 }, Do: turn},
			game.Run(g.last),
		},
	}}
	return &game.Rules{
		Name:    "market",
		Version: "1",
		About: game.About{
			Title: "Night Market", Description: "Take a card, pass the others on, and build the best stall of the market.",
			Minutes: 20, Complexity: 2, Categories: []string{"cards", "drafting", "family"}, Picture: "cover.svg",
			Rules: rules,
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Between(2, 5),
		Options: []game.Setting{rounds.Is(nights), fewer.Is(less), porters.Is(fetch)},
		Presets: []game.Preset{
			{Name: "short", Label: "Short game", Values: game.Values{"rounds": "2", "fewer": "2"}},
			{Name: "first", Label: "First game", Values: game.Values{"rounds": "1", "porters": "false"}},
		},
		Fit:    fit,
		Make:   func(v game.Values) *game.Rules { return New(rounds.In(v), fewer.In(v), porters.In(v)) },
		Layout: []game.Layout{g.deck, g.pile, g.hand, g.stall, g.home},
		Kinds:  g.sorts,
		Parts:  []game.Column{Coins},
		Setup:  g.shuffle,
		Flow:   game.Steps{g.night, game.Run(g.end)},
	}
}

// shuffle makes the deck.
func (g *table) shuffle(t *game.Tx) {
	for _, k := range g.sorts {
		t.CreateMany(Copies.On(k), k, g.deck)
	}
	t.Shuffle(g.deck)
}

// size is how many cards each player gets: ten with two players, and one fewer for each further player.
func (g *table) size(t *game.Tx) int { return size(t.Seats(), g.fewer) }

func size(seats, fewer int) int { return 12 - seats - fewer }

// deal begins a night: it clears the stalls and deals the hands.
func (g *table) deal(t *game.Tx) {
	for id := range g.stall.Everything(t).All() {
		for x := range t.In(id) {
			t.Move(x, g.pile)
		}
		t.Move(id, g.pile)
	}
	t.Say("Night {0}: {1} cards for each, hands go to the {2}", g.night.Round(t), g.size(t), g.way(t))
	for range g.size(t) {
		for seat := range game.Seat(t.Seats()) {
			t.Draw(g.deck, g.hand.Of(seat), 1)
		}
	}
}

// right reports whether hands are passed to the right: on every second night.
func (g *table) right(t *game.Tx) bool { return g.night.Round(t)%2 == 0 }

// way is the direction in which hands are passed.
func (g *table) way(t *game.Tx) string {
	if g.right(t) {
		return "right"
	}
	return "left"
}

// put lays down a player's card: cats go home, cloth goes to a tailor who has none yet.
func (g *table) put(t *game.Tx, id game.ID) {
	to := g.stall.Of(t.Seat)
	switch {
	case t.Kind(id) == g.cat:
		to = g.home.Of(t.Seat)
	case Price.Of(t, id) > 0:
		for x := range t.In(to) {
			if t.Kind(x) == g.tailor && t.Count(x) == 0 {
				t.Say("{0} takes {1} for the tailor", t.Seat, id)
				t.Move(id, x)
				return
			}
		}
	}
	t.Say("{0} takes {1}", t.Seat, id)
	t.Move(id, to)
}

// idle returns a porter at the player's stall, 0 if there is none.
func (g *table) idle(t *game.Tx) game.ID {
	for id := range t.In(g.stall.Of(t.Seat)) {
		if t.Kind(id) == g.porter {
			return id
		}
	}
	return 0
}

// send takes two cards; the porter is passed on with the others.
func (g *table) send(t *game.Tx) {
	porter := g.idle(t)
	t.Say("{0} sends {1}", t.Seat, porter)
	g.put(t, g.first.In(t))
	g.put(t, g.next.In(t))
	t.Move(porter, g.hand.Of(t.Seat))
}

// pass passes every hand to the neighbour.
func (g *table) pass(t *game.Tx) {
	hands := make([]game.ID, 0, t.Seats())
	for seat := range game.Seat(t.Seats()) {
		hands = append(hands, g.hand.Of(seat))
	}
	if g.right(t) {
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
		for id := range t.In(g.stall.Of(game.Seat(seat))) {
			loud[seat] += Beats.Of(t, id)
		}
	}
	drums := majority(loud)
	for seat := range game.Seat(t.Seats()) {
		lanterns, teapots, spices, cloth := 0, 0, 0, 0
		for id := range t.In(g.stall.Of(seat)) {
			switch t.Kind(id) {
			case g.lantern:
				lanterns++
			case g.teapot:
				teapots++
			case g.spice:
				spices++
			}
			cloth += Price.Of(t, id)
			for x := range t.In(id) {
				cloth += 3 * Price.Of(t, x)
			}
		}
		lanterns, teapots, spices = lanterns/3*10, teapots/2*5, rising(spices)
		sum := lanterns + teapots + spices + cloth + drums[seat]
		t.Say("{0} earns {1}: lanterns {2}, teapots {3}, spices {4}, cloth {5}, drums {6}; {7} in all", seat, sum,
			lanterns, teapots, spices, cloth, drums[seat], Coins.Add(t, seat, sum))
	}
}

// rising is what spices are worth: 1, 3, 6, 10, and 15 for five or more.
func rising(n int) int {
	n = min(n, 5)
	return n * (n + 1) / 2
}

// majority gives 6 for the most and 3 for the second most. Ties share the coins, rounded down. If several are
// tied for first, there is no second. Players with none get nothing.
func majority(counts []int) []int {
	coins := make([]int, len(counts))
	best, firsts := 0, 0
	for _, n := range counts {
		if n > best {
			best, firsts = n, 0
		}
		if n == best {
			firsts++
		}
	}
	second, seconds := 0, 0
	for _, n := range counts {
		if n > second && n < best {
			second, seconds = n, 0
		}
		if n == second {
			seconds++
		}
	}
	for seat, n := range counts {
		switch {
		case n > 0 && n == best:
			coins[seat] = 6 / firsts
		case n > 0 && n == second && firsts == 1:
			coins[seat] = 3 / seconds
		}
	}
	return coins
}

// cats earn 6 for the most, and cost 6 for the fewest if there are more than two players. Ties share the coins. If
// all players have the same number, nothing happens.
func cats(counts []int) []int {
	coins := make([]int, len(counts))
	most, fewest := counts[0], counts[0]
	for _, n := range counts {
		most, fewest = max(most, n), min(fewest, n)
	}
	if most == fewest {
		return coins
	}
	high, low := 0, 0
	for _, n := range counts {
		if n == most {
			high++
		}
		if n == fewest {
			low++
		}
	}
	for seat, n := range counts {
		switch {
		case n == most:
			coins[seat] = 6 / high
		case n == fewest && len(counts) > 2:
			coins[seat] = -6 / low
		}
	}
	return coins
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
