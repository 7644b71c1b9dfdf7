package match_test

import (
	"os"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// race is a game of dice: the first to reach ten wins.
func race() *game.Rules {
	at := game.NewPart[int]("at")
	return &game.Rules{
		Name: "race", Version: "1", Seats: game.Exactly(2), Parts: []game.Column{at},
		Actions: []*game.Action{{Name: "roll", Do: func(t *game.Tx) {
			if n := at.Of(t, t.Seat) + t.Roll(6); n < 10 {
				at.Set(t, t.Seat, n)
			} else {
				t.Win(t.Seat)
			}
		}}},
	}
}

// Records of earlier versions of Ply can be read and replayed, and are written back unchanged.
func TestOldRecords(t *testing.T) {
	for _, c := range []struct {
		file, outcome string
		entries       int
		over          bool
	}{
		{"finished", "won by seat 1", 4, true},
		{"unfinished", "", 2, false},
		{"later", "", 1, false}, // it begins in the middle of a game
		{"undone", "won by seat 0", 6, true},
	} {
		text, err := os.ReadFile("testdata/" + c.file + ".ply")
		if err != nil {
			t.Fatal(err)
		}
		rec, err := match.ReadRecord(text)
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		if got := rec.String(); got != string(text) {
			t.Errorf("%s: it is written as\n%s", c.file, got)
		}
		m, err := match.Replay(race(), rec, -1)
		if err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		if m.Seq() != c.entries || m.Over() != c.over || c.over && m.Outcome().String() != c.outcome {
			t.Errorf("%s: after %d entries it is %s", c.file, m.Seq(), m.Outcome())
		}
		if got := m.Record().String(); got != string(text) {
			t.Errorf("%s: the match is recorded as\n%s", c.file, got)
		}
		if rec.Match != "" && match.Verify(race(), rec, "") != nil {
			t.Errorf("%s: it does not verify: %v", c.file, match.Verify(race(), rec, ""))
		}
	}
}
