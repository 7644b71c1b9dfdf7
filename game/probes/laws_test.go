package probes

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

var probes = []struct {
	name     string
	rules    func() *game.Rules
	readable bool // every move can be read back from its text: not a repeated List that changes
}{
	{"checkers", func() *game.Rules { return checkers(checkersStart) }, true},
	{"backgammon", func() *game.Rules { return backgammon("13*2 8 6*2", "13*2 8 6*2") }, false},
	{"go", func() *game.Rules { return goban(3, 1, "") }, true},
}

// TestProbesLaws plays random games and holds every state to what the kernel promises.
func TestProbesLaws(t *testing.T) {
	games := 10
	if testing.Short() {
		games = 2
	}
	for _, probe := range probes {
		t.Run(probe.name, func(t *testing.T) {
			r := probe.rules() // shared by games that are played at the same time
			for n := range games {
				t.Run(fmt.Sprint(n), func(t *testing.T) {
					t.Parallel()
					luck := rand.New(rand.NewPCG(uint64(n), 2))
					s, err := game.Start(r, 2, game.SeedOf(uint64(n)))
					if err != nil {
						t.Fatal(err)
					}
					h := game.NewHistory(s, 0)
					for turn := 0; !h.State().Outcome().Over && turn < 60; turn++ {
						lawful(t, h, luck)
					}
					if !probe.readable {
						return
					}
					if s, err := game.Replay(r, h.Record(), -1); err != nil || s.Hash() != h.State().Hash() {
						t.Errorf("the replay comes to another state, %v", err)
					}
				})
			}
		})
	}
}

// lawful checks the present state, plays a random move and checks that.
func lawful(t *testing.T, h *game.History, luck *rand.Rand) {
	t.Helper()
	s := h.State()
	moves, err := s.Moves()
	if err != nil {
		t.Fatal(err)
	}
	drafted := drafts(t, s, game.Draft{Seat: s.Turn()}, nil)
	slices.Sort(drafted)
	if all := legal(t, s); !slices.Equal(drafted, all) {
		t.Fatalf("choosing pick by pick leads to\n%v\nand the moves are\n%v", drafted, all)
	}

	m := moves[luck.IntN(len(moves))]
	if err := h.Play(m); err != nil {
		t.Fatalf("%s: %v", s.Text(m), err)
	}
	next := h.State()
	f := game.NewFork(s)
	f.Record(true)
	if err := f.Play(m); err != nil || f.Hash() != next.Hash() {
		t.Fatalf("%s: a fork comes to another state, %v", s.Text(m), err)
	}
	changes := f.Changes()
	if after, err := game.Apply(s, changes); err != nil || after.Hash() != next.Hash() {
		t.Fatalf("%s: the changes lead to another state, %v", s.Text(m), err)
	}
	if before, err := game.Apply(next, game.Inverse(changes)); err != nil || before.Hash() != s.Hash() {
		t.Fatalf("%s: the changes do not lead back, %v", s.Text(m), err)
	}
	loaded, err := game.Load(next.Rules(), next.Save())
	if err != nil || loaded.Hash() != next.Hash() {
		t.Fatalf("%s: the state after it is saved and loaded as another, %v", s.Text(m), err)
	}
	if !next.Outcome().Over && !slices.Equal(legal(t, loaded), legal(t, next)) {
		t.Fatalf("%s: other moves are legal in the loaded state", s.Text(m))
	}
	if h.Undo() != nil || h.State() != s || h.Redo() != nil || h.State() != next {
		t.Fatalf("%s: it is not undone and done again in one step", s.Text(m))
	}
}

// drafts returns every move that can be put together from the offers, from this draft on.
func drafts(t *testing.T, s *game.State, d game.Draft, so []string) []string {
	t.Helper()
	offers, err := s.Offers(d)
	if err != nil {
		t.Fatalf("offers for %q: %v", s.Text(d), err)
	}
	for _, o := range offers {
		if o.Why != nil {
			continue
		}
		next := game.Draft{Seat: d.Seat, Action: o.Action, Picks: slices.Clone(d.Picks)}
		if o.Complete {
			so = append(so, s.Text(next))
		}
		if o.Pick == "" {
			continue
		}
		for _, c := range o.Options {
			if c.Why != nil {
				continue
			}
			longer := next
			longer.Picks = slices.Clone(next.Picks)
			if n := len(longer.Picks) - 1; o.Repeat && n >= 0 && repeats(s, o, d) {
				longer.Picks[n] = append(slices.Clone(longer.Picks[n]), c.Value)
			} else {
				longer.Picks = append(longer.Picks, []game.Value{c.Value})
			}
			so = drafts(t, s, longer, so)
		}
	}
	return so
}

// repeats reports whether the offer is for the pick that the draft has chosen last.
func repeats(s *game.State, o game.Offer, d game.Draft) bool {
	for _, a := range s.Rules().Actions {
		if a.Name == o.Action {
			return len(a.Pick) == len(d.Picks)
		}
	}
	return false
}
