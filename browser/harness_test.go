package browser_test

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestMounted checks that the server serves the client at / and everything else at its own path.
func TestMounted(t *testing.T) {
	h := newServer(t)
	for _, c := range []struct {
		method, path string
		status       int
		kind, body   string
	}{
		{"GET", "/", 200, "text/html; charset=utf-8", "<title>Ply</title>"},
		{"GET", "/games/hex/abc", 200, "text/html; charset=utf-8", "<title>Ply</title>"},
		{"GET", "/nowhere", 404, "text/html; charset=utf-8", "<title>Ply</title>"},
		{"POST", "/", 405, "text/plain; charset=utf-8", "GET"},
		{"GET", "/api/games", 200, "application/json", "tictactoe"},
		{"GET", "/api/nowhere", 404, "application/json", "no-path"},
		{"DELETE", "/api/games", 405, "application/json", "no-method"},
		{"GET", "/healthz", 200, "text/plain; charset=utf-8", "alive"},
		{"GET", "/readyz", 200, "text/plain; charset=utf-8", "ready"},
		{"GET", "/metrics", 200, "text/plain", "# HELP"},
	} {
		q, err := http.NewRequestWithContext(t.Context(), c.method, h.url(c.path), nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(q)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(res.Body)
		res.Body.Close()
		if res.StatusCode != c.status || !strings.HasPrefix(res.Header.Get("Content-Type"), c.kind) || !strings.Contains(string(body), c.body) {
			t.Errorf("%s %s: %d %s %.100s", c.method, c.path, res.StatusCode, res.Header.Get("Content-Type"), body)
		}
	}
}

// TestPlayerRecords checks the test harness: it records what a page receives, shows and logs to the console.
func TestPlayerRecords(t *testing.T) {
	h := newServer(t)
	sharp := phone.inDark(true)
	sharp.scale = 2
	p := newPlayer(t, h, "Ann", sharp)
	p.traffic.keepBodies()
	p.open("/")
	if page := p.attr("main", "data-page"); page != "home" {
		t.Errorf("the page is %q", page)
	}
	if !eval[bool](p, `innerWidth === 390 && devicePixelRatio === 2 && matchMedia("(prefers-color-scheme: dark)").matches && matchMedia("(pointer: coarse)").matches`) {
		t.Error("the page does not see a dark phone")
	}
	eval[string](p, `fetch("/api/games").then((r) => r.text())`)
	if !p.receives("tictactoe") || !p.receives("<title>Ply</title>") {
		t.Errorf("the page has received %.5000s", p.messages())
	}
	eval[bool](p, `new Promise((done) => {
		const socket = new WebSocket(location.origin.replace("http", "ws") + "/api/play");
		socket.onopen = () => socket.send("{\"do\":\"dance\"}");
		socket.onmessage = () => { socket.close(); done(true); };
	})`)
	if !p.receives("unknown request") {
		t.Errorf("the page has received %.5000s", p.messages())
	}
	file := filepath.Join(t.TempDir(), "page.png")
	p.shot(file)
	if png, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(png), "\x89PNG") {
		t.Errorf("the screenshot is %.10q, %v", png, err)
	}
	if found := p.consoleErrors(); len(found) > 0 {
		t.Errorf("console errors: %v", found)
	}
}

// TestClickWithoutFrames checks the test harness: it can click and hover on a page that gets no frames.
func TestClickWithoutFrames(t *testing.T) {
	t.Parallel()
	p := newPlayer(t, newServer(t), "Ann", desk)
	p.open("/")
	p.waitFor(`a[href="/games/hex"]`)
	eval[bool](p, "(globalThis.requestAnimationFrame = () => 0, true)")
	p.hover(`a[href="/games/hex"]`)
	p.click(`a[href="/games/hex"]`)
	p.waitFor(`main[data-page="game"]`)
}

// TestContentSecurityPolicy checks that the content security policy blocks foreign resources and turning text into HTML.
func TestContentSecurityPolicy(t *testing.T) {
	p := newPlayer(t, newServer(t), "Ann", desk)
	p.open("/")
	for what, script := range map[string]string{
		"TrustedScriptURL": `document.head.append(Object.assign(document.createElement("script"), {src: "https://example.com/x.js"}))`,
		"style-src":        `document.body.setAttribute("style", "color: red")`,
		"TrustedHTML":      `document.body.insertAdjacentHTML("beforeend", "<b>x</b>")`,
		"connect-src":      `fetch("https://example.com/").catch(() => 0)`,
		"img-src":          `new Image().src = "https://example.com/x.png"`,
		"console.error":    `console.error("oh")`,
		"exception":        `setTimeout(() => { throw new Error("ah") })`,
	} {
		eval[bool](p, "(() => { try { "+script+" } catch { } return true })()")
		p.complains(what)
	}
	p.ignoreErrors("")
}

// receives waits until the page has received a text.
func (p *player) receives(text string) bool {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(strings.Join(p.messages(), "\n"), text) {
			return true
		}
	}
	return false
}

// complains waits until the console has an error that contains a text.
func (p *player) complains(what string) {
	p.t.Helper()
	for end := time.Now().Add(patience); time.Now().Before(end); time.Sleep(10 * time.Millisecond) {
		if strings.Contains(strings.Join(p.consoleErrors(), "\n"), what) {
			return
		}
	}
	p.t.Errorf("no console error about %s; the errors are %q", what, p.consoleErrors())
}
