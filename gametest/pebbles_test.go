package gametest

import "github.com/plygame/ply/game"

var (
	heap  = game.NewPart[int]("heap")
	taken = game.NewPart[int]("taken")
)

// pebbles is a small game, the base of the broken ones: take one to three pebbles from a heap of ten; whoever takes the
// last one wins. Tests change the parts they need.
type pebbles struct {
	game.Rules
	many *game.Pick[int]
	bowl *game.Place
	take *game.Action
}

func newPebbles() *pebbles {
	p := &pebbles{bowl: &game.Place{Name: "bowl", Each: true}}
	pebble := &game.Kind{Name: "pebble"}
	p.many = &game.Pick[int]{Name: "many", Range: func(t *game.Tx) (int, int) { return 1, min(3, heap.Of(t, game.Root)) }}
	p.take = &game.Action{Name: "take", Pick: []game.Choice{p.many}, Do: func(t *game.Tx) {
		n := p.many.In(t)
		t.CreateMany(n, pebble, p.bowl.Of(t.Seat))
		heap.Edit(t, game.Root, func(left *int) { *left -= n })
		if heap.Of(t, game.Root) == 0 {
			t.Win(t.Seat)
		}
	}}
	p.Rules = game.Rules{
		Name: "pebbles", Seats: game.Exactly(2), Layout: []game.Layout{p.bowl}, Kinds: []*game.Kind{pebble},
		Parts: []game.Column{heap, taken}, Actions: []*game.Action{p.take},
		Setup: func(t *game.Tx) { heap.Set(t, game.Root, 10) },
	}
	return p
}

// after adds f to what the action does.
func (p *pebbles) after(do func(*game.Tx)) *game.Rules {
	before := p.take.Do
	p.take.Do = func(t *game.Tx) {
		before(t)
		do(t)
	}
	return &p.Rules
}
