package game_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/plygame/ply/game"
)

// counted plays one random move many times and counts the results.
func counted(t *testing.T, s *game.State, n int) []int {
	t.Helper()
	all := texts(t, s)
	index := map[uint64]int{}
	for i, text := range all {
		h := play(t, s, text).Hash()
		if _, twice := index[h]; twice {
			t.Fatalf("two moves lead to the same state: %s", text)
		}
		index[h] = i
	}
	counts := make([]int, len(all))
	f := s.Fork()
	f.Seed(11)
	for i := range n {
		f.Reset(s)
		f.Seed(uint64(i))
		more, err := f.Random()
		if err != nil || !more {
			t.Fatalf("%v, %v", more, err)
		}
		frozen, err := f.Freeze()
		if err != nil {
			t.Fatal(err)
		}
		k, ok := index[frozen.Hash()]
		if !ok {
			t.Fatal("a random move leads to a state that no move leads to")
		}
		counts[k]++
	}
	return counts
}

// Random chooses among all complete moves with equal probability, however many picks they have and however many values
// each pick has.
func TestRandomIsUniform(t *testing.T) {
	write := func(picks ...func(tx *game.Tx) string) func(*game.Tx) {
		return func(tx *game.Tx) {
			text := ""
			for _, p := range picks {
				text += p(tx) + "/"
			}
			label.Set(tx, game.Root, text)
		}
	}
	said := func(p *game.Pick[int]) func(tx *game.Tx) string {
		return func(tx *game.Tx) string { return fmt.Sprint(slices.Collect(p.All(tx))) }
	}
	n := 6000
	t.Run("two picks", func(t *testing.T) { // 1 + 2 + 3 + 4 moves
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: func(tx *game.Tx) (int, int) { return 1, a.In(tx) }}
		x := newBox()
		x.picking(write(said(a), said(b)), a, b)
		wantUniform(t, "a random move", counted(t, x.start(t), n))
	})
	t.Run("two picks and a check", func(t *testing.T) {
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4)}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3)}
		x := newBox()
		x.picking(write(said(a), said(b)), a, b).Check = game.When("no", func(tx *game.Tx) bool { return a.In(tx)+b.In(tx) > 4 })
		wantUniform(t, "a random move", counted(t, x.start(t), n)) // 6
	})
	t.Run("several", func(t *testing.T) { // 4 + 6 + 4 + 1 combinations
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4), Several: fixed(1, 4)}
		x := newBox()
		x.picking(write(said(a)), a)
		wantUniform(t, "a random move", counted(t, x.start(t), n))
	})
	t.Run("several after a pick", func(t *testing.T) { // 1 + 3 + 3 + 1, of one or of two
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 2)}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 3), Several: func(tx *game.Tx) (int, int) { return a.In(tx), a.In(tx) }}
		x := newBox()
		x.picking(write(said(a), said(b)), a, b)
		wantUniform(t, "a random move", counted(t, x.start(t), n)) // 3 + 3
	})
	t.Run("several, some refused", func(t *testing.T) { // of 1, 2, 4: 3 + 3
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 4), Several: fixed(1, 2), If: func(_ *game.Tx, n int) bool { return n != 3 }}
		x := newBox()
		x.picking(write(said(a)), a)
		wantUniform(t, "a random move", counted(t, x.start(t), n))
	})
	t.Run("optional", func(t *testing.T) { // 1 + 3, times 2
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 3), Optional: true}
		b := &game.Pick[int]{Name: "b", Range: fixed(1, 2)}
		x := newBox()
		x.picking(write(said(a), said(b)), a, b)
		wantUniform(t, "a random move", counted(t, x.start(t), n))
	})
	t.Run("two actions", func(t *testing.T) { // 1 + 6
		a := &game.Pick[int]{Name: "a", Range: fixed(1, 6)}
		x := newBox()
		x.Actions = []*game.Action{
			{Name: "wait", Do: func(*game.Tx) {}},
			{Name: "pick", Pick: []game.Choice{a}, Do: write(said(a))},
			{Name: "never", If: game.When("never", func(*game.Tx) bool { return false }), Do: func(*game.Tx) { panic("never") }},
		}
		wantUniform(t, "a random move", counted(t, x.start(t), n))
	})
	t.Run("repeated", func(t *testing.T) {
		x, to := steps(1, 2)
		x.Actions[0].Do = func(tx *game.Tx) { label.Set(tx, game.Root, names(tx.State, to.All(tx))) }
		wantUniform(t, "a random move", counted(t, x.start(t), n)) // 6
	})
	t.Run("elements", func(t *testing.T) {
		x := newBox()
		a := &game.Pick[game.ID]{Name: "a", From: x.row.Contents}
		x.picking(func(tx *game.Tx) { tx.Remove(a.In(tx)) }, a)
		x.Deadlock = (*game.Tx).Tie
		wantUniform(t, "a random move", counted(t, x.setup(t, func(tx *game.Tx) { tx.CreateMany(12, x.stone, x.row) }), n))
	})
}

