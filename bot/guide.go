package bot

import (
	"math"

	"github.com/plygame/ply/game"
)

// guidance is how much the likelihood of a choice counts against what the tree knows of it.
const guidance = 6

// weigh lists the moves of a seat, with how likely the Policy makes each of them, and returns the sum.
func (t *hiddenTree) weigh(w *worker, seat game.Seat) (sum int, err error) {
	if w.moves, err = w.fork.Handles(w.moves[:0]); err != nil {
		return 0, err
	}
	w.options, w.weights = w.options[:0], w.weights[:0]
	for i, h := range w.moves {
		if h.Seat() == seat {
			weight := max(0, t.policy.Weight(w.fork, h))
			sum += weight
			w.options, w.weights = append(w.options, option{value: int32(i)}), append(w.weights, weight)
		}
	}
	if len(w.options) == 0 {
		return 0, noMoves(seat)
	}
	return sum, nil
}

// expect plays a move of another seat as the Policy would. The tree itself is a poor guide to what others do in games
// of bluff: a seat has one node for all its hands, while the searcher's hand is the same in all re-deals. So that node
// would learn from the searcher's hand, which the seat cannot know, and nothing from the seat's own hand.
func (t *hiddenTree) expect(w *worker, j *job, node uint64, seat game.Seat) (key uint64, known bool, err error) {
	sum, err := t.weigh(w, seat)
	if err != nil {
		return 0, false, err
	}
	w.random = mixed(w.random, node)
	k := below(w.random, len(w.options)) // if no move is likely
	for rest, i := below(w.random, sum), 0; sum > 0 && rest >= 0; i++ {
		rest -= w.weights[i]
		k = i
	}
	w.options[k].key = mixed(node, w.fork.MoveKey(w.moves[w.options[k].value]))
	return t.take(w, j, seat, k)
}

// guided plays a later move of the searcher: the one with the highest bound, where the bound is wider the more likely
// the Policy makes the move (PUCT). A later node is visited only a few times. If those visits went to random moves, the
// moves that lead there would look worse than they are.
func (t *hiddenTree) guided(w *worker, j *job, node uint64, seat game.Seat) (key uint64, known bool, err error) {
	sum, err := t.weigh(w, seat)
	if err != nil {
		return 0, false, err
	}
	visits := int32(1)
	for i := range w.options {
		o := &w.options[i]
		o.key = mixed(node, w.fork.MoveKey(w.moves[o.value]))
		visits += t.stats[t.find(o.key)].visits
	}
	width := float64(float64(guidance*t.spread[seat].deviation)*math.Sqrt(float64(visits))) / float64(max(sum, 1))
	usual := t.spread[seat].mean()
	w.random = mixed(w.random, node)
	k, best, top := below(w.random, len(w.options)), 0, -1.0 // equal bounds go to the first from here on
	for range w.options {
		x := &t.stats[t.find(w.options[k].key)]
		n := float64(x.visits + 1)
		value := float64(float64(x.sum)/whole+usual) / n // as if it had been tried once more, with the usual result
		if b := value + float64(width*float64(w.weights[k]))/n; b > top {
			best, top = k, b
		}
		if k++; k == len(w.options) {
			k = 0
		}
	}
	return t.take(w, j, seat, best)
}

// take plays one of the worker's options.
func (t *hiddenTree) take(w *worker, j *job, seat game.Seat, k int) (key uint64, known bool, err error) {
	o := w.options[k]
	at := t.find(o.key)
	j.hiddenJob.chosen = append(j.hiddenJob.chosen, chosen{o.key, seat, at})
	return o.key, at != 0, w.fork.Do(w.moves[o.value])
}
