// Package letters is Sealed Letters, a game of deduction with sixteen cards: hold the highest card when the night is
// over, or be the last one who was not caught.
package letters

import (
	"slices"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

var oneDeal = &game.Option[bool]{Name: "one-deal", Label: "One night", Description: "One night instead of a match."}

var (
	// Value is printed on the cards, 1 to 8, and Aims on those that are played on somebody.
	Value = game.NewTrait[int]("value")
	Aims  = game.NewTrait[bool]("aims")

	// Seals are the nights that a player has won. Safe players are with the chaperone.
	Seals = game.NewPart[int]("seals").Looks(game.Look{Label: "Seals"})
	Safe  = game.NewPart[bool]("safe").Looks(game.Look{Label: "Safe"})

	// Lacks are the values, as bits, that a player is known not to hold.
	Lacks = game.NewPart[uint16]("lacks").Looks(game.Look{Hidden: true})
)

const rules = `One card is set aside face down; with two players, three more are laid face up. Each player gets one
card. On your turn, draw a card, play one of your two, and do what it says, unless there is nobody you can choose for
it. A player who is caught is out until the next night.

1 Watchman: name another card; a player who holds it is caught. 2 Gossip: look at another player's card. 3 Duelist:
compare cards; the lower one is caught. 4 Chaperone: nobody can choose you until your next turn. 5 Thief: choose a
player, even yourself, to discard their card and draw a new one. 6 Envoy: exchange cards. 7 Abbess: you must play her if
you hold the thief or the envoy. 8 Poet: a player who plays or discards the poet is caught.

The night ends when one player is left, or when the deck is empty: then the highest card wins. Players who tie compare
the sums of the cards they played or discarded this night; if those tie, all win. Each winner gets a seal, and the last
one in order of play begins the next night. Seven seals win with two players, five with three, four with four.`

// table is what the functions of a game share.
type table struct {
	watchman, gossip, duelist, chaperone, thief, envoy, abbess, poet *game.Kind
	pack                                                             card.List

	deck, aside, open, hand, played *game.Place

	which   *game.Pick[game.ID]
	whom    *game.Pick[game.Seat]
	guess   *game.Pick[*game.Kind]
	oneDeal bool
}

// New returns the rules of a match, or of a single night.
func New(single bool) *game.Rules {
	g := &table{
		// The deck and the card set aside are face down, hands are secret, and played cards are face up.
		deck:    &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: look("Deck", "pile")},
		aside:   &game.Place{Name: "aside", Seen: game.ByNone, Look: look("Set aside", "pile")},
		open:    &game.Place{Name: "open", Look: look("Not in this night", "row")},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: look("Hand", "fan")},
		played:  &game.Place{Name: "played", Each: true, Look: look("Discards", "row")},
		oneDeal: single,
	}
	g.watchman = g.add(5, 1, "watchman", "Watchman", "name another card; a player who holds it is caught", true)
	g.gossip = g.add(2, 2, "gossip", "Gossip", "look at another player's card", true)
	g.duelist = g.add(2, 3, "duelist", "Duelist", "compare cards; the lower one is caught", true)
	g.chaperone = g.add(2, 4, "chaperone", "Chaperone", "nobody can choose you until your next turn", false)
	g.thief = g.add(2, 5, "thief", "Thief", "a player discards their card and draws a new one", true)
	g.envoy = g.add(1, 6, "envoy", "Envoy", "exchange cards with another player", true)
	g.abbess = g.add(1, 7, "abbess", "Abbess", "must be played if you hold the thief or the envoy", false)
	g.poet = g.add(1, 8, "poet", "Poet", "whoever plays or discards the poet is caught", false)

	// Draw a card and play one. Some cards ask for a player, and the watchman also for a card.
	g.which = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: g.hand.Contents, If: g.may}
	g.whom = &game.Pick[game.Seat]{Name: "whom", Prompt: "Whom do you choose?", From: g.targets, When: g.aims}
	g.guess = &game.Pick[*game.Kind]{Name: "guess", Prompt: "Which card do they hold?", List: g.others, When: g.asks}
	play := &game.Action{Name: "play", Label: "Play a card", Reads: "{seat} plays {card} on {whom}, naming {guess}",
		NoUndo: true, Pick: []game.Choice{g.which, g.whom, g.guess}, Do: g.play}
	turn := game.Steps{game.Run(g.drawCard), &game.Act{Name: "choice", Label: "Play", Actions: []*game.Action{play}}}
	turns := &game.Loop{Do: &game.EachSeat{Name: "turn", Do: turn}}
	night := &game.Phase{Name: "night", Label: "Night", Begin: g.deal, EndIf: g.over, End: g.award, Do: turns}
	return &game.Rules{
		Name: "letters", Version: "2", Seats: game.Between(2, 4), Art: art, Theme: theme,
		About: game.About{Title: "Sealed Letters", Rules: rules, Minutes: 15, Complexity: 2, Picture: "cover.svg",
			Description: "Sixteen cards, one in your hand: guess what the others hold before they guess yours.",
			Categories:  []string{"cards", "deduction"}},
		Options: []game.Setting{oneDeal.Is(single)}, Make: func(v game.Values) *game.Rules { return New(oneDeal.In(v)) },
		Layout: []game.Layout{g.deck, g.aside, g.open, g.hand, g.played}, Kinds: g.pack.Kinds(),
		Parts:   []game.Column{Seals, Safe, Lacks},
		Derived: []game.AnyDerived{game.NewDerived("goal", g.toWin).OnTable().Looks(game.Look{Label: "Seals to win"})},
		Setup:   func(t *game.Tx) { g.pack.Create(t, g.deck) }, Flow: &game.Loop{Do: night},
		Fits: g.fits, Value: g.value, Levels: [4]int{3, 10, 50, 200},
	}
}

