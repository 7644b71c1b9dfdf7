package game_test

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/plygame/ply/game"
)

// longPicks are picks of every form whose moves can be listed.
func longPicks() map[string][]game.Choice {
	texts := []string{"red", "green", "", "blue"}
	two := func(lo, hi int) func(*game.Tx) (int, int) { return fixed(lo, hi) }
	number := func(name string, lo, hi int) *game.Pick[int] {
		return &game.Pick[int]{Name: name, Range: fixed(lo, hi)}
	}
	return map[string][]game.Choice{
		"none":     nil,
		"set":      {&game.Pick[game.Seat]{Name: "a", From: func(t *game.Tx) game.Set[game.Seat] { return t.Standing() }}},
		"wide set": {&game.Pick[int]{Name: "a", From: func(*game.Tx) game.Set[int] { return game.SetOf(3, 70, 200, 4000) }}},
		"numbers":  {number("a", -2, 2)},
		"pair":     {number("a", 0, 2), number("b", 5, 6)},
		"signs":    {number("a", -1, 1), number("b", -1, 1)},
		"three":    {number("a", 0, 1), number("b", 0, 1), number("c", 0, 1)},
		"optional": {&game.Pick[int]{Name: "a", Range: fixed(0, 1), Optional: true}, number("b", 0, 1)},
		"huge":     {&game.Pick[int64]{Name: "a", List: func(*game.Tx) []int64 { return []int64{1 << 40, -1 << 62, 0, 1} }}, number("b", 0, 1)},
		"texts":    {&game.Pick[string]{Name: "a", List: func(*game.Tx) []string { return texts }}},
		"several":  {&game.Pick[int]{Name: "a", Range: fixed(1, 4), Several: two(0, 3)}},
		"repeat":   {&game.Pick[int]{Name: "a", Range: fixed(1, 2), Repeat: true, Several: two(0, 3)}, number("b", 0, 1)},
		"eight": {number("a", 0, 0), number("b", 0, 0), number("c", 0, 0), number("d", 0, 0),
			number("e", 0, 0), number("f", 0, 0), number("g", 0, 0), number("h", 0, 1)},
	}
}

func TestHandlesAreMoves(t *testing.T) {
	for name, picks := range longPicks() {
		x := newBox()
		x.picking(func(t *game.Tx) { t.Create(x.stone, x.row) }, picks...)
		s := x.start(t)
		moves, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		f := s.Fork()
		f.Seed(1)
		all, err := f.Handles(nil)
		if err != nil || len(all) != len(moves) {
			t.Fatalf("%s: %d handles, %v; %d moves", name, len(all), err, len(moves))
		}
		seen := map[game.Handle]bool{}
		var m game.Move
		for i, h := range all {
			if got := f.Move(h); !reflect.DeepEqual(got, moves[i]) || h.Seat() != 0 {
				t.Errorf("%s: handle %d is %v, want %v", name, i, got, moves[i])
			}
			if f.Decode(h, &m); fmt.Sprint(m) != fmt.Sprint(moves[i]) {
				t.Errorf("%s: handle %d is decoded as %v, want %v", name, i, m, moves[i])
			}
			next, err := s.Play(moves[i])
			if err != nil {
				t.Fatal(err)
			}
			back := f.Mark()
			if err := f.Do(h); err != nil || f.Hash() != next.Hash() {
				t.Errorf("%s: Do of %v returns %v, or a different state", name, moves[i], err)
			}
			if f.Back(back); f.Hash() != s.Hash() {
				t.Errorf("%s: Back does not restore the fork", name)
			}
			seen[h] = true
		}
		if len(seen) != len(all) {
			t.Errorf("%s: %d moves have %d handles", name, len(all), len(seen))
		}
		f.Reset(s)
		if _, err := f.Playout(2); err != nil {
			t.Fatal(err)
		}
		if again, _ := f.Handles(all); !reflect.DeepEqual(again[len(all):], all) {
			t.Errorf("%s: equal moves have different handles after Reset and two moves", name)
		}
		if n, err := f.Perft(2); err != nil || n != uint64(len(all)*len(all)) {
			t.Errorf("%s: %d games of two moves, want %d squared", name, n, len(all))
		}
		if n, err := f.PerftPlayed(2); err != nil || n != uint64(len(all)*len(all)) {
			t.Errorf("%s: %d games of two moves are played, want %d squared", name, n, len(all))
		}
	}
}

