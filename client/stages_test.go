package client_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

// glimpse is a game in which a card is laid open and taken back in one move.
func glimpse() *game.Rules {
	card := &game.Kind{Name: "card", Label: func(*game.State, game.ID) string { return "ace" }}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	felt := &game.Place{Name: "felt"}
	return &game.Rules{
		Name: "glimpse", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{hand, felt}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(2, card, hand.Of(0)) },
		Guess: func(*game.Tx, game.Seat) {},
		Actions: []*game.Action{{Name: "show", Do: func(t *game.Tx) {
			id := t.First(hand.Of(0))
			t.Move(id, felt)
			t.Say("{0} is shown", id)
			t.Moment()
			t.Say("{0} goes back", id)
			t.Move(id, hand.Of(0))
		}}},
	}
}

// What a move shows on the way reaches those who watch it, stage by stage.
func TestStages(t *testing.T) {
	h := servertest.Start(t, server.Config{Games: []*game.Rules{glimpse()}})
	c := &client.Client{URL: h.URL, Wait: 5 * time.Millisecond}
	made, err := c.Create(within(t), "glimpse", wire.Create{Seats: 2})
	if err != nil {
		t.Fatal(err)
	}
	var programs []*client.Match
	for i := range 2 {
		j, err := c.Join(within(t), "glimpse", made.Match, wire.Join{Name: fmt.Sprint("player ", i)})
		if err != nil {
			t.Fatal(err)
		}
		x, err := c.Watch(within(t), made.Match, j.Token, func(string) (*game.Rules, error) { return glimpse(), nil })
		if err != nil {
			t.Fatal(err)
		}
		defer x.Close()
		programs = append(programs, x)
	}
	upTo(t, programs[0], 2)
	if err := programs[0].Play(within(t), 2, "show"); err != nil {
		t.Fatal(err)
	}
	for i, x := range programs {
		n := until(t, x, "the card is shown", func(n client.News) bool { return n.Kind == client.Happened && n.Now.Seq == 3 })
		if len(n.Stages) != 2 {
			t.Fatalf("seat %d gets %d stages", i, len(n.Stages))
		}
		whole, end := n.Stages[0], n.Stages[1]
		id := whole.View.First(whole.View.Find("felt"))
		if k := whole.View.Kind(id); k == nil || k.Name != "card" || !whole.View.ToAct().Empty() {
			t.Errorf("seat %d sees %v on the table, and %v can act", i, k, whole.View.ToAct())
		}
		if got := fmt.Sprint(whole.Said, end.Said); got != "[ace is shown] [ace goes back]" {
			t.Errorf("seat %d reads %s", i, got)
		}
		if end.View.Hash() != n.Now.View.Hash() {
			t.Errorf("the stages lead seat %d elsewhere than the changes", i)
		}
	}
}
