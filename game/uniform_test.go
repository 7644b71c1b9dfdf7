package game_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/game"
)

// upTo is the set of numbers from 0 to n-1.
func upTo(n int) (s game.Set[int]) {
	for i := range n {
		s = s.With(i)
	}
	return s
}

// scatter returns true for about this share of all pairs.
func scatter(a, b int, share float64) bool {
	h := uint64(a+1)*0x9E3779B97F4A7C15 ^ uint64(b+1)*0xC2B2AE3D27D4EB4F
	h ^= h >> 29
	h *= 0xBF58476D1CE4E5B9
	return float64(h>>40)/(1<<24) < share
}

// position is a set of rules whose first moves are drawn.
type position struct {
	name  string
	rules func(x *box)
}

func numbers(name string, from func(*game.Tx) game.Set[int]) *game.Pick[int] {
	return &game.Pick[int]{Name: name, From: from}
}

func constant(s game.Set[int]) func(*game.Tx) game.Set[int] {
	return func(*game.Tx) game.Set[int] { return s }
}

func doNothing(*game.Tx) {}

var positions = []position{
	{"one of many", func(x *box) { x.picking(doNothing, numbers("a", constant(upTo(40)))) }},
	{"three picks, each depending on the one before", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 3)}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, a.In(tx) }}
		c := &game.Pick[int]{Name: "c", Range: func(tx *game.Tx) (int, int) { return b.In(tx), 3 }}
		x.picking(doNothing, a, b, c)
	}},
	{"three picks that do not depend on each other", func(x *box) {
		a, b, c := numbers("a", constant(upTo(3))), numbers("b", constant(upTo(4))), numbers("c", constant(upTo(5)))
		x.picking(doNothing, a, b, c)
	}},
	{"the last of three depends on the first", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 4), If: func(_ *game.Tx, n int) bool { return n != 2 }}
		c := &game.Pick[int]{Name: "c", Range: func(tx *game.Tx) (int, int) { return 1, a.In(tx) }}
		x.picking(doNothing, a, b, c)
	}},
	{"a pick that is read only sometimes", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3)}
		c := &game.Pick[int]{Name: "c", Range: func(tx *game.Tx) (int, int) {
			if b.In(tx) == 2 {
				return 1, a.In(tx)
			}
			return 1, 2
		}}
		x.picking(doNothing, a, b, c)
	}},
	{"an If that reads an earlier pick only sometimes", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 6), If: func(tx *game.Tx, n int) bool { return n < 3 || n > a.In(tx) }}
		c := &game.Pick[int]{Name: "c", Range: fixed(1, 2)}
		x.picking(doNothing, a, b, c)
	}},
	{"a pick that is read by Chosen and All", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 3), Several: fixed(1, 2)}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, a.Chosen(tx) }}
		c := &game.Pick[int]{Name: "c", Range: func(tx *game.Tx) (int, int) {
			sum := 0
			for n := range a.All(tx) {
				sum += n
			}
			return 1, sum
		}}
		x.picking(doNothing, a, b, c)
	}},
	{"a pick that is read within a Try", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) {
			n := 0
			tx.Try(func() {
				points.Set(tx, game.Root, a.In(tx))
				n = points.Of(tx, game.Root)
			})
			return 1, n
		}}
		x.picking(doNothing, a, b)
	}},
	{"a drawn pair that depends on both", func(x *box) {
		a := numbers("a", constant(upTo(9)))
		b := numbers("b", constant(upTo(9)))
		b.If = func(tx *game.Tx, n int) bool { return scatter(a.In(tx), n, 0.4) }
		x.picking(doNothing, a, b)
	}},
	{"a promotion counts as four", func(x *box) {
		from := numbers("from", constant(upTo(5)))
		to := numbers("to", func(tx *game.Tx) game.Set[int] { return upTo(3 + from.In(tx)%2) })
		to.If = func(tx *game.Tx, n int) bool { return scatter(from.In(tx), n, 0.7) }
		as := &game.Pick[string]{Name: "as", When: func(tx *game.Tx) bool { return to.In(tx) == 2 },
			List: func(*game.Tx) []string { return []string{"queen", "rook", "bishop", "knight"} }}
		x.picking(doNothing, from, to, as)
	}},
	{"a When that reads no pick", func(x *box) {
		a := numbers("a", constant(upTo(8)))
		a.If = func(_ *game.Tx, n int) bool { return n%3 > 0 }
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3), When: func(tx *game.Tx) bool { return tx.Played() > 0 }}
		c := &game.Pick[int]{Name: "c", Range: fixed(1, 3), When: func(tx *game.Tx) bool { return tx.Played() == 0 }}
		x.picking(doNothing, a, b, c)
	}},
	{"a When that panics for refused values", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(0, 6), If: func(_ *game.Tx, n int) bool { return n > 0 }}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3), When: func(tx *game.Tx) bool { return 6%a.In(tx) == 0 }}
		x.picking(doNothing, a, b)
	}},
	{"a panic within a Try", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(0, 6), If: func(_ *game.Tx, n int) bool { return n > 0 }}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3), When: func(tx *game.Tx) (ok bool) {
			tx.Try(func() {
				points.Set(tx, game.Root, 7)
				ok = 6%a.In(tx) == 0
			})
			return ok
		}}
		c := x.picking(doNothing, a, b)
		c.If = func(tx *game.Tx) bool { return points.Of(tx, game.Root) == 0 }
	}},
	{"limits that see accepted values only", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(0, 6), If: func(_ *game.Tx, n int) bool { return n > 0 }}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3), When: func(tx *game.Tx) bool { return a.In(tx) != 5 },
			Several: func(tx *game.Tx) (int, int) { return 6 / a.In(tx) % 2, 6 / a.In(tx) % 2 }}
		x.picking(doNothing, a, b)
	}},
	{"a list, an If and none", func(x *box) {
		a := &game.Pick[string]{Name: "a", Optional: true, List: func(*game.Tx) []string { return []string{"i", "ii", "iii", "iv", "v"} },
			If: func(_ *game.Tx, s string) bool { return s != "iii" }}
		b := &game.Pick[string]{Name: "b", Optional: true, List: func(tx *game.Tx) []string { return []string{"x", a.In(tx) + "y"} }}
		x.picking(doNothing, a, b)
	}},
	{"a range and an If", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 300), If: func(_ *game.Tx, n int) bool { return n%9 == 0 }}
		x.picking(doNothing, a)
	}},
	{"a long range and an If", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 30_000), If: func(_ *game.Tx, n int) bool { return n%3000 == 0 }}
		x.picking(doNothing, a)
	}},
	{"several, or none", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 5), Optional: true, Several: fixed(2, 3), If: func(_ *game.Tx, n int) bool { return n != 4 }}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 2)}
		x.picking(doNothing, a, b)
	}},
	{"several under a Check", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 8), Several: fixed(0, 4)}
		x.picking(doNothing, a).Check = func(tx *game.Tx) bool {
			sum := 0
			for n := range a.All(tx) {
				sum += n
			}
			return sum%5 == 2
		}
	}},
	{"several under a strict Check", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 9), Several: fixed(3, 5)}
		x.picking(doNothing, a).Check = func(tx *game.Tx) bool { return a.In(tx) == 4 }
	}},
	{"repeated", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4), Repeat: true, Several: fixed(1, 3), If: func(_ *game.Tx, n int) bool { return n != 2 }}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 2)}
		x.picking(doNothing, a, b)
	}},
	{"repeated, under a Check", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 5), Repeat: true, Several: fixed(3, 3)}
		x.picking(doNothing, a).Check = func(tx *game.Tx) bool {
			sum := 0
			for n := range a.All(tx) {
				sum += n
			}
			return sum == 6
		}
	}},
	{"repeated, depending on the values before", func(x *box) {
		a := &game.Pick[int]{Name: "a", Repeat: true, Several: fixed(0, 3)}
		a.Range = func(tx *game.Tx) (int, int) { return 1, 3 - a.Chosen(tx) }
		x.picking(doNothing, a)
	}},
	{"repeated, and read later", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 3), Repeat: true, Several: fixed(2, 2)}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, a.In(tx) }}
		x.picking(doNothing, a, b)
	}},
	{"a last pick that acts, and a Check that sees it", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 6), Then: func(tx *game.Tx, n int) { points.Set(tx, game.Root, n*a.In(tx)) }}
		x.picking(doNothing, a, b).Check = func(tx *game.Tx) bool { return points.Of(tx, game.Root)%3 == 1 }
	}},
	{"a pick that acts before the last one", func(x *box) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4), Then: func(tx *game.Tx, n int) { points.Set(tx, game.Root, n) }}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, points.Of(tx, game.Root) }}
		x.picking(doNothing, a, b)
	}},
	{"more than 128 elements", func(x *box) {
		a := numbers("a", constant(upTo(300)))
		a.If = func(_ *game.Tx, n int) bool { return scatter(n, 7, 0.3) }
		x.picking(doNothing, a)
	}},
	{"more than 128 elements, in pairs", func(x *box) {
		big := upTo(200)
		a := numbers("a", constant(upTo(150).Minus(upTo(146)).Or(upTo(3))))
		b := numbers("b", func(tx *game.Tx) game.Set[int] {
			return big.Where(func(n int) bool { return n%15 == a.In(tx)%15 })
		})
		b.If = func(tx *game.Tx, n int) bool { return scatter(n, a.In(tx), 0.5) }
		x.picking(doNothing, a, b)
	}},
	{"several actions", func(x *box) {
		a, b := numbers("a", constant(upTo(5))), numbers("b", constant(upTo(9)))
		b.If = func(_ *game.Tx, n int) bool { return n%2 == 0 }
		c := &game.Pick[int]{Name: "c", Range: fixed(1, 3), Repeat: true, Then: func(tx *game.Tx, n int) { points.Set(tx, game.Root, points.Of(tx, game.Root)+n) },
			If: func(tx *game.Tx, n int) bool { return points.Of(tx, game.Root)+n < 4 }}
		x.Actions = []*game.Action{
			{Name: "one", Pick: []game.Choice{a}, Do: doNothing}, {Name: "two", Pick: []game.Choice{b}, Do: doNothing},
			{Name: "pair", Pick: []game.Choice{a, numbers("d", func(tx *game.Tx) game.Set[int] { return upTo(a.In(tx)) })}, Do: doNothing},
			{Name: "more", Pick: []game.Choice{c}, Do: doNothing}, {Name: "none", Do: doNothing},
			{Name: "never", Pick: []game.Choice{b}, Do: doNothing, Check: func(*game.Tx) bool { return false }},
		}
	}},
	{"a pair with Most, and an action that is closed", func(x *box) {
		open := game.When("not yet", func(tx *game.Tx) bool { return points.Of(tx, game.Root) > 0 })
		from := numbers("from", constant(upTo(6)))
		to := numbers("to", func(tx *game.Tx) game.Set[int] { return upTo(from.In(tx) % 4) })
		to.Most = 3
		x.Actions = []*game.Action{
			{Name: "later", If: open, Do: doNothing},
			{Name: "now", If: open.Not("too late"), Pick: []game.Choice{from, to}, Do: doNothing},
		}
	}},
	{"a path without branches", func(x *box) { path(x, 0) }},
	{"a path that branches after the first step", func(x *box) { path(x, 1) }},
	{"paths from several places", func(x *box) { path(x, 0, 1, 3) }},
	{"several seats", func(x *box) {
		a := numbers("a", func(tx *game.Tx) game.Set[int] { return upTo(4 + 6*int(tx.Seat)) })
		a.If = func(tx *game.Tx, n int) bool { return scatter(n, int(tx.Seat), 0.6) }
		x.picking(doNothing, a)
		x.Flow = &game.Loop{Do: &game.Together{Name: "all"}}
	}},
	{"more picks than bits", func(x *box) {
		var picks []game.Choice
		for i := range 70 {
			p := &game.Pick[int]{Name: fmt.Sprint("p", i), Range: fixed(1, 1)}
			picks = append(picks, p)
		}
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, a.In(tx) }}
		x.picking(doNothing, append(picks, a, b)...)
	}},
}

