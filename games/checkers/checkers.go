// Package checkers is checkers, or English draughts: jump over the opponent's pieces and take them all.
package checkers

import (
	"cmp"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// quiet counts the moves, of both players together, since a piece was taken or a man moved.
var quiet = game.NewPart[int]("quiet").Looks(game.Look{Hidden: true})

// New returns the rules, without draw offers.
func New() *game.Rules { return newRules(false) }

func newRules(withOffers bool) *game.Rules {
	b := board.Square("board", 8, 8)
	b.Look = game.Look{Color: "#3f7a56", Sides: []game.Seat{0, game.Nobody, 1, game.Nobody}}
	top, _, bottom, _ := b.Edges()
	man := &game.Kind{Name: "man", Look: game.Look{Shape: "disc", Picture: "{kind}-{owner}.svg", BySeat: []string{"x", "o"}}}
	king := &game.Kind{Name: "king", Look: game.Look{Shape: "disc", Picture: "{kind}-{owner}.svg", BySeat: []string{"X", "O"}}}

	// Men go diagonally forward, which is down for Black and up for White. Kings go both ways.
	forward := [2][]board.Direction{{board.SouthEast, board.SouthWest}, {board.NorthEast, board.NorthWest}}
	both := board.Diagonal
	ways := func(t *game.Tx, cell game.ID) []board.Direction {
		if t.Kind(t.Last(cell)) == king {
			return both
		}
		return forward[t.Seat]
	}

	// A piece jumps over one of the opponent's to the empty cell behind it. If one can, the player must jump.
	jumps := func(t *game.Tx, cell game.ID) game.Set[game.ID] { return b.Jumps(t, t.Seat, cell, ways(t, cell)...) }
	jumpers := func(t *game.Tx) game.Set[game.ID] {
		can := b.Jumpers(t, t.Seat, b.Held(t, t.Seat), both...)
		if !can.Empty() {
			can = can.Where(func(cell game.ID) bool { return !jumps(t, cell).Empty() })
		}
		return can
	}
	canJump := game.When("there is nothing to jump over", func(t *game.Tx) bool { return !jumpers(t).Empty() })

	// A man that reaches the far row is crowned.
	far := [2]*board.Region{bottom, top}
	arrive := func(t *game.Tx, cell game.ID, calm int) {
		if piece := t.Last(cell); far[t.Seat].Has(cell) && t.Kind(piece) == man {
			t.Become(piece, king)
		}
		if calm != quiet.Of(t, game.Root) {
			quiet.Set(t, game.Root, calm)
		}
	}

	// Without a capture, a piece moves to an empty cell next to it.
	stepper := &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece",
		From: func(t *game.Tx) game.Set[game.ID] { return b.NextToEmpty(t, b.Held(t, t.Seat), both...) }}
	to := &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it goes", Most: 4,
		From: func(t *game.Tx) game.Set[game.ID] { return b.NextEmpty(t, stepper.In(t), ways(t, stepper.In(t))...) }}
	step := func(t *game.Tx) {
		piece, calm := t.Last(stepper.In(t)), 0
		if t.Kind(piece) == king {
			calm = quiet.Of(t, game.Root) + 1
		}
		t.Move(piece, to.In(t))
		arrive(t, to.In(t), calm)
	}

	// A piece that has jumped keeps jumping as long as it can. Being crowned ends the move.
	jumper := &game.Pick[game.ID]{Name: "piece", Prompt: "Choose a piece that jumps", From: jumpers}
	landing := &game.Pick[game.ID]{Name: "to", Prompt: "Choose where it lands", Repeat: true}
	from := func(t *game.Tx) game.ID { return cmp.Or(landing.Before(t), jumper.In(t)) }
	landing.From = func(t *game.Tx) game.Set[game.ID] { return jumps(t, from(t)) }
	landing.Then = func(t *game.Tx, to game.ID) {
		at := from(t)
		t.Remove(t.Last((at + to) / 2)) // cells are numbered row by row, so the mean is the cell in between
		t.Move(t.Last(at), to)
	}
	jump := func(t *game.Tx) { arrive(t, landing.In(t), 0) }

	canMove := func(t *game.Tx) bool {
		return !jumpers(t).Empty() || !b.Held(t, t.Seat).Where(func(cell game.ID) bool {
			return !b.NextEmpty(t, cell, ways(t, cell)...).Empty()
		}).Empty()
	}
	rules := &game.Rules{
		Name:    "checkers",
		Version: "1",
		About: game.About{
			Title: "Checkers", Description: "Jump over your opponent's pieces and take them all.", Minutes: 30, Complexity: 2, Categories: []string{"board", "abstract"}, Picture: "cover.svg",
			Rules: "Black begins. Men move one cell diagonally forward. To take an enemy piece on the next cell, jump over it to the empty cell behind it, in a direction in which your piece may move. " +
				"You must jump if you can, and keep jumping with the same piece as long as you can; if several jumps are possible, choose any. " +
				"A man that reaches the far row becomes a king, which ends the move. Kings move and jump forward and backward.\n\n" +
				"A player who cannot move, or has no pieces left, has lost. It is a draw if a position comes up for the third time with the same player to move, or after 40 moves by each player in which no man moved and no piece was taken. With draw offers, the players can agree to a draw.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "Black", Color: "black"}, {Name: "White", Color: "white"}},
		Options: []game.Setting{offers.Is(withOffers)},
		Make:    func(v game.Values) *game.Rules { return newRules(offers.In(v)) },
		Layout:  []game.Layout{b},
		Kinds:   []*game.Kind{man, king},
		Parts:   []game.Column{quiet},
		Derived: []game.AnyDerived{b.Tally("pieces", "Pieces")},
		Setup:   func(t *game.Tx) { b.Put(t, start, man, king) },
		Actions: []*game.Action{
			{Name: "jump", Reads: "{seat} jumps from {piece} to {to}", Pick: []game.Choice{jumper, landing}, If: canJump, Do: jump},
			{Name: "move", Reads: "{seat} moves {piece} to {to}", Pick: []game.Choice{stepper, to}, If: canJump.Not("you must jump"), Do: step},
		},
		Position: game.Position{Places: []game.Layout{b}, Mover: true, Read: readFEN(b, man, king), Write: FEN},
		End: func(t *game.Tx) {
			calm := quiet.Of(t, game.Root)
			switch {
			case calm >= 8 && t.Repeats() >= 2:
				t.Say("the position comes up for the third time")
				t.Tie()
			case calm >= 80 && t.CanAct(t.Turn()):
				t.Say("40 moves by each player without a capture or a man's move")
				t.Tie()
			}
		},
		Stuck: func(t *game.Tx) {
			t.Say("{0} cannot move", t.Seat)
			t.Win(1 - t.Seat)
		},
	}
	if withOffers {
		addOffers(rules, canMove)
	}
	return rules
}

const start = `
	8 . x . x . x . x
	7 x . x . x . x .
	6 . x . x . x . x
	5 . . . . . . . .
	4 . . . . . . . .
	3 o . o . o . o .
	2 . o . o . o . o
	1 o . o . o . o .
	  a b c d e f g h`
