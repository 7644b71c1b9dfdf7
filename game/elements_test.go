package game_test

import (
	"math/rand/v2"
	"sync/atomic"
	"testing"

	"github.com/plygame/ply/game"
)

// heap has three piles of stones with heights, and more than 128 elements, so that Sets of them need memory. The derived values
// are the tall stones of a pile, which follow from elements and heights, and how many there are of the table.
type heap struct {
	*game.Rules
	pile  *game.Place
	tall  *game.Derived[game.Set[game.ID]]
	all   *game.Derived[int]
	calls atomic.Int32
	do    func(*game.Tx)
}

func newHeap() *heap {
	x := &heap{pile: &game.Place{Name: "pile", Names: []string{"a", "b", "c"}}}
	stone := &game.Kind{Name: "stone"}
	x.tall = game.NewDerived("tall", func(s *game.State, pile game.ID) game.Set[game.ID] {
		x.calls.Add(1)
		return s.Contents(pile).Where(func(id game.ID) bool { return height.Of(s, id) > 4 })
	}).FromElements(height)
	x.all = game.NewDerived("all", func(s *game.State, _ game.ID) (n int) {
		for i := range 3 {
			n += x.tall.Of(s, x.pile.At(i)).Len()
		}
		return n
	}).FromElements(height)
	which := &game.Pick[int]{Name: "which", Range: func(*game.Tx) (int, int) { return 0, 5 }}
	x.Rules = &game.Rules{
		Name: "heap", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{x.pile}, Kinds: []*game.Kind{stone},
		Parts: []game.Column{height, points}, Derived: []game.AnyDerived{x.tall, x.all},
		Setup: func(t *game.Tx) { t.CreateMany(140, stone, x.pile.At(0), height.Nth(func(i int) int { return i % 9 })) },
		Actions: []*game.Action{
			{Name: "carry", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Move(t.Last(x.pile.At(0)), x.pile.At(1+which.In(t)%2)) }},
			{Name: "raise", Pick: []game.Choice{which}, Do: func(t *game.Tx) { height.Set(t, t.Last(x.pile.At(0)), which.In(t)) }},
			{Name: "score", Pick: []game.Choice{which}, Do: func(t *game.Tx) { points.Add(t, t.Seat, 1+which.In(t)) }},
			{Name: "do", Do: func(t *game.Tx) { x.do(t) }},
		},
	}
	return x
}

func TestFromElementsIsKeptUntilOneChanges(t *testing.T) {
	x := newHeap()
	f := start(t, x.Rules, 2).Fork()
	for _, c := range []struct {
		move  string
		calls int32
	}{{"score 1", 3}, {"score 2", 0}, {"carry 1", 3}, {"raise 5", 3}, {"score 1", 0}} {
		m, err := f.State().Parse(f.State().Turn(), c.move)
		if err == nil {
			err = f.Play(m)
		}
		if err != nil {
			t.Fatal(err)
		}
		x.calls.Store(0)
		x.all.Of(f.State(), game.Root)
		for i := range 3 {
			x.tall.Of(f.State(), x.pile.At(i))
		}
		if got := x.calls.Load(); got != c.calls {
			t.Errorf("after %s it is computed %d times, want %d", c.move, got, c.calls)
		}
		if err := f.State().CheckDerived(); err != nil {
			t.Fatal(err)
		}
	}
	if got := x.tall.Info().From; len(got) != 1 || got[0] != "height" {
		t.Errorf("it depends on %v", got)
	}
}

// A Set that was read stays the same to the end of the move, although the value has changed since.
func TestFromElementsSetsLastForTheMove(t *testing.T) {
	x := newHeap()
	f := start(t, x.Rules, 2).Fork()
	for range 5 {
		x.do = func(tx *game.Tx) {
			var sets []game.Set[game.ID]
			var lens []int
			for n := range 20 {
				sets = append(sets, x.tall.Of(tx, x.pile.At(0)))
				lens = append(lens, sets[n].Len())
				height.Set(tx, tx.First(x.pile.At(0)), 9*(n%2))
				tx.Move(tx.First(x.pile.At(0)), x.pile.At(1))
			}
			for n, set := range sets {
				if set.Len() != lens[n] {
					t.Errorf("the Set read first had %d members and has %d", lens[n], set.Len())
				}
			}
		}
		if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
			t.Fatal(err)
		}
	}
}

// The values are right after any moves, marks and ways back.
func TestFromElementsWithMarks(t *testing.T) {
	x := newHeap()
	x.do = func(t *game.Tx) {
		t.Try(func() { t.Move(t.Last(x.pile.At(0)), x.pile.At(2)); x.all.Of(t, game.Root) })
		x.all.Of(t, game.Root)
	}
	f := start(t, x.Rules, 2).Fork()
	f.Seed(1)
	luck := rand.New(rand.NewPCG(1, 2))
	var marks []game.Mark
	for range 300 {
		switch n := luck.IntN(6); {
		case n == 0:
			marks = append(marks, f.Mark())
		case n == 1 && len(marks) > 0:
			k := luck.IntN(len(marks))
			f.Back(marks[k])
			marks = marks[:k]
		default:
			if _, err := f.Random(); err != nil {
				t.Fatal(err)
			}
		}
		if luck.IntN(2) == 0 {
			x.all.Of(f.State(), game.Root)
		}
		if err := f.State().CheckDerived(); err != nil {
			t.Fatal(err)
		}
	}
}

// A value of FromElements may refer to the memory of a value that is replaced more often.
func TestFromElementsThatReadsAnotherValue(t *testing.T) {
	x := newHeap()
	loose := game.NewDerived("loose", func(s *game.State, pile game.ID) game.Set[game.ID] { return s.Contents(pile) })
	same := game.NewDerived("same", func(s *game.State, pile game.ID) game.Set[game.ID] { return loose.Of(s, pile) }).FromElements()
	x.Derived = append(x.Derived, loose, same)
	f := start(t, x.Rules, 2).Fork()
	for n := range 40 {
		x.do = func(tx *game.Tx) {
			same.Of(tx, x.pile.At(0))
			points.Add(tx, tx.Seat, 1)
			for i := range 3 {
				loose.Of(tx, x.pile.At(i))
			}
			if n%4 == 3 {
				tx.Move(tx.First(x.pile.At(0)), x.pile.At(1))
			}
		}
		if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
			t.Fatal(err)
		}
		if err := f.State().CheckDerived(); err != nil {
			t.Fatal(err)
		}
	}
}

// Naming too little is found by computing the value again.
func TestFromElementsWithoutItsPart(t *testing.T) {
	x := newHeap()
	x.tall.FromElements()
	x.all.FromElements()
	f := start(t, x.Rules, 2).Fork()
	x.tall.Of(f.State(), x.pile.At(0))
	m, _ := f.State().Parse(0, "raise 5")
	if err := f.Play(m); err != nil {
		t.Fatal(err)
	}
	if f.State().CheckDerived() == nil {
		t.Error("nobody noticed")
	}
}