// A playout goes to the end of the game, or to the given number of moves.
func TestPlayout(t *testing.T) {
	s := nim()
	f := s.Fork()
	wins := make([]int, 2)
	for i := range uint64(500) {
		f.Reset(s)
		f.Seed(i)
		n, err := f.Playout(1000)
		if err != nil || n != f.State().Played() || !f.State().Over() || n < 3 || n > 7 {
			t.Fatalf("%d moves, %s, %v", n, f.State().Outcome(), err)
		}
		if f.State().Won(0) == f.State().Won(1) {
			t.Fatal("both have won, or none")
		}
		wins[f.State().Outcome().Winners[0]]++
		if more, err := f.Random(); more || err != nil {
			t.Fatalf("there is another move: %v", err)
		}
	}
	if wins[0] == 0 || wins[1] == 0 {
		t.Errorf("wins: %v", wins)
	}
	f.Reset(s)
	f.Seed(1)
	if n, err := f.Playout(2); err != nil || n != 2 || f.State().Played() != 2 {
		t.Errorf("%d moves: %v", n, err)
	}
}

// Playouts of a game with one plain pick take a shortcut; the results are those of the same game written differently.
func TestPlayoutShortcut(t *testing.T) {
	make := func(plain bool) *box {
		x := newBox()
		p := &game.Pick[game.ID]{Name: "p", From: x.row.Contents}
		a := x.picking(func(tx *game.Tx) {
			tx.Move(p.In(tx), x.hand.Of(tx.Seat))
			if tx.Count(x.hand.Of(tx.Seat)) == 4 {
				tx.Win(tx.Seat)
			}
			if tx.Name(p.In(tx)) == "#3" {
				tx.Again()
			}
			if tx.Name(p.In(tx)) == "#5" {
				tx.Eliminate(1)
			}
		}, p)
		if !plain {
			a.If = yes
		}
		x.Setup = func(tx *game.Tx) { tx.CreateMany(9, x.stone, x.row) }
		x.Deadlock = (*game.Tx).Tie
		return x
	}
	fast, slow := make(true), make(false)
	counts := map[string][]int{}
	for k, x := range []*box{fast, slow} {
		s := start(t, x.Rules, 3)
		f := s.Fork()
		for i := range uint64(6000) {
			f.Reset(s)
			f.Seed(i + uint64(k)<<32)
			n, err := f.Playout(100)
			if err != nil {
				t.Fatal(err)
			}
			what := fmt.Sprint(n, f.State().Outcome())
			if counts[what] == nil {
				counts[what] = []int{0, 0}
			}
			counts[what][k]++
		}
	}
	for what, n := range counts {
		if n[0]+n[1] > 200 {
			wantUniform(t, what, n)
		}
	}
	if len(counts) < 5 {
		t.Errorf("only %d ways to end", len(counts))
	}
}

// A Fault in a playout is returned; after Reset the fork can be used again.
func TestPlayoutFault(t *testing.T) {
	x := newBox()
	p := &game.Pick[game.ID]{Name: "p", From: x.row.Contents}
	x.picking(func(tx *game.Tx) {
		if tx.Remove(p.In(tx)); tx.Count(x.row) == 2 {
			panic("too few")
		}
	}, p)
	s := x.setup(t, func(tx *game.Tx) { tx.CreateMany(4, x.stone, x.row) })
	f := s.Fork()
	for range 3 {
		f.Reset(s)
		f.Seed(1)
		_, err := f.Playout(100)
		if got := wantFault(t, err, "too few"); got.Action != "pick" || got.Move != 1 {
			t.Errorf("it names %s, move %d", got.Action, got.Move)
		}
	}
	if in(s, x.row.ID()) != "#1 #2 #3 #4" {
		t.Error("the state has changed")
	}
}
