package browser_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// TestTouchSmallCells checks that the page shows the top of the table after joining, and that a cell smaller than a fingertip
// needs confirmation. Another player who joins does not cancel it, and another cell can be tapped instead.
func TestTouchSmallCells(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	p := newPlayer(t, h, "Ann", phone)
	p.join("hex", match)
	p.until("the page is scrolled to the top", `scrollY === 0 && document.querySelector(".headline").getBoundingClientRect().top >= 0`)
	tap := func(cell string) {
		t.Helper()
		p.waitFor(`path.open[data-place="` + cell + `"]`)
		p.click(`[data-place="` + cell + `"]`)
		p.until(cell+" is chosen", `document.querySelector('[data-panel] h2').textContent.includes(`+quoted(cell)+`) && document.querySelector('[role="gridcell"][aria-selected="true"]')?.ariaLabel.startsWith(`+quoted(cell)+`)`)
	}
	tap("c3")
	h.sit("hex", match, "Bob")
	p.waitForText("Bob joins as Blue")
	p.waitIdle()
	p.waitFor(`[data-do="confirm"]`)
	tap("e5")
	p.click(`[data-do="back"]`)
	p.waitWithout(`[data-do="confirm"]`)
	p.waitWithout(`[role="gridcell"][aria-selected="true"]`)
	tap("f6")
	p.click(`[data-do="cancel"]`)
	p.waitWithout(`[data-do="confirm"]`)
	tap("g7")
	if n := len(h.moves(match)); n != 0 {
		t.Fatalf("%d moves made before confirmation", n)
	}
	p.click(`[data-do="confirm"]`)
	p.waitFor(`main[data-turn="theirs"]`)
	if all := h.moves(match); len(all) != 1 || !strings.HasSuffix(all[0], " g7") {
		t.Errorf("the moves are %q", all)
	}
}