// path makes the rules of one long move: from one of the places along any of the branches to an end.
func path(x *box, from ...int) {
	branches := map[int]game.Set[int]{0: game.SetOf(7), 7: game.SetOf(8), 1: game.SetOf(2), 2: game.SetOf(4, 5), 3: game.SetOf(2, 6), 4: game.SetOf(6, 7, 8)}
	start := numbers("start", constant(game.SetOf(from...)))
	step := &game.Pick[int]{Name: "step", Repeat: true, Then: func(tx *game.Tx, n int) { points.Set(tx, game.Root, n) }}
	step.From = func(tx *game.Tx) game.Set[int] {
		at := points.Of(tx, game.Root)
		if at == 0 {
			at = start.In(tx)
		}
		return branches[at]
	}
	x.picking(doNothing, start, step)
}

func init() {
	for _, share := range []float64{0.95, 0.5, 0.1, 0.03} {
		pair := func(ask bool) func(x *box) {
			return func(x *box) {
				from := numbers("from", constant(upTo(16)))
				to := numbers("to", func(tx *game.Tx) game.Set[int] { return upTo(5 + from.In(tx)%4) })
				if ask {
					to.If = func(tx *game.Tx, n int) bool { return scatter(from.In(tx), n, share) }
				}
				a := x.picking(doNothing, from, to)
				if !ask {
					a.Check = func(tx *game.Tx) bool { return scatter(from.In(tx), to.In(tx), share) }
				}
			}
		}
		positions = append(positions, position{fmt.Sprint("If holds for ", share), pair(true)}, position{fmt.Sprint("Check holds for ", share), pair(false)})
	}
}

