package board

import (
	"cmp"
	"math"
	"slices"
	"sync"

	"github.com/plygame/ply/game"
)

// Walk is how something moves over a board, for Path and Reach. The zero Walk goes from neighbour to neighbour,
// over all cells, and pays the weight of each link; on a Grid that is 1.
type Walk struct {
	Blocked game.Set[game.ID]          // cells that cannot be entered
	Stop    game.Set[game.ID]          // cells that can be entered, but not left again
	Through game.Set[game.ID]          // cells that can be crossed, but not stayed on: Reach leaves them out
	Cost    func(from, to game.ID) int // of a step to a neighbour; negative if it is not possible

	// Enter lists the cells by the cost of entering them, in place of Cost: the cells in Enter[0] cost 1, those in
	// Enter[1] cost 2 and so on; others cannot be entered. Reach is several times as fast with it.
	Enter []game.Set[game.ID]
}

// cost returns what a step costs, by its weight if the walk does not say.
func (w *Walk) cost(from, to game.ID, weight int) int {
	switch {
	case w.Enter != nil:
		for i, cells := range w.Enter {
			if cells.Has(to) {
				return i + 1
			}
		}
		return -1
	case w.Cost != nil:
		return w.Cost(from, to)
	}
	return weight
}

// Path returns the cheapest path, with both ends, and its cost; if there are several, one with the fewest steps. It
// returns nil and -1 if there is none. The start may be blocked or stop the walk.
func (b *Board) Path(from, to game.ID, w Walk) (path []game.ID, cost int) {
	if !b.Has(from) || !b.Has(to) {
		return nil, -1
	}
	if w.Enter != nil && len(w.Enter) <= maxEnters && b.quads != nil {
		if path, cost, ok := b.quadPath(from, to, &w); ok {
			return path, cost
		}
	}
	t := b.travel(from, to, math.MaxInt, w)
	defer travelling.Put(t)
	if t.cost[to-b.first] < 0 {
		return nil, -1
	}
	for cell := to; cell != from; cell = t.via[cell-b.first] {
		path = append(path, cell)
	}
	path = append(path, from)
	slices.Reverse(path)
	return path, t.cost[to-b.first]
}

// Reach returns the cells that can be reached at a cost of at most budget, without the start.
func (b *Board) Reach(from game.ID, budget int, w Walk) game.Set[game.ID] {
	if !b.Has(from) {
		return game.Set[game.ID]{}
	}
	if w.Enter != nil && len(w.Enter) <= maxEnters && b.quads != nil {
		return b.quadReach(from, budget, &w)
	}
	reached := b.reached(from, budget, w)
	if w.Through.Empty() {
		return reached
	}
	return reached.Minus(w.Through)
}

// reached is Reach with all cells on the way.
func (b *Board) reached(from game.ID, budget int, w Walk) game.Set[game.ID] {
	if w.Enter != nil && b.shifting {
		return b.ripple(from, budget, &w)
	}
	if set, ok := b.spread(from, budget, w); ok {
		return set
	}
	t := b.travel(from, 0, budget, w)
	defer travelling.Put(t)
	return b.setOf(b.where(func(cell game.ID) bool { return cell != from && t.cost[cell-b.first] >= 0 }))
}

// travels are the cheapest paths from a cell.
type travels struct {
	cost, steps []int     // by cell; the cost is -1 if it cannot be reached
	via         []game.ID // the cell before
	done        []bool
	open        []stop // a heap, the cheapest first
}

var travelling = sync.Pool{New: func() any { return new(travels) }}

// begin prepares for a search on a board with n cells.
func (t *travels) begin(n int) {
	if cap(t.cost) < n {
		t.cost, t.steps, t.via, t.done = make([]int, n), make([]int, n), make([]game.ID, n), make([]bool, n)
	}
	t.cost, t.steps, t.via, t.done, t.open = t.cost[:n], t.steps[:n], t.via[:n], t.done[:n], t.open[:0]
	for i := range t.cost {
		t.cost[i] = -1
	}
	clear(t.done)
}

