package browser_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestHint plays against a bot with the keyboard: a hint is put into words, tints the table, can be followed by a screen
// reader, and goes with the next move. There are no hints against people.
func TestHint(t *testing.T) {
	t.Parallel()
	axe := readAxe(t)
	h := newServer(t)
	for _, game := range []string{"hex", "gofish"} {
		p := newPlayer(t, h, "Ann", desk)
		p.bypassCSP()
		p.open("/games/" + game)
		p.write(`[name="name"]`, "Ann")
		p.click(`[data-do="bots"]`)
		p.waitFor(tableArea)
		p.waitFor(`[data-do="hint"]:not(:disabled)`)
		p.tabTo(`[data-do="hint"]`)
		p.key(kb.Enter)
		p.waitFor("[data-hint]")
		p.waitFor("section.table [data-advised]")
		if !eval[bool](p, `document.activeElement.matches('[data-do="hint"]')`) {
			t.Errorf("%s: the button loses the focus", game)
		}
		words := eval[string](p, `document.querySelector("[data-hint]").textContent`)
		if !strings.HasPrefix(words, "Sharp suggests ") || !strings.Contains(words, " of 100)") {
			t.Errorf("%s: the hint is %q", game, words)
		}
		if spoken := eval[string](p, `document.querySelector('.spoken[role="status"]').textContent`); spoken != words {
			t.Errorf("%s: a screen reader is told %q, not %q", game, spoken, words)
		}
		if !eval[bool](p, `[...document.querySelectorAll("section.table [aria-label]")].some((e) => /hint \d+ %/.test(e.ariaLabel))`) {
			t.Errorf("%s: a screen reader cannot tell what the hint is about", game)
		}
		p.accessible(game+" with a hint", axe)
		p.do("switch to the dark theme", desk.inDark(true).set())
		p.accessible(game+" with a hint in dark", axe)
	}
	p := newPlayer(t, h, "Bea", desk)
	p.withFriends("hex")
	p.waitFor(`[data-do="resign"]`)
	if p.has(`[data-do="hint"]`) {
		t.Error("a player gets hints against people")
	}
}
