package browser_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// placing is a game in which players place stones on the cells that from returns.
func placing(name string, b game.Layout, from func(*game.Tx) game.Set[game.ID]) *game.Rules {
	stone := &game.Kind{Name: "stone", Look: game.Look{Shape: "disc", BySeat: []string{"X", "O"}}}
	cell := &game.Pick[game.ID]{Name: "cell", From: from}
	return &game.Rules{
		Name: name, Version: "1", About: game.About{Title: name}, Seats: game.Exactly(2),
		Layout: []game.Layout{b}, Kinds: []*game.Kind{stone},
		Actions: []*game.Action{{Name: "place", Pick: []game.Choice{cell}, Do: func(t *game.Tx) { t.Create(stone, cell.In(t)) }}},
	}
}

// TestLayouts plays on boards of all layouts, and checks that a board is turned for the player on the far side, and that a chequered
// one keeps its two colours while its cells can be chosen.
func TestLayouts(t *testing.T) {
	t.Parallel()
	facing := board.Square("board", 4, 3)
	facing.Look.Color = "#804020"
	facing.Look.Sides = []game.Seat{1, game.Nobody, 0, game.Nobody}
	flat := board.Hexagon("board", 3)
	flat.Flat = true
	rows := board.HexRows("board", 5, 4)
	dots, _, sides, _ := board.Lattice(board.Orthogonal("board", 3, 2))
	plane := board.Plane("board", 12, board.Hex)
	grow := func(t *game.Tx) game.Set[game.ID] {
		used := plane.Cells(t).Minus(plane.Empty(t))
		if used.Empty() {
			return game.SetOf(plane.Middle())
		}
		return plane.Around(used)
	}
	edges := func(t *game.Tx) game.Set[game.ID] { return dots.Empty(t).And(sides.Set()) }
	tests := []struct {
		rules *game.Rules
		cells int
		moves []string
		lower [2]string // Bob sees the first cell below the second
	}{
		{placing("facing", facing, facing.Empty), 12, []string{"b1", "c3"}, [2]string{"a3", "a1"}},
		{placing("flat", flat, flat.Empty), 19, []string{"c3", "c4"}, [2]string{"c1", "c5"}},
		{placing("rows", rows, rows.Empty), 20, []string{"a1", "e4"}, [2]string{"a1", "a4"}},
		{placing("dots", dots, edges), 6 + 17 + 12, []string{"a1-n", "a1-e"}, [2]string{"a1-s", "a1-n"}},
		{placing("plane", plane, grow), 9 + 3, []string{"m13", "n13", "m14"}, [2]string{"m13", "m14"}},
	}
	var rules []*game.Rules
	for _, test := range tests {
		rules = append(rules, test.rules)
	}
	h := newServer(t, rules...)
	ann, bob := newPlayer(t, h, "Ann", desk), newPlayer(t, h, "Bob", phone.inDark(true))
	for _, test := range tests {
		name := test.rules.Name
		match := h.create(name, wire.Create{Seats: 2})
		ann.join(name, match)
		bob.join(name, match)
		for i, cell := range test.moves {
			p := []*player{ann, bob}[i%2]
			if name == "facing" {
				p.checkChequers()
			}
			p.playCell(cell)
		}
		bob.atLeast(ann.seq())
		if n := eval[int](bob, `document.querySelectorAll("svg [data-place]").length`); n != test.cells && name != "plane" || n < test.cells {
			t.Errorf("%s: %d cells are drawn, want %d", name, n, test.cells)
		}
		if name != "rows" {
			y := func(cell string) string {
				return `document.querySelector("[data-place='` + cell + `']").getBoundingClientRect().y`
			}
			bob.until(fmt.Sprintf("in %s, %s is drawn below %s", name, test.lower[0], test.lower[1]), y(test.lower[0])+" > "+y(test.lower[1]))
		}
		if !slices.Equal(h.moves(match)[:2], []string{"place " + test.moves[0], "place " + test.moves[1]}) {
			t.Errorf("%s: the moves are %q", name, h.moves(match))
		}
		if *shots != "" {
			for _, p := range []*player{ann, bob} {
				p.shot(filepath.Join(*shots, "layout-"+name+"-"+p.name+".png"))
			}
		}
	}
}

// checkChequers checks the colours of cells that can be chosen.
func (p *player) checkChequers() {
	p.t.Helper()
	p.waitFor(`main[data-turn="mine"] path.open[data-place="a1"]`)
	fills := eval[[]string](p, `["a1", "a2", "b2", "c2"].map((cell) => getComputedStyle(document.querySelector('path.open[data-place="' + cell + '"]')).fill)`)
	if fills[0] == fills[1] || fills[0] != fills[2] || fills[1] != fills[3] {
		p.t.Errorf("in the %s theme, cells that can be chosen have the colours %q", p.screen.theme(), fills)
	}
}
