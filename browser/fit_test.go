package browser_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/wire"
)

// checkWidth checks that the page is not wider than the screen.
func (p *player) checkWidth() {
	p.t.Helper()
	p.waitIdle()
	if wide := eval[string](p, `(() => {
		const wide = Math.max(document.documentElement.scrollWidth, innerWidth), screen = `+fmt.Sprint(p.screen.width)+`;
		if (wide <= screen) return "";
		const out = [...document.querySelectorAll("main *")].filter((e) => e.getBoundingClientRect().right > screen + 1);
		return wide + " by " + out.map((e) => e.outerHTML.slice(0, 200)).join("\n");
	})()`); wide != "" {
		p.t.Errorf("on the %s the page is too wide: %s", p.screen.name, wide)
	}
}

// TestLargeHands checks that large hands fit the page, and that each of the player's own cards can be clicked.
func TestLargeHands(t *testing.T) {
	t.Parallel()
	const cards = 60
	for _, s := range []screen{phone, desk} {
		b := newWorkshopPlayer(t, s, 2, cards)
		b.checkWidth()
		hit := eval[[]float64](b.player, `(() => {
			let hidden = 0, least = Infinity;
			for (const e of document.querySelectorAll("section.table .own [data-thing] > button")) {
				e.scrollIntoView({ block: "center", behavior: "instant" });
				const r = e.getBoundingClientRect();
				let seen = 0;
				for (let x = r.left + 1; x < r.right; x += 2) if (e.contains(document.elementFromPoint(x, r.top + r.height / 2))) seen += 2;
				if (seen === 0) hidden++;
				least = Math.min(least, seen);
			}
			return [hidden, least];
		})()`)
		t.Logf("%d cards on the %s: %.0f covered; at least %.0f pixels of each visible", cards, s.name, hit[0], hit[1])
		if hit[0] > 0 || hit[1] < 20 {
			t.Errorf("on the %s, some cards in a hand of %d cannot be clicked", s.name, cards)
		}
		last := fmt.Sprintf("A%d", cards)
		b.point(last)
		b.act("keep")
		b.expectMove(fmt.Sprintf("keep #%d", cards))
	}
}

// TestSixSeats checks that six players with long names fit on a phone.
func TestSixSeats(t *testing.T) {
	t.Parallel()
	h := newServer(t, newWorkshop(5))
	match := h.create("workshop", wire.Create{Seats: 6})
	var tokens []string
	for seat := range 6 {
		joined, err := h.client().Join(t.Context(), "workshop", match, wire.Join{Name: strings.Repeat(string(rune('A'+seat)), 40)})
		if err != nil {
			t.Fatal(err)
		}
		tokens = append(tokens, joined.Token)
	}
	p := newPlayer(t, h, "Ann", phone)
	p.useSeat("workshop", match, tokens[0], 0)
	for _, s := range []screen{phone, tablet, desk} {
		p.sized(s)
		p.waitFor(`[data-action="give"]`)
		p.checkWidth()
		p.click(`[data-action="give"]`)
		p.until("the panel asks which card", `document.querySelector("[data-panel] h2").textContent.includes("Which card?") && document.querySelector("[data-thing] > button.open")`)
		p.clickOn(`[...document.querySelectorAll("[data-thing] > button.open")].at(-1)`)
		p.until("the panel asks to whom", `document.querySelectorAll("[data-panel] [data-value]").length === 5`)
		p.checkWidth()
		p.click(`[data-do="cancel"]`)
	}
}
