package board

import (
	"slices"
	"strconv"
	"strings"
)

// Pattern is how a piece moves, as data: a list of ways it can go. To, Slide, Leap, Path and
// Anywhere make patterns, Or joins them, and the other methods return a pattern with a condition added. The
// zero Pattern goes nowhere. Movement explains what a pattern means on a board with other pieces.
type Pattern struct{ ways []way }

// way is a sequence of directions that a piece follows, once or several times.
type way struct {
	path  []Direction
	most  int  // how often; 0 means any number of times
	over  bool // pieces on the way do not block
	any   bool // to any cell of the board; the path is empty
	only  only
	first bool // only while the piece has not moved
}

type only uint8

const (
	goAndTake only = iota
	goOnly
	takeOnly
)

// To goes one cell in one of the directions, like a king.
func To(dirs ...Direction) Pattern { return single(dirs, 1) }

// Slide goes any number of cells in one of the directions, like a rook.
func Slide(dirs ...Direction) Pattern { return single(dirs, 0) }

// Leap jumps a cells along one axis and b along the other, in every direction: Leap(1, 2) is a knight. For a
// leap in one direction only, use To with that direction: To(Direction{X: 1, Y: 2}).
func Leap(a, b int) Pattern {
	var dirs []Direction
	for _, d := range [][2]int{{a, b}, {b, a}} {
		for _, x := range []int{d[0], -d[0]} {
			for _, y := range []int{d[1], -d[1]} {
				if d := (Direction{X: x, Y: y}); !slices.Contains(dirs, d) {
					dirs = append(dirs, d)
				}
			}
		}
	}
	return To(dirs...)
}

// Path follows a fixed sequence of directions to its end, over empty cells: Path(North, NorthEast) is one of
// the moves of a horse in Xiangqi.
func Path(dirs ...Direction) Pattern { return Pattern{[]way{{path: dirs, most: 1}}} }

// Anywhere goes to any other cell of the board.
func Anywhere() Pattern { return Pattern{[]way{{any: true, over: true}}} }

func single(dirs []Direction, most int) (p Pattern) {
	for _, d := range dirs {
		p.ways = append(p.ways, way{path: []Direction{d}, most: most})
	}
	return p
}

// Or returns a pattern that goes where this one or one of the others goes.
func (p Pattern) Or(others ...Pattern) Pattern {
	p.ways = slices.Clone(p.ways)
	for _, o := range others {
		p.ways = append(p.ways, o.ways...)
	}
	return p
}

func (p Pattern) each(change func(*way)) Pattern {
	p.ways = slices.Clone(p.ways)
	for i := range p.ways {
		change(&p.ways[i])
	}
	return p
}

// UpTo repeats the pattern up to n times: Slide(North).UpTo(2) goes one or two cells, and Path(...).UpTo(3)
// follows its sequence one to three times.
func (p Pattern) UpTo(n int) Pattern { return p.each(func(w *way) { w.most = n }) }

// Over makes the pattern pass over pieces: nothing on the way blocks it.
func (p Pattern) Over() Pattern { return p.each(func(w *way) { w.over = true }) }

// Capturing limits the pattern to captures, like the diagonal moves of a pawn in chess.
func (p Pattern) Capturing() Pattern { return p.each(func(w *way) { w.only = takeOnly }) }

// Quiet limits the pattern to empty cells: it does not capture.
func (p Pattern) Quiet() Pattern { return p.each(func(w *way) { w.only = goOnly }) }

// First limits the pattern to the first move of the piece: see Movement.Unmoved.
func (p Pattern) First() Pattern { return p.each(func(w *way) { w.first = true }) }

// String returns the pattern in words, such as "slide east north".
func (p Pattern) String() string {
	var all []string
	for i, w := range p.ways {
		text := w.String()
		if i > 0 && w.alike(p.ways[i-1]) { // only the direction differs
			all[len(all)-1] += " " + w.path[0].String()
			continue
		}
		all = append(all, text)
	}
	if all == nil {
		return "none"
	}
	return strings.Join(all, ", ")
}

func (w way) alike(o way) bool {
	return len(w.path) == 1 && len(o.path) == 1 && w.most == o.most && w.over == o.over && w.only == o.only &&
		w.first == o.first
}

func (w way) String() string {
	var words []string
	switch {
	case w.any:
		words = append(words, "anywhere")
	case len(w.path) > 1:
		words = append(words, "path")
	case w.most == 1:
		words = append(words, "step")
	default:
		words = append(words, "slide")
	}
	if w.most > 1 {
		words = append(words, "up to "+strconv.Itoa(w.most))
	}
	if w.over && !w.any {
		words = append(words, "over pieces")
	}
	if w.first {
		words = append(words, "at first")
	}
	switch w.only {
	case goOnly:
		words = append(words, "without capture")
	case takeOnly:
		words = append(words, "to capture")
	}
	for _, d := range w.path {
		words = append(words, d.String())
	}
	return strings.Join(words, " ")
}