// add puts n cards of a kind into the pack.
func (g *table) add(n, value int, name, title, text string, aims bool) *game.Kind {
	with := []game.With{Value.Is(value), Aims.Is(aims)}
	k := &game.Kind{Name: name, Description: text, With: with, Look: face(title)}
	g.pack = append(g.pack, card.Copies{N: n, Kind: k})
	return k
}

// toWin is how many seals win the match.
func (g *table) toWin(s *game.State, _ game.ID) int {
	if g.oneDeal {
		return 1
	}
	return [...]int{7, 5, 4}[s.Seats()-2]
}

// deal begins a night: one card is set aside, for two players three more are laid face up, and each gets one.
func (g *table) deal(t *game.Tx) {
	t.Return()
	card.Gather(t, g.deck, g.aside, g.open, g.hand, g.played)
	t.Draw(g.deck, g.aside, 1)
	if t.Seats() == 2 {
		t.Draw(g.deck, g.open, 3)
	}
	for seat := range t.Playing().All() {
		g.draw(t, seat)
	}
}

// drawCard begins a turn.
func (g *table) drawCard(t *game.Tx) { g.draw(t, t.Seat) }

// draw gives a player a card, the one set aside if the deck is empty. They are then known to nobody, and not safe.
func (g *table) draw(t *game.Tx, seat game.Seat) {
	if t.Draw(g.deck, g.hand.Of(seat), 1) == 0 {
		t.Draw(g.aside, g.hand.Of(seat), 1)
	}
	Safe.Set(t, seat, false)
	Lacks.Set(t, seat, 0)
}

// may refuses the thief and the envoy to a player who holds the abbess.
func (g *table) may(t *game.Tx, id game.ID) bool {
	abbess := g.hand.Contents(t).Where(func(x game.ID) bool { return t.Kind(x) == g.abbess })
	return t.Kind(id) != g.thief && t.Kind(id) != g.envoy || abbess.Empty() || t.Refuse("you must play the abbess")
}

// aims reports whether the card asks for a player, and asks whether it also asks for one of the others.
func (g *table) aims(t *game.Tx) bool { return Aims.Of(t, g.which.In(t)) && !g.targets(t).Empty() }
func (g *table) asks(t *game.Tx) bool {
	return g.whom.Chosen(t) > 0 && t.Kind(g.which.In(t)) == g.watchman
}
func (g *table) others(*game.Tx) []*game.Kind { return g.pack.Kinds()[1:] }

// targets are the players who can be chosen: others in this night without a chaperone; for the thief, oneself too.
func (g *table) targets(t *game.Tx) game.Set[game.Seat] {
	return t.Playing().Where(func(seat game.Seat) bool {
		return seat != t.Seat && !Safe.Of(t, seat) || seat == t.Seat && t.Kind(g.which.In(t)) == g.thief
	})
}

