package tableau

import (
	"slices"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// town is a board with signs for its terrain, the value 0 too, on which kinds begin with the same letters.
func town(t *testing.T) *game.State {
	t.Helper()
	b := board.Square("town", 4, 2)
	b.Cell.Look.Over = "{fog}.svg"
	tile := game.NewPart[uint8]("tile").Looks(game.Look{Words: []string{"wall", "street", "dark"}, Signs: "#,:"})
	health, most, armor := game.NewPart[int]("health").Looks(game.Look{Label: "Health"}), game.NewTrait[int]("most"), game.NewPart[int]("armor")
	face := game.Look{Face: &game.Print{Badges: []game.Badge{{Of: health, Max: most, At: "top"}}}}
	hunter, hatch, hulk := &game.Kind{Name: "hunter", Look: face, With: []game.With{most.Is(3)}}, &game.Kind{Name: "hatch"}, &game.Kind{Name: "hulk", Look: game.Look{Label: "Hulk"}}
	fog := game.NewDerived("fog", func(s *game.State, cell game.ID) uint16 {
		if _, y := b.XY(cell); y == 1 {
			return 1
		}
		return 0
	}).Looks(game.Look{Hidden: true, Words: []string{"", "mist"}}).OnPlaces(&b.Cell)
	s, err := (&game.Rules{
		Name: "town", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{hunter, hatch, hulk},
		Parts: []game.Column{tile, health, armor}, Derived: []game.AnyDerived{fog},
		Setup: func(tx *game.Tx) {
			for i, name := range []string{"b1", "c1", "d1", "d2"} {
				tile.Set(tx, b.Find(name), []uint8{1, 1, 2, 2}[i])
			}
			tx.Give(tx.Create(hunter, b.Find("b1"), health.Is(2), armor.Is(1)), 0)
			tx.Create(hatch, b.Find("b1"))
			tx.Create(hulk, b.Find("c1"))
			tx.Create(hulk, b.Find("c1"))
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Each kind has its own letter, terrain its signs, and a cell with several things shows one that belongs to a seat and the number.
func TestSigns(t *testing.T) {
	s := town(t)
	sc := SceneOf(s.View(0), words.Names{Rules: s.Rules()})
	same(t, "plain", flush(sc.Plain()), `
		Player 1, you: Health 2/3 ▮▮▯  armor 1
		Player 2: 
		2 ~  ~  ~  :
		1 #  H2 u2 :
		  a  b  c  d
		Signs: # wall  , street  : dark  ~ mist  H hunter  u Hulk`)
}

// A piece with a label is drawn by it, if it is short, and otherwise by the sign of its seat or by a letter.
func TestLabelsOnBoards(t *testing.T) {
	b, rank := board.Square("board", 4, 1), game.NewPart[int]("rank")
	label := func(s *game.State, id game.ID) string {
		return []string{"", "7", "10♥", "Marshal"}[rank.Of(s, id)]
	}
	signed := &game.Kind{Name: "signed", Label: label, Look: game.Look{BySeat: []string{"x", "o"}}}
	bare := &game.Kind{Name: "bare", Label: label}
	s, err := (&game.Rules{
		Name: "labels", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: []*game.Kind{signed, bare},
		Parts: []game.Column{rank},
		Setup: func(tx *game.Tx) {
			for i, cell := range []string{"a1", "b1", "c1"} {
				tx.Give(tx.Create(signed, b.Find(cell), rank.Is(i+1)), 1)
			}
			tx.Create(bare, b.Find("d1"), rank.Is(3))
		},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	same(t, "plain", flush(SceneOf(s.View(0), words.Names{Rules: s.Rules()}).Plain()), `
		1 7   10♥ o   b
		  a   b   c   d`)
}

// Everything on a cell is listed with its values, in pieces and under the cursor.
func TestPieces(t *testing.T) {
	s := town(t)
	view, names := s.View(0), words.Names{Rules: s.Rules()}
	if got, want := SceneOf(view, names).Words()[:3], []string{"town, hunter of player 1 b1: health 2/3, armor 1", "town, hatch: b1", "town, Hulk: c1 c1"}; !slices.Equal(got, want) {
		t.Errorf("pieces are %q, want %q", got, want)
	}
	if got, want := Describe(view, names, s.Find("b1"), s.Last(s.Find("b1"))), "b1, street (hunter of player 1: health 2/3, armor 1; hatch)"; got != want {
		t.Errorf("under the cursor is %q, want %q", got, want)
	}
	if got, want := Describe(view, names, s.Find("c1"), s.Last(s.Find("c1"))), "c1, street (2 Hulk)"; got != want {
		t.Errorf("under the cursor is %q, want %q", got, want)
	}
	if got := ValueLines(view, names); !slices.Contains(got, "hunter of player 1 b1: health 2/3, armor 1") {
		t.Errorf("values are %q", got)
	}
	if got := CellOf(view, s.Last(s.Find("c1"))); got != "c1" {
		t.Errorf("it is on %q", got)
	}
}
