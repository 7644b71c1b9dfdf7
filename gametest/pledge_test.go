package gametest

import "github.com/plygame/ply/game"

// pledge is a small game with a flow, the base of the broken ones: in each round everyone pledges in secret, with
// interest at the end; then all may spend at once, and some spending is answered first. Tests change the parts they
// need.
type pledge struct {
	game.Rules
	interest *game.Effect[int]
	pledge   *game.Action
}

func newPledge() *pledge {
	p := &pledge{}
	round := &game.Phase{Name: "round"}
	p.interest = &game.Effect[int]{Name: "interest", Do: func(t *game.Tx, n int) {
		heap.Edit(t, game.Root, func(all *int) { *all += n })
	}}
	fine := &game.Effect[game.Seat]{Name: "fine", Do: func(t *game.Tx, who game.Seat) {
		taken.Edit(t, who, func(n *int) { *n++ })
	}}
	many := &game.Pick[int]{Name: "many", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	p.pledge = &game.Action{Name: "pledge", Pick: []game.Choice{many}, Do: func(t *game.Tx) {
		heap.Set(t, t.Seat, many.In(t))
		t.Schedule(p.interest.With(many.In(t)), game.Occasion{End: round})
	}}
	agree, doubt := &game.Action{Name: "agree", Do: nothing}, &game.Action{Name: "doubt", Do: nothing}
	hearing := &game.EachSeat{Name: "hearing", Do: &game.Act{Name: "word", Actions: []*game.Action{agree, doubt}}}
	spend := &game.Action{Name: "spend", Do: func(t *game.Tx) { heap.Edit(t, t.Seat, func(n *int) { *n-- }) }}
	audit := &game.Action{Name: "audit", Do: func(t *game.Tx) { t.Call(hearing, fine.With(t.Seat)) }}
	round.Do = game.Steps{
		&game.Together{Name: "pledges", Secret: true, Actions: []*game.Action{p.pledge}},
		&game.Together{Name: "spending", Actions: []*game.Action{spend, audit}, Min: 1, Max: 3},
	}
	p.Rules = game.Rules{
		Name: "pledge", Seats: game.Between(2, 4), Parts: []game.Column{heap, taken},
		Effects: []game.AnyEffect{p.interest, fine}, Calls: []game.Step{hearing},
		Flow: &game.Loop{Do: round},
		Settle: func(t *game.Tx) { // all pay one debt after the other
			for x := range game.Seat(t.Seats()) {
				if heap.Of(t, x) < 0 {
					heap.Set(t, x, 0)
					taken.Add(t, game.Root, 1)
					return
				}
			}
		},
		End: func(t *game.Tx) {
			if t.Played() >= 40 {
				t.Tie()
			}
		},
	}
	return p
}
