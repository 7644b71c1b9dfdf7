package lab

import (
	"cmp"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/random"
	"github.com/plygame/ply/internal/words"
)

// Simulation plays random games with several workers in parallel.
type Simulation struct {
	Rules    *game.Rules
	Seats    int
	Seed     uint64
	Games    int
	MaxMoves int // maximum moves in a game
	Workers  int // games in parallel; 0 means one per processor

	next, done atomic.Int64
	stopped    atomic.Pointer[error]
}

// share is the number of games that a worker takes at a time.
const share = 64

// Run plays all games. It counts games with a fault; a Refusal stops the run, because every game would be refused.
func (s *Simulation) Run() (*Tally, error) {
	workers := cmp.Or(s.Workers, runtime.NumCPU())
	all := make([]Tally, min(workers, 1+s.Games/share))
	var wait sync.WaitGroup
	for w := range all {
		wait.Go(func() {
			mine := Tally{Wins: make([]int, s.Seats), Shares: make([]int, s.Seats)} // separate from the counters of other workers
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

// Progress returns the number of games played so far. It may be called while Run runs.
func (s *Simulation) Progress() int { return int(s.done.Load()) }

func (s *Simulation) stop(why error) { s.stopped.CompareAndSwap(nil, &why) }

func (s *Simulation) work(t *Tally) {
	defer func() {
		if p := recover(); p != nil {
			s.stop(words.Bug(p))
		}
	}()
	p := &playout{Simulation: s, Tally: t}
	for s.stopped.Load() == nil {
		from := int(s.next.Add(share)) - share
		if from >= s.Games {
			return
		}
		to := min(from+share, s.Games)
		for i := from; i < to; i++ {
			p.count(i)
		}
		s.done.Add(int64(to - from))
	}
}

// playout plays the games of one worker.
type playout struct {
	*Simulation
	*Tally
	fork *game.Fork
}

// count plays a game and counts how it ended.
func (p *playout) count(i int) {
	p.Tally.Games++
	err := p.play(random.Seed(p.Seed, i))
	switch err.(type) {
	case nil:
		p.end(p.fork.State())
	case *game.Refusal:
		p.stop(fmt.Errorf("cannot simulate %s: %w", p.Rules.Name, err))
	default:
		p.fail(i, err)
	}
}

func (p *playout) play(seed uint64) error {
	if err := p.begin(seed); err != nil {
		return err
	}
	_, err := p.fork.Playout(p.MaxMoves)
	p.Moves += p.fork.State().Played()
	return err
}

// begin resets the fork to the start of a game.
func (p *playout) begin(seed uint64) error {
	if p.fork == nil {
		start, err := p.Rules.Start(p.Seats, game.SeedOf(seed))
		if err != nil {
			return err
		}
		p.fork = start.Fork()
	}
	return p.fork.Restart(seed)
}
