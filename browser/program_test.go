package browser_test

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
)

// moveRandomly waits until a program knows an entry, and plays a random move if it is the program's turn.
func moveRandomly(t *testing.T, program *client.Match, seq int, luck *rand.Rand) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	for program.Now().Seq < seq {
		if _, err := program.Next(ctx); err != nil {
			t.Fatal(err)
		}
	}
	now := program.Now()
	if !now.MyTurn() {
		return
	}
	moves, err := now.View.Moves()
	if err != nil {
		t.Fatal(err)
	}
	moves = slices.DeleteFunc(moves, func(m game.Move) bool { return m.Seat != now.Seat || m.Action == "withdraw" })
	if err := program.Play(ctx, now.Seq, now.View.Text(moves[luck.IntN(len(moves))])); err != nil {
		t.Fatal(err)
	}
	for program.Now().Seq == now.Seq { // so that the others wait for this move
		if _, err := program.Next(ctx); err != nil {
			t.Fatal(err)
		}
	}
}

// playRandomly lets programs play up to a number of random moves, and returns the number of entries.
func playRandomly(t *testing.T, programs []*client.Match, moves int, luck *rand.Rand) int {
	t.Helper()
	seq := 0
	for _, program := range programs {
		seq = max(seq, program.Now().Seq)
	}
	for range moves {
		for _, program := range programs {
			moveRandomly(t, program, seq, luck)
			seq = max(seq, program.Now().Seq)
		}
		if programs[0].Now().Over {
			break
		}
	}
	return seq
}

// programAt watches a seat of a match whose game is not in the catalogue.
func (h *testServer) programAt(match, token string) *client.Match {
	h.t.Helper()
	program, err := h.client().Watch(h.t.Context(), match, token, h.find)
	if err != nil {
		h.t.Fatal(err)
	}
	h.t.Cleanup(program.Close)
	return program
}
