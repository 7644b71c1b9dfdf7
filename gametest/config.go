package gametest

import (
	"slices"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// Config sets how thorough Check is, in counts, so that it does the same work on a busy machine as on an idle one.
// Zero fields select the defaults noted below.
type Config struct {
	Games    int           // how many games to play: 12 (2 with -short), and at least one with each number of seats
	Moves    int           // no new game starts after this many moves with each number of seats: 500 (60 with -short)
	MaxMoves int           // a game must end within this many moves: 10,000
	Inputs   int           // how many bad inputs to send, in all games together: 3,000 (200 with -short)
	Seats    []int         // numbers of seats to play with: all that the rules allow
	Seed     uint64        // of the first game; the next games count up from it: 1
	Time     time.Duration // a last resort: Check stops after this time and reports what it left out: 5 min
	Make     string        // for the tests that Check prints: the Go expression that makes the rules, or lines that declare them
	Package  string        // for the tests that Check prints: the package they are in, that of the game. By default, the caller's
	Laws     []string      // the names of the laws to check: all; see Laws and Secrecy

	kernel *kernel
	close  int // how many games are checked as closely as a single one: see looks
}

// Check plays random games and fails the test if a law is broken: see the package comment.
func Check(t testing.TB, rules *game.Rules) {
	t.Helper()
	Config{}.Check(t, rules)
}

// usual fills in the defaults.
func (c Config) usual(r *game.Rules) Config {
	games, moves, inputs := 12, 500, 3_000
	if c.Games == 0 && testing.Testing() && testing.Short() {
		games, moves, inputs, c.close = 2, 30, 100, 1
	}
	orUsual(&c.close, 3)
	if c.Seats == nil {
		c.Seats = slices.DeleteFunc(SeatCounts(r.Seats), func(n int) bool { return r.Unfit(n) != nil })
	}
	orUsual(&c.Games, max(games, len(c.Seats)))
	orUsual(&c.Moves, moves)
	orUsual(&c.MaxMoves, 10_000)
	orUsual(&c.Inputs, inputs)
	orUsual(&c.Seed, 1)
	orUsual(&c.Time, 5*time.Minute)
	if c.kernel == nil {
		k := actual()
		c.kernel = &k
	}
	return c
}

func orUsual[T comparable](field *T, usual T) {
	var zero T
	if *field == zero {
		*field = usual
	}
}

// SeatCounts lists the possible numbers of seats, starting with the fewest and the most.
func SeatCounts(s game.Seats) []int {
	counts := []int{s.Min}
	if s.Max > s.Min {
		counts = append(counts, s.Max)
	}
	for n := s.Min + 1; n < s.Max; n++ {
		counts = append(counts, n)
	}
	return counts
}
