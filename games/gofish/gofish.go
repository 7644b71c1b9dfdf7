// Package gofish is the card game: ask the others for cards, and collect books of four.
package gofish

import "github.com/plygame/ply/game"

// Face is what is printed on a card.
type Face struct{ Rank, Suit int8 }

const (
	ranks = "A23456789TJQK"
	suits = "♣♦♥♠"
)

func (f Face) String() string { return ranks[f.Rank:f.Rank+1] + string([]rune(suits)[f.Suit]) }

var (
	// Faces are on the cards; who sees a card follows from where it lies.
	Faces = game.NewPart[Face]("face")

	// Lacks are the ranks a seat has been asked for in vain since it last took a card.
	Lacks = game.NewPart[uint16]("lacks")
)

// table is what the functions of one game share.
type table struct {
	card             *game.Kind
	pond, hand, laid *game.Place
	whom             *game.Pick[game.Seat]
	rank             *game.Pick[int]
}

// New returns the rules of go fish.
func New() *game.Rules {
	g := &table{
		card: &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string { return Faces.Of(s, id).String() }},
		pond: &game.Place{Name: "pond", Order: game.Stacked, Seen: game.ByNone},
		hand: &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner},
		laid: &game.Place{Name: "books", Each: true},
	}
	g.whom = &game.Pick[game.Seat]{Name: "whom", Prompt: "Whom do you ask?", From: g.others}
	g.rank = &game.Pick[int]{Name: "rank", Prompt: "For which rank?", From: g.held}
	return &game.Rules{
		Name:    "gofish",
		Version: "1",
		About: game.About{Title: "Go fish", Description: "Ask the others for cards, and collect books of four.",
			Minutes: 15, Complexity: 1, Categories: []string{"cards", "family"}, Picture: "🐟"},
		Seats:   game.Between(2, 5),
		Layout:  []game.Layout{g.pond, g.hand, g.laid},
		Kinds:   []*game.Kind{g.card},
		Parts:   []game.Column{Faces, Lacks},
		Setup:   g.deal,
		Actions: []*game.Action{{Name: "ask", Pick: []game.Choice{g.whom, g.rank}, Do: g.ask}},
		End:     g.end,
		Fits:    g.fits,
	}
}

// deal gives seven cards each to two, five to more.
func (g *table) deal(t *game.Tx) {
	for suit := range int8(4) {
		for rank := range int8(len(ranks)) {
			t.Create(g.card, g.pond.ID(), Faces.Is(Face{rank, suit}))
		}
	}
	t.Shuffle(g.pond.ID())
	cards := 5
	if t.Seats() == 2 {
		cards = 7
	}
	for x := range game.Seat(t.Seats()) {
		for range cards {
			t.Move(t.Last(g.pond.ID()), g.hand.Of(x))
		}
		g.layBooks(t, x)
	}
}

// others are the seats that can be asked: those with cards, or all if none has any.
func (g *table) others(t *game.Tx) game.Set {
	with := game.SeatsOf()
	for x := range t.Others(t.Seat).Seats() {
		if t.Count(g.hand.Of(x)) > 0 {
			with = with.Or(game.SeatsOf(x))
		}
	}
	if with.Empty() {
		return t.Others(t.Seat)
	}
	return with
}

// held are the ranks that can be asked for: those one holds.
func (g *table) held(t *game.Tx) game.Set {
	held := game.NumbersOf()
	for id := range t.In(g.hand.Of(t.Seat)) {
		held = held.Or(game.NumbersOf(int(Faces.Of(t.State, id).Rank)))
	}
	return held
}

// ask takes all cards of the rank from the other seat, or else one from the pond. Who gets
// what was asked for goes on.
func (g *table) ask(t *game.Tx) {
	whom, rank := g.whom.In(t), g.rank.In(t)
	g.admit(t, rank)
	got := 0
	for id := range t.In(g.hand.Of(whom)) {
		if int(Faces.Of(t.State, id).Rank) == rank {
			t.Reveal(id)
			t.Move(id, g.hand.Of(t.Seat))
			got++
		}
	}
	t.Announce("{0} asks {1} for {2} and gets {3}", t.Seat, whom, game.Word(ranks[rank:rank+1]), game.Num(got))
	Lacks.Edit(t, whom.ID(), func(l *uint16) { *l |= 1 << rank })
	if got > 0 || g.fish(t, rank) {
		t.Again()
	}
	g.layBooks(t, t.Seat)
}

// admit lets everyone know that the asking seat holds one of the rank.
func (g *table) admit(t *game.Tx, rank int) {
	for id := range t.In(g.hand.Of(t.Seat)) {
		if int(Faces.Of(t.State, id).Rank) == rank {
			t.Reveal(id)
			return
		}
	}
}

// fish draws a card; if it is of the rank, it is shown.
func (g *table) fish(t *game.Tx, rank int) bool {
	id := g.draw(t, t.Seat)
	if id == 0 || int(Faces.Of(t.State, id).Rank) != rank {
		return false
	}
	t.Reveal(id)
	t.Announce("{0} fishes {1}", t.Seat, id)
	return true
}

// draw takes the top card of the pond into a hand, if there is one.
func (g *table) draw(t *game.Tx, seat game.Seat) game.ID {
	id := t.Last(g.pond.ID())
	if id != 0 {
		t.Move(id, g.hand.Of(seat))
		Lacks.Set(t, seat.ID(), 0)
	}
	return id
}

// layBooks lays down the ranks of which a seat has all four.
func (g *table) layBooks(t *game.Tx, seat game.Seat) {
	var count [len(ranks)]int
	for id := range t.In(g.hand.Of(seat)) {
		count[Faces.Of(t.State, id).Rank]++
	}
	for id := range t.In(g.hand.Of(seat)) {
		if rank := Faces.Of(t.State, id).Rank; count[rank] == 4 {
			t.Move(id, g.laid.Of(seat))
			if Faces.Of(t.State, id).Suit == 0 {
				t.Announce("{0} lays down a book of {1}", seat, game.Word(ranks[rank:rank+1]))
			}
		}
	}
}

// end lets a seat without cards draw one before its turn, and counts when all books are laid.
func (g *table) end(t *game.Tx) {
	books := make([]int, t.Seats())
	all := 0
	for x := range books {
		books[x] = t.Count(g.laid.Of(game.Seat(x))) / 4
		all += books[x]
	}
	if all == len(ranks) {
		t.Score(books...)
	} else if next := t.Turn(); t.Count(g.hand.Of(next)) == 0 {
		g.draw(t, next)
	}
}

// fits: nobody holds what it was asked for in vain.
func (g *table) fits(s *game.State, _ game.Seat) bool {
	for x := range game.Seat(s.Seats()) {
		lacks := Lacks.Of(s, x.ID())
		for id := range s.In(g.hand.Of(x)) {
			if lacks>>Faces.Of(s, id).Rank&1 != 0 {
				return false
			}
		}
	}
	return true
}
