package gametest

import "fmt"

// breach is how a game breaks a law.
type breach struct {
	at    int    // after how many moves
	words string // what is wrong
	input *input // what was sent there, if that is what breaks it
}

func (b *breach) Error() string { return b.words }

func broken(at int, format string, args ...any) *breach {
	return &breach{at: at, words: fmt.Sprintf(format, args...)}
}
