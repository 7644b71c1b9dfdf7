package terminal

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// playShelf is a game without a board: tools that several actions use, boxes that are empty at first, and many
// counters, public and hidden.
func playShelf() *game.Rules {
	number := game.NewPart[int]("shelf-number")
	coins, luck := game.NewPart[int]("coins"), game.NewPart[int]("luck")
	bits, dice := game.NewPart[uint8]("bits"), game.NewPart[[2]int]("dice")
	round, price := game.NewPart[int]("round"), game.NewPart[int]("price")
	tool := &game.Kind{Name: "tool", Label: func(s *game.State, id game.ID) string { return fmt.Sprintf("tool%d", number.Of(s, id)) }}
	shelf := &game.Place{Name: "shelf"}
	bag := &game.Place{Name: "bag", Each: true}
	crate := &game.Place{Name: "crate", Names: []string{"A", "B"}}

	take := func(name, label string) *game.Action {
		which := &game.Pick[game.ID]{Name: "tool", Prompt: "Which tool?", From: shelf.Contents}
		return &game.Action{Name: name, Label: label, Pick: []game.Choice{which}, Do: func(t *game.Tx) {
			t.Move(which.In(t), bag.Of(t.Seat))
			coins.Edit(t, t.Seat, func(n *int) { *n++ })
		}}
	}
	word := &game.Pick[string]{Name: "word", Prompt: "What do you say?", Text: &game.Text{Pattern: "[a-c]{3}-[0-9]+"}}
	say := &game.Action{Name: "say", Pick: []game.Choice{word}, Do: func(t *game.Tx) { t.Say("{0} says {1}", t.Seat, word.In(t)) }}
	many := &game.Pick[int]{Name: "many", Range: func(*game.Tx) (int, int) { return 1, 30 }, If: func(t *game.Tx, n int) bool {
		if n < 4 {
			return t.Refuse("that is too few")
		}
		return true
	}}
	count := &game.Action{Name: "count", Pick: []game.Choice{many}, Do: func(t *game.Tx) {}}
	end := &game.Action{Name: "end", If: game.When("the shelf is full of tools that nobody has taken yet", func(t *game.Tx) bool { return t.Played() > 8 }), Do: func(t *game.Tx) { t.Tie() }}
	return &game.Rules{
		Name: "shelf", Seats: game.Between(2, 3), Layout: []game.Layout{shelf, bag, crate}, Kinds: []*game.Kind{tool},
		Parts:   []game.Column{number, coins, luck.Seen(game.ByOwner).Rolled(func(t *game.Tx, _ game.ID) int { return t.Roll(6) }), bits, dice, round, price},
		Actions: []*game.Action{take("buy", "Buy it"), take("steal", "steal"), say, count, end},
		Setup: func(t *game.Tx) {
			for n := range 4 {
				t.Create(tool, shelf, number.Is(n+1))
			}
			t.Create(tool, crate.At(0), number.Is(9))
			for x := range game.Seat(t.Seats()) {
				luck.Set(t, x, 40+int(x))
				bits.Set(t, x, 77)
			}
			dice.Set(t, game.Seat(1), [2]int{3, 5})
			round.Set(t, game.Root, 1)
			price.Set(t, crate.At(1), 6)
			t.Say("The shelf is open")
		},
	}
}
