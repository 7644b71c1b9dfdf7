package gametest

import (
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/games/hex"
	"github.com/plygame/ply/games/tictactoe"
)

func TestTmpTimes(t *testing.T) {
	for _, rules := range []*game.Rules{gofish.New(), hex.New(7, true), tictactoe.New()} {
		game.Check(rules)
		c := newChecker(t, rules, Config{Time: time.Minute})
		times := map[string]time.Duration{}
		all := time.Duration(0)
		for i := range 8 {
			g, err := c.walk(Setup{Seats: 2, Seed: uint64(i + 1)})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range laws {
				at := time.Now()
				c.ask(l, g)
				times[l.name] += time.Since(at)
				all += time.Since(at)
			}
		}
		t.Log(rules.Name, all/8)
		for _, n := range Secrecy() {
			t.Log("  ", n, times[n]/8)
		}
	}
}
