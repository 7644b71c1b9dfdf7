package browser_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// mill is a game on a graph: a third man in a row takes one of the opponent.
func mill() *game.Rules {
	var nodes []board.Node
	var links []board.Link
	for i, name := range strings.Fields("a1 b1 c1 a2 b2 c2 a3 b3 c3") {
		nodes = append(nodes, board.Node{Name: name, X: float64(i % 3), Y: float64(i / 3)})
		if i%3 > 0 {
			links = append(links, board.Link{From: nodes[i-1].Name, To: name})
		}
	}
	b := board.Graph("board", nodes, links)
	man := &game.Kind{Name: "man", Look: game.Look{Shape: "disc"}}
	supply := &game.Place{Name: "supply", Each: true, Look: game.Look{Layout: "count"}}
	to := &game.Pick[game.ID]{Name: "to", From: b.Empty}
	taken := &game.Pick[game.ID]{Name: "taken", Prompt: "Which man do you take?", From: func(t *game.Tx) game.Set[game.ID] { return b.Held(t, 1-t.Seat) }}
	return &game.Rules{
		Name: "mill", Version: "1", About: game.About{Title: "Mill"}, Seats: game.Exactly(2),
		Roles:  []game.Role{{Name: "White", Color: "white"}, {Name: "Black", Color: "black"}},
		Layout: []game.Layout{b, supply}, Kinds: []*game.Kind{man},
		Setup: func(t *game.Tx) {
			for seat := range game.Seat(2) {
				t.CreateMany(4, man, supply.Of(seat))
			}
			t.Move(t.First(supply.Of(1)), t.Find("a3"))
			t.Move(t.First(supply.Of(1)), t.Find("b3"))
		},
		Actions: []*game.Action{{Name: "place", Pick: []game.Choice{to, taken}, Do: func(t *game.Tx) {
			t.Move(t.Last(supply.Of(t.Seat)), to.In(t))
			t.Remove(t.First(taken.In(t)))
		}}},
	}
}

// TestGraph checks that the points of a graph are smaller than pieces and have coordinates, and that a piece is shown where
// the player has chosen to put it while the move is not complete.
func TestGraph(t *testing.T) {
	t.Parallel()
	h := newServer(t, mill())
	match := h.create("mill", wire.Create{Seats: 2})
	p := newPlayer(t, h, "Ann", desk)
	p.join("mill", match)
	p.waitFor(`[data-place="b2"].open`)
	if drawn := eval[string](p, `getComputedStyle(document.querySelector('[data-place="a1"]')).fill`); !strings.Contains(drawn, ", 0)") {
		t.Errorf("an empty point is filled with %s, as if a piece lay there", drawn)
	}
	if letters := eval[string](p, `[...document.querySelectorAll("[role=grid] text")].map((e) => e.textContent).sort().join("")`); letters != "123abc" {
		t.Errorf("the coordinates are %q", letters)
	}
	p.click(`[data-place="b2"]`)
	p.waitForText("Which man do you take?")
	p.until("the man is shown on the chosen point", `document.querySelector("[role=grid] [data-ghost]")`)
	if wide := eval[float64](p, `parseFloat(getComputedStyle(document.querySelector("[role=grid] .held:not(.under)")).strokeWidth)`); wide < 2.5 {
		t.Errorf("the ring around men that can be taken is %.1f px wide", wide)
	}
	p.shotAs("graph")
}

// oath is a game with two dark felts, printed cards and notes on choices.
func oath() *game.Rules {
	cost := game.NewTrait[int]("cost")
	gambler := &game.Kind{Name: "gambler", Description: "Bust three times or more.", With: []game.With{cost.Is(1000)}, Look: game.Look{
		Label: "Gambler", Picture: "¢", Face: &game.Print{Corner: cost}}}
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Layout: "fan"}}
	word := &game.Pick[string]{Name: "word", List: func(*game.Tx) []string { return []string{"Gambler", "Saint"} }}
	word.Note = func(*game.Tx, string) *game.Line {
		return game.NewLine("Bust three times or more before the end of the match, and say so aloud when you do it")
	}
	return &game.Rules{
		Name: "oath", Version: "1", About: game.About{Title: "Oath"}, Seats: game.Exactly(1), Theme: game.Theme{Felt: "#2d6a4f #14352a"},
		Layout: []game.Layout{hand}, Kinds: []*game.Kind{gambler},
		Setup:   func(t *game.Tx) { t.Create(gambler, hand.Of(0)) },
		Actions: []*game.Action{{Name: "swear", Pick: []game.Choice{word}, Do: func(*game.Tx) {}}},
	}
}

// TestPrinted checks a large card with a corner, a sign and a text, the felt of light and dark pages, and long notes.
func TestPrinted(t *testing.T) {
	t.Parallel()
	h := newServer(t, oath())
	p := newPlayer(t, h, "Ann", desk)
	p.join("oath", h.create("oath", wire.Create{Seats: 1}))
	p.waitFor(`[data-panel] [data-value] .note`)
	p.waitIdle()
	if lines := eval[int](p, `(() => { const r = document.createRange(); r.selectNodeContents(document.querySelector("[data-panel] [data-value] > span")); return r.getClientRects().length; })()`); lines != 1 {
		t.Errorf("the label beside a long note has %d lines", lines)
	}
	if over := eval[float64](p, `document.querySelector(".own .corner").getBoundingClientRect().right - document.querySelector(".own .title").getBoundingClientRect().left`); over > 0 {
		t.Errorf("the corner covers %.1f px of the title", over)
	}
	if !eval[bool](p, `document.querySelector(".own .words").checkVisibility()`) {
		t.Errorf("a card of %.0f px has no text", eval[float64](p, `document.querySelector(".own .card").clientWidth`))
	}
	p.hover(".own [data-thing] > *")
	p.waitFor(".tip .large")
	if n := eval[int](p, `document.querySelector(".tip").textContent.split("Bust three times").length - 1`); n != 1 {
		t.Errorf("the large card says %d times what it does", n)
	}
	felt := func() string {
		return eval[string](p, `getComputedStyle(document.querySelector("section.table")).backgroundColor`)
	}
	if light := felt(); light != "rgb(45, 106, 79)" {
		t.Errorf("the felt on a light page is %s", light)
	}
	p.sized(desk.inDark(true))
	if dark := felt(); dark != "rgb(20, 53, 42)" {
		t.Errorf("the felt on a dark page is %s", dark)
	}
	p.shotAs("printed")
}
