package browser_test

import (
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// TestPickByKeys makes every kind of pick by keyboard, and checks that the focus is never lost.
func TestPickByKeys(t *testing.T) {
	t.Parallel()
	b := newWorkshopPlayer(t, desk, 3, 3)
	b.tabTo(`[data-action="paint"]`)
	b.key("\r")
	b.asks("Which card?")
	b.tabTo(`[data-panel] summary`)
	b.key("\r")
	b.tabTo(`[data-panel] [data-value]:nth-child(2)`)
	b.key("\r")
	b.asks("Which colour?")
	b.focused("after a card")
	b.tabTo(`[data-do="confirm"]`)
	b.key("\r")
	b.asks("How many coats?")
	b.focused("after skipping a pick")
	b.tabTo(`[data-panel] [data-value="4"]`)
	for range 3 {
		b.key(kb.Escape)
		b.focused("after a step back")
	}
	b.idle()
	b.tabTo(`section.table .own button.open`)
	b.key(kb.ArrowRight)
	b.key(kb.Enter)
	b.asks("A2: choose what to do")
	b.tabTo(`[data-action="give"]`)
	b.key("\r")
	b.asks("To whom?")
	b.focused("after choosing an action")
	b.tabTo(`li[data-seat="1"] button`)
	b.key(" ")
	b.expectMove("give #2 1")
	b.focused("after the move")
}
