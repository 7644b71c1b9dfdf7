package bot

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/plygame/ply/game"
)

// Search is a [Player] for any game. It simulates many games from the position, prefers moves that did well in
// earlier ones, and returns the move it tried most often. It knows only what its seat knows: before each simulation,
// everything the seat cannot know is dealt again.
//
// The same turn and Simulations give the same move, visits and values on every machine, with any number of
// Workers.
type Search struct {
	// Simulations is how many games are played for a move; 0 means 200, or what the Turn says. A game that is
	// solved earlier ends the search.
	Simulations int

	// Time ends the search after this long, if it is not 0. The result then depends on how fast the machine is;
	// Thought.Simulations says how many simulations were made.
	Time time.Duration

	Workers int // how many goroutines simulate; 0 means 1
	Memory  int // how many bytes the search may use for what it has learned; 0 means 64 MB

	// Evaluator judges a position in place of playing to the end. Nil means Rules.Value; if that is nil too,
	// simulations continue to the end.
	Evaluator Evaluator
	Depth     int // how many random moves a simulation plays before the Evaluator is asked

	// Policy chooses the moves of simulations beyond what the search remembers, and of other seats in games with
	// hidden information. Nil means Rules.Weight; if that is nil too, all moves beyond it are equally likely.
	Policy Policy

	level int // from 1, if Simulations are up to the rules
}

// Thought is what a [Search] has found out.
type Thought struct {
	Move        game.Move   // the move it would play, in the seat's view
	Choices     []Choice    // all moves it has tried, the most visited first
	Line        []game.Line // how it expects the game to continue, as the seat would read it; hidden things are guessed
	Simulations int         // how many it has made
	Solved      bool        // the result is certain
}

// Choice is one move of a [Thought].
type Choice struct {
	Move   game.Move // in the seat's view
	Visits int       // how many simulations began with it
	Value  float64   // the average result, from 0 for the last place to 1 for the first
}

// Choose implements Player.
func (x *Search) Choose(ctx context.Context, t Turn) (game.Move, error) {
	thought, err := x.think(ctx, t, true)
	if err != nil {
		return game.Move{}, err
	}
	return thought.Move, nil
}

// Think returns everything the search finds out about a turn.
func (x *Search) Think(ctx context.Context, t Turn) (*Thought, error) { return x.think(ctx, t, false) }

const (
	batch      = 8        // how many simulations are selected before their results are added; part of the algorithm
	longest    = 5000     // how many moves a simulation may have
	defaultMem = 64 << 20 // bytes

	defaultSimulations = 200
)

// think searches. It chooses at random where moves cannot be listed because they contain free text.
func (x *Search) think(ctx context.Context, t Turn, quick bool) (*Thought, error) {
	thought, err := x.search(ctx, t, quick)
	if game.CodeOf(err) == game.Malformed {
		m, err := Random(t.View, t.Seat, rand.New(rand.NewPCG(t.Seed, uint64(t.Seat))))
		return &Thought{Move: m, Choices: []Choice{{Move: m}}}, err
	}
	return thought, err
}

func (x *Search) search(ctx context.Context, t Turn, quick bool) (*Thought, error) {
	var until time.Time
	if x.Time > 0 {
		until = time.Now().Add(x.Time)
	}
	moves, err := t.View.MovesUpTo(2)
	switch {
	case err != nil:
		return nil, err
	case len(moves) == 1 && moves[0].Seat == t.Seat && quick:
		return &Thought{Move: moves[0]}, nil
	}
	r := x.newRun(t)
	r.late = func() bool { return ctx.Err() != nil || !until.IsZero() && !time.Now().Before(until) }
	if t.View.Rules().Open() {
		tree := newOpenTree(r)
		thought, err := r.open(ctx, tree, until)
		if err == nil && !tree.chance && !quick {
			thought.Line = tree.expected(thought.Move)
		}
		if err != nil || !tree.chance {
			return thought, err
		}
	}
	return r.hidden(ctx, until, quick)
}

