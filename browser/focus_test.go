package browser_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// TestFocusStays checks that the keyboard focus is never lost: it stays on the board, or moves to its section of the page.
func TestFocusStays(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("tictactoe", wire.Create{Seats: 2})
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("tictactoe", match)
	bob := h.sit("tictactoe", match, "Bob")
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
	if err := bob.Play(t.Context(), 5, "place b2"); err != nil {
		t.Fatal(err)
	}
	ann.waitFor(`path.open[data-place="a1"]`)
	ann.focused("after the opponent's move")
	press(`[data-panel] [data-value="a1"]`)
	ann.atLeast(7)
	if _, err := bob.Undo(t.Context()); err != nil {
		t.Fatal(err)
	}
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

// TestFocusOnCards checks that a card in a hand can be reached and played by keyboard, and that the focus is not lost with it. In go
// fish a card asks for its rank, by a click, too.
func TestFocusOnCards(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 2, Bots: []int{1}})
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("gofish", match)
	ann.ready()
	card := ann.attr(".own [data-thing] button.open", "aria-label")
	ann.click(".own [data-thing] button.open")
	ann.until("the card has asked", `document.querySelector(".log").textContent.includes("asks")`)
	if moves, want := h.moves(match), "ask 1 "+strings.TrimRight(card, "♣♦♥♠"); moves[0] != want {
		t.Errorf("a click on %s plays %q, want %q", card, moves[0], want)
	}
	for range 4 {
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
