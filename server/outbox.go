package server

import (
	"encoding/json"
	"time"

	"github.com/coder/websocket"

	"github.com/plygame/ply/wire"
)

// sendNow sends a message at once if it can do so without waiting, which saves starting a goroutine. Otherwise it
// queues the message.
func (c *conn) sendNow(text []byte) {
	if !c.wroteNow(text) {
		c.send(text)
	}
}

// wroteNow reports whether it has begun to write a message.
func (c *conn) wroteNow(text []byte) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended || c.writing || c.held {
		return false
	}
	rest, err := c.raw.WriteNow(text)
	if err != nil {
		return false
	}
	if c.rest = rest; len(rest) > 0 {
		c.writing = true
		go c.write()
	}
	return true
}

// send queues a message. It disconnects a client that is too far behind; the client can reconnect.
func (c *conn) send(text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.ended {
		return
	}
	if len(c.out) >= c.server.config.Queue || c.behind+len(text) > maxBehind && len(c.out) > 0 {
		const why = "too slow: too many messages are waiting; reconnect with since"
		text = (&wire.Message{Type: "farewell", Code: "slow", Why: why}).Encode()
		c.ended, c.out, c.behind = true, nil, 0
		c.server.metrics.slow.Inc()
		go c.end("slow", why, 5*time.Second)
	}
	c.out, c.behind = append(c.out, text), c.behind+len(text)
	if !c.writing && !c.held {
		c.writing = true
		go c.write()
	}
}

// hold delays queued messages until the answer to the current request, so that they are written together.
func (c *conn) hold() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.held = true
}

// unhold writes the messages delayed by hold, on the goroutine that reads.
func (c *conn) unhold() {
	c.mu.Lock()
	write := c.held && !c.writing && len(c.out) > 0
	if c.held, c.writing = false, c.writing || write; !write {
		c.progressed()
	}
	c.mu.Unlock()
	if write {
		c.write()
	}
}

// maxBehind is how many bytes a slow reader may be behind. One message may be larger.
const maxBehind = 4 << 20

// write sends the queued messages until none are left.
func (c *conn) write() {
	for {
		c.mu.Lock()
		if len(c.out)+len(c.rest) == 0 {
			c.writing, c.out = false, nil
			c.progressed()
			c.mu.Unlock()
			return
		}
		rest, some := c.rest, c.out[:min(len(c.out), 8)]
		c.rest, c.out = nil, c.out[len(some):]
		for _, text := range some {
			c.behind -= len(text)
		}
		c.progressed()
		c.mu.Unlock()
		if err := c.raw.WriteAll(rest, some); err != nil {
			c.mu.Lock()
			c.writing, c.ended, c.out, c.behind = false, true, nil, 0
			c.progressed()
			c.mu.Unlock()
			c.cut()
			return
		}
	}
}

func (c *conn) answer(msg *wire.Message) { c.send(msg.Encode()) }

func (c *conn) refuse(re json.RawMessage, r *wire.Refusal) {
	c.server.metrics.refusals.WithLabelValues(r.Code).Inc()
	c.answer(&wire.Message{Type: "refusal", Re: re, Refusal: r})
}

// fail answers a request with an error. The text of a Fault or an internal error is not sent to clients.
func (c *conn) fail(re json.RawMessage, err error) {
	c.refuse(re, c.server.refusalOf(err))
}

// farewell tells the client why the connection ends, and ends it.
func (c *conn) farewell(code, why string) {
	c.queueFarewell(code, why)
	go c.end(code, why, time.Second)
}

// queueFarewell queues the last message of a connection.
func (c *conn) queueFarewell(code, why string) {
	c.answer(&wire.Message{Type: "farewell", Code: code, Why: why})
	c.mu.Lock()
	c.ended = true
	c.mu.Unlock()
}

// end closes the connection when all queued messages are sent, or after the given time.
func (c *conn) end(code, why string, within time.Duration) {
	status := websocket.StatusNormalClosure
	switch code {
	case "restart":
		status = websocket.StatusServiceRestart
	case "misuse", "slow":
		status = websocket.StatusPolicyViolation
	}
	c.flush(0, within)
	defer time.AfterFunc(time.Second/2, c.cut).Stop() // if the client does not complete the close handshake
	c.ws.Close(status, why)
}

// flush waits until at most left messages are queued, but no longer than the given time.
func (c *conn) flush(left int, within time.Duration) {
	var enough *time.Timer
	for {
		c.mu.Lock()
		if !c.writing && !c.held || left > 0 && len(c.out) <= left {
			c.mu.Unlock()
			return
		}
		if c.progress == nil {
			c.progress = make(chan struct{})
		}
		progress := c.progress
		c.mu.Unlock()
		if enough == nil {
			enough = time.NewTimer(within)
			defer enough.Stop()
		}
		select {
		case <-progress:
		case <-enough.C:
			return
		}
	}
}

// progressed wakes the callers of flush. The caller holds the mutex.
func (c *conn) progressed() {
	if c.progress != nil {
		close(c.progress)
		c.progress = nil
	}
}