// stop is a cell that has been reached, maybe not on the cheapest path.
type stop struct {
	cost, steps int
	cell        game.ID
}

// before orders stops by cost, then by steps. The cell decides last, so that the order is always the same.
func (s stop) before(o stop) bool {
	return cmp.Or(cmp.Compare(s.cost, o.cost), cmp.Compare(s.steps, o.steps), cmp.Compare(s.cell, o.cell)) < 0
}

// travel finds the cheapest paths up to a cost, until it has found one to the cell, if that is not 0.
func (b *Board) travel(from, to game.ID, budget int, w Walk) *travels {
	t := travelling.Get().(*travels)
	t.begin(b.n)
	links := b.neighbours()
	t.cost[from-b.first] = 0
	for t.push(stop{cell: from}); len(t.open) > 0; {
		at := t.pop()
		i := at.cell - b.first
		if at.cell == to {
			break
		}
		if t.done[i] {
			continue
		}
		t.done[i] = true
		if at.cell != from && w.Stop.Has(at.cell) {
			continue
		}
		for _, l := range links[i] {
			cost := w.cost(at.cell, l.to, l.weight)
			if cost >= 0 && cost <= budget-at.cost && !w.Blocked.Has(l.to) {
				t.improve(stop{at.cost + cost, at.steps + 1, l.to}, int(l.to-b.first), at.cell)
			}
		}
	}
	return t
}

// improve notes a path to the i-th cell if it is better than the one that is known.
func (t *travels) improve(s stop, i int, via game.ID) {
	if t.cost[i] < 0 || s.before(stop{t.cost[i], t.steps[i], s.cell}) {
		t.cost[i], t.steps[i], t.via[i] = s.cost, s.steps, via
		t.push(s)
	}
}

func (t *travels) push(s stop) {
	t.open = append(t.open, s)
	for i := len(t.open) - 1; i > 0; {
		up := (i - 1) / 2
		if !t.open[i].before(t.open[up]) {
			return
		}
		t.open[i], t.open[up] = t.open[up], t.open[i]
		i = up
	}
}

func (t *travels) pop() stop {
	first, last := t.open[0], len(t.open)-1
	t.open[0] = t.open[last]
	t.open = t.open[:last]
	for i := 0; ; {
		least := i
		for k := 2*i + 1; k <= 2*i+2 && k < last; k++ {
			if t.open[k].before(t.open[least]) {
				least = k
			}
		}
		if least == i {
			return first
		}
		t.open[i], t.open[least] = t.open[least], t.open[i]
		i = least
	}
}

// neighbours returns the neighbours of all cells, even for boards that keep no table of them.
func (b *Board) neighbours() [][]link {
	if b.links != nil {
		return b.links
	}
	b.linking.Do(func() { b.late = b.linked() })
	return b.late
}

// Distance returns the number of steps from a cell to another on the empty board, or -1 if there is no path.
func (b *Board) Distance(from, to game.ID) int {
	switch {
	case !b.Has(from) || !b.Has(to):
		return -1
	case b.grid != nil && b.n == len(b.grid.at):
		return b.grid.distance(from, to)
	case b.n > maxMeasured:
		return b.measure(from, nil)[to-b.first]
	}
	b.measuring.Do(func() {
		row := make([]int, 0, b.n)
		for i := range b.n {
			row = b.measure(b.first+game.ID(i), row)
			for _, n := range row {
				b.distances = append(b.distances, int16(n))
			}
		}
	})
	return int(b.distances[int(from-b.first)*b.n+int(to-b.first)])
}

// maxMeasured is the number of cells up to which all distances are kept.
const maxMeasured = 512

