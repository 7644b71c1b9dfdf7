package terminal

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
)

// suited is a game of cards with spaces in their labels; one of the hand cannot be played.
func suited() *game.Rules {
	hand := &game.Place{Name: "hand"}
	suit := game.NewPart[int]("suit")
	card := &game.Kind{Name: "card", Label: func(s *game.State, id game.ID) string {
		return fmt.Sprintf("%d of %s", suit.Of(s, id)/10, []string{"cups", "coins"}[suit.Of(s, id)%10])
	}}
	which := &game.Pick[game.ID]{Name: "cards", Several: func(*game.Tx) (int, int) { return 2, 3 },
		From: func(t *game.Tx) game.Set[game.ID] {
			return t.Contents(hand).Where(func(id game.ID) bool { return suit.Of(t, id) != 60 })
		}}
	return &game.Rules{
		Name: "suited", Version: "1", Seats: game.Exactly(1), Layout: []game.Layout{hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{suit},
		Setup: func(t *game.Tx) {
			for _, n := range []int{30, 31, 41, 60} {
				suit.Set(t, t.Create(card, hand), n)
			}
		},
		Actions: []*game.Action{{Name: "play", Pick: []game.Choice{which}, Do: func(t *game.Tx) { t.Tie() }}},
	}
}

func TestReadLabelsWithSpaces(t *testing.T) {
	s, err := suited().Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	q, err := questionAfter(words.Names{Rules: s.Rules()}, s.View(0), game.Move{Seat: 0})
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		`3 of cups`:                   "",
		`"3 of cups"`:                 "",
		`play "3 of cups"`:            "",
		`"3 of cups" "4 of coins"`:    "",
		`play 3 of cups + 4 of coins`: "",
		`4 3 of coins`:                "",
		`4 of cups`:                   `"4 of cups" is not one of the choices; did you mean 3 of cups?`,
		`"4 of cups"`:                 `"4 of cups" is not one of the choices; did you mean 3 of cups?`,
		`6 of cups`:                   "6 of cups cannot be chosen",
		`"6 of cups"`:                 "6 of cups cannot be chosen",
		`.`:                           "choose at least 2 first",
	} {
		_, err := q.read(text)
		if got := fmt.Sprint(err); want != "" && got != want || want == "" && err != nil {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// What is chosen so far is described by the name of the action if its sentence only has words for a later choice.
func TestPlayChosenSoFar(t *testing.T) {
	shelf := &game.Place{Name: "shelf"}
	card := &game.Kind{Name: "card"}
	which := &game.Pick[game.ID]{Name: "card", From: shelf.Contents}
	claim := &game.Pick[int]{Name: "claim", Prompt: "What is it?", Range: func(*game.Tx) (int, int) { return 1, 6 }}
	r := &game.Rules{Name: "bluff", Seats: game.Exactly(2), Layout: []game.Layout{shelf}, Kinds: []*game.Kind{card},
		Setup: func(t *game.Tx) { t.CreateMany(3, card, shelf) },
		Actions: []*game.Action{{Name: "lay", Label: "Lay down", Reads: "{seat} claims a {claim}",
			Pick: []game.Choice{which, claim}, Do: (*game.Tx).Tie}}}
	var out bytes.Buffer
	err := playPlain(seatedAt(t, r, 2), &console.Console{In: strings.NewReader("#1\n"), Out: &out, Err: io.Discard})
	if err != nil || !strings.Contains(out.String(), "\nLay down... What is it?\n") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// Things that look alike are told apart by their cells, which can be typed; two on one cell also by their names.
func TestReadCells(t *testing.T) {
	b := board.Square("field", 3, 1)
	bow, sword := &game.Kind{Name: "bow", Look: game.Look{Label: "Bow"}}, &game.Kind{Name: "sword", Look: game.Look{Label: "Sword"}}
	who := &game.Pick[game.ID]{Name: "who", From: all}
	s, err := (&game.Rules{Name: "field", Seats: game.Exactly(1), Layout: []game.Layout{b}, Kinds: []*game.Kind{bow, sword},
		Setup: func(t *game.Tx) {
			t.Create(bow, b.Find("a1"))
			t.CreateMany(2, bow, b.Find("b1"))
			t.Create(sword, b.Find("c1"))
		},
		Actions: []*game.Action{{Name: "shout", Pick: []game.Choice{who}, Do: (*game.Tx).Tie}, {Name: "wait", Do: func(*game.Tx) {}}},
	}).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	top, err := questionAfter(words.Names{Rules: s.Rules()}, s.View(0), game.Move{Seat: 0})
	if err != nil {
		t.Fatal(err)
	}
	q, err := top.read("shout")
	if err != nil {
		t.Fatal(err)
	}
	var labels []string
	for _, c := range q.choices {
		labels = append(labels, c.label)
	}
	if got, want := strings.Join(labels, ", "), "Bow a1, Bow b1 #2, Bow b1 #3, Sword"; got != want {
		t.Errorf("the choices are %s, want %s", got, want)
	}
	for text, want := range map[string]string{"a1": "#1", "b1": "#2", "c1": "#4", "Bow a1": "#1", "#3": "#3"} {
		for name, from := range map[string]*question{"": q, "shout ": top} {
			n, err := from.read(name + text)
			if err != nil || s.Name(game.ID(n.draft.Picks[0][0].N)) != want {
				t.Errorf("%s%s: %v, want %s", name, text, err, want)
			}
		}
	}
	if _, err := top.read("c1"); err != nil {
		t.Errorf("before an action is chosen: %v", err)
	}
}

// all returns everything on the table.
func all(t *game.Tx) (ids game.Set[game.ID]) {
	for id := range t.All() {
		ids = ids.Or(game.SetOf(id))
	}
	return ids
}