// play lays down a card. Everybody knows that a player of the thief or the envoy does not hold the abbess.
func (g *table) play(t *game.Tx) {
	id := g.which.In(t)
	t.Move(id, g.played.Of(t.Seat))
	switch t.Kind(id) {
	case g.chaperone:
		Safe.Set(t, t.Seat, true)
	case g.poet:
		g.caught(t, t.Seat)
	case g.thief, g.envoy:
		Lacks.Set(t, t.Seat, 1<<Value.On(g.abbess))
	}
	if g.whom.Chosen(t) > 0 {
		g.aim(t, t.Kind(id), g.whom.In(t))
	}
}

// aim does what a card does to a player. Mine and theirs are the cards that both hold.
func (g *table) aim(t *game.Tx, k *game.Kind, whom game.Seat) {
	mine, theirs := t.First(g.hand.Of(t.Seat)), t.First(g.hand.Of(whom))
	switch {
	case k == g.watchman && t.Kind(theirs) == g.guess.In(t), k == g.thief && t.Kind(theirs) == g.poet:
		g.caught(t, whom)
	case k == g.watchman:
		t.Announce("{0} does not hold it", whom)
		Lacks.Set(t, whom, Lacks.Of(t, whom)|1<<Value.On(g.guess.In(t)))
	case k == g.gossip:
		t.Reveal(theirs, t.Seat)
		t.Tell([]game.Seat{t.Seat, whom}, "{0} holds {1}", whom, theirs)
	case k == g.duelist:
		t.Reveal(mine, whom)
		t.Reveal(theirs, t.Seat)
		if Value.Of(t, mine) > Value.Of(t, theirs) {
			g.caught(t, whom)
		} else if Value.Of(t, mine) < Value.Of(t, theirs) {
			g.caught(t, t.Seat)
		} else {
			t.Announce("they hold the same card")
		}
	case k == g.thief:
		t.Move(theirs, g.played.Of(whom))
		t.Say("the thief takes {0} from {1}", theirs, whom)
		g.draw(t, whom)
	case k == g.envoy:
		t.Rotate(g.hand.Of(t.Seat), g.hand.Of(whom))
		Lacks.Set(t, t.Seat, Lacks.Of(t, whom))
		Lacks.Set(t, whom, 1<<Value.On(g.abbess))
	}
}

// caught puts a player out of this night.
func (g *table) caught(t *game.Tx, seat game.Seat) {
	t.Announce("that catches {0}", seat)
	t.Move(t.First(g.hand.Of(seat)), g.played.Of(seat))
	t.SitOut(seat)
}

// over reports whether one player is left, or the deck is empty and nobody has a card to play.
func (g *table) over(t *game.Tx) bool {
	return t.Playing().Len() == 1 || t.Count(g.deck) == 0 && g.hand.Everything(t).Len() == t.Playing().Len()
}

// award shows all cards. The highest wins a seal; of equal ones, that of the player who has played the higher sum.
func (g *table) award(t *game.Tx) {
	ranks := make([]int, t.Seats())
	for seat := range t.Playing().All() {
		t.Show(t.First(g.hand.Of(seat)))
		ranks[seat] = 100 * Value.Of(t, t.First(g.hand.Of(seat)))
		for id := range t.In(g.played.Of(seat)) {
			ranks[seat] += Value.Of(t, id)
		}
	}
	t.Moment()
	for seat := range t.Playing().All() {
		if ranks[seat] == slices.Max(ranks) {
			t.Announce("the night goes to {0} with {1}", seat, t.First(g.hand.Of(seat)))
			Seals.Add(t, seat, 1)
			t.Next(seat)
		}
	}
	if slices.Max(Seals.BySeat(t)) == g.toWin(t.State, 0) {
		t.Score(Seals.BySeat(t)...)
	}
}

// fits reports whether no player holds a card that they are known to lack.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for seat := range game.Seat(s.Seats()) {
		hand := g.hand.Of(seat)
		if s.Count(hand) == 1 && Lacks.Of(s, seat)>>Value.Of(s, s.First(hand))&1 != 0 {
			return false
		}
	}
	return true
}
