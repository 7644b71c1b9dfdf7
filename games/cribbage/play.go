package cribbage

import (
	"strconv"

	"github.com/plygame/ply/card"
	"github.com/plygame/ply/game"
)

// pegging lets players lay down cards until nobody has any.
func (g *table) pegging() game.Step {
	g.which = &game.Pick[game.ID]{
		Name: "card", Prompt: "Which card do you play?",
		From: func(t *game.Tx) game.Set[game.ID] { return g.playable(t, t.Seat) },
	}
	play := &game.Action{
		Name: "play", Label: "Play a card", Reads: "{seat} plays {card}", Pick: []game.Choice{g.which}, Do: g.play,
	}
	return &game.Loop{
		While: cardsLeft, Do: &game.Act{Name: "card", Label: "Play", Who: nextPlayer, Actions: []*game.Action{play}},
	}
}

func nextPlayer(t *game.Tx) game.Seat { return Next.Of(t, game.Root) }
func cardsLeft(t *game.Tx) bool       { return nextPlayer(t) != game.Nobody }

// playable are the cards of a player that do not take the count over 31.
func (g *table) playable(t *game.Tx, seat game.Seat) game.Set[game.ID] {
	mine, room := t.Contents(g.hand.Of(seat)), 31-Sum.Of(t, game.Root)
	if room >= 10 {
		return mine
	}
	return mine.Where(func(id game.ID) bool { return worth(card.Ranks.Of(t, id)) <= room })
}

// play lays down a card, pegs what it scores, and finds out who plays next.
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
	case g.findNext(t, sum):
		return
	case sum < 31 && g.peg(t, t.Seat, 1, "the last card"):
		return
	}
	t.Moment()
	g.sweep(t)
}

// findNext finds the next player who can play, and reports whether there is one. The others who cannot say "go", once.
func (g *table) findNext(t *game.Tx, sum int) bool {
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
		switch {
		case sum == 31:
		case seat == t.Seat:
			t.Announce("nobody can play")
		case !Gone.Of(t, seat):
			Gone.Set(t, seat, true)
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
	for seat := range n {
		Gone.Set(t, seat, false)
	}
	for i := range n {
		if seat := (t.Seat + 1 + i) % n; t.Count(g.hand.Of(seat)) > 0 {
			Next.Set(t, game.Root, seat)
			return
		}
	}
	Next.Set(t, game.Root, game.Nobody)
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
