package bot

import (
	"math"
	"slices"

	"github.com/plygame/ply/game"
)

// openTree is what a search remembers of a game in which everyone sees everything and nothing is left to
// chance. Positions that are reached in several ways share a node. Results that are certain are passed up the tree.
type openTree struct {
	*run
	root    *game.State
	book    *game.Fork // whose handles the edges hold
	nodes   []openNode
	sums    []int64 // by node and seat: the pay-offs
	edges   []openEdge
	results []int32 // by proof and seat: pay-offs that are certain
	index   []int32 // by key: a node
	repeats bool    // whether a position has occurred before may matter
	chance  bool    // a simulation has met chance
}

// openNode is a position. Its moves are listed when it is reached for the second time.
type openNode struct {
	key         uint64
	first, last int32 // its edges; last is 0 before they are listed
	tried       int32 // how many of them have been tried: they come first
	visits      int32
	proof       int32  // where its certain result is, 0 if it has none
	plies       uint16 // how far away that is
	seat        game.Seat
}

// openEdge is a move from a position.
type openEdge struct {
	move   game.Handle
	to     int32 // the node it leads to, 0 if that is not known
	visits int32
}

// openJob is a simulation.
type openJob struct {
	nodes, edges []int32       // where it has gone so far
	move         game.Handle   // the move chosen at the last node, if its moves were not listed before
	moves        []game.Handle // the moves of that node
	by           *game.Fork    // whose handles these are
	key          uint64        // of the position after the last move
	list         bool          // the moves of the last node must be listed
	ends         bool          // the simulation ends at the last node
	certain      bool
	drew         bool
}

func newOpenTree(r *run) *openTree {
	t := &openTree{run: r, root: r.turn.View}
	p := &t.root.Rules().Position
	t.repeats = p.Mover || len(p.Places)+len(p.Parts) > 0
	t.book = r.workers[0].fork
	if len(r.workers) > 1 {
		t.book = t.root.Fork()
	}
	t.index = make([]int32, 1024)
	t.results = make([]int32, r.seats)
	t.node(0) // so that 0 means none
	t.node(1)
	return t
}

const openRoot = 1

// node returns the node with this key; it adds one if there is none.
func (t *openTree) node(key uint64) int32 {
	mask := uint64(len(t.index) - 1)
	at := key & mask
	for ; t.index[at] != 0; at = (at + 1) & mask {
		if n := t.index[at]; t.nodes[n].key == key {
			return n
		}
	}
	n := int32(len(t.nodes))
	t.nodes = append(t.nodes, openNode{key: key})
	for range t.seats {
		t.sums = append(t.sums, 0)
	}
	if t.index[at] = n; 2*len(t.nodes) > len(t.index) {
		t.grow()
	}
	return n
}

func (t *openTree) grow() {
	t.index = make([]int32, 2*len(t.index))
	mask := uint64(len(t.index) - 1)
	for n := 1; n < len(t.nodes); n++ {
		at := t.nodes[n].key & mask
		for t.index[at] != 0 {
			at = (at + 1) & mask
		}
		t.index[at] = int32(n)
	}
}

// full reports whether no more moves may be listed.
func (t *openTree) full() bool {
	return 24*len(t.edges)+(48+8*t.seats)*len(t.nodes) > t.memory
}

// begin selects the moves of a simulation as far as the tree goes. It counts them as visits at once, so that
// the other simulations of the batch look elsewhere.
func (t *openTree) begin(j *job) {
	o := &j.openJob
	o.nodes, o.edges = append(o.nodes[:0], openRoot), o.edges[:0]
	o.list, o.ends, o.certain, o.drew = false, false, false, false
	random := j.seed
	for n := int32(openRoot); ; {
		node := &t.nodes[n]
		node.visits++
		switch {
		case node.proof != 0:
			o.ends, o.certain = true, true
			copy(j.result, t.results[int(node.proof)*t.seats:])
			return
		case node.last == 0:
			o.list = !t.full()
			o.ends = !o.list
			return
		}
		random = mixed(random, uint64(len(o.edges)))
		e := t.choose(node, random)
		edge := &t.edges[e]
		edge.visits++
		o.edges = append(o.edges, e)
		if edge.to == 0 {
			return
		}
		n = edge.to
		if slices.Contains(o.nodes, n) { // play has come back to an earlier position
			o.ends = true
			t.nodes[n].visits++
			o.nodes = append(o.nodes, n)
			return
		}
		o.nodes = append(o.nodes, n)
	}
}

