package browser_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
)

// patience is how long a page may take for anything. It only matters when something hangs: a busy machine may slow a page down
// a hundredfold.
const patience = 3 * time.Minute

// nextFrame waits for the next frame, or a moment if none comes: a page that nobody sees, or on a busy machine, may get none. Positions
// are right without one because asking for them brings the layout up to date.
const nextFrame = `(() => new Promise((done) => {
	const timer = setTimeout(done, 100);
	requestAnimationFrame(() => { clearTimeout(timer); done(); });
}))()`

// player is a person with their own browser storage and a page on the server.
type player struct {
	t          *testing.T
	testServer *testServer
	name       string
	ctx        context.Context
	window     *window
	screen     screen
	at         string // the URL of the server
	traffic    *traffic
	ignored    []string // texts of console errors to ignore
}

// newPlayer opens an empty page for a new player.
func newPlayer(t *testing.T, h *testServer, name string, s screen) *player {
	t.Helper()
	return newPlayerIn(t, h, name, s, takeWindow)
}

// newPlayerIn is newPlayer with a window that open returns.
func newPlayerIn(t *testing.T, h *testServer, name string, s screen, open func() (*window, error)) *player {
	t.Helper()
	inBrowser(t)
	w, err := open()
	if err != nil {
		t.Fatalf("cannot open a window for %s: %v", name, err)
	}
	t.Cleanup(func() { w.put(t.Failed()) })
	return newPage(t, h, name, s, w)
}

// tab opens a second page for the same player.
func (p *player) tab() *player {
	p.t.Helper()
	w, err := openWindow(p.window.storage)
	if err != nil {
		p.t.Fatalf("cannot open a second window for %s: %v", p.name, err)
	}
	p.t.Cleanup(w.close)
	return newPage(p.t, p.testServer, p.name+" (second tab)", p.screen, w)
}

// newPage attaches to the page of a window. All emulation settings end with its context.
func newPage(t *testing.T, h *testServer, name string, s screen, w *window) *player {
	t.Helper()
	ctx, cancel := chromedp.NewContext(inBrowser(t), chromedp.WithTargetID(w.id), chromedp.WithDetachOnCancel())
	p := &player{t: t, testServer: h, name: name, ctx: ctx, window: w, screen: s, at: h.url("")}
	err := chromedp.Do(ctx, s.set())
	if err == nil {
		p.traffic, err = listen(ctx)
	}
	if err != nil {
		cancel()
		t.Fatalf("cannot open a page for %s: %v", name, err)
	}
	t.Cleanup(func() {
		p.conclude()
		w.leave(ctx)
		cancel()
	})
	return p
}

// conclude fails the test if the console has errors, and logs the state of the page if the test has failed.
func (p *player) conclude() {
	for _, fault := range p.consoleErrors() {
		p.t.Errorf("console error on the page of %s: %s", p.name, fault)
	}
	if p.t.Failed() {
		at, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`location.pathname + " " + (document.querySelector("main")?.cloneNode(false).outerHTML ?? "no main") + "\n" + document.body.innerText.slice(0, 1500)`))
		p.t.Logf("%s was at %s", p.name, at)
	}
}

func (p *player) consoleErrors() []string { return p.traffic.complaints(p.ignored) }

// ignoreErrors ignores console errors that contain one of the texts.
func (p *player) ignoreErrors(texts ...string) { p.ignored = append(p.ignored, texts...) }

// do runs actions on the page, with a timeout.
func (p *player) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s cannot %s: %v", p.name, what, err)
	}
}

// eval evaluates an expression on the page and awaits promises.
func eval[T any](p *player, expression string) T {
	p.t.Helper()
	v, err := tryEval[T](p, expression)
	if err != nil {
		p.t.Fatalf("on the page of %s, %s: %v", p.name, expression, err)
	}
	return v
}

// tryEval is eval that returns the error: the page may be about to be replaced by another.
func tryEval[T any](p *player, expression string) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	return chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
}

