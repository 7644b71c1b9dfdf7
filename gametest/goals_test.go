package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// openMarsh is marsh with moves that everyone reads, as far as they see the men.
func openMarsh() *game.Rules {
	r := marsh((*game.Tx).Kept)
	for _, a := range r.Actions {
		a.Secret = false
	}
	return r
}

// A log that tells where men go who are out of sight is found.
func TestGoalsOutOfSightAreFound(t *testing.T) {
	mustFind(t, openMarsh(), leaksLaw, "does not see what went to", func(k *kernel) {
		k.textFor = func(s *game.State, o game.Seat, m game.Move, next *game.State) string { return s.Text(m) }
	})
	Config{Games: 3, Laws: []string{leaksLaw}}.Check(t, openMarsh())
}

// A derived value that names the wrong Parts is found.
func TestWrongPartsAreFound(t *testing.T) {
	r := reckon()
	other := game.NewPart[int]("other")
	r.Parts = append(r.Parts, other)
	r.Derived = append(r.Derived, game.NewDerived("doubled", func(s *game.State, _ game.ID) int { return 2 * s.Played() }).From(other).OnTable())
	mustFind(t, r, derivedLaw, "doubled", func(*kernel) {})
}
