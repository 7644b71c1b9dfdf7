package game_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/game"
)

// keyBox is a box with some of everything in it.
func keyBox(t *testing.T) (*box, *game.State) {
	x := newBox()
	s := x.setup(t, func(tx *game.Tx) {
		tx.CreateMany(2, x.stone, x.row)
		tx.CreateMany(2, x.card, x.bag)
		tx.Create(x.card, x.pile)
		tx.Create(x.stone, tx.First(x.pile))
		points.Set(tx, tx.First(x.row), 3)
		target.Set(tx, game.Root, tx.First(x.bag))
	})
	return x, s
}

// Positions with different futures have different keys; other differences do not matter.
func TestPositionKey(t *testing.T) {
	x, s := keyBox(t)
	row := func(tx *game.Tx, i int) game.ID {
		id := tx.First(x.row)
		for ; i > 0; i-- {
			for next := range tx.In(x.row) {
				if next != id {
					id = next
				}
			}
		}
		return id
	}
	idle := x.play(t, s, func(*game.Tx) {}).PositionKey()
	seen := map[uint64]string{idle: "nothing", s.PositionKey(): "the start"}
	if len(seen) != 2 {
		t.Error("the key does not depend on whose turn it is")
	}
	for _, c := range []struct {
		name string
		do   func(*game.Tx)
	}{
		{"moved", func(tx *game.Tx) { tx.Move(row(tx, 0), x.pile) }},
		{"another order", func(tx *game.Tx) { tx.Move(row(tx, 0), x.row) }},
		{"given", func(tx *game.Tx) { tx.Give(row(tx, 1), 1) }},
		{"another kind", func(tx *game.Tx) { tx.Become(row(tx, 1), x.card) }},
		{"removed", func(tx *game.Tx) { tx.Remove(row(tx, 1)) }},
		{"one more", func(tx *game.Tx) { tx.Create(x.stone, x.row) }},
		{"one more inside", func(tx *game.Tx) { tx.Create(x.stone, row(tx, 1)) }},
		{"a value", func(tx *game.Tx) { points.Set(tx, row(tx, 0), 4) }},
		{"a value elsewhere", func(tx *game.Tx) { points.Set(tx, row(tx, 1), 3) }},
		{"a value inside", func(tx *game.Tx) { points.Set(tx, tx.First(tx.First(x.pile)), 3) }},
		{"a value on the table", func(tx *game.Tx) { points.Set(tx, game.Root, 3) }},
		{"a value on a seat", func(tx *game.Tx) { points.Set(tx, game.Seat(0), 3) }},
		{"a value on another seat", func(tx *game.Tx) { points.Set(tx, game.Seat(1), 3) }},
		{"a value on a place", func(tx *game.Tx) { points.Set(tx, x.row.ID(), 3) }},
		{"a text", func(tx *game.Tx) { label.Set(tx, row(tx, 1), "x") }},
		{"a reference to a place", func(tx *game.Tx) { target.Set(tx, game.Root, x.row.ID()) }},
		{"a reference to an element", func(tx *game.Tx) { target.Set(tx, game.Root, row(tx, 0)) }},
		{"a reference to another element", func(tx *game.Tx) { target.Set(tx, game.Root, row(tx, 1)) }},
		{"a reference is removed", func(tx *game.Tx) { target.Set(tx, game.Root, 0) }},
		{"two references to one element", func(tx *game.Tx) { target.Set(tx, game.Seat(0), tx.First(x.bag)) }},
		{"two name look-alikes", func(tx *game.Tx) { target.Set(tx, game.Seat(0), tx.Last(x.bag)) }},
		{"out", func(tx *game.Tx) { tx.Eliminate(0) }},
		{"won", func(tx *game.Tx) { tx.Win(0) }},
		{"won by the other", func(tx *game.Tx) { tx.Win(1) }},
		{"drawn", func(tx *game.Tx) { tx.Tie() }},
		{"again", func(tx *game.Tx) { tx.Next(tx.Seat) }},
	} {
		key := x.play(t, s, c.do).PositionKey()
		if other, twice := seen[key]; twice && !(c.name == "again" && other == "the start") {
			t.Errorf("%s has the key of %s", c.name, other)
		}
		seen[key] = c.name
	}
	for name, do := range map[string]func(*game.Tx){
		"created again": func(tx *game.Tx) {
			points.Set(tx, tx.Create(x.stone, x.row), 3)
			tx.Create(x.stone, x.row)
			tx.Remove(row(tx, 0))
			tx.Remove(tx.First(x.row))
			for id := range tx.In(x.row) {
				tx.Give(id, game.Nobody)
			}
		},
		"the other look-alike is named":       func(tx *game.Tx) { target.Set(tx, game.Root, tx.Last(x.bag)) },
		"another order in an unordered place": func(tx *game.Tx) { tx.Move(tx.First(x.bag), x.bag) },
		"exchanged": func(tx *game.Tx) {
			a, b := row(tx, 0), row(tx, 1)
			points.Set(tx, a, 0)
			points.Set(tx, b, 3)
			tx.MoveFirst(b, x.row)
		},
		"chance": func(tx *game.Tx) { tx.Int(6) },
		"there and back": func(tx *game.Tx) {
			tx.Move(tx.Last(x.row), x.pile)
			tx.Move(tx.Last(x.pile), x.row)
		},
	} {
		if x.play(t, s, do).PositionKey() != idle {
			t.Errorf("%s: the key differs", name)
		}
	}
}

