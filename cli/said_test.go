package cli

import (
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/internal/catalogue"
)

// ply check finds a message with a missing argument.
func TestCheckReadsLines(t *testing.T) {
	r := tictactoe.New()
	place := r.Actions[0].Do
	r.Actions[0].Do = func(t *game.Tx) {
		place(t)
		t.Say("{0} takes {1}", t.Seat)
	}
	c := &checkCommand{Games: 2, Time: time.Minute, Seed: 1, MaxMoves: 100}
	c.Game = r.Name
	v, err := c.verdict(catalogue.Catalogue{r})
	if err != nil {
		t.Fatal(err)
	}
	if want := `with 2 seats and seed 1, after 1 move: the line "{0} takes {1}" has no argument for {1}: it has 1, counted from 0`; strings.Join(v.Faults, "\n") != want {
		t.Errorf("got %q, want %q", v.Faults, want)
	}
}
