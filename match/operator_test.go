package match_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
)

// setUp starts a match of a game.
func setUp(t *testing.T, name string, seats int) (*game.Rules, *match.Match) {
	t.Helper()
	r, err := games.Find(name)
	if err != nil {
		t.Fatal(err)
	}
	m, err := match.New(r, match.Setup{ID: "m", Seats: seats, Seed: match.SeedText(game.SeedOf(7))})
	if err != nil {
		t.Fatal(err)
	}
	return r, m
}

// After a backup, cards that nobody knows are dealt again, no seat notices, and the record names it.
func TestRestore(t *testing.T) {
	r, m := setUp(t, "gofish", 2)
	before := m.State()
	next := func(s *game.State) string { // what seat 0 gets when it goes fishing again and again
		text := ""
		for range 12 {
			moves, err := s.Moves()
			if err != nil || len(moves) == 0 {
				break
			}
			if s, err = s.Play(moves[0]); err != nil {
				t.Fatal(err)
			}
			text += s.View(0).HashText() + " "
		}
		return text
	}
	was := next(before)
	m.Commit(m.Restore(game.SeedOf(99)))
	for seat := range game.Seat(2) {
		if m.State().View(seat).Hash() != before.View(seat).Hash() {
			t.Errorf("seat %d sees a difference", seat)
		}
	}
	if next(m.State()) == was {
		t.Error("the same cards come again")
	}
	again, err := match.Open(m.Setup(), r, m.Log(1), nil)
	if err != nil || again.State().Hash() != m.State().Hash() {
		t.Fatalf("the match cannot be opened again: %v", err)
	}
	rec, err := match.ReadRecord([]byte(m.Record().String()))
	if err != nil || len(rec.Moves) != 1 || rec.Moves[0].Kind != match.Restored {
		t.Fatalf("the record has %v, %v", rec, err)
	}
	if err := match.Verify(r, rec, ""); err != nil {
		t.Errorf("the record is not genuine: %v", err)
	}
}

// Nothing can be undone across a restored backup: that would bring the old cards back.
func TestUndoAcrossRestore(t *testing.T) {
	_, m := setUp(t, "hex", 2)
	batch, err := m.Play(0, 0, "place a1")
	if err != nil {
		t.Fatal(err)
	}
	m.Commit(batch)
	m.Commit(m.Restore(game.SeedOf(99)))
	if _, err := m.Undo(0); err == nil || !strings.Contains(err.Error(), "backup") {
		t.Errorf("undo across a restored backup: %v", err)
	}
}

// A closed match is over for everybody, and stays so.
func TestClose(t *testing.T) {
	r, m := setUp(t, "hex", 2)
	batch, err := m.Close()
	if err != nil {
		t.Fatal(err)
	}
	m.Commit(batch)
	if !m.Over() || !m.Outcome().Tie || len(m.ToAct()) > 0 {
		t.Errorf("a closed match: over %v, %v", m.Over(), m.Outcome())
	}
	if _, err := m.Play(0, 1, "place a1"); err == nil {
		t.Error("a closed match takes a move")
	}
	if _, err := m.Close(); err == nil {
		t.Error("a match is closed twice")
	}
	again, err := match.Open(m.Setup(), r, m.Log(1), nil)
	if err != nil || !again.Over() {
		t.Errorf("opened again, the match continues: %v", err)
	}
	rec, err := match.ReadRecord([]byte(m.Record().String()))
	if err == nil {
		err = match.Verify(r, rec, "")
	}
	if err != nil {
		t.Errorf("the record is not genuine: %v", err)
	}
}

// A look of the operator is an entry for everybody.
func TestLookedAt(t *testing.T) {
	_, m := setUp(t, "gofish", 2)
	m.Commit(m.LookedAt(1))
	m.Commit(m.LookedAt(game.Judge))
	events, err := m.Events(0, game.Nobody)
	if err != nil || len(events) != 2 || events[0].Kind != match.Looked || events[0].Seat != 1 || events[1].Seat != game.Nobody {
		t.Errorf("spectators read %v, %v", events, err)
	}
}
