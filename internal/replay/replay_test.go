package replay_test

import (
	"slices"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/replay"
	"github.com/plygame/ply/match"
)

// Lines name the places of seats in words.
func TestPlacesInWords(t *testing.T) {
	hand := &game.Place{Name: "hand", Each: true, Look: game.Look{Label: "Hand"}}
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] { return game.SetOf(hand.Of(0), hand.Of(1)) }}
	r := &game.Rules{
		Name: "pass", Seats: game.Exactly(2), Layout: []game.Layout{hand},
		Actions: []*game.Action{{Name: "pass", Pick: []game.Choice{to}, Do: func(t *game.Tx) { t.Say("a card goes to {0}", to.In(t)); t.Tie() }}},
	}
	m, err := match.New(r, match.Setup{ID: "m", Seats: 2, Seed: match.SeedText(game.Seed{1})})
	if err != nil {
		t.Fatal(err)
	}
	batch, err := m.Play(0, 0, "pass hand/1")
	if err != nil {
		t.Fatal(err)
	}
	m.Commit(batch)
	told, err := replay.Retell(m, &match.Record{})
	if err != nil {
		t.Fatal(err)
	}
	if said := told.Summary().Moves[0].Said; !slices.Equal(said, []string{"a card goes to Hand of player 2"}) {
		t.Errorf("it says %q", said)
	}
}
