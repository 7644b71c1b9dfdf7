package servertest

import (
	"net"
	"sync"
	"time"
)

// Proxy is a TCP proxy to a Host, to simulate network failures.
type Proxy struct {
	URL               string
	Requests, Answers Gate // data to the Host and from it

	to       string
	listener net.Listener
	busy     sync.WaitGroup

	mu    sync.Mutex
	down  bool
	conns []net.Conn
}

// Proxy starts a proxy to the Host. It is closed at the end of the test.
func (h *Host) Proxy() *Proxy {
	h.t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		h.t.Fatal(err)
	}
	p := &Proxy{URL: "http://" + listener.Addr().String(), to: h.address, listener: listener}
	p.busy.Go(p.serve)
	h.t.Cleanup(func() {
		listener.Close()
		p.Cut()
		p.Requests.Release()
		p.Answers.Release()
		p.busy.Wait()
	})
	return p
}

// Cut closes all connections without a farewell, and refuses new ones until Mend.
func (p *Proxy) Cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = true
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

// Mend accepts connections again.
func (p *Proxy) Mend() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.down = false
}

func (p *Proxy) serve() {
	for {
		near, err := p.listener.Accept()
		if err != nil {
			return
		}
		far, err := net.Dial("tcp", p.to)
		if err != nil {
			near.Close()
			continue
		}
		if p.keep(near, far) {
			p.busy.Go(func() { pass(far, near, &p.Requests) })
			p.busy.Go(func() { pass(near, far, &p.Answers) })
		}
	}
}

// keep records the two ends of a connection, or closes them if the line is down.
func (p *Proxy) keep(near, far net.Conn) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.down {
		near.Close()
		far.Close()
		return false
	}
	p.conns = append(p.conns, near, far)
	return true
}

// piece is data on its way.
type piece struct {
	data []byte
	sent time.Time
}

// pass copies data from one connection to the other, as the gate allows.
func pass(to, from net.Conn, g *Gate) {
	defer to.Close()
	defer from.Close()
	way := make(chan piece, 16)
	go func() {
		defer close(way)
		for {
			data := make([]byte, 64<<10)
			n, err := from.Read(data)
			way <- piece{data[:n], time.Now()}
			if err != nil {
				return
			}
		}
	}()
	for p := range way {
		if g.wait(p.sent) {
			continue
		}
		if _, failed := to.Write(p.data); failed != nil {
			from.Close()
			for range way {
			}
			return
		}
	}
}

// Gate is one direction of a Proxy. The zero value is open.
type Gate struct {
	mu    sync.Mutex
	held  chan struct{} // closed by Release
	drop  bool
	takes time.Duration
	lost  int // pieces of data that were discarded
}

// Hold delays all data until Release.
func (g *Gate) Hold() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held == nil {
		g.held = make(chan struct{})
	}
}

// Release passes the delayed data on, and all further data.
func (g *Gate) Release() {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.held != nil {
		close(g.held)
		g.held = nil
	}
}

// Delay makes all data that is sent from now on take this long.
func (g *Gate) Delay(d time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.takes = d
}

// Drop sets whether the gate discards data from now on.
func (g *Gate) Drop(on bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.drop = on
}

// wait waits until data that was sent at some time has arrived and the gate is open, and reports whether to discard it.
func (g *Gate) wait(sent time.Time) (lost bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if left := time.Until(sent.Add(g.takes)); g.takes > 0 && left > 0 {
		g.mu.Unlock()
		time.Sleep(left)
		g.mu.Lock()
	}
	for g.held != nil {
		held := g.held
		g.mu.Unlock()
		<-held
		g.mu.Lock()
	}
	if g.drop {
		g.lost++
	}
	return g.drop
}
