package match_test

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

func TestLogLines(t *testing.T) {
	zero, one, two := game.Seat(0), game.Seat(1), 2
	move := match.Line{Text: "{0} bids {1}", Args: []match.Arg{{Seat: &zero}, {Number: &two}}}
	for _, c := range []struct {
		about string
		said  []match.Line
		want  int
	}{
		{"nothing is said", nil, 1},
		{"the player comes first", []match.Line{{Text: "{1} bids {0} dice", Args: []match.Arg{{Number: &two}, {Seat: &zero}}}, {Text: "Much!"}}, 2},
		{"another player comes first", []match.Line{{Text: "{0} listens", Args: []match.Arg{{Seat: &one}}}}, 2},
		{"the player comes later", []match.Line{{Text: "A bid by {0}", Args: []match.Arg{{Seat: &zero}}}}, 2},
		{"a number comes first", []match.Line{{Text: "{0} dice", Args: []match.Arg{{Number: &two}}}}, 2},
		{"the argument is missing", []match.Line{{Text: "{3} bids"}}, 2},
		{"a word that depends on the number", []match.Line{{Text: "{0|die|dice}", Args: []match.Arg{{Seat: &zero}}}}, 2},
	} {
		got := match.LogLines(0, move, c.said)
		if own := got[0].Text == move.Text && len(got) == len(c.said)+1; len(got) != c.want || own == (c.about == "the player comes first") {
			t.Errorf("%s: got %v", c.about, got)
		}
	}
}
