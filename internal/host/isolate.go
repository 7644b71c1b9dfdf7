package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/plygame/ply/game"
)

// isolated is a game whose rules run in a process of their own, so that a bug in them ends nothing else. The process is
// a server with the same match database, which listens on a socket in a folder of this user. It is started again
// whenever it ends.
type isolated struct {
	game     string
	socket   string
	settings []byte
	grace    time.Duration
	log      *slog.Logger
	up       prometheus.Gauge
	restarts prometheus.Counter
	blame    func(match string)

	life context.Context // ends when the server stops
	end  func()
	done chan struct{} // closed when the process has ended for good
}

var (
	isolatedUp = prometheus.GaugeOpts{Name: "ply_isolated_up",
		Help: "Whether the process of an isolated game runs, by game."}
	isolatedRestarts = prometheus.CounterOpts{Name: "ply_isolated_restarts_total",
		Help: "How often the process of an isolated game ended and was restarted, by game."}
)

// isolate starts the processes of the isolated games, and returns the transports that reach them.
func (h *host) isolate(all []*game.Rules) (map[string]http.RoundTripper, error) {
	if len(h.Isolate) == 0 {
		return nil, nil
	}
	if *h.Memory {
		return nil, errors.New("isolate needs a match database: leave out --memory")
	}
	var err error
	if h.sockets, err = os.MkdirTemp("", "ply-"); err != nil { // only for this user
		h.sockets, err = os.MkdirTemp(filepath.Dir(*h.Data), ".ply-") // container images may lack a folder for temporary files
	}
	if err != nil {
		return nil, err
	}
	settings, err := json.Marshal(h.Settings)
	if err != nil {
		return nil, err
	}
	h.isolatedUp, h.isolatedRestarts = prometheus.NewGaugeVec(isolatedUp, []string{"game"}),
		prometheus.NewCounterVec(isolatedRestarts, []string{"game"})
	ways := map[string]http.RoundTripper{}
	for i, name := range h.Isolate {
		if !slices.ContainsFunc(all, func(r *game.Rules) bool { return r.Name == name }) {
			return nil, fmt.Errorf("isolate: there is no game %q", name)
		}
		x := &isolated{
			game: name, socket: filepath.Join(h.sockets, fmt.Sprint(i)), settings: settings, grace: time.Duration(*h.Grace),
			log: h.log,
			up:  h.isolatedUp.WithLabelValues(name), restarts: h.isolatedRestarts.WithLabelValues(name),
			blame: func(match string) { h.server.Blame(match) }, // a match has its process only once there is a server
			done:  make(chan struct{}),
		}
		x.life, x.end = context.WithCancel(context.Background())
		go x.supervise()
		h.isolated = append(h.isolated, x)
		ways[name] = x.transport("")
	}
	for _, x := range h.isolated {
		x.await(10 * time.Second) // a game whose process does not start must not keep the others from being served
	}
	return ways, nil
}

// forOperator is the end of the path of the socket for the operator, which the requests of clients cannot reach.
const forOperator = "-operator"

// transport returns the transport that reaches the process, or with forOperator, what it has for the operator.
func (x *isolated) transport(end string) http.RoundTripper {
	var d net.Dialer
	return &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return d.DialContext(ctx, "unix", x.socket+end)
	}, MaxIdleConnsPerHost: 32, IdleConnTimeout: 10 * time.Second}
}

// await waits until the process answers.
func (x *isolated) await(most time.Duration) bool {
	c := http.Client{Transport: x.transport(""), Timeout: time.Second}
	defer c.CloseIdleConnections()
	for end := time.Now().Add(most); time.Now().Before(end) && x.life.Err() == nil; time.Sleep(20 * time.Millisecond) {
		res, err := c.Get("http://isolated.localhost/readyz")
		if err == nil {
			res.Body.Close()
			if res.StatusCode == http.StatusOK {
				return true
			}
		}
	}
	return false
}

const (
	firstPause = 100 * time.Millisecond // before a process is started again
	maxPause   = 10 * time.Second
	longLife   = time.Minute // after which the pause is short again
)

