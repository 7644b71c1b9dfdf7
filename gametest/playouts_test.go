package gametest

import (
	"regexp"
	"testing"

	"github.com/plygame/ply/game"
)

// Forks that play at random by the wrong rules, or do not report their moves.

func (f *badFork) Random() (bool, error) {
	if f.random == nil {
		return f.fork.Random()
	}
	return f.random(f.fork)
}

func (f *badFork) Playout(most int) (int, error) {
	if f.playout == nil {
		return f.fork.Playout(most)
	}
	return f.playout(f.fork, most)
}

func (f *badFork) Noted() []game.Move {
	if f.noted == nil {
		return f.fork.Noted()
	}
	return f.noted(f.fork)
}

const playoutLaw = "playouts agree with play"

// passes is pebbles in which a seat may pass, and the game ends when all pass.
func passes(counted, ends bool) *game.Rules {
	p := newPebbles()
	p.Seats = game.Exactly(2)
	pass := &game.Action{Name: "pass", Pass: counted, Do: func(*game.Tx) {}}
	p.Actions = append(p.Actions, pass)
	p.End = func(t *game.Tx) {
		if t.Passes() >= 2 && ends {
			t.Tie()
		}
	}
	return &p.Rules
}

// byOther makes forks that play by other rules with the same names.
func byOther(t *testing.T, other *game.Rules) func(*kernel) {
	t.Helper()
	if err := other.Check(); err != nil {
		t.Fatal(err)
	}
	digest := regexp.MustCompile(`"digest":"[0-9a-f]*"`)
	swap := func(s *game.State) *game.State {
		text := digest.ReplaceAll(seals.ReplaceAll(s.Save(), nil), []byte(`"digest":"`+other.Digest()+`"`))
		there, err := other.Load(text)
		if err != nil {
			t.Fatal(err)
		}
		return there
	}
	return func(k *kernel) {
		k.fork = func(s *game.State) fork { return &elsewhere{badFork{fork: swap(s).Fork()}, swap} }
	}
}

type elsewhere struct {
	badFork
	swap func(*game.State) *game.State
}

func (f *elsewhere) Reset(s *game.State) { f.fork.Reset(f.swap(s)) }

func TestBrokenPlayoutsAreFound(t *testing.T) {
	forks := func(bad badFork) func(*kernel) {
		return func(k *kernel) {
			k.fork = func(s *game.State) fork {
				f := bad
				f.fork = s.Fork()
				return &f
			}
		}
	}
	for _, c := range []struct {
		name, words string
		rules       *game.Rules
		spoil       func(*kernel)
	}{
		{"passes are not counted", "with Play", passes(true, true), byOther(t, passes(false, true))},
		{"End is not called", "but with Play it is draw", passes(true, true), byOther(t, passes(true, false))},
		{"a fork that records forgets", "in a fork that records, the view of", &newSnap().Rules, forks(badFork{
			freeze: func(f *badFork) (*game.State, error) {
				s, err := f.fork.Freeze()
				if err != nil {
					return nil, err
				}
				k := actual()
				return s.Rules().Load([]byte((&checker{kernel: &k}).without(s, "memory", "check")))
			}})},
		{"Playout counts one too few", "Playout returns", &newPebbles().Rules, forks(badFork{
			playout: func(f fork, most int) (int, error) {
				n, err := f.Playout(most)
				return max(0, n-1), err
			}})},
		{"Playout stops early", "but the game is not over", &newPebbles().Rules, forks(badFork{
			playout: func(f fork, _ int) (int, error) { return f.Playout(2) }})},
		{"Random stops early", "Random makes no move after", &newPebbles().Rules, forks(badFork{
			random: func(f fork) (bool, error) {
				if len(f.Noted()) >= 2 {
					return false, nil
				}
				return f.Random()
			}})},
		{"Random moves twice", "Random", &newPebbles().Rules, forks(badFork{
			random: func(f fork) (bool, error) {
				more, err := f.Random()
				f.Random()
				return more, err
			},
			noted: func(f fork) (half []game.Move) {
				for i, m := range f.Noted() {
					if i%2 == 0 {
						half = append(half, m)
					}
				}
				return half
			}})},
	} {
		t.Run(c.name, func(t *testing.T) { mustFind(t, c.rules, playoutLaw, c.words, c.spoil) })
	}
}

// fussy is pebbles in which two pebbles may not be taken, by Check or by the If of the pick.
func fussy(check, strict bool) *game.Rules {
	p := newPebbles()
	if check {
		p.take.Check = func(t *game.Tx) bool { return !strict || p.many.In(t) != 2 }
	} else {
		p.many.If = func(_ *game.Tx, n int) bool { return !strict || n != 2 }
	}
	return &p.Rules
}

// Random play that skips Check, or the If of the last pick, makes moves that Play refuses.
func TestPlayoutsWithoutConditionsAreFound(t *testing.T) {
	for name, check := range map[string]bool{"Check": true, "If": false} {
		t.Run(name, func(t *testing.T) {
			mustFind(t, fussy(check, true), playoutLaw, "but Play gives", byOther(t, fussy(check, false)))
		})
	}
}
