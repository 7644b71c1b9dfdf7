// Package skirmish is Skirmish: two companies look for each other in the mist, on a map drawn for each match.
package skirmish

import (
	_ "embed"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

var length = &game.Option[int]{Name: "turns", Label: "Turns", Description: "How many turns each company has.",
	Default: 30, Min: 1, Max: 60}

// Ground is the terrain of a cell.
type Ground uint8

// The terrains. A wood costs two steps, hides units, and protects them. Nobody can enter a rock or see through it.
const Grass, Wood, Rock Ground = 0, 1, 2

// What is printed on the units, and what changes on the table.
var (
	Speed  = game.NewTrait[int]("speed")  // how many steps one action point is worth
	Vision = game.NewTrait[int]("sight")  // how far it sees
	Range  = game.NewTrait[int]("range")  // how far it strikes
	Damage = game.NewTrait[int]("damage") // how much a hit hurts

	Terrain = game.NewPart[Ground]("terrain").Looks(game.Look{Label: "Terrain", Words: []string{"grass", "wood", "rock"}, Signs: ".^#"})
	Watches = game.NewPart[bool]("watches").Looks(game.Look{Label: "On watch"}) // it shoots at what comes into range
	Turns   = game.NewPart[int]("turns").Looks(game.Look{Label: "Turns left"})
)

//go:embed units.json
var definitions []byte

const size, farthest = 12, 4 // farthest is the longest Range

// army is how a company stands, from its own side: the row at the back comes last.
var army = []string{"..lssssl..", "...bcbb..."}

// field is what the functions of a game share.
type field struct {
	*board.Grid
	kinds []*game.Kind
	sight *unit.Sight
	walk  *unit.Walk
	turns int // of both companies
}

// New returns the rules with this many turns for each company.
func New(each int) *game.Rules {
	g, err := newField()
	if err != nil {
		return unit.Faulty("skirmish", err)
	}
	return g.rules(each)
}

func newField() (*field, error) {
	fields := append(unit.Fields(), unit.NewField(Speed).AtLeast(0), unit.NewField(Vision).AtLeast(0),
		unit.NewField(Range).AtLeast(0), unit.NewField(Damage).AtLeast(0))
	kinds, err := (&unit.Catalogue{Fields: fields, Look: look}).Read("units.json", definitions)
	if err != nil {
		return nil, err
	}
	g := &field{Grid: board.Square("field", size, size), kinds: kinds}
	g.Look, g.Cell.Look = boardLook, cellLook
	g.sight = &unit.Sight{
		Board: g.Grid, Units: g.kinds, Ground: []game.Column{Terrain}, Remembers: true, Range: Vision.On,
		Blocks: func(s *game.State, cell game.ID) bool { return Terrain.Of(s, cell) == Rock },
		Enter:  unit.Except(Terrain, Rock),
		Cover:  func(s *game.State, cell game.ID) int { return []int{Wood: 1, Rock: 0}[Terrain.Of(s, cell)] },
	}
	g.walk = &unit.Walk{Board: g.Grid, Units: g.kinds, Zones: true, Sight: g.sight, Ground: g.sight.Ground,
		Cost: unit.CostOf(Terrain, []int{Grass: 1, Wood: 2, Rock: -1})}
	return g, nil
}

// rules returns the rules with this many turns for each company.
func (g *field) rules(each int) *game.Rules {
	g.turns = 2 * each

	// To move, choose a unit and where it goes. Watchers strike at it on its way.
	mover := unit.Mine("unit", g.kinds...)
	to := &game.Pick[game.ID]{Name: "to", Prompt: "Where to?", From: func(t *game.Tx) game.Set[game.ID] {
		return g.walk.Reach(t.State, mover.In(t), Speed.Of(t, mover.In(t)))
	}, Note: func(t *game.Tx, cell game.ID) *game.Line {
		_, steps := g.walk.Path(t.State, mover.In(t), cell)
		return game.NewLine("{0} of {1} steps, 1 action point", steps, Speed.Of(t, mover.In(t)))
	}}
	move := &game.Action{Name: "move", Label: "Move", Reads: "{seat} moves {unit} to {to}", Pick: []game.Choice{mover, to}, Do: func(t *game.Tx) {
		Watches.Set(t, mover.In(t), false)
		g.walk.Go(t, mover.In(t), to.In(t), func(t *game.Tx) bool { return g.pass(t, mover.In(t)) })
	}}

	// To strike, choose a unit and an enemy that it sees in range.
	striker := unit.Mine("unit", g.kinds...)
	target := &game.Pick[game.ID]{Name: "target", Prompt: "Which enemy?", From: func(t *game.Tx) game.Set[game.ID] {
		in := g.sight.Line(t.State, t.Parent(striker.In(t)), Range.Of(t, striker.In(t)))
		return g.sight.Enemies(t.State, t.Seat).Where(func(id game.ID) bool { return in.Has(t.Parent(id)) })
	}, Note: func(t *game.Tx, id game.ID) *game.Line {
		return game.NewLine("hits in {0} of 6, for {1}", 7-g.needs(t.State, id), Damage.Of(t, striker.In(t)))
	}}
	strike := &game.Action{Name: "strike", Label: "Strike", Reads: "{seat} strikes {target} with {unit}", Pick: []game.Choice{striker, target}, Do: func(t *game.Tx) {
		Watches.Set(t, striker.In(t), false)
		unit.Pay(t, striker.In(t), 1)
		g.hit(t, striker.In(t), target.In(t))
	}}

	// A unit on watch has given its order beforehand: nobody is asked in the other company's turn.
	watcher := unit.Mine("unit", g.kinds...)
	watch := &game.Action{Name: "watch", Label: "Keep watch", Reads: "{seat} lets {unit} keep watch", Pick: []game.Choice{watcher}, Do: func(t *game.Tx) {
		unit.Pay(t, watcher.In(t), 1)
		Watches.Set(t, watcher.In(t), true)
	}}
	actions := []*game.Action{unit.Costs(move, mover, unit.Cost(1)), unit.Costs(strike, striker, unit.Cost(1)), unit.Costs(watch, watcher, unit.Cost(1))}
	for _, a := range actions {
		do := a.Do
		a.Do = func(t *game.Tx) { do(t); t.Again() }
	}
	return g.walk.In(g.sight.In(&game.Rules{
		Name: "skirmish", Version: "1", About: about, Art: art, Theme: theme, Seats: game.Exactly(2), Roles: roles, Data: []string{string(definitions)},
		Options: []game.Setting{length.Is(each)}, Make: func(v game.Values) *game.Rules { return New(length.In(v)) },
		Layout: []game.Layout{g.Grid}, Kinds: g.kinds, Parts: append(unit.Parts(), Terrain, Watches, Turns),
		Setup: unit.Stages{Board: g.draw, Agents: g.muster}.Setup,
		Actions: append(actions, &game.Action{Name: "end", Label: "End turn", Reads: "{seat} ends the turn", Pass: true, Do: func(t *game.Tx) {
			unit.Refresh(t, 1-t.Seat, g.kinds...)
			Turns.Add(t, game.Root, -1)
		}}),
		Settle: unit.Bury(g.falls, g.kinds...),
		End: func(t *game.Tx) {
			if Turns.Of(t, game.Root) == 0 {
				t.Score(g.strength(t.State)...)
			}
		},
		Value: g.value,
	}))
}

// draw draws a field that looks the same from both sides, and on which the companies can meet.
func (g *field) draw(t *game.Tx) {
	Turns.Set(t, game.Root, g.turns)
	for {
		for y := 2; y < size/2; y++ {
			for x := range size {
				ground := []Ground{Rock, Wood, Wood, Grass, Grass, Grass, Grass, Grass}[t.Int(8)]
				Terrain.Set(t, g.At(x, y), ground)
				Terrain.Set(t, g.At(size-1-x, size-1-y), ground)
			}
		}
		open := g.Cells(t).Where(func(cell game.ID) bool { return Terrain.Of(t, cell) != Rock })
		if g.Connected(open) {
			return
		}
	}
}

// muster puts the companies on their sides.
func (g *field) muster(t *game.Tx) {
	var spawner unit.Spawner
	signs := map[byte]string{'c': "captain", 'l': "lookout", 's': "sword", 'b': "bow"}
	for y, row := range army {
		for x := range len(row) {
			if kind := signs[row[x]]; kind != "" {
				k := unit.Named(g.kinds, kind)
				spawner.Spawn(t, unit.Spawn(k).For(0).In(g.At(x+1, 1-y)))
				spawner.Spawn(t, unit.Spawn(k).For(1).In(g.At(size-2-x, size-2+y)))
			}
		}
	}
}

// reaches reports whether a unit can strike another one.
func (g *field) reaches(s *game.State, id, other game.ID) bool {
	return g.sight.Line(s, s.Parent(id), Range.Of(s, id)).Has(s.Parent(other))
}

// needs is what a die must show to hit a unit.
func (g *field) needs(s *game.State, id game.ID) int {
	if Terrain.Of(s, s.Parent(id)) == Wood {
		return 5
	}
	return 3
}

// hit rolls for a strike, and tells everyone who was hit.
func (g *field) hit(t *game.Tx, id, other game.ID) {
	if n := t.Roll(6); n < g.needs(t.State, other) {
		t.Announce("a {0} rolls {1} and misses", t.Kind(id).Look.Label, n)
		return
	}
	t.Announce("a {0} hits a {1}", t.Kind(id).Look.Label, t.Kind(other).Look.Label)
	unit.Hurt(t, other, Damage.Of(t, id))
}

// pass lets the enemies on watch strike at a unit that comes by; it reports whether the unit can continue.
func (g *field) pass(t *game.Tx, id game.ID) bool {
	for other := range unit.On(t.State, g.sight.Line(t, t.Parent(id), farthest).And(t.Held(1-t.Owner(id)))).All() {
		if Watches.Of(t, other) && g.reaches(t.State, other, id) && g.sight.Sees(t.State, t.Owner(other), id) {
			Watches.Set(t, other, false)
			g.hit(t, other, id)
		}
	}
	return !unit.Dead(t, id)
}

// falls tells who has fallen. Without its captain, a company has lost.
func (g *field) falls(t *game.Tx, id game.ID) {
	t.Announce("a {0} of {1} falls", t.Kind(id).Look.Label, t.Owner(id))
	if t.Kind(id).Name == "captain" && !t.Over() {
		t.Win(1 - t.Owner(id))
	}
}

// strength is the health of each company.
func (g *field) strength(s *game.State) []int {
	sum := []int{0, 0}
	for id := range s.All(g.kinds...) {
		sum[s.Owner(id)] += unit.Health.Of(s, id)
	}
	return sum
}
