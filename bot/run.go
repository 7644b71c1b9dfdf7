package bot

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/plygame/ply/game"
)

// run is one search for one move.
type run struct {
	turn    Turn
	seats   int
	limit   int // simulations
	memory  int // bytes
	policy  Policy
	value   Evaluator
	depth   int
	late    func() bool // whether the search is to end
	workers []*worker
	jobs    [batch]job
}

// tree is what a search remembers. Only simulate is called by several goroutines at the same time.
type tree interface {
	begin(j *job)
	simulate(w *worker, j *job) error
	finish(j *job)
	solved() bool
}

// job is one simulation.
type job struct {
	seed   uint64
	order  int     // in its batch, from 0
	result []int32 // by seat
	err    error
	openJob
	hiddenJob
}

// worker simulates in a goroutine of its own.
type worker struct {
	*run
	fork    *game.Fork
	moves   []game.Handle
	options []option
	bounds  []bounded // of the options, where the tree is asked
	weights []int     // of the options, where a Policy is asked
	offers  []game.Offer
	random  uint64
	ahead   int // simulations of the batch that come first where this one is now, as long as it is at the root
	path    path
}

// simulate makes simulations until the tree has had enough, and returns how many.
func (r *run) simulate(ctx context.Context, t tree, until time.Time) (done int, err error) {
	stop := ctx.Done()
	pool := newPool(r, t)
	defer pool.close()
	for done < r.limit && !t.solved() {
		select {
		case <-stop:
			return done, nil
		default:
		}
		if done > 0 && !until.IsZero() && !time.Now().Before(until) {
			return done, nil
		}
		n := min(batch, r.limit-done)
		for i := range n {
			r.jobs[i].seed, r.jobs[i].order = mixed(r.turn.Seed, uint64(done+i)), i
			t.begin(&r.jobs[i])
		}
		pool.run(n)
		for i := range n {
			if err := r.jobs[i].err; err != nil {
				return done, err
			}
			t.finish(&r.jobs[i])
		}
		done += n
	}
	return done, nil
}

// pool is the goroutines of a search. Which of them simulates what does not matter. A batch may take less time than it
// takes to wake a sleeping goroutine, so they stay awake for a while when they wait for each other.
type pool struct {
	r          *run
	tree       tree
	untaken    atomic.Int32 // jobs of the batch, taken from the last to the first
	unfinished atomic.Int32 // jobs of the batch
	batches    atomic.Int32 // how many have begun
	closed     atomic.Bool

	asleep  atomic.Int32
	mu      sync.Mutex
	changed sync.Cond // wakes those who sleep
}

func newPool(r *run, t tree) *pool {
	p := &pool{r: r, tree: t}
	p.changed.L = &p.mu
	for _, w := range r.workers[1:] {
		go func() {
			for seen := int32(0); !p.closed.Load(); {
				p.wait(func() bool { return p.batches.Load() != seen || p.closed.Load() })
				seen = p.batches.Load()
				p.work(w)
			}
		}()
	}
	return p
}

func (p *pool) close() {
	p.closed.Store(true)
	p.wake()
}

// run simulates the first n jobs.
func (p *pool) run(n int) {
	p.unfinished.Store(int32(n))
	p.untaken.Store(int32(n))
	p.batches.Add(1)
	p.wake()
	p.work(p.r.workers[0])
	p.wait(func() bool { return p.unfinished.Load() == 0 })
}

// work simulates jobs until all are taken.
func (p *pool) work(w *worker) {
	for {
		i := p.untaken.Add(-1)
		if i < 0 {
			return
		}
		p.r.jobs[i].err = p.simulateOne(w, &p.r.jobs[i])
		if p.unfinished.Add(-1) == 0 {
			p.wake()
		}
	}
}

// stayAwake is how long a goroutine waits before it sleeps.
const stayAwake = 200 * time.Microsecond

// wait returns when there is something to do. Whoever changes that calls wake.
func (p *pool) wait(ready func() bool) {
	if ready() {
		return
	}
	if runtime.GOMAXPROCS(0) > 1 {
		for began := time.Now(); time.Since(began) < stayAwake; runtime.Gosched() {
			for range 64 {
				if ready() {
					return
				}
			}
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asleep.Add(1)
	defer p.asleep.Add(-1)
	for !ready() {
		p.changed.Wait()
	}
}

func (p *pool) wake() {
	if p.asleep.Load() > 0 {
		p.mu.Lock()
		defer p.mu.Unlock()
		p.changed.Broadcast()
	}
}

// simulateOne returns a panic of an author's function as an error.
func (p *pool) simulateOne(w *worker, j *job) (err error) {
	defer func() {
		if x := recover(); x != nil {
			err = fmt.Errorf("a simulation panicked: %v", x)
		}
	}()
	return p.tree.simulate(w, j)
}

// playOut plays the rest of a simulation, up to a position that can be judged.
func (w *worker) playOut(result []int32) error {
	if w.value == nil {
		stretch := longest
		if w.seats == 2 && w.turn.View.Rules().Decided != nil {
			stretch = 8 // then look whether it is decided
		}
		for range longest / stretch {
			if err := w.playMoves(stretch); err != nil {
				return err
			}
			if payoff(w.fork.State(), result) {
				return nil
			}
		}
		fill(result, whole/2)
		return nil
	}
	if err := w.playMoves(w.depth); err != nil {
		return err
	}
	for range longest {
		if s := w.fork.State(); payoff(s, result) || w.judge(s, result) {
			return nil
		}
		if err := w.playMoves(1); err != nil {
			return err
		}
	}
	fill(result, whole/2)
	return nil
}

// judge fills in what the Evaluator gives each seat. It returns false if it cannot say yet.
func (w *worker) judge(s *game.State, result []int32) bool {
	for i := range result {
		v := w.value.Value(s, game.Seat(i))
		if v < 0 {
			return false
		}
		result[i] = int32(min(v, 1000)) * whole / 1000
	}
	return true
}

func (w *worker) playMoves(most int) error {
	if w.policy == nil {
		_, err := w.fork.Playout(most)
		return err
	}
	weight := func(h game.Handle) int { return w.policy.Weight(w.fork, h) }
	for range most {
		if more, err := w.fork.RandomBy(weight); !more || err != nil {
			return err
		}
	}
	return nil
}

func noMoves(seat game.Seat) error { return fmt.Errorf("%v has no moves to choose from", seat) }
