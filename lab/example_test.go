package lab_test

import (
	"fmt"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/lab"
)

func ExampleSimulation() {
	s := &lab.Simulation{Rules: tictactoe.New(), Seats: 2, Seed: 1, Games: 1000, MaxMoves: 100}
	t, err := s.Run()
	if err != nil {
		panic(err)
	}
	fmt.Println(t.Games, "games; the first to move wins more often:", t.Wins[0] > t.Wins[1])
	// Output: 1000 games; the first to move wins more often: true
}

func ExamplePerft() {
	s, err := tictactoe.New().Start(2, game.SeedOf(1))
	if err != nil {
		panic(err)
	}
	n, err := lab.Perft(s, 3, false)
	if err != nil {
		panic(err)
	}
	fmt.Println(n.Nodes)
	// Output: 504
}
