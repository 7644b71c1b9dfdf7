package gametest

import (
	"errors"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

func (f *badFork) Handles(buf []game.Handle) ([]game.Handle, error) {
	if f.handles == nil {
		return f.fork.Handles(buf)
	}
	return f.handles(f.fork, buf)
}

func (f *badFork) Do(h game.Handle) error {
	if f.do == nil {
		return f.fork.Do(h)
	}
	return f.do(f.fork, h)
}

func (f *badFork) Back(m game.Mark) {
	if f.back == nil {
		f.fork.Back(m)
		return
	}
	f.back(f.fork, m)
}

const searchLaw = "search agrees with play"

// brokenSearches are kernels whose forks list, perform or undo the wrong moves.
var brokenSearches = []struct {
	name, words string
	bad         badFork
}{
	{"a handle is missing", "handles, <nil>; there are", badFork{handles: func(f fork, buf []game.Handle) ([]game.Handle, error) {
		all, err := f.Handles(buf)
		return all[:max(0, len(all)-1)], err
	}}},
	{"handles have another order", "handle 0 is", badFork{handles: func(f fork, buf []game.Handle) ([]game.Handle, error) {
		all, err := f.Handles(buf)
		slices.Reverse(all)
		return all, err
	}}},
	{"two moves have one handle", "handle 1 is", badFork{handles: func(f fork, buf []game.Handle) ([]game.Handle, error) {
		all, err := f.Handles(buf)
		if len(all) > 1 {
			all[1] = all[0]
		}
		return all, err
	}}},
	{"another move is done", "when it is done, leads to a different hash than Play", badFork{do: func(f fork, h game.Handle) error {
		if all, _ := f.Handles(nil); len(all) > 1 && all[0] == h {
			h = all[1]
		}
		return f.Do(h)
	}}},
	{"nothing is done", "when it is done", badFork{do: func(fork, game.Handle) error { return nil }}},
	{"a move cannot be done", "but Do gives", badFork{do: func(fork, game.Handle) error { return errors.New("broken") }}},
	{"Back does nothing", "and back, the fork", badFork{back: func(fork, game.Mark) {}}},
	{"Back plays another move", "and back, the fork", badFork{back: func(f fork, m game.Mark) {
		f.Back(m)
		_, _ = f.Random()
	}}},
}

func TestBrokenSearchesAreFound(t *testing.T) {
	for _, c := range brokenSearches {
		t.Run(c.name, func(t *testing.T) {
			mustFind(t, &newPebbles().Rules, searchLaw, c.words, func(k *kernel) {
				k.fork = func(s *game.State) fork {
					f := c.bad
					f.fork = s.Fork()
					return &f
				}
			})
		})
	}
}
