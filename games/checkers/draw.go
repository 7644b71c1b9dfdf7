package checkers

import "github.com/plygame/ply/game"

var offers = &game.Option[bool]{Name: "offers", Label: "Draw offers", Description: "Players may offer each other a draw."}

var (
	offering = game.NewPart[bool]("offers-draw").Looks(game.Look{Label: "offers a draw"})
	asked    = game.NewPart[bool]("draw-asked").Looks(game.Look{Hidden: true}) // the player to move has offered a draw
)

// addOffers adds draw offers to the rules; canMove reports whether a player has a move on the board. A draw can be
// offered once before each move, and the next move of the opponent declines. A position with an offer differs from the
// same one without it, so that an offer does not count as a repetition.
func addOffers(r *game.Rules, canMove func(*game.Tx) bool) {
	for _, a := range r.Actions {
		move := a.Do
		a.Do = func(t *game.Tx) {
			move(t)
			offering.Set(t, 1-t.Seat, false)
			asked.Set(t, game.Root, false)
		}
	}
	r.Actions = append(r.Actions, &game.Action{
		Name: "offer", Label: "offer a draw", Reads: "{seat} offers a draw", NoUndo: true,
		If: game.When("a draw is already offered", func(t *game.Tx) bool {
			return !offering.Of(t, t.Seat) && !offering.Of(t, 1-t.Seat) && canMove(t)
		}),
		Do: func(t *game.Tx) {
			offering.Set(t, t.Seat, true)
			asked.Set(t, game.Root, true)
			t.Again()
		},
	}, &game.Action{
		Name: "accept", Label: "accept the draw", Reads: "{seat} accepts the draw", NoUndo: true,
		If: game.When("no draw is offered", func(t *game.Tx) bool { return offering.Of(t, 1-t.Seat) && canMove(t) }),
		Do: func(t *game.Tx) { t.Tie() },
	})
	r.Parts = append(r.Parts, offering, asked)
	r.Position.Parts = append(r.Position.Parts, asked)
}
