package gametest

import (
	"errors"
	"fmt"

	"github.com/plygame/ply/game"
)

// breach is how a game breaks a law.
type breach struct {
	at    int    // after how many moves
	words string // what is wrong
	input *input // the input that breaks it, if any
	fault *game.Fault
}

func (b *breach) Error() string { return b.words }

func broken(at int, format string, args ...any) *breach {
	b := &breach{at: at, words: fmt.Sprintf(format, args...)}
	for _, a := range args {
		if err, ok := a.(error); ok && b.fault == nil {
			b.fault, _ = errors.AsType[*game.Fault](err)
		}
	}
	return b
}