func (x *Search) newRun(t Turn) *run {
	rules := t.View.Rules()
	r := &run{turn: t, seats: t.View.Seats(), memory: cmp.Or(x.Memory, defaultMem), policy: x.Policy, value: x.Evaluator,
		depth: x.Depth, late: func() bool { return false }}
	if r.value == nil && rules.Value != nil {
		r.value = evaluate(rules.Value)
	}
	if r.policy == nil && rules.Weight != nil {
		r.policy = weigh(rules.Weight)
	}
	if r.limit = cmp.Or(x.simulations(rules), t.Budget, defaultSimulations); x.Time > 0 && x.Simulations == 0 {
		r.limit = 1 << 30
	}
	from := t.known()
	if from.Rules().Open() {
		from = t.View
	}
	for range max(1, x.Workers) {
		r.workers = append(r.workers, &worker{run: r, fork: from.Fork()})
	}
	for i := range r.jobs {
		r.jobs[i].result = make([]int32, r.seats)
	}
	return r
}

// open searches a game in which everyone sees everything.
func (r *run) open(ctx context.Context, t *openTree, until time.Time) (*Thought, error) {
	f := r.workers[0].fork
	f.Reset(t.root)
	f.Seed(r.turn.Seed)
	h, wins, err := r.winning(f)
	if err != nil {
		return nil, err
	}
	if t.chance = f.Drawn(); t.chance {
		return nil, nil
	}
	if wins {
		c := Choice{Move: f.Move(h), Visits: 1, Value: 1}
		return &Thought{Move: c.Move, Choices: []Choice{c}, Solved: true}, nil
	}
	done, err := r.simulate(ctx, t, until)
	if err != nil || t.chance {
		return nil, err
	}
	if done == 0 {
		return nil, ctx.Err()
	}
	all, best := t.choices()
	thought := &Thought{Move: all[best].Move, Choices: all, Simulations: done, Solved: t.solved()}
	sortChoices(thought.Choices)
	return thought, nil
}

// sortChoices puts the most visited first.
func sortChoices(all []Choice) {
	slices.SortStableFunc(all, func(a, b Choice) int {
		return cmp.Or(cmp.Compare(b.Visits, a.Visits), cmp.Compare(b.Value, a.Value))
	})
}

const (
	mostScanned = 40_000 // how many moves are tried in search of one that wins at once
	triedAtOnce = 32     // how many of them are tried before the search looks whether its time is up
)

// winning looks for a move of the turn's seat that wins the fork's position at once. The fork keeps its position.
func (r *run) winning(f *game.Fork) (found game.Handle, wins bool, err error) {
	if n, err := f.State().CountMoves(); err != nil || n > mostScanned {
		return found, false, err
	}
	w, result := r.workers[0], make([]int32, r.seats)
	if w.moves, err = f.Handles(w.moves[:0]); err != nil {
		return found, false, err
	}
	from := below(mixed(r.turn.Seed, 0x3C), max(1, len(w.moves)))
	for i := range w.moves {
		h := w.moves[(i+from)%len(w.moves)]
		if i%triedAtOnce == triedAtOnce-1 && r.late() {
			break
		}
		if h.Seat() != r.turn.Seat {
			continue
		}
		m := f.Mark()
		err := f.Do(h)
		wins := err == nil && payoff(f.State(), result) && result[r.turn.Seat] == whole
		f.Back(m)
		if err != nil || wins {
			return h, wins, err
		}
	}
	return found, false, nil
}

// hidden searches any other game.
func (r *run) hidden(ctx context.Context, until time.Time, quick bool) (*Thought, error) {
	t := newHiddenTree(r)
	if err := t.scan(); err != nil {
		return nil, err
	}
	done, err := r.simulate(ctx, t, until)
	if err != nil {
		return nil, err
	}
	if done == 0 && len(t.winners) == 0 {
		return nil, ctx.Err()
	}
	thought, err := t.thought(done, quick)
	if err == nil && !quick {
		thought.Line = t.expected(thought.Move)
	}
	return thought, err
}

// scan deals once and looks for a move that wins there at once.
func (t *hiddenTree) scan() error {
	f := t.workers[0].fork
	if err := t.turn.Redeal(f, mixed(t.turn.Seed, 0x5CA4)); err != nil {
		return err
	}
	h, wins, err := t.winning(f)
	if wins {
		t.winners = append(t.winners, mixed(hiddenRoot, f.MoveKey(h)))
	}
	return err
}

