package gametest

import (
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// Config says how thoroughly Check looks. Its zero fields mean the usual thing.
type Config struct {
	Games    int           // how many games are played: 50, or 20 with -short
	MaxMoves int           // within how many moves a game must end: 10,000
	Inputs   int           // how many bad inputs are sent to each game: 1,000
	Seats    []int         // how many seats play: all numbers that the rules allow
	Seed     uint64        // of the first game, the others count on from it: 1
	Time     time.Duration // when to be done, but for a game with each number of seats: 15 s, or 3 s with -short
	Make     string        // the Go expression that makes the rules, for the tests that Check prints
	Laws     []string      // which laws are asked, by name: all; see Laws and Secrecy

	kernel *kernel
	grace  time.Duration // how long the least that must be looked at may take when the time is up: 1 s
}

// Check plays random games and fails the test if a law is broken: see the package comment.
func Check(t testing.TB, rules *game.Rules) {
	t.Helper()
	Config{}.Check(t, rules)
}

// usual fills in what is not said.
func (c Config) usual(r *game.Rules) Config {
	games, span := 50, 15*time.Second
	if testing.Testing() && testing.Short() {
		games, span = 20, 3*time.Second
	}
	orUsual(&c.Games, games)
	orUsual(&c.Time, span)
	orUsual(&c.MaxMoves, 10_000)
	orUsual(&c.Inputs, 1_000)
	orUsual(&c.Seed, 1)
	orUsual(&c.grace, time.Second)
	if c.Seats == nil {
		c.Seats = SeatCounts(r.Seats)
	}
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

// SeatCounts lists the numbers of seats, the fewest and the most first.
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
