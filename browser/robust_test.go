package browser_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plygame/ply/wire"
)

// TestRandomWalk checks that after any disruption a page ends up showing the same as a newly opened page of the same player. Both
// can move, and each sees what the other does.
func TestRandomWalk(t *testing.T) {
	t.Parallel()
	const seed = 11
	luck := rand.New(rand.NewPCG(seed, seed))
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 2, Bots: []int{1}})
	line := h.Proxy()
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
	var second *player
	for step := range 14 {
		if !p.ready() {
			break
		}
		if second != nil && step%3 == 0 && second.ready() {
			second.move(luck)
		}
		action := actions[luck.IntN(len(actions))]
		t.Logf("%d: %s, at %d", step, action.name, p.seq())
		action.do()
		p.waitFor(tableArea)
		if step == 6 {
			second = p.equalsFresh(matchPath("gofish", match))
		}
	}
	p.equalsFresh(matchPath("gofish", match))
	second.shows(p)
}

// equalsFresh checks that the page shows the same as a newly opened one, and returns that.
func (p *player) equalsFresh(path string) *player {
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
	return fresh
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
