package games_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// TestForkMoveKey checks that the key of a handle equals that of its move, also in re-deals, and allocates nothing.
func TestForkMoveKey(t *testing.T) {
	for _, rules := range games.All() {
		t.Run(rules.Name, func(t *testing.T) {
			s, err := rules.Start(rules.Seats.Min, game.SeedOf(1))
			if err != nil {
				t.Fatal(err)
			}
			f := s.Fork()
			keyed := 0
			for range 12 {
				if s.Over() {
					break
				}
				if err := f.Redeal(s, s.Turn(), uint64(keyed)); err != nil {
					t.Fatal(err)
				}
				all, err := f.Handles(nil)
				if err != nil {
					t.Fatal(err)
				}
				for _, h := range all {
					if got, want := f.MoveKey(h), f.State().MoveKey(f.Move(h)); got != want {
						t.Fatalf("the key of %q is %x, that of its handle %x", f.State().Text(f.Move(h)), want, got)
					}
				}
				keyed += len(all)
				all = all[:min(len(all), 100)]
				n := testing.AllocsPerRun(3, func() {
					for _, h := range all {
						f.MoveKey(h)
					}
				})
				if n != 0 {
					t.Fatalf("the keys of %d moves allocate %.1f times", len(all), n)
				}
				moves, err := s.Moves()
				if err != nil {
					t.Fatal(err)
				}
				if s, err = s.Play(moves[keyed%len(moves)]); err != nil {
					t.Fatal(err)
				}
			}
			if keyed == 0 {
				t.Error("no move was checked")
			}
		})
	}
}
