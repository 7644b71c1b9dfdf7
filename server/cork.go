package server

import (
	"bufio"
	"bytes"
	"net"
	"net/http"
	"sync"
	"time"
)

// corked is a connection that can buffer its writes, so that several messages take one system call.
type corked struct {
	net.Conn

	mu     sync.Mutex
	corked bool          // writes go to held
	held   *bytes.Buffer // nil if empty
	until  time.Time     // the write deadline
}

// writeTimeout is the maximum time for a write. The minimum is half of it, see corked.write.
const writeTimeout = 10 * time.Second

// buffers are for connections that read a message or buffer writes.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// putBuffer returns a buffer to the pool, unless it has become large.
func putBuffer(buf *bytes.Buffer) {
	if buf.Cap() <= 64<<10 {
		buf.Reset()
		buffers.Put(buf)
	}
}

func (c *corked) Write(p []byte) (int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.corked {
		if c.held == nil {
			c.held = buffers.Get().(*bytes.Buffer)
		}
		return c.held.Write(p)
	}
	return c.write(p)
}

// write writes before the deadline. It extends the deadline only now and then, because that takes as long as a write.
func (c *corked) write(p []byte) (int, error) {
	if now := time.Now(); c.until.Sub(now) < writeTimeout/2 {
		c.until = now.Add(writeTimeout)
		_ = c.Conn.SetWriteDeadline(c.until)
	}
	return c.Conn.Write(p)
}

// cork starts buffering writes.
func (c *corked) cork() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.corked = true
}

// uncork writes the buffer and stops buffering.
func (c *corked) uncork() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	held := c.held
	c.corked, c.held = false, nil
	if held == nil {
		return nil
	}
	_, err := c.write(held.Bytes())
	putBuffer(held)
	return err
}

// corking is a ResponseWriter whose hijacked connection can be corked. Its buffers fit the usual messages of players.
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
