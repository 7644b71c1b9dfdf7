package wire_test

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

// foreseen returns the answer to a request for offers with then.
func foreseen(t *testing.T, view *game.State, draft game.Move) []byte {
	t.Helper()
	offers, err := wire.OffersForeseen(view, draft, 1000, 16<<10)
	if err != nil {
		t.Fatal(err)
	}
	m := wire.Message{Type: "answer", Offers: offers}
	return m.Encode()
}

// TestForeseenLeaksNothing checks that what a seat is told of its moves in advance depends on nothing that it does not
// see: in a state that was dealt again, the same is told.
func TestForeseenLeaksNothing(t *testing.T) {
	for _, rules := range games.All() {
		t.Run(rules.Name, func(t *testing.T) {
			s, err := rules.Start(rules.Seats.Min, game.SeedOf(5))
			if err != nil {
				t.Fatal(err)
			}
			luck := rand.New(rand.NewPCG(20, 5))
			for n := range uint64(40) {
				if s.Over() {
					break
				}
				dealt := s.Fork()
				if err := dealt.Redeal(s, s.Turn(), n); err != nil {
					t.Fatal(err)
				}
				other, err := dealt.Freeze()
				if err != nil {
					t.Fatal(err)
				}
				draft := game.Move{Seat: s.Turn()}
				was, is := foreseen(t, s.View(draft.Seat), draft), foreseen(t, other.View(draft.Seat), draft)
				if !bytes.Equal(was, is) {
					t.Fatalf("the same view, but\n%s\n%s", was, is)
				}
				moves, err := s.Moves()
				if err != nil {
					t.Fatal(err)
				}
				if s, err = s.Play(moves[luck.IntN(len(moves))]); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// TestForeseen checks how values share what they change.
func TestForeseen(t *testing.T) {
	rules, err := games.Find("hex")
	if err != nil {
		t.Fatal(err)
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	text := string(foreseen(t, s.View(0), game.Move{}))
	const want = `"thens":[{"changes":[{"of":"#1","field":"@kind","is":"stone"},{"of":"#1","field":"@owner","is":"0"},{"of":"*","field":"@holds","was":"0","is":"0 #1"}]}]`
	if !strings.Contains(text, want) || strings.Count(text, `"then":0`) != 121 {
		t.Errorf("want %s\nand 121 cells that share it, got\n%s", want, text)
	}
	offers, err := wire.OffersForeseen(s.View(0), game.Move{}, 7, 16<<10)
	if n := 0; err == nil {
		for _, v := range offers[0].Values {
			if v.Then != nil {
				n++
			}
		}
		if n != 7 {
			t.Errorf("%d moves foreseen within a limit of 7", n)
		}
	}
}
