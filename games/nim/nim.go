// Package nim is the game of heaps: take as many as you like, but from one heap only.
package nim

import (
	"slices"

	"github.com/plygame/ply/game"
)

var (
	heaps    = &game.Option[int]{Name: "heaps", Label: "Heaps", Default: 3, Min: 1, Max: 6}
	smallest = &game.Option[int]{Name: "smallest", Label: "Sticks in the first heap", Default: 3, Min: 1, Max: 9}
	step     = &game.Option[int]{Name: "step", Label: "Sticks more in each further heap", Default: 2, Min: 0, Max: 3}
	misere   = &game.Option[bool]{Name: "misere", Label: "Misère", Description: "Whoever takes the last stick loses, and all others win."}
)

// names are what the heaps are called.
var names = [...]string{"A", "B", "C", "D", "E", "F"}

// New returns the rules for this many heaps. The first one has so many sticks, and each further
// one so many more: 3, 3, 2 makes heaps of 3, 5 and 7. With last, the last stick loses.
func New(count, first, more int, last bool) *game.Rules {
	stick := &game.Kind{Name: "stick", Look: game.Look{Label: "|", Shape: "stick", Picture: "|"}}
	heap := &game.Place{Name: "heap", Names: names[:count], Order: game.Unordered, Look: game.Look{Label: "Heap", Layout: "row"}}

	// A move is to choose a heap, and how many sticks to take from it: one at least.
	from := &game.Pick[game.ID]{
		Name: "heap", Prompt: "From which heap do you take?",
		From: heap.All,
		If:   func(t *game.Tx, id game.ID) bool { return t.Count(id) > 0 || t.Refuse("heap {0} is empty", id) },
	}
	sticks := &game.Pick[int]{
		Name: "sticks",
		Ask: func(t *game.Tx) *game.Line {
			return game.NewLine("How many of the {0} sticks in heap {1}?", t.Count(from.In(t)), from.In(t))
		},
		Range: func(t *game.Tx) (int, int) { return 1, t.Count(from.In(t)) },
	}
	take := func(t *game.Tx) {
		n := sticks.In(t)
		for range n {
			t.Remove(t.Last(from.In(t)))
		}
		t.Say("{0} takes {1} from heap {2} and leaves {3}", t.Seat, n, from.In(t), t.Count(from.In(t)))

		// Whoever takes the last stick wins; in misère, all others do.
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
			Title: "Nim", Description: "Take as many sticks as you like, but from one heap only.", Minutes: 5, Complexity: 1, Categories: []string{"abstract", "mathematical"},
			Rules: "Take one stick or more, all of them from the same heap. Whoever takes the last stick of all wins; in misère, all others do.",
		},
		Seats:   game.Between(2, 4),
		Options: []game.Setting{heaps.Is(count), smallest.Is(first), step.Is(more), misere.Is(last)},
		Presets: []game.Preset{
			{Name: "classic", Label: "3-5-7, the last stick wins"},
			{Name: "marienbad", Label: "1-3-5-7, the last stick loses", Values: game.Values{"heaps": "4", "smallest": "1", "misere": "true"}},
			{Name: "single", Label: "One heap of 9, for the very young", Values: game.Values{"heaps": "1", "smallest": "9"}},
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
