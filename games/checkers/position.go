package checkers

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// The cells that are played on are numbered from 1 to 32: from Black's side, where Black's pieces start, row by row.

// cellOf returns the cell with this number, 0 if there is none.
func cellOf(b *board.Grid, n int) game.ID {
	if n < 1 || n > 32 {
		return 0
	}
	row, at := (n-1)/4, (n-1)%4
	return b.At(2*at+(row+1)%2, 7-row)
}

// numberOf is the inverse of cellOf.
func numberOf(b *board.Grid, cell game.ID) int {
	x, y := b.XY(cell)
	return 4*(7-y) + x/2 + 1
}

// piece is what a position says of one cell.
type piece struct {
	at    int
	owner game.Seat
	king  bool
}

// readFEN returns what reads a position in the FEN of draughts, such as "B:W18,K24:B12,K25": whose turn it is, then the
// pieces of each side by the numbers of their cells, kings with a K.
func readFEN(b *board.Grid, man, king *game.Kind) func(*game.Tx, string) error {
	return func(t *game.Tx, fen string) error {
		turn, pieces, err := parseFEN(fen)
		if err != nil {
			return err
		}
		for _, p := range pieces {
			kind := man
			if p.king {
				kind = king
			}
			t.Give(t.Create(kind, cellOf(b, p.at)), p.owner)
		}
		t.Next(turn)
		return nil
	}
}

func parseFEN(fen string) (turn game.Seat, pieces []piece, err error) {
	fields := strings.Split(strings.TrimSuffix(strings.TrimSpace(fen), "."), ":")
	if len(fields) != 3 || len(fields[0]) != 1 {
		return 0, nil, fmt.Errorf("a position has a turn and the pieces of both sides, as in B:W21,22:B1,K2; got %q", fen)
	}
	if turn, err = side(fields[0]); err != nil {
		return 0, nil, err
	}
	for _, field := range fields[1:] {
		if field == "" {
			return 0, nil, errors.New("the pieces of a side begin with B or W")
		}
		owner, err := side(field[:1])
		if err != nil {
			return 0, nil, err
		}
		if pieces, err = parsePieces(pieces, owner, field[1:]); err != nil {
			return 0, nil, err
		}
	}
	return turn, pieces, nil
}

// side returns the seat that a letter stands for.
func side(letter string) (game.Seat, error) {
	seat := strings.Index("BW", letter)
	if seat < 0 {
		return 0, fmt.Errorf("a side is B or W, got %q", letter)
	}
	return game.Seat(seat), nil
}

// parsePieces adds the pieces of one side: numbers, and ranges such as 1-12.
func parsePieces(pieces []piece, owner game.Seat, list string) ([]piece, error) {
	for text := range strings.SplitSeq(list, ",") {
		if text = strings.TrimSpace(text); text == "" && list == "" {
			break
		}
		number, king := strings.CutPrefix(text, "K")
		from, to, isRange := strings.Cut(number, "-")
		low, err := strconv.Atoi(from)
		high := low
		if err == nil && isRange {
			high, err = strconv.Atoi(to)
		}
		if err != nil || low < 1 || high > 32 || low > high {
			return nil, fmt.Errorf("a piece is on one of the cells 1 to 32, got %q", text)
		}
		for at := low; at <= high; at++ {
			if slices.ContainsFunc(pieces, func(p piece) bool { return p.at == at }) {
				return nil, fmt.Errorf("there are two pieces on %d", at)
			}
			pieces = append(pieces, piece{at, owner, king})
		}
	}
	return pieces, nil
}

// FEN writes a position as Rules.StartAt reads it. After the end of a game, the turn is that of the loser or, in a draw, Black's.
func FEN(s *game.State) string {
	b, king := s.Rules().Layout[0].(*board.Grid), s.Rules().Kinds[1]
	var all [2][]string
	for n := 1; n <= 32; n++ {
		top := s.Last(cellOf(b, n))
		if top == 0 {
			continue
		}
		text := strconv.Itoa(n)
		if s.Kind(top) == king {
			text = "K" + text
		}
		all[s.Owner(top)] = append(all[s.Owner(top)], text)
	}
	turn := max(s.Turn(), 0)
	if s.Won(0) {
		turn = 1
	}
	return "BW"[turn:turn+1] + ":W" + strings.Join(all[1], ",") + ":B" + strings.Join(all[0], ",")
}
