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
	oneDeal  = &game.Option[bool]{Name: "one-deal", Label: "One deal", Description: "Play a single deal instead of a match.", Default: false}
	limit    = &game.Option[int]{Name: "limit", Label: "Points that end the match", Description: "The match ends when a player has this many points.", Default: 100, Min: 20, Max: 200}
	withJack = &game.Option[bool]{Name: "jack", Label: "Jack of diamonds", Description: "The jack of diamonds counts 10 points less.", Default: false}
	choice   = &game.Option[bool]{Name: "moon-choice", Label: "Choice after the moon", Description: "A player who shoots the moon may take 26 points off their own score instead.", Default: false}
)

var (
	// Points are a player's points in the match; Taken are those in this deal, not yet added.
	Points = game.NewPart[int]("points").Looks(game.Look{Label: "Points"})
	Taken  = game.NewPart[int]("taken").Looks(game.Look{Label: "This deal"})

	// Jack is set for the player who took the jack of diamonds.
	Jack = game.NewPart[bool]("jack").Looks(game.Look{Label: "Jack of diamonds"})

	// Voids are the suits, as bits, that a player did not follow: they have none left of them.
	Voids = game.NewPart[uint8]("voids").Looks(game.Look{Hidden: true})

	// Off is set if the player who shot the moon takes 26 points off instead of giving them to the others.
	Off = game.NewPart[bool]("off").Looks(game.Look{Hidden: true})

	// Broken tells that a heart was played in this deal. Deals counts the deals. Leader leads to the next trick.
	Broken = game.NewPart[bool]("broken").Looks(game.Look{Label: "Hearts are broken"})
	Deals  = game.NewPart[int]("deals").Looks(game.Look{Label: "Deal"})
	Leader = game.NewPart[game.Seat]("leader").Looks(game.Look{Hidden: true})
)

// The cards that count beside the hearts.
var (
	queen          = card.Face{Rank: card.Queen, Suit: card.Spades}
	jackOfDiamonds = card.Face{Rank: card.Jack, Suit: card.Diamonds}
)

