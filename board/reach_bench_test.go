package board_test

import (
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Reach with costs on a map of 64x64: with 10 points, and the whole map. Sight is what can be seen from a cell of 12x12.
func BenchmarkReach(b *testing.B) {
	g := board.Square("map", 64, 64)
	laid(b, 2, nil, nil, g)
	cost := func(_, to game.ID) int { return 1 + int(to%3) }
	for _, c := range []struct {
		name   string
		points int
	}{{"10 points", 10}, {"whole map", 1 << 20}} {
		b.Run(c.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				g.Reach(g.At(32, 32), c.points, board.Walk{Cost: cost})
			}
		})
		b.Run(c.name+" in sets", func(b *testing.B) {
			enter := make([]game.Set[game.ID], 3)
			for y := range 64 {
				for x := range 64 {
					n := cost(0, g.At(x, y)) - 1
					enter[n] = enter[n].With(g.At(x, y))
				}
			}
			b.ReportAllocs()
			for b.Loop() {
				g.Reach(g.At(32, 32), c.points, board.Walk{Enter: enter})
			}
		})
	}
	small := board.Square("map", 12, 12)
	laid(b, 2, nil, nil, small)
	var walls game.Set[game.ID]
	for i := range 20 {
		walls = walls.With(small.At(i*7%12, i*5%12))
	}
	b.Run("sight 12x12", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			small.Sight(small.At(5, 5), walls)
		}
	})
}
