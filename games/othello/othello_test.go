package othello_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/othello"
	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) {
	gametest.Config{MaxMoves: 60, Make: "othello.New()"}.Check(t, othello.New())
}

func TestGolden(t *testing.T) {
	gametest.Golden(t, othello.New(), "testdata/game.golden", 1)
}

func FuzzMoves(f *testing.F) { gametest.Fuzz(f, othello.New()) }

// TestTurns brackets discs in all eight directions, but not beyond a gap or the edge.
func TestTurns(t *testing.T) {
	g := gametest.Arrange(t, othello.New(), gametest.Setup{}, `
		. . . X . . . .
		X . . O . . X .
		. O . O . O . .
		. . O O O . . .
		X O O . O O O X
		. . O . O . . .
		. O . . . O . O
		. . . . . . O O`)
	g.RefuseWords(0, "place d6", "d6 cannot be chosen")
	g.RefuseWords(0, "place d2", "d2 cannot be chosen")
	g.Play(0, "place d5")
	g.ExpectBoard(`
		1 . . . X . . . .
		2 X . . X . . X .
		3 . X . X . X . .
		4 . . X X X . . .
		5 X X X X X X X X
		6 . . O . O . . .
		7 . O . . . O . O
		8 . . . . . . O O
		  a b c d e f g h`)
	g.ExpectTurn(1)
}

// TestPasses leaves a seat without a move, then both.
func TestPasses(t *testing.T) {
	g := gametest.Arrange(t, othello.New(), gametest.Setup{}, `
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. . . . . . . .
		. O X . . . O X`)
	g.Play(0, "place a8")
	g.ExpectTurn(0)
	g.ExpectSaid("White passes")
	g.Play(0, "place f8")
	g.ExpectWinner(0)
	if got := g.State().Outcome().Scores; !slices.Equal(got, []int{64, 0}) {
		t.Errorf("the scores are %v, want 64 and 0", got)
	}
}

// TestScores ends games: empty cells count for the winner, and without a winner it is a draw.
func TestScores(t *testing.T) {
	rows := func(each string) (all string) {
		for _, row := range each {
			all += strings.Repeat(string(row), 8)
		}
		return all
	}
	for text, scores := range map[string][]int{
		rows("XXX-OO--") + " X": {48, 16},
		rows("XX-OOO--") + " X": {16, 48},
		rows("XX-OO---") + " O": nil,
		rows("XXXXOOOO") + " X": nil,
	} {
		s, err := position(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Outcome(); !slices.Equal(got.Scores, scores) || got.Tie != (scores == nil) {
			t.Errorf("%s ends as %+v, want %v", text, got, scores)
		}
	}
}

// TestRecords plays whole games: the shortest one possible, and one without a mistake, which is a draw.
func TestRecords(t *testing.T) {
	for record, scores := range map[string][]int{
		"e6f4e3f6g5d6e7f5c5": {64, 0},
		"f5d6c3d3c4f4f6f3e6e7d7c5b6d8c6c7d2b5a5a6a7g5e3b4c8g6g4c2e8d1f7e2g3h4f1e1f2g1b1f8g8b3h3b2h5b7a3a4a1a2c1h2h1g2b8a8g7h8h7h6": nil,
	} {
		s := start(t)
		moves, err := othello.Moves(s, strings.ToUpper(record[:10])+" pa\n--"+record[10:])
		if err != nil {
			t.Error(err)
		}
		if got := othello.Record(s, moves); got != record {
			t.Errorf("written back, %s is %s", record, got)
		}
		g := gametest.From(t, s)
		for _, m := range moves {
			g.PlayAll(s.Text(m))
		}
		if got := g.State().Outcome(); !slices.Equal(got.Scores, scores) || got.Tie != (scores == nil) {
			t.Errorf("%s ends as %+v, want %v", record, got, scores)
		}
	}
	for record, want := range map[string]string{
		"f5f5":   "move 2 (f5): place, cell: f5 cannot be chosen",
		"f5d6c9": "move 3 (c9): place, cell: there is no c9",
		"f5d":    "move 2 (d): place, cell: there is no d",
	} {
		if _, err := othello.Moves(start(t), record); err == nil || err.Error() != want {
			t.Errorf("%s: %v, want %s", record, err, want)
		}
	}
}

// TestRandomRecords writes and reads random games, and every position in them.
func TestRandomRecords(t *testing.T) {
	first := start(t)
	f := first.Fork()
	for seed := range uint64(20) {
		f.Reset(first)
		f.Seed(seed)
		f.Note(true)
		if _, err := f.Playout(100); err != nil {
			t.Fatal(err)
		}
		record := othello.Record(first, f.Noted())
		moves, err := othello.Moves(first, record)
		if err != nil {
			t.Fatal(err)
		}
		g := gametest.From(t, first)
		for _, m := range moves {
			g.PlayAll(first.Text(m))
			if g.State().Over() {
				break
			}
			text := othello.PositionText(g.State())
			again, err := position(text)
			if err != nil || othello.PositionText(again) != text {
				t.Fatalf("%s: %v, %v", text, again, err)
			}
		}
		if got, want := othello.PositionText(g.State()), othello.PositionText(f.State()); !g.State().Over() || got != want {
			t.Fatalf("%s ends with %s, want %s", record, got, want)
		}
	}
}

func TestBadPositions(t *testing.T) {
	full := strings.Repeat("X", 64)
	for _, text := range []string{"", full, full + " ", full + " Z", full + " XO", full[1:] + " X", full[1:] + "Y X", full + "X X"} {
		if _, err := position(text); err == nil {
			t.Errorf("%q is a position", text)
		}
	}
}

// The published numbers. From 9 moves on, others count a pass as a move.
func TestPerft(t *testing.T) {
	want := []uint64{4, 12, 56, 244, 1396, 8200, 55092, 390216}
	if testing.Short() {
		want = want[:6]
	}
	f := start(t).Fork()
	for i, want := range want {
		if got, err := f.Perft(i + 1); got != want || err != nil {
			t.Errorf("%d games of %d moves, want %d: %v", got, i+1, want, err)
		}
	}
}

func position(text string) (*game.State, error) {
	return othello.New().StartAt(2, game.SeedOf(1), text)
}

func start(t *testing.T) *game.State {
	return gametest.New(t, othello.New(), gametest.Setup{}).State()
}
