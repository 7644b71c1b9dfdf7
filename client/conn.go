package client

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/coder/websocket"

	"github.com/plygame/ply/wire"
)

// Conn is one connection to a match that hands messages over as they come, for programs that measure a server. It keeps no
// view, waits for no answers, and does not come back when it is lost: a [Match] does.
type Conn struct{ ws *websocket.Conn }

// Dial connects to a match, as the seat of the token, and returns the welcome, too.
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

// Read puts the next message into an empty buffer.
func (c *Conn) Read(ctx context.Context, into *bytes.Buffer) error {
	_, r, err := c.ws.Reader(ctx)
	if err == nil {
		_, err = into.ReadFrom(r)
	}
	return err
}

// Send sends a request as it is.
func (c *Conn) Send(ctx context.Context, request []byte) error {
	return c.ws.Write(ctx, websocket.MessageText, request)
}

// Close ends the connection at once.
func (c *Conn) Close() { c.ws.CloseNow() }
