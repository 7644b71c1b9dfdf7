package browser_test

import (
	"math"
	"testing"

	"github.com/plygame/ply/wire"
)

// TestSlotLines checks that slots are in lines of about the same length, the last one in the middle, and that each slot with a line of
// its own has its full name.
func TestSlotLines(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	p := newPlayer(t, h, "Ann", phone)
	p.join("gofish", h.create("gofish", wire.Create{Seats: 2}))
	p.waitIdle()
	lines := eval[[][]float64](p, `[...document.querySelectorAll(".slots > .line")].map((line) => {
		const all = [...line.children].map((slot) => slot.getBoundingClientRect());
		return [all.length, all[0].left + all.at(-1).right, Math.max(...all.map((r) => r.top)) - Math.min(...all.map((r) => r.top))];
	})`)
	if len(lines) != 2 || lines[0][0] != 7 || lines[1][0] != 6 || math.Abs(lines[0][1]-lines[1][1]) > 4 || lines[0][2]+lines[1][2] > 4 {
		t.Errorf("the lines of slots have these numbers of slots, twice the middle, and differences in height: %v", lines)
	}
	p.join("nim", h.create("nim", wire.Create{Seats: 2}))
	p.until("the heaps are named", `[...document.querySelectorAll(".slots .label .name")].map((e) => e.innerText).join() === "Heap A,Heap B,Heap C"`)
}

// TestBoardAboveStock checks that on a phone, a board with a stock below it stays where it is whoever acts, and that the log has the
// room that is left.
func TestBoardAboveStock(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("survivors", wire.Create{Seats: 2})
	p := newPlayer(t, h, "Ann", phone)
	p.join("survivors", match)
	bob := h.sit("survivors", match, "Bob")
	at := func() []float64 {
		p.waitIdle()
		return eval[[]float64](p, `[".board > svg", ".shared"].map((s) => document.querySelector(s).getBoundingClientRect().top)`)
	}
	p.waitFor(`[data-action="done"]`)
	before := at()
	p.click(`[data-action="done"]`)
	p.waitFor(`main[data-turn="theirs"]`)
	if after := at(); math.Abs(after[0]-before[0]) > 1 || math.Abs(after[1]-before[1]) > 1 {
		t.Errorf("the board and the stock were at %v, and are at %v", before, after)
	}
	if log := eval[float64](p, `document.querySelector(".dock .log ol").clientHeight`); log < 100 {
		t.Errorf("the log has %v pixels", log)
	}
	if err := bob.Play(t.Context(), p.seq(), "done"); err != nil {
		t.Fatal(err)
	}
	p.waitFor(`main[data-turn="mine"]`)
}

// TestPieceOrAction checks that the panel says that a move can begin with a piece on the board.
func TestPieceOrAction(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	p := newPlayer(t, h, "Ann", desk)
	p.join("skirmish", h.create("skirmish", wire.Create{Seats: 2}))
	p.waitForText("Choose a piece or an action")
}
