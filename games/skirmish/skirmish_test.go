package skirmish

import (
	"testing"

	"github.com/plygame/ply/gametest"
)

func TestLaws(t *testing.T) { gametest.Config{Games: 2}.Check(t, New()) }
