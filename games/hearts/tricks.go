package hearts

import (
	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// tricks are played until the hands are empty.
func (g *table) tricks() game.Step {
	g.which = &game.Pick[game.ID]{Name: "card", Prompt: "Which card do you play?", From: g.allowed}
	play := &game.Action{
		Name: "play", Label: "Play a card", Reads: "{seat} plays {card}", Pick: []game.Choice{g.which}, Do: g.play,
	}
	return &game.Loop{
		While: g.cardsLeft,
		Do: &game.EachSeat{
			Name: "turn", From: leader, Do: &game.Act{Name: "card", Label: "Trick", Actions: []*game.Action{play}},
		},
	}
}

func leader(t *game.Tx) game.Seat { return Leader.Of(t, game.Root) }

func (g *table) cardsLeft(t *game.Tx) bool { return t.Count(g.hand.Of(leader(t))) > 0 }

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
	opening := g.opening(t)
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

// opening reports whether it is the first trick.
func (g *table) opening(t *game.Tx) bool { return t.Count(g.hand.Of(t.Seat)) == 52/t.Seats() }

// led is the card that was led to the trick, 0 before that.
func (g *table) led(t *game.Tx) game.ID { return t.First(g.trick.Of(Leader.Of(t, game.Root))) }

// orAll returns the first set, or the second one if it is empty.
func orAll(some, all game.Set[game.ID]) game.Set[game.ID] {
	if some.Empty() {
		return all
	}
	return some
}

// play puts a card on the table, and the last one of a trick completes it.
func (g *table) play(t *game.Tx) {
	id := g.which.In(t)
	g.conclude(t, id)
	if card.Suits.Of(t, id) == card.Hearts && !Broken.Of(t, game.Root) {
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
