package bot

import (
	"slices"

	"github.com/plygame/ply/game"
)

// hiddenTree is what a search remembers of a game with secrets, chance or choices made at the same time. A
// node is a sequence of choices, whatever chance and the re-deals brought in between; it is a number made
// from the keys of those choices. While a batch is simulated the tree does not change.
type hiddenTree struct {
	*run
	deal    func(f *game.Fork, seed uint64) error // begins a simulation
	stats   []stat
	index   []int32  // by key: a stat
	winners []uint64 // keys of moves that win at once in a re-deal
	total   int64    // what the seat got in all simulations
	byPicks bool     // a node was found whose moves are chosen pick by pick
	explore float64  // how much the search favours choices it has rarely tried, compared with the spread
	few     uint64   // how many complete moves a node may have before they are chosen pick by pick
	spread  []spread // by seat
}

// stat is what is known of one choice at one node, or of a node: see staged.
type stat struct {
	key       uint64
	visits    int32
	available int32 // how often it could be chosen
	sum       int64 // the pay-offs of the seat that chooses
}

// hiddenJob is a simulation.
type hiddenJob struct {
	chosen    []chosen
	available []int32 // the stats that could be chosen
	nodes     []stat  // nodes whose moves were counted
}

// chosen is a choice of a simulation.
type chosen struct {
	key  uint64
	seat game.Seat
	at   int32 // its stat, 0 if it has none yet
}

const (
	hiddenRoot = 0x9177
	stagedKey  = 0x57A6ED // a node's own stat: whether its moves are chosen pick by pick
	wholeKey   = 0x3401E  // a whole move that was chosen pick by pick
	stopKey    = 0x570B   // to end a pick

	// fewMoves is how many complete moves a node may have before they are chosen pick by pick; fewer if the
	// search is short.
	fewMoves = 30
)

func newHiddenTree(r *run) *hiddenTree {
	t := &hiddenTree{run: r, deal: r.turn.redealOpen, explore: exploreHidden, stats: make([]stat, 1, 1024),
		index: make([]int32, 2048)}
	if r.value != nil {
		t.explore = exploreValued
	}
	t.spread = make([]spread, r.seats)
	for i := range t.spread {
		t.spread[i].deviation = 0.5
	}
	t.few = uint64(min(max(r.limit/20, 8), fewMoves))
	return t
}

// find returns the stat with this key, 0 if there is none.
func (t *hiddenTree) find(key uint64) int32 {
	mask := uint64(len(t.index) - 1)
	for at := key & mask; t.index[at] != 0; at = (at + 1) & mask {
		if n := t.index[at]; t.stats[n].key == key {
			return n
		}
	}
	return 0
}

// add returns the stat with this key. It adds one if there is none and memory is left; otherwise it returns 0.
func (t *hiddenTree) add(key uint64) int32 {
	if n := t.find(key); n != 0 || 40*len(t.stats) > t.memory {
		return n
	}
	if 2*len(t.stats) > len(t.index) {
		t.index = make([]int32, 2*len(t.index))
		for n := 1; n < len(t.stats); n++ {
			t.put(int32(n))
		}
	}
	n := int32(len(t.stats))
	t.stats = append(t.stats, stat{key: key})
	t.put(n)
	return n
}

func (t *hiddenTree) put(n int32) {
	mask := uint64(len(t.index) - 1)
	at := t.stats[n].key & mask
	for t.index[at] != 0 {
		at = (at + 1) & mask
	}
	t.index[at] = n
}

func (t *hiddenTree) begin(j *job) {
	h := &j.hiddenJob
	h.chosen, h.available, h.nodes = h.chosen[:0], h.available[:0], h.nodes[:0]
}

// simulate deals again and plays to the end: by the tree as long as it knows all choices, then one choice it
// does not know, then at random.
func (t *hiddenTree) simulate(w *worker, j *job) error {
	if err := t.deal(w.fork, j.seed); err != nil {
		return err
	}
	t.enter(w, j)
	w.path.begin(t.seats)
	for range longest {
		s := w.fork.State()
		if payoff(s, j.result) {
			return nil
		}
		seat, together := t.next(s), s.ToAct().Len() > 1
		key, known, err := t.choose(w, j, w.path.node(seat), seat)
		if err != nil {
			return err
		}
		w.path.add(seat, key, together)
		w.ahead = -1
		if !known {
			return w.playOut(j.result)
		}
	}
	return w.playOut(j.result)
}

