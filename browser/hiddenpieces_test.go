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
	scout := &game.Kind{Name: "scout", With: []game.With{moves.Is(board.Slide(board.Straight...))},
		Look: game.Look{Label: "Scout", Shape: "square", BySeat: []string{"R", "r"}}}
	fallen := &game.Place{Name: "fallen", Look: game.Look{Label: "Fallen", Layout: "row"}}
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
			t.Move(d, fallen.ID())
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
	if sign := x.text(`[data-place="fallen"] .card`); sign != "r" {
		t.Errorf("beside the board, a piece has the sign %q instead of the one on the board", sign)
	}
}

// seq0 waits until the page's move is in the match, and returns its number.
func (x *sweep) seq0() int {
	x.t.Helper()
	x.waitFor(`main[data-turn="theirs"]`)
	return x.player.seq()
}
