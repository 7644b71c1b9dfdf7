package browser_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

// TestRandomWalk checks that after any disruption a page ends up showing the same as a newly opened page.
func TestRandomWalk(t *testing.T) {
	t.Parallel()
	const seed = 11
	luck := rand.New(rand.NewPCG(seed, seed))
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 2, Bots: []int{1}})
	line := h.Line()
	p := newPlayer(t, h, "Ann", desk.inMotion())
	p.at = line.URL
	p.ignoreErrors(unreachable...)
	p.join("gofish", match)
	actions := []struct {
		name string
		do   func()
	}{
		{"move", func() { p.move(luck) }},
		{"move", func() { p.move(luck) }},
		{"begin a move", func() { p.choose(luck) }},
		{"undo", func() {
			p.clickOn(`document.querySelector('[data-do="undo"]:not(:disabled)') ?? document.querySelector(".headline")`)
		}},
		{"reload", p.reload},
		{"skip", func() { p.click(".headline") }},
		{"lose the connection", func() {
			line.Cut()
			p.waitFor(`main[data-link="down"]`)
			line.Mend()
			p.waitFor(`main[data-link="up"]`)
		}},
		{"lose the connection for a moment", func() { line.Cut(); line.Mend() }},
	}
	for step := range 14 {
		if !p.ready() {
			break
		}
		action := actions[luck.IntN(len(actions))]
		t.Logf("%d: %s, at %d", step, action.name, p.seq())
		action.do()
		p.waitFor(tableArea)
		if step == 6 {
			p.equalsFresh(matchPath("gofish", match))
		}
	}
	p.equalsFresh(matchPath("gofish", match))
}

// equalsFresh checks that the page shows the same as a newly opened one.
func (p *player) equalsFresh(path string) {
	p.t.Helper()
	p.waitFor(`main[data-link="up"]`)
	if p.ready() {
		p.cancel()
	}
	fresh := p.tab()
	fresh.at = p.at
	fresh.ignoreErrors(p.ignored...)
	fresh.open(path)
	fresh.waitFor(`main[data-link="up"]`)
	fresh.ready()
	p.shows(fresh)
}

// cancel takes back what the player has chosen so far, if anything. A lost connection takes it back, too.
func (p *player) cancel() {
	p.t.Helper()
	const button = `document.querySelector('[data-do="cancel"]')`
	p.clicksOn(button, "!"+button)
	p.waitWithout(`[data-do="cancel"]`)
}

// shows waits until the page shows the same table, entry and log as another page of the same player.
func (p *player) shows(other *player) {
	p.t.Helper()
	var why string
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); time.Sleep(20 * time.Millisecond) {
		if !p.has(tableArea) || !other.has(tableArea) {
			why = "a page has no table"
			continue
		}
		a, b := p.table(), other.table()
		seqA, seqB := p.seq(), other.seq()
		logA, logB := p.text(".log ol"), other.text(".log ol")
		switch {
		case a != b:
			why = "the tables differ:\n" + firstDifference(b, a)
		case seqA != seqB:
			why = fmt.Sprintf("one is at entry %d, the other at %d", seqA, seqB)
		case logA != logB:
			why = fmt.Sprintf("one log is\n%s\nthe other\n%s", logA, logB)
		default:
			return
		}
	}
	p.t.Errorf("two pages of %s do not show the same: %s", p.name, why)
}

// waitForMoves waits until the server has a number of moves.
func (h *testServer) waitForMoves(match string, n int) {
	h.t.Helper()
	for deadline := time.Now().Add(patience); len(h.moves(match)) < n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("the server has %q, want %d moves", h.moves(match), n)
		}
	}
}

// TestLostMoves checks that a move whose answer is lost is made once, that a move lost on its way is not made, and that a
// late move is refused. The page says so, and continues from the current position.
func TestLostMoves(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	line := h.Line()
	p := newPlayer(t, h, "Ann", phone)
	p.at = line.URL
	p.ignoreErrors(unreachable...)
	p.join("hex", match)
	bob := h.sit("hex", match, "Bob")
	p.waitForText("Bob")
	p.prepare("g7")

	line.Answers.Hold()
	p.click(`[data-do="confirm"]`)
	h.waitForMoves(match, 1)
	p.reconnect(line, line.Answers.Release)
	p.waitFor(`main[data-turn="theirs"]`)
	if said := p.trouble(); strings.Contains(said, "did not arrive") {
		t.Errorf("after a lost answer the page says: %s", said)
	}
	if all := h.moves(match); len(all) != 1 {
		t.Errorf("the moves are %q", all)
	}

	action, _, _ := strings.Cut(h.moves(match)[0], " ")
	if err := bob.Play(t.Context(), p.seq(), action+" a1"); err != nil {
		t.Fatal(err)
	}
	p.prepare("c3")
	line.Requests.Hold()
	p.click(`[data-do="confirm"]`)
	p.waitWithout(`[data-do="confirm"]`)
	p.reconnect(line, line.Requests.Release)
	p.waitFor(`main[data-turn="mine"]`)
	p.until("the page reports that the move did not arrive", `document.querySelector(".toast").textContent.includes("did not arrive")`)
	if all := h.moves(match); len(all) != 2 {
		t.Errorf("the moves are %q", all)
	}

	p.prepare("c3")
	two := newPlayer(t, h, "Ann (second tab)", phone)
	two.useSeat("hex", match, eval[string](p, `JSON.parse(localStorage.getItem("ply.matches"))[`+quoted(match)+`].token`), 0)
	two.prepare("e5")
	line.Answers.Hold()
	two.click(`[data-do="confirm"]`)
	h.waitForMoves(match, 3)
	p.click(`[data-do="confirm"]`)
	p.waitWithout(`[data-do="confirm"]`)
	line.Answers.Release()
	p.waitFor(`main[data-turn="theirs"]`)
	p.until("the toast shows the refusal", `document.querySelector(".toast").textContent.includes("moved on")`)
	if all := h.moves(match); len(all) != 3 || !strings.HasSuffix(all[2], " e5") {
		t.Errorf("the moves are %q", all)
	}
	p.settled("after a late move", two.still())
}

// prepare chooses a cell too small for a finger, so that the move waits for confirmation.
func (p *player) prepare(cell string) {
	p.t.Helper()
	p.waitFor(`main[data-turn="mine"] path.open[data-place="` + cell + `"]`)
	p.click(`[data-place="` + cell + `"]`)
	p.waitFor(`[data-do="confirm"]`)
}

// reconnect drops the connection with everything that is held back, and reconnects.
func (p *player) reconnect(line *servertest.Line, release func()) {
	p.t.Helper()
	line.Cut()
	release()
	p.waitFor(`main[data-link="down"]`)
	line.Mend()
	p.waitFor(`main[data-link="up"]`)
}
