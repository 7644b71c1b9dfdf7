package bot

import (
	"context"
	"time"

	"github.com/plygame/ply/game"
)

// never is no time limit.
var never time.Time

// RootOnly is a search that remembers only the moves of its own turn: beyond them, all is random.
type RootOnly struct{ Search }

type rootTree struct{ *hiddenTree }

func (t rootTree) simulate(w *worker, j *job) error {
	if err := t.deal(w.fork, j.seed); err != nil {
		return err
	}
	t.enter(w, j)
	if _, _, err := t.choose(w, j, hiddenRoot, t.turn.Seat); err != nil {
		return err
	}
	return w.playOut(j.result)
}

// Choose implements Player.
func (x *RootOnly) Choose(ctx context.Context, turn Turn) (game.Move, error) {
	t := newHiddenTree(x.newRun(turn))
	return t.chooseBy(ctx, rootTree{t})
}

// chooseBy simulates with a variant of the tree, and returns the best move.
func (t *hiddenTree) chooseBy(ctx context.Context, variant tree) (game.Move, error) {
	if err := t.scan(); err != nil {
		return game.Move{}, err
	}
	done, err := t.run.simulate(ctx, variant, never)
	if err != nil {
		return game.Move{}, err
	}
	thought, err := t.thought(done, true)
	if err != nil {
		return game.Move{}, err
	}
	return thought.Move, nil
}

// PerDeal is a search that deals only a few times, and makes a tree for each of these deals, in which everyone sees
// everything. It adds up the visits.
type PerDeal struct {
	Search
	Deals int
}

// Choose implements Player.
func (x *PerDeal) Choose(ctx context.Context, turn Turn) (game.Move, error) {
	var sum *hiddenTree
	done := 0
	for d := range uint64(x.Deals) {
		r := x.newRun(turn)
		r.limit /= x.Deals
		r.turn.Seed = mixed(turn.Seed, d)
		t := newHiddenTree(r)
		t.deal = func(f *game.Fork, seed uint64) error {
			if err := turn.redealOpen(f, d); err != nil {
				return err
			}
			f.Seed(seed)
			return nil
		}
		if sum == nil {
			if err := t.scan(); err != nil {
				return game.Move{}, err
			}
		}
		n, err := r.simulate(ctx, t, never)
		if err != nil {
			return game.Move{}, err
		}
		if done += n; sum == nil {
			sum = t
			continue
		}
		for _, s := range t.stats[1:] {
			to := &sum.stats[sum.add(s.key)]
			to.visits, to.available, to.sum = to.visits+s.visits, to.available+s.available, to.sum+s.sum
		}
	}
	thought, err := sum.thought(done, true)
	if err != nil {
		return game.Move{}, err
	}
	return thought.Move, nil
}

// Peeking is a search that cheats: it knows all cards and dice.
type Peeking struct{ Search }

// Choose implements Player.
func (x *Peeking) Choose(ctx context.Context, turn Turn) (game.Move, error) {
	t := newHiddenTree(x.newRun(turn))
	t.deal = func(f *game.Fork, seed uint64) error {
		f.Reset(turn.state)
		f.Seed(seed)
		return nil
	}
	return t.chooseBy(ctx, t)
}

// Drawing is a search that draws what others have chosen in secret, in place of searching it.
type Drawing struct{ Search }

// Choose implements Player.
func (x *Drawing) Choose(ctx context.Context, turn Turn) (game.Move, error) {
	t := newHiddenTree(x.newRun(turn))
	t.deal = turn.Redeal
	return t.chooseBy(ctx, t)
}

// Payoff is what each seat gets, nil if the result is not known.
func Payoff(s *game.State) []int32 {
	out := make([]int32, s.Seats())
	if !payoff(s, out) {
		return nil
	}
	return out
}

// Unaware is a search whose simulations do not count what the others of their batch choose.
type Unaware struct{ Search }

type unawareTree struct{ *hiddenTree }

func (t unawareTree) simulate(w *worker, j *job) error {
	j.order = -1
	return t.hiddenTree.simulate(w, j)
}

// Choose implements Player.
func (x *Unaware) Choose(ctx context.Context, turn Turn) (game.Move, error) {
	t := newHiddenTree(x.newRun(turn))
	return t.chooseBy(ctx, unawareTree{t})
}
