// Package chess is chess by the laws of FIDE, and Chess960, with its notations: FEN, SAN, UCI and PGN.
package chess

import (
	"math/bits"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

var (
	offers = &game.Option[bool]{Name: "offers", Label: "Draw offers", Description: "Players may offer each other a draw."}
	start  = &game.Option[int]{Name: "start", Label: "Start position", Default: usual, Max: drawn,
		Description: "518 is the start position of chess. 0 to 959 are those of Chess960, and 960 picks one of them at random."}
)

const usual, drawn = 518, 960

// What a position has besides the pieces on the board: on the seats, then on the table (game.Root).
var (
	kings    = game.NewPart[game.ID]("king").Looks(game.Look{Hidden: true}) // of each seat
	offering = game.NewPart[bool]("offers-draw").Looks(game.Look{Label: "offers a draw"})
	asked    = game.NewPart[bool]("draw-asked").Looks(game.Look{Hidden: true}) // the player to move has offered a draw
	claiming = game.NewPart[bool]("claiming").Looks(game.Look{Hidden: true})   // the last move was made with a claim
	castling = game.NewPart[rights]("castling").Looks(game.Look{Hidden: true})
	passed   = game.NewPart[game.ID]("en-passant").Looks(game.Look{Hidden: true}) // the cell where a pawn can be captured in passing
	quiet    = game.NewPart[int]("quiet").Looks(game.Look{Hidden: true})          // half-moves since the last capture or pawn move
	half     = game.NewPart[int]("half-moves").Looks(game.Look{Hidden: true})     // made before the first move of this game
)

// New returns the rules, with or without draw offers.
func New(withOffers bool) *game.Rules { return newRules(withOffers, usual) }

func newRules(withOffers bool, number int) *game.Rules {
	b := board.Square("board", 8, 8)
	b.Look = game.Look{Color: "#b98a5e", Sides: []game.Seat{1, game.Nobody, 0, game.Nobody}} // White sits below
	second, seventh := b.Row(1), b.Row(6)

	// How the pieces move. A pawn that has not moved is on the second row of its side.
	moves := &board.Movement{Board: b, Facing: []board.Direction{board.North, board.South}, Unmoved: func(*game.State) game.Set[game.ID] {
		return second.Set().Or(seventh.Set())
	}}
	kind := func(name, white, black string, p board.Pattern) *game.Kind {
		return &game.Kind{Name: name, Look: game.Look{Picture: "{kind}-{owner}.svg", BySeat: []string{white, black}}, With: []game.With{moves.Is(p)}}
	}
	straight, diagonal := board.Slide(board.Straight...), board.Slide(board.Diagonal...)
	king := kind("king", "♔", "♚", straight.Or(diagonal).UpTo(1))
	queen := kind("queen", "♕", "♛", straight.Or(diagonal))
	rook := kind("rook", "♖", "♜", straight)
	bishop := kind("bishop", "♗", "♝", diagonal)
	knight := kind("knight", "♘", "♞", board.Leap(1, 2))
	pawn := kind("pawn", "♙", "♟", board.To(board.North).Quiet().
		Or(board.Slide(board.North).UpTo(2).Quiet().First()).
		Or(board.To(board.NorthWest, board.NorthEast).Capturing()))

	// What the pieces are worth to bots.
	worth := []struct {
		kind  *game.Kind
		worth int
	}{{pawn, 1}, {knight, 3}, {bishop, 3}, {rook, 5}, {queen, 9}}

	behind := func(cell game.ID, seat game.Seat) game.ID { return b.Next(cell, moves.Facing[1-seat]) }
	inCheck := func(r game.Reader, seat game.Seat) bool {
		return moves.Attacked(r, r.Read().Parent(kings.Of(r, seat)), 1-seat)
	}
	king.With = append(king.With, checks.Is(inCheck))

	// Castling: neither king nor rook has moved, nothing is in their way, and the king is not in check and
	// does not pass an attacked cell.
	castle := func(t *game.Tx, seat game.Seat, king game.ID) (cells game.Set[game.ID]) {
		x, y := b.XY(king)
		for rooks := castling.Of(t, game.Root).of(int(seat)); rooks != 0; rooks &= rooks - 1 {
			w, can := &wings[x][bits.TrailingZeros8(rooks)], true
			for _, x := range w.free {
				can = can && t.Count(b.At(x, y)) == 0
			}
			for _, x := range w.safe {
				can = can && !moves.Attacked(t, b.At(x, y), 1-seat)
			}
			if can {
				cells = cells.With(b.At(w.to, y))
			}
		}
		return cells
	}

	// A piece goes by its pattern, a king may castle, and a pawn may capture another one that has just passed it.
	reach := func(t *game.Tx, seat game.Seat, from game.ID) game.Set[game.ID] {
		cells := moves.To(t, from)
		switch t.Kind(t.Last(from)) {
		case king:
			cells = cells.Or(castle(t, seat, from))
		case pawn:
			if cell := passed.Of(t, game.Root); cell != 0 && moves.Attacks(t, from).Has(cell) {
				cells = cells.With(cell)
			}
		}
		return cells
	}

	// No move may leave the player's own king in check.
	safe := func(t *game.Tx, seat game.Seat, from, to game.ID, taken ...game.ID) bool {
		own := t.Parent(kings.Of(t, seat))
		if from == own {
			if t.Owner(t.Last(to)) == seat { // castling in Chess960: the rook may have protected the king
				x, y := b.XY(from)
				rook, _ := b.XY(to)
				w := &wings[x][rook]
				return !moves.AttackedAfter(t, b.At(w.kingTo, y), 1-seat, to, b.At(w.rookTo, y), from)
			}
			own = to
		}
		return !moves.AttackedAfter(t, own, 1-seat, from, to, taken...)
	}
	legal := func(t *game.Tx, seat game.Seat, from, to game.ID) bool {
		if to == passed.Of(t, game.Root) && t.Kind(t.Last(from)) == pawn {
			return safe(t, seat, from, to, behind(to, seat))
		}
		return safe(t, seat, from, to)
	}
	canMove := func(t *game.Tx, seat game.Seat) bool {
		for from := range b.Held(t, seat).All() {
			for to := range reach(t, seat, from).All() {
				if legal(t, seat, from, to) {
					return true
				}
			}
		}
		return false
	}

	piece := moves.Piece()
	to := moves.Target(piece)
	to.From = func(t *game.Tx) game.Set[game.ID] { return reach(t, t.Seat, piece.In(t)) }
	to.If = func(t *game.Tx, cell game.ID) bool {
		return legal(t, t.Seat, piece.In(t), cell) || t.Refuse("that leaves the king in check")
	}

	// passing returns the cell behind a pawn that has just gone two cells, if an enemy pawn can capture it there.
	passing := func(t *game.Tx, seat game.Seat, cell game.ID) game.ID {
		for _, d := range []board.Direction{board.East, board.West} {
			enemy := b.Next(cell, d)
			if id := t.Last(enemy); t.Kind(id) == pawn && t.Owner(id) != seat && safe(t, 1-seat, enemy, behind(cell, seat), cell) {
				return behind(cell, seat)
			}
		}
		return 0
	}

	// A pawn that reaches the last row becomes another piece.
	almost := [2]*board.Region{seventh, second}
	officers := []*game.Kind{queen, rook, bishop, knight}
	as := &game.Pick[*game.Kind]{
		Name: "as", Prompt: "Choose what the pawn becomes",
		When: func(t *game.Tx) bool { return almost[t.Seat].Has(piece.In(t)) && t.Kind(t.Last(piece.In(t))) == pawn },
		List: func(*game.Tx) []*game.Kind { return officers },
	}

	move := func(t *game.Tx) {
		from, to := piece.In(t), to.In(t)
		id := t.Last(from)
		kind, fresh, have := t.Kind(id), passed.Of(t, game.Root), castling.Of(t, game.Root)
		x, y := b.XY(from)
		toX, toY := b.XY(to)
		var w *wing
		if kind == king && y == toY {
			w = wingTo(have.of(int(t.Seat)), x, toX)
		}
		captured := w == nil && moves.Go(t, from, to)
		switch {
		case w != nil:
			t.Move(t.Last(b.At(w.rook, y)), b.At(w.rookTo, y))
			t.Move(id, b.At(w.kingTo, y))
		case kind == pawn && to == fresh:
			t.Remove(t.Last(behind(to, t.Seat)))
		case kind == pawn && as.Chosen(t) > 0:
			t.Become(id, as.In(t))
		}

		// A pawn that went two cells can be captured in passing, but only by the next move.
		now := game.ID(0)
		if kind == pawn && (toY-y == 2 || y-toY == 2) {
			now = passing(t, t.Seat, to)
		}
		if now != fresh {
			passed.Set(t, game.Root, now)
		}
		if have != 0 {
			have &^= lost(x, y) | lost(toX, toY)
			if kind == king {
				have &= 0xff << (8 * (1 - t.Seat))
			}
			castling.Set(t, game.Root, have)
		}
		if kind == pawn || captured {
			quiet.Set(t, game.Root, 0)
		} else {
			quiet.Add(t, game.Root, 1)
		}
		if withOffers {
			offering.Set(t, 1-t.Seat, false)
			asked.Set(t, game.Root, false)
		}
	}

	// Nobody can mate with a king alone, with one knight, or with bishops on cells of one color.
	dead := func(t *game.Tx) bool {
		knights, colors := 0, [2]bool{}
		for cell := range b.Cells(t).And(t.Filled()).All() {
			switch t.Kind(t.Last(cell)) {
			case pawn, rook, queen:
				return false
			case knight:
				knights++
			case bishop:
				x, y := b.XY(cell)
				colors[(x+y)%2] = true
			}
		}
		bishops := colors[0] || colors[1]
		return knights == 0 && !(colors[0] && colors[1]) || knights == 1 && !bishops
	}

	// A draw can be claimed after 50 moves without a capture or pawn move, and when a position occurs for the third time.
	claimable := func(t *game.Tx) bool {
		n := quiet.Of(t, game.Root)
		return n >= 100 || n >= 8 && t.Repeats() >= 2
	}
	agree := func(t *game.Tx) {
		half.Add(t, game.Root, -1) // it is not a move on the board
		t.Tie()
	}
	actions := []*game.Action{
		{Name: "move", Reads: "{seat} moves {piece} to {to} and promotes to {as}", Notation: inSAN, Pick: []game.Choice{piece, to, as}, Do: move},
		{Name: "claim", Label: "claim a draw", Reads: "{seat} claims a draw", NoUndo: true, Do: agree,
			If: game.When("you can claim a draw after 50 moves without a capture or pawn move, or when a position occurs for the third time", func(t *game.Tx) bool {
				return claimable(t) && canMove(t, t.Seat)
			})},
	}

	// A draw can be offered once before each move. The next move of the opponent declines. A position with an offer
	// differs from the same one without it, so that an offer does not count as a repetition.
	equal := []game.Column{castling, passed}
	if withOffers {
		equal = append(equal, asked)
		actions = append(actions, &game.Action{
			Name: "offer", Label: "offer a draw", Reads: "{seat} offers a draw", NoUndo: true,
			If: game.When("a draw is already offered", func(t *game.Tx) bool {
				return !offering.Of(t, t.Seat) && !offering.Of(t, 1-t.Seat) && canMove(t, t.Seat)
			}),
			Do: func(t *game.Tx) {
				offering.Set(t, t.Seat, true)
				asked.Set(t, game.Root, true)
				half.Add(t, game.Root, -1)
				t.Again()
			},
		}, &game.Action{
			Name: "accept", Label: "accept the draw", Reads: "{seat} accepts the draw", NoUndo: true,
			If: game.When("no draw is offered", func(t *game.Tx) bool { return offering.Of(t, 1-t.Seat) && canMove(t, t.Seat) }),
			Do: agree,
		}, &game.Action{
			// The claim is about the position after the move. If it is wrong, the move stands and the game continues.
			Name: "claim-with", Label: "claim a draw with a move", Reads: "{seat} claims a draw with {piece} to {to}", NoUndo: true,
			If:   game.When("no move leads to a draw that you can claim", func(t *game.Tx) bool { return quiet.Of(t, game.Root) >= 7 }),
			Pick: []game.Choice{piece, to, as},
			Do: func(t *game.Tx) {
				move(t)
				claiming.Set(t, game.Root, true)
			},
		})
	}
	n := notation{b, []*game.Kind{king, queen, rook, bishop, knight, pawn}, passing}
	return &game.Rules{
		Name:    "chess",
		Version: "1",
		About: game.About{
			Title: "Chess", Description: "Checkmate the enemy king.", Minutes: 60, Complexity: 4, Categories: []string{"board", "abstract"}, Picture: "cover.svg",
			Rules: rulesText,
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Exactly(2),
		Roles:   []game.Role{{Name: "White", Color: "white"}, {Name: "Black", Color: "black"}},
		Options: []game.Setting{offers.Is(withOffers), start.Is(number)},
		Presets: []game.Preset{
			{Name: "tournament", Label: "Tournament, with draw offers", Values: game.Values{"offers": "true"}},
			{Name: "chess960", Label: "Chess960: the pieces begin in random order", Values: game.Values{"start": "960"}},
		},
		Make:    func(v game.Values) *game.Rules { return newRules(offers.In(v), start.In(v)) },
		Layout:  []game.Layout{b},
		Kinds:   n.kinds,
		Derived: []game.AnyDerived{n.taken()},
		Parts:   []game.Column{kings, offering, asked, claiming, castling, passed, quiet, half},
		Setup: func(t *game.Tx) {
			if number == drawn {
				n.mustRead(t, startAt(t.Int(drawn)))
			} else {
				n.mustRead(t, startAt(number))
			}
		},
		Actions: actions,
		Value: func(s *game.State, seat game.Seat) int {
			lead := 0
			for _, x := range worth {
				lead += x.worth * (b.Held(s, seat, x.kind).Len() - b.Held(s, 1-seat, x.kind).Len())
			}
			return 500 + 480*lead/(max(lead, -lead)+6)
		},

		Position: game.Position{Places: []game.Layout{b}, Parts: equal, Mover: true, Read: n.read, Write: FEN},

		// The game is drawn in a dead position, after 75 moves without a capture or pawn move, and when a
		// position occurs for the fifth time. But mate is mate.
		End: func(t *game.Tx) {
			n, claimed := quiet.Of(t, game.Root), withOffers && claiming.Of(t, game.Root)
			drawn := func(why string) {
				t.Say(why)
				t.Tie()
			}
			switch {
			case dead(t):
				drawn("neither player has enough pieces to mate")
			case n >= 150 && canMove(t, t.Turn()):
				drawn("75 moves without a capture or pawn move")
			case n >= 16 && t.Repeats() >= 4 && canMove(t, t.Turn()):
				drawn("the position occurs for the fifth time")
			case claimed && claimable(t) && canMove(t, t.Turn()):
				drawn("the claim is right")
			case claimed:
				t.Say("the claim is wrong, and the move stands")
				claiming.Set(t, game.Root, false)
			}
		},

		// A player in check who cannot move is mated; otherwise it is stalemate, a draw.
		Stuck: func(t *game.Tx) {
			if inCheck(t, t.Seat) {
				t.Say("checkmate")
				t.Win(1 - t.Seat)
			} else {
				t.Say("stalemate")
				t.Tie()
			}
		},
	}
}
