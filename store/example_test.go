package store_test

import (
	"context"
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/store"
)

// Of two writers that append after the same entry, one is refused.
func ExampleStore() {
	ctx := context.Background()
	var s store.Store = new(store.Memory) // or store.OpenSQLite("ply.db")
	m, err := match.New(tictactoe.New(), match.Setup{ID: "m1", Seats: 2, Seed: match.SeedText(game.SeedOf(1)), Created: time.Now()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(s.Create(ctx, store.Kept{Setup: m.Setup()}, m.Listing()))

	one, _ := m.Play(0, 0, "place b2")
	two, _ := m.Play(0, 0, "place a1")
	fmt.Println(s.Append(ctx, "m1", one.After, one.Entries, nil))
	fmt.Println(s.Append(ctx, "m1", two.After, two.Entries, nil))
	// Output:
	// <nil>
	// <nil>
	// the match has changed in the meantime
}
