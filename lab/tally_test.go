package lab

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
	s := &Simulation{Rules: r, Seats: 3, Seed: 1, Games: 600, MaxMoves: 10, Workers: 2}
	got, err := s.Run()
	if err != nil {
		t.Fatal(err)
	}
	sum, shares := got.Shared+got.Lost+got.Draws+got.Unfinished+got.Faults, 0
	for x := range got.Wins {
		sum += got.Wins[x]
		shares += got.Shares[x]
	}
	if sum != 600 || got.Games != 600 {
		t.Errorf("%d of %d games are counted: %+v", sum, got.Games, got)
	}
	for name, n := range map[string]int{"draws": got.Draws, "wins": got.Wins[0], "shared": got.Shared - got.Shares[0], "lost": got.Lost, "faults": got.Faults} {
		if n < 60 || n > 140 {
			t.Errorf("%s: %d of 600", name, n)
		}
	}
	if got.Wins[1] != 0 || got.Shares[1] != got.Shared || shares != 2*got.Shared+got.Shares[0] {
		t.Errorf("%d games shared among workers: %v, by one: %v", got.Shared, got.Shares, got.Wins)
	}
}
