package browser_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// TestClickThroughThings checks that a click on something in a place chooses the place, if only the place can be chosen.
func TestClickThroughThings(t *testing.T) {
	t.Parallel()
	for _, s := range []screen{desk, phone} {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			h := newServer(t)
			match := h.create("nim", wire.Create{Seats: 2})
			ann := newPlayer(t, h, "Ann", s)
			ann.join("nim", match)
			ann.waitFor(".target.open")
			const stick = `document.querySelector(".target.open ~ .things [data-thing]")`
			if tip := eval[string](ann, stick+`.querySelector("[data-tip]")?.dataset.tip ?? ""`); tip != "" {
				t.Errorf("a stick in a heap that can be chosen has the tip %q", tip)
			}
			ann.waitIdle()
			at := eval[[]float64](ann, `(() => {
				`+stick+`.scrollIntoView({ block: "center", behavior: "instant" });
				const r = `+stick+`.getBoundingClientRect();
				return [r.x + r.width / 2, r.y + r.height / 2];
			})()`)
			press := chromedp.MouseClickXY(at[0], at[1])
			if s.touch {
				press = chromedp.TapXY(at[0], at[1])
			}
			ann.do("click on a stick", press)
			ann.waitFor(".target.chosen")
		})
	}
}

// TestLogFollows checks that the log stays scrolled to its end, whatever grows next to it, until the reader scrolls back.
func TestLogFollows(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	match := h.create("hex", wire.Create{Seats: 2, Options: map[string]any{"size": 5}})
	ann := newPlayer(t, h, "Ann", desk)
	ann.join("hex", match)
	bob := h.sit("hex", match, "Bob")
	ann.waitForText("Bob")
	luck := rand.New(rand.NewPCG(2, 2))
	move := func() {
		t.Helper()
		ann.move(luck)
		moveRandomly(t, bob, ann.seq(), luck)
		ann.waitFor(`main[data-turn="mine"]`)
	}
	const log = `document.querySelector(".log ol")`
	const atEnd = log + `.scrollTop + ` + log + `.clientHeight >= ` + log + `.scrollHeight - 2`
	eval[bool](ann, `(`+log+`.style.maxHeight = "120px", true)`)
	for range 3 {
		move()
		ann.until("the log is at its end", atEnd)
		// Something next to the log shrinks it, and the event of the earlier scrolling arrives only then.
		eval[bool](ann, `(`+log+`.style.maxHeight = "64px", `+log+`.dispatchEvent(new Event("scroll")), `+log+`.style.maxHeight = "120px", true)`)
	}
	eval[bool](ann, `(`+log+`.focus(), true)`)
	ann.key(kb.Home)
	ann.until("the log has scrolled back", log+`.scrollTop === 0`)
	move()
	if now := eval[float64](ann, log+".scrollTop"); now != 0 {
		t.Errorf("the log jumps to %v while the reader is scrolled back", now)
	}
}

// TestPhones checks games with many cards on a phone: the player's own hand is at the bottom of the screen, nothing covers it, and the page
// does not scroll. The menu holds the focus and returns it, and a chip shows all of an opponent's things.
func TestPhones(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"gofish", "market"} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newServer(t)
			match := h.create(name, wire.Create{Seats: 5})
			ann := newPlayer(t, h, "Ann", phone)
			ann.join(name, match)
			for i := range 4 {
				h.sit(name, match, fmt.Sprint("Bob", i))
			}
			ann.waitForText("Bob3")
			ann.waitFor(`main[data-turn="mine"] .choose:not(.idle)`)
			ann.waitIdle()
			ann.checkOwnHand()
			if name == "market" {
				ann.checkMenu()
			}
			if page := eval[float64](ann, "document.documentElement.scrollHeight"); page > float64(ann.screen.height) {
				t.Errorf("the page is %v pixels high", page)
			}
		})
	}
}

// checkOwnHand checks that the player's own hand is below everything else.
func (p *player) checkOwnHand() {
	p.t.Helper()
	box := func(selector string) (top, bottom float64) {
		r := eval[[]float64](p, `(() => { const r = document.querySelector(`+quoted(selector)+`).getBoundingClientRect(); return [r.top, r.bottom]; })()`)
		return r[0], r[1]
	}
	hand, end := box(".own")
	_, panel := box(".choose")
	_, others := box(".others")
	if hand < panel || hand < others || end > float64(p.screen.height) {
		p.t.Errorf("the player's hand is at %v to %v, the panel ends at %v, the other hands at %v", hand, end, panel, others)
	}
}

