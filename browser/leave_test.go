package browser_test

import (
	"testing"
)

// TestLeave checks that a player who leaves becomes a spectator, and that somebody else can take the seat.
func TestLeave(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	x.ann.playCell("b2")
	x.ann.click(`[data-do="leave"]`)
	x.ann.click(`dialog [data-do="sure"]`)
	x.ann.waitFor(`[data-do="join"]`)
	x.ann.waitFor(`main[data-link="up"]:not([data-mover])`)
	if said := x.ann.trouble(); said != "" {
		t.Errorf("leaving shows the error %q", said)
	}
	x.bob.waitForText("X is free")
	cleo := newPlayer(t, x.testServer, "Cleo", desk)
	cleo.join(x.game, x.match)
	cleo.waitForSeat(0)
	x.ann.waitForText("Cleo")
	x.ann.waitWithout(`[data-do="join"]`)
	x.bob.playCell("a1")
	cleo.playCell("c3")
	x.ann.atLeast(cleo.seq())
	if said := x.ann.trouble(); said != "" {
		t.Errorf("leaving shows the error %q", said)
	}
	x.ann.open("/")
	x.ann.waitIdle()
	if x.ann.has(`[data-match="` + x.match + `"] .forget`) {
		t.Error("the match is still in the player's own list")
	}
}

// TestResume checks that a match can be resumed from the front page after its tab was closed, and removed from the list.
func TestResume(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	x.ann.playCell("b2")
	x.ann.open("/games/hex") // closes the page of the match
	x.bob.click(`[data-do="menu"]`)
	x.bob.waitFor(`[aria-label="not connected"]`)
	eval[bool](x.ann, "history.back() ?? true") // the browser restores the page from its cache
	x.ann.waitFor(`main[data-page="match"][data-link="up"]`)
	x.bob.waitFor(`[aria-label="connected"]`)
	x.bob.key("\x1b")
	x.bob.waitWithout("dialog")
	x.ann.open("/games/hex")
	later := x.ann.tab()
	later.open("/")
	later.click(`[data-match="` + x.match + `"] a`)
	later.waitForSeat(0)
	x.bob.playCell("a1")
	later.playCell("c3")
	later.open("/")
	later.click(`[data-match="` + x.match + `"] .forget`)
	later.waitWithout(`[data-match="` + x.match + `"] .forget`)
	later.open(matchPath(x.game, x.match))
	later.waitFor(`main[data-link="up"]:not([data-mover])`)
	later.reload()
	later.waitFor(`main[data-link="up"]:not([data-mover])`)
}