// quoted returns a text as a JavaScript literal.
func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // strings can be marshalled
	}
	return string(raw)
}

// open opens a path of the server and waits until the client shows it.
func (p *player) open(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.Navigate(p.at+path))
	p.waitFor("main")
}

func (p *player) reload() {
	p.t.Helper()
	p.do("reload the page", chromedp.Reload())
	p.waitFor("main")
}

// until waits for a JavaScript condition. A condition that fails, such as on a page that is being replaced, does not hold
// yet.
func (p *player) until(what, condition string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		holds, err := tryEval[bool](p, soon(condition))
		if holds {
			return
		}
		if time.Now().After(deadline) || p.ctx.Err() != nil {
			p.t.Fatalf("timeout on the page of %s, waiting until %s: %s (%v)", p.name, what, condition, err)
		}
	}
}

// soon is an expression that waits on the page until a condition holds, and is false if that takes longer than a few seconds.
func soon(condition string) string {
	return `new Promise((done) => {
		const begin = performance.now();
		const look = () => {
			let holds = false;
			try { holds = !!(` + condition + `); } catch { /* not yet */ }
			const waited = performance.now() - begin;
			if (holds || waited > 3000) done(holds);
			else setTimeout(look, Math.min(10 + waited / 10, 100)); // less often the longer it takes
		};
		look();
	})`
}

// waitFor waits until an element matches.
func (p *player) waitFor(selector string) {
	p.t.Helper()
	p.until("there is "+selector, "document.querySelector("+quoted(selector)+")")
}

// waitForText waits until the page shows a text.
func (p *player) waitForText(text string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q is shown", text), "document.body.innerText.includes("+quoted(text)+")")
}

func (p *player) has(selector string) bool {
	p.t.Helper()
	return eval[bool](p, "!!document.querySelector("+quoted(selector)+")")
}

// text waits for an element and returns its text.
func (p *player) text(selector string) string {
	p.t.Helper()
	p.waitFor(selector)
	return strings.TrimSpace(eval[string](p, "document.querySelector("+quoted(selector)+")?.textContent ?? ''"))
}

// attr returns an attribute of an element, or "".
func (p *player) attr(selector, name string) string {
	p.t.Helper()
	return eval[string](p, "document.querySelector("+quoted(selector)+")?.getAttribute("+quoted(name)+") ?? ''")
}

// click clicks or taps an element at a point where nothing covers it.
func (p *player) click(selector string) {
	p.t.Helper()
	p.waitFor(selector)
	p.clickOn("document.querySelector(" + quoted(selector) + ")")
}

// clickOn is click for the element that an expression returns.
func (p *player) clickOn(element string) {
	p.t.Helper()
	if !p.clicksOn(element, "false") {
		p.t.Fatalf("%s cannot click on %s: it is covered or not visible", p.name, element)
	}
}

// freePoint is an expression for a point of an element where nothing covers it, after the element has stopped moving: x and y, or
// nothing if there is none. The promise globalThis.clicked.hit then says whether the next click hits the element.
func freePoint(element string) string {
	return `(async () => {
		const find = () => ` + element + `;
		const hits = (e, top) => e && top && (e.contains(top) || top.contains(e) && e instanceof SVGElement);
		find()?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		await ` + nextFrame + `;
		for (let was = "", i = 0; i < 30; i++) {
			await ` + nextFrame + `;
			const { x, y, width, height } = find()?.getBoundingClientRect() ?? {};
			const now = [x, y, width, height].join();
			if (now === was) break;
			was = now;
		}
		const e = find();
		if (!e) return [];
		const r = e.getBoundingClientRect();
		for (const y of [0.5, 0.2, 0.8]) for (const x of [0.5, 0.1, 0.9]) {
			const at = [r.x + r.width * x, r.y + r.height * y];
			if (!hits(e, document.elementFromPoint(...at))) continue;
			globalThis.clicked?.controller.abort();
			const controller = new AbortController();
			const hit = new Promise((done) => addEventListener("click", (c) => done(!!hits(find(), c.target)), { capture: true, once: true, signal: controller.signal }));
			globalThis.clicked = { controller, hit };
			return at;
		}
		return [];
	})()`
}

