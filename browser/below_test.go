package browser_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// A server below a path of its host works as any other: pages, pictures, links, the API and the WebSocket.
func TestBelowAPath(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	h.Stop()
	h.Config.BasePath = "/a/ply"
	h.Start()
	origin := h.URL
	h.URL += h.Config.BasePath
	x := &pair{testServer: h, game: "chess", match: h.create("chess", wire.Create{Seats: 2}), ann: newPlayer(t, h, "Ann", desk), bob: newPlayer(t, h, "Bob", phone)}
	x.ann.join(x.game, x.match)
	x.ann.waitFor("input[readonly]")
	link := eval[string](x.ann, `[...document.querySelectorAll("input, code")].map((e) => e.value ?? e.textContent).find((s) => s.includes("/games/")) ?? document.body.textContent`)
	if !strings.Contains(link, h.URL+"/games/chess/"+x.match) {
		t.Errorf("the link for friends is %.200s", link)
	}
	x.bob.join(x.game, x.match)
	x.ann.waitForText("Bob")
	x.ann.click(`[data-place="e2"]`)
	x.ann.click(`[data-place="e4"]`)
	x.bob.waitFor(`main[data-turn="mine"]`)
	if moves := h.moves(x.match); len(moves) != 1 {
		t.Errorf("the moves are %q", moves)
	}
	outside := eval[string](x.ann, `performance.getEntriesByType("resource").map((e) => e.name).filter((n) => n.startsWith(location.origin) && !n.startsWith(`+quoted(h.URL+"/")+`)).join(" ")`)
	if outside != "" {
		t.Errorf("the page has loaded what is not below the path: %s", outside)
	}
	if n := eval[int](x.ann, `performance.getEntriesByType("resource").filter((e) => e.name.startsWith(`+quoted(h.URL+"/art/chess/")+`)).length`); n == 0 {
		t.Error("no picture of the game was loaded")
	}
	x.ann.click("a.logo")
	x.ann.waitFor(`a[data-game="hex"]`)
	x.ann.waitForText("Chess")
	if at := eval[string](x.ann, "location.href"); at != origin+"/a/ply/" {
		t.Errorf("the home page is at %s", at)
	}
	x.ann.waitFor(`a[href="/a/ply/games/chess/` + x.match + `"]`) // the player's own match, which the browser has stored
}
