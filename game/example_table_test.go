package game_test

import (
	"fmt"

	"github.com/plygame/ply/game"
)

// The examples in this file are about the table, one for each noun that has no example elsewhere.

// wait is an action for examples in which nobody does anything.
func wait() []*game.Action { return []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}} }

// An ID is one element of one game. Outside of the game it is identified by its name.
func ExampleID() {
	s := nim()
	last := s.Last(s.Find("heap"))
	fmt.Println(s.Name(last), s.Name(s.Parent(last)), s.Name(game.Root))
	fmt.Println(s.Find("#7") == last, s.Find("#8"), s.Alive(0))
	// Output:
	// #7 heap table
	// true 0 false
}

// Seats is the allowed numbers of players; Start refuses any other.
func ExampleSeats() {
	r := nimRules()
	r.Seats = game.Between(2, 4)
	_, err := r.Start(5, game.SeedOf(1))
	fmt.Println(err)
	fmt.Println(game.Exactly(3) == game.Between(3, 3))
	// Output:
	// nim is for 2 to 4 seats, not 5
	// true
}

// A Seed determines everything random in a game.
func ExampleSeed() {
	rules := &game.Rules{Name: "dice", Seats: game.Exactly(1), Actions: []*game.Action{{Name: "roll", Do: func(t *game.Tx) {
		t.Say("{0} {1}", t.Roll(6), t.Roll(6))
	}}}}
	for _, seed := range []game.Seed{game.SeedOf(1), game.SeedOf(1), game.SeedOf(2)} {
		s, _ := rules.Start(1, seed)
		fmt.Println(after(s, "roll").Said())
	}
	// Output:
	// [4 4]
	// [4 4]
	// [2 6]
}

// About is what a catalogue shows about a game.
func ExampleAbout() {
	r := nimRules()
	r.About = game.About{Title: "Nim", Description: "Take the last stick.", Minutes: 5, Complexity: 1, Categories: []string{"heap"}}
	fmt.Printf("%s: %s %d minutes\n", r.About.Title, r.About.Description, r.About.Minutes)
	fmt.Println("the rules are the same:", r.Digest() == nimRules().Digest())
	// Output:
	// Nim: Take the last stick. 5 minutes
	// the rules are the same: true
}

// A Look is how an element is drawn. It changes no rule.
func ExampleLook() {
	r := nimRules()
	r.Kinds[0].Look = game.Look{Label: "stick", Shape: "card", Color: "brown", BySeat: []string{"X", "O"}}
	s := begun(r)
	fmt.Println(s.Kind(s.Find("#1")).Look.Color, s.Hash() == nim().Hash())
	// Output: brown true
}

// A Layout is a Place, or adds several: here three fields in a row.
func ExampleLayout() {
	field := &game.Place{Name: "field"}
	row := layout(func(p *game.Plan) { p.Add(field, game.Root, "left", "middle", "right") })
	s := begun(&game.Rules{Name: "row", Seats: game.Exactly(1), Actions: wait(), Layout: []game.Layout{row, &game.Place{Name: "bag"}}})
	fmt.Println(s.Find("middle")-s.Find("left"), s.Find("right")-s.Find("left"), s.Find("bag") != 0)
	// Output: 1 2 true
}

// A Plan collects the places of a kit; the IDs of one Add are consecutive.
func ExamplePlan() {
	house, room := &game.Place{Name: "house"}, &game.Place{Name: "room"}
	var first game.ID
	plan := layout(func(p *game.Plan) { first = p.Add(room, p.Add(house, game.Root), "hall", "attic") })
	s := begun(&game.Rules{Name: "house", Seats: game.Exactly(1), Actions: wait(), Layout: []game.Layout{plan}})
	for id := first; id < first+2; id++ {
		fmt.Println(s.Name(id), "in", s.Name(s.Parent(id)))
	}
	// Output:
	// hall in house
	// attic in house
}

// An Order declares whether positions in a place matter.
func ExampleOrder() {
	for _, o := range []game.Order{game.Ordered, game.Unordered} {
		place := &game.Place{Name: "place", Order: o}
		ant, bee := &game.Kind{Name: "ant"}, &game.Kind{Name: "bee"}
		s := begun(&game.Rules{
			Name: "insects", Seats: game.Exactly(1), Layout: []game.Layout{place}, Kinds: []*game.Kind{ant, bee}, Position: game.Position{Places: []game.Layout{place}},
			Setup:   func(t *game.Tx) { t.Create(ant, place); t.Create(bee, place) },
			Actions: []*game.Action{{Name: "turn", Do: func(t *game.Tx) { t.Move(t.First(place), place) }}},
		})
		next := after(s, "turn")
		fmt.Println(in(s, place.ID()), "-", in(next, place.ID()), "the same position:", next.Repeats() == 1)
	}
	// Output:
	// #1 #2 - #2 #1 the same position: false
	// #1 #2 - #2 #1 the same position: true
}

