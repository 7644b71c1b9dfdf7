package chess_test

import (
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/chess"
	"github.com/plygame/ply/gametest"
)

// chess960 returns the rules with a start position.
func chess960(number string) *game.Rules {
	return chess.New(false).Make(game.Values{"start": number})
}

func TestLawsOfChess960(t *testing.T) {
	gametest.Config{Make: `chess.New(false).Make(game.Values{"start": "960"})`}.Check(t, chess960("960"))
}

// startOf returns the first row of a start position, which must be complete.
func startOf(t *testing.T, number string, seed uint64) string {
	t.Helper()
	s, err := chess960(number).Start(2, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	fen := chess.FEN(s)
	row := strings.ToUpper(fen[:8])
	if want := strings.ToLower(row) + "/pppppppp/8/8/8/8/PPPPPPPP/" + row + " w KQkq - 0 1"; fen != want {
		t.Errorf("%s: %s, want %s", number, fen, want)
	}
	return row
}

func TestStartPositions(t *testing.T) {
	for number, want := range map[string]string{
		"0": "BBQNNRKR", "1": "BQNBNRKR", "518": "RNBQKBNR", "534": "RNBKQBNR", "959": "RKRNNQBB", // from the published table
	} {
		if got := startOf(t, number, 1); got != want {
			t.Errorf("%s: %s, want %s", number, got, want)
		}
	}
	seen, step := map[string]bool{}, 1
	if testing.Short() {
		step = 10
	}
	for number := 0; number < 960; number += step {
		row := startOf(t, strconv.Itoa(number), 1)
		bishops, rooks := strings.Index(row, "B")+strings.LastIndex(row, "B"), row[strings.Index(row, "R"):strings.LastIndex(row, "R")]
		if bishops%2 == 0 || !strings.Contains(rooks, "K") || seen[row] {
			t.Errorf("%d is %s", number, row)
		}
		seen[row] = true
	}
	if startOf(t, "960", 1) == startOf(t, "960", 2) {
		t.Error("two draws gave the same position")
	}
}

// Castling in Chess960 is chosen by the rook, and written as in chess.
func TestCastling960(t *testing.T) {
	for _, c := range []struct{ name, from, uci, san, to string }{
		{"king and rook change places", "4k3/8/8/8/8/8/8/5KR1 w K - 0 1", "f1g1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"the king stays", "4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"the rook stays", "3rk3/8/8/8/8/8/8/4K3 b q - 0 1", "e8d8", "O-O-O", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2"},
		{"far", "4k3/8/8/8/8/8/8/1K5R w H - 0 1", "b1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
		{"towards the other side", "4k3/8/8/8/8/8/8/R1K5 w A - 0 1", "c1a1", "O-O-O", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
		{"not the outermost rook", "4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1f1", "O-O", "4k3/8/8/8/8/8/8/5RKR b - - 1 1"},
		{"as in chess", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", "e1h1", "O-O", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := at(t, c.from)
			m, err := chess.ParseUCI(s, c.uci)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := chess.SAN(s, m); got != c.san || err != nil {
				t.Errorf("SAN is %s, %v, want %s", got, err, c.san)
			}
			if back, err := chess.ParseSAN(s, c.san); err != nil || s.Text(back) != s.Text(m) {
				t.Errorf("%s is %s, %v", c.san, s.Text(back), err)
			}
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if got := chess.FEN(next); got != c.to {
				t.Errorf("%s, want %s", got, c.to)
			}
		})
	}
	for name, c := range map[string][2]string{
		"a piece between":                 {"4k3/8/8/8/8/8/8/1K3N1R w K - 0 1", "b1h1"},
		"a piece where the rook goes":     {"4k3/8/8/8/8/8/8/5NKR w K - 0 1", "g1h1"},
		"through check":                   {"4k3/8/8/8/3r4/8/8/1K5R w K - 0 1", "b1h1"},
		"the rook uncovers the king":      {"4k3/8/8/8/8/8/8/rR1K4 w Q - 0 1", "d1b1"},
		"a rook that has no right":        {"4k3/8/8/8/8/8/8/4KR1R w F - 0 1", "e1h1"},
		"a rook, where the king has gone": {"4k3/8/8/8/8/8/5K2/7R w - - 0 1", "f2h1"},
	} {
		t.Run(name, func(t *testing.T) {
			s := at(t, c[0])
			m, err := chess.ParseUCI(s, c[1])
			if err == nil {
				_, err = s.Play(m)
			}
			if game.CodeOf(err) == "" {
				t.Errorf("%v is not a refusal", err)
			}
		})
	}
}

// The rights are written by letters of chess where these are clear, and by columns otherwise.
func TestRightsInFEN(t *testing.T) {
	for from, want := range map[string]string{
		"4k3/8/8/8/8/8/8/4KR1R w F -":                                   "F",
		"4k3/8/8/8/8/8/8/RR2KR1R w HA -":                                "KQ",
		"4k3/8/8/8/8/8/8/RR2KR1R w FB -":                                "FB",
		"1rkr4/8/8/8/8/8/8/1RKR4 w DBdb -":                              "KQkq",
		"bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf -": "KQkq",
	} {
		if got := strings.Fields(chess.FEN(at(t, from)))[2]; got != want {
			t.Errorf("%s: %s, want %s", from, got, want)
		}
	}
}

func TestRecordOfChess960(t *testing.T) {
	s := at(t, "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9")
	m, err := chess.ParseSAN(s, "Nf3")
	if err != nil {
		t.Fatal(err)
	}
	r, err := chess.NewRecord(s, m)
	if err != nil {
		t.Fatal(err)
	}
	text := r.String()
	if !strings.Contains(text, `[Variant "Chess960"]`) {
		t.Error(text)
	}
	again, err := chess.ReadPGN(chess.New(false), text)
	if err != nil || len(again) != 1 || again[0].String() != text {
		t.Errorf("%v, %v", again, err)
	}
}
