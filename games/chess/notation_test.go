package chess_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/chess"
)

func TestMasterGames(t *testing.T) {
	text, err := os.ReadFile("testdata/games.pgn")
	if err != nil {
		t.Fatal(err)
	}
	rules := chess.New(false)
	all, err := chess.ReadPGN(rules, string(text))
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		white, result string
		moves         int
		mated         bool
		fen           string
	}{
		{"Paul Morphy", "1-0", 33, true, "1n1Rkb1r/p4ppp/4q3/4p1B1/4P3/8/PPP2PPP/2K5 b k - 1 17"},
		{"Adolf Anderssen", "1-0", 45, true, "r1bk3r/p2pBpNp/n4n2/1p1NP2P/6P1/3P4/P1P1K3/q5b1 b - - 1 23"},
		{"Adolf Anderssen", "1-0", 47, true, "1r3kr1/pbpBBp1p/1b3P2/8/8/2P2q2/P4PPP/3R2K1 b - - 0 24"},
		{"Donald Byrne", "0-1", 82, true, "1Q6/5pk1/2p3p1/1p2N2p/1b5P/1bn5/2r3P1/2K5 w - - 16 42"},
		{"Deep Blue", "1-0", 37, false, "r1k4r/p2nb1p1/2b4p/1p1n1p2/2PP4/3Q1NB1/1P3PPP/R5K1 b - - 0 19"},
	} {
		g := all[i]
		if g.Tag("White") != want.white || g.Result != want.result || len(g.Moves) != want.moves || g.End.Over() != want.mated || chess.FEN(g.End) != want.fen {
			t.Errorf("%s %s, %d moves, over %t, %s; want %+v", g.Tag("White"), g.Result, len(g.Moves), g.End.Over(), chess.FEN(g.End), want)
		}
		if want.mated && (chess.Result(g.End) != want.result || !chess.InCheck(g.End, game.Seat(len(g.Moves)%2))) {
			t.Errorf("%s: %s", want.white, chess.Result(g.End))
		}
		again, err := chess.ReadPGN(rules, g.String())
		if err != nil || len(again) != 1 || again[0].String() != g.String() || again[0].End.Hash() != g.End.Hash() {
			t.Errorf("%s: what is written cannot be read: %v\n%s", want.white, err, g)
		}
	}
	if got := all[0].String(); !strings.Contains(got, `[Black "Duke Karl and Count Isouard"]`) || !strings.Contains(got, "\n1. e4 e5 2. Nf3 d6") || !strings.HasSuffix(got, "17. Rd8# 1-0\n") {
		t.Error(got)
	}
}

// Every legal move of random games is read as it was written, in all notations, and so is every position.
func TestNotationsOfRandomGames(t *testing.T) {
	rules := chess.New(false)
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	games := 8
	if testing.Short() {
		games = 1
	}
	for n := range games {
		f.Reset(s)
		f.Seed(uint64(n))
		f.Note(true)
		if _, err := f.Playout(10000); err != nil {
			t.Fatal(err)
		}
		moves := slices.Clone(f.Noted())
		now := s
		for i, m := range moves {
			if i%7 == 0 {
				checkMoves(t, now)
			}
			if now, err = now.Play(m); err != nil {
				t.Fatal(err)
			}
		}
		r, err := chess.NewRecord(s, moves...)
		if err != nil {
			t.Fatal(err)
		}
		again, err := chess.ReadPGN(rules, r.String())
		if err != nil || len(again) != 1 || again[0].Result != r.Result || chess.FEN(again[0].End) != chess.FEN(r.End) {
			t.Fatalf("game %d: %v\n%s", n, err, r)
		}
	}
}

