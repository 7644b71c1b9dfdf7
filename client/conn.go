package client

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/coder/websocket"

	"github.com/plygame/ply/wire"
)

// Conn is a connection to a match that returns raw messages, for load tests. Unlike a [Match], it keeps no view, does
// not wait for answers and does not reconnect.
type Conn struct{ ws *websocket.Conn }

// Dial connects to a match with the role of the token. It returns the connection and the welcome.
func (c *Client) Dial(ctx context.Context, id, token string) (*Conn, *wire.Message, error) {
	l, err := c.dial(ctx)
	if err != nil {
		return nil, nil, err
	}
	msg, err := l.watch(ctx, wire.Request{ID: json.RawMessage("0"), Do: "watch", Match: id, Token: token})
	if err != nil {
		l.ws.CloseNow()
		return nil, nil, err
	}
	return &Conn{l.ws}, msg, nil
}

// Read appends the next message to the buffer.
func (c *Conn) Read(ctx context.Context, into *bytes.Buffer) error {
	_, r, err := c.ws.Reader(ctx)
	if err == nil {
		_, err = into.ReadFrom(r)
	}
	return err
}

// Send sends a request, which must be encoded.
func (c *Conn) Send(ctx context.Context, request []byte) error {
	return c.ws.Write(ctx, websocket.MessageText, request)
}

// Close closes the connection immediately.
func (c *Conn) Close() { c.ws.CloseNow() }
