// Package letters is Sealed Letters, a game of deduction with sixteen cards: hold the highest card when the night is
// over, or be the last one who was not caught.
package letters

import (
	"slices"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

var oneDeal = &game.Option[bool]{Name: "one-deal", Label: "One night", Description: "Play a single night instead of a match.", Default: false}

var (
	// Value is printed on the cards, 1 to 8, and Aims on those that are played on somebody.
	Value = game.NewTrait[int]("value")
	Aims  = game.NewTrait[bool]("aims")

	Seals = game.NewPart[int]("seals").Looks(game.Look{Label: "Seals"})     // the nights a player has won
	Safe  = game.NewPart[bool]("safe").Looks(game.Look{Label: "Safe"})      // with the chaperone
	Lacks = game.NewPart[uint16]("lacks").Looks(game.Look{Hidden: true})    // the value, as a bit, that a player is known not to hold
	First = game.NewPart[game.Seat]("first").Looks(game.Look{Hidden: true}) // who begins the night
)

const rules = `Every player holds one card. On your turn, draw a card, play one of the two, and do what it says. A player who is caught is out until
the next night. The night ends when one player is left, or when the deck is empty: then the highest card wins. The winner gets a seal
and begins the next night. Seven seals win with two players, five with three, four with four. If nobody can be chosen, a card has no effect.

1 Watchman: name another card; a player who holds it is caught. 2 Gossip: look at another player's card. 3 Duelist: compare cards; the lower
one is caught. 4 Chaperone: nobody can choose you until your next turn. 5 Thief: a player, or you, discards the card and draws a new one. 6 Envoy:
exchange cards. 7 Abbess: you must play her if you hold the thief or the envoy. 8 Poet: a player who plays or discards the poet is caught.`

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

// kind adds a kind of card to the pack.
func (g *table) kind(n, value int, name, title, text string, aims bool) *game.Kind {
	k := &game.Kind{Name: name, Description: text, With: []game.With{Value.Is(value), Aims.Is(aims)}, Look: game.Look{Label: title, Shape: "card", Picture: "{kind}.svg", Face: &game.Print{Corner: Value}}}
	g.pack = append(g.pack, card.Copies{N: n, Kind: k})
	return k
}

// New returns the rules of a match, or of a single night.
func New(single bool) *game.Rules {
	g := &table{
		// The deck and the card set aside are face down, hands are secret, and what was played lies open.
		deck:    &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Deck", Layout: "pile"}},
		aside:   &game.Place{Name: "aside", Seen: game.ByNone, Look: game.Look{Label: "Set aside", Layout: "pile"}},
		open:    &game.Place{Name: "open", Look: game.Look{Label: "Not in this night", Layout: "row"}},
		hand:    &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		played:  &game.Place{Name: "played", Each: true, Look: game.Look{Label: "Discards", Layout: "row"}},
		oneDeal: single,
	}
	g.watchman = g.kind(5, 1, "watchman", "Watchman", "name another card; a player who holds it is caught", true)
	g.gossip = g.kind(2, 2, "gossip", "Gossip", "look at another player's card", true)
	g.duelist = g.kind(2, 3, "duelist", "Duelist", "compare cards; the lower one is caught", true)
	g.chaperone = g.kind(2, 4, "chaperone", "Chaperone", "nobody can choose you until your next turn", false)
	g.thief = g.kind(2, 5, "thief", "Thief", "a player discards their card and draws a new one", true)
	g.envoy = g.kind(1, 6, "envoy", "Envoy", "exchange cards with another player", true)
	g.abbess = g.kind(1, 7, "abbess", "Abbess", "must be played if you hold the thief or the envoy", false)
	g.poet = g.kind(1, 8, "poet", "Poet", "whoever plays or discards the poet is caught", false)

	// A card is played; some cards ask for a player, and the watchman also for a card.
	g.which = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: g.hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		return t.Kind(id) == g.abbess || !g.holds(t, g.abbess) || !g.holds(t, g.thief, g.envoy) || t.Refuse("you must play the abbess")
	}}
	g.whom = &game.Pick[game.Seat]{Name: "whom", Prompt: "On whom?", From: g.targets, When: func(t *game.Tx) bool {
		return Aims.Of(t, g.which.In(t)) && !g.targets(t).Empty()
	}}
	g.guess = &game.Pick[*game.Kind]{Name: "guess", Prompt: "Which card do they hold?", List: func(*game.Tx) []*game.Kind { return g.pack.Kinds()[1:] }, When: func(t *game.Tx) bool {
		return g.whom.Chosen(t) > 0 && t.Kind(g.which.In(t)) == g.watchman
	}}
	play := &game.Action{Name: "play", Label: "Play a card", NoUndo: true, Pick: []game.Choice{g.which, g.whom, g.guess}, Do: g.play}
	turn := &game.EachSeat{Name: "turn", From: func(t *game.Tx) game.Seat { return First.Of(t, game.Root) }, Do: game.Steps{
		game.Run(func(t *game.Tx) { g.renew(t, t.Seat); t.Draw(g.deck, g.hand.Of(t.Seat), 1) }), &game.Act{Name: "choice", Label: "Play", Actions: []*game.Action{play}},
	}}
	night := &game.Phase{Name: "night", Label: "Night", Begin: g.deal, EndIf: g.over, End: g.award, Do: &game.Loop{Do: turn}}
	return &game.Rules{
		Name: "letters", Version: "1",
		About: game.About{Title: "Sealed Letters", Description: "Sixteen cards, one in your hand: guess what the others hold before they guess yours.",
			Rules: rules, Minutes: 15, Complexity: 2, Categories: []string{"cards", "deduction"}, Picture: "cover.svg"},
		Art: art, Theme: theme, Seats: game.Between(2, 4), Options: []game.Setting{oneDeal.Is(single)}, Make: func(v game.Values) *game.Rules { return New(oneDeal.In(v)) },
		Layout: []game.Layout{g.deck, g.aside, g.open, g.hand, g.played}, Kinds: g.pack.Kinds(), Parts: []game.Column{Seals, Safe, Lacks, First},
		Derived: []game.AnyDerived{g.toWin()},
		Setup:   func(t *game.Tx) { g.pack.Create(t, g.deck) },
		Flow:    &game.Loop{Do: night}, Fits: g.fits, Value: g.value, Levels: [4]int{3, 10, 50, 200},
	}
}

