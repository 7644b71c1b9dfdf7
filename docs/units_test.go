package docs_test

import (
	"fmt"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

var (
	pace   = game.NewTrait[int]("pace")   // of a unit: steps for one action point
	spirit = game.NewPart[int]("spirit")  // of a unit: it changes
	marsh  = game.NewPart[bool]("marsh")  // of a cell
	hidden = game.NewTrait[bool]("hides") // of a unit: nobody sees it from afar
)

// fenFile defines units.
const fenFile = `{
	"guard": {"label": "Guard", "health": 3, "points": 2, "pace": 2},
	"runner": {"label": "Runner", "health": 1, "points": 2, "pace": 4, "spirit": 5}
}`

// fen is a game in fog: two sides on a path through a marsh.
func fen() (*game.Rules, *board.Grid, *unit.Walk, *unit.Sight) {
	b := board.Square("fen", 9, 3)
	fields := append(unit.Fields(), unit.NewField(pace), unit.NewField(spirit))
	kinds := (&unit.Catalogue{Fields: fields}).MustRead("fen.json", []byte(fenFile))

	sight := &unit.Sight{Board: b, Units: kinds, Range: func(*game.Kind) int { return 3 }, Remembers: true}
	walk := &unit.Walk{Board: b, Units: kinds, Zones: true, Sight: sight, Ground: []game.Column{marsh},
		Cost: func(s *game.State, _ *game.Kind, cell game.ID) int {
			if marsh.Of(s, cell) {
				return 2
			}
			return 1
		}}

	who := unit.Mine("unit", kinds...)
	to := &game.Pick[game.ID]{Name: "to", From: func(t *game.Tx) game.Set[game.ID] {
		return walk.Reach(t.State, who.In(t), pace.Of(t, who.In(t)))
	}}
	move := &game.Action{Name: "move", Pick: []game.Choice{who, to}, Do: func(t *game.Tx) {
		walk.Go(t, who.In(t), to.In(t), nil)
		t.Again()
	}}
	end := &game.Action{Name: "end", Pass: true, Do: func(t *game.Tx) { unit.Refresh(t, 1-t.Seat, kinds...) }}

	var spawner unit.Spawner
	stages := unit.Stages{
		Board: func(t *game.Tx) { marsh.Set(t, b.Find("c2"), true) },
		Agents: func(t *game.Tx) {
			spawner.Spawn(t, unit.Spawn(kinds[0]).For(0).In(b.Find("a2")))
			spawner.Spawn(t, unit.Spawn(kinds[1]).For(1).In(b.Find("i2")).With(unit.Points.Is(1)))
		},
	}
	r := &game.Rules{
		Name: "fen", Version: "1", Seats: game.Exactly(2), Layout: []game.Layout{b}, Kinds: kinds,
		Parts: append(unit.Parts(), marsh, spirit), Data: []string{fenFile}, Setup: stages.Setup,
		Actions: []*game.Action{unit.Costs(move, who, unit.Cost(1)), end},
	}
	return walk.In(sight.In(r)), b, walk, sight
}

func Example_unitsFen() {
	r, b, walk, sight := fen()
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	guard := s.Find("#1")
	fmt.Println("in reach:", walk.Reach(s, guard, 2).Len(), "cells; c2 is a marsh:", walk.Reach(s, guard, 2).Has(b.Find("c2")))
	s = played(s, "move #1 b2", "move #1 c1")
	_, err = s.PlayText(0, "move #1 d1")
	fmt.Println(err)
	s = played(s, "end", "move #2 f2")
	fmt.Println("player 1 sees", sight.Enemies(s, 0).Len(), "and remembers", sight.Last(s, 0, b.Find("f2")).Kind)
	s = played(s, "end", "move #1 b1")
	fmt.Println("player 1 sees", sight.Enemies(s, 0).Len(), "and remembers", sight.Last(s, 0, b.Find("f2")).Kind)
	// Output:
	// in reach: 7 cells; c2 is a marsh: false
	// move, unit: no action points are left
	// player 1 sees 1 and remembers 2
	// player 1 sees 0 and remembers 2
}

// played plays moves of whoever is to act.
func played(s *game.State, moves ...string) *game.State {
	for _, m := range moves {
		next, err := s.PlayText(s.Turn(), m)
		if err != nil {
			panic(err)
		}
		s = next
	}
	return s
}

// bridge is a scenario.
const bridge = `{
	"title": "The bridge",
	"map": ["~~~~~", "..=.x", "~~~~~"],
	"legend": {"~": "river", ".": "road", "=": "bridge", "x": "gate"},
	"orders": [{"kind": "guard", "at": "a2", "seat": 0}, {"kind": "runner", "count": 2, "at": "e2", "round": 3}],
	"win": ["gate taken"]
}`

func Example_unitsScenario() {
	fields := append(unit.Fields(), unit.NewField(pace), unit.NewField(spirit))
	catalogue := &unit.Catalogue{Fields: fields}
	format := &unit.Format{
		Catalogue: catalogue, Kinds: catalogue.MustRead("fen.json", []byte(fenFile)),
		Terrain: []string{"road", "river", "bridge", "gate"}, Goals: []string{"gate"},
		Blocks: func(terrain string) bool { return terrain == "river" },
		Tests:  unit.Conditions{"gate taken": {Holds: func(t *game.Tx) bool { return t.Count(t.Find("e2")) > 0 }}},
		Seats:  2,
	}
	s, err := format.Read("bridge.json", []byte(bridge))
	fmt.Println(s.Title, s.Width, s.Height, s.Terrain(2, 1), len(s.Due(0)), len(s.Due(3)), err)
	_, err = format.Read("bridge.json", []byte(strings.Replace(bridge, "..=.x", "..~.x", 1)))
	fmt.Println(err)
	// Output:
	// The bridge 5 3 bridge 1 1 <nil>
	// bridge.json:5:37: no way leads from a2 to the gate
}

func Example_unitsFaults() {
	c := &unit.Catalogue{Fields: append(unit.Fields(), unit.NewField(hidden))}
	_, err := c.Read("fen.json", []byte("{\n  \"guard\": {\"healht\": 3, \"hides\": 1}\n}"))
	fmt.Println(err)
	// Output:
	// fen.json:2:13: guard: there is no field "healht"; the fields are fits, health, hides, points, prop, slots
	// fen.json:2:35: guard: hides: 1 is not true or false
}

func Example_unitsInitiative() {
	yard := &game.Place{Name: "yard"}
	ready := game.NewPart[bool]("ready")
	fox := &game.Kind{Name: "fox", With: []game.With{pace.Is(5)}}
	boar := &game.Kind{Name: "boar", With: []game.With{pace.Is(3)}}
	wolf := &game.Kind{Name: "wolf", With: []game.With{pace.Is(4)}} // it belongs to nobody

	// next returns the quickest unit that is ready; the first one if several are as quick.
	next := func(s *game.State) (id game.ID) {
		for other := range s.All() {
			if ready.Of(s, other) && (id == 0 || pace.Of(s, other) > pace.Of(s, id)) {
				id = other
			}
		}
		return id
	}
	var order []string
	act := func(t *game.Tx) {
		order = append(order, t.Kind(next(t.State)).Name)
		ready.Set(t, next(t.State), false)
	}
	owned := func(t *game.Tx) bool { return t.Owner(next(t.State)) >= 0 }
	goes := &game.Action{Name: "go", Do: act}
	round := &game.Loop{While: func(t *game.Tx) bool { return next(t.State) != 0 }, Do: game.Steps{
		&game.Act{Name: "unit", If: owned, Actions: []*game.Action{goes}, Min: 1, Max: 1,
			Who: func(t *game.Tx) game.Seat { return t.Owner(next(t.State)) }},
		game.Run(func(t *game.Tx) {
			if id := next(t.State); id != 0 && t.Owner(id) < 0 {
				act(t)
			}
		}),
	}}
	r := &game.Rules{
		Name: "yard", Seats: game.Exactly(2), Layout: []game.Layout{yard}, Kinds: []*game.Kind{fox, boar, wolf},
		Parts: append(unit.Parts(), ready),
		Setup: func(t *game.Tx) {
			var spawner unit.Spawner
			for i, k := range []*game.Kind{boar, fox, wolf} {
				spawner.Spawn(t, unit.Spawn(k).For([]game.Seat{0, 1, game.Nobody}[i]).In(yard.ID()).With(ready.Is(true)))
			}
		},
		Flow: game.Steps{round, game.Run((*game.Tx).Tie)},
	}
	s, err := r.Start(2, game.SeedOf(1))
	if err != nil {
		fmt.Println(err)
		return
	}
	for !s.Over() {
		s, _ = s.PlayText(s.ToAct().First(), "go")
	}
	fmt.Println(order)
	// Output:
	// [fox wolf boar]
}