func checkMoves(t *testing.T, s *game.State) {
	t.Helper()
	fen := chess.FEN(s)
	again, err := s.Rules().StartAt(2, game.SeedOf(1), fen)
	if err != nil || chess.FEN(again) != fen {
		t.Fatalf("%s is read as %v, %v", fen, again, err)
	}
	all, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, m := range all {
		text, err := chess.SAN(s, m)
		if err != nil {
			t.Fatal(err)
		}
		if m.Action != "move" {
			if text != "" || chess.UCI(s, m) != "" {
				t.Errorf("%s is written %q", m.Action, text)
			}
			continue
		}
		if seen[text] {
			t.Errorf("%s: two moves are written %s", fen, text)
		}
		seen[text] = true
		if got, err := chess.ParseSAN(s, text); err != nil || chess.UCI(s, got) != chess.UCI(s, m) {
			t.Errorf("%s: %s is read as %s, %v", fen, text, s.Text(got), err)
		}
		if got, err := chess.ParseUCI(s, chess.UCI(s, m)); err != nil || chess.UCI(s, got) != chess.UCI(s, m) {
			t.Errorf("%s: %s is read as %s, %v", fen, chess.UCI(s, m), s.Text(got), err)
		}
	}
}

func TestSAN(t *testing.T) {
	for _, c := range []struct{ fen, san, uci string }{
		{chess.Start, "Nf3", "g1f3"},
		{chess.Start, "e4", "e2e4"},
		{"4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "e1g1"},
		{"1k6/8/8/8/8/8/8/R3K3 w Q - 0 1", "O-O-O", "e1c1"},
		{"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "dxe3", "d4e3"},
		{"8/4P3/8/8/8/8/8/k3K3 w - - 9 1", "e8=N", "e7e8n"},
		{"3r4/4P1k1/8/8/8/8/8/4K3 w - - 9 1", "exd8=Q", "e7d8q"},
		{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#", "a1a8"},
		{"4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "Rh8+", "h1h8"},
		{"4k3/8/8/8/8/8/4K3/R6R w - - 0 1", "Rad1", "a1d1"},
		{"R7/4k3/8/8/8/8/4K3/R7 w - - 0 1", "R1a5", "a1a5"},
		{"8/8/1k6/8/4Q2Q/8/8/K6Q w - - 0 1", "Qh4e1", "h4e1"},
	} {
		s := at(t, c.fen)
		m, err := chess.ParseSAN(s, c.san)
		if err != nil {
			t.Errorf("%s: %v", c.fen, err)
			continue
		}
		if got, err := chess.SAN(s, m); got != c.san || err != nil || chess.UCI(s, m) != c.uci {
			t.Errorf("%s: %s %s, %v; want %s %s", c.fen, got, chess.UCI(s, m), err, c.san, c.uci)
		}
	}
	s := at(t, "r3k3/8/8/8/8/8/8/4K2R w K - 0 1")
	for _, text := range []string{"0-0", "O-O!?", "O-O+"} {
		if m, err := chess.ParseSAN(s, text); err != nil || chess.UCI(s, m) != "e1g1" {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, text := range []string{"", "Z9", "Ra1", "e4", "O-O-O", "K"} {
		if _, err := chess.ParseSAN(s, text); err == nil {
			t.Errorf("%q is a move", text)
		}
		if _, err := chess.ParseUCI(s, text); err == nil {
			t.Errorf("%q is a move in UCI", text)
		}
	}
	if _, err := chess.ParseSAN(at(t, "4k3/8/8/8/8/8/4K3/R6R w - - 0 1"), "Rd1"); err == nil || !strings.Contains(err.Error(), "from a1 or from h1") {
		t.Errorf("a move of one of two rooks: %v", err)
	}
}

func TestBadFEN(t *testing.T) {
	for _, c := range []struct{ fen, words string }{
		{"", "4 to 6 fields"},
		{"8/8/8/8/8/8/8 w - -", "8 rows"},
		{"8/8/8/8/8/8/8/8 w - -", "one king"},
		{"kK6/8/8/8/8/8/8/9 w - -", "row 1"},
		{"kK6/8/8/8/8/8/8/7 w - -", "row 1 has 7 cells"},
		{"kK6x/8/8/8/8/8/8/8 w - -", "row 8"},
		{"kK5P/8/8/8/8/8/8/8 w - -", "a pawn on row 8"},
		{"k1K5/8/8/8/8/8/8/8 x - -", "w or b"},
		{"k1K5/8/8/8/8/8/8/8 w K -", "castling K"},
		{"k1K5/8/8/8/8/8/8/8 w x -", "letters of KQkq"},
		{"k1K5/8/8/8/8/8/8/8 w - z9", "not a cell"},
		{"k1K5/8/8/8/8/8/8/8 w - e6", "no pawn has just passed e6"},
		{"k1K5/8/8/8/8/8/8/8 w - - x", "half-moves"},
		{"k1K5/8/8/8/8/8/8/8 w - - 0 x", "the number of a move"},
		{"4k3/8/8/8/8/8/8/4KR2 b - - 0 1", ""},
		{"4k3/8/8/8/8/8/8/4RK2 w - - 0 1", "the side to move could capture the king"},
	} {
		_, err := chess.New(false).StartAt(2, game.SeedOf(1), c.fen)
		if c.words == "" && err != nil || c.words != "" && (game.CodeOf(err) != game.Malformed || !strings.Contains(err.Error(), c.words)) {
			t.Errorf("%q: %v; want %q", c.fen, err, c.words)
		}
	}
}

func TestBadPGN(t *testing.T) {
	for _, c := range []struct{ pgn, words string }{
		{"1. e4 e5 2. Ke3 *", "move 2: Ke3 is not a legal move"},
		{"1. e4 {no end", "line 1: a comment has no end"},
		{"1. e4 (1. d4 *", "a variation has no end"},
		{"1. e4 ) *", "a variation has no beginning"},
		{"[White Morphy]\n*", "a tag cannot be read"},
		{"[FEN \"8/8\"]\n*", "4 to 6 fields"},
		{"1. f3 e5 2. g4 Qh4# 1-0", "the record says 1-0, but the game ended 0-1"},
	} {
		if _, err := chess.ReadPGN(chess.New(false), c.pgn); err == nil || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%q: %v; want %q", c.pgn, err, c.words)
		}
	}
	all, err := chess.ReadPGN(chess.New(false), "[White \"A [b] \\\"c\\\"\"]\n[FEN \"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7\"]\n7... dxe3 8. Ke2\n\n[White \"second\"]\n1. e4")
	if err != nil || len(all) != 2 || all[0].Tag("White") != `A [b] "c"` || len(all[1].Moves) != 1 {
		t.Fatalf("%v, %v", all, err)
	}
	if got := all[0].String(); !strings.Contains(got, "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7\"]") || !strings.Contains(got, "\n7... dxe3 8. Ke2 *") {
		t.Error(got)
	}
}

func FuzzFEN(f *testing.F) {
	f.Add(chess.Start)
	f.Add("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 7")
	rules := chess.New(false)
	f.Fuzz(func(t *testing.T, fen string) {
		s, err := rules.StartAt(2, game.SeedOf(1), fen)
		if err != nil {
			if game.CodeOf(err) == "" {
				t.Fatalf("%q is not refused but fails: %v", fen, err)
			}
			return
		}
		again, err := rules.StartAt(2, game.SeedOf(1), chess.FEN(s))
		if err != nil || chess.FEN(again) != chess.FEN(s) {
			t.Errorf("%q: %v", fen, err)
		}
	})
}

func FuzzPGN(f *testing.F) {
	f.Add("[White \"x\"]\n1. e4 (1. d4) {c} e5 $1 2. Nf3 *")
	rules := chess.New(false)
	f.Fuzz(func(t *testing.T, text string) {
		all, err := chess.ReadPGN(rules, text)
		if err != nil {
			return
		}
		for _, r := range all {
			if _, err := chess.ReadPGN(rules, r.String()); err != nil {
				t.Errorf("%q is written as\n%s\nwhich cannot be read: %v", text, r, err)
			}
		}
	})
}
