package chess_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/chess"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{Make: "chess.New(false)"}.Check(t, chess.New(false))
	gametest.Config{Make: "chess.New(true)"}.Check(t, chess.New(true))
}

func TestGolden(t *testing.T) { gametest.Golden(t, chess.New(false), "testdata/game.golden", 5) }

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, chess.New(true)) }

// at returns the position of a FEN.
func at(t *testing.T, fen string) *game.State {
	t.Helper()
	s, err := chess.New(true).StartAt(2, game.SeedOf(1), fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return s
}

// play plays moves as text.
func play(t *testing.T, s *game.State, moves ...string) *game.State {
	t.Helper()
	g := gametest.From(t, s)
	g.PlayAll(moves...)
	return g.State()
}

func TestSpecialMoves(t *testing.T) {
	for _, c := range []struct{ name, from, move, to string }{
		{"castling short", "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "move e1 g1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"castling long", "r3k3/8/8/8/8/8/8/4K3 b q - 3 7", "move e8 c8", "2kr4/8/8/8/8/8/8/4K3 w - - 4 8"},
		{"castling long past an attacked b1", "1r2k3/8/8/8/8/8/8/R3K3 w Q - 0 1", "move e1 c1", "1r2k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"the rook moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "move a1 a2", "r3k2r/8/8/8/8/8/R7/4K2R b Kkq - 1 1"},
		{"the rook is captured", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "move h1 h8", "r3k2R/8/8/8/8/8/8/R3K3 b Qq - 0 1"},
		{"two cells", "4k3/8/8/8/3p4/8/4P3/4K3 w - - 5 1", "move e2 e4", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
		{"two cells, nobody beside", "4k3/8/8/8/8/8/4P3/4K3 w - - 5 1", "move e2 e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"two cells, the pawn beside is pinned", "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 5 1", "move e2 e4", "3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"},
		{"en passant", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "move d4 e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 2"},
		{"promotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 9 1", "move e7 e8 knight", "4N3/6k1/8/8/8/8/8/4K3 b - - 0 1"},
		{"promotion by capture", "3r4/4P1k1/8/8/8/8/8/4K3 w - - 9 1", "move e7 d8 queen", "3Q4/6k1/8/8/8/8/8/4K3 b - - 0 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chess.FEN(play(t, at(t, c.from), c.move)); got != c.to {
				t.Errorf("%s, want %s", got, c.to)
			}
		})
	}
}

func TestRefused(t *testing.T) {
	const check = "that leaves the king in check"
	for _, c := range []struct{ name, fen, move, why string }{
		{"castling out of check", "4k3/8/8/8/4r3/8/8/4K2R w K - 0 1", "move e1 g1", ""},
		{"castling through check", "4k3/8/8/8/5r2/8/8/4K2R w K - 0 1", "move e1 g1", ""},
		{"castling into check", "4k3/8/8/8/6r1/8/8/4K2R w K - 0 1", "move e1 g1", check},
		{"castling over a piece", "4k3/8/8/8/8/8/8/R2QK3 w Q - 0 1", "move e1 c1", ""},
		{"castling without the right", "4k3/8/8/8/8/8/8/4K2R w - - 0 1", "move e1 g1", ""},
		{"a pinned piece", "4k3/4r3/8/8/8/8/4B3/4K3 w - - 0 1", "move e2 d3", check},
		{"en passant that uncovers the king", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "move d4 e3", ""},
		{"a king beside a king", "8/8/8/3k4/8/3K4/8/8 w - - 0 1", "move d3 d4", check},
		{"two cells over a piece", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "move e2 e4", ""},
		{"a pawn straight onto a piece", "4k3/8/8/8/8/4n3/4P3/K7 w - - 0 1", "move e2 e3", ""},
		{"promotion to a king", "8/4P1k1/8/8/8/8/8/4K3 w - - 9 1", "move e7 e8 king", ""},
		{"no promotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 9 1", "move e7 e8", ""},
		{"a claim too early", chess.Start, "claim", ""},
		{"a claim with a move, too early", chess.Start, "claim-with e2 e4", "no move leads to a draw"},
		{"nothing to accept", chess.Start, "accept", "no draw is offered"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := at(t, c.fen)
			_, err := s.PlayText(s.Turn(), c.move)
			if game.CodeOf(err) == "" {
				t.Fatalf("%v is not a refusal", err)
			}
			if c.why != "" && !strings.Contains(err.Error(), c.why) {
				t.Errorf("%v, want %s", err, c.why)
			}
		})
	}
}