// measure returns the distances of all cells.
func (b *Board) measure(from game.ID, steps []int) []int {
	steps = steps[:0]
	for range b.n {
		steps = append(steps, -1)
	}
	links := b.neighbours()
	steps[from-b.first] = 0
	for open := []game.ID{from}; len(open) > 0; open = open[1:] {
		for _, l := range links[open[0]-b.first] {
			if steps[l.to-b.first] < 0 {
				steps[l.to-b.first] = steps[open[0]-b.first] + 1
				open = append(open, l.to)
			}
		}
	}
	return steps
}

// distance is Distance on a grid without gaps.
func (g *Grid) distance(from, to game.ID) int {
	ax, ay := g.XY(from)
	bx, by := g.XY(to)
	best := math.MaxInt
	for _, x := range around(bx-ax, g.w, g.WrapX) {
		for _, y := range around(by-ay, g.h, g.WrapY) {
			dx, dy := max(x, -x), max(y, -y)
			switch len(g.near) {
			case 4:
				best = min(best, dx+dy)
			case 6:
				best = min(best, max(dx, dy, x+y, -x-y))
			default:
				best = min(best, max(dx, dy))
			}
		}
	}
	return best
}

// around returns the ways to go a distance, one of them through the edge if the board wraps around.
func around(by, size int, wraps bool) []int {
	switch {
	case !wraps:
		return []int{by}
	case by > 0:
		return []int{by, by - size}
	}
	return []int{by, by + size}
}

// Within returns the cells at a Distance of at most n from the cell, with the cell itself.
func (b *Board) Within(cell game.ID, n int) game.Set[game.ID] {
	near, _ := b.rings(cell, n)
	return near
}

// Ring returns the cells at a Distance of exactly n from the cell.
func (b *Board) Ring(cell game.ID, n int) game.Set[game.ID] {
	_, ring := b.rings(cell, n)
	return ring
}

func (b *Board) rings(cell game.ID, n int) (near, ring game.Set[game.ID]) {
	if !b.Has(cell) || n < 0 {
		return near, ring
	}
	near = game.SetOf(cell)
	ring = near
	for range n {
		if ring = b.Around(near); ring.Empty() {
			break
		}
		near = near.Or(ring)
	}
	return near, ring
}

// Flood returns the cells of within that can be reached from these without leaving it. Only starts in within count.
func (b *Board) Flood(from, within game.Set[game.ID]) game.Set[game.ID] {
	b.mustBeOnTable()
	if b.small {
		inside := lowOf(within).and(b.all)
		return b.floodPair(lowOf(from).and(inside), inside).set()
	}
	r := within.Blank(len(b.cells))
	reached, inside := r.Words(), within.Blank(len(b.cells)).Words()
	for i, c := range b.cells {
		inside[i] = c & word64(within.Words(), i)
		reached[i] = inside[i] & word64(from.Words(), i)
	}
	b.flood(reached, inside)
	return r
}

// Areas divides the cells of a set into areas: in each of them, steps from neighbour to neighbour lead from the
// lowest cell to all others.
func (b *Board) Areas(set game.Set[game.ID]) (areas []game.Set[game.ID]) {
	for set = set.And(b.setOf(b.cells)); !set.Empty(); set = set.Minus(areas[len(areas)-1]) {
		areas = append(areas, b.Flood(game.SetOf(set.First()), set))
	}
	return areas
}

// Connected reports whether a set is a single area, or empty.
func (b *Board) Connected(set game.Set[game.ID]) bool { return len(b.Areas(set)) <= 1 }

// Majority returns the seats with the most elements on the cells, all of them in a tie, and that number of elements.
// Elements without an owner do not count.
func (b *Board) Majority(r game.Reader, cells game.Set[game.ID]) (seats game.Set[game.Seat], n int) {
	s := stateOf(r)
	counts := make([]int, s.Seats())
	for cell := range cells.All() {
		for id := range s.In(cell) {
			if owner := s.Owner(id); owner >= 0 {
				counts[owner]++
				n = max(n, counts[owner])
			}
		}
	}
	for seat, count := range counts {
		if n > 0 && count == n {
			seats = seats.With(game.Seat(seat))
		}
	}
	return seats, n
}
