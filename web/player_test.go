package web_test

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

// patience is how long a page may take for anything.
const patience = time.Minute

// player is a page in a browser of its own, with its own storage: one person at the house.
type player struct {
	t       *testing.T
	house   *house
	name    string
	ctx     context.Context
	window  *window
	screen  screen
	at      string // where the house is
	heard   *heard
	excuses []string // what the page may complain about
}

// newPlayer opens an empty page for a new person.
func newPlayer(t *testing.T, h *house, name string, s screen) *player {
	t.Helper()
	return newPlayerIn(t, h, name, s, takeWindow)
}

// newPlayerIn opens an empty page for a new person in a window of some kind.
func newPlayerIn(t *testing.T, h *house, name string, s screen, open func() (*window, error)) *player {
	t.Helper()
	inBrowser(t)
	w, err := open()
	if err != nil {
		t.Fatalf("no window opens for %s: %v", name, err)
	}
	t.Cleanup(func() { w.put(t.Failed()) })
	return newPage(t, h, name, s, w)
}

// tab opens another page of the same person.
func (p *player) tab() *player {
	p.t.Helper()
	w, err := openWindow(p.window.storage)
	if err != nil {
		p.t.Fatalf("no second window opens for %s: %v", p.name, err)
	}
	p.t.Cleanup(w.close)
	return newPage(p.t, p.house, p.name+" (second tab)", p.screen, w)
}

// newPage shows the page of a window. All that is set for the page ends with its context.
func newPage(t *testing.T, h *house, name string, s screen, w *window) *player {
	t.Helper()
	ctx, cancel := chromedp.NewContext(inBrowser(t), chromedp.WithTargetID(w.id), chromedp.WithDetachOnCancel())
	p := &player{t: t, house: h, name: name, ctx: ctx, window: w, screen: s, at: h.url("")}
	err := chromedp.Do(ctx, s.set())
	if err == nil {
		p.heard, err = listen(ctx)
	}
	if err != nil {
		cancel()
		t.Fatalf("no page opens for %s: %v", name, err)
	}
	t.Cleanup(func() {
		p.conclude()
		w.leave(ctx)
		cancel()
	})
	return p
}

// conclude fails the test if the page has complained, and tells where it was if the test has failed.
func (p *player) conclude() {
	for _, fault := range p.consoleErrors() {
		p.t.Errorf("the page of %s complains: %s", p.name, fault)
	}
	if p.t.Failed() {
		at, _ := chromedp.Run(p.ctx, chromedp.Evaluate[string](`location.pathname + " " + (document.querySelector("main")?.cloneNode(false).outerHTML ?? "no main") + "\n" + document.body.innerText.slice(0, 1500)`))
		p.t.Logf("%s was at %s", p.name, at)
	}
}

func (p *player) consoleErrors() []string { return p.heard.complaints(p.excuses) }

// excuse allows complaints that hold one of the texts.
func (p *player) excuse(texts ...string) { p.excuses = append(p.excuses, texts...) }

// do does something with the page, within reason.
func (p *player) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	if err := chromedp.Do(ctx, steps...); err != nil {
		p.t.Fatalf("%s cannot %s: %v", p.name, what, err)
	}
}

// eval returns the value of an expression in the page; promises are waited for.
func eval[T any](p *player, expression string) T {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
	if err != nil {
		p.t.Fatalf("on the page of %s, %s: %v", p.name, expression, err)
	}
	return v
}

// quoted is a text as JavaScript writes it.
func quoted(text string) string {
	raw, err := json.Marshal(text)
	if err != nil {
		panic(err) // texts can be written
	}
	return string(raw)
}

// open goes to a page of the house and waits until the client shows it.
func (p *player) open(path string) {
	p.t.Helper()
	p.do("open "+path, chromedp.Navigate(p.at+path))
	p.waitFor("main")
}

func (p *player) reload() {
	p.t.Helper()
	p.do("load the page anew", chromedp.Reload())
	p.waitFor("main")
}

// until waits for a condition in JavaScript.
func (p *player) until(what, condition string) {
	p.t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		if eval[bool](p, "!!("+condition+")") {
			return
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s waits in vain until %s: %s", p.name, what, condition)
		}
	}
}

