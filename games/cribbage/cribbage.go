// Package cribbage is Cribbage: peg points in the play, count your hand, and be the first to reach 121.
package cribbage

import (
	"embed"
	"strconv"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/card/deck"
	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures beside those of the deck

var (
	oneDeal = &game.Option[bool]{Name: "one-deal", Label: "One deal", Description: "Play a single deal; the most points win.", Default: false}
	muggins = &game.Option[bool]{Name: "muggins", Label: "Muggins", Description: "Players count their own hands, and the player on the left may claim what they miss.", Default: false}
)

var (
	// Points are a player's points; partners have the same. Dealer is who has the crib.
	Points = game.NewPart[int]("points").Looks(game.Look{Label: "Points", Track: goal})
	Dealer = game.NewPart[game.Seat]("dealer").Looks(game.Look{Label: "Dealer"})

	// Sum is the count of the line of cards in the play, and Next the player who goes on.
	Sum  = game.NewPart[int]("sum").Looks(game.Look{Label: "Count"})
	Next = game.NewPart[game.Seat]("next").Looks(game.Look{Hidden: true})

	// Above is what all cards of a player exceed who could not go on.
	Above = game.NewPart[int8]("above").Looks(game.Look{Hidden: true})

	// Missed is what the last player to count their hand has missed.
	Missed = game.NewPart[int]("missed").Looks(game.Look{Hidden: true})
)

const rules = `The first dealer is chosen at random; then players deal in turn. Two players get six cards and put two into the crib, which belongs to the dealer. Three or four players get five cards and put one into it; with three, one more
comes from the deck. Four players are two pairs who sit opposite each other and score together. Then a card is cut, the starter; if it is a jack, the dealer pegs 2.

Play: beginning on the dealer's left, players lay down a card in turn and add its value to the count, up to 31. Aces count 1, jacks, queens and kings 10. Peg 2 for making
15 or 31, 2 for a pair, 6 for three of a kind, 12 for four, and 1 for each card of a run, in any order. A player who cannot play says "go". The last card pegs 1, unless
the count is 31; then a new count begins.

Show: beginning on the dealer's left, hands are counted together with the starter, the dealer's hand last, and then the crib: 2 for each combination of 15, 2 for each pair, 1 for each
card of a run, 4 for a flush in the hand, 5 with the starter (in the crib, only 5), and 1 for the jack of the starter's suit. With the option muggins, players count their own
hands, and the next player may claim what they have missed; counting too much is corrected without a penalty. Points in the play are always counted for you.

The first player with 121 points wins at once. If the loser has fewer than 91 points, they are skunked, and the win counts twice; with fewer than 61, it counts four times.`

const goal = 121

// table is what the functions of a game share.
type table struct {
	playing                                *game.Kind
	deck, hand, crib, starter, line, front *game.Place
	drop, which                            *game.Pick[game.ID]
	claim, more                            *game.Pick[int]
	show                                   *game.ForEach[int]
	oneDeal                                bool
}

// New returns the rules of a game to 121, or of a single deal.
func New(single, strict bool) *game.Rules {
	g := &table{
		playing: card.NewKind(),
		deck:    &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"}},
		starter: &game.Place{Name: "starter", Look: game.Look{Label: "Starter", Layout: "pile"}},
		crib:    &game.Place{Name: "crib", Order: game.Unordered, Seen: game.ByNone, Look: game.Look{Label: "Crib", Layout: "row"}},
		line:    &game.Place{Name: "line", Look: game.Look{Label: "Play", Layout: "row"}},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		front:   &game.Place{Name: "front", Each: true, Order: game.Unordered, Look: game.Look{Label: "Cards", Layout: "row"}},
		oneDeal: single,
	}

	// All players discard to the crib at the same time.
	g.drop = &game.Pick[game.ID]{Name: "cards", From: g.hand.Contents, Several: func(t *game.Tx) (int, int) { return discards(t.Seats()), discards(t.Seats()) },
		Ask: func(t *game.Tx) *game.Line { return game.NewLine("What do you put into the crib of {0}?", dealer(t)) }}
	discard := &game.Action{Name: "discard", Label: "Discard to the crib", Reads: "{seat} puts {cards} into the crib", Pick: []game.Choice{g.drop}, Do: func(t *game.Tx) {
		for id := range g.drop.All(t) {
			t.Move(id, g.crib)
		}
	}}

	// Then cards are played.
	g.which = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: func(t *game.Tx) game.Set[game.ID] { return g.playable(t, t.Seat) }}
	play := &game.Action{Name: "play", Label: "Play a card", Reads: "{seat} plays {card}", Pick: []game.Choice{g.which}, Do: g.play}
	next := func(t *game.Tx) game.Seat { return Next.Of(t, game.Root) }
	left := func(t *game.Tx) bool { return next(t) != game.Nobody }

	// With muggins, players count their hands themselves.
	score := game.Step(game.Run(g.showAll))
	if strict {
		score = g.counting()
	}
	seen := &game.Action{Name: "next", Label: "Next deal", Description: "Go on when you have looked at the hands.", Do: func(*game.Tx) {}}
	deal := game.Steps{
		&game.Phase{Name: "discard", Label: "Discarding", Do: &game.Together{Name: "crib", Label: "Discarding", Secret: true, Actions: []*game.Action{discard}}, End: g.cut},
		&game.Phase{Name: "play", Label: "Play", Do: &game.Loop{While: left, Do: &game.Act{Name: "card", Label: "Play", Who: next, Actions: []*game.Action{play}}}, End: g.open},
		score,
		game.Run(g.single),
		&game.Phase{Name: "shown", Label: "The hands are shown", Do: &game.Together{Name: "looking", Label: "The hands are shown", Actions: []*game.Action{seen}}, End: g.redeal},
	}
	g.playing.Look.Picture = deck.Picture
	return &game.Rules{
		Name: "cribbage", Version: "2",
		About: game.About{
			Title: "Cribbage", Description: "Fifteens, pairs and runs: be the first to peg 121 points.", Rules: rules,
			Minutes: 30, Complexity: 3, Categories: []string{"cards"}, Picture: "cover.svg",
		},
		Art: deck.Art(art), Theme: game.Theme{Felt: "#633629", Accent: "#8a4b00 #ffcf7a", Back: deck.Back},
		Seats: game.Between(2, 4), Options: []game.Setting{oneDeal.Is(single), muggins.Is(strict)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make:    func(v game.Values) *game.Rules { return New(oneDeal.In(v), muggins.In(v)) },
		Layout:  []game.Layout{g.deck, g.starter, g.crib, g.line, g.hand, g.front}, Kinds: []*game.Kind{g.playing},
		Parts: append(card.Parts(), Points, Dealer, Sum, Next, Above, Missed), Derived: g.counts(),
		Setup: g.setup, Flow: &game.Loop{Do: deal}, Fits: g.fits, Value: g.value, Levels: [4]int{12, 50, 200, 1000},
	}
}

// counting asks each player for the count of their hand, and the next one for what they have missed.
func (g *table) counting() game.Step {
	g.claim = &game.Pick[int]{Name: "points", Prompt: "How many points do you count?", Range: func(*game.Tx) (int, int) { return 0, 29 }}
	g.more = &game.Pick[int]{Name: "points", Prompt: "How many points are missing?", Range: func(*game.Tx) (int, int) { return 1, 29 }}
	count := &game.Action{Name: "count", Label: "Count", Reads: "{seat} counts {points}", Pick: []game.Choice{g.claim}, Do: g.counted}
	call := &game.Action{Name: "muggins", Label: "Muggins", Reads: "{seat} calls muggins: {points}", Pick: []game.Choice{g.more}, Do: func(t *game.Tx) {
		if n := g.more.In(t); n == Missed.Of(t, game.Root) {
			g.peg(t, t.Seat, n, "muggins")
		} else {
			t.Say("{0} is wrong", t.Seat)
		}
	}}
	accept := &game.Action{Name: "accept", Label: "Accept", Reads: "{seat} accepts", Do: func(*game.Tx) {}}
	g.show = &game.ForEach[int]{Name: "show", List: func(t *game.Tx) []int { return []int{1, 2, 3, 4, 5}[:t.Seats()+1] }}
	whose := func(t *game.Tx) game.Seat { return g.shower(t, g.show.In(t)) }
	g.show.Do = game.Steps{
		&game.Act{Name: "counting", Label: "Counting", Who: whose, Actions: []*game.Action{count}},
		&game.Act{Name: "checking", Label: "Checking", Who: func(t *game.Tx) game.Seat { return t.After(whose(t)) }, Actions: []*game.Action{call, accept}},
	}
	return &game.Phase{Name: "count", Label: "Show", Do: g.show}
}

// discards is how many cards each player puts into the crib.
func discards(seats int) int {
	if seats == 2 {
		return 2
	}
	return 1
}

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

// cut turns up the starter. A jack is worth 2 for the dealer.
func (g *table) cut(t *game.Tx) {
	t.Draw(g.deck, g.starter, 1)
	t.Say("the starter is {0}", t.First(g.starter))
	Next.Set(t, game.Root, t.After(dealer(t)))
	if card.Ranks.Of(t, t.First(g.starter)) == card.Jack {
		g.peg(t, dealer(t), 2, "his heels")
	}
}

// playable are the cards of a player that do not take the count over 31.
func (g *table) playable(t *game.Tx, seat game.Seat) game.Set[game.ID] {
	mine, room := t.Contents(g.hand.Of(seat)), 31-Sum.Of(t, game.Root)
	if room >= 10 {
		return mine
	}
	return mine.Where(func(id game.ID) bool { return worth(card.Ranks.Of(t, id)) <= room })
}

// play lays down a card, pegs what it scores, and finds out who goes on.
func (g *table) play(t *game.Tx) {
	id := g.which.In(t)
	t.Give(id, t.Seat)
	t.Move(id, g.line)
	sum := Sum.Add(t, game.Root, worth(card.Ranks.Of(t, id)))
	var space [16]card.Rank
	line := space[:0]
	for id := range t.In(g.line) {
		line = append(line, card.Ranks.Of(t, id))
	}
	count, pairs, run := Peg(line)
	switch {
	case g.peg(t, t.Seat, count, strconv.Itoa(sum)), g.peg(t, t.Seat, pairs, "pairs"), g.peg(t, t.Seat, run, "a run"):
		return
	case g.goesOn(t, sum):
		return
	case sum < 31 && g.peg(t, t.Seat, 1, "the last card"):
		return
	}
	t.Moment()
	g.sweep(t)
}

// goesOn finds the next player who can play, and reports whether there is one. Those who cannot say "go".
func (g *table) goesOn(t *game.Tx, sum int) bool {
	n := game.Seat(t.Seats())
	for i := range n {
		seat := (t.Seat + 1 + i) % n
		if t.Count(g.hand.Of(seat)) == 0 {
			continue
		}
		if !g.playable(t, seat).Empty() {
			Next.Set(t, game.Root, seat)
			return true
		}
		if room := int8(31 - sum); room > Above.Of(t, seat) {
			Above.Set(t, seat, room)
		}
		if sum < 31 {
			t.Announce("{0} says go", seat)
		}
	}
	return false
}

// sweep begins a new count: the cards go back to their players, and the next one with cards begins.
func (g *table) sweep(t *game.Tx) {
	for id := range t.In(g.line) {
		t.Move(id, g.front.Of(t.Owner(id)))
	}
	Sum.Set(t, game.Root, 0)
	n := game.Seat(t.Seats())
	for i := range n {
		if seat := (t.Seat + 1 + i) % n; t.Count(g.hand.Of(seat)) > 0 {
			Next.Set(t, game.Root, seat)
			return
		}
	}
	Next.Set(t, game.Root, game.Nobody)
}

// open shows the crib.
func (g *table) open(t *game.Tx) {
	for id := range t.In(g.crib) {
		t.Show(id)
	}
}

// shower is who counts as the n-th, from 1: from the dealer's left round to the dealer, who then counts the crib.
func (g *table) shower(t *game.Tx, n int) game.Seat {
	return (dealer(t) + game.Seat(min(n, t.Seats()))) % game.Seat(t.Seats())
}

// count counts the n-th hand; the last one is the crib.
func (g *table) count(t *game.Tx, n int) (seat game.Seat, c Count) {
	seat = g.shower(t, n)
	from, crib := g.front.Of(seat), n > t.Seats()
	if crib {
		from = g.crib.ID()
	}
	var hand [4]card.Face
	i := 0
	for id := range t.In(from) {
		hand[i] = card.Of(t, id)
		i++
	}
	return seat, Show(hand, card.Of(t, t.First(g.starter)), crib)
}

// showAll counts all hands in order, until somebody wins.
func (g *table) showAll(t *game.Tx) {
	for n := 1; n <= t.Seats()+1; n++ {
		seat, c := g.count(t, n)
		g.tell(t, n, seat, c)
		if g.peg(t, seat, c.Sum(), "the show") {
			return
		}
	}
}

func (g *table) tell(t *game.Tx, n int, seat game.Seat, c Count) {
	args, scored := append(make([]any, 0, 7), seat, c.Sum()), 0
	for i, points := range [...]int{c.Fifteens, c.Pairs, c.Runs, c.Flush, c.Nobs} {
		if points > 0 {
			args, scored = append(args, points), scored|1<<i
		}
	}
	text := handLines[scored]
	if n > t.Seats() {
		text = cribLines[scored]
	}
	t.Say(text, args...)
}

// counted pegs what a player claims, up to what the hand is worth.
func (g *table) counted(t *game.Tx) {
	_, c := g.count(t, g.show.In(t))
	claim := min(g.claim.In(t), c.Sum())
	Missed.Set(t, game.Root, c.Sum()-claim)
	g.peg(t, t.Seat, claim, "the show")
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
	t.Say("{0} pegs {1} for {2}: {3}", seat, points, what, sum)
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
	Dealer.Set(t, game.Root, t.After(dealer(t)))
	t.Say("{0} deals", dealer(t))
	g.deal(t)
}

// fits reports whether those who said go hold no card that they could have played.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for seat := range game.Seat(s.Seats()) {
		above := int(Above.Of(s, seat))
		for id := range s.In(g.hand.Of(seat)) {
			if above > 0 && worth(card.Ranks.Of(s, id)) <= above {
				return false
			}
		}
	}
	return true
}

