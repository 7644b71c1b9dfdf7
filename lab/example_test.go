package lab_test

import (
	"context"
	"fmt"

	"github.com/plygame/ply/bot"
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

func ExampleArena() {
	var bots []lab.Entrant
	for _, name := range []string{"random", "gentle"} {
		p, err := bot.Standard().Player(name)
		if err != nil {
			panic(err)
		}
		bots = append(bots, lab.Entrant{Name: name, Player: p})
	}
	a := &lab.Arena{Rules: tictactoe.New(), Seats: 2, Bots: bots, Games: 50, Seed: 1}
	s, err := a.Run(context.Background())
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Bots[0].Name, "is ahead; its score is above 70 %:", s.Bots[0].Low > 0.7)
	// Output: gentle is ahead; its score is above 70 %: true
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