// A With is a value for a Kind, or for one Create.
func ExampleWith() {
	x := newBox()
	strong := []game.With{points.Is(9), label.Is("strong")}
	x.Setup = func(t *game.Tx) {
		t.Create(x.stone, x.row)
		t.Create(x.stone, x.row, strong...)
	}
	s := begun(x.Rules)
	fmt.Println(points.Of(s, s.Find("#1")), points.Of(s, s.Find("#2")), label.Of(s, s.Find("#2")))
	// Output: 0 9 strong
}

// A Column is what Rules.Parts lists: Parts of any type, Secrets and Privates.
func ExampleColumn() {
	hp, die := game.NewPart[int]("hp"), game.NewPart[int8]("die")
	roll := func(t *game.Tx, _ game.ID) int8 { return int8(t.Roll(6)) }
	parts := []game.Column{hp, die.Seen(game.ByNone).Rolled(roll)}
	fmt.Println((&game.Rules{Name: "columns", Seats: game.Exactly(2), Parts: parts, Actions: wait()}).Check())
	fmt.Println((&game.Rules{Name: "columns", Seats: game.Exactly(2), Parts: append(parts, hp), Actions: wait()}).Check())
	// Output:
	// <nil>
	// the rules cannot be played:
	//   two parts have the name "hp"
}

// A Sight declares who sees the contents of a place.
func ExampleSight() {
	x := newAlphabet()
	x.pile.Seen = game.ByNone.And(1).Else(game.Counted)
	s := x.open(2, &game.Action{Name: "lay", Do: func(t *game.Tx) { t.Move(t.Last(x.deck), x.pile) }})
	s = after(s, "lay", "lay")
	fmt.Println(onTable(s.View(0), "pile"), "/", onTable(s.View(1), "pile"))
	// Output: pile: pile:1 pile:2 / pile: #1=A #2=B
}

// A Level is how much of an element a seat sees.
func ExampleLevel() {
	x := newAlphabet()
	s := after(x.open(2, x.draw()), "draw")
	card := s.Last(x.hand.Of(0))
	fmt.Println(s.Sees(0, card), s.Sees(1, card), s.Sees(1, card) < game.Face)
	// Output: face back true
}

// A Secret is a Part with values that not everyone sees.
func ExampleSecret() {
	bid := game.NewPart[int]("bid")
	n := &game.Pick[int]{Name: "n", Range: func(*game.Tx) (int, int) { return 1, 9 }}
	s := begun(&game.Rules{
		Name: "bids", Seats: game.Exactly(2), Parts: []game.Column{bid.Seen(game.ByOwner).Chosen(n)},
		Actions: []*game.Action{{Name: "bid", Secret: true, Pick: []game.Choice{n}, Do: func(t *game.Tx) { bid.Set(t, t.Seat, n.In(t)) }}},
	})
	s = after(s, "bid 7")
	mine := game.Seat(0).ID()
	fmt.Println(bid.Of(s.View(0), mine), bid.Of(s.View(1), mine), bid.Of(s.View(game.Nobody), mine))
	// Output: 7 0 0
}

// A Private has a value for each seat, which nobody else sees.
func ExamplePrivate() {
	suspect := game.NewPrivate[bool]("suspect")
	s := begun(&game.Rules{
		Name: "notes", Seats: game.Exactly(2), Parts: []game.Column{suspect},
		Guess:   func(*game.Tx, game.Seat) {}, // others may assume that nothing is noted
		Actions: []*game.Action{{Name: "note", Do: func(t *game.Tx) { suspect.Set(t, t.Seat, game.Seat(1).ID(), true) }}},
	})
	s = after(s, "note")
	for _, seat := range []game.Seat{0, 1, game.Judge} {
		fmt.Println(seat, suspect.Of(s.View(seat), 0, game.Seat(1)))
	}
	// Output:
	// seat 0 true
	// seat 1 false
	// the judge true
}

// Position defines when two positions are equal; the moves that led there do not count.
func ExamplePosition() {
	x := newBox()
	x.Position = game.Position{Places: []game.Layout{x.row}, Parts: []game.Column{points}, Mover: true}
	x.Setup = func(t *game.Tx) { t.CreateMany(2, x.stone, x.row) }
	x.do = func(t *game.Tx) { t.Move(t.First(x.row), x.row) }
	s := begun(x.Rules)
	s = after(s, "do")
	fmt.Println(s.Repeats())
	// Output: 1
}
