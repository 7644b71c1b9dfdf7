// Package gofish is Go Fish: ask other players for cards, and collect books of four.
package gofish

import (
	"embed"

	"github.com/plygame/ply/card/deck"
	"github.com/plygame/ply/game"
)

//go:embed art
var art embed.FS // the pictures beside those of the deck

var (
	ranks = [...]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}
	suits = [...]string{"♣", "♦", "♥", "♠"}

	// faces are the ranks with their suits, as players read them.
	faces = func() (all [len(ranks)][len(suits)]string) {
		for r := range ranks {
			for s := range suits {
				all[r][s] = ranks[r] + suits[s]
			}
		}
		return all
	}()
)

var (
	// Ranks and Suits are on the cards; the place a card is in decides who sees them.
	Ranks = game.NewPart[int8]("rank").Looks(game.Look{Hidden: true, Words: deck.Ranks})
	Suits = game.NewPart[int8]("suit").Looks(game.Look{Hidden: true, Words: deck.Suits})

	// Lacks are the ranks, as bits, that a player was asked for since they last drew a card: they have
	// no card of these ranks.
	Lacks = game.NewPart[uint16]("lacks").Looks(game.Look{Hidden: true})
)

// rules are the rules for players.
const rules = `Ask another player for a rank of which you hold a card. They give you all their cards of that rank, and you take another
turn. If they have none, you go fishing: draw a card from the pond. If it has the rank you asked for, show it and take another turn.

Four cards of a rank are a book, which you lay down at once. A player with no cards draws one at the start of their turn; if the pond
is empty, their turn is skipped. When all thirteen books are down, the player with the most books wins.`

// table is what the functions of a game share.
type table struct {
	card             *game.Kind
	pond, hand, spot *game.Place
	whom             *game.Pick[game.Seat]
	rank             *game.Pick[game.ID]
}