func TestEnds(t *testing.T) {
	back := []string{"move g1 f3", "move g8 f6", "move f3 g1", "move f6 g8"}
	var twice, four []string
	for range 2 {
		twice = append(twice, back...)
	}
	four = append(append(four, twice...), twice...)
	for _, c := range []struct {
		name, fen string
		moves     []string
		want      string
	}{
		{"fool's mate", chess.Start, []string{"move f2 f3", "move e7 e5", "move g2 g4", "move d8 h4"}, "0-1"},
		{"mated at once", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", nil, "0-1"},
		{"stalemate", "7k/8/6K1/8/8/8/8/5Q2 w - - 0 1", []string{"move f1 f7"}, "1/2-1/2"},
		{"two kings", "4k3/8/8/8/8/8/3p4/4K3 w - - 0 1", []string{"move e1 d2"}, "1/2-1/2"},
		{"a knight", "4k3/8/8/8/8/8/3p4/4K2N w - - 0 1", []string{"move e1 d2"}, "1/2-1/2"},
		{"bishops of one color", "4kb2/8/8/8/8/8/3p4/2B1K3 w - - 0 1", []string{"move e1 d2"}, "1/2-1/2"},
		{"bishops of both colors", "2b1k3/8/8/8/8/8/3p4/2B1K3 w - - 0 1", []string{"move e1 d2"}, "*"},
		{"two knights", "4k3/8/8/8/8/8/3p4/4KN1N w - - 0 1", []string{"move e1 d2"}, "*"},
		{"third time, not claimed", chess.Start, twice, "*"},
		{"third time, claimed", chess.Start, append(append([]string{}, twice...), "claim"), "1/2-1/2"},
		{"third time, claimed with the move", chess.Start, append(append([]string{}, twice[:7]...), "claim-with f6 g8"), "1/2-1/2"},
		{"claimed with another move", chess.Start, append(append([]string{}, twice[:7]...), "claim-with b8 c6", "move b1 c3"), "*"},
		{"50 moves, claimed with the last", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", []string{"claim-with a1 a2"}, "1/2-1/2"},
		{"a wrong claim does not count later", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", []string{"claim-with a1 a2", "move e8 e7"}, "*"},
		{"mate, although a draw is claimed", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 99 99", []string{"claim-with a1 a8"}, "1-0"},
		{"fifth time", chess.Start, four, "1/2-1/2"},
		{"49 and a half moves", "4k3/8/8/8/8/8/8/R3K3 w - - 98 80", []string{"move a1 a2"}, "*"},
		{"50 moves, claimed", "4k3/8/8/8/8/8/8/R3K3 w - - 99 80", []string{"move a1 a2", "claim"}, "1/2-1/2"},
		{"75 moves", "4k3/8/8/8/8/8/8/R3K3 w - - 149 99", []string{"move a1 a2"}, "1/2-1/2"},
		{"mate with the 75th move", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 149 99", []string{"move a1 a8"}, "1-0"},
		{"a draw is agreed", chess.Start, []string{"offer", "move e2 e4", "accept"}, "1/2-1/2"},
		{"a draw is declined", chess.Start, []string{"offer", "move e2 e4", "move e7 e5", "move d2 d4"}, "*"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := chess.Result(play(t, at(t, c.fen), c.moves...)); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

// The rights to castle and to capture in passing are part of a position.
func TestRepetitionCounts(t *testing.T) {
	round := []string{"move e1 e2", "move e8 e7", "move e2 e1", "move e7 e8"}
	s := at(t, "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")
	if s = play(t, s, round...); s.Repeats() != 0 {
		t.Error("the position is the same although the king can no longer castle")
	}
	if s = play(t, s, round...); s.Repeats() != 1 {
		t.Errorf("the position was there %d times before, want 1", s.Repeats())
	}
}

func TestOffers(t *testing.T) {
	s := play(t, at(t, chess.Start), "offer")
	if s.Turn() != 0 || s.Repeats() != 0 {
		t.Errorf("after an offer it is the turn of %d, and the position was there %d times", s.Turn(), s.Repeats())
	}
	if _, err := s.PlayText(0, "offer"); game.CodeOf(err) != game.Unavailable {
		t.Errorf("a second offer: %v", err)
	}
	s = play(t, s, "move e2 e4")
	if _, err := s.PlayText(1, "offer"); game.CodeOf(err) != game.Unavailable {
		t.Errorf("an offer in reply: %v", err)
	}
	s = play(t, s, "move e7 e5")
	if _, err := s.PlayText(0, "accept"); game.CodeOf(err) != game.Unavailable {
		t.Errorf("accepting their own offer: %v", err)
	}
	if got := chess.FEN(s); got != "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2" {
		t.Error(got)
	}
}
