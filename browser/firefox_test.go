package browser_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

var errNoFirefox = errors.New("no Firefox found: install firefox-esr, or set PLY_FIREFOX")

// firefox is a Firefox without a window, driven through WebDriver BiDi.
type firefox struct {
	t    *testing.T
	ws   *websocket.Conn
	last int
	page string   // its browsing context
	logs []string // errors on the console
}

// startFirefox starts a Firefox with a profile of its own, or skips the test.
func startFirefox(t *testing.T) *firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("-short starts no Firefox")
	}
	path := firefoxPath()
	if path == "" {
		skipOrFail(t, errNoFirefox)
	}
	profile := t.TempDir()
	// A page that nobody sees must not be slowed down, and nothing may be asked or fetched.
	settings := "dom.min_background_timeout_value=0 dom.timeout.enable_budget_timer_throttling=false browser.shell.checkDefaultBrowser=false " +
		"datareporting.policy.dataSubmissionEnabled=false app.update.enabled=false network.captive-portal-service.enabled=false ui.prefersReducedMotion=1"
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(userSettings(settings)), 0o644); err != nil {
		t.Fatal(err)
	}
	command := exec.Command(path, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", profile, "about:blank")
	command.Env = append(os.Environ(), "HOME="+profile)
	if os.Geteuid() == 0 || inCI() {
		command.Env = append(command.Env, "MOZ_DISABLE_CONTENT_SANDBOX=1")
	}
	address := bidiAddress(t, command)
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, address+"/session", nil)
	if err != nil {
		t.Fatalf("Firefox at %s does not answer: %v", address, err)
	}
	ws.SetReadLimit(64 << 20)
	f := &firefox{t: t, ws: ws}
	f.call("session.new", `{"capabilities": {}}`)
	f.call("session.subscribe", `{"events": ["log.entryAdded"]}`)
	var tree struct{ Contexts []struct{ Context string } }
	f.decode(f.call("browsingContext.getTree", `{}`), &tree)
	f.page = tree.Contexts[0].Context
	return f
}

// firefoxPath returns the path of Firefox, or "".
func firefoxPath() string {
	if path := os.Getenv("PLY_FIREFOX"); path != "" {
		return path
	}
	for _, name := range []string{"firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

func userSettings(list string) string {
	var b strings.Builder
	for _, setting := range strings.Fields(list) {
		name, value, _ := strings.Cut(setting, "=")
		fmt.Fprintf(&b, "user_pref(%q, %s);\n", name, value)
	}
	return b.String()
}

// output collects what a program writes, and can be asked while it runs.
type output struct{ lines chan string }

func (o *output) Write(text []byte) (int, error) {
	select {
	case o.lines <- string(text):
	default: // nobody reads any more
	}
	return len(text), nil
}

// bidiAddress starts Firefox, which ends with the test, and returns the address on which it listens.
func bidiAddress(t *testing.T, command *exec.Cmd) string {
	t.Helper()
	out := &output{make(chan string, 100)}
	command.Stderr, command.WaitDelay = out, time.Second
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = command.Process.Kill() // it has nothing to save
		_ = command.Wait()
	})
	listening := regexp.MustCompile(`WebDriver BiDi listening on (ws://\S+)`)
	said := ""
	for end := time.After(patience); ; {
		select {
		case text := <-out.lines:
			said += text
			if found := listening.FindStringSubmatch(said); found != nil {
				return found[1]
			}
		case <-end:
			t.Fatalf("Firefox does not start: %s", said)
		}
	}
}

// call sends a command and returns its result.
func (f *firefox) call(method, params string) json.RawMessage {
	f.t.Helper()
	ctx, cancel := context.WithTimeout(f.t.Context(), patience)
	defer cancel()
	f.last++
	if err := f.ws.Write(ctx, websocket.MessageText, fmt.Appendf(nil, `{"id": %d, "method": %q, "params": %s}`, f.last, method, params)); err != nil {
		f.t.Fatal(err)
	}
	for {
		_, text, err := f.ws.Read(ctx)
		if err != nil {
			f.t.Fatalf("%s: %v", method, err)
		}
		var m struct {
			ID             int
			Type           string
			Error, Message string
			Result         json.RawMessage
			Params         struct{ Level, Text string }
		}
		f.decode(text, &m)
		switch {
		case m.Type == "event" && m.Params.Level == "error":
			f.logs = append(f.logs, m.Params.Text)
		case m.Type == "error" && m.ID == f.last:
			f.t.Fatalf("%s %s: %s: %s", method, params, m.Error, m.Message)
		case m.Type == "success" && m.ID == f.last:
			return m.Result
		}
	}
}

func (f *firefox) decode(text json.RawMessage, into any) {
	f.t.Helper()
	if err := json.Unmarshal(text, into); err != nil {
		f.t.Fatalf("%s: %v", text, err)
	}
}

// open opens an address.
func (f *firefox) open(url string) {
	f.t.Helper()
	f.call("browsingContext.navigate", fmt.Sprintf(`{"context": %q, "url": %q, "wait": "complete"}`, f.page, url))
}

// size sets the size of the page.
func (f *firefox) size(s screen) {
	f.t.Helper()
	f.call("browsingContext.setViewport", fmt.Sprintf(`{"context": %q, "viewport": {"width": %d, "height": %d}}`, f.page, s.width, s.height))
}

// eval evaluates an expression, awaits promises, and decodes the result.
func (f *firefox) eval(expression string, into any) {
	f.t.Helper()
	code := "(async () => JSON.stringify(await (" + expression + ")) ?? 'null')()"
	answer := f.call("script.evaluate", fmt.Sprintf(`{"expression": %s, "target": {"context": %q}, "awaitPromise": true}`, quoted(code), f.page))
	var got struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	f.decode(answer, &got)
	if got.Type != "success" {
		f.t.Fatalf("in Firefox, %s: %s", expression, got.ExceptionDetails.Text)
	}
	f.decode(json.RawMessage(got.Result.Value), into)
}

// until waits for a JavaScript condition.
func (f *firefox) until(what, condition string) {
	f.t.Helper()
	for deadline := time.Now().Add(patience); ; {
		var holds bool
		if f.eval(soon(condition), &holds); holds {
			return
		}
		if time.Now().After(deadline) {
			var text string
			f.eval("document.body.innerText.slice(0, 1500)", &text)
			f.t.Fatalf("timeout in Firefox, waiting until %s: %s\n%s", what, condition, text)
		}
	}
}

// press clicks with a mouse or taps with a finger.
func (f *firefox) press(pointer string, at []float64) {
	f.t.Helper()
	f.call("input.performActions", fmt.Sprintf(`{"context": %q, "actions": [{"type": "pointer", "id": %q, "parameters": {"pointerType": %q}, "actions": [
		{"type": "pointerMove", "x": %d, "y": %d}, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]}]}`,
		f.page, pointer, pointer, int(at[0]), int(at[1])))
}
