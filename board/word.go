package board

import "math/bits"

// word is a board of up to 64 cells as one machine word: cell i, counted from the first, is bit i. Questions
// that take many steps are computed in it, twice as fast as in a pair.
type word struct {
	fits  bool
	first uint // the bit of the first cell in a set of elements, less than 64
	all   uint64
	near  []wordStep // to neighbours

	compass [4][4]wordStep // in all directions, by row and column from the lower left
}

// wordStep moves all cells one step in a direction.
type wordStep struct {
	inner uint64 // the cells that have a cell there
	by    int    // how many bits the step moves a cell
}

func (s *wordStep) from(w uint64) uint64 { return bits.RotateLeft64(w&s.inner, s.by) }

// step returns the step in one of the eight directions, back the opposite one.
func (w *word) step(d *Direction) *wordStep { return &w.compass[(1+d.Y)&3][(1+d.X)&3] }
func (w *word) back(d *Direction) *wordStep { return &w.compass[(1-d.Y)&3][(1-d.X)&3] }

// wordTables returns the board as a word; it does not fit if there are more cells, or too many places before it.
func (b *Board) wordTables() (w word) {
	if b.shifts == nil || b.n > 64 || b.first >= 64 {
		return w
	}
	w.fits, w.first, w.all = true, uint(b.first), 1<<b.n-1
	for _, s := range b.around {
		w.near = append(w.near, wordStep{w.of(s.inner), s.by})
	}
	for y, row := range b.compass {
		for x, s := range row {
			w.compass[y][x] = wordStep{w.of(s.inner), s.by}
		}
	}
	return w
}

// of returns the cells of the board in a set of elements.
func (w *word) of(p pair) uint64 {
	return (p.a>>(w.first&63) | p.b<<(-w.first&63)) & w.all
}

// pair is the inverse of of.
func (w *word) pair(cells uint64) pair {
	return pair{cells << (w.first & 63), cells >> (-w.first & 63)}
}
