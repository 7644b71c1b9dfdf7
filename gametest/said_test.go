package gametest

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Which lines and arguments fit together.
func TestMisfit(t *testing.T) {
	for _, c := range []struct {
		line *game.Line
		want string
	}{
		{nil, ""},
		{game.NewLine("nothing"), ""},
		{game.NewLine("{0} and {0}, {1}", 1, 2), ""},
		{game.NewLine("a {brace} and {} and {-1}"), ""},
		{game.NewLine("{0|point|points}", 1), ""},
		{&game.Line{Text: "{1|point|points}"}, `the line "{1|point|points}" has no argument for {1|point|points}: it has 0, counted from 0`},
		{&game.Line{Text: "{0}"}, `the line "{0}" has no argument for {0}: it has 0, counted from 0`},
		{&game.Line{Text: "{0} {2}", Args: []any{1, 2}}, `the line "{0} {2}" has no argument for {2}: it has 2, counted from 0`},
		{&game.Line{Text: "{99999999999999999999}", Args: []any{1}}, `the line "{99999999999999999999}" has no argument for {99999999999999999999}: it has 1, counted from 0`},
		{game.NewLine("{1}", 1, 2), `the line "{1}" does not use argument {0} of 2`},
	} {
		if got := misfit(c.line); got != c.want {
			t.Errorf("got %q, want %q", got, c.want)
		}
	}
}

// suits is a game of labelled cards.
func suits() *game.Rules {
	hand := &game.Place{Name: "hand", Each: true}
	pile := &game.Place{Name: "pile"}
	card := &game.Kind{Name: "card"}
	card.Label = func(s *game.State, id game.ID) string { return "ace of " + s.Name(id)[1:] }
	what := &game.Pick[game.ID]{Name: "what", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(hand.Of(t.Seat)) }}
	return &game.Rules{
		Name: "suits", Seats: game.Exactly(2), Layout: []game.Layout{hand, pile}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(2, card, hand.Of(0)); t.CreateMany(2, card, hand.Of(1)) },
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{what}, Do: func(t *game.Tx) {
			t.Move(what.In(t), pile)
			if t.Count(pile) == 4 {
				t.Tie()
			}
		}}},
	}
}

// Expectations, failures and printed tests name cards by their labels.
func TestLabelsAreShown(t *testing.T) {
	r := watch(t, func(t testing.TB) {
		g := New(t, suits(), Setup{})
		g.PlayAll("play #1", "play #4")
		g.ExpectIn("pile", "ace of 1", "ace of 4")
		g.ExpectIn("hand/0", "ace of 1")
	})
	r.wants(`hand/0 contains #2 card "ace of 2" of seat 0; it should contain ["ace of 1"]`, "seat 1: play #4 (#4 is ace of 4)")
	r = watch(t, func(t testing.TB) {
		rules := suits()
		do := rules.Actions[0].Do
		rules.Actions[0].Do = func(t *game.Tx) { do(t); t.Say("a card", t.Seat) }
		Config{Games: 1, Laws: []string{"what is said"}}.Check(t, rules)
	})
	r.wants("\tg.Play(0, \"play #", ") // #")
}

// A leak counts as a compared pair, even if it is the first.
func TestLeakIsCompared(t *testing.T) {
	found := 0
	for _, c := range leakyRules {
		if c.law != "leaks" || found == 5 {
			continue
		}
		r := watch(t, func(t testing.TB) { Config{Games: 1, MaxMoves: 1, Laws: []string{c.law}}.Check(t, c.rules(newSnap())) })
		if len(r.failures) == 0 {
			continue
		}
		found++
		if logs := strings.Join(r.logs, "\n"); strings.Contains(logs, "no pair could be compared") {
			t.Errorf("%s: the leak is found, but the log says\n%s", c.name, logs)
		}
	}
	if found < 5 {
		t.Errorf("found only %d leaks", found)
	}
}
