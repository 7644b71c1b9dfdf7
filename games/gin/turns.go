package gin

import (
	"strconv"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// gone is the value of Refused when the first card is not offered any more.
const gone = 3

// turns are those of a deal: draw, then discard or knock. The card that is turned up first can only be taken or
// refused. Players click the deck or the discard pile to draw.
func (g *table) turns() game.Step {
	g.from = &game.Pick[game.ID]{
		Name: "from", Prompt: "Draw from the deck or from the discard pile", From: g.sources,
	}
	draw := &game.Action{Name: "draw", Label: "Draw", Pick: []game.Choice{g.from}, NoUndo: true, Do: g.draw}
	pass := &game.Action{
		Name: "pass", Label: "Pass", Reads: "{seat} passes", Do: func(t *game.Tx) { Refused.Add(t, game.Root, 1) },
	}
	ends := g.ends()
	turn := &game.EachSeat{Name: "turn", Continue: true, Do: game.Steps{
		&game.Act{Name: "draw", Label: "Draw", If: g.mustDraw, Actions: []*game.Action{draw}},
		&game.Act{Name: "end", Label: "Discard", Actions: ends},
	}}
	offer := &game.EachSeat{Name: "offer", From: nonDealer, Do: game.Steps{
		&game.Act{Name: "upcard", Label: "First card: take it or pass", If: g.untaken, Actions: []*game.Action{draw, pass}},
		&game.Act{Name: "first", Label: "Discard", If: g.hasDrawn, Actions: ends},
	}}
	return game.Steps{offer, &game.Loop{Do: turn}}
}

func nonDealer(t *game.Tx) game.Seat { return 1 - Dealer.Of(t, game.Root) }

// ends are the actions that end a turn.
func (g *table) ends() []*game.Action {
	g.drop = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you discard?", From: g.free}
	ends := []*game.Action{
		{
			Name: "discard", Label: "Discard", Reads: "{seat} discards {card}", Pick: []game.Choice{g.drop},
			Do: func(t *game.Tx) { g.discard(t, g.drop.In(t)) },
		},
		g.knock("knock", "Knock", 1, most, "more than 10 deadwood would be left"),
		g.knock("gin", "Gin", 0, 0, "some deadwood would be left"),
	}
	if !g.big {
		return ends
	}
	return append(ends, &game.Action{
		Name: "big-gin", Label: "Big gin", Reads: "{seat} has big gin", NoUndo: true,
		If: game.When("some cards are in no meld", func(t *game.Tx) bool { return deadwood(g.group(t, t.Seat)) == 0 }),
		Do: func(t *game.Tx) { Knocker.Set(t, game.Root, t.Seat) },
	})
}

// mustDraw reports whether the player has yet to draw; hasDrawn, that they have.
func (g *table) mustDraw(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 10 }
func (g *table) hasDrawn(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 11 }

// untaken reports whether nobody has taken the first card.
func (g *table) untaken(t *game.Tx) bool { return Refused.Of(t, game.Root) < gone }

// sources are where the player may draw from: only the first card while it is offered, and not that one when both have
// refused it.
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

// knock ends the deal with a discard that leaves from least to most points of deadwood.
func (g *table) knock(name, label string, least, most int, why string) *game.Action {
	card := &game.Pick[game.ID]{
		Name: "card", Prompt: "Which card do you discard?",
		From: func(t *game.Tx) game.Set[game.ID] { return g.leaving(t, least, most) },
	}
	return &game.Action{
		Name: name, Label: label, Reads: "{seat} discards {card}: " + name, NoUndo: true, Pick: []game.Choice{card},
		If: game.When(why, func(t *game.Tx) bool { return !g.leaving(t, least, most).Empty() }),
		Do: func(t *game.Tx) {
			g.discard(t, card.In(t))
			Knocker.Set(t, game.Root, t.Seat)
		},
	}
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
