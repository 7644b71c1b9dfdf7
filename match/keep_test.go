package match

import (
	"math/rand/v2"
	"testing"

	"github.com/plygame/ply/game"
)

// However a match goes back and forward, it caches at most Keep states, and evicts each of them.
func TestKeepIsBounded(t *testing.T) {
	r := &game.Rules{Name: "long", Version: "1", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "act", Do: func(*game.Tx) {}}}}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	m, luck := Begin(s), rand.New(rand.NewPCG(1, 2))
	m.Keep = 5
	for range 5000 {
		switch luck.IntN(8) {
		case 0, 1, 2:
			_ = m.Back() // nothing to undo at the start
		case 3:
			if _, err := m.At(luck.IntN(m.Seq() + 1)); err != nil {
				t.Fatal(err)
			}
		default:
			batch, err := m.Make(nil, game.Move{Action: "act"})
			if err != nil {
				t.Fatal(err)
			}
			m.Commit(batch)
		}
		if len(m.recent) > m.Keep || len(m.kept) > m.Keep+1 {
			t.Fatalf("at %d it keeps %d states, and lists %d", m.Seq(), len(m.kept), len(m.recent))
		}
		for n := range m.kept {
			if n > m.Seq()+len(m.undone) {
				t.Fatalf("at %d it keeps state %d", m.Seq(), n)
			}
		}
	}
}
