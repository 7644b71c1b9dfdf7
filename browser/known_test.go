package browser_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/wire"
)

// TestKnownCard checks that a card that the opponent took from the discard pile is shown as known among the backs of their
// hand, and is no longer when they have discarded it.
func TestKnownCard(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("gin", wire.Create{Seats: 2})
	var programs []*client.Match
	var tokens []string
	for _, name := range []string{"Ann", "Bob"} {
		joined, err := h.client().Join(t.Context(), "gin", match, wire.Join{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		programs, tokens = append(programs, h.programAt(match, joined.Token)), append(tokens, joined.Token)
	}
	now := programs[0].Now()
	taker := 0
	for seat := range now.View.ToAct().All() {
		taker = int(seat)
	}
	top := now.View.Last(now.View.Find("pile"))
	label := now.View.Kind(top).Label(now.View, top)
	x := &sweep{player: newPlayer(t, h, "Ann", desk)}
	x.useSeat("gin", match, tokens[1-taker], 1-taker)
	x.waitFor(`main[data-turn]`)
	hand := `[data-place="hand/` + string(rune('0'+taker)) + `"] `
	count := func() int { return int(eval[float64](x.player, "document.querySelectorAll(`"+hand+".known`).length")) }
	if n := count(); n != 0 {
		t.Errorf("%d cards are known before any was taken", n)
	}
	if err := programs[taker].Play(t.Context(), now.Seq, "draw pile"); err != nil {
		t.Fatal(err)
	}
	x.waitFor(hand + ".known")
	if n := count(); n != 1 {
		t.Errorf("%d cards are known, not only %s", n, label)
	}
	if text := x.attr(hand+`[aria-label*="known"]`, "aria-label"); !strings.Contains(text, "known: "+label) {
		t.Errorf("the known card %s is called %q", label, text)
	}
	if text := strings.ReplaceAll(x.text(hand+".known"), "\n", ""); text != label {
		t.Errorf("the known card %s is marked %q", label, text)
	}
}
