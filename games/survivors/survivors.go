// Package survivors is Survivors: a small town at night, one to four survivors, and the dead.
package survivors

import (
	"cmp"
	"embed"
	"slices"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// Ground is what a tile is.
type Ground uint8

// The grounds. In the dark, units are seen from the next tile only. Anyone can open a door that is shut, the dead too;
// one that is locked must be broken.
const Wall, Street, Room, Dark, Start, Exit, Doorway, Shut, Locked Ground = 0, 1, 2, 3, 4, 5, 6, 7, 8

var grounds = []string{"wall", "street", "room", "dark", "start", "exit", "doorway", "door", "locked"}

// Tool is what an item is good for. A weapon rolls its dice; each that shows Hits or more hits, up to Range tiles far.
type Tool struct {
	Dice, Hits, Range, Damage, Noise int
	Pries, Lights, Heals             bool
}

// Foe is what is printed on the dead: how many steps they take, and the experience they give.
type Foe struct{ Speed, Worth int }

// What is printed on units and items, and what changes on the table.
var (
	Uses   = game.NewTrait[Tool]("tool")
	Dead   = game.NewTrait[Foe]("dead")
	Skill  = game.NewTrait[string]("skill")   // of a survivor with enough experience
	Pack   = game.NewTrait[[]string]("pack")  // what a survivor begins with
	Copies = game.NewTrait[int]("copies")     // of an item: how many can be found
	Rises  = game.NewTrait[[]string]("rises") // of a hatch: what comes out of it, the worst last

	Tile       = game.NewPart[Ground]("tile").Looks(tileLook)
	Searched   = game.NewPart[bool]("searched").Looks(game.Look{Label: "Searched"})
	Noise      = game.NewPart[int]("noise").Looks(game.Look{Label: "Noise"}) // that a survivor has made in this round
	Experience = game.NewPart[int]("experience").Looks(game.Look{Label: "Experience"})
	Round      = game.NewPart[int]("round").Looks(game.Look{Label: "Round"})

	//go:embed units.json
	definitions []byte
	//go:embed missions
	missions embed.FS

	mission = &game.Option[string]{Name: "mission", Label: "Mission", Default: "petrol",
		Choices: []string{"petrol", "night", "hatches"}}
	catalogue = &unit.Catalogue{Fields: append(unit.Fields("hand"), unit.NewField(Uses), unit.NewField(Dead),
		unit.NewField(Skill).OneOf("calm", "quick", "steady", "quiet"), unit.NewField(Copies).AtLeast(0),
		unit.NewField(Pack).OfKinds(), unit.NewField(Rises).OfKinds())}
)

// town is what the functions of a game share.
type town struct {
	*board.Grid
	plan                *unit.Scenario
	kinds, people, dead []*game.Kind
	hatch, supplies     *game.Kind
	store, found        *game.Place
	walls               *game.Derived[game.Set[game.ID]] // what blocks the view and the way
	chase, doors        unit.Chase                       // where the dead can go; where survivors can, once doors are open
	spawner             unit.Spawner
}

// New returns the rules of a mission.
func New(name string) *game.Rules {
	return unit.BuiltIn("survivors", mission, missions, "missions/%s.json", name, Read)
}

// Read returns the rules of a mission in a file.
func Read(file string, text []byte) (*game.Rules, error) {
	kinds, err := catalogue.Read("units.json", definitions)
	if err != nil {
		return nil, err
	}
	g := &town{kinds: kinds, people: unit.Having(kinds, Skill), dead: unit.Having(kinds, Dead),
		hatch: unit.Named(kinds, "hatch"), supplies: unit.Named(kinds, "supplies"),
		store: &game.Place{Name: "store", Order: game.Unordered}, found: &game.Place{Name: "found"}}
	format := &unit.Format{Catalogue: catalogue, Kinds: slices.Concat(g.dead, []*game.Kind{g.hatch, g.supplies}),
		Terrain: grounds, Blocks: func(name string) bool { return name == "wall" }, Straight: true, Start: "start",
		Goals: []string{"exit"}, Required: []string{"win"}, Rounds: 30, Tests: g.tests()}
	if g.plan, err = format.Read(file, text); err != nil {
		return nil, err
	}
	g.Grid = g.plan.Grid("town")
	g.chase = unit.Chase{Board: g.Grid, Ground: []game.Column{Tile}, Enter: unit.Except(Tile, Wall, Locked)}
	g.walls = unit.Marked("walls", g.Grid, Tile, Wall, Shut, Locked)
	return g.chase.In(g.look(&game.Rules{
		Name: "survivors", Version: "1", Seats: game.Between(1, len(g.people)),
		Data: []string{string(definitions), g.plan.Text}, Layout: []game.Layout{g.Grid, g.store, g.found}, Kinds: g.kinds,
		Parts: append(unit.Parts(), Tile, Searched, Noise, Experience, Round), Derived: []game.AnyDerived{g.walls},
		Setup:   g.plan.Stages(&g.spawner, g.Grid, unit.Stages{Board: g.build, Agents: g.muster}).Setup,
		Actions: g.actions(), Flow: unit.Turns(g.ask, &game.Phase{Name: "dead", Label: "The dead", Begin: g.night}),
		Settle: unit.Bury(nil, slices.Concat(g.people, g.dead)...), End: g.end,
		Value: g.value, Levels: [4]int{20, 40, 100, 300},
	})), nil
}

// tests are what missions can be about.
func (g *town) tests() unit.Conditions {
	c := unit.NewConditions(Round, 30)
	c.Add("everything is found", func(t *game.Tx) bool { return t.Count(g.found) == g.plan.Count(g.supplies) }, "supplies")
	c.Add("every hatch is sealed", func(t *game.Tx) bool { return unit.All(t, g.hatch).Empty() }, "hatch")
	c.Add("all are at the exit", func(t *game.Tx) bool {
		return unit.Led(t).Where(func(id game.ID) bool { return Tile.Of(t, t.Parent(id)) != Exit }).Empty()
	}, "exit")
	return c
}

// build lays out the town, and what can be found in it.
func (g *town) build(t *game.Tx) {
	Round.Set(t, game.Root, 1)
	unit.Paint(t, g.plan, g.Grid, Tile)
	unit.Stock(t, g.kinds, Copies, g.store)
}

// muster puts a survivor for each seat on the start, each with a pack.
func (g *town) muster(t *game.Tx) {
	start := Tile.Where(t, g.Cells(t), Start).First()
	for seat := range game.Seat(t.Seats()) {
		id := g.spawner.Lead(t, unit.Spawn(g.people[seat]).For(seat).In(start))
		unit.Outfit(t, id, g.kinds, Pack.On(g.people[seat]), g.store)
	}
}

// skill is 1 if a survivor has this skill, which takes five points of experience.
func skill(s *game.State, id game.ID, name string) int {
	if Skill.Of(s, id) != name {
		return 0
	}
	return min(1, Experience.Of(s, id)/5)
}

// noise is heard, unless the survivor is quiet.
func noise(t *game.Tx, n int) { Noise.Add(t, unit.Me(t), n*(1-skill(t.State, unit.Me(t), "quiet"))) }

// foes are the dead on a tile.
func (g *town) foes(r game.Reader, tile game.ID) game.Set[game.ID] {
	return unit.Living(r, tile, g.dead...)
}

func (g *town) safe(t *game.Tx) bool {
	return g.foes(t, unit.Here(t)).Empty() || t.Refuse("the dead are here")
}

// sees reports whether what is on a tile can be seen from another one.
func (g *town) sees(s *game.State, from, to game.ID, lamp bool) bool {
	return from == to || (lamp || Tile.Of(s, to) != Dark || g.Distance(from, to) <= 1) &&
		g.Sees(from, to, g.walls.Of(s, game.Root))
}

// What items are good for.
func armed(k *game.Kind) bool  { return Uses.On(k).Dice > 0 }
func heals(k *game.Kind) bool  { return Uses.On(k).Heals }
func lights(k *game.Kind) bool { return Uses.On(k).Lights }
func pries(k *game.Kind) bool  { return Uses.On(k).Pries }

// actions are what survivors can do, for action points.
func (g *town) actions() (all unit.Actions) {
	add, one := all.Add, unit.Cost(1)

	// To leave a tile where the dead are costs one more.
	to := unit.Pick("to", "Where to?", unit.NextTo(g.Grid, g.walls))
	leaving := func(s *game.State, id game.ID) int { return 1 + min(1, g.foes(s, s.Parent(id)).Len()) }
	to.Note = unit.CostNote(leaving)
	add(leaving, "move", "goes to {to}", nil, func(t *game.Tx) { t.Move(unit.Me(t), to.In(t)) }, to)

	// Doors can be opened. To break a locked one takes two points, one with the right tool, and is heard.
	shut := unit.Pick("door", "Which door?", unit.Beside(g.Grid, Tile, Shut))
	add(one, "open", "opens {door}", nil, func(t *game.Tx) { Tile.Set(t, shut.In(t), Doorway) }, shut)
	locked := unit.Pick("door", "Which door?", unit.Beside(g.Grid, Tile, Locked))
	breaking := func(s *game.State, id game.ID) int { return 2 - min(1, int(unit.Carries(s, id, true, pries))) }
	add(breaking, "break", "breaks {door}", nil, func(t *game.Tx) {
		Tile.Set(t, locked.In(t), Doorway)
		noise(t, 2)
	}, locked)

	// Each tile of a room can be searched once.
	add(one, "search", "searches", func(t *game.Tx) bool {
		ground := Tile.Of(t, unit.Here(t))
		return (ground == Room || ground == Dark || t.Refuse("there is nothing to find here")) &&
			(!Searched.Of(t, unit.Here(t)) || t.Refuse("this tile has been searched")) &&
			(t.Count(g.store) > 0 || t.Refuse("everything has been found")) && g.safe(t)
	}, g.search)

	// An item that is made ready replaces the first one in its slot if all are full.
	item := unit.Pick("item", "Which item?", unit.MyItems(false, unit.Holdable))
	add(one, "ready", "readies {item}", nil, func(t *game.Tx) { unit.Ready(t, item.In(t)) }, item)

	weapon := unit.Pick("weapon", "With what?", unit.MyItems(true, armed))
	target := unit.Pick("target", "Attack whom?", func(t *game.Tx) game.Set[game.ID] { return g.targets(t, weapon.In(t)) })
	target.Note = func(t *game.Tx, _ game.ID) *game.Line {
		hits := 7 - Uses.Of(t, weapon.In(t)).Hits
		return game.NewLine("{0} {0|die|dice}, each hits in {1} of 6", dice(t, weapon.In(t)), hits)
	}
	attack := func(t *game.Tx) { g.strike(t, weapon.In(t), target.In(t)) }
	add(one, "attack", "attacks {target} with {weapon}", nil, attack, weapon, target)

	whom := unit.Pick("whom", "Who gets the bandage?", unit.OnHere(unit.Wounded, g.people...))
	ready := func(t *game.Tx) bool { return unit.Have(t, false, heals) || t.Refuse("there is no bandage") }
	add(one, "bandage", "bandages {whom}", ready, func(t *game.Tx) {
		t.Remove(unit.Carries(t, unit.Me(t), false, heals))
		unit.Heal(t, whom.In(t), 2)
	}, whom)

	what := unit.Pick("what", "What do you take?", unit.OnHere(nil, g.supplies))
	add(one, "take", "takes {what}", nil, func(t *game.Tx) {
		t.Move(what.In(t), g.found)
		Experience.Add(t, unit.Me(t), 2)
	}, what)

	hatch := unit.Pick("hatch", "Which hatch?", unit.OnHere(nil, g.hatch))
	add(unit.Cost(2), "seal", "seals {hatch}", g.safe, func(t *game.Tx) {
		t.Remove(hatch.In(t))
		noise(t, 1)
		Experience.Add(t, unit.Me(t), 2)
	}, hatch)
	return all
}

// search finds an item. In the dark, something may rise.
func (g *town) search(t *game.Tx) {
	item := t.Choose(t.Contents(g.store))
	Searched.Set(t, unit.Here(t), true)
	unit.Take(t, item, unit.Me(t))
	t.Say("{0} finds {1}", unit.Me(t), item)
	if Tile.Of(t, unit.Here(t)) == Dark && !unit.Have(t, true, lights) && t.Roll(6) <= 2 {
		g.spawner.SpawnNamed(t, g.kinds, "drifter", unit.Here(t))
	}
}

// targets are the dead that the acting survivor sees within the range of a weapon.
func (g *town) targets(t *game.Tx, weapon game.ID) (all game.Set[game.ID]) {
	at := unit.Here(t)
	for tile := range g.Within(at, Uses.Of(t, weapon).Range).And(t.Filled()).All() {
		dead := g.foes(t, tile)
		if !dead.Empty() && g.sees(t.State, at, tile, unit.Have(t, true, lights)) {
			all = all.Or(dead)
		}
	}
	return all
}

// dice is how many dice the acting survivor rolls.
func dice(t *game.Tx, x game.ID) int {
	return Uses.Of(t, x).Dice + skill(t.State, unit.Me(t), "steady")
}

// strike rolls the dice of a weapon. Hits beyond those that the target needs go to others on its tile.
func (g *town) strike(t *game.Tx, weapon, target game.ID) {
	at, x := t.Parent(target), Uses.Of(t, weapon)
	noise(t, x.Noise)
	for range dice(t, weapon) {
		if t.Roll(6) >= x.Hits && target != 0 && unit.Hurt(t, target, x.Damage) {
			t.Say("{0} falls", target)
			Experience.Add(t, unit.Me(t), Dead.Of(t, target).Worth)
			target = g.foes(t, at).First()
		}
	}
}

// night is the turn of the dead: they act, more of them come, and a new round begins.
func (g *town) night(t *game.Tx) {
	led, all := unit.Led(t), Rises.On(g.hatch)
	loudest, heard := unit.Most(t, led, Noise)
	unit.Script(t, unit.All(t, g.dead...), func(t *game.Tx, id game.ID) bool { return g.prowl(t, id, led, loudest) })
	for id := range t.All(g.hatch) { // the later it is and the more was heard, the more come out of a hatch
		if n := t.Roll(6) + Round.Of(t, game.Root)/4 + (led.Len()+heard)/4 - 6; n >= 0 {
			g.spawner.SpawnNamed(t, g.kinds, all[min(n, len(all)-1)], t.Parent(id))
		}
	}
	g.plan.Enter(t, &g.spawner, g.Grid, Round.Of(t, game.Root), false)
	for id := range unit.Led(t).All() {
		Noise.Set(t, id, 0)
		unit.Points.Set(t, id, unit.MaxPoints.Of(t, id)+skill(t.State, id, "quick"))
		unit.Heal(t, id, skill(t.State, id, "calm"))
	}
	Round.Add(t, game.Root, 1)
}

// prowl lets one of the dead act: it bites, or goes to the nearest survivor it sees, else to the loudest one.
func (g *town) prowl(t *game.Tx, id game.ID, led game.Set[game.ID], loudest game.ID) (did bool) {
	for range Dead.Of(t, id).Speed {
		at := t.Parent(id)
		seen := func(p game.ID) bool { return g.sees(t.State, at, t.Parent(p), false) }
		prey := cmp.Or(g.chase.Nearest(t.State, at, led, seen), loudest)
		if t.Parent(prey) == at {
			t.Say("{0} bites {1}", id, prey)
			unit.Hurt(t, prey, 1)
			return true
		}
		next := g.chase.Next(t.State, at, t.Parent(prey))
		if next == 0 {
			return did
		}
		if did = true; Tile.Of(t, next) == Shut {
			Tile.Set(t, next, Doorway)
			return true
		}
		t.Move(id, next)
	}
	return did
}

// score is how well the survivors did: what they found, how they are, what they learned.
func (g *town) score(s *game.State) (n int) {
	n = 5 * s.Count(g.found)
	for id := range unit.Led(s).All() {
		n += 3*unit.Health.Of(s, id) + Experience.Of(s, id)
	}
	return n
}

// end ends the mission: it is won or lost together, with a score. It is lost at the latest when nobody is left.
func (g *town) end(t *game.Tx) {
	left := unit.Led(t).Len()
	won := left > 0 && g.plan.Win(t)
	switch {
	case !won && !g.plan.Lose(t) && left > 0:
		return
	case !won && left < t.Seats():
		t.Say("One of the survivors is dead")
	case !won:
		t.Say("Time has run out")
	}
	unit.EndTogether(t, won, g.score(t.State))
}
