package browser_test

import (
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/wire"
)

// block makes requests for addresses that match patterns fail; without patterns, none.
func (p *player) block(patterns ...string) {
	p.t.Helper()
	how := network.SetBlockedURLsParams{}
	for _, pattern := range patterns {
		how.URLPatterns = append(how.URLPatterns, &network.BlockPattern{URLPattern: pattern, Block: true})
	}
	if _, err := chromedp.Call(p.ctx, network.SetBlockedURLs, how); err != nil {
		p.t.Fatal(err)
	}
}

// TestMissingPart checks that the page says so if a part of it cannot be loaded, and shows the part as soon as it can be,
// without a click or a move.
func TestMissingPart(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("tictactoe", wire.Create{Seats: 2})
	_, tokens := h.programs("tictactoe", match, 2)
	p := newPlayer(t, h, "Ann", desk)
	p.ignoreErrors("player-", "ERR_BLOCKED_BY_CLIENT")
	p.useSeatLater("tictactoe", match, tokens[0], 0)
	p.block("*://*:*/assets/player-*")
	p.open(matchPath("tictactoe", match))
	p.waitFor(`[role="alert"] [data-do="reload"]`)
	if p.has("[data-panel]") {
		t.Fatal("the part that cannot be loaded is shown")
	}
	p.block()
	p.waitFor(`[data-panel] h2`)
	p.waitWithout(`[data-do="reload"]`)
}
