package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// roled is a small duel in which seats have names.
func roled(roles ...game.Role) *game.Rules {
	whom := &game.Pick[game.Seat]{Name: "whom", From: func(t *game.Tx) game.Set[game.Seat] { return t.Others(t.Seat) }}
	hit := &game.Action{Name: "hit", Reads: "{seat} hits {whom}", Pick: []game.Choice{whom}, Do: func(t *game.Tx) {
		t.Say("{0} was hit by {1}", whom.In(t).ID(), t.Seat)
		t.Win(t.Seat)
	}}
	return &game.Rules{Name: "duel", Seats: game.Exactly(3), Roles: roles, Actions: []*game.Action{hit}}
}

func ExampleRole() {
	r := roled(game.Role{Name: "White", Color: "white"}, game.Role{Name: "Black", Color: "black"})
	s, _ := r.Start(3, game.SeedOf(1))
	m, _ := s.Parse(0, "hit 1")
	next, _ := s.Play(m)
	fmt.Println(s.MoveLine((*game.State).View, 2, m, next))
	fmt.Println(next.Said()[0])
	fmt.Println(next.Where())
	fmt.Println(r.SeatName(1), r.SeatName(2), r.SeatName(game.Nobody))
	// Output:
	// White hits Black
	// Black was hit by White
	// the game is over: White wins
	// Black player 3 nobody
}

// Texts for people say player 1 for seat 0.
func TestSeatsAreCountedFromOne(t *testing.T) {
	s, err := roled().Start(3, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	m, err := s.Parse(0, "hit 1")
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.Play(m)
	if err != nil {
		t.Fatal(err)
	}
	_, refused := s.PlayText(1, "hit 0")
	for got, want := range map[string]string{
		s.MoveLine((*game.State).View, 2, m, next).String(): "player 1 hits player 2",
		next.Said()[0].String():                             "player 2 was hit by player 1",
		next.Where():                                        "the game is over: player 1 wins",
		s.Where():                                           "waiting for player 1 to choose hit",
		refused.Error():                                     "hit: it is the turn of player 1",
	} {
		if got != want {
			t.Errorf("people read %q, want %q", got, want)
		}
	}
}

// Names and colours change neither digest nor state.
func TestRolesAreOutsideTheRules(t *testing.T) {
	plain, named := roled(), roled(game.Role{Name: "White"})
	a, err := plain.Start(3, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	b, err := named.Start(3, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if plain.Digest() != named.Digest() || a.Hash() != b.Hash() {
		t.Errorf("%s, %x and %s, %x", plain.Digest(), a.Hash(), named.Digest(), b.Hash())
	}
}

func TestOutcomeLine(t *testing.T) {
	for _, c := range []struct {
		o    game.Outcome
		want string
	}{
		{game.Outcome{}, "the game is not over"},
		{game.Outcome{Over: true, Tie: true}, "a draw"},
		{game.Outcome{Over: true}, "everyone has lost"},
		{game.Outcome{Over: true, Winners: []game.Seat{1}, Scores: []int{3, 12}}, "player 2 wins (3 : 12)"},
		{game.Outcome{Over: true, Winners: []game.Seat{0, 2}}, "player 1 and player 3 win"},
		{game.Outcome{Over: true, Winners: []game.Seat{0, 1, 2}}, "player 1, player 2 and player 3 win"},
		{game.Outcome{Over: true, Tie: true, Scores: []int{4, 4}}, "a draw (4 : 4)"},
	} {
		if got := c.o.Line().String(); got != c.want {
			t.Errorf("%v reads %q, want %q", c.o, got, c.want)
		}
	}
}
