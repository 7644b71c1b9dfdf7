package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"

	"github.com/plygame/ply/wire"
)

// TestSheet checks that on a phone the menu has players, log, rules and requests, holds the focus, and returns it; that a chip
// shows all of an opponent's things; and that none of this makes the page scroll.
func TestSheet(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("market", wire.Create{Seats: 5})
	ann := newPlayer(t, h, "Ann", phone)
	ann.join("market", match)
	for i := range 4 {
		h.sit("market", match, fmt.Sprint("Bob", i))
	}
	ann.waitForText("Bob3")
	ann.waitFor(`main[data-turn="mine"] .choose`)
	if ann.has("dialog, .side, .log") {
		t.Error("a phone shows more than the table")
	}
	if turn := ann.text("header .headline"); turn == "" {
		t.Error("the bar at the top does not say whose turn it is")
	}
	ann.click(`[data-do="menu"]`)
	ann.waitFor(`dialog[open] .log`)
	for _, part := range []string{`[data-do="leave"]`, `[data-do="resign"]`, `li[data-seat="4"]`, `.rules`} {
		if !ann.has("dialog " + part) {
			t.Errorf("the menu has no %s", part)
		}
	}
	ann.until("the focus is in the menu", `document.querySelector("dialog").contains(document.activeElement)`)
	ann.key(kb.Escape)
	ann.waitWithout("dialog")
	ann.until("the focus is back on the button", `document.activeElement.matches('[data-do="menu"]')`)
	ann.click(`[data-do="look"]`)
	ann.until("an opponent's whole hand is shown", `document.querySelectorAll("dialog .spot.hidden .thing").length === 7`)
	ann.click(`dialog [data-do="close"]`)
	ann.waitWithout("dialog")
	if eval[bool](ann, "document.documentElement.scrollHeight > innerHeight") {
		t.Error("the page scrolls")
	}
}
