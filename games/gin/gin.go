// Package gin is Gin Rummy: make sets and runs, and knock when little is left over.
package gin

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/card/deck"
	"github.com/plygame/ply/game"
)

var (
	oneDeal = &game.Option[bool]{Name: "one-deal", Label: "One deal", Description: "Play a single deal instead of a match.", Default: false}
	bigGin  = &game.Option[bool]{Name: "big-gin", Label: "Big gin", Description: "Eleven melded cards are big gin, for 31 points.", Default: false}
)

var (
	// Points are a player's points in the match, and Hands the deals they have won.
	Points = game.NewPart[int]("points").Looks(game.Look{Label: "Points"})
	Hands  = game.NewPart[int]("hands").Looks(game.Look{Label: "Deals won"})

	// Dealer is who deals. Taken is the card just taken from the discard pile: it cannot be discarded at once.
	Dealer = game.NewPart[game.Seat]("dealer").Looks(game.Look{Label: "Dealer"})
	Taken  = game.NewPart[game.ID]("taken").Looks(game.Look{Hidden: true})

	// Voids counts the deals in a row in which nobody knocked.
	Voids = game.NewPart[int]("voids").Looks(game.Look{Hidden: true})

	// Knocker is who has ended the deal, and Drawn tells that somebody has drawn a card in it.
	Knocker = game.NewPart[game.Seat]("knocker").Looks(game.Look{Hidden: true})
	Drawn   = game.NewPart[bool]("drawn").Looks(game.Look{Hidden: true})
)

const rules = `Each player gets ten cards, and one is turned up. First the player who did not deal may take it, then the dealer; if both pass, the first player must draw from
the deck. From then on, draw the top card of the deck or of the discard pile, and discard a card; what you took from the discard pile you cannot discard at once.

Melds are three or four cards of a rank, and three or more of a suit in sequence, with the ace low. What is in no meld is deadwood: aces count 1, jacks, queens and kings
10. Instead of discarding, you may knock with a card that leaves you 10 deadwood or less. Both hands are laid out, and the other player lays off deadwood on the
melds of the player who knocked, unless that player has gin, no deadwood at all.

The player who knocked scores the difference in deadwood; gin scores 20 more. A player who has no more deadwood than the one who knocked undercuts
them, and scores the difference and 10. When only two cards are left in the deck and the player who drew last does not knock, the deal is void: nobody scores, and the
same player deals again. Otherwise players deal in turn. So that every match ends, there is one rule that is not in the books: after three void deals in a row the player with
more points wins, without the extra points below.

The first to have 100 points wins the match and gets 100 more, or 200 if the other player has no points. Then both get 20 for each deal that they have won. With the
option big gin, a player whose eleven cards are all melded may end the deal without a discard and scores 31 instead of 20.`

// Scores of the common game: knock with 10, undercut 10, gin 20, game 100, box 20.
const (
	goal      = 100
	most      = 10 // deadwood with which one can knock
	forGin    = 20
	forBigGin = 31
	undercut  = 10
	forGame   = 100
	forHand   = 20
	mostVoids = 3 // void deals in a row that end the match: our own rule, without which it need not end
)

var melds = func() *card.Melds {
	m := &card.Melds{}
	for r := card.Ace; r <= card.King; r++ {
		m.Worth[r] = min(10, int(r))
	}
	return m
}()

// table is what the functions of a game share.
type table struct {
	playing                   *game.Kind
	stock, pile, hand, melded *game.Place
	drop, last                *game.Pick[game.ID]
	oneDeal, big              bool
}

