package web_test

import (
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
	h := newHouse(t)
	match := h.create("gofish", wire.Create{Seats: 2, Bots: []int{1}})
	way := h.Line()
	p := newPlayer(t, h, "Ann", desk.inMotion())
	p.at = way.URL
	p.excuse(unreachable...)
	p.join("gofish", match)
	deeds := []struct {
		name string
		do   func()
	}{
		{"move", func() { p.move(luck) }},
		{"move", func() { p.move(luck) }},
		{"begin a move", func() { p.choose(luck) }},
		{"take back", func() {
			p.clickOn(`document.querySelector('[data-do="undo"]:not(:disabled)') ?? document.querySelector(".headline")`)
		}},
		{"load anew", p.reload},
		{"skip", func() { p.click(".headline") }},
		{"lose the connection", func() {
			way.Cut()
			p.waitFor(`main[data-link="down"]`)
			way.Mend()
			p.waitFor(`main[data-link="up"]`)
		}},
		{"lose the connection for a moment", func() { way.Cut(); way.Mend() }},
	}
	for step := range 20 {
		if !p.ready() {
			break
		}
		deed := deeds[luck.IntN(len(deeds))]
		t.Logf("%d: %s, at %d", step, deed.name, p.seq())
		deed.do()
		p.waitFor(tableArea)
		if step%10 == 9 {
			p.equalsFresh(matchPath("gofish", match))
		}
	}
	p.equalsFresh(matchPath("gofish", match))
}

// equalsFresh checks that the page shows the same as a newly opened one.
func (p *player) equalsFresh(path string) {
	p.t.Helper()
	p.waitFor(`main[data-link="up"]`)
	if p.ready() && p.has(`[data-do="cancel"]`) {
		p.click(`[data-do="cancel"]`)
		p.waitWithout(`[data-do="cancel"]`)
	}
	was := p.still()
	fresh := p.tab()
	fresh.at = p.at
	fresh.excuse(p.excuses...)
	fresh.open(path)
	fresh.settled("on a page that was opened now", was)
	if a, b := p.seq(), fresh.seq(); a != b {
		p.t.Errorf("one page is at %d, the other at %d", a, b)
	}
	if a, b := p.text(".log ol"), fresh.text(".log ol"); a != b {
		p.t.Errorf("one page tells\n%s\nand the other\n%s", a, b)
	}
}

// arrived waits until the server has a number of moves.
func (h *house) arrived(match string, n int) {
	h.t.Helper()
	for deadline := time.Now().Add(patience); len(h.moves(match)) < n; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			h.t.Fatalf("the server has %q, and %d moves were made", h.moves(match), n)
		}
	}
}

// TestLostMoves checks that a move whose answer is lost is made once, that a move lost on its way is not made, and that a
// late move is refused. The page says so, and continues from the current position.
func TestLostMoves(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	way := h.Line()
	p := newPlayer(t, h, "Ann", phone)
	p.at = way.URL
	p.excuse(unreachable...)
	p.join("hex", match)
	bob := h.sit("hex", match, "Bob")
	p.waitForText("Bob")
	p.prepare("g7")

	way.Answers.Hold()
	p.click(`[data-do="confirm"]`)
	h.arrived(match, 1)
	p.comesBack(way, way.Answers.Release)
	p.waitFor(`main[data-turn="theirs"]`)
	if said := p.trouble(); strings.Contains(said, "did not arrive") {
		t.Errorf("after an answer was lost it is said: %s", said)
	}
	if all := h.moves(match); len(all) != 1 {
		t.Errorf("what was made is %q", all)
	}

	action, _, _ := strings.Cut(h.moves(match)[0], " ")
	if err := bob.Play(t.Context(), p.seq(), action+" a1"); err != nil {
		t.Fatal(err)
	}
	p.prepare("c3")
	way.Requests.Hold()
	p.click(`[data-do="confirm"]`)
	p.waitWithout(`[data-do="confirm"]`)
	p.comesBack(way, way.Requests.Release)
	p.waitFor(`main[data-turn="mine"]`)
	p.until("it is said that the move has not arrived", `document.querySelector(".toast").textContent.includes("did not arrive")`)
	if all := h.moves(match); len(all) != 2 {
		t.Errorf("what was made is %q", all)
	}

	p.prepare("c3")
	two := newPlayer(t, h, "Ann (second tab)", phone)
	two.hold("hex", match, eval[string](p, `JSON.parse(localStorage.getItem("ply.matches"))[`+quoted(match)+`].token`), 0)
	two.prepare("e5")
	way.Answers.Hold()
	two.click(`[data-do="confirm"]`)
	h.arrived(match, 3)
	p.click(`[data-do="confirm"]`)
	p.waitWithout(`[data-do="confirm"]`)
	way.Answers.Release()
	p.waitFor(`main[data-turn="theirs"]`)
	p.until("the refusal is told", `document.querySelector(".toast").textContent.includes("moved on")`)
	if all := h.moves(match); len(all) != 3 || !strings.HasSuffix(all[2], " e5") {
		t.Errorf("what was made is %q", all)
	}
	p.settled("after a move that came too late", two.still())
}

// prepare chooses a cell too small for a finger, so that the move waits for confirmation.
func (p *player) prepare(cell string) {
	p.t.Helper()
	p.waitFor(`main[data-turn="mine"] path.open[data-place="` + cell + `"]`)
	p.click(`[data-place="` + cell + `"]`)
	p.waitFor(`[data-do="confirm"]`)
}

// comesBack drops the connection with everything that is held back, and reconnects.
func (p *player) comesBack(way *servertest.Line, release func()) {
	p.t.Helper()
	way.Cut()
	release()
	p.waitFor(`main[data-link="down"]`)
	way.Mend()
	p.waitFor(`main[data-link="up"]`)
}
