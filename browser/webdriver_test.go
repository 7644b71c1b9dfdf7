package browser_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// TestFirefox plays one match of every game in Firefox against a bot, on a phone by touch or on a desk with the mouse. It takes longest, so it
// is in the last of the files: Go starts parallel tests from the last one.
func TestFirefox(t *testing.T) {
	t.Parallel()
	f := startFirefox(t)
	h := newServer(t)
	f.open(h.url("/healthz"))
	for i, r := range games.All() {
		s, pointer := desk, "mouse"
		if i%2 == 1 {
			s, pointer = phone, "touch"
		}
		f.size(s)
		h.firefoxPlays(f, r.Name, pointer, rand.New(rand.NewPCG(uint64(i), 3)))
	}
	for _, fault := range f.logs {
		t.Errorf("console error in Firefox: %s", fault)
	}
}

// firefoxPlays plays a match until it is over. It resigns after some moves, because a random match of chess takes hundreds.
func (h *testServer) firefoxPlays(f *firefox, name, pointer string, luck *rand.Rand) {
	h.t.Helper()
	match := h.create(name, againstBots(name, ways[name].options))
	joined, err := h.client().Join(h.t.Context(), name, match, wire.Join{Name: "Ann"})
	if err != nil {
		h.t.Fatal(err)
	}
	f.eval(heldSeat(name, match, joined.Token, joined.Seat), new(bool))
	f.open(h.url(matchPath(name, match)))
	for range 3 {
		f.until("something can be chosen", `document.querySelector("[data-result]") || `+canChoose)
		if !f.chooses(pointer, luck) {
			break
		}
	}
	about, err := h.client().Match(h.t.Context(), name, match)
	if err == nil && !about.Match.Over {
		err = h.programAt(match, joined.Token).Resign(h.t.Context())
	}
	if err != nil {
		h.t.Fatal(err)
	}
	f.until(name+" is over", `document.querySelector("[data-result] h2")?.textContent && document.querySelector('main[data-turn="over"]')`)
}

// chooses presses something that can be chosen until that has an effect. It reports false if the match is over.
func (f *firefox) chooses(pointer string, luck *rand.Rand) bool {
	f.t.Helper()
	before := ""
	f.eval(moment, &before)
	changed := "document.querySelector('[data-result]') || " + moment + " !== " + quoted(before)
	for deadline := time.Now().Add(patience); time.Now().Before(deadline); {
		var at []float64
		f.eval(freePoint(fmt.Sprintf("((all) => all[Math.floor(%f * all.length)])(%s)", luck.Float64(), choosable)), &at)
		if len(at) == 2 {
			f.press(pointer, at)
		}
		var done, over bool
		if f.eval(soon(changed), &done); !done {
			continue // a press that hit something else is tried again
		}
		f.eval("!!document.querySelector('[data-result]')", &over)
		return !over
	}
	f.t.Fatal("nothing that is pressed in Firefox has an effect")
	return false
}

// heldSeat is an expression that stores a seat in the browser.
func heldSeat(game, match, token string, seat int) string {
	held, err := json.Marshal(map[string]any{"game": game, "seat": seat, "token": token, "at": time.Now().UnixMilli()})
	if err != nil {
		panic(err) // texts and numbers can be marshalled
	}
	return fmt.Sprintf(`localStorage.setItem("ply.matches", JSON.stringify({%s: %s})) ?? true`, quoted(match), held)
}
