package browser_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// evens is a game in which only every second card of a hand can be played, with a black token beside it.
func evens() *game.Rules {
	card := &game.Kind{Name: "card", Look: game.Look{Label: "A card"}}
	token := &game.Kind{Name: "token", Look: game.Look{Label: "*", Shape: "square", Color: "black"}}
	hand := &game.Place{Name: "hand", Each: true}
	tokens := &game.Place{Name: "tokens", Look: game.Look{Layout: "row"}}
	which := &game.Pick[game.ID]{Name: "card", From: hand.Contents, If: func(t *game.Tx, id game.ID) bool {
		return id%2 == 0 || t.Refuse("it is odd")
	}}
	return &game.Rules{
		Name: "evens", Version: "1", About: game.About{Title: "Evens"}, Seats: game.Exactly(1),
		Layout: []game.Layout{tokens, hand}, Kinds: []*game.Kind{card, token},
		Setup: func(t *game.Tx) {
			t.CreateMany(9, card, hand.Of(0))
			t.Create(token, tokens)
		},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Move(which.In(t), tokens.ID()) }}},
	}
}

// TestDimmedCards checks that cards that cannot be chosen are dimmed but opaque, since they lie on one another, and that
// the letters on a dark token are light.
func TestDimmedCards(t *testing.T) {
	t.Parallel()
	h := newServer(t, evens())
	p := newPlayer(t, h, "Ann", phone)
	p.join("evens", h.create("evens", wire.Create{Seats: 1}))
	p.waitFor(".own button.closed")
	if n := eval[int](p, `[...document.querySelectorAll(".own button.closed")].filter((b) => {
		for (let e = b.querySelector(".card"); e; e = e.parentElement) if (getComputedStyle(e).opacity !== "1") return true;
		return getComputedStyle(b).filter === "none" && getComputedStyle(b.querySelector(".card")).filter === "none";
	}).length`); n > 0 {
		t.Errorf("%d cards that cannot be chosen are see-through, or look like the others", n)
	}
	if color := eval[string](p, `getComputedStyle(document.querySelector('[data-place="tokens"] .text')).color`); color != "oklch(1 0 0)" {
		t.Errorf("the label of a black token has the colour %s", color)
	}
}
