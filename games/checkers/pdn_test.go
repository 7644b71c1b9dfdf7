package checkers_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/checkers"
)

// read reads a file of one game and plays it to its end.
func read(t *testing.T, text string) (*checkers.Game, *game.State) {
	t.Helper()
	games, err := checkers.ReadPDN(text)
	if err != nil || len(games) != 1 {
		t.Fatalf("%d games: %v\n%s", len(games), err, text)
	}
	return games[0], played(t, games[0])
}

func played(t *testing.T, g *checkers.Game) *game.State {
	t.Helper()
	s := g.Start
	for _, m := range g.Moves {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		s = next
	}
	return s
}

// TestReadPDN reads a game with all that a file may have: comments, variations, notes, and moves in every form.
func TestReadPDN(t *testing.T) {
	g, s := read(t, `
		[Event "Double \"Corner\" Dyke"]
		[Black "Jordan"]
		[White "Tescheleit"]
		[Result "1/2-1/2"]
		[GameType "21"]

		; a line of comment
		1.  9-14 22-17 2. 11-15 25-22 3. 15-19 {Black aims
		at cell 19} 23x16 (3... 24x15 4. 10x19 (4. 10-19)) 4. 12x19! 24x15 5. 10x19?! 17x10 $1 6. 6x15 21-17
		7.5-9 29-25 8. 8-12 25-21 9. 7-10 17-13 10. 1-6 27-24 11. 4-8 32-27 12. 9-14 27-23 13. 3-7 23x16
		14. 12x19 22-17 15. 7-11 26-23 16. 19x26 30x23 17. 8-12 24-20 18. 15-18 23-19 19. 11-15 20-16
		20. 15x24 28x19 21. 2-7 31-26 22. 18-23 26-22 23. 23-27 16-11 24. 7x23 22-18 *`)
	if len(g.Moves) != 48 || g.Result != "1/2-1/2" || g.Tags[0].Value != `Double "Corner" Dyke` {
		t.Errorf("%d moves, %q, %q", len(g.Moves), g.Result, g.Tags)
	}
	const want = "B:W13,17,18,21:B6,10,12,14,23,27"
	if got := checkers.FEN(s); got != want {
		t.Errorf("it ends with %s, want %s", got, want)
	}
}

// TestPDNBothWays writes random games and reads them again, all in one file.
func TestPDNBothWays(t *testing.T) {
	first := start(t)
	white, err := position("W:WK29:BK4")
	if err != nil {
		t.Fatal(err)
	}
	var file strings.Builder
	var want []string
	results := map[string]int{}
	for seed := range uint64(40) {
		from := first
		if seed%4 == 3 {
			from = white
		}
		f := from.Fork()
		f.Seed(seed)
		f.Note(true)
		most := 10000
		if seed%8 == 0 {
			most = 20
		}
		if _, err := f.Playout(most); err != nil {
			t.Fatal(err)
		}
		g := &checkers.Game{Tags: []checkers.Tag{{"Event", `a "test"`}, {"FEN", "of another game"}}, Start: from, Moves: f.Noted(), Result: "*"}
		switch {
		case f.State().Won(0):
			g.Result = "1-0"
		case f.State().Won(1):
			g.Result = "0-1"
		case f.State().Tied():
			g.Result = "1/2-1/2"
		}
		results[g.Result]++
		file.WriteString(g.PDN() + "\n")
		want = append(want, checkers.FEN(f.State()))
	}
	games, err := checkers.ReadPDN(file.String())
	if err != nil || len(games) != len(want) {
		t.Fatalf("%d games of %d: %v", len(games), len(want), err)
	}
	var again strings.Builder
	for i, g := range games {
		if got := checkers.FEN(played(t, g)); got != want[i] {
			t.Errorf("game %d ends with %s, want %s", i, got, want[i])
		}
		again.WriteString(g.PDN() + "\n")
	}
	if again.String() != file.String() {
		t.Error("written again, the file is different")
	}
	for line := range strings.Lines(file.String()) {
		if len(line) > 81 {
			t.Errorf("a line has %d letters: %s", len(line), line)
		}
	}
	if len(results) != 4 {
		t.Errorf("the games have not tried all results: %v", results)
	}
}

