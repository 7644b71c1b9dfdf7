package docs_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/server"
)

// Playouts plays every move in a number of random games, and chooses the one that wins most often.
type Playouts struct{ Games int }

func (p Playouts) Choose(ctx context.Context, t bot.Turn) (game.Move, error) {
	fork, wins := t.View.Fork(), map[uint64]int{}
	for n := range p.Games {
		if ctx.Err() != nil {
			break // out of time: return the best so far
		}
		if err := t.Redeal(fork, t.Seed+uint64(n)); err != nil {
			return game.Move{}, err
		}
		handles, err := fork.Handles(nil)
		if err != nil {
			return game.Move{}, err
		}
		for _, h := range handles {
			key, start := fork.MoveKey(h), fork.Mark()
			_ = fork.Do(h)
			_, _ = fork.Playout(1000)
			if fork.State().Rank(t.Seat) == 1 {
				wins[key]++
			}
			fork.Back(start)
		}
	}
	moves, err := t.View.Moves()
	if err != nil {
		return game.Move{}, err
	}
	return slices.MaxFunc(moves, func(a, b game.Move) int { return wins[t.View.MoveKey(a)] - wins[t.View.MoveKey(b)] }), nil
}

func ownBots() bot.Bots {
	return append(bot.Standard(), bot.Bot{
		Name: "playouts", Takes: "GAMES", About: "Tries each move in random games.",
		New: func(parameter string) (bot.Player, error) {
			n, err := strconv.Atoi(parameter)
			if err != nil || n < 1 || n > 1000 {
				return nil, errors.New("GAMES is a number from 1 to 1000")
			}
			return Playouts{n}, nil
		},
	})
}

func Example_ownBotServer() {
	srv, err := server.New(server.Config{Games: games.All(), Bots: ownBots(), Bot: "playouts:20"})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer srv.Close(context.Background())

	_, err = server.New(server.Config{Bots: ownBots(), Bot: "playouts:many"})
	fmt.Println(err)
	_, err = ownBots().Player("alphazero")
	fmt.Println(err)
	// Output:
	// the bot playouts:GAMES: GAMES is a number from 1 to 1000
	// there is no bot "alphazero"; the bots are: gentle, steady, sharp, expert, random, playouts:GAMES, or a number of simulations
}

func Example_ownBot() {
	smart, err := ownBots().Player("playouts:20")
	if err != nil {
		fmt.Println(err)
		return
	}
	random, _ := ownBots().Player("random")
	players := []bot.Player{smart, random}

	lost := 0
	for n := range uint64(20) {
		s, _ := tictactoe.New().Start(2, game.SeedOf(n))
		for !s.Over() {
			m, err := bot.Choose(context.Background(), players[s.Turn()], s, s.Turn(), 1000*n+uint64(s.Played()))
			if err != nil {
				fmt.Println(err)
				return
			}
			s, _ = s.Play(m)
		}
		if s.Rank(0) > 1 {
			lost++
		}
	}
	fmt.Println("playouts lost", lost, "of 20 games of tic-tac-toe against random")
	// Output: playouts lost 0 of 20 games of tic-tac-toe against random
}