const rules = `Before each deal is played, all players pass three cards at the same time: to the left in the first deal, to the right in the second, across in the
third, and not at all in the fourth; then the cycle repeats. With three players, it is left, right and not at all; with five, left, right, two to the left,
two to the right, and not at all. With three players the 2♦ is left out, with five the 2♦ and the 2♣.

The lowest club leads to the first trick. Follow suit if you can; otherwise play any card, but on the first trick neither a heart nor the queen of spades, unless
you have nothing else. The highest card of the suit led takes the trick and leads to the next. Hearts cannot be led until a heart has been played on another suit, unless you have nothing else.

Each heart counts 1 point and the queen of spades 13. A player who takes all of them shoots the moon: the others get 26 points each; with the option, that player may
take 26 points off their own score instead. With another option, the player who takes the jack of diamonds gets 10 points less, moon or not. The match ends when a
player has 100 points; the player with the fewest points wins.`

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
	g := &table{
		playing: card.NewKind(),
		deck:    &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"}},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		passing: &game.Place{Name: "passing", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Passed", Layout: "row", Zone: "side"}},
		trick:   &game.Place{Name: "trick", Each: true, Look: game.Look{Label: "Trick", Layout: "row", Zone: "middle"}},
		taken:   &game.Place{Name: "taken", Each: true, Order: game.Unordered, Seen: game.ByNone, Look: game.Look{Label: "Tricks", Layout: "count", Zone: "side"}},
		limit:   points, oneDeal: single, jack: jack, choice: off,
	}

	// All players pass three cards at the same time. They lie beside the hands until all have chosen.
	g.three = &game.Pick[game.ID]{Name: "cards", From: g.hand.Contents, Several: func(*game.Tx) (int, int) { return 3, 3 }, Ask: func(t *game.Tx) *game.Line {
		return game.NewLine("Which three cards do you pass to {0}?", g.to(t, t.Seat))
	}}
	pass := &game.Action{Name: "pass", Label: "Pass three cards", Reads: "{seat} passes {cards}", Pick: []game.Choice{g.three}, Do: func(t *game.Tx) {
		for id := range g.three.All(t) {
			t.Move(id, g.passing.Of(t.Seat))
		}
	}}

	// Then they play tricks.
	g.which = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: g.allowed}
	play := &game.Action{Name: "play", Label: "Play a card", Reads: "{seat} plays {card}", Pick: []game.Choice{g.which}, Do: g.play}
	leader := func(t *game.Tx) game.Seat { return Leader.Of(t, game.Root) }
	tricks := &game.Loop{
		While: func(t *game.Tx) bool { return t.Count(g.hand.Of(leader(t))) > 0 },
		Do:    &game.EachSeat{Name: "turn", From: leader, Do: &game.Act{Name: "card", Label: "Trick", Actions: []*game.Action{play}}},
	}

	// A player who has shot the moon may choose, with the option.
	give := &game.Action{Name: "give", Label: "Give the others 26 points each", Do: func(*game.Tx) {}}
	takeOff := &game.Action{Name: "take-off", Label: "Take 26 points off your score", Do: func(t *game.Tx) { Off.Set(t, game.Root, true) }}
	shot := func(t *game.Tx) bool { return g.choice && g.moon(t) != game.Nobody }
	deal := game.Steps{
		game.Run(g.start),
		&game.Phase{Name: "passing", Label: "Passing", If: func(t *game.Tx) bool { return g.way(t) != 0 }, End: g.exchange,
			Do: &game.Together{Name: "choice", Label: "Passing", Secret: true, Actions: []*game.Action{pass}}},
		game.Run(g.lead),
		&game.Phase{Name: "tricks", Label: "Tricks", Do: tricks},
		&game.Act{Name: "moon", Label: "Shooting the moon", If: shot, Who: func(t *game.Tx) game.Seat { return g.moon(t) }, Actions: []*game.Action{give, takeOff}},
		game.Run(g.count),
	}
	g.playing.Look.Picture = deck.Picture
	return &game.Rules{
		Name: "hearts", Version: "2",
		About: game.About{
			Title: "Hearts", Description: "Take no hearts, and not the queen of spades; or take them all.", Rules: rules,
			Minutes: 30, Complexity: 2, Categories: []string{"cards", "tricks"}, Picture: "cover.svg",
		},
		Art: deck.Art(art), Theme: game.Theme{Felt: "#22593f", Accent: "#8a5a00 #ffd166", Back: deck.Back},
		Seats: game.Between(3, 5), Options: []game.Setting{oneDeal.Is(single), limit.Is(points), withJack.Is(jack), choice.Is(off)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make: func(v game.Values) *game.Rules {
			return newRules(oneDeal.In(v), limit.In(v), withJack.In(v), choice.In(v))
		},
		Layout: []game.Layout{g.deck, g.hand, g.passing, g.trick, g.taken}, Kinds: []*game.Kind{g.playing},
		Parts: append(card.Parts(), Points, Taken, Jack, Voids, Off, Broken, Deals, Leader),
		Setup: g.setup, Flow: &game.Loop{Do: deal}, Fits: g.fits, Value: g.value, Levels: [4]int{20, 100, 400, 2000},
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

// ways are to whom cards are passed in each deal, by the number of players: so many seats to the left.
var ways = [...][]int{3: {1, 2, 0}, 4: {1, 3, 2, 0}, 5: {1, 4, 2, 3, 0}}

func (g *table) way(r game.Reader) int {
	all := ways[r.Read().Seats()]
	return all[(Deals.Of(r, game.Root)-1)%len(all)]
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

// lead finds the lowest club: its holder leads to the first trick.
func (g *table) lead(t *game.Tx) {
	for seat := range game.Seat(t.Seats()) {
		for id := range g.first(t, seat).All() {
			t.Reveal(id)
			t.Announce("{0} holds {1} and leads", seat, id)
			Leader.Set(t, game.Root, seat)
		}
	}
}

// first returns the lowest club in the deck if a player holds it.
func (g *table) first(t *game.Tx, seat game.Seat) game.Set[game.ID] {
	low := card.Rank(2)
	if t.Seats() == 5 {
		low = 3
	}
	return card.Ranks.Where(t, card.Suits.Where(t, t.Contents(g.hand.Of(seat)), card.Clubs), low)
}

// allowed are the cards that can be played: see the rules.
func (g *table) allowed(t *game.Tx) game.Set[game.ID] {
	mine, led := g.hand.Contents(t), g.led(t)
	opening := t.Count(g.hand.Of(t.Seat)) == 52/t.Seats() // the first trick
	switch {
	case led == 0 && opening:
		return g.first(t, t.Seat)
	case led == 0 && !Broken.Of(t, game.Root):
		return orAll(mine.Minus(card.Suits.Where(t, mine, card.Hearts)), mine)
	case led == 0:
		return mine
	}
	follow := card.Suits.Where(t, mine, card.Suits.Of(t, led))
	switch {
	case !follow.Empty():
		return follow
	case opening:
		hearts := card.Suits.Where(t, mine, card.Hearts)
		return orAll(mine.Minus(hearts).Minus(card.Ranks.Where(t, card.Suits.Where(t, mine, card.Spades), card.Queen)), mine)
	}
	return mine
}

// led is the card that was led to the trick, 0 before that.
func (g *table) led(t *game.Tx) game.ID { return t.First(g.trick.Of(Leader.Of(t, game.Root))) }

// orAll returns the first set, or the second one if it is empty.
func orAll(some, all game.Set[game.ID]) game.Set[game.ID] {
	if some.Empty() {
		return all
	}
	return some
}

// play puts a card on the table. A player who does not follow suit has none left of it.
func (g *table) play(t *game.Tx) {
	id, led := g.which.In(t), g.led(t)
	suit := card.Suits.Of(t, id)
	if led != 0 && suit != card.Suits.Of(t, led) {
		Voids.Set(t, t.Seat, Voids.Of(t, t.Seat)|1<<card.Suits.Of(t, led))
	}
	if suit == card.Hearts && !Broken.Of(t, game.Root) {
		Broken.Set(t, game.Root, true)
	}
	t.Move(id, g.trick.Of(t.Seat))
	if t.After(t.Seat) == Leader.Of(t, game.Root) {
		g.sweep(t)
	}
}

// sweep gives the whole trick to the player of the highest card, who leads to the next one.
func (g *table) sweep(t *game.Tx) {
	var space [5]game.ID
	trick, seat, points, jack := space[:0], Leader.Of(t, game.Root), 0, false
	for range t.Seats() {
		id := t.First(g.trick.Of(seat))
		trick, seat = append(trick, id), t.After(seat)
		switch face := card.Of(t, id); {
		case face.Suit == card.Hearts:
			points++
		case face == queen:
			points += 13
		case face == jackOfDiamonds:
			jack = g.jack
		}
	}
	best := card.Winner(t, card.NoSuit, trick...)
	winner := t.Owner(t.Parent(best))
	if jack {
		Jack.Set(t, winner, true)
	}
	t.Say("{0} takes the trick with {1}: {2} {2|point|points}", winner, best, points)
	t.Moment()
	for _, id := range trick {
		t.Move(id, g.taken.Of(winner))
	}
	if points > 0 {
		Taken.Add(t, winner, points)
	}
	Leader.Set(t, game.Root, winner)
}

// count adds the points of a deal. All 26 points shoot the moon. The match ends at the limit; the fewest points win.
func (g *table) count(t *game.Tx) {
	most, moon, off := 0, g.moon(t), Off.Of(t, game.Root)
	for seat := range game.Seat(t.Seats()) {
		points := Taken.Of(t, seat)
		switch {
		case moon == seat && off:
			points = -26
		case moon == seat || off:
			points = 0
		case moon != game.Nobody:
			points = 26
		}
		if Jack.Of(t, seat) {
			points -= 10
		}
		t.Say("{0}: {1} {1|point|points}, {2} in all", seat, points, Points.Add(t, seat, points))
		most = max(most, Points.Of(t, seat))
	}
	if moon != game.Nobody {
		t.Say("{0} shoots the moon", moon)
	}
	for seat := range game.Seat(t.Seats()) {
		Taken.Set(t, seat, 0)
		Jack.Set(t, seat, false)
		Voids.Set(t, seat, 0)
	}
	Broken.Set(t, game.Root, false)
	Off.Set(t, game.Root, false)
	if most >= g.limit || g.oneDeal {
		t.Rank(ranks(Points.BySeat(t))...)
	}
}

// ranks are those of players by their points: the fewest are the best.
func ranks(points []int) []int {
	all := make([]int, len(points))
	for i, mine := range points {
		all[i] = 1
		for _, other := range points {
			if other < mine {
				all[i]++
			}
		}
	}
	return all
}

// moon is the player who has taken all points, or Nobody.
func (g *table) moon(r game.Reader) game.Seat {
	for seat := range game.Seat(r.Read().Seats()) {
		if Taken.Of(r, seat) == 26 {
			return seat
		}
	}
	return game.Nobody
}

// fits reports whether nobody holds a card of a suit that they did not follow.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for seat := range game.Seat(s.Seats()) {
		voids := Voids.Of(s, seat)
		if voids == 0 {
			continue
		}
		for _, suit := range card.Suits.All(s, s.Contents(g.hand.Of(seat))) {
			if voids>>suit&1 != 0 {
				return false
			}
		}
	}
	return true
}

// value compares the points of a seat with the average, between two deals. Before that it is too early to say: a hand may be full of
// tricks that have not been taken yet.
func (g *table) value(s *game.State, seat game.Seat) int {
	seats := game.Seat(s.Seats())
	if between := s.ToAct().Len() == int(seats) || g.way(s) == 0; !between || !s.Committed().Empty() {
		return -1
	}
	sum := 0
	for x := range seats {
		if s.Count(g.hand.Of(x)) < 52/int(seats) {
			return -1
		}
		sum += Points.Of(s, x)
	}
	return min(1000, max(0, 500+12*(sum/int(seats)-Points.Of(s, seat))))
}
