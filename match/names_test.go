package match_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/tictactoe"
	"github.com/plygame/ply/match"
)

// Lines about the moves of a bot keep its name after a person has taken its seat.
func TestLinesKeepTheNameOfABot(t *testing.T) {
	m, err := match.New(tictactoe.New(), match.Setup{ID: "m", Seats: 2, Seed: match.SeedText(game.Seed{1})})
	if err != nil {
		t.Fatal(err)
	}
	do := func(b *match.Batch, err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(b)
	}
	do(m.Sit(0, match.Player{Name: "bot", Bot: "random"}))
	do(m.Play(0, m.Seq(), "place b2"))
	do(m.Sit(0, match.Player{}))
	do(m.Sit(0, match.Player{Name: "Ada"}))
	events, err := m.Events(1, 1)
	if err != nil {
		t.Fatal(err)
	}
	if name := events[0].Line.Args[0].Name; name != "bot" {
		t.Errorf("the line names %q", name)
	}
}
