package game_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// Sets against maps: small, of two words, and large, mixed.
func TestSetModel(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	random := func() (game.Set[game.ID], map[game.ID]bool) {
		limit := []int{64, 128, 129, 1000, 70000}[r.IntN(5)]
		model := map[game.ID]bool{}
		for range r.IntN(40) {
			model[game.ID(r.IntN(limit))] = true
		}
		return game.SetOf(slices.Collect(maps.Keys(model))...), model
	}
	check := func(what string, s game.Set[game.ID], want map[game.ID]bool) {
		t.Helper()
		sorted := slices.Sorted(maps.Keys(want))
		if got := slices.Collect(s.All()); !slices.Equal(got, sorted) {
			t.Fatalf("%s is %v, want %v", what, got, sorted)
		}
		if s.Len() != len(want) || s.Empty() != (len(want) == 0) {
			t.Fatalf("%s has %d, want %d", what, s.Len(), len(want))
		}
		if len(sorted) > 0 && s.First() != sorted[0] {
			t.Fatalf("%s begins with %d, want %d", what, s.First(), sorted[0])
		}
	}
	keep := func(m map[game.ID]bool, in func(game.ID) bool) map[game.ID]bool {
		kept := map[game.ID]bool{}
		for id := range m {
			if in(id) {
				kept[id] = true
			}
		}
		return kept
	}
	for range 500 {
		a, ma := random()
		b, mb := random()
		or := maps.Clone(ma)
		maps.Copy(or, mb)
		check("a", a, ma)
		check("a or b", a.Or(b), or)
		check("a and b", a.And(b), keep(ma, func(id game.ID) bool { return mb[id] }))
		check("a minus b", a.Minus(b), keep(ma, func(id game.ID) bool { return !mb[id] }))
		check("a minus a", a.Minus(a), nil)
		odd := func(id game.ID) bool { return id%2 == 1 }
		check("the odd of a", a.Where(odd), keep(ma, odd))
		check("a afterwards", a, ma)
		for range 20 {
			if id := game.ID(r.IntN(80000)); a.Has(id) != ma[id] {
				t.Fatalf("%d in %v: %v", id, ma, a.Has(id))
			}
		}
		lo, hi := a.Low()
		check("the low of a", game.Set[game.ID]{}.Small(lo, hi), keep(ma, func(id game.ID) bool { return id < 128 }))
	}
}

func TestSetOfSeatsAndNumbers(t *testing.T) {
	seats := game.SetOf[game.Seat](3, 0, game.Nobody, 3)
	if got := slices.Collect(seats.All()); !slices.Equal(got, []game.Seat{0, 3}) {
		t.Errorf("got %v", got)
	}
	if !seats.Has(3) || seats.Has(1) || seats.Has(game.Nobody) {
		t.Error("the seats are wrong")
	}
	if n := game.SetOf(0, 65535, 7); n.Len() != 3 || n.First() != 0 {
		t.Errorf("%d numbers", n.Len())
	}
	for seat := range game.SetOf[game.Seat](0, 1, 2).All() { // a loop may stop early
		if seat == 1 {
			break
		}
	}
}

// The words of a Set are for kits that compute with whole words.
func TestSetWords(t *testing.T) {
	s := game.SetOf[game.ID](1, 64, 200)
	w := s.Words()
	if len(w) < 4 || w[0] != 2 || w[1] != 1 || w[3] != 1<<8 {
		t.Errorf("the words are %x", w)
	}
	b := s.Blank(4)
	copy(b.Words(), []uint64{0, 4, 0, 1})
	if got := slices.Collect(b.All()); !slices.Equal(got, []game.ID{66, 192}) {
		t.Errorf("got %v", got)
	}
	if got := slices.Collect(game.Set[game.ID]{}.Small(1<<5, 1<<1).All()); !slices.Equal(got, []game.ID{5, 65}) {
		t.Errorf("got %v", got)
	}
}

// Choose returns any member of a Set: of one word, two or many, at every position.
func TestSetChoose(t *testing.T) {
	for _, n := range []int{1, 5, 60, 100, 300} {
		x := newBox()
		s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(n, x.stone, x.row) })
		met := map[game.ID]bool{}
		x.play(t, s, func(tx *game.Tx) {
			all := tx.Contents(x.row)
			for range 20 * n {
				id := tx.Choose(all)
				if !all.Has(id) {
					t.Fatalf("%d is not in the set", id)
				}
				met[id] = true
			}
		})
		if len(met) != n {
			t.Errorf("%d of %d were ever chosen", len(met), n)
		}
	}
}