// New returns the rules of a match to 100, or of a single deal, with or without big gin.
func New(single, big bool) *game.Rules {
	g := &table{
		playing: card.NewKind(),
		stock:   &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"}},
		pile:    &game.Place{Name: "pile", Order: game.Stacked, Look: game.Look{Label: "Discards", Layout: "pile"}},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		melded:  &game.Place{Name: "melds", Each: true, Look: game.Look{Label: "Melds", Layout: "row"}},
		oneDeal: single, big: big,
	}
	g.playing.Look.Picture = deck.Picture

	// A turn: draw, then discard or knock. The card that is turned up first can only be taken or refused.
	take := &game.Action{Name: "take", Label: "Take the discard", Reads: "{seat} takes the discard", At: g.pile, Do: g.take}
	pass := &game.Action{Name: "pass", Label: "Pass", Reads: "{seat} passes", Do: func(*game.Tx) {}}
	draw := &game.Action{Name: "draw", Label: "Draw from the deck", Reads: "{seat} draws", NoUndo: true, At: g.stock, Do: func(t *game.Tx) {
		t.Draw(g.stock, g.hand.Of(t.Seat), 1)
		Drawn.Set(t, game.Root, true)
	}}
	g.drop = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you discard?", From: g.free}
	discard := &game.Action{Name: "discard", Label: "Discard", Reads: "{seat} discards {card}", Pick: []game.Choice{g.drop}, Do: func(t *game.Tx) { g.discard(t, g.drop.In(t)) }}
	g.last = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you discard to knock?", From: g.knocks}
	knock := &game.Action{Name: "knock", Label: "Knock", Reads: "{seat} knocks with {card}", NoUndo: true, Pick: []game.Choice{g.last}, Do: func(t *game.Tx) {
		g.discard(t, g.last.In(t))
		Knocker.Set(t, game.Root, t.Seat)
	}}
	ends := []*game.Action{discard, knock}
	if big {
		ends = append(ends, &game.Action{Name: "big-gin", Label: "Big gin", Reads: "{seat} has big gin", NoUndo: true, Do: func(t *game.Tx) { Knocker.Set(t, game.Root, t.Seat) },
			If: game.When("some cards are in no meld", func(t *game.Tx) bool { return deadwood(g.group(t, t.Seat)) == 0 })})
	}
	other := func(t *game.Tx) game.Seat { return 1 - Dealer.Of(t, game.Root) }
	turn := &game.EachSeat{Name: "turn", Continue: true, Do: game.Steps{
		&game.Act{Name: "stock", Label: "Draw", If: g.untaken, Actions: []*game.Action{draw}}, // both have refused the first card
		&game.Act{Name: "draw", Label: "Draw", If: g.lacks, Actions: []*game.Action{draw, take}},
		&game.Act{Name: "end", Label: "Discard", Actions: ends},
	}}
	offered := &game.EachSeat{Name: "offer", From: other, Do: game.Steps{
		&game.Act{Name: "upcard", Label: "The first card", If: g.untaken, Actions: []*game.Action{take, pass}},
		&game.Act{Name: "first", Label: "Discard", If: g.holds, Actions: ends},
	}}
	seen := &game.Action{Name: "next", Label: "Next deal", Description: "Go on when you have looked at the hands.", Do: func(*game.Tx) {}}
	return &game.Rules{
		Name: "gin", Version: "2",
		About: game.About{
			Title: "Gin rummy", Description: "Make sets and runs, and knock before your opponent does.", Rules: rules,
			Minutes: 20, Complexity: 2, Categories: []string{"cards", "rummy"}, Picture: "cover.svg",
		},
		Art: art, Theme: theme,
		Seats: game.Exactly(2), Options: []game.Setting{oneDeal.Is(single), bigGin.Is(big)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make:    func(v game.Values) *game.Rules { return New(oneDeal.In(v), bigGin.In(v)) },
		Layout:  []game.Layout{g.stock, g.pile, g.hand, g.melded}, Kinds: []*game.Kind{g.playing},
		Parts: append(card.Parts(), Points, Hands, Dealer, Taken, Voids, Knocker, Drawn),
		Setup: g.setup, Value: g.value,
		Flow: &game.Loop{Do: game.Steps{
			&game.Phase{Name: "deal", Label: "Play", EndIf: g.over, Do: game.Steps{offered, &game.Loop{Do: turn}}, End: g.score},
			&game.Phase{Name: "shown", Label: "The hands are shown", Do: &game.Together{Name: "looking", Label: "The hands are shown", Actions: []*game.Action{seen}}, End: g.redeal},
		}},
	}
}

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
	Drawn.Set(t, game.Root, false)
}

// lacks reports whether the player has yet to draw; holds, that they have.
func (g *table) lacks(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 10 }
func (g *table) holds(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 11 }

// untaken reports whether the first card still lies there.
func (g *table) untaken(t *game.Tx) bool { return !Drawn.Of(t, game.Root) }

func (g *table) take(t *game.Tx) {
	id := t.Last(g.pile)
	t.Move(id, g.hand.Of(t.Seat))
	Taken.Set(t, game.Root, id)
	Drawn.Set(t, game.Root, true)
}

// free are the cards that can be discarded.
func (g *table) free(t *game.Tx) game.Set[game.ID] {
	if id := Taken.Of(t, game.Root); id != 0 {
		return g.hand.Contents(t).Minus(game.SetOf(id))
	}
	return g.hand.Contents(t)
}

// knocks are the discards that leave no more deadwood than one can knock with.
func (g *table) knocks(t *game.Tx) game.Set[game.ID] {
	hand := g.group(t, t.Seat)
	if melds.Count(hand) > 100 && deadwood(hand) > most+10 {
		return game.Set[game.ID]{}
	}
	return g.free(t).Where(func(id game.ID) bool { return deadwood(hand&^card.Of(t, id).Group()) <= most })
}

func (g *table) discard(t *game.Tx, id game.ID) {
	t.Move(id, g.pile)
	Taken.Set(t, game.Root, 0)
}

// group returns the cards that a player holds.
func (g *table) group(r game.Reader, seat game.Seat) card.Group {
	s := r.Read()
	return card.GroupOf(s, s.Contents(g.hand.Of(seat)))
}

// deadwood is what the cards count that are in no meld, at best.
func deadwood(hand card.Group) int {
	var space [8]card.Group
	_, rest := melds.Best(hand, space[:0])
	return melds.Count(rest)
}

// over reports whether somebody has knocked, or only two cards are left after a discard.
func (g *table) over(t *game.Tx) bool {
	return Knocker.Of(t, game.Root) != game.Nobody || t.Count(g.stock) <= 2 && g.hand.Everything(t).Len() == 20
}

