package tableau

import (
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// A score of 0 is shown from the start, and so is what has fallen to 0; a flag that nobody has is not, nor is the value of
// cards beside the players.
func TestZeroValues(t *testing.T) {
	score, left, rank, passed := game.NewPart[int]("score"), game.NewPart[int]("left"), game.NewPart[int]("rank"), game.NewPart[bool]("passed")
	card, row := &game.Kind{Name: "card"}, &game.Place{Name: "row"}
	s, err := (&game.Rules{
		Name: "points", Seats: game.Exactly(2), Layout: []game.Layout{row}, Kinds: []*game.Kind{card}, Parts: []game.Column{score, left, rank, passed},
		Setup: func(t *game.Tx) {
			t.Create(card, row, rank.Is(3))
			left.Set(t, game.Root, 1)
		},
		Actions: []*game.Action{
			{Name: "wait", Do: func(t *game.Tx) { left.Set(t, game.Root, 0); passed.Set(t, t.Seat, true) }},
			{Name: "score", Do: func(t *game.Tx) { score.Add(t, t.Seat, 2) }},
		},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	lines := func(s *game.State) []string { return ValueLines(s.View(0), words.Names{Rules: s.Rules()}) }
	if got, want := lines(s), []string{"Table: left 1", "Player 1, you: score 0", "Player 2: score 0"}; !slices.Equal(got, want) {
		t.Errorf("at the start: %q, want %q", got, want)
	}
	next, err := s.PlayText(0, "wait")
	if err != nil {
		t.Fatal(err)
	}
	if got, want := lines(next), []string{"Table: left 0", "Player 1, you: score 0, passed", "Player 2: score 0"}; !slices.Equal(got, want) {
		t.Errorf("after a move: %q, want %q", got, want)
	}
}

// A value with a maximum is a bar; what is remembered of a cell is a value of it.
func TestBars(t *testing.T) {
	health, most := game.NewPart[int]("health"), game.NewTrait[int]("most")
	row := &game.Place{Name: "row"}
	unit := &game.Kind{Name: "unit", With: []game.With{most.Is(3)}, Look: game.Look{Face: &game.Print{Badges: []game.Badge{{Of: health, Max: most, At: "top"}}}}}
	recalled := game.NewDerived("recalled", func(s *game.State, _ game.ID) string { return "a bow" }).OnPlaces(row)
	s, err := (&game.Rules{
		Name: "bars", Seats: game.Exactly(1), Layout: []game.Layout{row}, Kinds: []*game.Kind{unit}, Parts: []game.Column{health}, Derived: []game.AnyDerived{recalled},
		Setup:   func(t *game.Tx) { t.Create(unit, row, health.Is(2)) },
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	names := words.Names{Rules: s.Rules()}
	if got := valuesOn(s.View(0), gaugesOf(s.View(0), names), s.View(0).Find("#1"))[0]; !slices.Equal(got, []string{"health 2/3 ▮▮▯"}) {
		t.Errorf("%q", got)
	}
	if got, want := ValueLines(s.View(0), names), []string{"Row: recalled a bow"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// Look.Words has the words for the values of a Part, as in the browser.
func TestValuesInWords(t *testing.T) {
	trump := game.NewPart[int]("trump").Looks(game.Look{Label: "Trump", Words: []string{"cups", "coins"}})
	r := &game.Rules{
		Name: "trumps", Version: "1", Seats: game.Exactly(1), Parts: []game.Column{trump},
		Setup:   func(t *game.Tx) { trump.Set(t, game.Root, 1) },
		Actions: []*game.Action{{Name: "more", Do: func(t *game.Tx) { trump.Add(t, game.Root, 1) }}},
	}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	next, err := s.PlayText(0, "more") // there is no word for 2
	if err != nil {
		t.Fatal(err)
	}
	for want, s := range map[string]*game.State{"Table: Trump coins": s, "Table: Trump 2": next} {
		if got := ValueLines(s.View(0), words.Names{Rules: r}); !slices.Equal(got, []string{want}) {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

// The values of the only piece of a seat are beside its name, but not those of the only piece that others see.
func TestValuesOfTheOnlyPiece(t *testing.T) {
	b := board.Square("board", 3, 1)
	b.Cell.Seen = game.ByOwner
	rank, piece := game.NewPart[int]("rank"), &game.Kind{Name: "piece"}
	s, err := (&game.Rules{
		Name: "hidden", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{piece}, Parts: []game.Column{rank},
		Setup: func(t *game.Tx) {
			for x := range 3 {
				t.Give(t.Create(piece, b.At(x, 0), rank.Is(2)), game.Seat(min(x, 1)))
			}
			t.Show(t.First(b.At(1, 0)))
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	v := s.View(0)
	lines := strings.Join(SceneOf(v, words.Names{Rules: v.Rules()}).Plain(), "\n")
	if !strings.Contains(lines, "Player 1, you: rank 2\nPlayer 2: \n") {
		t.Error(lines)
	}
}

// What a player knows of a piece that is covered is below the board, and in the list of pieces.
func TestKnownPieces(t *testing.T) {
	b := board.Square("board", 3, 1)
	b.Cell.Seen = game.ByOwner
	piece := &game.Kind{Name: "piece", Label: func(*game.State, game.ID) string { return "scout" }}
	s, err := (&game.Rules{
		Name: "covered", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{piece},
		Setup: func(t *game.Tx) {
			t.Give(t.Create(piece, b.At(1, 0)), 1)
			t.Give(t.Create(piece, b.At(2, 0)), 1)
			t.Reveal(t.First(b.At(1, 0)))
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	sc := SceneOf(s.View(0), words.Names{Rules: s.Rules()})
	if lines := strings.Join(sc.Plain(), "\n"); !strings.Contains(lines, "You know: b1 scout") {
		t.Error(lines)
	}
	if lines := strings.Join(sc.Words(), "\n"); !strings.Contains(lines, "b1: you know: scout") {
		t.Error(lines)
	}
	if lines := strings.Join(SceneOf(s.View(1), words.Names{Rules: s.Rules()}).Plain(), "\n"); strings.Contains(lines, "know") {
		t.Error(lines)
	}
}
