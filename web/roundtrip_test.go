package web_test

import (
	"slices"
	"testing"
)

// A click that completes a move is one message to the server: what can be chosen has come with the last update.
func TestOneRoundTrip(t *testing.T) {
	t.Parallel()
	for _, game := range []string{"tictactoe", "hex", "connect4"} {
		x := newPair(t, game)
		for _, p := range []*player{x.ann, x.bob} {
			eval[bool](p, `(() => {
				globalThis.sentByPage = [];
				const send = WebSocket.prototype.send;
				WebSocket.prototype.send = function (text) { sentByPage.push(JSON.parse(text).do); return send.call(this, text); };
				return true;
			})()`)
		}
		for i, cell := range []string{"a1", "b1", "c1", "a2"} {
			if game == "connect4" {
				cell = []string{"a1", "b1", "c1", "d1"}[i]
			}
			[]*player{x.ann, x.bob}[i%2].mark(cell)
		}
		for _, p := range []*player{x.ann, x.bob} {
			p.until("it is clear whose turn it is", `document.querySelector("[data-turn]") !== null`)
			sent := slices.DeleteFunc(eval[[]string](p, "sentByPage"), func(do string) bool { return do == "ping" || do == "watch" })
			if !slices.Equal(sent, []string{"play", "play"}) {
				t.Errorf("%s: for two moves %s has sent %q", game, p.name, sent)
			}
		}
	}
}
