package match_test

import (
	"fmt"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
)

// Store the entries of a batch before committing it.
func ExampleMatch() {
	m, err := match.New(tictactoe.New(), match.Setup{ID: "m1", Seats: 2, Seed: match.SeedText(game.SeedOf(1)), Created: time.Now()})
	if err != nil {
		fmt.Println(err)
		return
	}
	var disk []match.Entry
	commit := func(batch *match.Batch, err error) {
		if err != nil {
			fmt.Println("refused:", err)
			return
		}
		disk = append(disk, batch.Entries...)
		m.Commit(batch)
	}
	commit(m.Play(0, m.Seq(), "place b2"))
	commit(m.Play(1, 0, "place b2")) // a player who has not seen the last move
	commit(m.Undo(0))
	commit(m.Play(0, m.Seq(), "place a1"))

	again, err := match.Open(m.Setup(), tictactoe.New(), disk, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	events, _ := again.Events(0, 1)
	for _, e := range events {
		fmt.Println(e.N, e.Kind, "by", e.Seat, e.Move+".")
	}
	// Output:
	// refused: the match has changed since entry 0 and is at 1: choose again
	// 1 move by seat 0 place b2.
	// 2 undo by seat 0 .
	// 3 move by seat 0 place a1.
}
