package probes

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

var pips = game.NewPart[int]("pips")

// diceFor counts how often each die shows each face in re-deals for a seat.
func diceFor(t testing.TB, s *game.State, seat game.Seat, deals int) map[string]*[7]int {
	t.Helper()
	faces := map[string]*[7]int{}
	f := s.Fork()
	for n := range uint64(deals) {
		if err := f.Redeal(s, seat, n); err != nil {
			t.Fatal(err)
		}
		for id := range f.State().All() {
			name := s.Name(id)
			if faces[name] == nil {
				faces[name] = new([7]int)
			}
			faces[name][pips.Of(f.State(), id)]++
		}
	}
	return faces
}

// A seat knows a die only if it has seen it since the last roll.
func TestRolledAgain(t *testing.T) {
	// One die under the cup of seat 0. It can be shown, covered and rolled, or both in one move.
	rules := func() *game.Rules {
		die := &game.Kind{Name: "die"}
		cup := &game.Place{Name: "cup", Each: true, Seen: game.ByOwner}
		do := func(name string, steps ...func(*game.Tx, game.ID)) *game.Action {
			return &game.Action{Name: name, Do: func(t *game.Tx) {
				for _, step := range steps {
					step(t, t.First(cup.Of(0)))
				}
			}}
		}
		show := func(t *game.Tx, id game.ID) { t.Show(id) }
		cover := func(t *game.Tx, id game.ID) {
			t.Hide(id)
			t.Show(id, 0)
		}
		roll := func(t *game.Tx, id game.ID) { pips.Roll(t, id) }
		return &game.Rules{
			Name: "die", Seats: game.Exactly(2), Layout: []game.Layout{cup}, Kinds: []*game.Kind{die},
			Parts:   []game.Column{pips.Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) })},
			Setup:   func(t *game.Tx) { pips.Roll(t, t.Create(die, cup.Of(0))) },
			Actions: []*game.Action{do("show", show), do("cover", cover), do("roll", roll), do("cover-roll", cover, roll), do("roll-cover", roll, cover)},
		}
	}
	for _, test := range []struct {
		moves string
		knows bool // seat 1 knows the die
	}{
		{"", false},
		{"show", true},
		{"show cover", true},
		{"show cover roll", false},
		{"show cover roll show", true},
		{"show roll", true},
		{"show roll cover", true},
		{"show cover-roll", false},
		{"show roll-cover", false},
		{"show roll cover cover-roll show cover", true},
	} {
		for _, face := range []int{4, 5} { // the same as before, or different
			s := begin(t, rules(), 2, dice(4)...)
			for _, move := range strings.Fields(test.moves) {
				if s = s.Rig(); strings.Contains(move, "roll") {
					s = s.Rig(dice(face)...)
				}
				s = play(t, s, move)
			}
			id := s.Find("#1")
			if got := diceFor(t, s, 1, 60)["#1"]; test.knows != (got[pips.Of(s, id)] == 60) {
				t.Errorf("%s, when a %d was rolled: re-deals for player 2 give the faces %v", test.moves, face, got[1:])
			}
			if got := diceFor(t, s, 0, 60)["#1"]; got[pips.Of(s, id)] != 60 {
				t.Errorf("%s, when a %d was rolled: re-deals for its owner give the faces %v", test.moves, face, got[1:])
			}
		}
	}
}
