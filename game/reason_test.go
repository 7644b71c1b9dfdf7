package game_test

import (
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// A reason uses the labels of elements for observers who may know them.
func TestReasonsNameLabels(t *testing.T) {
	for _, c := range []struct {
		hand        game.Sight
		state, view string
	}{
		{game.ByAll, "hearts must be followed", "hearts must be followed"},
		{game.ByOwner, "#1 must be followed", "hearts must be followed"},
	} {
		hand := &game.Place{Name: "hand", Each: true, Seen: c.hand}
		card := &game.Kind{Name: "card", Label: func(*game.State, game.ID) string { return "hearts" }}
		what := &game.Pick[game.ID]{Name: "what", From: func(tx *game.Tx) game.Set[game.ID] { return tx.Contents(hand.Of(tx.Seat)) },
			If: func(tx *game.Tx, id game.ID) bool { return tx.Refuse("{0} must be followed", id) }}
		r := &game.Rules{
			Name: "whist", Seats: game.Exactly(2), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card},
			Setup: func(tx *game.Tx) { tx.Create(card, hand.Of(0)); tx.Create(card, hand.Of(1)) },
			Actions: []*game.Action{
				{Name: "play", Pick: []game.Choice{what}, Do: func(*game.Tx) {}},
				{Name: "wait", Do: func(*game.Tx) {}},
			},
		}
		s, err := r.Start(2, game.SeedOf(1))
		if err != nil {
			t.Fatal(err)
		}
		_, err = s.PlayText(0, "play #1")
		wantRefusal(t, err, game.NotOffered, "play, what: "+c.state)
		v := s.View(0)
		offers, err := v.Offers(game.Move{Seat: 0, Action: "play"})
		if err != nil || len(offers) != 1 || len(offers[0].Options) != 1 {
			t.Fatal(offers, err)
		}
		if got := offers[0].Options[0].Why.String(); got != c.view {
			t.Errorf("on the view the reason is %q, want %q", got, c.view)
		}
	}
}

func deal(*game.Tx) {}

func cardsLeft(*game.Tx) bool               { return false }
func leads(*game.Tx) game.Seat              { return 0 }
func broke(*game.Tx, game.Seat) bool        { return false }
func both(*game.Tx) (s game.Set[game.Seat]) { return s }

// A printed flow shows the names of the functions of its steps, if they have names.
func TestFunctionsAreNamed(t *testing.T) {
	x := newBox()
	order := func(_ *game.Tx, seats []game.Seat) []game.Seat { return seats }
	does := func(step game.Step) game.Step { return &game.Loop{Do: step} }
	x.Flow = &game.Loop{Do: game.Steps{game.Run(deal), game.Run(func(*game.Tx) {}), game.Run((*game.Tx).Tie),
		&game.Phase{Name: "day", If: cardsLeft, EndIf: cardsLeft, Do: does(
			&game.EachSeat{From: leads, Only: broke, Order: order, Do: &game.Act{Name: "act", Who: leads, If: cardsLeft}})},
		&game.Loop{While: cardsLeft, Do: &game.EachSeat{LeftOf: leads, Skip: broke, Do: &game.Act{Name: "next"}}},
		&game.EachSeat{Continue: true, Do: &game.Act{Name: "last"}},
		&game.Together{Name: "vote", Who: both, Until: cardsLeft},
	}}
	action := x.Actions[0].Name
	want := strings.ReplaceAll(`loop, until the game is over
  run deal
  run a function
  run tie
  phase day, if cards left, until cards left
    loop, until an enclosing phase ends
      each seat, only broke, from leads, in a custom order
        act act: do, by leads, if cards left
  loop, while cards left
    each seat, without broke, from the left of leads
      act next: do
  each seat, from the seat after the last one to move
    act last: do
  together vote: do, by both, until cards left
`, "do", action)
	if got := x.FlowText(); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
