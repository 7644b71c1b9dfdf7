package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// BenchmarkDerived compares a derived sum over 64 elements with one computed on every read: on a State, in a fork, and
// in a fork that changes between reads.
func BenchmarkDerived(b *testing.B) {
	x := newBox()
	total := func(s *game.State, _ game.ID) (n int) {
		for id := range s.All() {
			n += points.Of(s, id)
		}
		return n
	}
	sum := game.NewDerived("sum", total)
	each := game.NewDerived[int]("each", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		for id := range s.All() {
			set(id, points.Of(s, id))
		}
	})
	x.Derived = []game.AnyDerived{sum, each}
	s := x.setup(b, func(t *game.Tx) { t.CreateMany(64, x.stone, x.row, points.Is(1)) })
	fork := s.Fork()
	n := 0
	run := func(name string, ask func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				ask()
			}
		})
	}
	run("state", func() { n += sum.Of(s, game.Root) })
	run("fork", func() { n += sum.Of(fork.State(), game.Root) })
	run("swept", func() { n += each.Of(fork.State(), game.Seat(0)) })
	run("function", func() { n += total(s, game.Root) })
	changing := func(asks int, ask func(*game.Tx) int) func() {
		x.do = func(t *game.Tx) {
			points.Add(t, game.Root, 1)
			for range asks {
				n += ask(t)
			}
		}
		do := x.do
		return func() {
			x.do = do
			if err := fork.Play(game.Move{Seat: fork.State().Turn(), Action: "do"}); err != nil {
				b.Fatal(err)
			}
		}
	}
	for asks, name := range map[int]string{1: "once", 8: "8 times"} {
		run("move/derived "+name, changing(asks, func(t *game.Tx) int { return sum.Of(t, game.Root) }))
		run("move/swept "+name, changing(asks, func(t *game.Tx) int { return each.Of(t, game.Seat(0)) }))
		run("move/function "+name, changing(asks, func(t *game.Tx) int { return total(t.State, game.Root) }))
	}
}