// enter begins a simulation at the root.
func (t *hiddenTree) enter(w *worker, j *job) {
	w.random, w.ahead = mixed(j.seed, 0x5E1EC7), j.order
	w.fork.ByAction(t.byPicks)
}

// path is the choices of a simulation so far. What seats choose at the same time is no part of the nodes of the others:
// there would be too many of them to learn anything about what comes next.
type path struct {
	all uint64   // what was chosen in turn
	own []uint64 // by seat: what it has chosen at the same time as others
}

func (p *path) begin(seats int) {
	p.all, p.own = hiddenRoot, append(p.own[:0], make([]uint64, seats)...)
}

// node returns where a seat chooses.
func (p *path) node(seat game.Seat) uint64 {
	if p.own[seat] == 0 {
		return p.all
	}
	return mixed(p.all, p.own[seat])
}

// add adds what a seat has chosen, by the key of the choice at its node.
func (p *path) add(seat game.Seat, key uint64, together bool) {
	if together {
		p.own[seat] = mixed(p.own[seat], key)
	} else {
		p.all = mixed(p.all, key)
	}
}

// next returns the seat to choose next. If several choose at the same time, the order does not matter: none
// of them knows what the others choose.
func (t *hiddenTree) next(s *game.State) game.Seat {
	left := s.ToAct().Minus(s.Committed())
	if left.Has(t.turn.Seat) {
		return t.turn.Seat
	}
	for seat := range left.All() {
		return seat
	}
	return s.Turn()
}

// choose chooses a move of a seat and plays it. It returns the key of the move, and whether all its choices
// were known.
func (t *hiddenTree) choose(w *worker, j *job, node uint64, seat game.Seat) (key uint64, known bool, err error) {
	switch {
	case t.policy != nil && seat != t.turn.Seat:
		return t.expect(w, j, node, seat)
	case t.policy != nil && node != hiddenRoot:
		return t.guided(w, j, node, seat)
	}
	staged, err := t.staged(w, j, node, seat)
	if err != nil {
		return 0, false, err
	}
	if staged {
		return t.chooseByPicks(w, j, node, seat)
	}
	f := w.fork
	if w.moves, err = f.Handles(w.moves[:0]); err != nil {
		return 0, false, err
	}
	w.options = w.options[:0]
	for i, h := range w.moves {
		if h.Seat() == seat {
			w.options = append(w.options, option{mixed(node, f.MoveKey(h)), int32(i)})
		}
	}
	k, known := t.pick(w, j, node, seat)
	if k < 0 {
		return 0, false, noMoves(seat)
	}
	return w.options[k].key, known, f.Do(w.moves[w.options[k].value])
}

// staged reports whether the moves of a node are chosen pick by pick: there are many of them.
func (t *hiddenTree) staged(w *worker, j *job, node uint64, seat game.Seat) (bool, error) {
	key := mixed(node, stagedKey+uint64(seat))
	if n := t.find(key); n != 0 {
		return t.stats[n].sum != 0, nil
	}
	s := w.fork.State()
	moves, err := s.CountMoves()
	if err != nil {
		return false, err
	}
	sum := int64(0)
	if moves > t.few*uint64(max(1, s.ToAct().Minus(s.Committed()).Len())) {
		sum = 1
	}
	j.hiddenJob.nodes = append(j.hiddenJob.nodes, stat{key: key, sum: sum})
	return sum != 0, nil
}

// option is something that can be chosen.
type option struct {
	key   uint64
	value int32
}

// bounded is what a simulation counts for an option.
type bounded struct {
	at        int32 // its stat, 0 if it has none yet
	visits    int32
	available int32
	mean      float64
	wins      bool // a move of the root that was seen to win at once
}