// choose returns the edge to follow: one that was never tried, or the one with the highest bound.
func (t *openTree) choose(node *openNode, random uint64) int32 {
	if n := node.first + node.tried; n < node.last {
		e := n + int32(below(random, int(node.last-n)))
		t.edges[n], t.edges[e] = t.edges[e], t.edges[n]
		node.tried++
		return n
	}
	edges := t.edges[node.first:node.last]
	bonus, best, bound := float64(exploreOpen*rootOfLog(node.visits)), 0, -2.0
	k := below(random, len(edges)) // equal bounds go to the first from here on
	for range edges {
		e := &edges[k]
		if b := t.bound(e, node.seat, bonus); b > bound {
			best, bound = k, b
		}
		if k++; k == len(edges) {
			k = 0
		}
	}
	return node.first + int32(best)
}

// bound is how good a move may turn out to be.
func (t *openTree) bound(e *openEdge, seat game.Seat, bonus float64) float64 {
	value := 0.0
	if e.to != 0 {
		to := &t.nodes[e.to]
		switch {
		case to.proof != 0:
			value = float64(t.results[int(to.proof)*t.seats+int(seat)]) / whole
			if value == 0 {
				return -1
			}
		case to.visits > 0:
			value = float64(t.sums[int(e.to)*t.seats+int(seat)]) / float64(int64(to.visits)*whole)
		}
	}
	return value + float64(bonus*reciprocal(e.visits))
}

// simulate plays the selected moves, one more, and the rest of the game.
func (t *openTree) simulate(w *worker, j *job) error {
	o := &j.openJob
	if o.certain {
		return nil
	}
	f := w.fork
	f.Reset(t.root)
	f.Seed(j.seed)
	for _, e := range o.edges {
		err := f.Do(f.HandleFrom(t.book, t.edges[e].move))
		if game.CodeOf(err) == game.Over { // by repetition: this position was reached in another way before
			o.list, o.ends = false, true
			break
		}
		if err != nil {
			return err
		}
	}
	if o.list {
		var err error
		if o.moves, err = f.Handles(o.moves[:0]); err != nil {
			return err
		}
		if len(o.moves) > 0 {
			o.by, o.move = f, o.moves[below(mixed(j.seed, 0x11), len(o.moves))]
			if err := f.Do(o.move); err != nil {
				return err
			}
		}
	}
	o.drew = f.Drawn()
	s := f.State()
	if o.certain = payoff(s, j.result); o.certain && !o.ends {
		o.key = t.key(s)
		return nil
	}
	if !o.ends {
		o.key = t.key(s)
	}
	return w.playOut(j.result)
}

// key is what makes two positions one node.
func (t *openTree) key(s *game.State) uint64 {
	key := s.PositionKey()
	if t.repeats && !s.Over() {
		key = mixed(key, uint64(s.Repeats()))
	}
	return key
}

// finish adds the results of a simulation.
func (t *openTree) finish(j *job) {
	o := &j.openJob
	if t.chance = t.chance || o.drew; t.chance {
		return
	}
	if o.list && len(o.moves) > 0 {
		o.edges = append(o.edges, t.list(o))
	}
	if !o.ends && len(o.edges) > 0 {
		e := &t.edges[o.edges[len(o.edges)-1]]
		if e.to == 0 {
			e.to = t.node(o.key)
		}
		to := &t.nodes[e.to]
		to.visits++
		o.nodes = append(o.nodes, e.to)
		if o.certain && to.proof == 0 {
			t.prove(to, j.result, 0)
		}
	}
	for _, n := range o.nodes {
		sums := t.sums[int(n)*t.seats:]
		for seat, x := range j.result {
			sums[seat] += int64(x)
		}
	}
	for i := len(o.nodes) - 2; i >= 0 && t.nodes[o.nodes[i+1]].proof != 0; i-- {
		t.conclude(&t.nodes[o.nodes[i]])
	}
}