// thought returns what the tree knows, in terms of the seat's view.
func (t *hiddenTree) thought(done int, quick bool) (*Thought, error) {
	out := &Thought{Simulations: done}
	view := &worker{run: t.run, fork: t.turn.View.Fork()}
	if len(t.winners) > 0 && t.total*seldom < int64(done)*whole {
		if m, ok, err := t.findMove(view, t.winners[0]); ok || err != nil {
			out.Move = m
			if quick || err != nil {
				return out, err
			}
		}
	}
	key := mixed(hiddenRoot, stagedKey+uint64(t.turn.Seat))
	if n := t.find(key); n != 0 && t.stats[n].sum != 0 {
		return t.thoughtByPicks(out, view, quick)
	}
	var err error
	if view.moves, err = view.fork.Handles(nil); err != nil {
		return nil, err
	}
	best := Choice{Visits: -1}
	seen := map[uint64]bool{}
	from := below(mixed(t.turn.Seed, 0x71E), max(1, len(view.moves)))
	for i := range view.moves {
		h := view.moves[(i+from)%len(view.moves)]
		key := mixed(hiddenRoot, view.fork.MoveKey(h))
		if h.Seat() != t.turn.Seat || seen[key] {
			continue
		}
		seen[key] = true
		c := t.choice(view.fork.Move(h), key)
		if c.Visits > best.Visits || c.Visits == best.Visits && c.Value > best.Value {
			best = c
		}
		if c.Visits > 0 {
			out.Choices = append(out.Choices, c)
		}
	}
	if best.Visits < 0 {
		return nil, noMoves(t.turn.Seat)
	}
	if out.Move.Action == "" {
		out.Move = best.Move
	}
	sortChoices(out.Choices)
	return out, nil
}

// seldom: if fewer than one in this many simulations pay off, a move that wins in a re-deal is played.
const seldom = 20

func (t *hiddenTree) choice(m game.Move, key uint64) Choice {
	c := Choice{Move: m}
	if n := t.find(key); n != 0 {
		x := &t.stats[n]
		if c.Visits = int(x.visits); x.visits > 0 {
			c.Value = float64(x.sum) / float64(int64(x.visits)*whole)
		}
	}
	return c
}

// findMove returns the move of the view with this key.
func (t *hiddenTree) findMove(view *worker, key uint64) (m game.Move, ok bool, err error) {
	if view.moves, err = view.fork.Handles(view.moves[:0]); err != nil {
		return m, false, err
	}
	for _, h := range view.moves {
		if h.Seat() == t.turn.Seat && mixed(hiddenRoot, view.fork.MoveKey(h)) == key {
			return view.fork.Move(h), true, nil
		}
	}
	return m, false, nil
}

// mostListed is how many moves a Thought lists if they were chosen pick by pick.
const mostListed = 5000

func (t *hiddenTree) thoughtByPicks(out *Thought, view *worker, quick bool) (*Thought, error) {
	draft := game.Move{Seat: t.turn.Seat}
	stage, random := uint64(hiddenRoot), t.turn.Seed
	err := t.walk(view, &draft, func() int {
		best, most := -1, Choice{Visits: -1}
		random = mixed(random, stage)
		for i := range view.options {
			k := (i + below(random, len(view.options))) % len(view.options)
			c := t.choice(game.Move{}, mixed(stage, view.options[k].key))
			if c.Visits > most.Visits || c.Visits == most.Visits && c.Value > most.Value {
				best, most = k, c
			}
		}
		if best >= 0 {
			stage = mixed(stage, view.options[best].key)
		}
		return best
	})
	if err != nil {
		return nil, err
	}
	if out.Move.Action == "" {
		out.Move = draft
	}
	if quick {
		return out, nil
	}
	all, err := t.turn.View.MovesUpTo(mostListed)
	if err != nil {
		return nil, err
	}
	for _, m := range all {
		key := mixed(mixed(hiddenRoot, t.turn.View.MoveKey(m)), wholeKey)
		if c := t.choice(m, key); m.Seat == t.turn.Seat && c.Visits > 0 {
			out.Choices = append(out.Choices, c)
		}
	}
	sortChoices(out.Choices)
	return out, nil
}
