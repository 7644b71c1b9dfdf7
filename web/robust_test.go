package web_test

import (
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

// Whatever goes wrong on the way, a page shows in the end what a page shows that was just opened.
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
	for step := range 30 {
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

// equalsFresh checks that the page shows what one shows that is opened now.
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

// farAway is a person whose way to the house can be held up, with a move that waits for the last word.
func farAway(t *testing.T) (h *house, way *servertest.Line, p *player, match string) {
	t.Helper()
	h = newHouse(t)
	match = h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	way = h.Line()
	p = newPlayer(t, h, "Ann", phone)
	p.at = way.URL
	p.excuse(unreachable...)
	p.join("hex", match)
	h.sit("hex", match, "Bob")
	p.waitForText("Bob")
	p.waitFor(`path.open[data-place="g7"]`)
	p.click(`[data-place="g7"]`)
	p.waitFor(`[data-do="confirm"]`)
	return h, way, p, match
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

// A move whose answer is lost is made once, and nobody is told otherwise.
func TestAnswerLost(t *testing.T) {
	t.Parallel()
	h, way, p, match := farAway(t)
	way.Answers.Hold()
	p.click(`[data-do="confirm"]`)
	h.arrived(match, 1)
	way.Cut()
	way.Answers.Release()
	p.waitFor(`main[data-link="down"]`)
	way.Mend()
	p.waitFor(`main[data-link="up"][data-turn="theirs"]`)
	p.waitForText("g7")
	if said := p.trouble(); strings.Contains(said, "not arrived") {
		t.Errorf("it is said: %s", said)
	}
	if all := h.moves(match); len(all) != 1 {
		t.Errorf("what was made is %q", all)
	}
}

// A move that is lost on its way is not made; the player is told so, and chooses again.
func TestMoveLost(t *testing.T) {
	t.Parallel()
	h, way, p, match := farAway(t)
	way.Requests.Hold()
	p.click(`[data-do="confirm"]`)
	p.waitWithout(`[data-do="confirm"]`)
	way.Cut()
	way.Requests.Release()
	p.waitFor(`main[data-link="down"]`)
	way.Mend()
	p.waitFor(`main[data-link="up"][data-turn="mine"]`)
	p.until("it is said that the move has not arrived", `document.querySelector(".toast").textContent.includes("did not arrive")`)
	if all := h.moves(match); len(all) != 0 {
		t.Errorf("what was made is %q", all)
	}
	p.click(`[data-place="c3"]`)
	p.click(`[data-do="confirm"]`)
	h.arrived(match, 1)
}

// A move that comes too late is refused in words, and the page goes on from what is there.
func TestStale(t *testing.T) {
	t.Parallel()
	h, way, p, match := farAway(t)
	two := newPlayer(t, h, "Ann (second tab)", phone)
	two.hold("hex", match, eval[string](p, `JSON.parse(localStorage.getItem("ply.matches"))[`+quoted(match)+`].token`), 0)
	two.waitFor(`path.open[data-place="c3"]`)
	two.click(`[data-place="c3"]`)
	two.waitFor(`[data-do="confirm"]`)
	way.Answers.Hold()
	two.click(`[data-do="confirm"]`)
	h.arrived(match, 1)
	p.click(`[data-do="confirm"]`)
	p.waitWithout(`[data-do="confirm"]`)
	way.Answers.Release()
	p.waitFor(`main[data-turn="theirs"]`)
	p.until("the refusal is told", `document.querySelector(".toast").textContent.includes("moved on")`)
	if all := h.moves(match); len(all) != 1 || !strings.HasSuffix(all[0], " c3") {
		t.Errorf("what was made is %q", all)
	}
	p.settled("after a move that came too late", two.still())
}

// A draft in one tab gives way to the move that is made in another.
func TestDraftInOtherTab(t *testing.T) {
	t.Parallel()
	b := newBench(t, desk, 2, 3)
	two := &bench{b.tab(), b.match}
	two.open(matchPath("workshop", b.match))
	two.waitFor(`[data-panel] [data-action="give"]`)
	two.point("A2")
	two.act("paint")
	two.asks("Which colour?")
	b.point("A1")
	b.act("keep")
	b.made("keep #1")
	two.waitFor(`main[data-turn="theirs"]`)
	two.waitFor(`[data-panel].idle`)
	two.chosen()
	if said := two.trouble(); said != "" {
		t.Errorf("it is said that %s", said)
	}
}