// supervise keeps the process running until the server stops.
func (x *isolated) supervise() {
	defer close(x.done)
	for pause := firstPause; ; pause = min(2*pause, maxPause) {
		began := time.Now()
		said, match, err := x.run()
		x.up.Set(0)
		if x.life.Err() != nil {
			return
		}
		if time.Since(began) > longLife {
			pause = firstPause
		}
		x.restarts.Inc()
		if match != "" {
			x.blame(match)
		}
		x.log.Error("the process of an isolated game has ended and will be restarted", "game", x.game, "match", match,
			"reason", fmt.Sprint(err), "pause", pause, "said", said)
		select {
		case <-x.life.Done():
			return
		case <-time.After(pause):
		}
	}
}

// run runs the process until it ends, and returns the beginning of a crash report and the match whose rules have ended
// the process, or "".
func (x *isolated) run() (said, match string, err error) {
	program, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	os.Remove(x.socket)
	os.Remove(x.socket + forOperator)
	c := exec.Command(program, "isolated", x.game, x.socket)
	c.Args[0] = os.Args[0]
	c.Env = slices.DeleteFunc(os.Environ(), func(v string) bool { return strings.HasPrefix(v, "PLY_") })
	c.Env = append(c.Env, "GODEBUG="+strings.Trim(os.Getenv("GODEBUG")+",tracebacklabels=1", ",")) // crash reports name the match
	r := &reporter{log: x.log, game: x.game}
	c.Stderr = r
	in, err := c.StdinPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		return "", "", err
	}
	x.log.Info("the process of an isolated game was started", "game", x.game, "process", c.Process.Pid)
	_, _ = in.Write(append(x.settings, '\n')) // if it fails, the process has ended
	ended := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		if x.await(time.Minute) {
			x.up.Set(1)
		}
	})
	wait.Go(func() {
		select {
		case <-ended:
			return
		case <-x.life.Done():
		}
		in.Close() // asks it to stop
		select {
		case <-ended:
		case <-time.After(x.grace + time.Second):
			_ = c.Process.Kill()
		}
	})
	err = c.Wait()
	close(ended)
	if x.life.Err() != nil {
		wait.Wait()
	}
	return r.crash.String(), r.match, err
}

// stop ends the process.
func (x *isolated) stop() {
	x.end()
	<-x.done
}

// reporter passes the log of a process on. What Go prints when a program crashes is kept instead, up to a limit.
type reporter struct {
	log   *slog.Logger
	game  string
	rest  []byte
	crash bytes.Buffer
	match string // whose rules have ended the process
}

const maxReport = 2000

// labelled finds the match in a crash report of Go, which begins with the goroutine that has crashed.
var labelled = regexp.MustCompile(`^goroutine .*labels:\{"match": "(\w+)"`)

// Write implements io.Writer.
func (r *reporter) Write(text []byte) (int, error) {
	r.rest = append(r.rest, text...)
	for {
		line, rest, found := bytes.Cut(r.rest, []byte("\n"))
		if !found {
			return len(text), nil
		}
		r.rest = rest
		r.line(string(line))
	}
}

// line handles a line of the process, which is a JSON object unless it crashes.
func (r *reporter) line(text string) {
	var said map[string]any
	if json.Unmarshal([]byte(text), &said) != nil {
		if r.crash.Len() < maxReport {
			r.crash.WriteString(text + "\n")
		}
		if m := labelled.FindStringSubmatch(text); m != nil && r.match == "" {
			r.match = m[1]
		}
		return
	}
	var level slog.Level
	if name, is := said["level"].(string); is {
		_ = level.UnmarshalText([]byte(name))
	}
	message, _ := said["msg"].(string)
	if id, is := said["match"].(string); is && message == notReturning {
		r.match = id
	}
	attributes := []any{"process", r.game}
	for name, v := range said {
		if name != "level" && name != "msg" && name != "time" {
			attributes = append(attributes, name, v)
		}
	}
	r.log.Log(context.Background(), level, message, attributes...)
}

var _ io.Writer = (*reporter)(nil)