// value compares the points of a seat with the most that others have, and adds what its hand will count, and the crib, for
// or against it. The hands of others are left out: they are guesses, and hardly depend on what the seat does.
func (g *table) value(s *game.State, seat game.Seat) int {
	if !s.Committed().Empty() {
		return -1 // until all have discarded
	}
	mine, others := 0, 0
	for x, points := range Points.BySeat(s) {
		if g.partners(s, seat, game.Seat(x)) {
			mine = points
		} else {
			others = max(others, points)
		}
	}
	lead := 8 * (mine - others)
	if s.Count(g.crib) == 4 && s.Count(g.starter) == 1 {
		lead += g.expected(s, seat)
	}
	return min(1000, max(0, 500+lead*3/2))
}

// partners reports whether two players score together; everybody does with themselves.
func (g *table) partners(s *game.State, a, b game.Seat) bool {
	return a == b || s.Seats() == 4 && (a+b)%2 == 0
}

// expected is what the hand of a player and the crib will count, in eighths: with the starter, and with seven others instead, so
// that bots do not take luck for skill when they discard.
func (g *table) expected(s *game.State, seat game.Seat) (eighths int) {
	var hand, crib [4]card.Face
	n := 0
	for _, in := range [3]game.ID{g.hand.Of(seat), g.front.Of(seat), g.line.ID()} {
		for id := range s.In(in) {
			if n < 4 && (in != g.line.ID() || s.Owner(id) == seat) {
				hand[n] = card.Of(s, id)
				n++
			}
		}
	}
	n = 0
	for id := range s.In(g.crib) {
		crib[n] = card.Of(s, id)
		n++
	}
	sign := -1
	if g.partners(s, seat, dealer(s)) {
		sign = 1
	}
	add := func(starter game.ID) {
		eighths += Show(hand, card.Of(s, starter), false).Sum() + sign*Show(crib, card.Of(s, starter), true).Sum()
	}
	add(s.First(g.starter))
	n = 1
	for id := range s.In(g.deck) {
		if n++; n > 8 {
			break
		}
		add(id)
	}
	return eighths
}

// counts shows what each hand counts, and the crib, when all cards have been played.
func (g *table) counts() []game.AnyDerived {
	shown := func(s *game.State, from game.ID, crib bool) string {
		if s.Count(from) != 4 || s.Count(g.starter) == 0 || s.Count(g.line) > 0 {
			return ""
		}
		var hand [4]card.Face
		n := 0
		for id := range s.In(from) {
			hand[n] = card.Of(s, id)
			if n++; hand[n-1].Rank == 0 {
				return "" // face down
			}
		}
		return strconv.Itoa(Show(hand, card.Of(s, s.First(g.starter)), crib).Sum())
	}
	return []game.AnyDerived{
		game.NewDerived("shows", func(s *game.State, seat game.ID) string { return shown(s, g.front.Of(s.Owner(seat)), false) }).OnSeats().Looks(game.Look{Label: "Hand"}),
		game.NewDerived("crib-shows", func(s *game.State, _ game.ID) string { return shown(s, g.crib.ID(), true) }).OnTable().Looks(game.Look{Label: "Crib"}),
	}
}
