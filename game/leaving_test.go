package game_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Ranks follow the order of leaving. Seats that leave between two checkpoints share a rank, in whatever order they are
// eliminated.
func TestRanksFollowTheOrderOfLeaving(t *testing.T) {
	out := func(seats ...game.Seat) func(*game.Tx) {
		return func(tx *game.Tx) {
			for _, x := range seats {
				tx.Eliminate(x)
			}
		}
	}
	type moves = []func(*game.Tx)
	for name, c := range map[string]struct {
		moves moves
		ranks []int
	}{
		"one by one":                   {moves{out(3), out(1), out(2), func(tx *game.Tx) { tx.Win(0) }}, []int{1, 3, 2, 4}},
		"two at once":                  {moves{out(3), out(2, 1), func(tx *game.Tx) { tx.Win(0) }}, []int{1, 2, 2, 4}},
		"two in the last move":         {moves{out(3), func(tx *game.Tx) { out(2, 1)(tx); tx.Win(0) }}, []int{1, 2, 2, 4}},
		"others stay":                  {moves{out(3), func(tx *game.Tx) { tx.Win(0) }}, []int{1, 2, 2, 4}},
		"an eliminated seat wins":      {moves{out(3), out(1), func(tx *game.Tx) { tx.Win(0, 3) }}, []int{1, 4, 3, 1}},
		"eliminated twice":             {moves{out(3), out(1), out(3), func(tx *game.Tx) { tx.Win(0) }}, []int{1, 3, 2, 4}},
		"points of a seat that stays":  {moves{out(3), out(1), func(tx *game.Tx) { tx.Score(5, 9, 7, 99) }}, []int{2, 3, 1, 4}},
		"points of a seat that leaves": {moves{out(3, 1), func(tx *game.Tx) { tx.Score(5, 9, 7, 99) }}, []int{2, 3, 1, 3}},
		"the rules give ranks":         {moves{out(3), func(tx *game.Tx) { tx.Rank(4, 3, 2, 1) }}, []int{4, 3, 2, 1}},
		"a draw":                       {moves{out(3), (*game.Tx).Tie}, []int{1, 1, 1, 1}},
		"all lose":                     {moves{out(3), func(tx *game.Tx) { tx.Win() }}, []int{1, 1, 1, 1}},
		"with a Try in between":        {moves{out(3), func(tx *game.Tx) { tx.Try(func() { out(0, 1)(tx) }); out(2)(tx) }, func(tx *game.Tx) { tx.Win(0) }}, []int{1, 2, 3, 4}},
	} {
		for _, flow := range []game.Step{nil, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: &game.Act{Name: "act"}}}} {
			x := staged(flow)
			s := start(t, x.Rules, 4)
			f := s.Fork()
			for _, do := range c.moves {
				next := x.play(t, s, do)
				same(t, reload(t, next), next)
				applied(t, s, next, s.Diff(next))
				applied(t, next, s, next.Diff(s))
				v := s.View(0)
				if got, err := v.Apply(s.Changes(next, 0)[0]); err != nil || got.Hash() != next.View(0).Hash() {
					t.Errorf("%s: the changes of a view: %v", name, err)
				}
				x.do = do
				if err := f.Play(game.Move{Seat: s.Turn(), Action: "do"}); err != nil || f.Hash() != next.Hash() {
					t.Errorf("%s: a fork differs: %v", name, err)
				}
				s = next
			}
			if got := s.Outcome().Ranks; !slices.Equal(got, c.ranks) {
				t.Errorf("%s: ranks %v, want %v", name, got, c.ranks)
			}
		}
	}
}

// Seats that leave by a move and by the following Settle leave together; a seat that leaves in a later step does not.
func TestLeavingInACheckpoint(t *testing.T) {
	x := staged(&game.Loop{Do: game.Steps{
		&game.Act{Name: "act", Who: seat0},
		game.Run(func(tx *game.Tx) { tx.Eliminate(3) }),
		&game.Act{Name: "last", Who: seat0},
	}})
	x.Settle = func(tx *game.Tx) {
		if points.Of(tx, game.Root) > 0 {
			tx.Eliminate(2)
		}
	}
	s := x.play(t, start(t, x.Rules, 4), func(tx *game.Tx) { tx.Eliminate(1); points.Set(tx, game.Root, 1) })
	s = x.play(t, s, func(tx *game.Tx) { tx.Win(0) })
	if got := s.Outcome().Ranks; !slices.Equal(got, []int{1, 3, 3, 2}) {
		t.Errorf("ranks %v", got)
	}
}

// The order of leaving is part of the state: the hash covers it, and a save that does not match is refused.
func TestOrderOfLeavingIsSaved(t *testing.T) {
	x := newBox()
	leave := func(seats ...game.Seat) *game.State {
		s := start(t, x.Rules, 4)
		for _, seat := range seats {
			s = x.play(t, s, func(tx *game.Tx) { tx.Eliminate(seat); tx.Next(0) })
		}
		return s
	}
	a, b := leave(1, 2), leave(2, 1)
	if a.Hash() == b.Hash() {
		t.Error("the hash does not depend on the order of leaving")
	}
	text := string(a.Save())
	if !strings.Contains(text, `"left":"1 2"`) {
		t.Fatal(text)
	}
	i := strings.Index(text, `,"hash"`)
	for _, left := range []string{`1`, `1 2 3`, `2 2`, `2+1`, `1 2 `, `1  2`, `x`, `+1 2`, ``, `1 02`} {
		_, err := x.Rules.Load([]byte(strings.Replace(text[:i], `"left":"1 2"`, `"left":"`+left+`"`, 1) + "}"))
		if err == nil || !strings.Contains(err.Error(), "order of elimination") {
			t.Errorf("%q: %v", left, err)
		}
	}
	if _, err := x.Rules.Load([]byte(text[:i] + "}")); err != nil {
		t.Error(err)
	}
}

// With LastStanding the last remaining seat wins, also if the last ones leave together.
func TestLastStanding(t *testing.T) {
	for _, flow := range []game.Step{nil, &game.Loop{Do: &game.EachSeat{Name: "turn", Do: game.Steps{&game.Act{Name: "act"}, game.Run(doesNothing)}}}} {
		x := staged(flow)
		x.LastStanding = true
		x.End = func(tx *game.Tx) {
			if tx.Standing().Len() < 2 {
				t.Error("End is called of a game that is over")
			}
		}
		s := x.play(t, start(t, x.Rules, 3), func(tx *game.Tx) { tx.Eliminate(2) })
		if s.Over() {
			t.Fatal("two are left")
		}
		won := x.play(t, s, func(tx *game.Tx) { tx.Eliminate(tx.Seat) })
		if !won.Won(0) || won.Won(1) || !slices.Equal(won.Outcome().Ranks, []int{1, 2, 3}) {
			t.Errorf("%s %v", won.Outcome(), won.Outcome().Ranks)
		}
		shared := x.play(t, s, func(tx *game.Tx) { tx.Eliminate(0); tx.Eliminate(1) })
		if !shared.Won(0) || !shared.Won(1) || shared.Won(2) || !slices.Equal(shared.Outcome().Ranks, []int{1, 1, 3}) {
			t.Errorf("%s %v", shared.Outcome(), shared.Outcome().Ranks)
		}
		same(t, reload(t, shared), shared)
	}
}
