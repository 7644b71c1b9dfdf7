package web_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// A cell that is smaller than a fingertip needs a last word, and another one can be tapped instead.
func TestTouchSmall(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	p := newPlayer(t, h, "Ann", phone)
	p.join("hex", match)
	h.sit("hex", match, "Bob")
	p.waitForText("Bob")
	tap := func(cell string) {
		t.Helper()
		p.waitFor(`path.open[data-place="` + cell + `"]`)
		p.click(`[data-place="` + cell + `"]`)
		p.until(cell+" is chosen", `document.querySelector('[data-panel] h2').textContent.includes(`+quoted(cell)+`) && document.querySelector('[role="gridcell"][aria-selected="true"]')?.ariaLabel.startsWith(`+quoted(cell)+`)`)
	}
	tap("c3")
	tap("e5")
	p.click(`[data-do="back"]`)
	p.waitWithout(`[data-do="confirm"]`)
	p.waitWithout(`[role="gridcell"][aria-selected="true"]`)
	tap("f6")
	p.click(`[data-do="cancel"]`)
	p.waitWithout(`[data-do="confirm"]`)
	tap("g7")
	if n := len(h.moves(match)); n != 0 {
		t.Fatalf("%d moves are made before the last word", n)
	}
	p.click(`[data-do="confirm"]`)
	p.waitFor(`main[data-turn="theirs"]`)
	if all := h.moves(match); len(all) != 1 || !strings.HasSuffix(all[0], " g7") {
		t.Errorf("what was made is %q", all)
	}
}

// Someone who joins in the meantime does not take the last word away.
func TestTouchInterrupted(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	p := newPlayer(t, h, "Ann", phone)
	p.join("hex", match)
	p.waitFor(`path.open[data-place="c3"]`)
	p.click(`[data-place="c3"]`)
	p.waitFor(`[data-do="confirm"]`)
	h.sit("hex", match, "Bob")
	p.waitForText("Bob joins as Blue")
	p.rest()
	p.click(`[data-do="confirm"]`)
	p.waitFor(`main[data-turn="theirs"]`)
}
