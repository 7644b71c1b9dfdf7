package lab

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// partners is a game for two pairs: whoever rolls a six wins with their partner.
func partners() *game.Rules {
	roll := &game.Action{Name: "roll", Do: func(t *game.Tx) {
		if t.Roll(6) == 6 {
			t.Win(t.Seat, (t.Seat+2)%4)
		}
	}}
	return &game.Rules{Name: "partners", Version: "1", Seats: game.Exactly(4), Actions: []*game.Action{roll}}
}

// A simulation counts the wins of teams.
func TestSimulateTeams(t *testing.T) {
	tally, err := (&Simulation{Rules: partners(), Seats: 4, Seed: 1, Games: 200, MaxMoves: 1000, Workers: 2}).Run()
	if err != nil {
		t.Fatal(err)
	}
	s := tally.Summary(1)
	if len(s.Teams) != 2 || s.Teams[0].Wins+s.Teams[1].Wins != 200 || s.Teams[0].Seats[0] != 0 || s.Teams[0].Seats[1] != 2 {
		t.Errorf("the teams are %v", s.Teams)
	}
	text := s.Text(partners())
	if !strings.Contains(text, "Player 1 and player 3 win") || !strings.Contains(text, "Player 2 and player 4 win") || strings.Contains(text, "shared") || strings.Contains(text, "Player 1 wins") {
		t.Errorf("the table is\n%s", text)
	}
}

// In an ordered arena, partners stay together in every game, and every pair has every seat.
func TestArenaKeepsPartners(t *testing.T) {
	a := &Arena{Rules: partners(), Seats: 4, Ordered: true, Games: 40, Bots: []Entrant{{Name: "a"}, {Name: "b"}, {Name: "a"}, {Name: "b"}}}
	first := 0
	for g := range a.Total() {
		_, _, seating := a.seating(g)
		name := func(seat int) string { return a.Bots[seating[seat]].Name }
		if name(0) != name(2) || name(1) != name(3) || name(0) == name(1) {
			t.Fatalf("game %d is played by %s %s %s %s", g, name(0), name(1), name(2), name(3))
		}
		if name(0) == "a" {
			first++
		}
	}
	if first != a.Total()/2 {
		t.Errorf("a begins %d of %d games", first, a.Total())
	}
}
