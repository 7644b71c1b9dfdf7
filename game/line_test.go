package game_test

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

func TestLine(t *testing.T) {
	for _, c := range []struct {
		line *game.Line
		want string
	}{
		{game.NewLine("plain"), "plain"},
		{game.NewLine("{0} hits {1} for {2}: {3}", game.Seat(1), game.Nobody, -3, "ouch"), "player 2 hits nobody for -3: ouch"},
		{game.NewLine("{1} {0} {1}", 1, 2), "2 1 2"},
		{game.NewLine("{2} {-1} {x} {} {0}", 1), "{2} {-1} {x} {} 1"},
		{game.NewLine("{0", 1), "{0"},
		{game.NewLine("0} {0}", 1), "0} 1"},
		{game.NewLine("{ {0}", 1), "{ 1"},
		{game.NewLine("{{0}}", 1), "{1}"},
		{game.NewLine("{0} {1}", "{1}", "b"), "{1} b"}, // once, without expanding the result
		{game.NewLine("{0} {0|point|points}, {1} {1|die|dice}", 1, 2), "1 point, 2 dice"},
		{game.NewLine("{0|is|are} {1|is|are} {2|is|are}", 0, -1, "1"), "are are are"},
		{game.NewLine("{7|is|are} {x|is|are}", 1), "{7|is|are} {x|is|are}"},
		{game.NewLine("{0}"), "{0}"},
		{game.NewLine("{0}", game.ID(7)), "element 7"},
		{&game.Line{Text: "{0}", Args: []any{nil}}, "?"},
		{&game.Line{}, ""},
	} {
		if got := c.line.String(); got != c.want {
			t.Errorf("%q: got %q, want %q", c.line.Text, got, c.want)
		}
	}
}

// Lines name elements by their labels at the time.
func TestSaid(t *testing.T) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		tx.Say("welcome")
		tx.Emit("gong")
	})
	if len(s.Said()) != 1 || s.Said()[0].String() != "welcome" || len(s.Notices()) != 1 {
		t.Errorf("at the start: %v, %v", s.Said(), s.Notices())
	}
	old := s
	s = x.play(t, s, func(tx *game.Tx) {
		id := tx.Create(x.stone, x.row)
		tx.Say("{0} puts {1} into {2}", tx.Seat, id, x.row.ID())
		tx.Emit("slide", id, x.row.ID())
		tx.Remove(id)
		tx.Say("{0} is gone", id)
		tx.Emit("puff", 3, "loud")
	})
	if got := fmt.Sprint(s.Said()); got != "[player 1 puts #1 into row #1 is gone]" {
		t.Errorf("said: %s", got)
	}
	n := s.Notices()
	if len(n) != 2 || n[0].Name != "slide" || n[1].Name != "puff" || n[0].Args[1] != any(x.row.ID()) || n[1].Args[0] != any(3) {
		t.Errorf("notices: %v", n)
	}
	// They belong to the last move and are not part of the state.
	quiet := x.play(t, old, func(tx *game.Tx) { tx.Remove(tx.Create(x.stone, x.row)) })
	if quiet.Hash() != s.Hash() || len(quiet.Diff(s)) != 0 {
		t.Error("what was said is part of the state")
	}
	if s = x.play(t, s, func(*game.Tx) {}); len(s.Said())+len(s.Notices()) != 0 {
		t.Errorf("the move after says %v", s.Said())
	}
	if fmt.Sprint(old.Said()) != "[welcome]" {
		t.Error("the old lines have changed")
	}
}

// Lines of a Try are discarded.
func TestTrySaysNothing(t *testing.T) {
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Say("before")
		tx.Try(func() { tx.Say("tried"); tx.Emit("tried") })
		tx.Say("after")
	})
	if got := fmt.Sprint(s.Said()); got != "[before after]" || len(s.Notices()) != 0 {
		t.Errorf("said: %s", got)
	}
}

// A caller may reuse the arguments of a line.
func TestArgsAreCopied(t *testing.T) {
	args := []any{1}
	why := game.NewLine("{0}", args...)
	x := newBox()
	s := x.play(t, x.start(t), func(tx *game.Tx) {
		tx.Say("{0}", args...)
		tx.Emit("n", args...)
	})
	args[0] = 2
	if why.String() != "1" || s.Said()[0].String() != "1" || s.Notices()[0].Args[0] != any(1) {
		t.Error("the arguments are not copied")
	}
}