// list adds the moves of the last node, and returns the edge of the one that was played.
func (t *openTree) list(o *openJob) int32 {
	node := &t.nodes[o.nodes[len(o.nodes)-1]]
	if node.last == 0 { // else an earlier simulation of the batch has listed them
		node.first, node.seat = int32(len(t.edges)), o.move.Seat()
		if len(t.edges)+len(o.moves) > cap(t.edges) { // append would copy them more often
			t.edges = slices.Grow(t.edges, max(len(t.edges), len(o.moves)))
		}
		for _, h := range o.moves {
			t.edges = append(t.edges, openEdge{move: t.book.HandleFrom(o.by, h)})
		}
		node.last = int32(len(t.edges))
	}
	move := t.book.HandleFrom(o.by, o.move)
	for e := node.first; e < node.last; e++ {
		if t.edges[e].move != move {
			continue
		}
		if at := node.first + node.tried; e >= at {
			t.edges[e], t.edges[at] = t.edges[at], t.edges[e]
			node.tried++
			e = at
		}
		t.edges[e].visits++
		return e
	}
	panic("the moves of a position are not the same as before")
}

// prove notes the certain result of a node.
func (t *openTree) prove(n *openNode, result []int32, plies uint16) {
	n.proof, n.plies = int32(len(t.results)/t.seats), plies
	t.results = append(t.results, result...)
}

// conclude notes the result of a node if it follows from what its moves lead to: one of them wins, or all
// their results are certain.
func (t *openTree) conclude(n *openNode) {
	if n.proof != 0 || n.last == 0 {
		return
	}
	if best := t.certain(n); best != nil {
		n.proof, n.plies = best.proof, best.plies+1
	}
}

// certain returns where the best move of a node leads, if its result is certain.
func (t *openTree) certain(n *openNode) (best *openNode) {
	all, most := true, int32(-1)
	for _, e := range t.edges[n.first:n.last] {
		to := &t.nodes[e.to]
		if e.to == 0 || to.proof == 0 {
			all = false
			continue
		}
		value := t.results[int(to.proof)*t.seats+int(n.seat)]
		switch {
		case value < most:
		case value > most || value == 0 && to.plies > best.plies || value != 0 && to.plies < best.plies:
			best, most = to, value
		}
	}
	if most == whole || all && t.seats <= 2 {
		return best
	}
	return nil
}

func (t *openTree) solved() bool { return t.nodes[openRoot].proof != 0 }

// choices returns the moves that were tried, and the index of the best one: a certain win, or the move that was
// tried most often.
func (t *openTree) choices() (all []Choice, best int) {
	root := &t.nodes[openRoot]
	top := math.Inf(-1)
	for _, e := range t.edges[root.first : root.first+root.tried] {
		to := &t.nodes[e.to]
		c := Choice{Move: t.book.Move(e.move), Visits: int(e.visits)}
		rank := float64(e.visits)
		switch {
		case e.to == 0:
		case to.proof != 0:
			c.Value = float64(t.results[int(to.proof)*t.seats+int(root.seat)]) / whole
			switch {
			case c.Value == 1:
				rank = 1e12 - float64(to.plies) // the sooner the better
			case c.Value == 0:
				rank = float64(to.plies) - 1e12 // the later the better
			case t.solved():
				rank = 1e10 * c.Value
			}
		case to.visits > 0:
			c.Value = float64(t.sums[int(e.to)*t.seats+int(root.seat)]) / float64(int64(to.visits)*whole)
		}
		if rank > top || rank == top && c.Value > all[best].Value {
			best, top = len(all), rank
		}
		all = append(all, c)
	}
	return all, best
}
