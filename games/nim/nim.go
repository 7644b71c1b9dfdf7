// Package nim is Nim: take as many sticks as you like, but from only one heap.
package nim

import (
	"slices"

	"github.com/plygame/ply/game"
)

var (
	heaps    = &game.Option[int]{Name: "heaps", Label: "Heaps", Default: 3, Min: 1, Max: 6}
	smallest = &game.Option[int]{Name: "smallest", Label: "Sticks in the first heap", Default: 3, Min: 1, Max: 9}
	step     = &game.Option[int]{Name: "step", Label: "Extra sticks in each further heap", Default: 2, Min: 0, Max: 3}
	misere   = &game.Option[bool]{Name: "misere", Label: "Misère", Description: "The player who takes the last stick loses, and all others win."}
)

// names are the names of the heaps.
var names = [...]string{"A", "B", "C", "D", "E", "F"}

// New returns the rules for count heaps. The first one has first sticks, and each further heap has
// more sticks than the one before: New(3, 3, 2, false) makes heaps of 3, 5 and 7. If last is set,
// taking the last stick loses.
func New(count, first, more int, last bool) *game.Rules {
	stick := &game.Kind{Name: "stick", Look: game.Look{Label: "|", Shape: "stick", Picture: "{kind}.svg"}}
	heap := &game.Place{Name: "heap", Names: names[:count], Order: game.Unordered, Look: game.Look{Label: "Heap", Layout: "row"}}

	// A player chooses a heap, and how many sticks to take from it: at least one.
	from := &game.Pick[game.ID]{
		Name: "heap", Prompt: "Which heap do you take from?",
		From: heap.All,
		If:   func(t *game.Tx, id game.ID) bool { return t.Count(id) > 0 || t.Refuse("heap {0} is empty", id) },
	}
	sticks := &game.Pick[int]{
		Name: "sticks",
		Ask: func(t *game.Tx) *game.Line {
			return game.NewLine("How many of the {0} {0|stick|sticks} in heap {1}?", t.Count(from.In(t)), from.In(t))
		},
		Range: func(t *game.Tx) (int, int) { return 1, t.Count(from.In(t)) },
		// Sticks are taken from the end of the heap: one of them stands for itself and all that follow.
		Points: func(t *game.Tx, n int) (taken game.Set[game.ID]) {
			left := t.Count(from.In(t)) - n
			for id := range t.In(from.In(t)) {
				if left--; left < 0 {
					taken = taken.With(id)
				}
			}
			return taken
		},
	}
	take := func(t *game.Tx) {
		n := sticks.In(t)
		for range n {
			t.Remove(t.Last(from.In(t)))
		}
		t.Say("{0} takes {1} from heap {2} and leaves {3}", t.Seat, n, from.In(t), t.Count(from.In(t)))

		// The player who takes the last stick wins; in misère, all others win.
		if !t.Filled().Empty() {
			return
		}
		if last {
			t.Say("{0} had to take the last stick and loses", t.Seat)
			t.Win(slices.Collect(t.Others(t.Seat).All())...)
			return
		}
		t.Say("{0} takes the last stick and wins", t.Seat)
		t.Win(t.Seat)
	}
	return &game.Rules{
		Name:    "nim",
		Version: "1",
		About: game.About{
			Title: "Nim", Description: "Take as many sticks as you like, but from only one heap.", Minutes: 5, Complexity: 1, Categories: []string{"abstract", "mathematical"}, Picture: "cover.svg",
			Rules: "Take one or more sticks, all from the same heap. The player who takes the very last stick wins; in misère, they lose and all others win.",
		},
		Art:     art,
		Theme:   theme,
		Seats:   game.Between(2, 4),
		Options: []game.Setting{heaps.Is(count), smallest.Is(first), step.Is(more), misere.Is(last)},
		Presets: []game.Preset{
			{Name: "classic", Label: "3-5-7, the last stick wins"},
			{Name: "marienbad", Label: "1-3-5-7, the last stick loses", Values: game.Values{"heaps": "4", "smallest": "1", "misere": "true"}},
			{Name: "single", Label: "One heap of 9, for young children", Values: game.Values{"heaps": "1", "smallest": "9"}},
		},
		Make:   func(v game.Values) *game.Rules { return New(heaps.In(v), smallest.In(v), step.In(v), misere.In(v)) },
		Layout: []game.Layout{heap},
		Kinds:  []*game.Kind{stick},
		Setup: func(t *game.Tx) {
			for i := range count {
				t.CreateMany(first+i*more, stick, heap.At(i))
			}
		},
		Actions: []*game.Action{{Name: "take", Label: "Take sticks", Pick: []game.Choice{from, sticks}, Do: take}},
	}
}
