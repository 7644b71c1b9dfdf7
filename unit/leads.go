package unit

import (
	"slices"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Actions are the actions of a game in which each seat leads one unit: see [Leads].
type Actions []*game.Action

// Add adds an action that costs action points: see [CostsMe]. Its label is its name; reads is what the log says after the
// name of the seat.
func (all *Actions) Add(cost func(*game.State, game.ID) int, name, reads string, test game.Test, do func(*game.Tx),
	picks ...game.Choice) {
	label := strings.ToUpper(name[:1]) + name[1:]
	a := &game.Action{Name: name, Label: label, Reads: "{seat} " + reads, If: test, Do: do, Pick: picks}
	*all = append(*all, CostsMe(a, cost))
}

// Pick returns a pick of an element with a prompt.
func Pick(name, prompt string, from func(t *game.Tx) game.Set[game.ID]) *game.Pick[game.ID] {
	return &game.Pick[game.ID]{Name: name, Prompt: prompt, From: from}
}

// Beside is for [Pick]: the cells next to the acting seat's unit where a Part has this value, such as doors.
func Beside[T comparable](b *board.Grid, part *game.Part[T], value T) func(*game.Tx) game.Set[game.ID] {
	return func(t *game.Tx) game.Set[game.ID] { return part.Where(t, b.Around(game.SetOf(Here(t))), value) }
}

// NextTo is for [Pick]: the cells next to the acting seat's unit, without closed ones: see [Marked].
func NextTo(b *board.Grid, closed *game.Derived[game.Set[game.ID]]) func(*game.Tx) game.Set[game.ID] {
	return func(t *game.Tx) game.Set[game.ID] {
		return b.Around(game.SetOf(Here(t))).Minus(closed.Of(t, game.Root))
	}
}

// OnHere is for [Pick]: what is in the cell of the acting seat's unit, is of one of these kinds, and fits, unless fit is
// nil.
func OnHere(fit func(r game.Reader, id game.ID) bool, kinds ...*game.Kind) func(*game.Tx) game.Set[game.ID] {
	return func(t *game.Tx) game.Set[game.ID] {
		return t.Contents(Here(t)).Where(func(id game.ID) bool {
			return slices.Contains(kinds, t.Kind(id)) && (fit == nil || fit(t, id))
		})
	}
}

// MyItems is for [Pick]: the items that the acting seat's unit holds, or those in its pack, of kinds for which fit
// returns true.
func MyItems(held bool, fit func(k *game.Kind) bool) func(*game.Tx) game.Set[game.ID] {
	return func(t *game.Tx) game.Set[game.ID] { return Items(t, Me(t), held, fit) }
}

// Have reports whether the acting seat's unit carries an item of a kind that fits; with held, only items that it holds
// count.
func Have(t *game.Tx, held bool, fit func(k *game.Kind) bool) bool {
	return Carries(t, Me(t), held, fit) != 0
}

// Turns is a flow for such games, round after round: the unit of each seat acts until it is tired, then comes the rest.
func Turns(ask func(*game.Tx) *game.Line, rest ...game.Step) game.Step {
	turn := &game.EachSeat{Name: "turn", Skip: Gone, Do: &game.Act{Name: "act", Ask: ask, Max: -1, Until: Tired}}
	return &game.Loop{Do: append(game.Steps{turn}, rest...)}
}

// EndTogether ends a game in which all seats win or lose together, with a score.
func EndTogether(t *game.Tx, won bool, score int) {
	var winners []game.Seat
	if won {
		winners = slices.Collect(t.Standing().All())
	}
	t.WinWith(slices.Repeat([]int{score}, t.Seats()), winners...)
}

// Most returns the first of some units with the highest number, 0 if there are none, and the sum of their numbers.
func Most(r game.Reader, units game.Set[game.ID], part *game.Part[int]) (top game.ID, sum int) {
	for id := range units.All() {
		if n := part.Of(r, id); top == 0 || n > part.Of(r, top) {
			top = id
		}
		sum += part.Of(r, id)
	}
	return top, sum
}

// Marked returns a Derived value of the table: the cells where a Part has one of these values, such as walls. Add it to
// Rules.Derived.
func Marked[T comparable](name string, b *board.Grid, part *game.Part[T],
	values ...T) *game.Derived[game.Set[game.ID]] {
	return game.NewDerived(name, func(s *game.State, _ game.ID) (all game.Set[game.ID]) {
		for _, v := range values {
			all = all.Or(part.Where(s, b.Cells(s), v))
		}
		return all
	}).From(part)
}

// Except returns a function that reports whether the Part of a cell has none of these values, for [Chase].Enter.
func Except[T comparable](part *game.Part[T], values ...T) func(s *game.State, cell game.ID) bool {
	return func(s *game.State, cell game.ID) bool { return !slices.Contains(values, part.Of(s, cell)) }
}