func (p *position) start(t testing.TB) *game.State {
	t.Helper()
	x := newBox()
	p.rules(x)
	return x.start(t)
}

// moveText is a move with its seat, as text.
func moveText(s *game.State, m game.Move) string { return fmt.Sprint(m.Seat, ": ", s.Text(m)) }

// unlikely measures how uneven counts are: 1 or more if chance alone makes them so less than once in ten thousand
// times.
func unlikely(counts map[string]int, kinds int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	mean := float64(total) / float64(kinds)
	chi := mean * float64(kinds-len(counts))
	for _, n := range counts {
		chi += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	d := float64(kinds - 1)
	if d == 0 {
		return 0
	}
	root := 1 - 2/(9*d) + 3.72*math.Sqrt(2/(9*d)) // Wilson and Hilferty
	return chi / (d * root * root * root)
}

// Every complete legal move is equally likely, and no other is drawn, however moves are counted.
func TestRandomIsUniformEverywhere(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, p := range positions {
		t.Run(p.name, func(t *testing.T) {
			s := p.start(t)
			legal := map[string]bool{}
			all, err := s.Moves()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range all {
				legal[moveText(s, m)] = true
			}
			if n, err := s.CountMoves(); err != nil || n != uint64(len(all)) || len(legal) != len(all) {
				t.Errorf("%d moves are counted, %d listed, %d different (%v)", n, len(all), len(legal), err)
			}
			f := s.Fork()
			for _, walk := range []bool{false, true} {
				counts := map[string]int{}
				f.Walk(walk)
				for i := range max(3000, 40*len(all)) {
					f.Reset(s)
					f.Seed(uint64(i))
					f.Note(true)
					if more, err := f.Random(); !more || err != nil {
						t.Fatal(more, err)
					}
					m := moveText(s, f.Noted()[0])
					if !legal[m] {
						t.Fatalf("%s is drawn, and not legal", m)
					}
					counts[m]++
				}
				if far := unlikely(counts, len(all)); far > 1 {
					t.Errorf("of %d moves, %d are drawn: %.2f times as uneven as once in ten thousand (all visited: %v)", len(all), len(counts), far, walk)
				}
			}
		})
	}
}

// The test above would notice drawing pick by pick: then all promotions together count as one move.
func TestUnevenDrawsAreNoticed(t *testing.T) {
	for _, name := range []string{"a promotion counts as four", "three picks, each depending on the one before", "several actions", "If holds for 0.5"} {
		for _, p := range positions {
			if p.name != name {
				continue
			}
			s := p.start(t)
			r := rand.New(rand.NewPCG(1, 2))
			counts := map[string]int{}
			all, err := s.Moves()
			if err != nil {
				t.Fatal(err)
			}
			for range max(3000, 40*len(all)) {
				c, err := s.Chooser(game.Move{Seat: s.Turn()})
				m, whole := game.Move{}, false
				for err == nil && !whole {
					if c, err = c.Random(r.IntN, nil); err == nil {
						m, whole = c.Move()
					}
				}
				if err != nil {
					t.Fatal(err)
				}
				counts[moveText(s, m)]++
			}
			if far := unlikely(counts, len(all)); far < 1 {
				t.Errorf("%s: choosing pick by pick is %.2f times as uneven as once in ten thousand, and passes", name, far)
			}
		}
	}
}

// If of the last pick, and Check, are evaluated for the drawn move only; independent picks are not enumerated.
func TestRandomCallsFewFunctions(t *testing.T) {
	x := newBox()
	asked := 0
	a := numbers("a", constant(upTo(100)))
	b := numbers("b", func(*game.Tx) game.Set[int] { asked++; return upTo(100) })
	b.If = func(*game.Tx, int) bool { asked++; return true }
	c := &game.Pick[int]{Name: "c", Range: fixed(1, 8), Repeat: true, Several: fixed(9, 9)}
	d := &game.Pick[int]{Name: "d", Range: fixed(1, 49), Several: fixed(6, 6)}
	x.Actions = []*game.Action{
		{Name: "two", Pick: []game.Choice{a, b}, Do: doNothing, Check: func(*game.Tx) bool { asked++; return true }},
		{Name: "code", Pick: []game.Choice{c}, Do: doNothing}, {Name: "lotto", Pick: []game.Choice{d}, Do: doNothing},
	}
	s := x.start(t)
	f := s.Fork()
	const games = 300
	asked = 0
	for i := range games {
		f.Reset(s)
		f.Seed(uint64(i))
		if _, err := f.Random(); err != nil {
			t.Fatal(err)
		}
	}
	if asked > 3*games {
		t.Errorf("functions of the rules are called %d times for %d moves", asked, games)
	}
}

// Only When sees values that the If of their pick has not accepted.
func TestOnlyWhenSeesUnacceptedValues(t *testing.T) {
	x := newBox()
	a := &game.Pick[int]{Name: "a", Range: fixed(1, 9), If: func(_ *game.Tx, n int) bool { return n%2 == 0 }}
	sees := func(tx *game.Tx) {
		if a.In(tx)%2 == 1 {
			t.Errorf("%d is seen", a.In(tx))
		}
	}
	never := func(*game.Tx) bool { return false }
	b := &game.Pick[int]{Name: "b", When: func(tx *game.Tx) bool { return a.In(tx) > 4 },
		List:    func(tx *game.Tx) []int { sees(tx); return []int{1, 2, 3} },
		Several: func(tx *game.Tx) (int, int) { sees(tx); return 0, 2 }}
	c := &game.Pick[int]{Name: "c", When: never, Range: func(tx *game.Tx) (int, int) { sees(tx); return 1, 2 }}
	d := &game.Pick[int]{Name: "d", When: func(tx *game.Tx) bool { return a.In(tx) == 2 }, Range: func(tx *game.Tx) (int, int) { sees(tx); return 1, 2 },
		If: func(tx *game.Tx, _ int) bool { sees(tx); return true }}
	x.picking(sees, a, b, c, d).Check = func(tx *game.Tx) bool { sees(tx); return true }
	s := x.start(t)
	f := s.Fork()
	f.Seed(3)
	if n, err := f.Playout(200); n != 200 || err != nil {
		t.Error(n, err)
	}
}
