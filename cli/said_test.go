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
	want := `action place of seat 0, move 1: "{0} takes {1}" has no argument for {1}: it has 1, counted from 0`
	if len(v.Faults) != 2 || !strings.Contains(v.Faults[0], want) || !strings.Contains(v.Faults[1], want) {
		t.Errorf("got %q, want %q for each game", v.Faults, want)
	}
}