// TestShortJumps names only the ends of a capture.
func TestShortJumps(t *testing.T) {
	const round = "W:WK31:B18,19,26,27"
	for _, c := range []struct{ fen, move, want string }{
		{"B:W18,26:B14", "14x30", ""},
		{"B:W18,26:B14", "14x23x30", ""},
		{"B:W18:B14", "14-23", ""},
		{round, "31x31", ""},
		{"W:W31:B18,19,26,27", "31x15", "several ways"},
		{"W:W31:B18,19,26,27", "31x24x15", ""},
		{round, "31x22", "not legal"},
		{round, "31x22x15x24x31", ""},
		{round, "31", "not legal"},
		{round, "Kf3", "is not a move"},
	} {
		_, err := checkers.ReadPDN(`[FEN "` + c.fen + `"] 1. ` + c.move)
		if got := ""; err != nil {
			if got = err.Error(); c.want == "" || !strings.Contains(got, c.want) {
				t.Errorf("%s in %s: %v, want %q", c.move, c.fen, err, c.want)
			}
		} else if c.want != "" {
			t.Errorf("%s in %s is accepted, want %q", c.move, c.fen, c.want)
		}
	}
}

func TestBadPDN(t *testing.T) {
	for text, want := range map[string]string{
		"1. 11-15 11-16":                            "game 1: move 2 (11-16): it is not legal in W:W",
		`[GameType "20"] 1. 32-28`:                  "game 1: it is another kind of draughts: its GameType is 20, not 21",
		`[FEN "B:W1"] *`:                            "game 1: a position has a turn",
		`[FEN "B:W18:B14"] [Result "0-1"] 1. 14x23`: "game 1: its result is 0-1, but it ends with 1-0",
		`1. 11-15 * [Event "x"] 1. 9-9`:             "game 2: move 1 (9-9)",
	} {
		if _, err := checkers.ReadPDN(text); err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	if games, err := checkers.ReadPDN(" {nothing} "); len(games) != 0 || err != nil {
		t.Errorf("an empty file has %d games: %v", len(games), err)
	}
}

func TestPosition(t *testing.T) {
	if got, want := checkers.FEN(start(t)), "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12"; got != want {
		t.Errorf("the first position is %s, want %s", got, want)
	}
	for text, want := range map[string]string{
		"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29": "B:WK10,K15,18,24,27,28:B12,16,20,K22,K25,K29",
		" W:B1-3,K9-10:W21. ":                          "W:W21:B1,2,3,K9,K10",
		"W:W:B1":                                       "W:W:B1",
	} {
		s, err := position(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
		} else if got := checkers.FEN(s); got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
	}
	for _, text := range []string{"", "B", "B:W1", "X:W1:B2", "B:W1:X2", "B:W1:", "B:W33:B1", "B:W0:B1", "B:W1:B1", "B:W1,:B2", "B:Wx:B2", "B:W5-3:B1", "B:W1-x:B9", "BW:W1:B2"} {
		if s, err := position(text); err == nil {
			t.Errorf("%q is read as %s", text, checkers.FEN(s))
		}
	}
}

func FuzzPDN(f *testing.F) {
	f.Add("[FEN \"B:W18:B14\"] 1. 14x23 {x} (1. 1-2) 1-0")
	f.Add("1. 11-15 23-19 *")
	f.Fuzz(func(t *testing.T, text string) {
		games, err := checkers.ReadPDN(text)
		if err != nil {
			return
		}
		for _, g := range games {
			if again, err := checkers.ReadPDN(g.PDN()); err != nil || len(again) != 1 {
				t.Fatalf("%q is written as %q, which is %d games: %v", text, g.PDN(), len(again), err)
			}
		}
	})
}
