package wire_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
	"github.com/plygame/ply/wire"
)

func tableText(t *testing.T, s *game.State) string {
	t.Helper()
	text, err := json.Marshal(wire.TableOf(s))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A table has all declarations, and nothing for seats that do not play.
func TestTableOf(t *testing.T) {
	b := board.Hex("board", 2, 2)
	b.Look = game.Look{Sides: []game.Seat{0, 1, 0, game.Nobody}, Aim: "row"}
	b.Cell.Max = 1
	r := &game.Rules{
		Name: "shown", Seats: game.Between(1, 3), Actions: []*game.Action{{Name: "wait", Label: "Wait", Description: "Do nothing.", Do: func(*game.Tx) {}}, {Name: "stroll", Do: func(*game.Tx) {}}},
		Layout: []game.Layout{
			&game.Place{Name: "hand", Each: true, Order: game.Unordered, Seen: game.ByOwner, Look: game.Look{Label: "Hand", Layout: "fan", Overlap: 40}},
			b, &game.Place{Name: "track", Names: []string{"start", "end"}, Order: game.Stacked},
		},
		Kinds: []*game.Kind{{Name: "stone", Description: "is heavy", Look: game.Look{Label: "Stone", Picture: "s.png", Shape: "disc", Color: "red", BySeat: []string{"X", "O"}}}, {Name: "plain"}},
		Parts: []game.Column{
			game.NewPart[int]("gold").Looks(game.Look{Label: "Gold"}), game.NewPart[int]("bits").Looks(game.Look{Hidden: true}).Seen(game.ByNone), game.NewPrivate[int]("plan"),
		},
		Guess:   func(*game.Tx, game.Seat) {},
		Effects: []game.AnyEffect{&game.Effect[int]{Name: "later", Do: func(*game.Tx, int) {}}},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	want := strings.ReplaceAll(`{"seats":2,"places":[
{"name":"hand","label":"Hand","each":true,"order":"unordered","look":{"label":"Hand","layout":"fan","overlap":40},"spots":[{"name":"hand/0","owner":0},{"name":"hand/1","owner":1}]},
{"name":"board","order":"ordered","look":{"layout":"hex","sides":[0,1,0,-1],"aim":"row"},"spots":[{"name":"board"}]},
{"name":"cell","in":"board","order":"ordered","max":1,"spots":[{"name":"a1","x":0,"y":0},{"name":"b1","x":1,"y":0},{"name":"a2","x":0.5,"y":0.8660254037844386},{"name":"b2","x":1.5,"y":0.8660254037844386}]},
{"name":"track","order":"stacked","spots":[{"name":"start"},{"name":"end"}]}],
"kinds":[{"name":"stone","label":"Stone","description":"is heavy","look":{"label":"Stone","picture":"s.png","shape":"disc","color":"red","bySeat":["X","O"]}},{"name":"plain"}],
"parts":[{"name":"gold","label":"Gold","sort":"number"},{"name":"bits","hidden":true},{"name":"plan","sort":"number"}],
"actions":[{"name":"wait","label":"Wait","description":"Do nothing."},{"name":"stroll"}]}`, "\n", "")
	if got := tableText(t, s); got != want {
		t.Errorf("the table is\n%s\nwant\n%s", got, want)
	}
}

// A table reveals nothing about its contents: it is the same in every state, for everyone.
func TestTableIsTheSameInEveryState(t *testing.T) {
	for _, r := range games.All() {
		first := ""
		for seed := range uint64(2) {
			played(t, r, seed, func(before, after *game.State) {
				for _, s := range []*game.State{before, after, after.View(0), after.View(game.Nobody), after.View(game.Judge)} {
					text := tableText(t, s)
					if first == "" {
						first = text
					}
					if text != first {
						t.Fatalf("%s: the table is %s, but was %s", r.Name, text, first)
					}
				}
			})
		}
		if first == "" {
			t.Errorf("%s was not played", r.Name)
		}
	}
}

// Lines between cells, and that a board grows, are part of the table.
func TestTableOfBoards(t *testing.T) {
	valley := board.Graph("valley", []board.Node{{Name: "mill"}, {Name: "inn", X: 1}, {Name: "castle", Y: 1}}, []board.Link{{From: "mill", To: "inn"}, {From: "castle", To: "mill", OneWay: true}})
	r := &game.Rules{
		Name: "shown", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
		Layout: []game.Layout{board.Plane("plane", 1, board.Hex), valley},
	}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	text := tableText(t, s)
	for _, want := range []string{
		`"look":{"layout":"hex","grows":true}`, `"look":{"layout":"graph"}`,
		`"edges":[{"from":"mill","to":"inn"},{"from":"castle","to":"mill"}]`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the table has no %s: %s", want, text)
		}
	}
	if n := strings.Count(text, `"edges"`); n != 1 {
		t.Errorf("%d declarations have edges", n)
	}
}

// A table has what is printed on things, where pictures are, and which places are edges.
func TestTableOfArt(t *testing.T) {
	type move func()
	cost, name, moves, owner := game.NewTrait[int]("cost"), game.NewTrait[string]("name"), game.NewTrait[move]("moves"), game.NewTrait[[]int]("list")
	suit := game.NewPart[int]("suit").Looks(game.Look{Hidden: true, Words: []string{"clubs", "hearts"}})
	card := &game.Kind{Name: "card", With: []game.With{cost.Is(3), name.Is("Cat"), moves.Is(func() {}), owner.Is([]int{1})}, Look: game.Look{
		Picture: "{kind}-{suit}.svg", Back: "back.svg", Face: &game.Print{Title: name, NoTitle: true, Corner: cost, Text: name, Turned: suit, Badges: []game.Badge{{Of: cost, At: "left", Picture: "coin.svg"}}},
	}}
	r := &game.Rules{
		Name: "shown", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
		Layout: []game.Layout{&game.Place{Name: "hand", Each: true, Look: game.Look{Zone: "hand", Ground: "cloth.svg", Component: "hand.js"}}, road{}},
		Kinds:  []*game.Kind{card}, Parts: []game.Column{suit}, Theme: game.Theme{Felt: "#2d6a4f #14352a", Component: "table.js"},
	}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	text := tableText(t, s)
	for _, want := range []string{
		`"look":{"picture":"{kind}-{suit}.svg","face":{"title":"name","corner":"cost","noTitle":true,"text":"name","turned":"suit","badges":[{"of":"cost","at":"left","picture":"coin.svg"}]},"back":"back.svg"}`,
		`"traits":{"cost":"3","name":"Cat"}`, `{"name":"suit","hidden":true,"words":["clubs","hearts"]}`,
		`"look":{"zone":"hand","ground":"cloth.svg","component":"hand.js"}`, `"theme":{"felt":"#2d6a4f #14352a","component":"table.js"}`,
		`{"name":"road","x":0.5,"y":0,"ends":{"from":"west","to":"east"}}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the table has no %s: %s", want, text)
		}
	}
}

// road is a layout of two towns and the road between them.
type road struct{}

func (road) Lay(p *game.Plan) {
	towns := p.Add(&game.Place{Name: "town"}, game.Root, "west", "east")
	p.Put(towns, 0, 0)
	p.Put(towns+1, 1, 0)
	p.Span(p.Add(&game.Place{Name: "road"}, game.Root), towns, towns+1)
}

// Numbers of seats and the table that are computed, or declared to be theirs, are shown while they are 0; texts are not. Clients know which moves are final.
func TestTableOfDerived(t *testing.T) {
	none := func(*game.State, game.ID) int { return 0 }
	r := &game.Rules{
		Name: "counted", Seats: game.Exactly(2), Parts: []game.Column{game.NewPart[int]("points").OnSeats()},
		Derived: []game.AnyDerived{
			game.NewDerived("men", none).OnSeats(), game.NewDerived("all", none).OnTable(), game.NewDerived("some", none).On(),
			game.NewDerived("hand", func(*game.State, game.ID) string { return "" }).OnSeats(),
		},
		Actions: []*game.Action{{Name: "roll", NoUndo: true, Do: func(*game.Tx) {}}, {Name: "keep", Do: func(*game.Tx) {}}},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	text := tableText(t, s)
	for _, want := range []string{
		`{"name":"men","sort":"number","zero":"0","on":["seats"],"derived":true}`, `{"name":"all","sort":"number","zero":"0","on":["table"],"derived":true}`,
		`{"name":"some","sort":"number","derived":true}`, `{"name":"hand","sort":"text","derived":true}`,
		`{"name":"points","sort":"number","zero":"0","on":["seats"]}`,
		`{"name":"roll","noUndo":true},{"name":"keep"}`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s\nlacks %s", text, want)
		}
	}
}