// tryClickOn clicks an element at a point where nothing covers it. It reports false if there is no such point, or if the
// click hit something else because the page has moved meanwhile.
func (p *player) tryClickOn(element string) bool {
	p.t.Helper()
	at := eval[[]float64](p, freePoint(element))
	if len(at) != 2 {
		return false
	}
	press := chromedp.MouseClickXY(at[0], at[1])
	if p.screen.touch {
		press = chromedp.TapXY(at[0], at[1])
	}
	p.do("click on "+element, press)
	hit, err := tryEval[bool](p, "clicked ? Promise.race([clicked.hit, new Promise((done) => setTimeout(() => done(false), 10_000))]) : true")
	return hit || err != nil // after an error, the click has opened another page
}

// clicksOn tries to click an element until it succeeds, since things that move across the table cover others for a
// moment. It gives up when the condition is true.
func (p *player) clicksOn(element, unless string) bool {
	p.t.Helper()
	for end := time.Now().Add(patience); !p.tryClickOn(element); time.Sleep(50 * time.Millisecond) {
		if eval[bool](p, unless) || time.Now().After(end) {
			return false
		}
	}
	return true
}

// key presses keys, as package kb names them.
func (p *player) key(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.do("press a key", chromedp.KeyEvent(keys, options...))
}

// write replaces the text of a field.
func (p *player) write(selector, text string) {
	p.t.Helper()
	field := "document.querySelector(" + quoted(selector) + ")"
	for deadline := time.Now().Add(patience); ; {
		p.waitFor(selector)
		eval[bool](p, "(e => { e?.focus(); e?.select(); return true; })("+field+")")
		p.do("write into "+selector, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
			_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
			return err
		}))
		if eval[bool](p, field+"?.value === "+quoted(text)) {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s cannot write into %s", p.name, selector)
		}
	}
}

// dom returns the HTML of the whole page.
func (p *player) dom() string {
	p.t.Helper()
	return eval[string](p, "document.documentElement.outerHTML")
}

// messages returns everything that the page has received: response bodies and WebSocket frames.
func (p *player) messages() (all []string) {
	for _, a := range p.traffic.all() {
		all = append(all, a.body)
	}
	p.traffic.mu.Lock()
	defer p.traffic.mu.Unlock()
	return append(all, p.traffic.frames...)
}

// shot writes a screenshot.
func (p *player) shot(file string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		p.t.Fatalf("screenshot %s: %v", file, err)
	}
}

func (p *player) hover(selector string) {
	p.t.Helper()
	p.waitFor(selector)
	for deadline := time.Now().Add(patience); ; {
		// The page may still be moving: wait until the element stays in place.
		at := eval[[]float64](p, `(async () => {
			const middle = () => {
				const e = document.querySelector(`+quoted(selector)+`);
				e.scrollIntoView({ block: "nearest", behavior: "instant" });
				const r = e.getBoundingClientRect();
				return [r.x + r.width / 2, r.y + r.height / 2];
			};
			for (let was = middle(), still = 0; still < 5; ) {
				await `+nextFrame+`;
				const now = middle();
				still = now.join() === was.join() ? still + 1 : 0;
				was = now;
			}
			return middle();
		})()`)
		p.do("move the mouse", chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
		if eval[bool](p, `document.querySelector(`+quoted(selector)+`)?.matches(":hover") ?? false`) {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s cannot move the mouse over %s", p.name, selector)
		}
	}
}

// focused waits until some element has the focus.
func (p *player) focused(why string) {
	p.t.Helper()
	p.until("an element has the focus "+why, "document.activeElement && document.activeElement !== document.body")
}