// checkMenu opens and closes the menu, and the hand of an opponent with seven cards.
func (p *player) checkMenu() {
	p.t.Helper()
	p.click(`[data-do="menu"]`)
	p.waitFor(`dialog[open] .log`)
	p.until("the focus is in the menu", `document.querySelector("dialog").contains(document.activeElement)`)
	p.key(kb.Escape)
	p.waitWithout("dialog")
	p.until("the focus is back on the button", `document.activeElement.matches('[data-do="menu"]')`)
	p.click(`[data-do="look"]`)
	p.until("an opponent's whole hand is shown", `document.querySelectorAll("dialog .spot.hidden .thing").length === 7`)
	p.click(`dialog [data-do="close"]`)
	p.waitWithout("dialog")
}

// twins is a game with things of the same name in several places, and a chequered board.
func twins() *game.Rules {
	hall := board.Square("hall", 3, 3)
	hall.Look = game.Look{Color: "#804020"}
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Label: "Hand", Layout: "row"}}
	shelf := &game.Place{Name: "shelf", Look: game.Look{Label: "Shelf", Layout: "row"}}
	coin := &game.Kind{Name: "coin", Description: "Shiny.", Label: func(*game.State, game.ID) string { return "coin" }}
	one := &game.Pick[game.ID]{Name: "one", From: func(t *game.Tx) game.Set[game.ID] {
		return t.Contents(hand.Of(0)).Or(t.Contents(hand.Of(1))).Or(t.Contents(shelf))
	}}
	spent := &game.Pick[game.ID]{Name: "spent", From: hand.Contents}
	same := &game.Pick[game.ID]{Name: "same", From: hand.Contents}
	where := &game.Pick[game.ID]{Name: "where", From: hall.Empty}
	return &game.Rules{
		Name: "twins", Version: "1", About: game.About{Title: "Twins"}, Seats: game.Exactly(2),
		Layout: []game.Layout{hall, hand, shelf}, Kinds: []*game.Kind{coin},
		Setup: func(t *game.Tx) {
			for _, at := range []game.ID{hand.Of(0), hand.Of(0), hand.Of(1), shelf.ID()} {
				t.Create(coin, at)
			}
		},
		Actions: []*game.Action{
			{Name: "polish", Pick: []game.Choice{one}, Do: func(*game.Tx) {}},
			{Name: "flip", Pick: []game.Choice{same}, Do: func(*game.Tx) {}},
			{Name: "spend", Pick: []game.Choice{spent}, Do: func(t *game.Tx) { t.Remove(spent.In(t)) }},
			{Name: "lay", Pick: []game.Choice{where}, Do: func(t *game.Tx) { t.Create(coin, where.In(t)) }},
		},
	}
}

// wordy is a game without a cover: its tile on the first page shows cards with long words.
func wordy() *game.Rules {
	row := &game.Place{Name: "row", Look: game.Look{Layout: "row"}}
	r := &game.Rules{
		Name: "wordy", Version: "1", About: game.About{Title: "Wordy"}, Seats: game.Exactly(2), Layout: []game.Layout{row},
		Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Tie() }}},
	}
	for name, label := range map[string]string{"a": "Extraordinarily", "b": "Correspondence", "c": "The Chaperone"} {
		r.Kinds = append(r.Kinds, &game.Kind{Name: name, Look: game.Look{Label: label, Shape: "card", Face: &game.Print{}}})
	}
	slices.SortFunc(r.Kinds, func(a, b *game.Kind) int { return strings.Compare(a.Name, b.Name) })
	r.Setup = func(t *game.Tx) {
		for _, k := range r.Kinds {
			t.Create(k, row)
		}
	}
	return r
}

// TestCardWordsFit checks that words on the tiles of games without a cover are not broken. TestTables checks those on
// tables.
func TestCardWordsFit(t *testing.T) {
	t.Parallel()
	h := newServer(t, wordy())
	ann := newPlayer(t, h, "Ann", desk)
	ann.open("/")
	ann.waitFor(`a[href="/games/wordy"] .card .title`)
	for _, s := range []screen{desk, phone} {
		ann.sized(s)
		all := eval[[]string](ann, `[...document.querySelectorAll(".card .title, .card .text")].flatMap((e) => {
			const node = [...e.childNodes].find((n) => n.nodeType === 3);
			return [...(node?.data ?? "").matchAll(/\S+/g)].filter((word) => {
				const range = document.createRange();
				range.setStart(node, word.index);
				range.setEnd(node, word.index + word[0].length);
				const box = e.closest(".card").getBoundingClientRect();
				const lines = [...range.getClientRects()];
				return lines.length > 1 || lines.some((r) => r.left < box.left - 0.5 || r.right > box.right + 0.5);
			}).map((word) => word[0]);
		})`)
		if len(all) > 0 {
			t.Errorf("on the %s: broken words %q", s.name, all)
		}
	}
}
