package gametest

import "github.com/plygame/ply/game"

var (
	suit = game.NewPart[int8]("suit") // of a card
	luck = game.NewPart[int8]("luck") // of a seat, if the game has a die
)

// snap is a small game with secrets, the base of the leaky ones: draw a card, lay one on the pile, or bury one under
// the deck. Nobody knows the two cards in the cellar. Tests change the parts they need.
type snap struct {
	game.Rules
	deck, hand, pile, cellar *game.Place
	card, bury               *game.Pick[game.ID]
	drawing                  *game.Action
}

func newSnap() *snap {
	p := &snap{
		deck:   &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone},
		hand:   &game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner},
		pile:   &game.Place{Name: "pile", Order: game.Stacked},
		cellar: &game.Place{Name: "cellar", Seen: game.ByNone.Else(game.Unseen)},
	}
	card := &game.Kind{Name: "card"}
	p.card = &game.Pick[game.ID]{Name: "card", From: p.hand.Contents}
	p.bury = &game.Pick[game.ID]{Name: "buried", From: p.hand.Contents}
	p.drawing = &game.Action{Name: "draw", If: game.When("the deck is empty", func(t *game.Tx) bool { return t.Count(p.deck) > 0 }),
		Do: func(t *game.Tx) {
			card := t.Last(p.deck)
			t.Move(card, p.hand.Of(t.Seat))
			t.Say("{0} draws {1}", t.Seat, card)
			t.Emit("drawn", card)
			t.Tell([]game.Seat{t.Seat}, "you draw {0}", suit.Of(t, card))
		}}
	p.Rules = game.Rules{
		Name: "snap", Seats: game.Exactly(2), Parts: []game.Column{suit, taken},
		Layout: []game.Layout{p.deck, p.hand, p.pile, p.cellar}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) {
			for i := range int8(12) {
				t.Create(card, p.deck, suit.Is(1+i%3))
			}
			t.Shuffle(p.deck)
			for i := range 8 {
				t.Move(t.Last(p.deck), []game.ID{p.hand.Of(0), p.hand.Of(1), p.cellar.ID(), p.hand.Of(1)}[i%4])
			}
		},
		Actions: []*game.Action{
			p.drawing,
			{Name: "lay", Pick: []game.Choice{p.card}, Do: func(t *game.Tx) { t.Move(p.card.In(t), p.pile) }},
			{Name: "bury", Pick: []game.Choice{p.bury}, Do: func(t *game.Tx) { t.MoveFirst(p.bury.In(t), p.deck) }},
		},
		End: func(t *game.Tx) {
			if t.Count(p.deck) == 0 && t.Count(p.pile) > 1 {
				for id := range t.In(p.pile) {
					t.Move(id, p.deck)
				}
				t.Shuffle(p.deck)
			}
			if t.Played() == 30 {
				t.Tie()
			}
		},
	}
	return p
}

// top is the suit of the next card to draw, 0 if there is none.
func (p *snap) top(t *game.Tx) int { return int(suit.Of(t, t.Last(p.deck))) }

// drawn adds f to what drawing a card does.
func (p *snap) drawn(do func(t *game.Tx, card game.ID)) *game.Rules {
	before := p.drawing.Do
	p.drawing.Do = func(t *game.Tx) {
		card := t.Last(p.deck)
		before(t)
		do(t, card)
	}
	return &p.Rules
}

// lucky adds a die that each seat rolls in secret, and an action that uses it.
func (p *snap) lucky(boast func(*game.Tx)) *game.Rules {
	p.Parts = append(p.Parts, luck.Seen(game.ByOwner).Rolled(func(t *game.Tx, _ game.ID) int8 { return int8(t.Roll(6)) }))
	setup := p.Setup
	p.Setup = func(t *game.Tx) {
		setup(t)
		for x := range game.Seat(t.Seats()) {
			luck.Roll(t, x)
		}
	}
	p.Actions = append(p.Actions, &game.Action{Name: "boast", Do: boast})
	return &p.Rules
}
