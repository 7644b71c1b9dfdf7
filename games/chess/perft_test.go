package chess_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/chess"
)

// The positions and numbers are the usual published ones. They ignore draws, so positions with so few pieces that the
// game soon ends are counted against a loop written by hand instead (games/plain_chess_test.go). The numbers that
// take long are counted only without -short.
var counts = []struct {
	name, fen string
	nodes     []uint64
	long      int // how many of the numbers take seconds
}{
	{"start", chess.Start, []uint64{20, 400, 8902, 197281, 4865609}, 1},
	{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", []uint64{48, 2039, 97862, 4085603}, 1},
	{"pins and en passant", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", []uint64{14, 191, 2812, 43238, 674624}, 1},
	{"promotion with check", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", []uint64{6, 264, 9467, 422333}, 1},
	{"promotion with check, mirrored", "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1", []uint64{6, 264, 9467, 422333}, 1},
	{"promotion by capture", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", []uint64{44, 1486, 62379, 2103487}, 1},
	{"middle game", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", []uint64{46, 2079, 89890, 3894594}, 1},
	{"en passant uncovers the king", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", []uint64{18, 92, 1670, 10138, 185429, 1134888}, 1},
	{"rights to castle", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", []uint64{26, 1141, 27826, 1274206}, 1},
	{"castling prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", []uint64{44, 1494, 50509, 1720476}, 1},
	{"discovered check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", []uint64{29, 165, 5160, 31961}, 0},
	{"Chess960, both sides castle", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", []uint64{21, 528, 12189, 326672}, 1},
	{"Chess960, rook next to the king", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", []uint64{21, 807, 18002, 667366}, 1},
	{"Chess960, only White castles", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", []uint64{20, 479, 10471, 273318}, 1},
	{"Chess960, only Black castles", "qbbnnrkr/2pp2pp/p7/1p2pp2/8/P3PP2/1PPP1KPP/QBBNNR1R w hf - 0 9", []uint64{22, 593, 13440, 382958}, 1},
	{"two checks", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", []uint64{37, 183, 6559, 23527}, 0},
}

func TestPerft(t *testing.T) {
	for _, c := range counts {
		t.Run(c.name, func(t *testing.T) {
			s, err := chess.New(false).StartAt(2, game.SeedOf(1), c.fen)
			if err != nil {
				t.Fatal(err)
			}
			nodes := c.nodes
			if testing.Short() {
				nodes = nodes[:len(nodes)-c.long]
			}
			for i, n := range nodes {
				f := s.Fork()
				if got, err := f.Perft(i + 1); got != n || err != nil {
					t.Errorf("depth %d: %d, %v; want %d", i+1, got, err, n)
				}
				if n > 300000 {
					continue
				}
				if got, err := f.PerftPlayed(i + 1); got != n || err != nil {
					t.Errorf("depth %d, last moves played: %d, %v; want %d", i+1, got, err, n)
				}
			}
		})
	}
}