func TestHandlesAllocateNothing(t *testing.T) {
	for name, picks := range longPicks() {
		switch name {
		case "several": // enumerating combinations is not free
			continue
		case "texts", "huge": // a List is built on every call
			continue
		}
		x := newBox()
		x.picking(func(*game.Tx) {}, picks...)
		f := x.start(t).Fork()
		buf, err := f.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := testing.AllocsPerRun(50, func() {
			buf, _ = f.Handles(buf[:0])
			_ = f.Do(buf[0])
		}); n > 0 && name != "wide set" {
			t.Errorf("%s: %.1f allocations to list and do", name, n)
		}
	}
}

func TestBadHandlesAreRefused(t *testing.T) {
	const foreign = "the handle belongs to another fork: list the moves with Handles of this one"
	x := newBox()
	x.picking(func(t *game.Tx) {
		t.Create(x.stone, x.row)
		if t.Count(x.row) == 2 {
			t.Tie()
		}
	}, &game.Pick[int]{Name: "n", Range: fixed(1, 3)})
	s := x.start(t)
	f, other := s.Fork(), s.Fork()
	all, _ := f.Handles(nil)
	wantRefusal(t, f.Do(game.Handle{}), game.Malformed, foreign)
	wantRefusal(t, other.Do(all[0]), game.Malformed, foreign)
	theirs, _ := other.Handles(nil)
	wantRefusal(t, f.Do(theirs[0]), game.Malformed, foreign)
	wantFault(t, faultOf(func() { f.Move(theirs[0]) }), "the handle belongs to another fork")
	wantFault(t, faultOf(func() { f.Move(game.Handle{}) }), "the handle belongs to another fork")

	if err := f.Do(all[0]); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, f.Do(all[0]), game.NotYourTurn, "it is the turn of player 2")
	next, _ := f.Handles(nil)
	if err := f.Do(next[0]); err != nil {
		t.Fatal(err)
	}
	wantRefusal(t, f.Do(next[0]), game.Over, "the game is over")
	if over, err := f.Handles(all[:1]); err != nil || len(over) != 1 {
		t.Errorf("after the end there are %d handles, %v", len(over)-1, err)
	}

	f.Reset(newBox().start(t))
	wantRefusal(t, f.Do(all[0]), game.Malformed, foreign)

	y := newBox()
	y.picking(func(*game.Tx) {}, &game.Pick[string]{Name: "word", Text: &game.Text{}})
	got, err := y.start(t).Fork().Handles(all)
	if game.CodeOf(err) != game.Malformed || len(got) != len(all) {
		t.Errorf("free text is listed: %d, %v", len(got)-len(all), err)
	}
}

// A recording fork keeps hash and changes up to date in Do; a rigged one is unchanged if the draws do not fit.
func TestDoRecordsAndFits(t *testing.T) {
	s := toss().start(t)
	f := s.Fork()
	f.Record(true)
	f.Hash()
	first, _ := f.Handles(nil)
	for range 2 {
		before := frozen(t, f)
		all, err := f.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		m := f.Move(all[1])
		if err := f.Do(all[1]); err != nil {
			t.Fatal(err)
		}
		after, err := before.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if f.Hash() != after.Hash() || !reflect.DeepEqual(f.Changes(), before.Diff(after)) {
			t.Errorf("%v is recorded, want %v", f.Changes(), before.Diff(after))
		}
	}
	rigged := s.Rig(game.Chance{Number: 1}, game.Chance{Number: 7})
	f.Reset(rigged)
	for _, marked := range []bool{false, true} {
		if marked {
			f.Mark()
		}
		if err := f.Do(first[2]); game.CodeOf(err) != game.Malformed {
			t.Errorf("a coin comes up 7: %v", err)
		}
		same(t, frozen(t, f), rigged)
	}
}

// A seat that cannot act is skipped before and after a move, as in Play.
func TestDoSkipsSeats(t *testing.T) {
	x := newBox()
	x.picking(func(t *game.Tx) { t.Create(x.stone, x.row) }, &game.Pick[game.Seat]{Name: "seat",
		From: func(t *game.Tx) game.Set[game.Seat] {
			if t.Seat == 1 && t.Count(x.row) != 3 {
				return game.SetOf[game.Seat]()
			}
			return game.SetOf(t.Seat)
		}})
	s := x.start(t)
	f := s.Fork()
	f.Seed(1)
	for range 5 {
		all, err := f.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		if s, err = s.Play(f.Move(all[0])); err != nil {
			t.Fatal(err)
		}
		if err := f.Do(all[0]); err != nil || f.State().Turn() != s.Turn() || f.Hash() != s.Hash() {
			t.Fatalf("%v; it is the turn of %s, by Play of %s", err, f.State().Turn(), s.Turn())
		}
	}
	f.Reset(s)
	_, _ = f.Random() // leaves the next seat to be skipped
	m := f.Mark()
	all, _ := f.Handles(nil)
	_ = f.Do(all[0])
	want := f.Hash()
	f.Back(m)
	if err := f.Do(all[0]); err != nil || f.Hash() != want {
		t.Errorf("after Back to a state with a seat to skip: %v", err)
	}
}

