package board_test

import (
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

func TestSeen(t *testing.T) {
	king := &game.Kind{Name: "king"}
	const all = `
		2 . k K
		1 K . .
		  a b c
		`
	tests := []struct {
		name string
		seen game.Sight
		want map[game.Seat]string
	}{
		{"by all", game.ByAll, map[game.Seat]string{0: all, 1: all, game.Nobody: all, game.Judge: all}},
		{"by the owner, others the backs", game.ByOwner, map[game.Seat]string{
			0: `
				2 . ? K
				1 K . .
				  a b c
				`,
			1: `
				2 . k ?
				1 ? . .
				  a b c
				`,
			game.Nobody: `
				2 . ? ?
				1 ? . .
				  a b c
				`,
			game.Judge: all,
		}},
		{"by the owner alone", game.ByOwner.Else(game.Unseen), map[game.Seat]string{
			0: `
				2 . . K
				1 K . .
				  a b c
				`,
			1: `
				2 . k .
				1 . . .
				  a b c
				`,
			game.Nobody: `
				2 . . .
				1 . . .
				  a b c
				`,
			game.Judge: all,
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			b := board.Square("board", 3, 2)
			b.Cell.Seen = test.seen
			setup := func(t *game.Tx) { b.Put(t, picture(all), king) }
			s, err := laid(t, 2, setup, []*game.Kind{king}, b)
			s = must(t, s, err)
			for seat, want := range test.want {
				if got := b.Draw(s.View(seat)); got != picture(want) {
					t.Errorf("%s sees\n%s\nwant\n%s", seat, got, picture(want))
				}
			}
		})
	}
}
