package gametest

import (
	"errors"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// reckon is a small game with derived values: in a turn a seat takes a pebble, draws a card or does nothing.
func reckon() *game.Rules {
	points := game.NewPart[int]("points")
	heap := &game.Place{Name: "heap"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	pebble, card := &game.Kind{Name: "pebble"}, &game.Kind{Name: "card"}
	left := game.NewDerived("left", func(s *game.State, _ game.ID) int { return s.Count(heap) }).OnTable()
	turn := game.NewDerived("turn", func(s *game.State, _ game.ID) game.Seat { return s.Turn() }).OnTable()
	played := game.NewDerived("played", func(s *game.State, _ game.ID) int { return s.Played() }).OnTable()
	passes := game.NewDerived("passes", func(s *game.State, _ game.ID) int { return s.Passes() }).OnTable()
	held := game.NewDerived("held", func(s *game.State, seat game.ID) (n int) {
		for id := range s.In(hand.Of(s.Owner(seat))) {
			n = 10*n + points.Of(s, id)
		}
		return n
	}).OnSeats()
	worth := game.NewDerived[int]("worth", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		for id := range s.All(card) {
			set(id, points.Of(s, id)+s.Count(heap))
		}
	}).On(card)
	return &game.Rules{
		Name: "reckon", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{heap, deck, hand}, Kinds: []*game.Kind{pebble, card}, Parts: []game.Column{points},
		Derived: []game.AnyDerived{left, turn, played, passes, held, worth},
		Setup: func(t *game.Tx) {
			t.CreateMany(12, pebble, heap)
			t.CreateMany(8, card, deck, points.Nth(func(i int) int { return i + 1 }))
			t.Shuffle(deck)
			for seat := range game.Seat(2) {
				t.Draw(deck, hand.Of(seat), 2)
			}
		},
		Actions: []*game.Action{
			{Name: "take", If: func(t *game.Tx) bool { return left.Of(t, game.Root) > 0 }, Do: func(t *game.Tx) { t.Remove(t.Last(heap)) }},
			{Name: "draw", If: func(t *game.Tx) bool { return t.Count(deck) > 0 }, Do: func(t *game.Tx) { t.Draw(deck, hand.Of(t.Seat), 1) }},
			{Name: "wait", Pass: true},
		},
		End: func(t *game.Tx) {
			if t.Count(heap) == 0 || t.Passes() > 3 {
				t.Score(held.Of(t, game.Seat(0)), held.Of(t, game.Seat(1)))
			}
		},
	}
}

// staleFork is a fork that keeps its derived values after one of its calls, although they have changed.
type staleFork struct {
	*game.Fork
	keeps string
	stale map[*game.State]bool
}

// kept notes whether the derived values are stale after a call.
func (x *staleFork) kept(call string) { x.stale[x.State()] = call == x.keeps }

func (x *staleFork) Random() (bool, error) {
	defer x.kept("Random")
	return x.Fork.Random()
}

func (x *staleFork) Redeal(s *game.State, seat game.Seat, seed uint64) error {
	defer x.kept("Redeal")
	return x.Fork.Redeal(s, seat, seed)
}

func (x *staleFork) Reset(s *game.State) {
	defer x.kept("Reset")
	x.Fork.Reset(s)
}

func (x *staleFork) Do(h game.Handle) error {
	defer x.kept("Do")
	return x.Fork.Do(h)
}

func (x *staleFork) Back(m game.Mark) {
	defer x.kept("Back")
	x.Fork.Back(m)
}

func (x *staleFork) Perft(depth int) (uint64, error) {
	defer x.kept("Perft")
	return x.Fork.Perft(depth)
}

var derivedKernels = []struct {
	name, words string
	spoil       func(*kernel)
}{
	{"stale after a move", "a fork, after a random move", staleAfter("Random")},
	{"stale after a re-deal", "a fork, after a re-deal", staleAfter("Redeal")},
	{"stale after Reset", "a fork, after Reset", staleAfter("Reset")},
	{"stale after Perft", "a fork that has gone back", staleAfter("Perft")},
	{"stale after Do", "a fork, after Do", staleAfter("Do")},
	{"stale after Back", "a fork, back at a mark", staleAfter("Back")},
	{"a view has the values of its state", "of the view of", func(k *kernel) {
		stale := staleIn(k)
		k.view = func(s *game.State, seat game.Seat) *game.State {
			v := s.View(seat)
			stale[v] = true
			return v
		}
	}},
	{"changes are applied under the old values", "with the changes applied", func(k *kernel) {
		stale := staleIn(k)
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			next, err := s.Apply(c...)
			stale[next] = true
			return next, err
		}
	}},
}

// staleIn makes derived values wrong in some states. Tests of package game check that CheckDerived finds such values.
func staleIn(k *kernel) map[*game.State]bool {
	stale := map[*game.State]bool{}
	k.derived = func(s *game.State) error {
		if stale[s] {
			return errors.New("kept too long")
		}
		return s.CheckDerived()
	}
	return stale
}

// staleAfter spoils a kernel: its forks keep derived values after a call.
func staleAfter(call string) func(*kernel) {
	return func(k *kernel) {
		stale := staleIn(k)
		k.fork = func(s *game.State) fork { return &staleFork{s.Fork(), call, stale} }
	}
}

func TestStaleDerivedValuesAreFound(t *testing.T) {
	for _, c := range derivedKernels {
		t.Run(c.name, func(t *testing.T) { mustFind(t, reckon(), derivedLaw, c.words, c.spoil) })
	}
	t.Run("a function of more than the state", func(t *testing.T) {
		r, n := reckon(), 0
		r.Derived = append(r.Derived, game.NewDerived("odd", func(*game.State, game.ID) int { n++; return n }).OnTable())
		mustFind(t, r, derivedLaw, `derived value "odd" of table is kept as`, func(*kernel) {})
	})
}

func TestDerivedLaw(t *testing.T) {
	Config{Laws: []string{derivedLaw}}.Check(t, reckon())
	if !strings.Contains(strings.Join(Laws(), ","), derivedLaw) {
		t.Error("the law is not one of the laws")
	}
}
