package terminal

import (
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/words"
)

// forge is a game in which one end of a row becomes something else.
func forge() *game.Rules {
	row := &game.Place{Name: "row"}
	iron := &game.Kind{Name: "iron"}
	gold := &game.Kind{Name: "gold", Look: game.Look{Label: "pure gold"}}
	end := &game.Pick[string]{Name: "end", List: func(*game.Tx) []string { return []string{"left", "right", "both"} }}
	ends := func(t *game.Tx, which string) game.Set[game.ID] {
		return t.Contents(row).Where(func(id game.ID) bool {
			return which != "right" && id == t.First(row) || which != "left" && id == t.Last(row)
		})
	}
	end.If = func(t *game.Tx, which string) bool { return which != "both" || t.Refuse("that is too much") }
	end.Points = ends
	as := &game.Pick[*game.Kind]{Name: "as", List: func(*game.Tx) []*game.Kind { return []*game.Kind{iron, gold} }}
	return &game.Rules{
		Name: "forge", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{row}, Kinds: []*game.Kind{iron, gold},
		Setup: func(t *game.Tx) { t.CreateMany(3, iron, row) },
		Actions: []*game.Action{{Name: "cast", Pick: []game.Choice{end, as}, Do: func(t *game.Tx) {
			for id := range ends(t, end.In(t)).All() {
				t.Become(id, as.In(t))
			}
		}}},
	}
}

// An element that one value points at can be chosen for it, and a kind is shown by its label.
func TestPlayPoints(t *testing.T) {
	s, err := forge().Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	q, err := questionAfter(words.Names{Rules: s.Rules()}, s.View(0), game.Move{Seat: 0, Action: "cast"})
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"#1": "left", "#2": "", "#3": "right"} {
		on := q.on[q.view.Find(name)]
		if len(on) != min(1, len(want)) || len(on) == 1 && on[0].name != want {
			t.Errorf("%s chooses %+v, not %q", name, on, want)
		}
	}
	if q, err = q.with(q.on[q.view.Find("#3")][0]); err != nil {
		t.Fatal(err)
	}
	if len(q.choices) != 2 || q.choices[0].label != "iron" || q.choices[1].label != "pure gold" {
		t.Errorf("the kinds are %+v", q.choices)
	}
	m := onScreen(seatedAt(t, forge(), 2), 80, 24)
	press(m, "up", "right", "right", "enter")
	press(m, "pure gold", "enter")
	wants(t, m, "Player 1: cast right pure gold")
}

// With exactly two to choose, the second choice plays the move.
func TestPlayExactly(t *testing.T) {
	wood := &game.Pick[string]{Name: "wood", List: func(*game.Tx) []string { return []string{"oak", "ash", "elm"} },
		Several: func(*game.Tx) (int, int) { return 2, 2 }}
	r := &game.Rules{Name: "join", Seats: game.Exactly(2), Actions: []*game.Action{{Name: "join", Pick: []game.Choice{wood}, Do: func(*game.Tx) {}}}}
	m := onScreen(seatedAt(t, r, 2), 80, 24)
	press(m, "oak", "enter")
	lacks(t, m, "Player 1: join")
	press(m, "elm", "enter")
	wants(t, m, "Player 1: join oak + elm")
}
