package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// Reports of broken laws describe offers in words, and leave out what is as usual.
func TestOffersAreDescribedInWords(t *testing.T) {
	stone := &game.Kind{Name: "stone"}
	row := &game.Place{Name: "row", Names: []string{"a", "b"}}
	from := func(t *game.Tx) game.Set[game.ID] { return row.All(t) }
	free := func(t *game.Tx, id game.ID) bool { return t.Count(id) == 0 || t.Refuse("{0} is {} full", id, 1) }
	cell := &game.Pick[game.ID]{Name: "cell", Prompt: "Where?", From: from, If: free}
	times := &game.Pick[int]{Name: "times", Range: func(*game.Tx) (int, int) { return 1, 3 }, Optional: true}
	s, err := (&game.Rules{
		Name: "words", Seats: game.Exactly(1), Layout: []game.Layout{row}, Kinds: []*game.Kind{stone},
		Setup:   func(t *game.Tx) { t.Create(stone, row.At(0)) },
		Actions: []*game.Action{{Name: "put", Label: "Put", Pick: []game.Choice{cell, times}, Do: (*game.Tx).Tie}},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for draft, want := range map[string]string{
		"": `action put (Put), asks for cell (pick 1, element, 1 to 1 values): "Where?"
  choice a, cannot be chosen: "{0} is {} full" with a, 1
  choice b
`,
		"put row/b": `action put (Put), complete, may stop here, stopping ends the move, the next choice ends the move, ` +
			`asks for times (pick 2, number, 0 to 1 values, from 1 to 3, optional)
`,
	} {
		m := game.Move{}
		if draft != "" {
			m = game.Move{Action: "put"}.With(0, game.Value{N: int64(row.At(1))})
		}
		offers, err := s.Offers(m)
		if got := offered(offers, err, s.Name); got != want {
			t.Errorf("%q:\n%s\nwant\n%s", draft, got, want)
		}
	}
}