// score lays out the melds, lets the other player lay off, and adds the points.
func (g *table) score(t *game.Tx) {
	seat := Knocker.Of(t, game.Root)
	if seat == game.Nobody {
		t.Say("only two cards are left: the deal is void")
		switch p := Points.BySeat(t); {
		case Voids.Add(t, game.Root, 1) < mostVoids && !g.oneDeal:
		case p[0] == p[1]:
			t.Tie()
		default:
			t.Score(p...)
		}
		return
	}
	Voids.Set(t, game.Root, 0)
	mine, theirs := g.group(t, seat), g.group(t, 1-seat)
	var space, other [8]card.Group
	knocked, rest := melds.Best(mine, space[:0])
	count := melds.Count(rest)
	best, left := melds.Best(theirs, other[:0])
	if count > 0 {
		best, left = LayOff(knocked, theirs)
	}
	for _, m := range knocked {
		g.lay(t, seat, m)
	}
	for _, m := range best {
		g.lay(t, 1-seat, m)
	}
	g.lay(t, seat, theirs&^left) // what is laid off
	for x := range game.Seat(2) {
		for id := range t.In(g.hand.Of(x)) {
			t.Show(id)
		}
	}
	against := melds.Count(left)
	t.Say("{0} has {1} deadwood, {2} has {3}", seat, count, 1-seat, against)
	switch {
	case mine.Len() == 11:
		g.win(t, seat, forBigGin+against, "big gin")
	case count == 0:
		g.win(t, seat, forGin+against, "gin")
	case against <= count:
		g.win(t, 1-seat, undercut+count-against, "an undercut")
	default:
		g.win(t, seat, against-count, "a knock")
	}
	g.finish(t)
}

// lay moves those of the cards that a player still holds to melds.
func (g *table) lay(t *game.Tx, to game.Seat, cards card.Group) {
	for seat := range game.Seat(2) {
		for id := range t.In(g.hand.Of(seat)) {
			if cards.Has(card.Of(t, id)) {
				t.Give(id, seat)
				t.Move(id, g.melded.Of(to))
			}
		}
	}
}

// LayOff finds the melds with which the fewest points of a hand are left after cards were laid off on the melds of
// the player who knocked. It returns the melds, and what is left.
func LayOff(knocked []card.Group, hand card.Group) (best []card.Group, left card.Group) {
	least := -1
	var space [64]card.Group
	all := melds.In(hand, space[:0])
	var chosen [8]card.Group
	var try func(from, n int, rest card.Group)
	try = func(from, n int, rest card.Group) {
		over := rest
		for _, m := range knocked { // runs first: a card on a run may make room for the next
			if isRun(m) {
				over = extend(m, over)
			}
		}
		for _, m := range knocked {
			if !isRun(m) {
				over = extend(m, over)
			}
		}
		if count := melds.Count(over); least < 0 || count < least {
			least, left = count, over
			best = append(best[:0], chosen[:n]...)
		}
		for i := from; i < len(all); i++ {
			if all[i]&^rest == 0 {
				chosen[n] = all[i]
				try(i+1, n+1, rest&^all[i])
			}
		}
	}
	try(0, 0, hand)
	return best, left
}

// extend lays off on one meld all cards that continue it, and returns the others.
func extend(meld, cards card.Group) card.Group {
	for again := true; again; {
		again = false
		for f := range cards.Faces() {
			if melds.Is(meld | f.Group()) {
				meld |= f.Group()
				cards &^= f.Group()
				again = true
			}
		}
	}
	return cards
}

func isRun(meld card.Group) bool {
	ranks := [2]card.Rank{}
	for f := range meld.Faces() {
		ranks[0], ranks[1] = ranks[1], f.Rank
	}
	return ranks[0] != ranks[1]
}

func (g *table) win(t *game.Tx, seat game.Seat, points int, what string) {
	Hands.Add(t, seat, 1)
	t.Say("{0} scores {1} for {2}: {3} in all", seat, points, what, Points.Add(t, seat, points))
}

// finish ends the match when a player has 100 points, with the extra points for the game and for deals won.
func (g *table) finish(t *game.Tx) {
	points := Points.BySeat(t)
	if g.oneDeal {
		t.Score(points...)
		return
	}
	for seat := range points {
		if points[seat] < goal {
			continue
		}
		loser := 1 - seat
		shutout := points[loser] == 0
		points[seat] += forGame
		if shutout {
			points[seat] += forGame
		}
		for x := range points {
			points[x] += forHand * Hands.Of(t, game.Seat(x))
		}
		t.Say("{0} wins the match with {1} points to {2}", game.Seat(seat), points[seat], points[loser])
		t.Score(points...)
		return
	}
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

// value compares points and deadwood.
func (g *table) value(s *game.State, seat game.Seat) int {
	lead := Points.Of(s, seat) - Points.Of(s, 1-seat)
	wood := deadwood(g.group(s, 1-seat)) - deadwood(g.group(s, seat))
	return min(1000, max(0, 500+4*lead+3*wood))
}
