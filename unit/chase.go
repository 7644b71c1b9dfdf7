package unit

import (
	"fmt"
	"slices"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Chase moves units without a player towards others: each step leads to the next cell of a shortest path.
type Chase struct {
	Board *board.Grid
	Enter func(s *game.State, cell game.ID) bool // where they can go; nil means everywhere

	// Ground are the Parts that Enter depends on. Paths are cached until they change; without Parts, forever.
	Ground []game.Column

	open *game.Derived[game.Set[game.ID]] // of the table: the cells where they can go
	ways *game.Derived[[]uint16]          // of a cell: how far each cell is from it, 0 if there is no way, 1 for itself
}

// In adds what the chase needs to the rules and returns them. Rules may have several chases.
func (x *Chase) In(r *game.Rules) *game.Rules {
	name := "chase"
	for n := 2; slices.ContainsFunc(r.Derived, func(d game.AnyDerived) bool { return d.String() == name+"-open" }); n++ {
		name = fmt.Sprintf("chase-%d", n)
	}
	x.open = game.NewDerived(name+"-open", x.openOf).From(x.Ground...)
	x.ways = game.NewDerived(name+"-ways", x.waysOf).From(x.Ground...)
	r.Derived = append(r.Derived, x.open, x.ways)
	return r
}

func (x *Chase) openOf(s *game.State, _ game.ID) game.Set[game.ID] {
	if x.Enter == nil {
		return x.Board.Cells(s)
	}
	return x.Board.Cells(s).Where(func(cell game.ID) bool { return x.Enter(s, cell) })
}

func (x *Chase) waysOf(s *game.State, to game.ID) []uint16 {
	if !x.Board.Has(to) {
		return nil
	}
	first := x.Board.At(0, 0)
	left := x.open.Of(s, game.Root)
	far := make([]uint16, x.Board.Cells(s).Len())
	for edge, n := game.SetOf(to), uint16(1); !edge.Empty(); n++ {
		for cell := range edge.All() {
			far[cell-first] = n
		}
		left = left.Minus(edge)
		edge = x.Board.Around(edge).And(left)
	}
	return far
}

// Far returns the number of steps from a cell to another one, -1 if there is no path, or one of them is not on the
// board.
func (x *Chase) Far(s *game.State, from, to game.ID) int {
	if !x.Board.Has(from) || !x.Board.Has(to) {
		return -1
	}
	return int(x.ways.Of(s, to)[from-x.Board.At(0, 0)]) - 1
}

// Nearest returns the nearest of some units that fits, the first one if several are equally near; 0 if there is none. It
// asks fit only where that decides.
func (x *Chase) Nearest(s *game.State, from game.ID, units game.Set[game.ID], fit func(game.ID) bool) (near game.ID) {
	if !x.Board.Has(from) {
		return 0
	}
	best, first := uint16(0), x.Board.At(0, 0)
	for id := range units.All() {
		at := s.Parent(id)
		switch {
		case at == from:
			if best != 1 && (fit == nil || fit(id)) {
				near, best = id, 1
			}
		case best == 1 || !x.Board.Has(at):
		default:
			if n := x.ways.Of(s, at)[from-first]; n > 0 && (best == 0 || n < best) && (fit == nil || fit(id)) {
				near, best = id, n
			}
		}
	}
	return near
}

// Next returns the next cell on a shortest path from a cell to another one, 0 if there is no path or they are the
// same.
func (x *Chase) Next(s *game.State, from, to game.ID) game.ID {
	if !x.Board.Has(from) || !x.Board.Has(to) {
		return 0
	}
	far, first := x.ways.Of(s, to), x.Board.At(0, 0)
	for next := range x.Board.Around(game.SetOf(from)).All() {
		if n := far[next-first]; n > 0 && n+1 == far[from-first] {
			return next
		}
	}
	return 0
}
