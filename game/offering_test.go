package game_test

import (
	"testing"

	"github.com/plygame/ply/game"
)

// walked chooses a move on a fork, always the first offered value, and returns how many choices that took.
func walked(f *game.Fork, m *game.Move, buf []game.Offer) (offers []game.Offer, n int, err error) {
	m.Action, m.Picks = "", m.Picks[:0]
	for offers = buf; ; n++ {
		if offers, err = f.Offers(*m, offers[:0]); err != nil || len(offers) == 0 {
			return offers, n, err
		}
		o := &offers[0]
		m.Action = o.Action
		if o.Complete {
			return offers, n, nil
		}
		v := game.Value{N: int64(o.Lo)}
		if o.Options != nil {
			v = o.Options[0].Value
		}
		m.Picks = m.Picks[:o.At+1]
		m.Picks[o.At] = append(m.Picks[o.At][:0], v)
	}
}

func TestForkOffersAllocateNothing(t *testing.T) {
	x := den()
	mine := &game.Pick[game.ID]{Name: "mine", From: x.hand.Contents, If: func(tx *game.Tx, id game.ID) bool {
		return face.Of(tx, id) > 1 || tx.Refuse("{0} is too low", id)
	}}
	onto := &game.Pick[game.ID]{Name: "onto", From: x.row.Contents, If: func(tx *game.Tx, id game.ID) bool {
		return face.Of(tx, id) < face.Of(tx, mine.In(tx)) || tx.Refuse("it is too high")
	}}
	many := &game.Pick[int]{Name: "many", Range: func(*game.Tx) (int, int) { return 1, 3 }}
	x.Actions = []*game.Action{
		{Name: "lay", Pick: []game.Choice{mine, onto, many}, Do: func(tx *game.Tx) { tx.Move(mine.In(tx), x.row) }},
		{Name: "never", If: func(tx *game.Tx) bool { return tx.Refuse("not today") }, Do: func(*game.Tx) {}},
	}
	s := x.setup(t, func(tx *game.Tx) { x.deal(tx, x.hand.Of(0), 1, 2, 5, 7); x.deal(tx, x.row.ID(), 4, 6, 9) })
	f := s.Fork()
	m := game.Move{Picks: make([][]game.Value, 3)}
	offers, n, err := walked(f, &m, nil)
	if err != nil || n != 3 || !offers[0].Complete {
		t.Fatalf("%d choices lead to %+v, %v", n, offers, err)
	}
	if text := s.Text(m); text != "lay #3 #5 1" {
		t.Errorf("the first move is %q", text)
	}
	if got := testing.AllocsPerRun(50, func() { offers, _, _ = walked(f, &m, offers) }); got != 0 {
		t.Errorf("a move of %d choices allocates %.1f times", n, got)
	}
	first, err := f.Offers(game.Move{}, nil)
	if err != nil || len(first) != 1 || len(first[0].Options) != 2 {
		t.Errorf("what can be done is %+v, %v", first, err)
	}
	if other, err := f.Offers(game.Move{Seat: 1}, nil); err != nil || len(other) != 0 {
		t.Errorf("the other seat is offered %+v, %v", other, err)
	}
	if _, err := f.Offers(game.Move{Seat: 9}, nil); game.CodeOf(err) != game.NoSeat {
		t.Errorf("player 10 gets %v", err)
	}
	if _, err := f.Offers(game.Move{Action: "never"}, nil); game.CodeOf(err) != game.Unavailable {
		t.Errorf("never gets %v", err)
	}
}
