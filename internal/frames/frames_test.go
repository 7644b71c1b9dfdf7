package frames

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"testing"
)

// connected returns both ends of a connection.
func connected(t *testing.T) (*Conn, net.Conn) {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer ln.Close()
	far, err := net.Dial("tcp", ln.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	near, err := ln.Accept()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { near.Close(); far.Close() })
	return newConn(near), far
}

// readFrame reads a text message as a WebSocket client does.
func readFrame(t *testing.T, r io.Reader) []byte {
	t.Helper()
	var head [2]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		t.Fatal(err)
	}
	if head[0] != 0x81 || head[1] > 127 {
		t.Fatalf("a frame begins with %x", head)
	}
	n := uint64(head[1])
	if long := map[byte]int{126: 2, 127: 8}[head[1]]; long > 0 {
		var size [8]byte
		if _, err := io.ReadFull(r, size[8-long:]); err != nil {
			t.Fatal(err)
		}
		n = binary.BigEndian.Uint64(size[:])
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(r, text); err != nil {
		t.Fatal(err)
	}
	return text
}

// Messages of all sizes arrive, whether they are written together, at once, or in part at once.
func TestFrames(t *testing.T) {
	near, far := connected(t)
	var texts [][]byte
	for i, n := range []int{0, 1, 125, 126, 1000, 65535, 65536, 16 << 20} {
		texts = append(texts, bytes.Repeat([]byte{'a' + byte(i)}, n))
	}
	done := make(chan error, 1)
	go func() {
		for i, text := range texts {
			rest, err := near.WriteNow(text)
			if err != nil { // the buffers of the system are full
				err = near.WriteAll(nil, texts[i:i+1])
			} else if len(rest) > 0 {
				err = near.WriteAll(rest, nil)
			}
			if err != nil {
				done <- err
				return
			}
		}
		done <- near.WriteAll(nil, texts)
	}()
	for range 2 {
		for i, text := range texts {
			if got := readFrame(t, far); !bytes.Equal(got, text) {
				t.Fatalf("message %d arrives with %d bytes instead of %d, or changed", i, len(got), len(text))
			}
		}
	}
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A write that would have to wait is left for later: because nobody reads, or because somebody else writes.
func TestWriteNowNeverWaits(t *testing.T) {
	near, _ := connected(t)
	text := make([]byte, 1<<20)
	for i := 0; ; i++ {
		if rest, err := near.WriteNow(text); len(rest) > 0 || err != nil {
			break
		}
		if i == 1000 {
			t.Fatal("nobody reads, but everything is written")
		}
	}
	if rest, err := near.WriteNow(text); !errors.Is(err, errLater) && len(rest) == 0 {
		t.Errorf("it is written after all: %v", err)
	}
	other, _ := connected(t)
	other.mu.Lock()
	defer other.mu.Unlock()
	if _, err := other.WriteNow(text[:1]); !errors.Is(err, errLater) {
		t.Errorf("during another write: %v", err)
	}
}

// No message follows a close frame.
func TestNothingAfterClose(t *testing.T) {
	near, far := connected(t)
	for _, control := range [][]byte{{0x8a, 0}, {0x88, 0}} { // pong, close
		if err := near.WriteAll(nil, [][]byte{[]byte("a")}); err != nil {
			t.Fatal(err)
		}
		if _, err := near.Write(control); err != nil {
			t.Fatal(err)
		}
	}
	if err := near.WriteAll(nil, [][]byte{[]byte("b")}); !errors.Is(err, net.ErrClosed) {
		t.Errorf("the error is %v", err)
	}
	if _, err := near.WriteNow([]byte("b")); err == nil {
		t.Error("it is written")
	}
	near.Close()
	if all, err := io.ReadAll(far); err != nil || string(all) != "\x81\x01a\x8a\x00\x81\x01a\x88\x00" {
		t.Errorf("%q, %v", all, err)
	}
}
