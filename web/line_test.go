package web_test

import (
	"net"
	"sync"
	"testing"
)

// line is the way from one player to the house, which can be cut and mended.
type line struct {
	listener net.Listener
	to       string

	mu    sync.Mutex
	down  bool
	conns []net.Conn

	requests, answers gate
}

// gate is where what is on its way can be held up.
type gate struct{ mu sync.Mutex }

func (g *gate) hold()    { g.mu.Lock() }
func (g *gate) release() { g.mu.Unlock() }
func (g *gate) wait()    { g.mu.Lock(); defer g.mu.Unlock() }

func newLine(t *testing.T, h *house) *line {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	l := &line{listener: listener, to: h.address}
	t.Cleanup(func() { listener.Close(); l.cut() })
	go l.serve()
	return l
}

func (l *line) url() string { return "http://" + l.listener.Addr().String() }

func (l *line) serve() {
	for {
		near, err := l.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", l.to)
		if err != nil {
			near.Close()
			continue
		}
		if !l.keep(near, far) {
			continue
		}
		go pass(near, far, &l.answers)
		go pass(far, near, &l.requests)
	}
}

// keep notes two ends of a connection, and reports false if there is none because the line is down.
func (l *line) keep(near, far net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		near.Close()
		far.Close()
		return false
	}
	l.conns = append(l.conns, near, far)
	return true
}

// pass hands on what comes, piece by piece, when the gate is open.
func pass(to, from net.Conn, g *gate) {
	defer to.Close()
	defer from.Close()
	piece := make([]byte, 64<<10)
	for {
		n, err := from.Read(piece)
		g.wait()
		if _, fault := to.Write(piece[:n]); err != nil || fault != nil {
			return
		}
	}
}

// cut ends all connections without a word, and those that come.
func (l *line) cut() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = true
	for _, c := range l.conns {
		c.Close()
	}
	l.conns = nil
}

func (l *line) mend() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.down = false
}
