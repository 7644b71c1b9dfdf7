package server

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"sync"
	"time"
)

// corked is a connection that holds back what is written until all that goes together is there, so
// that several messages take one call of the system.
type corked struct {
	net.Conn

	mu     sync.Mutex
	closed bool // what is written waits
	held   *bytes.Buffer
	until  time.Time // when the connection gives up writing
}

// patient is how long a connection tries to write, at most; at least it is half of that.
const patient = 10 * time.Second

// buffers are lent to connections that hold something back, or read something.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// giveBack ends that a buffer is lent, unless it has become large.
func giveBack(buf *bytes.Buffer) {
	if buf.Cap() <= 64<<10 {
		buf.Reset()
		buffers.Put(buf)
	}
}

func (c *corked) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.closed {
		if c.held == nil {
			c.held = buffers.Get().(*bytes.Buffer)
		}
		return c.held.Write(p)
	}
	return c.write(p)
}

// write writes within some time. The deadline is set anew only now and then, which takes about as long as to write.
func (c *corked) write(p []byte) (int, error) {
	if now := time.Now(); c.until.Sub(now) < patient/2 {
		c.until = now.Add(patient)
		_ = c.Conn.SetWriteDeadline(c.until)
	}
	return c.Conn.Write(p)
}

// cork begins to hold back.
func (c *corked) cork() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
}

// uncork writes what was held back.
func (c *corked) uncork() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.held
	c.closed, c.held = false, nil
	if held == nil {
		return nil
	}
	_, err := c.write(held.Bytes())
	giveBack(held)
	return err
}

// corking gives the connection of a request away as one that can be corked, with buffers of the size
// that messages of players have.
type corking struct {
	http.ResponseWriter
	conn *corked
}

// Hijack implements http.Hijacker.
func (w *corking) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.conn = &corked{Conn: conn}
	if rw.Reader.Buffered() == 0 {
		rw.Reader = bufio.NewReaderSize(w.conn, 512)
	}
	return w.conn, bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(w.conn, 512)), nil
}
