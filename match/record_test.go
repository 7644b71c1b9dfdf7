package match_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
)

// The record of a match, including undone moves, replays to the same end and verifies.
func TestRecord(t *testing.T) {
	for _, r := range games.All() {
		luck := rand.New(rand.NewPCG(6, 6))
		m := begin(t, r, r.Seats.Min)
		for n := 0; n < 200 && !m.Over(); n++ {
			random(t, m, luck)
		}
		rec, err := match.ReadRecord([]byte(m.Record().String()))
		if err != nil {
			t.Fatal(err)
		}
		again, err := match.Replay(r, rec, -1)
		if err != nil || again.State().HashText() != m.State().HashText() || again.Record().String() != m.Record().String() {
			t.Fatalf("%s: the replay differs: %v", r.Name, err)
		}
		if err := match.Verify(r, rec, m.Setup().Commitment()); err != nil {
			t.Errorf("%s: %v", r.Name, err)
		}
	}
}

func TestVerifyFindsChanges(t *testing.T) {
	m := begin(t, rolling(), 3)
	play(t, m, 0, "roll")
	m.Undo(0)
	m.Agree(1, true)
	batch, err := m.Agree(2, true)
	do(t, m, batch, err)
	play(t, m, 0, "roll")
	text := m.Record().String()
	for name, spoil := range map[string]func(string) string{
		"the seed":       func(s string) string { return strings.Replace(s, "seed "+m.Setup().Seed[:4], "seed 0000", 1) },
		"the commitment": func(s string) string { return strings.Replace(s, "commitment ", "commitment 0", 1) },
		"no match":       func(s string) string { return strings.Replace(s, "match m1\n", "", 1) },
		"another match":  func(s string) string { return strings.Replace(s, "match m1\n", "match m2\n", 1) },
		"chance":         func(s string) string { return strings.Replace(s, "reseed ", "reseed 00", 1) },
		"a hash": func(s string) string {
			i := strings.LastIndex(s, " = ")
			return s[:i+3] + "0000" + s[i+7:]
		},
		"the end": func(s string) string { return strings.Replace(s, "unfinished", "result won by player 2", 1) },
	} {
		rec, err := match.ReadRecord([]byte(spoil(text)))
		if err == nil {
			err = match.Verify(m.Rules(), rec, m.Setup().Commitment())
		}
		if err == nil {
			t.Errorf("%s: the change is not noticed", name)
		}
	}
	rec, err := match.ReadRecord([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if err := match.Verify(m.Rules(), rec, ""); err != nil {
		t.Error(err)
	}
	if err := match.Verify(m.Rules(), rec, "another"); err == nil {
		t.Error("a different noted commitment is accepted")
	}
}
