package browser_test

import (
	"math/rand/v2"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/wire"
)

// unreachable are the browser's console messages while the server is down.
var unreachable = []string{"WebSocket connection to", "net::ERR_", "Failed to load resource"}

// announced is true if a live region has a text.
const announced = `[...document.querySelectorAll('[role="status"], [role="alert"]')].some((e) => e.textContent.trim())`

// TestLostConnection plays against a program. The page reports a lost connection, and when it is back continues with
// everything that happened in between. So does a page that the browser restores when the player goes back to it.
func TestLostConnection(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("connect4", wire.Create{Seats: 2})
	line := h.Proxy()
	ann := newPlayer(t, h, "Ann", tablet)
	ann.at = line.URL
	ann.ignoreErrors(unreachable...)
	ann.join("connect4", match)
	bob := h.sit("connect4", match, "Bob")
	ann.waitForText("Bob")
	luck := rand.New(rand.NewPCG(5, 5))
	for range 3 {
		ann.ready()
		ann.move(luck)
		at := ann.seq()
		line.Cut()
		ann.waitFor(`main[data-link="down"]`)
		ann.until("the page reports the lost connection", announced)
		moveRandomly(t, bob, at, luck)
		line.Mend()
		ann.waitFor(`main[data-link="up"]`)
		if !ann.ready() || ann.seq() <= at {
			t.Fatalf("Ann is still at entry %d", at)
		}
	}
	ann.move(luck)
	at := ann.seq()
	ann.do("leave the match", chromedp.Navigate(line.URL+"/healthz"))
	moveRandomly(t, bob, at, luck)
	eval[bool](ann, "(setTimeout(() => history.back()), true)") // the answer comes before the page goes
	ann.waitFor(`main[data-page="match"][data-link="up"]`)
	ann.atLeast(at + 1)
}
