package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

const readLaw = "lines can be read"

// peeks is snap in which drawing a card tells the player about a card of the other seat.
func peeks(tell func(t *game.Tx, card game.ID)) *game.Rules {
	p := newSnap()
	return p.drawn(func(t *game.Tx, _ game.ID) {
		if other := t.First(p.hand.Of(1 - t.Seat)); other != 0 {
			tell(t, other)
		}
	})
}

func TestUnreadableLinesAreFound(t *testing.T) {
	for name, c := range map[string]struct {
		tell func(t *game.Tx, card game.ID)
		want string // empty if it is fine
	}{
		"told without Reveal": {func(t *game.Tx, card game.ID) {
			t.Tell([]game.Seat{t.Seat}, "the other holds {0}", card)
		}, `everyone who gets the line "the other holds {0}" reads "the other holds something"`},
		"told after Reveal": {func(t *game.Tx, card game.ID) {
			t.Reveal(card, t.Seat)
			t.Tell([]game.Seat{t.Seat}, "the other holds {0}", card)
		}, ""},
		"said, and the owner knows": {func(t *game.Tx, card game.ID) { t.Say("somebody holds {0}", card) }, ""},
		"a notice of what nobody knows": {func(t *game.Tx, _ game.ID) { t.Emit("flash", t.Find("#3")) },
			`argument 0 of the notice "flash" is "something" to everyone`},
	} {
		t.Run(name, func(t *testing.T) {
			r := watch(t, func(t testing.TB) { Config{Games: 4, Laws: []string{readLaw}}.Check(t, peeks(c.tell)) })
			if c.want == "" {
				r.wantsNone()
			} else {
				r.wants(`law "`+readLaw+`"`, c.want)
			}
		})
	}
}
