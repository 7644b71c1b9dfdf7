package browser_test

import (
	"fmt"
	"testing"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// sweeper is a game of two-card tricks. A full trick is shown whole, then without its first card, before it is removed.
func sweeper() *game.Rules {
	card := &game.Kind{Name: "card", Look: game.Look{Shape: "card", Label: "Card"}}
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Label: "Hand", Layout: "fan"}}
	trick := &game.Place{Name: "trick", Look: game.Look{Label: "Trick", Layout: "row"}}
	taken := &game.Place{Name: "taken", Order: game.Stacked, Look: game.Look{Label: "Taken", Layout: "pile"}}
	size := game.NewDerived("size", func(s *game.State, _ game.ID) int { return s.Count(trick) }).OnTable().Looks(game.Look{Label: "In the trick"})
	played := &game.Pick[game.ID]{Name: "card", From: hand.Contents}
	return &game.Rules{
		Name: "sweeper", Version: "1", About: game.About{Title: "Sweeper"}, Seats: game.Exactly(2),
		Layout: []game.Layout{hand, trick, taken}, Kinds: []*game.Kind{card}, Derived: []game.AnyDerived{size},
		Setup: func(t *game.Tx) {
			for i := range 20 {
				t.Create(card, hand.Of(game.Seat(i%2)))
			}
		},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{played}, Do: func(t *game.Tx) {
			t.Move(played.In(t), trick)
			if t.Count(trick) < 2 {
				return
			}
			t.Say("the trick is whole")
			t.Moment()
			t.Move(t.First(trick), taken)
			t.Say("half of it is left")
			t.Moment()
			t.Move(t.First(trick), taken)
			t.Say("it is swept")
		}}},
	}
}

// sweep is a sweeper match that a page watches from seat 0 while programs make the moves.
type sweep struct {
	*player
	programs []*client.Match
	seq      int
}

func newSweep(t *testing.T, s screen) *sweep {
	t.Helper()
	h := newServer(t, sweeper())
	match := h.create("sweeper", wire.Create{Seats: 2})
	x := &sweep{seq: 2}
	var tokens []string
	for _, name := range []string{"Ann", "Bob"} {
		joined, err := h.client().Join(t.Context(), "sweeper", match, wire.Join{Name: name})
		if err != nil {
			t.Fatal(err)
		}
		x.programs, tokens = append(x.programs, h.programAt(match, joined.Token)), append(tokens, joined.Token)
	}
	x.player = newPlayer(t, h, "Ann", s)
	x.useSeat("sweeper", match, tokens[0], 0)
	x.waitFor(`main[data-turn="mine"]`)
	x.waitIdle()
	return x
}

// next makes a move; every second one completes a trick.
func (x *sweep) next() {
	x.t.Helper()
	seat := x.seq % 2
	text := fmt.Sprintf("play hand/%d:1", seat)
	now := x.programs[seat].Now()
	if id := now.View.First(now.View.Rules().Layout[0].(*game.Place).Of(game.Seat(seat))); id != 0 {
		text = "play " + now.View.Name(id)
	}
	if err := x.programs[seat].Play(x.t.Context(), x.seq, text); err != nil {
		x.t.Fatal(err)
	}
	x.seq++
	for _, program := range x.programs {
		for program.Now().Seq < x.seq {
			if _, err := program.Next(x.t.Context()); err != nil {
				x.t.Fatal(err)
			}
		}
	}
}

// at waits until the page shows a stage, or none, and a number of cards in the trick.
func (x *sweep) at(stage string, cards int) {
	x.t.Helper()
	x.until(fmt.Sprintf("stage %q is shown with %d cards", stage, cards), fmt.Sprintf(
		`(document.querySelector("main").dataset.stage ?? "") === %s && document.querySelectorAll('[data-place="trick"] [data-thing]').length === %d`, quoted(stage), cards))
}

// pauses makes every pause endless, so that only skipping ends it.
func (x *sweep) pauses() {
	x.t.Helper()
	eval[bool](x.player, `(() => {
		const real = setTimeout;
		globalThis.setTimeout = (f, ms, ...more) => real(f, ms === 900 ? 1e8 : ms, ...more);
		return true;
	})()`)
}

// TestStagesGlide checks that things are animated between stages, unless the player prefers reduced motion.
func TestStagesGlide(t *testing.T) {
	t.Parallel()
	x := newSweep(t, desk.inMotion())
	x.next()
	x.atLeast(3)
	x.until("nothing moves", running+".length === 0")
	x.slowMotion()
	x.pauses()
	x.next()
	for _, cards := range []int{2, 1} {
		x.at(fmt.Sprint(3-cards), cards)
		x.until("things move", running+".length > 0")
		if cards == 2 {
			x.click(".own [data-place]")
		} else {
			x.key("x")
		}
	}
	x.at("", 0)
}