func TestRandomBy(t *testing.T) {
	for name, picks := range longPicks() {
		x := newBox()
		x.picking(func(*game.Tx) {}, picks...)
		s := x.start(t)
		f := s.Fork()
		f.Seed(5)
		all, err := f.Handles(nil)
		if err != nil {
			t.Fatal(err)
		}
		weight := map[game.Handle]int{}
		total := 0
		for i, h := range all {
			weight[h] = i % 4
			total += i % 4
		}
		equal := total == 0
		for range 2 {
			got := map[string]int{}
			const runs = 4000
			for range runs {
				f.Reset(s)
				f.Note(true)
				if more, err := f.RandomBy(func(h game.Handle) int { return weight[h] }); err != nil || !more {
					t.Fatal(more, err)
				}
				got[fmt.Sprint(f.Noted()[0])]++
			}
			square, degrees := 0.0, -1
			for _, h := range all {
				n := got[fmt.Sprint(f.Move(h))]
				want := float64(runs) * float64(weight[h]) / float64(max(total, 1))
				if equal {
					want = float64(runs) / float64(len(all))
				}
				if want == 0 {
					if n > 0 {
						t.Errorf("%s: a move of weight 0 is made %d times", name, n)
					}
					continue
				}
				square += (float64(n) - want) * (float64(n) - want) / want
				degrees++
			}
			if square > float64(degrees)+6*float64(degrees)/2+12 {
				t.Errorf("%s: chi-square is %.1f for %d degrees", name, square, degrees)
			}
			clear(weight) // now all weights are 0
			equal = true
		}
	}
}

func TestRandomByRefusesBadWeights(t *testing.T) {
	x := newBox()
	x.picking(func(t *game.Tx) { t.Tie() }, &game.Pick[int]{Name: "n", Range: fixed(1, 3)})
	f := x.start(t).Fork()
	for _, w := range []int{-1, 1 << 40} {
		_, err := f.RandomBy(func(game.Handle) int { return w })
		wantFault(t, err, fmt.Sprintf("a move has weight %d", w))
	}
	if more, err := f.RandomBy(func(game.Handle) int { return 1 << 31 }); err != nil || !more {
		t.Error(more, err)
	}
	if more, err := f.RandomBy(func(game.Handle) int { return 1 }); err != nil || more {
		t.Errorf("after the end: %t, %v", more, err)
	}
}

func TestRank(t *testing.T) {
	for _, end := range []func(*game.Tx){
		(*game.Tx).Tie,
		func(t *game.Tx) { t.Win(1) },
		func(t *game.Tx) { t.Win(0, 2) },
		func(t *game.Tx) { t.Win() },
		func(t *game.Tx) { t.Score(3, 7, 3) },
		func(t *game.Tx) { t.Score(3, 3, 3, 1, 2, 1) },
		func(t *game.Tx) { t.Eliminate(1); t.Score(3, 7, 1) },
		func(t *game.Tx) { t.Rank(2, 1, 3) },
	} {
		x := newBox()
		s := start(t, x.Rules, 3)
		for seat := range game.Seat(4) - 1 {
			if n := s.Rank(seat); n != 0 {
				t.Errorf("while the game runs %s has rank %d", seat, n)
			}
		}
		s = x.play(t, s, end)
		for seat, want := range s.Outcome().Ranks {
			if got := s.Rank(game.Seat(seat)); got != want {
				t.Errorf("%v: seat %d has rank %d, want %d", s.Outcome(), seat, got, want)
			}
		}
		if s.Rank(game.Nobody) != 0 || s.Rank(3) != 0 {
			t.Error("a seat that does not play has a rank")
		}
		if n := testing.AllocsPerRun(10, func() { s.Rank(1) }); n > 0 {
			t.Errorf("Rank allocates %.0f times", n)
		}
	}
}