// New returns the rules.
func New() *game.Rules {
	// Nobody sees the cards in the pond, and players see only their own hands. There is a spot on the
	// table for the book of each rank.
	g := &table{
		card: &game.Kind{Name: "card", Look: game.Look{Shape: "card", Picture: deck.Picture}, Label: func(s *game.State, id game.ID) string { return faces[Ranks.Of(s, id)][Suits.Of(s, id)] }},
		pond: &game.Place{Name: "pond", Order: game.Stacked, Seen: game.ByNone, Look: game.Look{Label: "Pond", Layout: "pile"}},
		hand: &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan"}},
		spot: &game.Place{Name: "book", Names: ranks[:], Look: game.Look{Label: "Books", Layout: "pile"}},
	}

	// On their turn, a player asks another one for a rank.
	g.whom = &game.Pick[game.Seat]{Name: "whom", Prompt: "Whom do you ask?", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	g.rank = &game.Pick[game.ID]{Name: "rank", Prompt: "For which rank?", From: g.held, Points: g.mine}
	return &game.Rules{
		Name:    "gofish",
		Version: "1",
		About:   game.About{Title: "Go fish", Description: "Ask other players for cards, and collect books of four.", Rules: rules, Minutes: 15, Complexity: 1, Categories: []string{"cards", "family"}, Picture: "cover.svg"},
		Art:     deck.Art(art), Theme: game.Theme{Felt: "#d7ecf0 #123340", Accent: "#0d6480 #7fd3ea", Back: deck.Back},
		Seats:   game.Between(2, 5),
		Layout:  []game.Layout{g.pond, g.hand, g.spot},
		Kinds:   []*game.Kind{g.card},
		Parts:   []game.Column{Ranks, Suits, Lacks},
		Derived: []game.AnyDerived{books},
		Setup:   g.deal,
		Actions: []*game.Action{{Name: "ask", Pick: []game.Choice{g.whom, g.rank}, Do: g.ask}},
		End:     g.end,
		Decided: g.decided,
		Fits:    g.fits,
		Value:   g.value,
	}
}

// deal gives each player seven cards if there are two players, and five if there are more.
func (g *table) deal(t *game.Tx) {
	t.CreateMany(len(ranks)*len(suits), g.card, g.pond,
		Ranks.Nth(func(i int) int8 { return int8(i / len(suits)) }), Suits.Nth(func(i int) int8 { return int8(i % len(suits)) }))
	t.Shuffle(g.pond)
	cards := 5
	if t.Seats() == 2 {
		cards = 7
	}
	for range cards {
		for x := range game.Seat(t.Seats()) {
			g.draw(t, x)
		}
	}
}

// held are the ranks that a player can ask for: they must hold a card of that rank.
func (g *table) held(t *game.Tx) game.Set[game.ID] {
	var ranks uint64
	for _, rank := range Ranks.All(t, g.hand.Contents(t)) {
		ranks |= 1 << rank
	}
	return game.Set[game.ID]{}.Small(ranks<<g.spot.At(0), 0) // the spots have the order of the ranks
}

// mine returns the player's own cards of a rank: clicking one of them asks for its rank.
func (g *table) mine(t *game.Tx, spot game.ID) game.Set[game.ID] {
	return g.of(t, t.Seat, int8(spot-g.spot.At(0)))
}

// ask takes all cards of the rank from the other player, or goes fishing if they have none. A player
// who gets the rank they asked for takes another turn.
func (g *table) ask(t *game.Tx) {
	whom, spot := g.whom.In(t), g.rank.In(t)
	rank := int8(spot - g.spot.At(0))
	mine, theirs := g.of(t, t.Seat, rank), g.of(t, whom, rank)
	t.RevealOne(mine) // asking for a rank shows that the player holds it
	Lacks.Set(t, whom, Lacks.Of(t, whom)|1<<rank)
	if theirs.Empty() {
		t.Announce("{0} asks {1} for {2}: go fish", t.Seat, whom, spot)
		g.fish(t, rank)
		return
	}
	t.Announce("{0} asks {1} for {2} and gets {3}", t.Seat, whom, spot, theirs.Len())
	for id := range theirs.All() {
		t.Reveal(id)
		t.Move(id, g.hand.Of(t.Seat))
	}
	g.lay(t, t.Seat, rank, mine.Or(theirs))
	t.Again()
}

// of returns the cards of a rank in a player's hand.
func (g *table) of(t *game.Tx, seat game.Seat, rank int8) game.Set[game.ID] {
	return Ranks.Where(t, t.Contents(g.hand.Of(seat)), rank)
}

// fish draws a card. If it has the rank that was asked for, the player shows it and takes another turn.
func (g *table) fish(t *game.Tx, rank int8) {
	if id := t.Last(g.pond); id != 0 && Ranks.Of(t, id) == rank {
		t.Reveal(id)
		t.Announce("{0} fishes {1}", t.Seat, id)
		t.Again()
	}
	g.draw(t, t.Seat)
}

// draw moves the top card of the pond, if any, to a hand.
func (g *table) draw(t *game.Tx, seat game.Seat) {
	if id := t.Last(g.pond); id != 0 {
		t.Move(id, g.hand.Of(seat))
		Lacks.Set(t, seat, 0)
		rank := Ranks.Of(t, id)
		g.lay(t, seat, rank, g.of(t, seat, rank))
	}
}

// lay puts down a player's cards of a rank as soon as there are four.
func (g *table) lay(t *game.Tx, seat game.Seat, rank int8, cards game.Set[game.ID]) {
	if cards.Len() < len(suits) {
		return
	}
	spot := g.spot.At(int(rank))
	t.Announce("{0} lays down a book of {1}", seat, spot)
	for id := range cards.All() {
		t.Give(id, seat)
		t.Move(id, spot)
	}
}

// books are the books that a player has laid down so far.
var books = game.NewDerived("books", func(s *game.State, seat game.ID) int { return s.Held(s.Owner(seat)).Len() }).OnSeats().Public().Looks(game.Look{Label: "Books"})

// end counts the books when all are down: the player with the most wins. Until then, a player with no
// cards draws one at the start of their turn; if the pond is empty, their turn is skipped.
func (g *table) end(t *game.Tx) {
	var books [5]int
	all := 0
	for x := range game.Seat(t.Seats()) {
		books[x] = t.Held(x).Len()
		all += books[x]
	}
	if all == len(ranks) {
		t.Score(books[:t.Seats()]...)
	} else if next := t.Turn(); t.Count(g.hand.Of(next)) == 0 {
		g.draw(t, next)
	}
}

// decided reports a winner if no other player can catch up, even with all the remaining books.
func (g *table) decided(s *game.State) (game.Set[game.Seat], bool) {
	leader, left := game.Seat(0), len(ranks)
	for x := range game.Seat(s.Seats()) {
		if left -= s.Held(x).Len(); s.Held(x).Len() > s.Held(leader).Len() {
			leader = x
		}
	}
	for x := range s.Others(leader).All() {
		if s.Held(x).Len()+left >= s.Held(leader).Len() {
			return game.Set[game.Seat]{}, false
		}
	}
	return game.SetOf(leader), true
}

// fits reports whether no player holds a rank they lack, or a whole book.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for x := range game.Seat(s.Seats()) {
		var count [len(ranks)]int
		for id := range s.In(g.hand.Of(x)) {
			rank := Ranks.Of(s, id)
			if count[rank]++; count[rank] == len(suits) || Lacks.Of(s, x)>>rank&1 != 0 {
				return false
			}
		}
	}
	return true
}
