package browser_test

import (
	"fmt"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestKeyboardOnly plays a whole match by keyboard, from the front page to the result.
func TestKeyboardOnly(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	p := newPlayer(t, h, "Kim", desk)
	p.open("/")
	p.waitFor(`a[href="/games/tictactoe"]`)
	p.tabTo(`a[href="/games/tictactoe"]`)
	p.key(kb.Enter)
	p.waitFor(`main[data-page="game"] [name="name"]`)
	p.tabTo(`[name="name"]`)
	p.key("Kim")
	p.tabTo(`[data-do="bots"]`)
	p.key(kb.Enter)
	p.waitFor(`main[data-page="match"]`)
	for p.ready() {
		p.tabTo(`[role="gridcell"]`)
		p.walkToOpen()
		at := p.seq()
		p.key(kb.Enter)
		p.until("the move is made", fmt.Sprintf("Number(document.querySelector('main').dataset.seq) > %d", at))
		p.focused("after a move")
	}
	if p.text("[data-result] h2") == "" {
		t.Error("no result is shown")
	}
	p.tabTo(`[data-do="again"]`)
}

// chooseByKeys makes a choice with the keyboard: on a board n goes to the next cell that can be chosen, and Tab reaches everything else.
func (p *player) chooseByKeys() {
	p.t.Helper()
	before := eval[string](p, moment)
	if p.has(tableArea + " path.open") {
		p.tabTo(`[role="gridcell"]`)
		if !eval[bool](p, `document.activeElement.matches(".open")`) {
			p.key("n")
		}
	} else {
		enabled := `:not([aria-disabled="true"], :disabled)`
		p.tabTo(`[data-panel] [data-value]` + enabled + `, [data-panel] [data-action]` + enabled + `, [data-do="confirm"], ` + tableArea + ` button.open`)
	}
	p.key(kb.Enter)
	p.until("the key has an effect", `document.querySelector("[data-result]") || `+moment+" !== "+quoted(before))
}

// tabTo presses Tab until an element has the focus, and checks that the focus is visible on the way.
func (p *player) tabTo(selector string) {
	p.t.Helper()
	for range 80 {
		if eval[bool](p, "document.activeElement.matches("+quoted(selector)+")") {
			return
		}
		p.key(kb.Tab)
		if lost := eval[string](p, `(() => {
			const e = document.activeElement, r = e.getBoundingClientRect();
			return e === document.body || r.width > 0 && r.bottom > 0 && r.top < innerHeight ? "" : e.outerHTML.slice(0, 200);
		})()`); lost != "" {
			p.t.Errorf("the focused element is not visible: %s", lost)
		}
	}
	p.t.Fatalf("Tab does not reach %s", selector)
}

// walkToOpen moves the focus over a 3×3 board with the arrow keys to a cell that can be chosen.
func (p *player) walkToOpen() {
	p.t.Helper()
	open := `document.activeElement.matches('[role="gridcell"]:not([aria-disabled="true"])')`
	p.key(kb.Home)
	for range 2 {
		p.key(kb.ArrowDown)
	}
	for range 3 {
		for range 3 {
			if eval[bool](p, open) {
				return
			}
			p.key(kb.ArrowRight)
		}
		p.key(kb.Home)
		p.key(kb.ArrowUp)
	}
	p.t.Fatal("the arrow keys do not reach a cell that can be chosen")
}
