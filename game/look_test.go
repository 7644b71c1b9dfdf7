package game_test

import (
	"errors"
	"fmt"
	"testing"
	"testing/fstest"

	"github.com/plygame/ply/game"
)

// island is a layout of three corners, the edge between the first two, and a field.
type island struct{ field, corners, roads *game.Place }

func (x island) Lay(p *game.Plan) {
	board := p.Add(&game.Place{Name: "island", Look: game.Look{Layout: "map", Ground: "sea.svg"}}, game.Root)
	field := p.Add(x.field, board, "wood")
	p.Put(field, 1, 1)
	first := p.Add(x.corners, board, "north", "east", "south")
	p.Put(first, 1, 2)
	p.Put(first+1, 2, 0)
	p.Put(first+2, 0, 0)
	p.Span(p.Add(x.roads, board, "coast"), first, first+1)
}

// dressed are rules with all hints for drawing, or with none.
func dressed(plain bool) *game.Rules {
	cost, tapped := game.NewTrait[int]("cost"), game.NewPart[bool]("tapped")
	x := island{&game.Place{Name: "field"}, &game.Place{Name: "corner"}, &game.Place{Name: "road"}}
	hand := &game.Place{Name: "hand", Each: true}
	card := &game.Kind{Name: "card", With: []game.With{cost.Is(3)}}
	r := &game.Rules{
		Name: "dressed", Seats: game.Exactly(2), Layout: []game.Layout{x, hand}, Kinds: []*game.Kind{card}, Parts: []game.Column{tapped},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	}
	if plain {
		return r
	}
	r.Art = fstest.MapFS{"card.svg": {Data: []byte("<svg/>")}}
	r.Theme = game.Theme{Felt: "#2d6a4f #14352a", Accent: "gold", Cell: "wheat", Back: "back.svg", Ground: "felt.svg", Component: "table.js"}
	r.Roles = []game.Role{{Name: "White", Color: "#fff"}, {Name: "Black", Color: "black"}}
	tapped.Looks(game.Look{Words: []string{"ready", "tapped"}, Signs: ".t"})
	hand.Look = game.Look{Zone: "hand", Back: "back.svg", Component: "hand.js"}
	x.corners.Look = game.Look{Shape: "corner"}
	card.Look = game.Look{Picture: "{kind}.svg", Face: &game.Print{
		Title: cost, NoTitle: true, Corner: cost, Text: cost, Turned: tapped, Badges: []game.Badge{{Of: cost, At: "left", Picture: "coin.svg"}},
	}}
	return r
}

// How a game looks is not part of its rules: the digest and the state of a game are the same without it.
func TestLooksAreNotRules(t *testing.T) {
	plain, art := dressed(true), dressed(false)
	if a, b := plain.Digest(), art.Digest(); a != b || a == "" {
		t.Errorf("the digest is %q, with pictures %q", a, b)
	}
	a, err := plain.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	b, err := art.Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if a.Hash() != b.Hash() {
		t.Error("pictures change the hash of a state")
	}
}

// A track and a reader of scenario files are not part of the rules either.
func TestTrackAndScenarioAreNotRules(t *testing.T) {
	with := func(track int, reader bool) *game.Rules {
		x := newBox()
		points := game.NewPart[int]("progress").Looks(game.Look{Track: track})
		if x.Parts = append(x.Parts, points); points.Look().Track != track {
			t.Errorf("the track ends at %d, want %d", points.Look().Track, track)
		}
		if reader {
			x.Scenario = func(string, []byte) (*game.Rules, error) { return newBox().Rules, nil }
		}
		return x.Rules
	}
	if a, b := with(0, false).Digest(), with(121, true).Digest(); a != b || a == "" {
		t.Errorf("the digest is %q, with a track and a reader %q", a, b)
	}
}

// A place can be the edge between two others; it is half way between them.
func TestSpan(t *testing.T) {
	s, err := dressed(false).Start(2, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	edges := 0
	for id := range s.Places() {
		a, b, ok := s.Ends(id)
		if !ok {
			continue
		}
		edges++
		if x, y, put := s.Spot(id); s.Name(id) != "coast" || s.Name(a) != "north" || s.Name(b) != "east" || x != 1.5 || y != 1 || !put {
			t.Errorf("%s goes from %s to %s and is at %v, %v", s.Name(id), s.Name(a), s.Name(b), x, y)
		}
	}
	if edges != 1 {
		t.Errorf("%d places are edges", edges)
	}
}

// A colour is for light and dark pages, or there is one for each.
func ExampleTheme() {
	rules := &game.Rules{Name: "duel", Theme: game.Theme{Felt: "#2d6a4f #14352a", Accent: "gold"}}
	fmt.Println(rules.Theme.Felt)
	// Output: #2d6a4f #14352a
}

// A Badge shows a value at the edge of a card.
func ExampleBadge() {
	attack := game.NewPart[int]("attack")
	badge := game.Badge{Of: attack, At: "left", Picture: "sword.svg"}
	fmt.Println(badge.Of.Info().Name, badge.At)
	// Output: attack left
}

// A Trait describes itself, so that a Print can name it.
func ExamplePrint() {
	cost, attack := game.NewTrait[int]("cost"), game.NewPart[int]("attack")
	face := game.Print{Corner: cost, Badges: []game.Badge{{Of: attack, At: "left"}}}
	fmt.Println(face.Corner.Info().Name, face.Badges[0].Of.Info().Name)
	// Output: cost attack
}

// Further checks of kits are reported with the faults of the rules, one by one.
func TestChecksOfKits(t *testing.T) {
	err := errors.Join(errors.New("units.json:1:2: there is no field"), errors.New("units.json:3:4: health: -1 is less than 0"))
	r := newBox().Rules
	r.Checks = append(r.Checks, func(*game.Rules) error { return err }, func(*game.Rules) error { return nil })
	var all interface{ Unwrap() []error }
	if !errors.As(r.Check(), &all) || len(all.Unwrap()) != 2 || all.Unwrap()[1].Error() != "units.json:3:4: health: -1 is less than 0" {
		t.Errorf("%v", r.Check())
	}
}