// waitFor waits until there is an element.
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

// text returns what an element shows.
func (p *player) text(selector string) string {
	p.t.Helper()
	p.waitFor(selector)
	return strings.TrimSpace(eval[string](p, "document.querySelector("+quoted(selector)+")?.textContent ?? ''"))
}

// attr returns an attribute of an element, or nothing.
func (p *player) attr(selector, name string) string {
	p.t.Helper()
	return eval[string](p, "document.querySelector("+quoted(selector)+")?.getAttribute("+quoted(name)+") ?? ''")
}

// click clicks on an element, or taps it, where a person would.
func (p *player) click(selector string) {
	p.t.Helper()
	p.waitFor(selector)
	p.clickOn("document.querySelector(" + quoted(selector) + ")")
}

// clickOn clicks on what an expression names.
func (p *player) clickOn(element string) {
	p.t.Helper()
	if !p.tryClickOn(element) {
		p.t.Fatalf("%s cannot click on %s: it is covered, or not to be seen", p.name, element)
	}
}

// tryClickOn clicks at a point of an element that nothing else covers, and reports false if there is none.
func (p *player) tryClickOn(element string) bool {
	p.t.Helper()
	at := eval[[]float64](p, `(async () => {
		const e = `+element+`;
		if (!e) return [];
		e.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
		const r = e.getBoundingClientRect();
		for (const y of [0.5, 0.2, 0.8]) for (const x of [0.5, 0.1, 0.9]) {
			const at = [r.x + r.width * x, r.y + r.height * y];
			const top = document.elementFromPoint(...at);
			if (top && (e.contains(top) || top.contains(e) && e instanceof SVGElement)) return at;
		}
		return [];
	})()`)
	if len(at) != 2 {
		return false
	}
	press := chromedp.MouseClickXY(at[0], at[1])
	if p.screen.touch {
		press = chromedp.TapXY(at[0], at[1])
	}
	p.do("click on "+element, press)
	return true
}

// key presses keys, by the names of package kb.
func (p *player) key(keys string, options ...chromedp.KeyOption) {
	p.t.Helper()
	p.do("press a key", chromedp.KeyEvent(keys, options...))
}

// write puts a text into a field, in the place of what is there.
func (p *player) write(selector, text string) {
	p.t.Helper()
	p.waitFor(selector)
	eval[bool](p, "(e => { e.focus(); e.select(); return true; })(document.querySelector("+quoted(selector)+"))")
	p.do("write into "+selector, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, input.InsertText, input.InsertTextParams{Text: text})
		return err
	}))
}

// dom returns the whole page, with all attributes.
func (p *player) dom() string {
	p.t.Helper()
	return eval[string](p, "document.documentElement.outerHTML")
}

// messages returns all that the page has received: WebSocket frames, and bodies.
func (p *player) messages() (all []string) {
	for _, a := range p.heard.all() {
		all = append(all, a.body)
	}
	p.heard.mu.Lock()
	defer p.heard.mu.Unlock()
	return append(all, p.heard.frames...)
}

// shot writes a picture of what is seen.
func (p *player) shot(file string) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	png, err := chromedp.Run(ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(file, png, 0o644)
	}
	if err != nil {
		p.t.Fatalf("no picture %s: %v", file, err)
	}
}

// hover moves the mouse onto an element.
func (p *player) hover(selector string) {
	p.t.Helper()
	p.waitFor(selector)
	for deadline := time.Now().Add(patience); ; {
		// The page may still be moving: wait until the element stays where it is.
		at := eval[[]float64](p, `(async () => {
			const middle = () => {
				const e = document.querySelector(`+quoted(selector)+`);
				e.scrollIntoView({ block: "nearest", behavior: "instant" });
				const r = e.getBoundingClientRect();
				return [r.x + r.width / 2, r.y + r.height / 2];
			};
			for (let was = middle(), still = 0; still < 5; ) {
				await new Promise(requestAnimationFrame);
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

// focused waits until the focus is somewhere.
func (p *player) focused(why string) {
	p.t.Helper()
	p.until("the focus is somewhere, "+why, "document.activeElement && document.activeElement !== document.body")
}
