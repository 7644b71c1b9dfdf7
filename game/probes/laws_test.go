package probes

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/gametest"
)

func TestProbesLaws(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	for _, rules := range []*game.Rules{
		checkers(checkersStart),
		backgammon("13*2 8 6*2", "13*2 8 6*2"),
		goban(3, 1, ""),
		robber(robberGoods, 3),
		fog(fogStart),
		kriegspiel(kriegStart),
	} {
		t.Run(rules.Name, func(t *testing.T) { gametest.Config{Games: few(2)}.Check(t, rules) })
	}
}

// few is the number of games to play of a probe: fewer with -short.
func few(games int) int {
	if testing.Short() {
		return 1
	}
	return games
}
