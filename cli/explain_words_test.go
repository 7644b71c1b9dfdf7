package cli

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
)

var (
	strict = &game.Option[bool]{Name: "strict", Label: "Strict"}
	digits = &game.Option[int]{Name: "digits", Label: "Digits", Default: 3, Min: 1, Max: 5}
)

// locks is a game with a rule book, named heaps, presets, and picks whose options never change.
func locks(isStrict bool, n int) *game.Rules {
	stick := &game.Kind{Name: "stick", Description: "Sticks are what is taken"}
	heaps := &game.Place{Name: "heap", Names: []string{"A", "B", "C"}}
	shelf := &game.Place{Name: "shelf", Names: []string{"1", "2", "3", "4", "5", "6", "7", "8", "9", "10"}}
	none := &game.Place{Name: "spare", Names: []string{"left", "right"}}
	numbers := func(*game.Tx) []int { return []int{1, 2, 3, 4, 5, 6} }
	exactly := func(*game.Tx) (int, int) { return n, n }
	code := &game.Pick[int]{Name: "code", List: numbers, Repeat: true, Several: exactly,
		If: func(*game.Tx, int) bool { return true }}
	odd := &game.Pick[int]{Name: "odd", List: numbers, Several: func(*game.Tx) (int, int) { return 1, 2 },
		If: func(t *game.Tx, n int) bool {
			if n%2 == 0 {
				return t.Refuse("it is even")
			}
			return true
		}}
	ever := &game.Pick[int]{Name: "ever", List: numbers, Repeat: true,
		Several: func(t *game.Tx) (int, int) { return 1, 1 + t.Played()%3 }}
	try := &game.Action{Name: "try", Description: "Try a code.", Pick: []game.Choice{code}, Do: func(*game.Tx) {}}
	guess := &game.Action{Name: "guess", Pick: []game.Choice{odd, ever}, Do: func(*game.Tx) {}}
	r := &game.Rules{
		Name: "locks", Seats: game.Exactly(2),
		About: game.About{Title: "Locks", Description: "A lock is opened.",
			Rules: "\nA lock has a code, which nobody\nknows.\n\nWho is to act may\n- try a code, or\n- guess.\n\nThe rest follows.\n"},
		Options: []game.Setting{strict.Is(isStrict), digits.Is(n)},
		Presets: []game.Preset{{Name: "usual", Label: "As everyone plays it"}, {Name: "long", Label: "Long codes", Values: game.Values{"digits": "5"}}},
		Make:    func(v game.Values) *game.Rules { return locks(strict.In(v), digits.In(v)) },
		Layout:  []game.Layout{heaps, shelf, none}, Kinds: []*game.Kind{stick}, Actions: []*game.Action{try, guess},
		Setup: func(t *game.Tx) {
			t.CreateMany(3, stick, heaps.At(0))
			t.CreateMany(1+t.Int(2), stick, heaps.At(2))
			for i := range 10 {
				t.Create(stick, shelf.At(i))
			}
		},
	}
	return r
}

// A rule book, presets, yes-or-no options, named heaps, and picks whose options never change.
func TestExplainWords(t *testing.T) {
	t.Setenv("COLUMNS", "")
	all := catalogue.Catalogue{locks(false, 3)}
	goldenPage(t, "locks.txt", explained(t, all, false, "locks"))
	goldenPage(t, "locks-long.txt", explained(t, all, false, "locks", "--preset", "long", "-o", "strict=true"))
	for _, want := range []string{
		`"rules": [` + "\n    \"A lock has a code, which nobody\\nknows.\",",
		`"description": "Sticks are what is taken"`, `"description": "Try a code."`,
		`"places": [` + "\n            {\n              \"place\": \"A\",\n              \"low\": 3,",
		`"refuses": true`,
	} {
		if text := explained(t, all, false, "locks", "--json"); !strings.Contains(text, want) {
			t.Errorf("%s is not in\n%s", want, text)
		}
	}
}
