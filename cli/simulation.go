package cli

import (
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/internal/words"
)

// simulation is a number of random games, played by several workers at once.
type simulation struct {
	rules *game.Rules
	seats int
	seed  uint64
	games int
	most  int // moves in a game

	next, done atomic.Int64
	stopped    atomic.Pointer[error]
}

// share is how many games a worker takes at a time.
const share = 64

// run plays all games. Games that meet a fault are counted; a Refusal ends the run, because
// every other game would be refused as well.
func (s *simulation) run(workers int) (*tally, error) {
	all := make([]tally, workers)
	var wait sync.WaitGroup
	for w := range all {
		wait.Go(func() {
			mine := tally{wins: make([]int, s.seats), shares: make([]int, s.seats)} // away from the counters of others
			s.work(&mine)
			all[w] = mine
		})
	}
	wait.Wait()
	if why := s.stopped.Load(); why != nil {
		return nil, *why
	}
	for w := range all[1:] {
		all[0].add(&all[w+1])
	}
	return &all[0], nil
}

func (s *simulation) stop(why error) { s.stopped.CompareAndSwap(nil, &why) }

func (s *simulation) work(t *tally) {
	defer func() {
		if p := recover(); p != nil {
			s.stop(words.Bug(p))
		}
	}()
	p := &playout{simulation: s, tally: t}
	for s.stopped.Load() == nil {
		from := int(s.next.Add(share)) - share
		if from >= s.games {
			return
		}
		to := min(from+share, s.games)
		for i := from; i < to; i++ {
			p.count(i)
		}
		s.done.Add(int64(to - from))
	}
}

// playout plays the games of one worker, one after the other.
type playout struct {
	*simulation
	*tally
	fork *game.Fork
}

// count plays a game and counts how it ended.
func (p *playout) count(i int) {
	p.tally.games++
	err := p.play(random.Seed(p.seed, i))
	switch err.(type) {
	case nil:
		p.end(p.fork.State())
	case *game.Refusal:
		p.stop(fmt.Errorf("%s cannot be simulated: %w", p.rules.Name, err))
	default:
		p.fail(i, err)
	}
}

func (p *playout) play(seed uint64) error {
	if err := p.begin(seed); err != nil {
		return err
	}
	_, err := p.fork.Playout(p.most)
	p.moves += p.fork.State().Played()
	return err
}

// begin puts the fork to the start of a game.
func (p *playout) begin(seed uint64) error {
	if p.fork == nil {
		start, err := game.Start(p.rules, p.seats, game.SeedOf(seed))
		if err != nil {
			return err
		}
		p.fork = game.NewFork(start)
	}
	return p.fork.Restart(seed)
}
