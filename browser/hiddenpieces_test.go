package browser_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// ambush is a game with hidden pieces on a board. A piece that attacks another one is shown together with it, before it
// takes its place.
func ambush() *game.Rules {
	field := board.Orthogonal("field", 4, 4)
	field.Cell.Max, field.Cell.Seen = 1, game.ByOwner
	moves := &board.Movement{Board: field}
	scout := &game.Kind{Name: "scout", Description: "Runs any distance.", With: []game.With{moves.Is(board.Slide(board.Straight...))},
		Look: game.Look{Label: "Scout", Shape: "square", BySeat: []string{"R", "r"}}}
	fallen := &game.Place{Name: "fallen", Each: true, Order: game.Unordered, Look: game.Look{Label: "Fallen", Layout: "count", Zone: "side"}}
	camp := &game.Place{Name: "camp", Each: true}
	piece := moves.Piece()
	to := moves.Target(piece)
	march := &game.Action{Name: "march", Pick: []game.Choice{piece, to}, Do: func(t *game.Tx) {
		a, d := t.First(piece.In(t)), t.First(to.In(t))
		if d != 0 {
			t.Show(a)
			t.Show(d)
			t.Say("{0} attacks {1}", a, d)
			t.Moment()
			t.Move(d, fallen.Of(t.Owner(d)))
		}
		t.Move(a, to.In(t))
	}}
	return &game.Rules{
		Name: "ambush", Version: "1", About: game.About{Title: "Ambush"}, Seats: game.Exactly(2),
		Layout: []game.Layout{field, camp, fallen}, Kinds: []*game.Kind{scout},
		Setup: func(t *game.Tx) {
			for i, name := range []string{"a1", "d4", "b1", "a4"} {
				t.Move(t.Create(scout, camp.Of(game.Seat(i%2))), field.Find(name))
			}
		},
		Flow: &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "march", Actions: []*game.Action{march}}}},
	}
}

// TestMomentOnBoard checks that a moment of a move on a board shows both pieces as they are, without the preview of the
// move, and that a move of a hidden piece is marked.
func TestMomentOnBoard(t *testing.T) {
	t.Parallel()
	h := newServer(t, ambush())
	match := h.create("ambush", wire.Create{Seats: 2})
	var programs []*client.Match
	var tokens []string
	for _, name := range []string{"Ann", "Bob"} {
		joined, err := h.client().Join(t.Context(), "ambush", match, wire.Join{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		programs, tokens = append(programs, h.programAt(match, joined.Token)), append(tokens, joined.Token)
	}
	x := &sweep{player: newPlayer(t, h, "Ann", desk)}
	x.useSeat("ambush", match, tokens[0], 0)
	x.waitFor(`main[data-turn="mine"]`)
	x.click(`[data-place="b1"]`)
	x.waitFor(`[data-place="b2"].open`)
	x.click(`[data-place="b2"]`)
	seq := x.seq0()
	if err := programs[1].Play(t.Context(), seq, "march d4 c4"); err != nil {
		t.Fatal(err)
	}
	x.waitFor(`main[data-turn="mine"]`)
	for _, cell := range []string{"d4", "c4"} {
		if label := x.attr(`[data-place="`+cell+`"]`, "aria-label"); !strings.Contains(label, "last move") {
			t.Errorf("after a hidden piece has moved from d4 to c4, %s is %q", cell, label)
		}
	}
	const high = `document.querySelector(".board > svg").getBoundingClientRect().height`
	before := eval[float64](x.player, high)
	x.pauses()
	x.click(`[data-place="a1"]`)
	x.waitFor(`[data-place="a4"].open`)
	x.click(`[data-place="a4"]`)
	x.waitFor(`main[data-stage="1"]`)
	if n := eval[int](x.player, `document.querySelectorAll("[data-ghost], .board .faint").length`); n > 0 {
		t.Errorf("the moment shows %d pieces faintly", n)
	}
	if label := x.attr(`[data-place="a4"]`, "aria-label"); !strings.Contains(label, "Scout of Bob") {
		t.Errorf("in the moment, the attacked cell is %q", label)
	}
	x.key("x")
	x.until("the move has ended", `!document.querySelector("main[data-stage]")`)
	if now := eval[float64](x.player, high); now != before {
		t.Errorf("with a captured piece, the board is %v pixels high instead of %v", now, before)
	}
	if beside := eval[bool](x.player, `document.querySelector('[data-place="fallen/1"]').getBoundingClientRect().left > document.querySelector('[data-place="d4"]').getBoundingClientRect().right`); !beside {
		t.Error("captured pieces are not beside the board")
	}
	if x.has(`[data-place="fallen/1"] .count`) {
		t.Error("a single piece has a count")
	}
	if sign := x.text(`[data-place="fallen/1"] .card`); sign != "r" {
		t.Errorf("beside the board, a piece has the sign %q instead of the one on the board", sign)
	}
}

// seq0 waits until the page's move is in the match, and returns its number.
func (x *sweep) seq0() int {
	x.t.Helper()
	x.waitFor(`main[data-turn="theirs"]`)
	return x.player.seq()
}

// TestTipsAside checks that on a phone the tip of a piece that was just chosen covers no cell to which it can go.
func TestTipsAside(t *testing.T) {
	t.Parallel()
	h := newServer(t, ambush())
	match := h.create("ambush", wire.Create{Seats: 2})
	p := newPlayer(t, h, "Ann", phone)
	p.join("ambush", match)
	if _, err := h.client().Join(t.Context(), "ambush", match, wire.Join{Name: "Bob"}); err != nil {
		t.Fatal(err)
	}
	p.waitFor(`main[data-turn="mine"]`)
	p.waitIdle()
	p.click(`[data-place="b1"]`)
	p.waitFor(`[data-place="b2"].open`)
	p.waitFor(`.board .tip`)
	if covered := eval[[]string](p, `(() => {
		const tip = document.querySelector(".board .tip").getBoundingClientRect();
		const hit = (r) => r.left < tip.right && r.right > tip.left && r.top < tip.bottom && r.bottom > tip.top;
		return [...document.querySelectorAll("[data-place].open")].filter((e) => hit(e.getBoundingClientRect())).map((e) => e.dataset.place);
	})()`); len(covered) > 0 {
		t.Errorf("the tip covers %v", covered)
	}
}