// A Set defines the options in a few words, without loops.
func ExampleSet() {
	near := game.SetOf(4, 5, 6)
	taken := game.SetOf(5, 9)
	fmt.Println(slices.Collect(near.Minus(taken).All()))
	fmt.Println(near.And(taken).First(), near.Or(taken).Len(), near.Has(4))
	even := near.Where(func(n int) bool { return n%2 == 0 })
	fmt.Println(slices.Collect(even.All()))
	// Output:
	// [4 6]
	// 5 4 true
	// [4 6]
}

// The first of an empty Set is Nobody, no element, or 0.
func TestFirstOfEmptySet(t *testing.T) {
	if seat := game.SetOf[game.Seat]().First(); seat != game.Nobody {
		t.Errorf("the first of no seats is %s", seat)
	}
	if seat := game.SetOf(game.Nobody).First(); seat != game.Nobody {
		t.Errorf("the first of nobody is %s", seat)
	}
	if id, n := game.SetOf[game.ID]().First(), game.SetOf[int]().First(); id != 0 || n != 0 {
		t.Errorf("the first of no elements is %d, of no numbers %d", id, n)
	}
	if seat := game.SetOf[game.Seat](2, 1).Minus(game.SetOf[game.Seat](1)).First(); seat != 2 {
		t.Errorf("the first is %s", seat)
	}
	if !game.SetOf[game.ID]().Empty() || (game.Set[game.ID]{}).Len() != 0 {
		t.Error("an empty set has members")
	}
	if got := (game.Set[game.Seat]{}).Or(game.SetOf[game.Seat](1)); !got.Has(1) {
		t.Error("the union with an empty set is empty")
	}
}

// With returns a set with one more member and does not change the original.
func TestSetWith(t *testing.T) {
	for _, id := range []game.ID{0, 5, 63, 64, 127, 128, 1000, 70000} {
		for _, s := range []game.Set[game.ID]{{}, game.SetOf[game.ID](5), game.SetOf[game.ID](1, 100), game.SetOf[game.ID](1, 500)} {
			was := slices.Collect(s.All())
			got := s.With(id)
			want := append(slices.Clone(was), id)
			slices.Sort(want)
			if all := slices.Collect(got.All()); !slices.Equal(all, slices.Compact(want)) || !got.Has(id) {
				t.Errorf("%v with %d is %v", was, id, all)
			}
			if now := slices.Collect(s.All()); !slices.Equal(now, was) {
				t.Errorf("with %d, %v became %v", id, was, now)
			}
		}
	}
	if s := game.SetOf[game.Seat](1).With(game.Nobody); s.Len() != 1 {
		t.Errorf("with nobody there are %d", s.Len())
	}
}

type pips uint8

// A byte can hold numbers above 127.
func TestBytesInSets(t *testing.T) {
	x := newBox()
	_, err := x.try(x.start(t), func(*game.Tx) {
		if s := game.SetOf[pips](200, 255); s.Len() != 2 || s.First() != 200 || !s.Has(255) {
			t.Errorf("of the bytes above 127 there are %d, from %d", s.Len(), s.First())
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// A Set holds numbers of any type from 0 to 65535; others are a Fault.
func TestNumbersInSets(t *testing.T) {
	if s := game.SetOf[pips](6, 1); s.First() != 1 || !s.Has(6) || s.Has(2) {
		t.Error("the small numbers are wrong")
	}
	if s := game.SetOf[uint16](0, 65535); !slices.Equal(slices.Collect(s.All()), []uint16{0, 65535}) {
		t.Error("the large numbers are wrong")
	}
	if s := game.SetOf[int64](65535); s.Has(-1) || s.Has(1<<40|65535) || !s.Has(65535) {
		t.Error("two numbers are confused")
	}
	for name, set := range map[string]func(){
		"-1":     func() { game.SetOf(-1) },
		"65536":  func() { game.SetOf(65536) },
		"-5":     func() { game.SetOf(3).With(-5) },
		"-128":   func() { game.SetOf[int8](-128) },
		"-2":     func() { game.SetOf[int16](-2) },
		"100000": func() { game.SetOf[int32](100000) },
		"1.5":    func() { game.SetOf(1.5) },
		"x":      func() { game.SetOf("x") },
	} {
		x := newBox()
		_, err := x.try(x.start(t), func(*game.Tx) { set() })
		wantFault(t, err, "a Set holds elements, seats, and numbers from 0 to 65535, not "+name+": use Pick.Range or Pick.List")
	}
}
