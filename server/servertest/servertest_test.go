package servertest_test

import (
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(patient{m}) }

// patient gives goroutines time to end before goleak looks for them.
type patient struct{ *testing.M }

func (p patient) Run() int {
	code := p.M.Run()
	for end := time.Now().Add(time.Minute); goleak.Find() != nil && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
	}
	return code
}

func start(t *testing.T) *servertest.Host {
	return servertest.Start(t, server.Config{Games: []*game.Rules{tictactoe.New()}})
}

// ask sends a request over a new connection.
func ask(method, url string) (status int, body string) {
	c := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}, Timeout: time.Minute}
	req, _ := http.NewRequest(method, url, strings.NewReader("{}"))
	req.Header.Set("Content-Type", "application/json")
	res, err := c.Do(req)
	if err != nil {
		return 0, err.Error()
	}
	defer res.Body.Close()
	text, _ := io.ReadAll(res.Body)
	return res.StatusCode, string(text)
}

// A Host keeps its address and its matches when it is stopped or killed and restarted.
func TestHostRestarts(t *testing.T) {
	h := start(t)
	url := h.URL
	if status, body := ask("POST", url+"/api/games/tictactoe/create"); status != 200 {
		t.Fatalf("%d %s", status, body)
	}
	for _, end := range []func(){h.Stop, h.Kill} {
		end()
		if status, _ := ask("GET", url+"/healthz"); status != 0 || h.Server != nil {
			t.Errorf("it answers after it was stopped: %d", status)
		}
		h.Start()
		if status, body := ask("GET", h.URL+"/api/matches"); status != 200 || h.URL != url || strings.Count(body, `"id"`) != 1 {
			t.Errorf("%s: %d %s", h.URL, status, body)
		}
	}
}

// dial opens a connection that waits for an answer.
func dial(t *testing.T, url string) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", strings.TrimPrefix(url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	c.SetDeadline(time.Now().Add(time.Minute))
	return c
}

const request = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"

// answered reports whether a request over the connection is answered.
func answered(c net.Conn) bool {
	if _, err := io.WriteString(c, request); err != nil {
		return false
	}
	n, err := c.Read(make([]byte, 1000))
	return n > 0 && err == nil
}

func TestCut(t *testing.T) {
	h := start(t)
	c := dial(t, h.URL)
	if !answered(c) {
		t.Fatal("no answer")
	}
	h.Cut()
	if answered(c) {
		t.Error("there is an answer over a cut connection")
	}
	if !answered(dial(t, h.URL)) {
		t.Error("reconnecting fails")
	}
}

func TestProxy(t *testing.T) {
	h := start(t)
	l := h.Proxy()
	c := dial(t, l.URL)
	if !answered(c) {
		t.Fatal("no answer over a line")
	}
	l.Cut()
	if answered(c) || answered(dial(t, l.URL)) {
		t.Error("there is an answer over a cut line")
	}
	if !answered(dial(t, h.URL)) {
		t.Error("connections that do not use the line are cut, too")
	}
	l.Mend()
	c = dial(t, l.URL)
	if !answered(c) {
		t.Error("there is no answer over a restored line")
	}
	for _, g := range []*servertest.Gate{&l.Requests, &l.Answers} {
		g.Hold()
		io.WriteString(c, request)
		c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if n, _ := c.Read(make([]byte, 1000)); n > 0 {
			t.Error("a delayed message arrives early")
		}
		g.Release()
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if n, _ := c.Read(make([]byte, 1000)); n == 0 {
			t.Error("a delayed message is lost")
		}
		g.Drop(true)
		lost := g.Lost()
		io.WriteString(c, request)
		for g.Lost() == lost {
			time.Sleep(time.Millisecond)
		}
		c.SetReadDeadline(time.Now().Add(50 * time.Millisecond))
		if n, _ := c.Read(make([]byte, 1000)); n > 0 {
			t.Error("a dropped message arrives")
		}
		g.Drop(false)
		c.SetReadDeadline(time.Now().Add(time.Minute))
		if !answered(c) {
			t.Error("no message arrives any more")
		}
	}
	l.Requests.Hold() // the end of the test must not wait for it
	io.WriteString(c, request)
}
