package othello

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Moves reads a game record, such as "f5d6c3d3c4", and returns the moves of a game that begins with s. A record does
// not contain passes; "--" or "pa" is accepted for one, and letter case and spaces do not matter.
func Moves(s *game.State, record string) (moves []game.Move, err error) {
	record = strings.ToLower(strings.Join(strings.Fields(record), ""))
	for at := 0; at < len(record); at += 2 {
		cell := record[at:min(at+2, len(record))]
		if cell == "--" || cell == "pa" {
			continue
		}
		m, err := s.Parse(s.Turn(), "place "+cell)
		if err == nil {
			s, err = s.Play(m)
		}
		if err != nil {
			return nil, fmt.Errorf("move %d (%s): %w", len(moves)+1, cell, err)
		}
		moves = append(moves, m)
	}
	return moves, nil
}

// Record is the inverse of Moves.
func Record(s *game.State, moves []game.Move) string {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(s.Name(game.ID(m.Picks[0][0].N)))
	}
	return b.String()
}

// readPosition returns what reads a position: the 64 cells from a1, b1, c1 to h8, each X for Black, O for White, - or . if it
// is empty, then a space and whose turn it is, X or O.
func readPosition(b *board.Grid, disc *game.Kind) func(*game.Tx, string) error {
	return func(t *game.Tx, text string) error {
		cells, turn, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(text)), " ")
		mover := game.Seat(strings.Index("XO", turn))
		switch {
		case len(cells) != 64 || strings.Trim(cells, "XO-.") != "":
			return fmt.Errorf("a position has 64 cells, each X, O, - or ., got %q", cells)
		case len(turn) != 1 || mover < 0:
			return fmt.Errorf("a position ends with whose turn it is, X or O, got %q", turn)
		}
		for i := range cells {
			if owner := strings.IndexByte("XO", cells[i]); owner >= 0 {
				t.Give(t.Create(disc, b.At(i%8, 7-i/8)), game.Seat(owner))
			}
		}
		t.Next(mover)
		return nil
	}
}

// PositionText writes a position as Rules.StartAt reads it. After the end of a game the turn is -.
func PositionText(s *game.State) string {
	b := s.Rules().Layout[0].(*board.Grid)
	text := []byte(strings.Repeat("-", 64) + " ")
	for i := range 64 {
		if disc := s.Last(b.At(i%8, 7-i/8)); disc != 0 {
			text[i] = "XO"[s.Owner(disc)]
		}
	}
	if s.Over() {
		return string(text) + "-"
	}
	return string(text) + "XO"[s.Turn():s.Turn()+1]
}
