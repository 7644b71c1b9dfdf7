package browser_test

import (
	"slices"
	"testing"
	"time"

	"github.com/plygame/ply/wire"
)

// noteHands records in the page when a pointer goes down, when something is pressed, when a stone appears, and which
// messages are sent and received.
const noteHands = `(() => {
	globalThis.noted = [];
	const note = (what) => noted.push({ what, at: performance.now() });
	const stones = () => document.querySelectorAll("[data-thing]").length;
	const before = stones();
	for (const what of ["pointerdown", "click"]) addEventListener(what, () => note(what), { capture: true });
	new MutationObserver(() => {
		for (const [what, is] of [["pressed", document.querySelector("[data-pressed]")], ["stone", stones() > before], ["theirs", document.querySelector('[data-turn="theirs"]')]])
			if (is && !noted.some((n) => n.what === what)) note(what);
	}).observe(document.querySelector("main"), { subtree: true, childList: true, attributes: true });
	const watched = new WeakSet();
	const send = WebSocket.prototype.send;
	WebSocket.prototype.send = function (text) {
		note("send " + JSON.parse(text).do);
		if (!watched.has(this)) this.addEventListener("message", (e) => note("receive " + JSON.parse(e.data).type));
		watched.add(this);
		return send.call(this, text);
	};
	return true;
})()`

// TestOneRoundTrip checks what a player sees of their own move over a connection that takes 150 ms there and back: the
// cell is pressed at once, the stone is there before the server has answered, and the move is made by one message.
func TestOneRoundTrip(t *testing.T) {
	t.Parallel()
	const there, back = 75 * time.Millisecond, 75 * time.Millisecond
	h := newServer(t)
	line := h.Proxy()
	match := h.create("hex", wire.Create{Seats: 2})
	p := newPlayer(t, h, "Ann", desk.inMotion())
	p.at = line.URL
	p.join("hex", match)
	h.sit("hex", match, "Bob")
	p.atLeast(2)
	p.waitFor(`path.open[data-place="f6"]`)
	if !p.receives(`"thens"`) {
		t.Fatal("the page does not know what its moves change")
	}
	p.waitIdle()
	line.Requests.Delay(there)
	line.Answers.Delay(back)
	eval[bool](p, noteHands)
	p.click(cellAt("f6"))
	p.waitFor(`main[data-turn="theirs"]`)

	var order []string
	at := map[string]float64{}
	for _, n := range eval[[]struct {
		What string
		At   float64
	}](p, "noted") {
		if order = append(order, n.What); at[n.What] == 0 {
			at[n.What] = n.At
		}
	}
	t.Logf("%v: pressed after %.1f ms, stone %.1f ms after the click, answer %.1f ms after the move", order,
		at["pressed"]-at["pointerdown"], at["stone"]-at["click"], at["receive update"]-at["send play"])
	until := slices.Index(order, "receive update")
	for _, what := range []string{"pointerdown", "pressed", "click", "send play", "stone"} {
		if i := slices.Index(order, what); i < 0 || i > until {
			t.Errorf("%q is not there before the update: %q", what, order)
		}
	}
	if sent := at["receive update"] - at["send play"]; sent < float64((there + back).Milliseconds()) {
		t.Errorf("the line is too fast: %.1f ms", sent)
	}
	if took := at["pressed"] - at["pointerdown"]; took > 50 {
		t.Errorf("the press is shown after %.1f ms", took)
	}
	for i, what := range order[:max(0, until)] {
		if what != "send play" && len(what) > 5 && what[:5] == "send " {
			t.Errorf("message %d before the update is %q: %q", i, what, order)
		}
	}
	if slices.Index(order, "theirs") < slices.Index(order, "stone") {
		t.Errorf("the turn ends before the stone is there: %q", order)
	}
}