// deal begins a night: one card is set aside, with two players three more lie open, and each gets one.
func (g *table) deal(t *game.Tx) {
	t.Return()
	card.Gather(t, g.deck, g.aside, g.open, g.hand, g.played)
	t.Draw(g.deck, g.aside, 1)
	if t.Seats() == 2 {
		t.Draw(g.deck, g.open, 3)
	}
	card.Deal(t, g.deck, g.hand, 1)
	for seat := range game.Seat(t.Seats()) {
		g.renew(t, seat)
	}
}

// renew makes a player known to nobody, and to be chosen by everybody.
func (g *table) renew(t *game.Tx, seat game.Seat) {
	Safe.Set(t, seat, false)
	Lacks.Set(t, seat, 0)
}

// holds reports whether the player holds one of these.
func (g *table) holds(t *game.Tx, kinds ...*game.Kind) bool {
	return !t.Contents(g.hand.Of(t.Seat)).Where(func(id game.ID) bool { return slices.Contains(kinds, t.Kind(id)) }).Empty()
}

// targets are the players who can be chosen: others in this night without a chaperone; for the thief, oneself too.
func (g *table) targets(t *game.Tx) game.Set[game.Seat] {
	return t.Playing().Where(func(seat game.Seat) bool {
		return seat != t.Seat && !Safe.Of(t, seat) || seat == t.Seat && t.Kind(g.which.In(t)) == g.thief
	})
}

func (g *table) play(t *game.Tx) {
	id := g.which.In(t)
	t.Move(id, g.played.Of(t.Seat))
	g.tell(t, id)
	switch {
	case t.Kind(id) == g.chaperone:
		Safe.Set(t, t.Seat, true)
	case t.Kind(id) == g.poet:
		g.caught(t, t.Seat)
	case g.whom.Chosen(t) > 0:
		g.aim(t, t.Kind(id), g.whom.In(t))
	}
}

