package browser_test

import (
	"strconv"
	"testing"

	"github.com/plygame/ply/wire"
)

// TestFocusStays checks that the keyboard focus is never lost: it stays on the board, or moves to its section of the page.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	ann, bob := x.ann, x.bob
	press := func(selector string) {
		t.Helper()
		ann.waitFor(selector + ":enabled")
		eval[bool](ann, "document.querySelector("+quoted(selector)+").focus() ?? true")
		ann.key("\r")
	}
	onBoard := `document.activeElement.matches('[role="gridcell"]')`
	ann.waitFor(`path.open[data-place="b2"]`)
	ann.tabTo(`[role="gridcell"]`)
	ann.key("\r")
	ann.atLeast(3)
	ann.until("the focus stays on the board", onBoard)
	press(`[data-do="undo"]`)
	ann.atLeast(4)
	ann.focused("after an undo")
	ann.waitFor(`path.open[data-place="b2"]`)
	ann.listChoices()
	press(`[data-panel] [data-value="c1"]`)
	ann.atLeast(5)
	ann.focused("after a move in the panel")
	bob.playCell("b2")
	ann.waitFor(`path.open[data-place="a1"]`)
	ann.focused("after the opponent's move")
	press(`[data-panel] [data-value="a1"]`)
	ann.atLeast(7)
	bob.atLeast(7)
	bob.click(`[data-do="undo"]`)
	press(`[data-do="agree"]`)
	ann.waitWithout(".consent")
	ann.focused("after agreeing")
	press(`[data-do="resign"]`)
	ann.waitFor("dialog")
	ann.key("\x1b")
	ann.waitWithout("dialog")
	ann.until("the focus is back on the button", `document.activeElement.matches('[data-do="resign"]')`)
	press(`[data-do="resign"]`)
	press(`dialog [data-do="sure"]`)
	ann.waitFor("[data-result]")
	ann.focused("after resigning")
}

// TestFocusOnCards checks that a card in a hand can be reached and played by keyboard, and that the focus is not lost with it.
func TestFocusOnCards(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 2, Bots: []int{1}})
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("gofish", match)
	for range 5 {
		if !ann.ready() {
			break
		}
		seq := ann.seq()
		ann.tabTo("section.table button.open")
		ann.key("\x1b\r")
		for ann.seq() == seq {
			ann.until("something can be chosen, or there is a new entry", `Number(document.querySelector("main").dataset.seq) !== `+strconv.Itoa(seq)+` || `+canChoose)
			if ann.seq() != seq {
				break
			}
			ann.tabTo("section.table button.open, [data-panel] [data-value]")
			ann.key("\r")
			ann.waitIdle()
		}
		ann.focused("after the move")
	}
}
