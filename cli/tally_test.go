package cli

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/odd"
)

// Every game is counted once, however it ends.
func TestTallyAddsUp(t *testing.T) {
	ways := []func(*game.Tx){(*game.Tx).Tie, func(t *game.Tx) { t.Win(0) }, func(t *game.Tx) { t.Win(1, 2) }, func(t *game.Tx) { t.Win() }, func(t *game.Tx) { t.Score(1, 1, 1) }}
	way := &game.Pick[int]{Name: "way", Range: func(*game.Tx) (int, int) { return 0, len(ways) }}
	r := odd.Game("ends", game.Action{Pick: []game.Choice{way}, Do: func(t *game.Tx) { ways[way.In(t)](t) }}) // the last one is a fault
	s := &simulation{rules: r, seats: 3, seed: 1, games: 600, most: 10}
	got, err := s.run(2)
	if err != nil {
		t.Fatal(err)
	}
	sum, shares := got.shared+got.lost+got.draws+got.unfinished+got.faults, 0
	for x := range got.wins {
		sum += got.wins[x]
		shares += got.shares[x]
	}
	if sum != 600 || got.games != 600 {
		t.Errorf("%d of %d games are counted: %+v", sum, got.games, got)
	}
	for name, n := range map[string]int{"draws": got.draws, "wins": got.wins[0], "shared": got.shared - got.shares[0], "lost": got.lost, "faults": got.faults} {
		if n < 60 || n > 140 {
			t.Errorf("%s: %d of 600", name, n)
		}
	}
	if got.wins[1] != 0 || got.shares[1] != got.shared || shares != 2*got.shared+got.shares[0] {
		t.Errorf("%d games are shared: %v, and alone %v", got.shared, got.shares, got.wins)
	}
}
