package probes

import (
	"testing"

	"github.com/plygame/ply/game"
)

func TestTmpBattle(t *testing.T) {
	s, _ := game.Start(battleship(4, 2, 1), 2, game.SeedOf(1))
	for i, m := range []string{"place b1-east", "place a1-east", "place d2-north", "place b3-east", "shoot sea-1/a4", "shoot sea-0/c1"} {
		n, err := s.PlayText(s.Turn(), m)
		if err != nil {
			t.Fatal(i, err)
		}
		s = n
	}
	r, err := s.Redeal(0, game.SeedOf(4294992000))
	t.Log(err)
	t.Logf("%s", s.View(0).Save())
	t.Logf("%s", r.View(0).Save())
	t.Logf("%s", s.Save())
	t.Logf("%s", r.Save())
}