// A fork updates the key incrementally, through Try and refusals, and agrees with the state.
func TestPositionKeyOfForks(t *testing.T) {
	x, s := keyBox(t)
	f := s.Fork()
	var asked uint64
	n := 0
	x.do = func(tx *game.Tx) {
		n++
		id := tx.First(x.row)
		before := tx.PositionKey()
		tx.Try(func() {
			tx.Move(tx.Last(x.bag), x.row)
			points.Set(tx, id, n)
			tx.Remove(tx.First(x.bag))
			asked = tx.PositionKey()
			tx.Try(func() { tx.Create(x.card, x.bag) })
			if tx.PositionKey() != asked {
				t.Error("a try within a try has changed the key")
			}
		})
		if tx.PositionKey() != before || asked == before {
			t.Error("a Try has changed the key, or the key did not change within it")
		}
		tx.Move(id, x.row)
		points.Set(tx, id, n%3)
		target.Set(tx, id, tx.Create(x.stone, x.bag))
	}
	for range 3 {
		f.Reset(s)
		for range 40 {
			if err := f.Play(game.Move{Seat: f.State().Turn(), Action: "do"}); err != nil {
				t.Fatal(err)
			}
			kept := f.State().PositionKey()
			frozen, err := f.Freeze()
			if err != nil || frozen.PositionKey() != kept || f.State().PositionKey() != kept || reload(t, frozen).PositionKey() != kept {
				t.Fatalf("after %d moves the fork has key %x, the state %x, loaded %x: %v", f.State().Played(), kept, frozen.PositionKey(), reload(t, frozen).PositionKey(), err)
			}
		}
	}
}

// The number of moves is in the key only if the rules read it.
func TestPositionKeyCounts(t *testing.T) {
	loop := &game.Loop{}
	for _, c := range []struct {
		name  string
		build func(x *box)
		same  bool
	}{
		{"nobody asks", func(*box) {}, true},
		{"played, in an action", func(x *box) {
			x.Actions = append(x.Actions, &game.Action{Name: "late", Do: func(*game.Tx) {}, If: func(tx *game.Tx) bool { return tx.Played() > 3 }})
		}, false},
		{"played, of the state", func(x *box) {
			x.End = func(tx *game.Tx) {
				if tx.State.Played() > 50 {
					tx.Tie()
				}
			}
		}, false},
		{"a loop", func(x *box) {
			*loop = game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act"}}}
			x.Flow = loop
		}, true},
		{"a loop whose rounds are asked for", func(x *box) {
			*loop = game.Loop{Do: &game.EachSeat{Do: &game.Act{Name: "act", If: func(tx *game.Tx) bool { return loop.Round(tx) >= 0 }}}}
			x.Flow = loop
		}, false},
		{"a loop with an end", func(x *box) {
			*loop = game.Loop{Max: 9, Do: &game.EachSeat{Do: &game.Act{Name: "act"}}}
			x.Flow = loop
			x.Actions[0].Do = func(tx *game.Tx) {
				if x.do != nil {
					x.do(tx)
				}
				if tx.Seat == 1 && loop.Round(tx) == 100 {
					tx.Tie()
				}
			}
		}, false},
		{"the rules ask for the key", func(x *box) {
			x.End = func(tx *game.Tx) {
				if tx.PositionKey() == 0 {
					tx.Tie()
				}
			}
		}, true},
	} {
		x := newBox()
		c.build(x)
		s := x.start(t)
		var keys []uint64
		for range 2 * s.Seats() {
			keys = append(keys, s.PositionKey())
			s = play(t, s, "do")
		}
		if again := s.PositionKey() == keys[0]; again != c.same || keys[s.Seats()] == keys[0] != c.same {
			t.Errorf("%s: a repeated position has the same key: %v, want %v", c.name, again, c.same)
		}
	}
}

// A warm fork returns the key without allocating.
func TestPositionKeyAllocates(t *testing.T) {
	x, s := keyBox(t)
	x.do = func(tx *game.Tx) { tx.Move(tx.First(x.row), x.row) }
	f := s.Fork()
	m := game.Move{Action: "do"}
	allocs := testing.AllocsPerRun(20, func() {
		f.Reset(s)
		for range 4 {
			m.Seat = f.State().Turn()
			if f.Play(m) != nil || f.State().PositionKey() == 0 {
				t.Error("it cannot be played")
			}
		}
	})
	if allocs > 0 {
		t.Errorf("%.0f allocations", allocs)
	}
}

// Different moves lead to equal positions; passes, the flow and scheduled effects distinguish positions.
func ExampleState_PositionKey() {
	s := begun(nimRules())
	a := after(s, "take 1", "take 1", "take 1")
	b := after(s, "take 3")
	fmt.Println(a.PositionKey() == b.PositionKey(), a.Hash() == b.Hash())
	// Output: true false
}