// pick chooses one of the worker's options: one that was never chosen, first of all one that wins in a re-deal, or
// else the one with the highest bound. It returns -1 if there are no options.
//
// The tree does not change while a batch is simulated, so all of its simulations would choose the same move. At the
// root, where each of them knows what the others find, a simulation first makes the choices of those ahead of it, and
// counts them as visits with the usual result.
func (t *hiddenTree) pick(w *worker, j *job, stage uint64, seat game.Seat) (best int, known bool) {
	if len(w.options) == 0 {
		return -1, false
	}
	if w.ahead >= 0 {
		w.options = distinct(w.options)
	}
	t.look(w, seat)
	h, bonus := &j.hiddenJob, float64(t.explore*t.spread[seat].deviation)
	for i := range w.bounds {
		if at := w.bounds[i].at; at != 0 {
			h.available = append(h.available, at)
		}
	}
	if w.ahead < 0 {
		w.random = mixed(w.random, stage)
		best = t.highest(w, w.random, bonus)
	} else {
		best = t.shared(w, mixed(t.batchSeed(), stage), bonus)
	}
	at := w.bounds[best].at
	h.chosen = append(h.chosen, chosen{w.options[best].key, seat, at})
	return best, at != 0
}

// distinct drops options with the key of another one, if there are not too many to compare.
func distinct(all []option) []option {
	out := all[:0]
	for _, o := range all {
		if len(all) > mostCompared || !slices.ContainsFunc(out, func(x option) bool { return x.key == o.key }) {
			out = append(out, o)
		}
	}
	return out
}

const mostCompared = 64

// look fills in what is known of the worker's options.
func (t *hiddenTree) look(w *worker, seat game.Seat) {
	usual := t.spread[seat].mean()
	w.bounds = w.bounds[:0]
	for i := range w.options {
		key := w.options[i].key
		b := bounded{at: t.find(key), mean: usual}
		if b.at != 0 {
			x := &t.stats[b.at]
			b.visits, b.available, b.mean = x.visits, x.available, float64(x.sum)/float64(int64(x.visits)*whole)
		} else {
			b.wins = w.ahead >= 0 && t.wins(key)
		}
		w.bounds = append(w.bounds, b)
	}
}

// batchSeed is a random number that all simulations of a batch know.
func (t *hiddenTree) batchSeed() uint64 { return mixed(t.turn.Seed, uint64(t.spread[0].n)^0xBA7C4) }

// shared is highest after the choices of the simulations ahead. Those that choose the same option remain ahead.
func (t *hiddenTree) shared(w *worker, random uint64, bonus float64) (best int) {
	for n := range w.ahead + 1 {
		if n > 0 {
			w.bounds[best].visits++
		}
		for i := range w.bounds {
			w.bounds[i].available += int32(min(n, 1))
		}
		random = mixed(random, uint64(n))
		best = t.highest(w, random, bonus)
	}
	w.ahead = int(w.bounds[best].visits)
	if at := w.bounds[best].at; at != 0 {
		w.ahead -= int(t.stats[at].visits)
	}
	return best
}

// highest returns the option with the highest bound, or one that was never chosen. Ties are broken at random by key,
// because the order of the options may differ from one re-deal to the next.
func (t *hiddenTree) highest(w *worker, random uint64, bonus float64) (best int) {
	unknown, wins, bound, luck := false, false, -1.0, uint64(0)
	for k := range w.bounds {
		x := &w.bounds[k]
		if x.visits == 0 {
			if l := mixed(random, w.options[k].key); !unknown || x.wins && !wins || x.wins == wins && l < luck {
				best, luck = k, l
			}
			unknown, wins = true, wins || x.wins
			continue
		}
		if unknown {
			continue
		}
		b := x.mean + float64(float64(bonus*rootOfLog(x.available+1))*reciprocal(x.visits)) // how good it may turn out to be
		if b < bound {
			continue
		}
		if l := mixed(random, w.options[k].key); b > bound || l < luck {
			best, bound, luck = k, b, l
		}
	}
	return best
}

// wins reports whether a move of the root was seen to win at once.
func (t *hiddenTree) wins(key uint64) bool {
	for _, k := range t.winners {
		if k == key {
			return true
		}
	}
	return false
}

