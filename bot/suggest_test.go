package bot_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

// spelling is a game for two: in turn, each says a word, and whoever says zebra wins. It suggests that word and this many
// others, or nothing that fits.
func spelling(others int) *game.Rules {
	words := []string{"Aardvark"} // which does not fit
	if others > 0 {
		words = append(words, "zebra")
	}
	for n := range others {
		words = append(words, strings.Repeat(string(rune('a'+n%25)), 2+n/25))
	}
	word := &game.Pick[string]{Name: "word", Text: &game.Text{Min: 2, Max: 12, Pattern: "[a-z]+"},
		If: func(_ *game.Tx, text string) bool { return text != "aa" }}
	word.List = func(*game.Tx) []string { return words }
	said := game.NewPart[int]("said")
	return &game.Rules{Name: "spelling", Seats: game.Exactly(2), Parts: []game.Column{said}, Actions: []*game.Action{{
		Name: "say", Pick: []game.Choice{word}, Do: func(t *game.Tx) {
			switch said.Add(t, game.Root, 1); {
			case word.In(t) == "zebra":
				t.Win(t.Seat)
			case said.Of(t, game.Root) == 10:
				t.Tie()
			}
		}}}}
}

// TestSuggestedTexts checks that bots choose from the texts that List suggests beside free text, whether they consider
// them as whole moves or pick by pick, and that players may still write any other text.
func TestSuggestedTexts(t *testing.T) {
	for _, others := range []int{5, 200} {
		s := start(t, spelling(others), 2)
		moves, err := s.Moves()
		if err != nil || len(moves) != others { // not "aa", which If refuses, and not "Aardvark", which does not fit
			t.Fatalf("%d moves are listed, want %d: %v", len(moves), others, err)
		}
		thought, err := (&bot.Search{Simulations: 2000}).Think(t.Context(), bot.NewTurn(s, 0, 1))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Text(thought.Move); got != "say zebra" {
			t.Errorf("of %d words, the bot says %q", others, got)
		}
		if _, err := s.PlayText(0, "say other"); err != nil {
			t.Error(err)
		}
		for _, refused := range []string{"say aa", "say Aardvark"} {
			if _, err := s.PlayText(0, refused); game.CodeOf(err) != game.NotOffered {
				t.Errorf("%s: %v", refused, err)
			}
		}
	}
}

// TestSuggestedTextsKeepTheLaws checks a game with suggested texts with all laws.
func TestSuggestedTextsKeepTheLaws(t *testing.T) { gametest.Check(t, spelling(5)) }

// TestNoSuggestedTexts checks that a bot makes up a text if there is nothing to choose from.
func TestNoSuggestedTexts(t *testing.T) {
	s := start(t, spelling(0), 2)
	if _, err := s.Moves(); game.CodeOf(err) != game.Malformed {
		t.Errorf("free text is listed: %v", err)
	}
	search, _ := bot.NewSearch("gentle")
	m, err := bot.Choose(t.Context(), search, s, 0, 1)
	if err == nil {
		_, err = s.Play(m)
	}
	if err != nil {
		t.Error(err)
	}
}
