package probes

import (
	"testing"
	"time"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

func TestTmpProbes(t *testing.T) {
	for _, rules := range []*game.Rules{
		battleship(4, 2, 1), mastermind(), robber(robberGoods, 2), auction(5, 1, 2, 3), hearts(4), liarsDice(2), kriegspiel(kriegStart), fog(fogStart),
	} {
		t.Run(rules.Name, func(t *testing.T) {
			gametest.Config{Games: 20, Time: 15 * time.Second, Laws: gametest.Secrecy()}.Check(t, rules)
		})
	}
}
