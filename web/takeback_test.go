package web_test

import (
	"testing"

	"github.com/plygame/ply/wire"
)

// The last move is taken back at once.
func TestTakeBack(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	if !x.ann.has(`[data-do="undo"]:disabled`) {
		t.Error("there is something to take back before the first move")
	}
	x.ann.mark("b2")
	x.bob.atLeast(3)
	x.ann.click(`[data-do="undo"]`)
	for _, p := range []*player{x.ann, x.bob} {
		p.atLeast(4)
		p.waitWithout(tableArea + " [data-thing]")
		p.waitForText("Ann undoes a move")
	}
	x.ann.mark("c3")
	if said := x.ann.trouble(); said != "" {
		t.Errorf("it is said that %s", said)
	}
}

// Others are asked, who refuse or agree.
func TestTakeBackByConsent(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	x.ann.mark("b2")
	x.bob.mark("a1")
	x.ann.atLeast(4)
	x.ann.click(`[data-do="undo"]`)
	x.ann.waitForText("Waiting for Bob")
	x.bob.waitForText("Ann asks to undo")
	x.bob.click(`[data-do="refuse"]`)
	x.ann.waitWithout(".consent")
	x.bob.waitWithout(".consent")
	x.ann.until("the answer is told", `document.querySelector(".toast").textContent.includes("not undone")`)
	if n := len(x.moves(x.match)); n != 2 {
		t.Errorf("%d moves are left", n)
	}
	x.ann.click(`[data-do="undo"]`)
	x.bob.click(`[data-do="agree"]`)
	for _, p := range []*player{x.ann, x.bob} {
		p.waitWithout(tableArea + " [data-thing]")
		p.waitWithout(".consent")
	}
	x.ann.mark("a1")
}

// Bots agree to everything.
func TestTakeBackFromBot(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	match := h.create("tictactoe", wire.Create{Seats: 2, Bots: []int{1}})
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("tictactoe", match)
	ann.mark("b2")
	ann.until("the bot has moved", `document.querySelectorAll("section.table [data-thing]").length === 2`)
	ann.click(`[data-do="undo"]`)
	ann.waitWithout(tableArea + " [data-thing]")
	ann.mark("c3")
	if said := ann.trouble(); said != "" {
		t.Errorf("it is said that %s", said)
	}
}
