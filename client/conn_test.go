package client_test

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// A Conn sends and reads raw messages.
func TestConn(t *testing.T) {
	h := newHost(t)
	id, programs, tokens := seated(t, h, "tictactoe", 2)
	for _, x := range programs {
		x.Close()
	}
	conn, welcome, err := h.client().Dial(within(t), id, tokens[0])
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if welcome.Type != "welcome" || welcome.Seq == nil || welcome.View == nil {
		t.Errorf("the welcome is %+v", welcome)
	}
	if err := conn.Send(within(t), []byte(`{"id":7,"do":"play","seq":2,"move":"place b2"}`)); err != nil {
		t.Fatal(err)
	}
	update, answer := false, false
	for !update || !answer { // others may announce their presence
		var text bytes.Buffer
		if err := conn.Read(within(t), &text); err != nil {
			t.Fatal(err)
		}
		update = update || strings.HasPrefix(text.String(), `{"type":"update","seq":3,`)
		answer = answer || strings.HasPrefix(text.String(), `{"type":"answer",`) && strings.Contains(text.String(), `"re":7`)
	}
}

// Dial returns why it was refused.
func TestConnRefused(t *testing.T) {
	h := newHost(t)
	id, programs, _ := seated(t, h, "tictactoe", 2)
	for _, x := range programs {
		x.Close()
	}
	_, _, err := h.client().Dial(within(t), id, "not a token")
	if r, is := errors.AsType[*wire.Refusal](err); !is {
		t.Errorf("%v (%T) is not a refusal: %+v", err, err, r)
	}
}
