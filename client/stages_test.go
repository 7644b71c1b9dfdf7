package client_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/odd"
	"github.com/plygame/ply/server"
	"github.com/plygame/ply/server/servertest"
	"github.com/plygame/ply/wire"
)

// The moments that a move shows reach its watchers, stage by stage.
func TestStages(t *testing.T) {
	h := servertest.Start(t, server.Config{Games: []*game.Rules{odd.Glimpse()}})
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
		x, err := c.Watch(within(t), made.Match, j.Token, func(string) (*game.Rules, error) { return odd.Glimpse(), nil })
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
			t.Errorf("for seat %d, the stages and the changes lead to different views", i)
		}
	}
}
