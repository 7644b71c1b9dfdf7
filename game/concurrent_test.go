package game_test

import (
	"sync"
	"testing"

	"github.com/plygame/ply/game"
)

// A State and its Rules may be shared: many goroutines play, query, save, load and fork the same state at once. Run
// with -race, this shows that nobody writes to them.
func TestConcurrentUse(t *testing.T) {
	x := fair(false)
	moves := fairGame(t)
	all := states(t, x.Rules, 3, moves...)
	diffs := make([][]game.Change, len(moves))
	for i := range moves {
		diffs[i] = all[i].Diff(all[i+1])
	}
	begin := string(all[0].Save())
	record := historyOf(t, all[0], moves...).Record()
	rounds := 6
	if testing.Short() {
		rounds = 2
	}
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			f := all[0].Fork()
			for round := range rounds {
				s := all[0]
				for i, text := range moves {
					next, err := s.PlayText(s.Turn(), text)
					if err != nil {
						t.Error(err)
						return
					}
					if next.Hash() != all[i+1].Hash() {
						t.Errorf("after %s the states differ", text)
					}
					evaluate(t, all[i], g)
					if applied, err := all[i].Apply(diffs[i]); err != nil || applied.Hash() != next.Hash() {
						t.Errorf("changes: %v", err)
					}
					s = next
				}
				f.Reset(all[g%3])
				f.Seed(uint64(g*100 + round))
				if _, err := f.Playout(20); err != nil {
					t.Error(err)
				}
				if _, err := replayed(x.Rules, record, -1); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if string(all[0].Save()) != begin {
		t.Error("the shared state has changed")
	}
}

// evaluate calls every query of a state.
func evaluate(t *testing.T, s *game.State, g int) {
	seat := game.Seat(g % s.Seats())
	if _, err := s.Offers(game.Move{Seat: seat}); err != nil {
		t.Error(err)
	}
	if _, err := s.Moves(); err != nil {
		t.Error(err)
	}
	if _, err := s.Play(game.Move{Seat: seat, Action: "hand"}); err == nil {
		t.Error("a move with nothing chosen is accepted")
	}
	_ = s.Trace(seat)
	_ = s.Repeats()
	_, _, _, _ = s.Outcome(), s.Filled(), s.Held(seat), s.Said()
	if l, err := s.Rules().Load(s.Save()); err != nil || l.Hash() != s.Hash() {
		t.Error(err)
	}
}

// Many goroutines may start rules that have not been checked yet.
func TestConcurrentStart(t *testing.T) {
	x := fair(false)
	var wg sync.WaitGroup
	hashes := make([]uint64, 8)
	for g := range hashes {
		wg.Go(func() {
			s, err := x.Rules.Start(3, game.SeedOf(1))
			if err != nil {
				t.Error(err)
				return
			}
			hashes[g] = s.Hash()
		})
	}
	wg.Wait()
	for _, h := range hashes {
		if h != hashes[0] {
			t.Error("two starts differ")
		}
	}
}

// A returned Refusal, Offer or Line belongs to the caller: writing to it affects nobody else.
func TestResultsBelongToTheCaller(t *testing.T) {
	x := dishes()
	x.Actions = append(x.Actions, &game.Action{Name: "eat", If: game.When("nothing is cooked", func(*game.Tx) bool { return false }), Do: func(*game.Tx) {}})
	s := x.start(t)
	before := s.Trace(0).String()
	offers, err := s.Offers(game.Move{})
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range offers {
		if o.Why != nil {
			o.Why.Text = "spoilt"
		}
		for _, c := range o.Options {
			if c.Why != nil {
				c.Why.Text = "spoilt"
			}
		}
	}
	o := offer(t, s, value(4))
	for _, c := range o.Options {
		if c.Why != nil {
			c.Why.Text = "spoilt"
		}
	}
	if after := s.Trace(0).String(); after != before {
		t.Errorf("before\n%s\nafter\n%s", before, after)
	}
	if o := offer(t, s, value(4)); shown(o) != "1, 2 (that is too hot), 3 (it is sold out), 4 (it is already chosen)" {
		t.Errorf("after: %s", shown(o))
	}
}
