package chess

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Start is where a game of chess begins, in FEN.
const Start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"

// startAt returns where a game of Chess960 begins, by the number of the position.
func startAt(number int) string {
	row := backRow(number)
	return strings.Replace(strings.Replace(Start, "RNBQKBNR", row, 1), "rnbqkbnr", strings.ToLower(row), 1)
}

// letters are the pieces in the order of notation.kinds, as White's are written.
const letters = "KQRBNP"

// notation reads positions.
type notation struct {
	board   *board.Grid
	kinds   []*game.Kind
	passing func(t *game.Tx, seat game.Seat, cell game.ID) game.ID
}

func (n *notation) mustRead(t *game.Tx, fen string) {
	if err := n.read(t, fen); err != nil {
		panic(err)
	}
}

// read sets up a position in FEN. The last two fields may be missing. A cell to capture in passing counts only
// if a pawn can do so.
func (n *notation) read(t *game.Tx, fen string) error {
	f := strings.Fields(fen)
	if len(f) < 4 || len(f) > 6 {
		return fmt.Errorf("a position in FEN has 4 to 6 fields, this has %d", len(f))
	}
	f = append(f, "0", "1")
	if err := n.pieces(t, f[0]); err != nil {
		return err
	}
	turn := strings.Index("wb", f[1])
	if turn < 0 || f[1] == "" {
		return fmt.Errorf("the side to move is w or b, not %q", f[1])
	}
	if turn == 1 {
		t.Next(1)
	}
	have, err := n.rights(t, f[2])
	if err != nil {
		return err
	}
	castling.Set(t, game.Root, have)
	clock, err := strconv.ParseUint(f[4], 10, 16)
	if err != nil {
		return fmt.Errorf("%q is not a number of half-moves", f[4])
	}
	number, err := strconv.ParseUint(f[5], 10, 31)
	if err != nil {
		return fmt.Errorf("%q is not the number of a move", f[5])
	}
	quiet.Set(t, game.Root, int(clock))
	half.Set(t, game.Root, 2*max(int(number)-1, 0)+turn)
	if checks.On(n.kinds[0])(t, game.Seat(1-turn)) {
		return errors.New("the side to move could capture the king")
	}
	return n.passed(t, f[3], game.Seat(turn))
}

// pieces reads the first field: the rows from the eighth down, with digits for empty cells.
func (n *notation) pieces(t *game.Tx, field string) error {
	rows := strings.Split(field, "/")
	if len(rows) != 8 {
		return fmt.Errorf("the board has 8 rows, not %d", len(rows))
	}
	found := [2]int{}
	for i, row := range rows {
		x := 0
		for _, c := range row {
			if c >= '1' && c <= '8' {
				x += int(c - '0')
				continue
			}
			kind := strings.IndexRune(letters, unicode.ToUpper(c))
			if kind < 0 || x > 7 {
				return fmt.Errorf("row %d cannot be read: %q", 8-i, row)
			}
			if letters[kind] == 'P' && (i == 0 || i == 7) {
				return fmt.Errorf("there is a pawn on row %d", 8-i)
			}
			seat := game.Seat(0)
			if unicode.IsLower(c) {
				seat = 1
			}
			id := t.Create(n.kinds[kind], n.board.At(x, 7-i))
			t.Give(id, seat)
			if kind == 0 {
				kings.Set(t, seat, id)
				found[seat]++
			}
			x++
		}
		if x != 8 {
			return fmt.Errorf("row %d has %d cells, not 8: %q", 8-i, x, row)
		}
	}
	if found != [2]int{1, 1} {
		return fmt.Errorf("each side has one king, but White has %d and Black has %d", found[0], found[1])
	}
	return nil
}

// rights reads the third field: KQkq for the outermost rook on either side of the king, or the column of the rook. Kings
// must be on their first row.
func (n *notation) rights(t *game.Tx, field string) (have rights, err error) {
	if field == "-" {
		return 0, nil
	}
	for _, c := range field {
		seat, side := game.Seat(0), unicode.ToUpper(c)
		if unicode.IsLower(c) {
			seat = 1
		}
		king, row := n.board.XY(t.Parent(kings.Of(t, seat)))
		rook := int(side - 'A')
		switch {
		case side == 'K' || side == 'Q':
			rook = outermost(t.State, seat, king, side == 'K')
		case side < 'A' || side > 'H':
			return 0, fmt.Errorf("castling must be letters of KQkq, columns of rooks, or -, not %q", field)
		}
		if row != 7*int(seat) || !isRook(t.State, seat, rook) || king == rook {
			return 0, fmt.Errorf("castling %c is not possible: king or rook have moved", c)
		}
		have |= lost(rook, row)
	}
	return have, nil
}

// outermost returns the column of the seat's rook on its first row that is farthest from the king on one side of it, or
// the king's column if there is none.
func outermost(s *game.State, seat game.Seat, king int, east bool) int {
	x, step := 0, 1
	if east {
		x, step = 7, -1
	}
	for x != king && !isRook(s, seat, x) {
		x += step
	}
	return x
}

