package docs_test

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
	"github.com/plygame/ply/store/storetest"
)

// Announced is a store that reports which matches have changed.
type Announced struct {
	store.Store
	Changed func(id string)
}

func (a Announced) Append(ctx context.Context, id string, after int, entries []match.Entry, about *match.Listing) error {
	err := a.Store.Append(ctx, id, after, entries, about)
	if err == nil {
		a.Changed(id)
	}
	return err
}

func TestAnnounced(t *testing.T) {
	storetest.Check(t, func(t *testing.T) store.Store {
		return Announced{new(store.Memory), func(string) {}}
	})
}

func TestAnnouncedFile(t *testing.T) {
	storetest.CheckDurable(t, func(t *testing.T, place string) store.Store {
		s, err := store.OpenSQLite(filepath.Join(place, "matches.db"))
		if err != nil {
			t.Fatal(err)
		}
		return Announced{s, func(string) {}}
	})
}
