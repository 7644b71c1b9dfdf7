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

// TestLoadSize limits the size of a first visit, without the art of games.
func TestLoadSize(t *testing.T) {
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 19}})
	for path, shown := range map[string]string{"/": `a[href="/games/hex"]`, matchPath("hex", match): `[role="gridcell"]`} {
		p := newPlayer(t, h, "Ann", desk)
		p.stopwatch(shown)
		p.open(path)
		p.waitFor(shown)
		p.waitIdle()
		files, data, art := 0.0, 0.0, 0.0
		for _, a := range p.traffic.all() {
			switch {
			case strings.Contains(a.url, "/api/"):
				data += a.size
			case strings.Contains(a.url, "/art/"):
				art += a.size
			default:
				files += a.size
			}
		}
		ms := eval[float64](p, "seenAt")
		t.Logf("%s: %.1f KB of files, %.1f KB of art and %.1f KB of data on the wire; shown after %.0f ms", path[:min(9, len(path))], files/1024, art/1024, data/1024, ms)
		if files > 90<<10 {
			t.Errorf("%s: %.0f bytes of files, more than 90 KB", path, files)
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

// TestResponseTime limits the time from a click to the next choice, compared with that of a frame and a simple request.
func TestResponseTime(t *testing.T) {
	h := newServer(t)
	match := h.create("gofish", wire.Create{Seats: 3})
	_, tokens := h.programs("gofish", match, 3)
	p := newPlayer(t, h, "Ann", desk.inMotion())
	p.useSeat("gofish", match, tokens[0], 0)
	atLeastOnce(t, "responses", func() bool {
		reference := eval[float64](p, `(async () => {
			const before = performance.now();
			await (await fetch("/healthz")).text();
			await `+nextFrame+`;
			return performance.now() - before;
		})()`)
		p.waitFor(`[data-panel] [data-value="1"]`)
		response := eval[float64](p, `new Promise((done) => {
			const whom = document.querySelector('[data-panel] [data-value="1"]'), before = performance.now();
			new MutationObserver((_, o) => {
				if (whom.isConnected || !document.querySelector("[data-panel] [data-value]")) return;
				o.disconnect();
				void `+nextFrame+`.then(() => done(performance.now() - before));
			}).observe(document.querySelector("[data-panel]"), { childList: true, subtree: true });
			whom.click();
		})`)
		t.Logf("%.1f ms from a click to the next choice, %.1f ms for a request and a frame", response, reference)
		p.click(`[data-do="cancel"]`)
		p.until("the panel is as before", `document.querySelector('[data-panel] [data-value="1"]') && !document.querySelector('[data-do="cancel"]')`)
		return response <= 12*max(reference, 20)
	})
}

// TestFrameRate limits how far the frame rate drops while things move on a large board and with many cards.
func TestFrameRate(t *testing.T) {
	h := newServer(t)
	for _, c := range []struct {
		game    string
		options map[string]any
		before  int
	}{
		{"hex", map[string]any{"size": 19}, 60},
		{"gofish", nil, 12},
	} {
		p := newPlayer(t, h, "Ann", desk.inMotion())
		atLeastOnce(t, c.game, func() bool {
			match := h.create(c.game, wire.Create{Seats: 2, Options: c.options})
			programs, tokens := h.programs(c.game, match, 2)
			luck := rand.New(rand.NewPCG(2, 2))
			playRandomly(t, programs, c.before, luck)
			p.useSeat(c.game, match, tokens[0], 0)
			p.waitIdle()
			return p.keepsFrameRate(2*time.Second, 20, 3, func() { playSteadily(t, programs, 2*time.Second, luck) })
		})
	}
}

// atLeastOnce checks that a measurement is within its limit in one of several attempts. Something else may keep the
// machine busy during any of them, but a page that is too slow is too slow every time.
func atLeastOnce(t *testing.T, what string, measure func() bool) {
	t.Helper()
	for range attempts {
		if measure() {
			return
		}
	}
	t.Errorf("%s: too slow in all of %d attempts", what, attempts)
}

const attempts = 20

// keepsFrameRate reports whether the page draws enough frames per second while do runs, or this fraction of what it draws
// when idle.
func (p *player) keepsFrameRate(d time.Duration, enough, fraction float64, do func()) bool {
	p.t.Helper()
	idle, _ := p.frames(time.Second/2, func() {})
	busy, moving := p.frames(d, do)
	p.t.Logf("%.0f frames per second when idle, %.0f while up to %d things move", idle, busy, moving)
	return moving > 0 && busy >= min(enough, idle/fraction)
}

// frames returns the frames per second while do runs, and how many things on the table move at once.
func (p *player) frames(d time.Duration, do func()) (rate float64, moving int) {
	p.t.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		let n = 0;
		const start = performance.now();
		const step = (now) => {
			n++;
			globalThis.moving = Math.max(moving, %s.length);
			if (now - start < %d) requestAnimationFrame(step);
			else globalThis.frameRate = n * 1000 / (now - start);
		};
		globalThis.frameRate = globalThis.moving = 0;
		requestAnimationFrame(step);
		return true;
	})()`, running, d.Milliseconds()))
	do()
	p.until("the frame rate is measured", "frameRate > 0")
	return eval[float64](p, "frameRate"), eval[int](p, "moving")
}

// playSteadily lets programs move three times a second.
func playSteadily(t *testing.T, programs []*client.Match, d time.Duration, luck *rand.Rand) {
	t.Helper()
	for end := time.Now().Add(d); time.Now().Before(end) && !programs[0].Now().Over; time.Sleep(330 * time.Millisecond) {
		playRandomly(t, programs, 1, luck)
	}
}
