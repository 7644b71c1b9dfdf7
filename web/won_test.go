package web_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// won returns the places and things that are said to have won.
func (p *player) won() []string {
	p.t.Helper()
	names := eval[[]string](p, `[...document.querySelectorAll("section.table [aria-label*='won with this']")].map((e) => e.closest("[data-thing], [data-place]").getAttribute(e.closest("[data-thing]") ? "data-thing" : "data-place"))`)
	slices.Sort(names)
	return names
}

// The line that has won is drawn and told, when it is made and when the page is loaded anew; in no position before it.
func TestWonLine(t *testing.T) {
	t.Parallel()
	x := newPair(t, "tictactoe")
	x.bob.hark()
	for i, cell := range []string{"a1", "b1", "a2", "b2", "a3"} {
		if x.ann.has("[data-won]") || len(x.ann.won()) > 0 {
			t.Fatalf("after %d moves something has won", i)
		}
		[]*player{x.ann, x.bob}[i%2].mark(cell)
	}
	x.bob.hears("Won with a1, a2 and a3")
	x.bob.reload()
	for _, p := range []*player{x.ann, x.bob} {
		p.waitFor(`[data-won="3"]`)
		if got := p.won(); !slices.Equal(got, []string{"a1", "a2", "a3"}) {
			t.Errorf("%s is told that %q have won", p.name, got)
		}
	}
	lines := eval[string](x.ann, `document.querySelector("[data-won] path:last-child").getAttribute("d")`)
	if n := strings.Count(lines, "L"); n != 2 {
		t.Errorf("%d lines join three cells in a row: %s", n, lines)
	}
}

// pairs is a game that is won with two cards of a hand, or with a place.
func pairs() *game.Rules {
	card := &game.Kind{Name: "card", Look: game.Look{Shape: "card"}}
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Label: "Hand", Layout: "fan"}}
	fort := &game.Place{Name: "fort", Look: game.Look{Label: "Fort"}}
	return &game.Rules{
		Name: "pairs", Version: "1", About: game.About{Title: "Pairs"}, Seats: game.Exactly(2),
		Layout: []game.Layout{hand, fort}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) {
			for range 3 {
				t.Create(card, hand.Of(0))
			}
		},
		Actions: []*game.Action{
			{Name: "show", Do: func(t *game.Tx) {
				first := t.First(hand.Of(0))
				t.WinBy(t.Contents(hand.Of(0)).Where(func(id game.ID) bool { return id != first }), t.Seat)
			}},
			{Name: "hold", Do: func(t *game.Tx) { t.WinBy(game.SetOf(fort.ID()), t.Seat) }},
		},
	}
}

// Cards and places that have won are marked, too.
func TestWonHand(t *testing.T) {
	t.Parallel()
	h := newHouse(t, pairs())
	for move, want := range map[string]int{"show": 2, "hold": 1} {
		match := h.create("pairs", wire.Create{Seats: 2})
		var programs []*client.Match
		var tokens []string
		for _, name := range []string{"Ann", "Bob"} {
			joined, err := h.client().Join(t.Context(), "pairs", match, wire.Join{Name: name})
			if err != nil {
				t.Fatal(err)
			}
			programs, tokens = append(programs, h.programAt(match, joined.Token)), append(tokens, joined.Token)
		}
		p := newPlayer(t, h, "Ann", desk)
		p.hold("pairs", match, tokens[0], 0)
		if n := len(p.won()); n > 0 {
			t.Errorf("before %s %d have won", move, n)
		}
		if err := programs[0].Play(t.Context(), 2, move); err != nil {
			t.Fatal(err)
		}
		p.waitFor("[data-result]")
		if got := p.won(); len(got) != want || len(got) == 1 && got[0] != "fort" {
			t.Errorf("after %s %q have won", move, got)
		}
		if n := eval[int](p, `document.querySelectorAll("section.table .won").length`); n != want {
			t.Errorf("after %s %d are marked", move, n)
		}
	}
}
