package gametest

import (
	"slices"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// flash adds an action that puts a card on the pile for a moment, and another card while it goes back.
func (p *snap) flash() *game.Rules {
	which := &game.Pick[game.ID]{Name: "which", From: p.hand.Contents}
	p.Actions = append(p.Actions, &game.Action{Name: "flash", Pick: []game.Choice{which}, Do: func(t *game.Tx) {
		t.Move(which.In(t), p.pile)
		t.Moment()
		t.Say("{0} goes back", which.In(t))
		t.MoveFirst(which.In(t), p.deck)
		t.Moment()
		t.Move(t.Last(p.deck), p.hand.Of(t.Seat))
	}})
	return &p.Rules
}

// momentKernels are kernels with wrong moments.
var momentKernels = []struct {
	name, law, words string
	spoil            func(*kernel)
}{
	{"an undone moment is kept", "moments", "it says that it is number", func(k *kernel) {
		k.stages = func(s *game.State) []*game.State {
			all := s.Moments()
			return append(all[:min(1, len(all))], all...)
		}
	}},
	{"one is missing in the view", "moments", "there are 1 moments, not 2", func(k *kernel) {
		k.stages = func(s *game.State) []*game.State {
			all := s.Moments()
			if seat, is := s.Viewer(); is && seat == 1 {
				all = all[:max(0, len(all)-1)]
			}
			return all
		}
	}},
	{"another number of them each time", "moments", "played again", func(k *kernel) {
		asked := map[*game.State]bool{}
		first := map[string]bool{}
		k.stages = func(s *game.State) []*game.State {
			all := s.Moments()
			if _, is := s.Viewer(); !is && !asked[s] && len(all) > 0 {
				asked[s] = true
				if first[s.HashText()] {
					return all[:1]
				}
				first[s.HashText()] = true
			}
			return all
		}
	}},
	{"they share what is written later", "moments", "it says that it is number 0", func(k *kernel) {
		k.stages = func(s *game.State) []*game.State {
			all := s.Moments()
			for i := range all {
				all[i] = s
			}
			return all
		}
	}},
	{"they wait for a seat", "moments", "it waits for", func(k *kernel) {
		k.toAct = func(s *game.State) game.Set[game.Seat] { return game.SetOf(s.Turn()) }
	}},
	{"they offer something", "moments", "actions, <nil>", func(k *kernel) {
		k.offers = func(s *game.State, d game.Move) ([]game.Offer, error) {
			all, err := s.Offers(d)
			if game.CodeOf(err) == game.Unavailable {
				err = nil
			}
			return all, err
		}
	}},
	{"they have moves", "moments", "moves, <nil>", func(k *kernel) {
		k.moves = func(s *game.State) ([]game.Move, error) {
			all, _ := s.Moves()
			return all, nil
		}
	}},
	{"sight is not brought up to date", "moments", "but should show", func(k *kernel) {
		before := map[*game.State]*game.State{}
		k.play = func(s *game.State, m game.Move) (*game.State, error) {
			next, err := s.Play(m)
			for _, x := range next.Moments() {
				before[x] = s
			}
			return next, err
		}
		k.sees = func(s *game.State, o game.Seat, id game.ID) game.Level {
			if was := before[s]; was != nil {
				return was.Sees(o, id)
			}
			return s.Sees(o, id)
		}
	}},
	{"a change between moments is missing", "moments", "but the views differ by", func(k *kernel) {
		k.changes = func(from, to *game.State, o game.Seat) []game.Change {
			all := from.Changes(to, o)[0]
			return slices.DeleteFunc(all, func(c game.Change) bool { return c.Field == "@moment" })
		}
	}},
	{"changes between moments do not fit", "moments", "the changes do not fit", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			next, err := s.Apply(c...)
			if err == nil {
				if _, err := next.Moves(); game.CodeOf(err) == game.Unavailable {
					return s, err
				}
			}
			return next, err
		}
	}},
	{"changes between moments lead to a different view", "moments", "the changes lead to the view", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) { return s, nil }
	}},
	{"a recorded fork remembers nothing of a moment", "moments", "recorded by a fork", func(k *kernel) {
		k.fork = func(s *game.State) fork {
			return &badFork{fork: s.Fork(), start: s, freeze: func(f *badFork) (*game.State, error) {
				next, err := f.fork.Freeze()
				if err == nil {
					return unremembered(next), nil
				}
				return next, err
			}}
		}
	}},
	{"a replay remembers nothing of a moment", "replay", "replayed from the record, the state is", func(k *kernel) {
		k.replay = func(r *game.Rules, rec *match.Record, n int) (*game.State, error) {
			s, err := replayed(r, rec, n)
			if err == nil && n > 0 {
				return unremembered(s), nil
			}
			return s, err
		}
	}},
	{"a moment shows more", "leaks", "moment: ", func(k *kernel) {
		k.view = func(s *game.State, o game.Seat) *game.State {
			if o == 1 && s.Where() == "in the middle of a move" {
				return s.View(0)
			}
			return s.View(o)
		}
	}},
}

func TestBrokenMomentsAreFound(t *testing.T) {
	for _, c := range momentKernels {
		t.Run(c.law+"/"+c.name, func(t *testing.T) {
			sampled(t)
			t.Parallel()
			mustFind(t, newSnap().flash(), c.law, c.words, c.spoil)
		})
	}
}

func TestSoundMomentsPass(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	t.Parallel()
	r := watch(t, func(t testing.TB) { Config{Games: 3}.Check(t, newSnap().flash()) })
	r.wantsNone()
}
