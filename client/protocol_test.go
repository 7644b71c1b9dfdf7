package client_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/coder/websocket"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/games"
)

// Watch fails with an explanation if the server uses another version of the protocol.
func TestOtherProtocol(t *testing.T) {
	old := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, nil)
		if err != nil {
			return
		}
		defer ws.CloseNow()
		if _, _, err := ws.Read(r.Context()); err == nil {
			_ = ws.Write(r.Context(), websocket.MessageText, []byte(`{"type":"welcome","re":0,"seq":0,"match":{"id":"x","game":"hex","seats":[]}}`))
		}
		_, _, _ = ws.Read(r.Context())
	}))
	defer old.Close()
	c := &client.Client{URL: old.URL}
	_, err := c.Watch(t.Context(), "x", "", games.Find)
	if err == nil || !strings.Contains(err.Error(), "version 1 of the protocol, this program uses version 2") {
		t.Errorf("the answer is %v", err)
	}
}
