package server_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/store"
)

// aged stores a match that last changed some time ago.
func aged(t *testing.T, s store.Store, id string, ago time.Duration, moves ...string) {
	t.Helper()
	m, err := match.New(tictactoe.New(), match.Setup{ID: id, Seats: 2, Seed: match.SeedText(game.SeedOf(1)), Created: time.Now().Add(-ago)})
	if err != nil {
		t.Fatal(err)
	}
	m.Now = func() time.Time { return time.Now().Add(-ago) }
	batch, err := m.Sit(0, match.Player{Name: "Wilhelmina", Token: "t"})
	if err != nil {
		t.Fatal(err)
	}
	m.Commit(batch)
	for i, move := range moves {
		batch, err := m.Play(game.Seat(i%2), m.Seq(), "place "+move)
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	if err := s.Create(context.Background(), store.Kept{Setup: m.Setup(), Log: m.Log(1)}, m.Listing()); err != nil {
		t.Fatal(err)
	}
}

// Old matches are deleted, each kind after its own time, and their records are archived without names.
func TestRetention(t *testing.T) {
	const day = 24 * time.Hour
	kept, archive := new(store.Memory), filepath.Join(t.TempDir(), "archive")
	over := []string{"a1", "a2", "b1", "b2", "c1"}
	aged(t, kept, "over-old", 40*day, over...)
	aged(t, kept, "over-new", 20*day, over...)
	aged(t, kept, "left-old", 100*day, "a1")
	aged(t, kept, "left-new", 40*day, "a1")
	aged(t, kept, "idle-old", 8*day)
	aged(t, kept, "idle-new", 6*day)
	s := bare(t, server.Config{Store: kept, Retention: server.Retention{Ended: 30 * day, Abandoned: 90 * day, Unbegun: 7 * day, Archive: archive}})
	n, err := s.Tidy(t.Context())
	if err != nil || n != 3 {
		t.Fatalf("%d matches were deleted, %v; want 3", n, err)
	}
	for _, id := range []string{"over-old", "left-old", "idle-old"} {
		if _, err := kept.Load(t.Context(), id); !errors.Is(err, store.ErrDeleted) {
			t.Errorf("match %s: %v, want ErrDeleted", id, err)
		}
	}
	for _, id := range []string{"over-new", "left-new", "idle-new"} {
		if _, err := kept.Load(t.Context(), id); err != nil {
			t.Errorf("match %s: %v", id, err)
		}
	}
	files, _ := filepath.Glob(archive + "/*")
	slices.Sort(files)
	if len(files) != 2 || filepath.Base(files[0]) != "left-old.ply" || filepath.Base(files[1]) != "over-old.ply" {
		t.Fatalf("the archive has %v", files)
	}
	text, err := os.ReadFile(files[1])
	if err != nil || strings.Contains(string(text), "Wilhelmina") {
		t.Errorf("the archived record has a name: %s, %v", text, err)
	}
	rec, err := match.ReadRecord(text)
	if err == nil {
		err = match.Verify(tictactoe.New(), rec, "")
	}
	if err != nil {
		t.Errorf("the archived record is not genuine: %v", err)
	}
	if n, err := s.Tidy(t.Context()); n != 0 || err != nil {
		t.Errorf("again: %d, %v", n, err)
	}
}

// Without a retention, nothing is deleted.
func TestNoRetention(t *testing.T) {
	kept := new(store.Memory)
	aged(t, kept, "old", 10_000*time.Hour)
	if n, err := bare(t, server.Config{Store: kept}).Tidy(t.Context()); n != 0 || err != nil {
		t.Errorf("%d matches were deleted, %v", n, err)
	}
}