// isRook reports whether the seat has a rook in this column of its first row.
func isRook(s *game.State, seat game.Seat, x int) bool {
	return letterOn(s, s.Find(cellName(x, 7*int(seat)))) == "Rr"[seat]
}

// passed reads the fourth field: the cell that a pawn has just passed.
func (n *notation) passed(t *game.Tx, field string, turn game.Seat) error {
	if field == "-" {
		return nil
	}
	cell := t.Find(field)
	if !n.board.Has(cell) {
		return fmt.Errorf("%q is not a cell", field)
	}
	way := [2]board.Direction{board.South, board.North}[turn]
	pawn := n.board.Next(cell, way)
	_, y := n.board.XY(cell)
	if id := t.Last(pawn); y != 5-3*int(turn) || t.Count(cell) > 0 || t.Count(n.board.Next(cell, way.Back())) > 0 || t.Kind(id) != n.kinds[5] || t.Owner(id) == turn {
		return fmt.Errorf("no pawn has just passed %s", field)
	}
	if at := n.passing(t, 1-turn, pawn); at != 0 {
		passed.Set(t, game.Root, at)
	}
	return nil
}

// FEN returns the position of a game of chess. The cell to capture in passing is there only if a pawn can do
// so.
func FEN(s *game.State) string {
	var b strings.Builder
	for y := 7; y >= 0; y-- {
		empty := 0
		for x := range 8 {
			letter := letterOn(s, s.Find(cellName(x, y)))
			if letter == 0 {
				empty++
				continue
			}
			if empty > 0 {
				b.WriteString(strconv.Itoa(empty))
				empty = 0
			}
			b.WriteByte(letter)
		}
		if empty > 0 {
			b.WriteString(strconv.Itoa(empty))
		}
		if y > 0 {
			b.WriteByte('/')
		}
	}
	turn := s.Turn()
	count := half.Of(s, game.Root) + s.Played()
	if turn == game.Nobody { // the game is over
		turn = game.Seat(count % 2)
	}
	fmt.Fprintf(&b, " %c %s %s %d %d", "wb"[turn], rightsText(s), passedText(s), quiet.Of(s, game.Root), count/2+1)
	return b.String()
}

func cellName(x, y int) string { return string(rune('a'+x)) + strconv.Itoa(y+1) }

// letterOn returns the letter of the piece on a cell, 0 if it is empty.
func letterOn(s *game.State, cell game.ID) byte {
	id := s.Last(cell)
	if id == 0 {
		return 0
	}
	letter := letterOf(s.Kind(id))
	if s.Owner(id) == 1 {
		letter += 'a' - 'A'
	}
	return letter
}

// letterOf returns the letter of a kind, as White's are written.
func letterOf(k *game.Kind) byte {
	if k.Name == "knight" {
		return 'N'
	}
	return k.Name[0] - 'a' + 'A'
}

// rightsText writes the rooks that may castle as KQkq, or by their column if another rook is farther out (X-FEN).
func rightsText(s *game.State) (text string) {
	for seat := range game.Seat(2) {
		king := int(s.Name(s.Parent(kings.Of(s, seat)))[0] - 'a')
		rooks := castling.Of(s, game.Root).of(int(seat))
		for x := 7; x >= 0; x-- {
			if rooks>>x&1 == 0 {
				continue
			}
			letter := byte('A' + x)
			switch {
			case x != outermost(s, seat, king, x > king):
			case x > king:
				letter = 'K'
			default:
				letter = 'Q'
			}
			text += string(letter + byte(seat)*('a'-'A'))
		}
	}
	if text == "" {
		return "-"
	}
	return text
}

// usualRights reports whether kings that may castle, and their rooks, are where they begin in chess.
func usualRights(s *game.State) bool {
	for seat := range game.Seat(2) {
		king := s.Name(s.Parent(kings.Of(s, seat)))[0] - 'a'
		for x, w := range wings[king] {
			if castling.Of(s, game.Root).of(int(seat))>>x&1 != 0 && !w.usual() {
				return false
			}
		}
	}
	return true
}

func passedText(s *game.State) string {
	if cell := passed.Of(s, game.Root); cell != 0 {
		return s.Name(cell)
	}
	return "-"
}

// Result returns how a game ended, as records write it: 1-0, 0-1 or 1/2-1/2, and * if it has not.
func Result(s *game.State) string {
	switch o := s.Outcome(); {
	case !o.Over:
		return "*"
	case o.Tie:
		return "1/2-1/2"
	case s.Won(0):
		return "1-0"
	}
	return "0-1"
}

// taken are the pieces that a player has captured: those that the opponent had in the beginning and no longer has.
func (n notation) taken() *game.Derived[string] {
	full := []int{1, 1, 2, 2, 2, 8} // in the order of kinds
	return game.NewDerived("taken", func(s *game.State, seat game.ID) string {
		var text strings.Builder
		other := 1 - s.Owner(seat)
		for i := len(full) - 1; i > 0; i-- {
			left := n.board.Held(s, other, n.kinds[i]).Len()
			text.WriteString(strings.Repeat(n.kinds[i].Look.BySeat[other], max(0, full[i]-left)))
		}
		return text.String()
	}).OnSeats().Looks(game.Look{Label: "Taken"})
}
