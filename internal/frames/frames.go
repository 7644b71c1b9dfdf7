// Package frames writes the text messages of a WebSocket server: several with one system call, and without waiting if
// possible.
package frames

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"math"
	"net"
	"net/http"
	"sync"
	"syscall"
	"time"

	"golang.org/x/time/rate"
)

// Conn is the connection below a WebSocket. It makes the frames of messages itself, so that several messages take one
// system call. The package websocket writes the control frames, each with one Write.
type Conn struct {
	net.Conn
	Slow []*rate.Limiter // how many bytes may be read

	raw syscall.RawConn // nil if the connection has no file descriptor

	mu     sync.Mutex
	closed bool      // a close frame was written, which must be the last
	until  time.Time // the write deadline
}

func newConn(conn net.Conn) *Conn {
	f := &Conn{Conn: conn}
	if sys, is := conn.(syscall.Conn); is {
		f.raw, _ = sys.SyscallConn()
	}
	return f
}

// Read reads, and waits if the client sends more than it may: pings and empty frames are not messages, but take time.
func (f *Conn) Read(p []byte) (int, error) {
	n, err := f.Conn.Read(p)
	for _, limit := range f.Slow {
		if !limit.AllowN(time.Now(), n) {
			if r := limit.ReserveN(time.Now(), n); r.OK() {
				time.Sleep(min(r.Delay(), time.Second))
			}
		}
	}
	return n, err
}

// writeTimeout is the maximum time for a write. The minimum is half of it, see extend.
const writeTimeout = 10 * time.Second

// buffers are for connections that read or write messages.
var buffers = sync.Pool{New: func() any { return new(bytes.Buffer) }}

// Buffer returns an empty buffer. Return it with PutBuffer.
func Buffer() *bytes.Buffer { return buffers.Get().(*bytes.Buffer) }

// PutBuffer returns a buffer to the pool, unless it has become large.
func PutBuffer(buf *bytes.Buffer) {
	if buf.Cap() <= 64<<10 {
		buf.Reset()
		buffers.Put(buf)
	}
}

// The first byte of frames: whole text messages, and the kind of a close frame.
const (
	textFrame  = 0x81
	kindBits   = 0x0f
	closeFrame = 0x08
)

// addFrame appends the frame of a text message, as in section 5.2 of RFC 6455.
func addFrame(buf *bytes.Buffer, text []byte) {
	b := append(buf.AvailableBuffer(), textFrame)
	switch n := len(text); {
	case n < 126:
		b = append(b, byte(n))
	case n <= math.MaxUint16:
		b = binary.BigEndian.AppendUint16(append(b, 126), uint16(n))
	default:
		b = binary.BigEndian.AppendUint64(append(b, 127), uint64(n))
	}
	buf.Write(b)
	buf.Write(text)
}

// Write writes a control frame.
func (f *Conn) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.closed = f.closed || len(p) > 0 && p[0]&kindBits == closeFrame
	f.extend()
	return f.Conn.Write(p)
}

// WriteAll writes what is left of a frame, then messages.
func (f *Conn) WriteAll(rest []byte, texts [][]byte) error {
	buf := Buffer()
	defer PutBuffer(buf)
	buf.Write(rest)
	for _, text := range texts {
		addFrame(buf, text)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.closed {
		return net.ErrClosed
	}
	f.extend()
	_, err := f.Conn.Write(buf.Bytes())
	return err
}

// errLater means that a message cannot be written without waiting.
var errLater = errors.New("write it later")

// WriteNow writes as much of a message as possible without waiting, and returns the rest of its frame. After errLater
// nothing is written.
func (f *Conn) WriteNow(text []byte) (rest []byte, err error) {
	if f.raw == nil || !f.mu.TryLock() {
		return nil, errLater
	}
	defer f.mu.Unlock()
	if f.closed {
		return nil, errLater
	}
	buf := Buffer()
	defer PutBuffer(buf)
	addFrame(buf, text)
	f.extend()
	n := writeSome(f.raw, buf.Bytes())
	if n <= 0 {
		return nil, errLater
	}
	return bytes.Clone(buf.Bytes()[n:]), nil
}

// extend extends the write deadline, but only now and then, because that takes as long as a write.
func (f *Conn) extend() {
	if now := time.Now(); f.until.Sub(now) < writeTimeout/2 {
		f.until = now.Add(writeTimeout)
		_ = f.SetWriteDeadline(f.until)
	}
}

// Writer is a ResponseWriter whose hijacked connection is framed. Its buffers fit the usual messages of players.
type Writer struct {
	http.ResponseWriter
	Conn *Conn
}

// Hijack implements http.Hijacker.
func (w *Writer) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	conn, rw, err := http.NewResponseController(w.ResponseWriter).Hijack()
	if err != nil {
		return nil, nil, err
	}
	w.Conn = newConn(conn)
	if rw.Reader.Buffered() == 0 {
		rw.Reader = bufio.NewReaderSize(w.Conn, 512)
	}
	return w.Conn, bufio.NewReadWriter(rw.Reader, bufio.NewWriterSize(w.Conn, 512)), nil
}
