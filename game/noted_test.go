package game_test

import (
	"reflect"
	"testing"

	"github.com/plygame/ply/game"
)

// stuckTogether has two seats choose together. Seat 0 has nothing to choose, and that ends the game.
func stuckTogether() *game.Rules {
	cell := &game.Place{Name: "cell", Names: []string{"a", "b"}}
	at := &game.Pick[game.ID]{Name: "cell", From: func(t *game.Tx) game.Set[game.ID] {
		if t.Seat == 0 {
			return game.SetOf[game.ID]()
		}
		return cell.All(t)
	}}
	look := &game.Action{Name: "look", Pick: []game.Choice{at}, Do: func(*game.Tx) {}}
	begin := &game.Action{Name: "begin", Do: func(*game.Tx) {}}
	return &game.Rules{
		Name: "stuck", Seats: game.Exactly(2), Layout: []game.Layout{cell}, Actions: []*game.Action{begin, look},
		Flow: game.Steps{
			&game.Together{Name: "first", Who: func(*game.Tx) game.Set[game.Seat] { return game.SetOf[game.Seat](0) }, Actions: []*game.Action{begin}},
			&game.Together{Name: "both", Actions: []*game.Action{look}},
		},
		Stuck: (*game.Tx).Tie,
	}
}

func TestRandomCallsStuckInTogether(t *testing.T) {
	s, err := stuckTogether().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	f.Seed(1)
	f.Reset(s)
	f.Note(true)
	if n, err := f.Playout(10); n != 1 || err != nil || !f.State().Outcome().Over {
		t.Errorf("%d moves, %v, %s", n, err, f.State().Outcome())
	}
	if got := f.Noted(); len(got) != 1 || got[0].Seat != 0 || s.Text(got[0]) != "begin" {
		t.Errorf("%v was noted", got)
	}
	if f.Note(false); f.Noted() != nil {
		t.Errorf("%v is noted", f.Noted())
	}
}

// A recording fork updates hash and changes for random moves as for played ones.
func TestRandomIsRecorded(t *testing.T) {
	s, err := stuckTogether().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	f := s.Fork()
	f.Record(true)
	if more, err := f.Random(); !more || err != nil {
		t.Fatal(more, err)
	}
	next, err := s.Play(game.Move{Seat: 0, Action: "begin"})
	if err != nil {
		t.Fatal(err)
	}
	if got, want := f.Changes(), s.Diff(next); !reflect.DeepEqual(got, want) {
		t.Errorf("the changes are %v, not %v", got, want)
	}
	if f.Hash() != next.Hash() {
		t.Error("the hash differs")
	}
	if n, err := f.Playout(10); n != 0 || err != nil {
		t.Error(n, err)
	}
}
