package web_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

const (
	evilName = `<img src=x onerror=document.title=7>`
	evilText = `<b id=evil>x</b><script>document.title=7</script>`
)

// parrot is a game in which one says something, and everyone sees it.
func parrot() *game.Rules {
	said := game.NewPart[string]("said")
	what := &game.Pick[string]{Name: "what", Prompt: "Say something", Text: &game.Text{Min: 1, Max: 80}}
	say := func(t *game.Tx) {
		said.Set(t, t.Seat, what.In(t))
		t.Say("{0} says "+what.In(t), t.Seat)
	}
	return &game.Rules{
		Name: "parrot", Version: "1", About: game.About{Title: "Parrot"}, Seats: game.Exactly(2),
		Parts:   []game.Column{said},
		Actions: []*game.Action{{Name: "say", Pick: []game.Choice{what}, Do: say}},
	}
}

// What people write is shown as they wrote it, and is never HTML.
func TestUserTextIsNoHTML(t *testing.T) {
	t.Parallel()
	h := newHouse(t, parrot())
	match := h.create("parrot", wire.Create{Seats: 2})
	ann, bob := newPlayer(t, h, evilName, desk), newPlayer(t, h, "Bob", desk)
	ann.join("parrot", match)
	bob.join("parrot", match)
	ann.waitFor("[data-panel]")
	if ann.has("[data-panel] [data-action]") {
		ann.click("[data-panel] [data-action]")
	}
	ann.write("[data-panel] input", evilText)
	ann.key("\r")
	for _, p := range []*player{ann, bob} {
		p.until("the move is told", `document.querySelector("main").dataset.seq === "3"`)
		p.waitForText(evilName)
		p.waitForText(evilText)
		if p.has("img[src=x]") || p.has("#evil") || p.has("body script") || eval[string](p, "document.title") == "7" {
			t.Errorf("what was written is HTML for %s", p.name)
		}
	}
	bob.open("/")
	bob.rest()
	if bob.has("img[src=x]") {
		t.Error("what was written is HTML on the front page")
	}
}
