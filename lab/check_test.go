package lab

import (
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// What no user interface can draw is found among the declarations, with the word that was probably meant.
func TestCheckLooks(t *testing.T) {
	stone := &game.Kind{Name: "stone", Look: game.Look{Shape: "disk", Color: "rde", BySeat: []string{"X"}}}
	gem := &game.Kind{Name: "gem", Look: game.Look{Shape: "square", Color: "#a1B2c3", BySeat: []string{"a", "", "c"}}}
	row := &game.Place{Name: "row", Look: game.Look{Layout: "pie", Aim: "diagonal", Color: "SandyBrown"}}
	r := &game.Rules{
		Name: "looks", Seats: game.Between(2, 3), Layout: []game.Layout{row}, Kinds: []*game.Kind{stone, gem},
		Roles:   []game.Role{{Name: "A", Color: "Blue"}, {Name: "B", Color: "crimsn"}},
		Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Tie() }}},
	}
	v, err := (&Check{Rules: r, Games: 1, Seed: 1, MaxMoves: 10, Time: time.Minute}).Run()
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		`Roles has 2 roles for 3 seats: name all of them, or none`,
		`role "B": Color "crimsn" is unknown (did you mean "crimson"?); use the name of a CSS colour, or #rrggbb`,
		`kind "stone": Look.Shape "disk" is unknown (did you mean "disc"?); use card, disc, square, stick, corner`,
		`kind "stone": Look.Color "rde" is unknown; use the name of a CSS colour, or #rrggbb`,
		`kind "stone": Look.BySeat has 1 sign for 3 seats: add one for each seat, or an empty one`,
		`place "row": Look.Layout "pie" is unknown (did you mean "pile"?); use row, fan, pile, count, grid, hex`,
		`place "row": Look.Aim "diagonal" is unknown; use column or row`,
	}
	if v.OK || v.Digest != "" || !slices.EqualFunc(v.Faults, want, strings.HasPrefix) {
		t.Errorf("got %v with digest %q:\n%s", v.OK, v.Digest, strings.Join(v.Faults, "\n"))
	}
	for _, r := range games.All() {
		if faults := lookFaults(r); faults != nil {
			t.Errorf("%s: %q", r.Name, faults)
		}
	}
}

var line = regexp.MustCompile(`go:\d+`)

// What is used but not declared is a fault of the declarations, said once.
func TestCheckUndeclared(t *testing.T) {
	gold, row, stone := game.NewPart[int]("gold"), &game.Place{Name: "row"}, &game.Kind{Name: "stone"}
	for _, c := range []struct {
		setup, do func(*game.Tx)
		want      string
	}{
		{func(t *game.Tx) { gold.Set(t, game.Root, 1) }, nil, `part "gold" is not declared: add it to Rules.Parts of lost (used in Setup of the rules, check_test.go:#)`},
		{nil, func(t *game.Tx) { t.Create(stone, row) }, `place "row" is not on the table: it is not in Rules.Layout, or the rules are not checked yet (used in action go, check_test.go:#)`},
	} {
		r := &game.Rules{Name: "lost", Seats: game.Between(1, 2), Setup: c.setup, Kinds: []*game.Kind{stone}, Actions: []*game.Action{{Name: "go", Do: func(t *game.Tx) {
			if c.do != nil {
				c.do(t)
			}
			t.Tie()
		}}}}
		v, err := (&Check{Rules: r, Games: 5, Seed: 1, MaxMoves: 10, Time: time.Minute}).Run()
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range v.Faults {
			v.Faults[i] = line.ReplaceAllString(f, "go:#")
		}
		if v.OK || v.Digest != "" || len(v.Trials) != 0 || !slices.Equal(v.Faults, []string{c.want}) {
			t.Errorf("got %+v, want %q", v, c.want)
		}
		var early []string // what a server tells before it starts: it plays nothing
		if c.setup != nil {
			early = []string{c.want}
		}
		got := unplayed(r)
		for i, f := range got {
			got[i] = line.ReplaceAllString(f, "go:#")
		}
		if !slices.Equal(got, early) {
			t.Errorf("without playing: %q, want %q", got, early)
		}
	}
}

// A missing file does not keep the check from looking at the rules.
func TestCheckWithoutCredits(t *testing.T) {
	r := gallery(func(files fstest.MapFS, _ *game.Rules) { delete(files, "CREDITS") })
	v, err := (&Check{Rules: r, Games: 2, Seed: 1, MaxMoves: 10, Time: time.Minute}).Run()
	if err != nil {
		t.Fatal(err)
	}
	if v.OK || v.Digest == "" || v.Secrets == nil || len(v.Faults) != 1 || !strings.Contains(v.Faults[0], "add a file CREDITS") {
		t.Errorf("ok %t, digest %q, secrets %v, faults %q", v.OK, v.Digest, v.Secrets, v.Faults)
	}
}

// What never happens in random games, and a Refuse that refuses nothing, may be meant: they are warnings, not faults.
func TestCheckWarns(t *testing.T) {
	rules := func() *game.Rules {
		end := &game.Action{Name: "end", Do: func(t *game.Tx) {
			if t.Seat == 0 {
				t.Refuse("{0} may not end it", t.Seat)
			}
			if t.Played() >= 3 {
				t.Tie()
			}
		}}
		late := &game.Action{Name: "late", If: game.When("it is too early", func(t *game.Tx) bool { return t.Played() > 100 }), Do: func(t *game.Tx) { t.Tie() }}
		calm := game.When("it is not calm", func(*game.Tx) bool { return false })
		wait := &game.Action{Name: "wait", Do: func(t *game.Tx) { calm(t) }} // a condition may be evaluated in Do
		alone := &game.Act{Name: "alone", Who: func(*game.Tx) game.Seat { return 0 }, Actions: []*game.Action{end, late, wait}}
		return &game.Rules{Name: "quiet", Seats: game.Exactly(2), Flow: &game.Loop{Do: alone},
			Roles: []game.Role{{Name: "Red"}, {Name: "Blue"}}}
	}
	want := []string{
		`with 2 seats, Blue never moves in 20 random games: is that meant?`,
		`action late is never possible in 20 random games: does a step offer it, and can its If hold?`,
		`Refuse "{0} may not end it" (check_test.go:#) refuses nothing in Do or another function that acts, and the move goes ahead: to forbid the move, use If or Check`,
	}
	for games, want := range map[int][]string{20: want, 2: want[2:]} { // a few games show nothing
		v, err := (&Check{Rules: rules(), Games: games, Seed: 1, MaxMoves: 50, Time: time.Minute}).Run()
		if err != nil {
			t.Fatal(err)
		}
		for i, w := range v.Warnings {
			v.Warnings[i] = line.ReplaceAllString(w, "go:#")
		}
		if !v.OK || !slices.Equal(v.Warnings, want) {
			t.Errorf("%d games: ok %t, faults %q\n%s\nwant\n%s", games, v.OK, v.Faults, strings.Join(v.Warnings, "\n"),
				strings.Join(want, "\n"))
		}
	}
}

// The lines of a verdict begin with what is well and end with what is wrong.
func TestVerdictLines(t *testing.T) {
	v := Verdict{Digest: "d", Trials: []*Trial{{Seats: 1, faults: []string{"f"}}, {Seats: 2, Skipped: "no"}, {Seats: 3}},
		Warnings: []string{"w"}, Faults: []string{"with 1 seat: f"}}
	var got []Mark
	for _, l := range v.Lines() {
		got = append(got, l.Mark)
	}
	if want := []Mark{Passed, Passed, Unsure, Warning, Failed, Failed}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