// chooseByPicks chooses the action, then each value.
func (t *hiddenTree) chooseByPicks(w *worker, j *job, node uint64, seat game.Seat) (key uint64, known bool, err error) {
	f := w.fork
	draft, known := game.Move{Seat: seat}, true
	stage := node
	err = t.walk(w, &draft, func() int {
		for i := range w.options {
			w.options[i].key = mixed(stage, w.options[i].key)
		}
		if len(w.options) == 1 {
			stage = w.options[0].key
			return 0
		}
		k, seen := t.pick(w, j, stage, seat)
		if k >= 0 {
			stage, known = w.options[k].key, known && seen
		}
		return k
	})
	if err != nil {
		return 0, false, err
	}
	key = mixed(node, f.State().MoveKey(draft))
	if node == hiddenRoot {
		j.hiddenJob.chosen = append(j.hiddenJob.chosen, chosen{mixed(key, wholeKey), seat, t.find(mixed(key, wholeKey))})
	}
	return key, known, f.Play(draft)
}

// walk completes a draft: at each step it lists the options of the worker's fork, and choose returns the
// index of one.
func (t *run) walk(w *worker, draft *game.Move, choose func() int) (err error) {
	f, s := w.fork, w.fork.State()
	if w.offers, err = f.Offers(*draft, w.offers[:0]); err != nil {
		return err
	}
	at := 0
	if draft.Action == "" {
		w.options = w.options[:0]
		for i := range w.offers {
			w.options = append(w.options, option{s.MoveKey(game.Move{Seat: draft.Seat, Action: w.offers[i].Action}), int32(i)})
		}
		if at = choose(); at < 0 {
			return noMoves(draft.Seat)
		}
		at = int(w.options[at].value)
		draft.Action = w.offers[at].Action
	}
	for len(w.offers) > 0 {
		o := &w.offers[at]
		if o.Complete && o.Pick == "" {
			return nil
		}
		t.values(w, o, *draft)
		k := choose()
		if k < 0 {
			return noMoves(draft.Seat)
		}
		switch v := w.options[k].value; {
		case v < 0 && o.StopLast:
			return nil
		case v < 0:
			draft.Picks = append(draft.Picks[:len(draft.Picks):len(draft.Picks)], []game.Value{})
		case o.Options == nil:
			*draft = draft.With(o.At, game.Value{N: int64(o.Lo) + int64(v)})
		default:
			*draft = draft.With(o.At, o.Options[v].Value)
			if o.Last || o.Options[v].Last {
				return nil
			}
		}
		if w.offers, err = f.Offers(*draft, w.offers[:0]); err != nil {
			return err
		}
		at = 0
	}
	return noMoves(draft.Seat)
}

// values lists the options of an offer.
func (t *run) values(w *worker, o *game.Offer, draft game.Move) {
	s := w.fork.State()
	w.options = w.options[:0]
	probe := draft.With(o.At, game.Value{})
	last := &probe.Picks[o.At][len(probe.Picks[o.At])-1]
	for i := range o.Options {
		if o.Options[i].Why == nil {
			*last = o.Options[i].Value
			w.options = append(w.options, option{s.MoveKey(probe), int32(i)})
		}
	}
	if o.Options == nil && o.Text == nil {
		for n := o.Lo; n <= o.Hi; n++ {
			last.N = int64(n)
			w.options = append(w.options, option{s.MoveKey(probe), int32(n - o.Lo)})
		}
	}
	if o.Stop || o.Complete {
		w.options = append(w.options, option{stopKey, -1})
	}
}

// finish adds the results of a simulation.
func (t *hiddenTree) finish(j *job) {
	h := &j.hiddenJob
	for _, n := range h.nodes {
		if at := t.add(n.key); at != 0 {
			t.stats[at].sum = n.sum
		}
		t.byPicks = t.byPicks || n.sum != 0
	}
	for _, n := range h.available {
		t.stats[n].available++
	}
	for _, c := range h.chosen {
		at := c.at
		if at == 0 {
			if at = t.add(c.key); at == 0 {
				break
			}
			t.stats[at].available++
		}
		t.stats[at].visits++
		t.stats[at].sum += int64(j.result[c.seat])
	}
	t.total += int64(j.result[t.turn.Seat])
	for i := range t.spread {
		t.spread[i].add(int64(j.result[i]))
	}
}

func (t *hiddenTree) solved() bool { return false }
