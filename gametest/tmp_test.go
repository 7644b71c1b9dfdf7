package gametest_test

import (
	"testing"
	"time"

	"github.com/plygame/ply/games/gofish"
	"github.com/plygame/ply/gametest"
)

func TestTmpFish(t *testing.T) {
	gametest.Config{Games: 20, Laws: gametest.Secrecy(), Time: 20 * time.Second}.Check(t, gofish.New())
}

func TestTmpFishAll(t *testing.T) {
	gametest.Config{}.Check(t, gofish.New())
}
