package web_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/wire"
)

// These tests log what they measure. Their limits are wide enough for a busy machine.

// TestLoadSize limits the size of a first visit.
func TestLoadSize(t *testing.T) {
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	for path, shown := range map[string]string{"/": `a[href="/games/hex"]`, matchPath("hex", match): `[role="gridcell"]`} {
		p := newPlayer(t, h, "Ann", desk)
		p.stopwatch(shown)
		p.open(path)
		p.waitFor(shown)
		p.waitIdle()
		files, data := 0.0, 0.0
		for _, a := range p.traffic.all() {
			if strings.Contains(a.url, "/api/") {
				data += a.size
			} else {
				files += a.size
			}
		}
		ms := eval[float64](p, "seenAt")
		t.Logf("%s: %.1f KB of files and %.1f KB of data on the wire; shown after %.0f ms", path[:min(9, len(path))], files/1024, data/1024, ms)
		if files > 120<<10 {
			t.Errorf("%s: %.0f bytes of files, more than 120 KB", path, files)
		}
	}
}

// stopwatch records when an element first appears, on pages opened from now on.
func (p *player) stopwatch(selector string) {
	p.t.Helper()
	script := `new MutationObserver((_, o) => { if (document.querySelector(` + quoted(selector) + `)) { globalThis.seenAt = performance.now(); o.disconnect(); } }).observe(document, { childList: true, subtree: true })`
	if _, err := chromedp.Call(p.ctx, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: script}); err != nil {
		p.t.Fatal(err)
	}
}

// TestResponseTime limits the time from a click to the next choice.
func TestResponseTime(t *testing.T) {
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 3})
	_, tokens := h.programs("gofish", match, 3)
	p := newPlayer(t, h, "Ann", desk.inMotion())
	p.useSeat("gofish", match, tokens[0], 0)
	var all, frames []float64
	for range 10 {
		frames = append(frames, eval[float64](p, `new Promise((done) => requestAnimationFrame((a) => requestAnimationFrame((b) => done(b - a))))`))
		p.waitFor(`[data-panel] [data-value="1"]`)
		all = append(all, eval[float64](p, `new Promise((done) => {
			const whom = document.querySelector('[data-panel] [data-value="1"]'), before = performance.now();
			new MutationObserver((_, o) => {
				if (whom.isConnected || !document.querySelector("[data-panel] [data-value]")) return;
				o.disconnect();
				requestAnimationFrame(() => done(performance.now() - before));
			}).observe(document.querySelector("[data-panel]"), { childList: true, subtree: true });
			whom.click();
		})`))
		p.click(`[data-do="cancel"]`)
		p.until("the panel is as before", `document.querySelector('[data-panel] [data-value="1"]') && !document.querySelector('[data-do="cancel"]')`)
	}
	t.Logf("from a click to the next choice, in ms: %.1f; from frame to frame: %.1f", all, frames)
	if best, frame := least(all), least(frames); best > 15*max(frame, 16) {
		t.Errorf("the fastest response takes %.0f ms, a frame %.0f ms", best, frame)
	}
}

func least(all []float64) float64 {
	best := all[0]
	for _, x := range all {
		best = min(best, x)
	}
	return best
}

// TestFrameRate limits how far the frame rate drops while things move on a large board and with many cards.
func TestFrameRate(t *testing.T) {
	h := newServer(t)
	for _, c := range []struct {
		game    string
		options map[string]any
		before  int
		things  string
	}{
		{"hex", map[string]any{"size": 19}, 60, tableArea + ` [role="gridcell"]`},
		{"gofish", nil, 12, tableArea + ` [data-thing]`},
	} {
		match := h.create(c.game, wire.Create{Seats: 2, Options: c.options})
		programs, tokens := h.programs(c.game, match, 2)
		luck := rand.New(rand.NewPCG(2, 2))
		playRandomly(t, programs, c.before, luck)
		p := newPlayer(t, h, "Ann", desk.inMotion())
		p.useSeat(c.game, match, tokens[0], 0)
		p.waitIdle()
		idle := p.frames(time.Second/2, nil)
		busy := p.frames(2*time.Second, func() { playSteadily(t, programs, 2*time.Second, luck) })
		t.Logf("%s: %d things; %.0f frames per second when idle, %.0f while things move", c.game, eval[int](p, "document.querySelectorAll("+quoted(c.things)+").length"), idle, busy)
		if busy < min(20, idle/3) {
			t.Errorf("%s: only %.0f frames per second", c.game, busy)
		}
	}
}

// frames returns the frames per second while do runs.
func (p *player) frames(d time.Duration, do func()) float64 {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		let n = 0;
		const start = performance.now();
		const step = (now) => { n++; if (now - start < %d) requestAnimationFrame(step); else globalThis.frameRate = n * 1000 / (now - start); };
		globalThis.frameRate = 0;
		requestAnimationFrame(step);
		return true;
	})()`, d.Milliseconds()))
	if do != nil {
		do()
	}
	p.until("the frame rate is measured", "frameRate > 0")
	return eval[float64](p, "frameRate")
}

// playSteadily lets programs move three times a second.
func playSteadily(t *testing.T, programs []*client.Match, d time.Duration, luck *rand.Rand) {
	t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end) && !programs[0].Now().Over; time.Sleep(330 * time.Millisecond) {
		playRandomly(t, programs, 1, luck)
	}
}
