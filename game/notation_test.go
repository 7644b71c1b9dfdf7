package game_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// heaps is nim with a notation for positions: the sizes of the heaps, and who is to move.
func heaps() *game.Rules {
	heap := &game.Place{Name: "heap", Names: []string{"A", "B", "C"}}
	stick := &game.Kind{Name: "stick"}
	from := &game.Pick[game.ID]{Name: "from", From: func(t *game.Tx) game.Set[game.ID] {
		return heap.All(t).Where(func(h game.ID) bool { return t.Count(h) > 0 })
	}}
	fill := func(t *game.Tx, notation string) error {
		sizes, turn, ok := strings.Cut(notation, " ")
		if !ok || len(sizes) != 3 {
			return errors.New("a position is three digits and a seat")
		}
		for i, c := range sizes {
			t.CreateMany(int(c-'0'), stick, heap.At(i))
		}
		if turn == "1" {
			t.Next(1)
		}
		return nil
	}
	return &game.Rules{
		Name: "heaps", Seats: game.Exactly(2), Layout: []game.Layout{heap}, Kinds: []*game.Kind{stick},
		Setup: func(t *game.Tx) { _ = fill(t, "123 0") },
		Position: game.Position{Read: fill, Write: func(s *game.State) string {
			return fmt.Sprint(s.Count(heap.At(0)), s.Count(heap.At(1)), s.Count(heap.At(2)), int(s.Turn()))
		}},
		Actions: []*game.Action{{Name: "take", Pick: []game.Choice{from}, Do: func(t *game.Tx) { t.Remove(t.Last(from.In(t))) }}},
		Stuck:   func(t *game.Tx) { t.Win(1 - t.Seat) },
	}
}

func TestStartAt(t *testing.T) {
	r := heaps()
	s, err := r.StartAt(2, game.SeedOf(1), "201 1")
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Position.Write(s); got != "2 0 1 1" || s.Turn() != 1 || s.Played() != 0 {
		t.Errorf("%s, turn %d, %d moves", got, s.Turn(), s.Played())
	}
	if s, err = s.PlayText(1, "take C"); err != nil || r.Position.Write(s) != "2 0 0 0" {
		t.Errorf("%s, %v", r.Position.Write(s), err)
	}
	if s, err = r.StartAt(2, game.SeedOf(1), "000 0"); err != nil || !s.Won(1) {
		t.Errorf("a position without moves: %v, %v", s.Outcome(), err)
	}
	for _, c := range []struct {
		rules    *game.Rules
		seats    int
		notation string
		code     game.Code
		words    string
	}{
		{r, 2, "12", game.Malformed, "three digits"},
		{r, 3, "123 0", game.NoSeat, ""},
		{&game.Rules{Name: "mute", Seats: game.Exactly(2), Actions: []*game.Action{{Name: "wait", Pass: true}}}, 2, "x", game.Malformed, "mute has no notation"},
	} {
		_, err := c.rules.StartAt(c.seats, game.SeedOf(1), c.notation)
		if game.CodeOf(err) != c.code || !strings.Contains(err.Error(), c.words) {
			t.Errorf("%q for %d: %v", c.notation, c.seats, err)
		}
	}
	if _, err := new(game.Rules).StartAt(2, game.SeedOf(1), "x"); err == nil {
		t.Error("broken rules start")
	}
}

// Top reads what is printed on the piece that is on top of a place.
func TestTraitTop(t *testing.T) {
	value := game.NewTrait[int]("value")
	pile := &game.Place{Name: "pile", Names: []string{"A", "B"}}
	coin := &game.Kind{Name: "coin", With: []game.With{value.Is(5)}}
	stone := &game.Kind{Name: "stone"}
	r := &game.Rules{
		Name: "piles", Seats: game.Exactly(2), Layout: []game.Layout{pile}, Kinds: []*game.Kind{coin, stone},
		Actions: []*game.Action{{Name: "wait", Pass: true}},
		Setup: func(tx *game.Tx) {
			if v, owner := value.Top(tx, pile.At(0)); v != 0 || owner != game.Nobody {
				t.Errorf("an empty place has %d of %d on top", v, owner)
			}
			tx.Create(stone, pile.At(0))
			tx.Give(tx.Create(coin, pile.At(0)), 1)
			tx.Give(tx.Create(stone, pile.At(1)), 0)
		},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if v, owner := value.Top(s, pile.At(0)); v != 5 || owner != 1 {
		t.Errorf("the coin: %d of %d", v, owner)
	}
	if v, owner := value.Top(s, pile.At(1)); v != 0 || owner != 0 {
		t.Errorf("the stone: %d of %d", v, owner)
	}
}
