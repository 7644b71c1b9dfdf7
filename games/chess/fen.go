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

// rights reads the third field. King and rook must be where they begin.
func (n *notation) rights(t *game.Tx, field string) (have rights, err error) {
	if field == "-" {
		return 0, nil
	}
	for _, c := range field {
		i := strings.IndexRune(castlingLetters, c)
		if i < 0 {
			return 0, fmt.Errorf("castling is some of KQkq, or -, not %q", field)
		}
		seat, w := game.Seat(i/2), wings[i/2][i%2]
		king, rook := t.Last(n.board.At(4, 7*int(seat))), t.Last(n.board.At(w.rook, 7*int(seat)))
		if king != kings.Of(t, seat) || t.Kind(rook) != n.kinds[2] || t.Owner(rook) != seat {
			return 0, fmt.Errorf("castling %c is not possible: king or rook have moved", c)
		}
		have |= w.right
	}
	return have, nil
}

const castlingLetters = "KQkq"

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

func rightsText(s *game.State) string {
	text := ""
	for i, c := range castlingLetters {
		if castling.Of(s, game.Root)&wings[i/2][i%2].right != 0 {
			text += string(c)
		}
	}
	if text == "" {
		return "-"
	}
	return text
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
