package terminal

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// sameDice is a game of dice labelled with their pips, some of them equal, and some on a shelf.
func sameDice() *game.Rules {
	pips := game.NewPart[int]("pips")
	die := &game.Kind{Name: "die", Label: func(s *game.State, id game.ID) string { return strings.Repeat("I", pips.Of(s, id)) }}
	tray, shelf := &game.Place{Name: "tray"}, &game.Place{Name: "shelf"}
	keep := &game.Pick[game.ID]{Name: "dice", From: func(t *game.Tx) game.Set[game.ID] { return t.Contents(tray).Or(t.Contents(shelf)) },
		Several: func(*game.Tx) (int, int) { return 1, 5 }}
	return &game.Rules{
		Name: "alike", Version: "1", Seats: game.Exactly(1), Layout: []game.Layout{tray, shelf}, Kinds: []*game.Kind{die}, Parts: []game.Column{pips},
		Setup: func(t *game.Tx) {
			for _, n := range []int{5, 5, 2, 5} {
				t.Create(die, tray, pips.Is(n))
			}
			for _, n := range []int{2, 1} {
				t.Create(die, shelf, pips.Is(n))
			}
		},
		Actions: []*game.Action{
			{Name: "keep", Pick: []game.Choice{keep}, Do: func(*game.Tx) {}},
			{Name: "pass", Do: func(*game.Tx) {}},
		},
	}
}

// A label means any of several identical things; if they differ, the player must say which.
func TestPlayIdenticalThings(t *testing.T) {
	s, err := sameDice().Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"keep IIIII":             "keep #1",
		"keep IIIII IIIII":       "keep #1+#2",
		"keep IIIII+IIIII+IIIII": "keep #1+#2+#4",
		"IIIII IIIII":            "keep #1+#2",
		"keep I #3":              "keep #6+#3",
		"keep II":                `several are called "II": type one of #3, #5`,
	} {
		q, err := questionAfter(words.Names{Rules: s.Rules()}, s.View(0), game.Move{Seat: 0})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if q, err = q.read(text); err != nil {
			got = err.Error()
		} else {
			got = q.view.Text(q.draft)
		}
		if got != want {
			t.Errorf("%s: %s, not %s", text, got, want)
		}
	}
}
