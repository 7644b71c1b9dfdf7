package games_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/match"
)

// TestLogNamesThePlay checks that the log names every card that is played or discarded in the open, to players and
// spectators, whatever the rules say about it.
func TestLogNamesThePlay(t *testing.T) {
	for _, name := range []string{"cribbage", "hearts", "gin", "letters"} {
		rules, err := games.Find(name)
		if err != nil {
			t.Fatal(err)
		}
		for seats := rules.Seats.Min; seats <= rules.Seats.Max; seats++ {
			m := atRandom(t, rules, seats, uint64(seats), 250)
			for _, who := range []game.Seat{0, 1, game.Nobody} {
				events, err := m.Events(0, who)
				if err != nil {
					t.Fatal(err)
				}
				for _, e := range events {
					if e.Line == nil || !openly(e.Move) {
						continue
					}
					log := ""
					for _, line := range match.LogLines(e.Seat, *e.Line, e.Said) {
						log += line.String() + "\n"
					}
					for _, arg := range e.Line.Args[1:] {
						if arg.Label == "" || !strings.Contains(log, arg.Label) {
							t.Errorf("%s, %d seats: %v does not read which card %s was:\n%s%v", name, seats, who, e.Move, log, e.Line)
						}
						break
					}
				}
			}
		}
	}
}

// openly reports whether a move shows a card to everybody.
func openly(move string) bool {
	action, _, _ := strings.Cut(move, " ")
	return action == "play" || action == "knock" || action == "gin"
}

// atRandom plays a match at random.
func atRandom(t *testing.T, rules *game.Rules, seats int, seed uint64, most int) *match.Match {
	t.Helper()
	m, err := match.New(rules, match.Setup{ID: "log", Seats: seats, Seed: match.SeedText(game.SeedOf(seed))})
	if err != nil {
		t.Fatal(err)
	}
	for seat := range game.Seat(seats) {
		batch, err := m.Sit(seat, match.Player{Name: seat.String()})
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	luck := rand.New(rand.NewPCG(seed, 1))
	for range most {
		if m.State().Over() {
			break
		}
		moves, err := m.State().MovesUpTo(50)
		if err != nil {
			t.Fatal(err)
		}
		move := moves[luck.IntN(len(moves))]
		batch, err := m.Make(nil, move)
		if err != nil {
			t.Fatal(err)
		}
		m.Commit(batch)
	}
	return m
}
