package docs_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/lab"
)

var (
	Cost   = game.NewTrait[int]("cost")
	Attack = game.NewPart[int]("attack").Looks(game.Look{Label: "Attack"})
	Tapped = game.NewPart[bool]("tapped")
)

// cat is a card with a printed face; the same lines serve all kinds of cards.
func cat() *game.Kind {
	return &game.Kind{
		Name: "cat", Description: "It scratches.", With: []game.With{Cost.Is(2), Attack.Is(3)},
		Look: game.Look{Label: "Cat", Picture: "{kind}.svg", Back: "back.svg", Face: &game.Print{
			Corner: Cost, Turned: Tapped, Badges: []game.Badge{{Of: Attack, At: "left", Picture: "sword.svg"}},
		}},
	}
}

func duelTheme() game.Theme {
	return game.Theme{Felt: "#2d6a4f #14352a", Accent: "#b8860b #ffd166"}
}

// The pictures of the page pass the check.
func TestArtOnThePage(t *testing.T) {
	hand := &game.Place{Name: "hand", Each: true}
	r := &game.Rules{
		Name: "duel", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{cat()}, Parts: []game.Column{Attack, Tapped}, Theme: duelTheme(),
		Art:     fstest.MapFS{"cat.svg": {Data: []byte("<svg/>")}, "back.svg": {}, "sword.svg": {}, "CREDITS": {Data: []byte("by us")}},
		Actions: []*game.Action{{Name: "end", Do: func(t *game.Tx) { t.Tie() }}},
	}
	v, err := (&lab.Check{Rules: r, Games: 1, Seed: 1, MaxMoves: 10}).Run()
	if err != nil || len(v.Faults) > 0 {
		t.Errorf("%v: %s", err, strings.Join(v.Faults, "; "))
	}
	if page := read(t, "ui.md"); !strings.Contains(page, "export default function (") || !strings.Contains(page, "choose(thing.name)") {
		t.Error("the page shows no component")
	}
}