// A Line can be translated: its text and its arguments are kept apart.
func ExampleLine() {
	why := game.NewLine("{0} needs {1} gold", game.Seat(1), 3)
	fmt.Println(why)
	german := game.Line{Text: "{1} Gold braucht {0}", Args: why.Args}
	fmt.Println(german)
	// Output:
	// player 2 needs 3 gold
	// 3 Gold braucht player 2
}

// Say is for the log, Emit for sights and sounds; both belong to the last move.
func ExampleNotice() {
	x := newBox()
	s, _ := x.Rules.Start(2, game.SeedOf(1))
	x.do = func(t *game.Tx) {
		die := t.Roll(6)
		t.Say("{0} rolls {1}", t.Seat, die)
		t.Emit("dice", die)
	}
	s, _ = s.Rig(game.Chance{Number: 5}).PlayText(0, "do")
	fmt.Println(s.Said()[0], s.Notices()[0].Name, s.Notices()[0].Args)
	// Output: player 1 rolls 5 dice [5]
}

type (
	suitNo  uint8
	caption string
)

// bearing has its own String method.
type bearing int8

func (b bearing) String() string { return [...]string{"north", "south"}[b] }

// Line arguments are plain: integers and strings of any type, seats and elements.
func TestArgsOfAllKinds(t *testing.T) {
	x := newBox()
	s := x.start(t)
	for want, arg := range map[string]any{
		"1": int(1), "-2": int8(-2), "-3": int16(-3), "-4": int32(-4), "-5": int64(-5),
		"6": uint(6), "7": uint8(7), "8": uint16(8), "9": uint32(9), "10": uint64(10),
		"3": suitNo(3), "north": bearing(0), "ace": caption("ace"), "king": "king", "": "", "player 2": game.Seat(1), "nobody": game.Nobody, "row": x.row.ID(), "pile": x.pile,
	} {
		next, err := x.try(s, func(tx *game.Tx) {
			tx.Say("{0}", arg)
			tx.Announce("{0}", arg)
			tx.Tell([]game.Seat{tx.Seat}, "{0}", arg)
			tx.Emit("bell", arg)
		})
		if err != nil {
			t.Errorf("%T: %v", arg, err)
			continue
		}
		for _, line := range next.Said() {
			if line.String() != want {
				t.Errorf("%T: said is %q, want %q", arg, line, want)
			}
		}
	}
	for name, arg := range map[string]any{"a float": 1.5, "a bool": true, "nothing": nil, "a list": []int{1}, "a number too large": uint64(1 << 63)} {
		for how, say := range map[string]func(tx *game.Tx){
			"say":      func(tx *game.Tx) { tx.Say("{0} is {1}", 1, arg) },
			"announce": func(tx *game.Tx) { tx.Announce("{0} is {1}", 1, arg) },
			"tell":     func(tx *game.Tx) { tx.Tell([]game.Seat{0}, "{0} is {1}", 1, arg) },
			"line":     func(tx *game.Tx) { game.NewLine("{0} is {1}", 1, arg) },
		} {
			next, err := x.try(s, say)
			if f, ok := err.(*game.Fault); !ok || next != s || !strings.Contains(f.Why, `argument {1} of "{0} is {1}" is not an ID, a Seat, a Place, an integer or a string`) {
				t.Errorf("%s of %s: %v", how, name, err)
			}
		}
		_, err := x.try(s, func(tx *game.Tx) { tx.Emit("bell", arg) })
		if f, ok := err.(*game.Fault); !ok || !strings.Contains(f.Why, `argument {0} of "bell" is not an ID, a Seat, a Place, an integer or a string`) {
			t.Errorf("emit of %s: %v", name, err)
		}
	}
}

// A placeholder without an argument is a Fault that names the text, wherever the line comes from.
func TestLineWithoutItsArgument(t *testing.T) {
	for text, args := range map[string][]any{"{0}": nil, "{0} scores {3|point|points}": {1, 2}, "a {brace} {1}": {1}} {
		x := newBox()
		s := x.start(t)
		x.do = func(tx *game.Tx) { tx.Say(text, args...) }
		_, err := s.PlayText(s.Turn(), "do")
		if err == nil || !strings.Contains(err.Error(), strconv.Quote(text)+" has no argument for {") {
			t.Errorf("%q with %d arguments: %v", text, len(args), err)
		}
	}
	x := newBox()
	x.play(t, x.start(t), func(tx *game.Tx) { tx.Say("{} {-1} {a brace} {0|one|more} {", 1) })
}
