// Package gin is Gin Rummy: make sets and runs, and knock when little is left over.
package gin

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

	// Knocker is who has ended the deal.
	Knocker = game.NewPart[game.Seat]("knocker").Looks(game.Look{Hidden: true})

	// Refused counts the players who have refused the first card. It is gone once somebody has drawn.
	Refused = game.NewPart[int]("refused").Looks(game.Look{Hidden: true})
)

// gone is the value of Refused when the first card is not offered any more.
const gone = 3

const rules = `Each player gets ten cards, and one is turned up. First the player who did not deal may take it, then the dealer; if both pass, the first player must draw from
the deck. From then on, draw the top card of the deck or of the discard pile, and discard a card, but not the one you have just taken from the discard pile.

Melds are three or four cards of a rank, or three or more of a suit in sequence, with the ace low. All other cards are deadwood: aces count 1, jacks, queens and kings
10. You may knock with a discard that leaves you 10 deadwood or less. Both hands are laid out with the best melds, and the other player lays off deadwood on the
melds of the player who knocked, unless that player has gin, no deadwood at all.

The player who knocked scores the difference in deadwood; gin scores 20 more. A player who has no more deadwood than the one who knocked undercuts
them, and scores the difference and 10. When only two cards are left in the deck and the player who drew last does not knock, the deal is void: nobody scores, and the
same player deals again. Otherwise players deal in turn. One rule is special to Ply, so that every match ends: after three void deals in a row, the player with
more points wins, without the extra points below.

The first player with 100 points wins the match and gets 100 more, or 200 if the other player has no points. Then both get 20 for each deal that they have won. With the
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
	from, drop                *game.Pick[game.ID]
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
	// Players click the deck or the discard pile to draw.
	g.from = &game.Pick[game.ID]{Name: "from", Prompt: "Draw from the deck or from the discard pile", From: g.sources}
	draw := &game.Action{Name: "draw", Label: "Draw", Pick: []game.Choice{g.from}, NoUndo: true, Do: g.draw}
	pass := &game.Action{Name: "pass", Label: "Pass", Reads: "{seat} passes", Do: func(t *game.Tx) { Refused.Add(t, game.Root, 1) }}
	g.drop = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you discard?", From: g.free}
	discard := &game.Action{Name: "discard", Label: "Discard", Reads: "{seat} discards {card}", Pick: []game.Choice{g.drop}, Do: func(t *game.Tx) { g.discard(t, g.drop.In(t)) }}
	ends := []*game.Action{discard, g.knock("knock", "Knock", 1, most, "more than 10 deadwood would be left"), g.knock("gin", "Gin", 0, 0, "some deadwood would be left")}
	if big {
		ends = append(ends, &game.Action{Name: "big-gin", Label: "Big gin", Reads: "{seat} has big gin", NoUndo: true, Do: func(t *game.Tx) { Knocker.Set(t, game.Root, t.Seat) },
			If: game.When("some cards are in no meld", func(t *game.Tx) bool { return deadwood(g.group(t, t.Seat)) == 0 })})
	}
	other := func(t *game.Tx) game.Seat { return 1 - Dealer.Of(t, game.Root) }
	turn := &game.EachSeat{Name: "turn", Continue: true, Do: game.Steps{
		&game.Act{Name: "draw", Label: "Draw", If: g.lacks, Actions: []*game.Action{draw}},
		&game.Act{Name: "end", Label: "Discard", Actions: ends},
	}}
	offered := &game.EachSeat{Name: "offer", From: other, Do: game.Steps{
		&game.Act{Name: "upcard", Label: "First card: take it or pass", If: g.untaken, Actions: []*game.Action{draw, pass}},
		&game.Act{Name: "first", Label: "Discard", If: g.holds, Actions: ends},
	}}
	seen := &game.Action{Name: "next", Label: "Next deal", Description: "Go on when you have looked at the hands.", Do: func(*game.Tx) {}}
	return &game.Rules{
		Name: "gin", Version: "3",
		About: game.About{
			Title: "Gin rummy", Description: "Make sets and runs, and knock before your opponent does.", Rules: rules,
			Minutes: 20, Complexity: 2, Categories: []string{"cards", "rummy"}, Picture: "cover.svg",
		},
		Art: deck.Art(art), Theme: game.Theme{Felt: "#25506d", Accent: "#8a5a00 #ffd166", Back: deck.Back},
		Seats: game.Exactly(2), Options: []game.Setting{oneDeal.Is(single), bigGin.Is(big)},
		Presets: []game.Preset{{Name: "short", Label: "One deal", Values: game.Values{"one-deal": "true"}}},
		Make:    func(v game.Values) *game.Rules { return New(oneDeal.In(v), bigGin.In(v)) },
		Layout:  []game.Layout{g.stock, g.pile, g.hand, g.melded}, Kinds: []*game.Kind{g.playing},
		Parts: append(card.Parts(), Points, Hands, Dealer, Taken, Voids, Knocker, Refused), Derived: []game.AnyDerived{g.deadwood()},
		Setup: g.setup, Value: g.value, Levels: [4]int{4, 12, 50, 200},
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
	Refused.Set(t, game.Root, 0)
}

// lacks reports whether the player has yet to draw; holds, that they have.
func (g *table) lacks(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 10 }
func (g *table) holds(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 11 }

// untaken reports whether the first card still lies there.
func (g *table) untaken(t *game.Tx) bool { return Refused.Of(t, game.Root) < gone }

// sources are where the player may draw from: only the first card while it is offered, and not that one when both have refused it.
func (g *table) sources(t *game.Tx) game.Set[game.ID] {
	switch Refused.Of(t, game.Root) {
	case gone:
		return game.SetOf(g.stock.ID(), g.pile.ID())
	case 2:
		return game.SetOf(g.stock.ID())
	}
	return game.SetOf(g.pile.ID())
}

// draw takes the top card. Everyone sees what is taken from the discard pile; it cannot be discarded at once.
func (g *table) draw(t *game.Tx) {
	from := g.from.In(t)
	id := t.Last(from)
	t.Move(id, g.hand.Of(t.Seat))
	Refused.Set(t, game.Root, gone)
	if from == g.stock.ID() {
		t.Say("{0} draws from the deck", t.Seat)
		return
	}
	Taken.Set(t, game.Root, id)
	t.Say("{0} takes {1}", t.Seat, id)
}

// free are the cards that can be discarded.
func (g *table) free(t *game.Tx) game.Set[game.ID] {
	if id := Taken.Of(t, game.Root); id != 0 {
		return g.hand.Contents(t).Minus(game.SetOf(id))
	}
	return g.hand.Contents(t)
}

// knock ends the deal with a discard that leaves at least and at most so much deadwood.
func (g *table) knock(name, label string, least, most int, why string) *game.Action {
	card := &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you discard?", From: func(t *game.Tx) game.Set[game.ID] { return g.leaving(t, least, most) }}
	return &game.Action{Name: name, Label: label, Reads: "{seat} discards {card}: " + name, NoUndo: true, Pick: []game.Choice{card},
		If: game.When(why, func(t *game.Tx) bool { return !g.leaving(t, least, most).Empty() }),
		Do: func(t *game.Tx) {
			g.discard(t, card.In(t))
			Knocker.Set(t, game.Root, t.Seat)
		}}
}

// leaving are the discards that leave this much deadwood.
func (g *table) leaving(t *game.Tx, least, most int) game.Set[game.ID] {
	hand := g.group(t, t.Seat)
	if deadwood(hand) > most+10 { // a card counts 10 at most
		return game.Set[game.ID]{}
	}
	return g.free(t).Where(func(id game.ID) bool {
		left := deadwood(hand &^ card.Of(t, id).Group())
		return left >= least && left <= most
	})
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

// deadwood shows players what they would be left with. On the view of the other player the hand is face down.
func (g *table) deadwood() *game.Derived[string] {
	return game.NewDerived("deadwood", func(s *game.State, seat game.ID) string {
		hand := s.Contents(g.hand.Of(s.Owner(seat)))
		if hand.Empty() || !card.Ranks.Where(s, hand, 0).Empty() {
			return ""
		}
		return strconv.Itoa(deadwood(card.GroupOf(s, hand)))
	}).OnSeats().Looks(game.Look{Label: "Deadwood"})
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

// value adds up the lead in points and how little deadwood the player would be left with. The hand of the other player is a
// guess that hardly depends on what this one does, so it does not count.
func (g *table) value(s *game.State, seat game.Seat) int {
	var space [8]card.Group
	hand := g.group(s, seat)
	_, rest := melds.Best(hand, space[:0])
	wood, most := melds.Count(rest), 0
	if hand.Len() == 11 { // a card is still to be discarded
		for f := range rest.Faces() {
			most = max(most, melds.Worth[f.Rank])
		}
	}
	return min(1000, max(0, 620+4*(Points.Of(s, seat)-Points.Of(s, 1-seat)-wood+most)))
}
