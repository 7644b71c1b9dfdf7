package game_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// A record may have what a match has besides moves: it replays to the same end.
func TestRecordOfAMatch(t *testing.T) {
	pips := game.NewPart[int]("pips")
	r := &game.Rules{
		Name: "rolling", Version: "1", Seats: game.Exactly(2), Parts: []game.Column{pips},
		Actions: []*game.Action{{Name: "roll", Do: func(t *game.Tx) { pips.Set(t, t.Seat, t.Roll(1000)) }}},
	}
	start, err := game.Start(r, 2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	first, err := start.PlayText(0, "roll")
	if err != nil {
		t.Fatal(err)
	}
	other := start.Reseed(game.SeedOf(2))
	second, err := other.PlayText(0, "roll")
	if err != nil {
		t.Fatal(err)
	}
	rec := game.NewHistory(start, 0).Record()
	rec.Match, rec.Commitment = "m1", "c0ffee"
	seed := strings.TrimPrefix(recordLine(game.NewHistory(other, 0).Record().String(), "seed "), "seed ")
	rec.Moves = []game.Entry{
		{Seat: 0, Text: "roll", Hash: first.HashText()},
		{Seat: game.Nobody, Text: "undo 0", Hash: start.HashText()},
		{Seat: game.Nobody, Text: "reseed " + seed, Hash: other.HashText()},
		{Seat: 0, Text: "roll", Hash: second.HashText()},
		{Seat: game.Nobody, Text: "resign 0", Hash: second.HashText()},
	}
	rec.Result = "won by seat 1"
	again, err := game.ReadRecord([]byte(rec.String()))
	if err != nil {
		t.Fatal(err)
	}
	if again.Match != "m1" || again.Commitment != "c0ffee" {
		t.Errorf("it is read as %+v", again)
	}
	for n, want := range []*game.State{start, first, start, other, second, second} {
		if s, err := game.Replay(r, again, n); err != nil || s.HashText() != want.HashText() {
			t.Errorf("after entry %d: %v", n, err)
		}
	}
	for at, bad := range map[int]string{1: "undo 2", 2: "reseed 12", 4: "resign 2"} {
		was := again.Moves[at].Text
		again.Moves[at].Text = bad
		if _, err := game.Replay(r, again, -1); game.CodeOf(err) != game.Damaged {
			t.Errorf("%s: %v", bad, err)
		}
		again.Moves[at].Text = was
	}
	again.Result = "won by seat 0"
	if _, err := game.Replay(r, again, -1); game.CodeOf(err) != game.Damaged {
		t.Errorf("another result: %v", err)
	}
	again.Result = "won by seat 1"
	after, err := second.PlayText(1, "roll")
	if err != nil {
		t.Fatal(err)
	}
	again.Moves = append(again.Moves, game.Entry{Seat: 1, Text: "roll", Hash: after.HashText()})
	if _, err := game.Replay(r, again, -1); game.CodeOf(err) != game.Damaged {
		t.Errorf("a move after the end: %v", err)
	}
}

func recordLine(text, begin string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, begin) {
			return strings.TrimSpace(line)
		}
	}
	return ""
}