// aim does what a card does to a player. Mine and theirs are the cards that both hold.
func (g *table) aim(t *game.Tx, k *game.Kind, whom game.Seat) {
	mine, theirs := t.First(g.hand.Of(t.Seat)), t.First(g.hand.Of(whom))
	switch k {
	case g.watchman:
		if t.Kind(theirs) == g.guess.In(t) {
			g.caught(t, whom)
			return
		}
		t.Announce("{0} does not hold it", whom)
		Lacks.Set(t, whom, Lacks.Of(t, whom)|1<<Value.On(g.guess.In(t)))
	case g.gossip:
		t.Reveal(theirs, t.Seat)
		t.Tell([]game.Seat{t.Seat, whom}, "{0} holds {1}", whom, theirs)
	case g.duelist:
		t.Reveal(mine, whom)
		t.Reveal(theirs, t.Seat)
		if Value.Of(t, mine) > Value.Of(t, theirs) {
			g.caught(t, whom)
		} else if Value.Of(t, mine) < Value.Of(t, theirs) {
			g.caught(t, t.Seat)
		} else {
			t.Announce("they hold the same")
		}
	case g.thief:
		g.rob(t, whom, theirs)
	case g.envoy:
		t.Rotate(g.hand.Of(t.Seat), g.hand.Of(whom))
		Lacks.Set(t, t.Seat, Lacks.Of(t, whom))
		Lacks.Set(t, whom, 0)
	}
}

// rob makes a player discard their card and draw a new one, the one set aside if the deck is empty.
func (g *table) rob(t *game.Tx, whom game.Seat, id game.ID) {
	if t.Kind(id) == g.poet {
		g.caught(t, whom)
		return
	}
	t.Move(id, g.played.Of(whom))
	t.Say("{0} discards {1}", whom, id)
	Lacks.Set(t, whom, 0)
	if t.Draw(g.deck, g.hand.Of(whom), 1) == 0 {
		t.Draw(g.aside, g.hand.Of(whom), 1)
	}
}

// caught puts a player out of this night.
func (g *table) caught(t *game.Tx, seat game.Seat) {
	t.Announce("{0} is caught", seat)
	t.Move(t.First(g.hand.Of(seat)), g.played.Of(seat))
	t.SitOut(seat)
}

// over reports whether one player is left, or the deck is empty and nobody has a card to play.
func (g *table) over(t *game.Tx) bool {
	return t.Playing().Len() == 1 || t.Count(g.deck) == 0 && g.hand.Everything(t).Len() == t.Playing().Len()
}

// award shows all cards. The highest wins a seal; of equal ones, that of the player who has played the higher cards.
func (g *table) award(t *game.Tx) {
	best, winner := -1, game.Nobody
	for seat := range t.Playing().All() {
		id := t.First(g.hand.Of(seat))
		sum := 100 * Value.Of(t, id)
		t.Show(id)
		for x := range t.In(g.played.Of(seat)) {
			sum += Value.Of(t, x)
		}
		if sum > best {
			best, winner = sum, seat
		}
	}
	t.Moment()
	t.Announce("{0} wins the night with {1}", winner, t.First(g.hand.Of(winner)))
	First.Set(t, game.Root, winner)
	if Seals.Add(t, winner, 1) == goal(t.State) || g.oneDeal {
		t.Score(Seals.BySeat(t)...)
	}
}

// goal is how many seals win.
func goal(s *game.State) int { return [...]int{7, 5, 4}[s.Seats()-2] }

// fits reports whether no player holds a card that the watchman has asked them for in vain.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for seat := range game.Seat(s.Seats()) {
		if id := s.First(g.hand.Of(seat)); id != 0 && s.Count(g.hand.Of(seat)) == 1 && Lacks.Of(s, seat)>>Value.Of(s, id)&1 != 0 {
			return false
		}
	}
	return true
}

// value estimates how well a seat stands: its seals, and whether it is still in this night.
func (g *table) value(s *game.State, seat game.Seat) int {
	if s.Playing().Has(seat) {
		return 700*Seals.Of(s, seat)/goal(s) + 300/s.Playing().Len()
	}
	return 700 * Seals.Of(s, seat) / goal(s)
}
