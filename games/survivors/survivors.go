// Package survivors is Survivors: a small town at night, one to four survivors, and the dead.
package survivors

import (
	"cmp"
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// Ground is what a tile is.
type Ground uint8

// The grounds. In the dark, units are seen only from the next tile. Anyone, even the dead, can open a shut door; a
// locked door must be broken.
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
	Uses  = game.NewTrait[Tool]("tool")
	Dead  = game.NewTrait[Foe]("dead")
	Skill = game.NewTrait[string]("skill") // of a survivor with enough experience

	Tile       = game.NewPart[Ground]("tile").Looks(game.Look{Label: "Tile", Words: grounds})
	Searched   = game.NewPart[bool]("searched").Looks(game.Look{Label: "Searched"})
	Noise      = game.NewPart[int]("noise").Looks(game.Look{Label: "Noise"}) // that a survivor has made in this round
	Experience = game.NewPart[int]("experience").Looks(game.Look{Label: "Experience"})
	Round      = game.NewPart[int]("round").Looks(game.Look{Label: "Round"})

	//go:embed units.json
	definitions []byte
	//go:embed missions
	missions embed.FS

	mission = &game.Option[string]{Name: "mission", Label: "Mission", Default: "petrol", Choices: []string{"petrol", "night", "hatches"}}
	stores  = []string{"pistol", "pistol", "axe", "axe", "shotgun", "lamp", "lamp", "bandage", "bandage", "bandage"}
	rises   = []string{6: "drifter", 7: "drifter", 8: "lurcher", 9: "drifter drifter", 10: "drifter lurcher", 11: "hulk"} // out of a hatch
	packs   = []string{"bandage", "axe", "pistol", "lamp"}                                                                // what each survivor has besides a knife
)

// town is what the functions of a game share.
type town struct {
	*board.Grid
	plan                *unit.Scenario
	kinds, people, dead []*game.Kind
	hatch, supplies     *game.Kind
	store, found        *game.Place
	walls               *game.Derived[game.Set[game.ID]] // what blocks the view
	chase, doors        unit.Chase                       // where the dead can go; where survivors can, once doors are open
	spawner             unit.Spawner
}

// New returns the rules of a mission.
func New(name string) *game.Rules {
	text, _ := missions.ReadFile("missions/" + name + ".json")
	r, err := Read(name+".json", text)
	if err != nil {
		panic(err)
	}
	r.Options, r.Make = []game.Setting{mission.Is(name)}, func(v game.Values) *game.Rules { return New(mission.In(v)) }
	return r
}

// Read returns the rules of a mission in a file.
func Read(file string, text []byte) (*game.Rules, error) {
	c := &unit.Catalogue{Fields: append(unit.Fields(), unit.NewField(Uses), unit.NewField(Dead), unit.NewField(Skill))}
	g := &town{kinds: c.MustRead("units.json", definitions), store: &game.Place{Name: "store", Order: game.Unordered}, found: &game.Place{Name: "found"}}
	g.people = unit.Those(g.kinds, func(k *game.Kind) bool { return Skill.On(k) != "" })
	g.dead = unit.Those(g.kinds, func(k *game.Kind) bool { return Dead.On(k).Speed > 0 })
	g.hatch, g.supplies = unit.Named(g.kinds, "hatch"), unit.Named(g.kinds, "supplies")
	format := &unit.Format{Catalogue: c, Kinds: g.kinds, Terrain: grounds, Straight: true, Goals: []string{"exit"}, Needs: []string{"start"},
		Blocks: func(name string) bool { return name == "wall" }, Tests: g.tests()}
	plan, err := format.Read(file, text)
	if err != nil {
		return nil, err
	}
	g.plan, g.Grid = plan, plan.Grid("town")
	g.chase = unit.Chase{Board: g.Grid, Ground: []game.Column{Tile}, Enter: func(s *game.State, c game.ID) bool { is := Tile.Of(s, c); return is != Wall && is != Locked }}
	g.walls = game.NewDerived("walls", func(s *game.State, _ game.ID) game.Set[game.ID] {
		return Tile.Where(s, g.Cells(s), Wall).Or(Tile.Where(s, g.Cells(s), Shut)).Or(Tile.Where(s, g.Cells(s), Locked))
	}).From(Tile)
	return g.chase.In(g.look(&game.Rules{
		Name: "survivors", Version: "1", Seats: game.Between(1, 4), Scenario: Read, Data: []string{string(definitions), g.plan.Text},
		Layout: []game.Layout{g.Grid, g.store, g.found}, Kinds: g.kinds, Derived: []game.AnyDerived{g.walls},
		Parts: append(unit.Parts(), Tile, Searched, Noise, Experience, Round),
		Setup: unit.Stages{Board: g.build, Props: func(t *game.Tx) { g.plan.Enter(t, &g.spawner, g.Grid, 0, true) }, Agents: g.muster}.Setup,
		Flow: &game.Loop{Do: game.Steps{
			&game.EachSeat{Name: "turn", Skip: unit.Gone, Do: &game.Act{Name: "act", Ask: g.ask, Max: -1, Until: unit.Tired}},
			&game.Phase{Name: "dead", Label: "The dead", Begin: g.night}}},
		Actions: g.actions(), Settle: unit.Bury(nil, slices.Concat(g.people, g.dead)...), End: g.end, Value: g.value, Levels: [4]int{20, 40, 100, 300},
	})), nil
}

// tests are what missions can be about.
func (g *town) tests() map[string]game.Test {
	all := map[string]game.Test{
		"everything is found":   func(t *game.Tx) bool { return t.Count(g.found) == g.plan.Count(g.supplies) },
		"every hatch is sealed": func(t *game.Tx) bool { return unit.Select(t.State, t.Alive, g.hatch).Empty() },
		"all are at the exit": func(t *game.Tx) bool {
			return unit.Led(t).Where(func(id game.ID) bool { return Tile.Of(t, t.Parent(id)) != Exit }).Empty()
		},
		"somebody is dead": func(t *game.Tx) bool { return unit.Led(t).Len() < t.Seats() },
		"all are dead":     func(t *game.Tx) bool { return unit.Led(t).Empty() },
	}
	for n := 1; n <= 30; n++ {
		all[fmt.Sprintf("round %d is over", n)] = func(t *game.Tx) bool { return Round.Of(t, game.Root) > n }
	}
	return all
}

// build lays out the town, and what can be found in it.
func (g *town) build(t *game.Tx) {
	Round.Set(t, game.Root, 1)
	unit.Paint(t, g.plan, g.Grid, Tile)
	for _, name := range stores {
		t.Create(unit.Named(g.kinds, name), g.store)
	}
}

// muster puts a survivor for each seat on the start, each with a knife and something else.
func (g *town) muster(t *game.Tx) {
	for seat := range game.Seat(t.Seats()) {
		made, _ := g.spawner.Spawn(t, unit.Spawn(g.people[seat]).For(seat).In(Tile.Where(t, g.Cells(t), Start).First()))
		unit.Leads.Set(t, seat, made[0])
		for _, name := range []string{"knife", packs[seat]} {
			unit.Take(t, t.Create(unit.Named(g.kinds, name), g.store), made[0])
		}
	}
	g.plan.Enter(t, &g.spawner, g.Grid, 0, false)
}

// skill is 1 if a survivor has this skill, which takes five points of experience.
func skill(s *game.State, id game.ID, name string) int {
	if Experience.Of(s, id) >= 5 && Skill.Of(s, id) == name {
		return 1
	}
	return 0
}

func lights(k *game.Kind) bool { return Uses.On(k).Lights }

// noise adds to what the dead hear, unless the survivor is quiet.
func noise(t *game.Tx, n int) { Noise.Add(t, unit.Me(t), n*(1-skill(t.State, unit.Me(t), "quiet"))) }

// on returns what is on a tile and fits, and here what is on the survivor's own.
func on(r game.Reader, tile game.ID, fit func(s *game.State, id game.ID) bool) game.Set[game.ID] {
	return r.Read().Contents(tile).Where(func(id game.ID) bool { return fit(r.Read(), id) })
}

func here(name, prompt string, fit func(s *game.State, id game.ID) bool) *game.Pick[game.ID] {
	return &game.Pick[game.ID]{Name: name, Prompt: prompt, From: func(t *game.Tx) game.Set[game.ID] { return on(t, unit.Here(t), fit) }}
}

func isDead(s *game.State, id game.ID) bool { return Dead.Of(s, id).Speed > 0 && !unit.Dead(s, id) }

func safe(t *game.Tx) bool { return on(t, unit.Here(t), isDead).Empty() || t.Refuse("dead are here") }

// sees reports whether what is on a tile can be seen from another one.
func (g *town) sees(s *game.State, from, to game.ID, lamp bool) bool {
	return from == to || (lamp || Tile.Of(s, to) != Dark || g.Distance(from, to) <= 1) && g.Sees(from, to, g.walls.Of(s, game.Root))
}

// beside returns a pick of a tile next to the survivor, with one of these grounds.
func (g *town) beside(name, prompt string, low, high Ground) *game.Pick[game.ID] {
	return &game.Pick[game.ID]{Name: name, Prompt: prompt, From: func(t *game.Tx) game.Set[game.ID] {
		return g.Around(game.SetOf(unit.Here(t))).Where(func(c game.ID) bool { is := Tile.Of(t, c); return low <= is && is <= high })
	}}
}

// actions are what survivors can do, for action points.
func (g *town) actions() (all []*game.Action) {
	add := func(name, label, reads string, cost func(*game.State, game.ID) int, test game.Test, do func(*game.Tx), picks ...game.Choice) {
		all = append(all, unit.CostsMe(&game.Action{Name: name, Label: label, Reads: "{seat} " + reads, If: test, Pick: picks, Do: do}, cost))
	}

	// Leaving a tile where the dead are costs one more.
	to := g.beside("to", "Where to?", Street, Doorway)
	leaving := func(s *game.State, id game.ID) int { return 1 + min(1, on(s, s.Parent(id), isDead).Len()) }
	to.Note = unit.CostNote(leaving)
	add("move", "Move", "goes to {to}", leaving, nil, func(t *game.Tx) { t.Move(unit.Me(t), to.In(t)) }, to)

	// Doors can be opened. Breaking a locked one takes two points, one with the right tool, and is heard.
	shut, locked := g.beside("door", "Which door?", Shut, Shut), g.beside("door", "Which door?", Locked, Locked)
	add("open", "Open", "opens {door}", unit.Cost(1), nil, func(t *game.Tx) { Tile.Set(t, shut.In(t), Doorway) }, shut)
	pries := func(k *game.Kind) bool { return Uses.On(k).Pries }
	add("break", "Break", "breaks {door}", func(s *game.State, id game.ID) int { return 2 - min(1, int(unit.Carries(s, id, true, pries))) }, nil, func(t *game.Tx) { Tile.Set(t, locked.In(t), Doorway); noise(t, 2) }, locked)

	// Each tile of a room can be searched once. In the dark, something may rise.
	add("search", "Search", "searches", unit.Cost(1), func(t *game.Tx) bool {
		ground := Tile.Of(t, unit.Here(t))
		return (ground == Room || ground == Dark || t.Refuse("there is nothing to find here")) &&
			(!Searched.Of(t, unit.Here(t)) || t.Refuse("this tile has been searched")) && (t.Count(g.store) > 0 || t.Refuse("everything has been found")) && safe(t)
	}, func(t *game.Tx) {
		item := t.Choose(t.Contents(g.store))
		Searched.Set(t, unit.Here(t), true)
		unit.Take(t, item, unit.Me(t))
		t.Say("{0} finds {1}", unit.Me(t), item)
		if Tile.Of(t, unit.Here(t)) == Dark && unit.Carries(t, unit.Me(t), true, lights) == 0 && t.Roll(6) <= 2 {
			g.spawner.Spawn(t, unit.Spawn(unit.Named(g.kinds, "drifter")).In(unit.Here(t)))
		}
	})

	// An item that is made ready replaces the first one in its slot if all are full.
	item := &game.Pick[game.ID]{Name: "item", Prompt: "Which item?", From: func(t *game.Tx) game.Set[game.ID] { return unit.Items(t, unit.Me(t), false, unit.Holdable) }}
	add("ready", "Ready", "readies {item}", unit.Cost(1), nil, func(t *game.Tx) { unit.Ready(t, item.In(t)) }, item)

	armed := func(k *game.Kind) bool { return Uses.On(k).Dice > 0 }
	weapon := &game.Pick[game.ID]{Name: "weapon", Prompt: "With what?", From: func(t *game.Tx) game.Set[game.ID] { return unit.Items(t, unit.Me(t), true, armed) }}
	target := &game.Pick[game.ID]{Name: "target", Prompt: "At whom?", From: func(t *game.Tx) (all game.Set[game.ID]) {
		at, lamp := unit.Here(t), unit.Carries(t, unit.Me(t), true, lights) != 0
		near := g.Within(at, Uses.Of(t, weapon.In(t)).Range).And(t.Filled())
		for tile := range near.Where(func(c game.ID) bool { return g.sees(t.State, at, c, lamp) }).All() {
			all = all.Or(on(t, tile, isDead))
		}
		return all
	}, Note: func(t *game.Tx, _ game.ID) *game.Line {
		return game.NewLine("{0} {0|die|dice}, each hits in {1} of 6", dice(t, weapon.In(t)), 7-Uses.Of(t, weapon.In(t)).Hits)
	}}
	add("attack", "Attack", "attacks {target} with {weapon}", unit.Cost(1), nil, func(t *game.Tx) { g.strike(t, weapon.In(t), target.In(t)) }, weapon, target)

	heals := func(k *game.Kind) bool { return Uses.On(k).Heals }
	whom := here("whom", "Whom?", func(s *game.State, id game.ID) bool {
		return Skill.Of(s, id) != "" && unit.Health.Of(s, id) < unit.MaxHealth.Of(s, id)
	})
	has := func(t *game.Tx) bool {
		return unit.Carries(t, unit.Me(t), false, heals) != 0 || t.Refuse("there is no bandage")
	}
	add("bandage", "Bandage", "bandages {whom}", unit.Cost(1), has, func(t *game.Tx) { t.Remove(unit.Carries(t, unit.Me(t), false, heals)); unit.Heal(t, whom.In(t), 2) }, whom)

	what := here("what", "What do you take?", func(s *game.State, id game.ID) bool { return s.Kind(id) == g.supplies })
	add("take", "Take", "takes {what}", unit.Cost(1), nil, func(t *game.Tx) { t.Move(what.In(t), g.found); Experience.Add(t, unit.Me(t), 2) }, what)

	hatch := here("hatch", "Which hatch?", func(s *game.State, id game.ID) bool { return s.Kind(id) == g.hatch })
	add("seal", "Seal", "seals {hatch}", unit.Cost(2), safe, func(t *game.Tx) { t.Remove(hatch.In(t)); noise(t, 1); Experience.Add(t, unit.Me(t), 2) }, hatch)
	return all
}

// dice is how many dice the acting survivor rolls.
func dice(t *game.Tx, weapon game.ID) int {
	return Uses.Of(t, weapon).Dice + skill(t.State, unit.Me(t), "steady")
}

// strike rolls the dice of a weapon. Hits beyond those that the target needs go to others on its tile.
func (g *town) strike(t *game.Tx, weapon, target game.ID) {
	at, x := t.Parent(target), Uses.Of(t, weapon)
	noise(t, x.Noise)
	for range dice(t, weapon) {
		if t.Roll(6) < x.Hits || target == 0 {
			continue
		}
		if unit.Hurt(t, target, x.Damage); unit.Dead(t, target) {
			t.Say("{0} falls", target)
			Experience.Add(t, unit.Me(t), Dead.Of(t, target).Worth)
			target = on(t, at, isDead).First()
		}
	}
}

// night is the turn of the dead: they act, more of them come, and a new round begins.
func (g *town) night(t *game.Tx) {
	led, loudest, heard := unit.Led(t), unit.Leads.Of(t, t.Playing().First()), 0
	for id := range led.All() {
		if heard += 1 + Noise.Of(t, id); Noise.Of(t, id) > Noise.Of(t, loudest) || !t.Alive(loudest) {
			loudest = id
		}
	}
	unit.Script(t, unit.Select(t.State, t.Alive, g.dead...), func(t *game.Tx, id game.ID) bool { return g.prowl(t, id, led, loudest) })
	for id := range t.All(g.hatch) { // the later it is and the more was heard, the more come out of a hatch
		for _, kind := range strings.Fields(rises[min(t.Roll(6)+Round.Of(t, game.Root)/4+heard/4, len(rises)-1)]) {
			g.spawner.Spawn(t, unit.Spawn(unit.Named(g.kinds, kind)).In(t.Parent(id)))
		}
	}
	g.plan.Enter(t, &g.spawner, g.Grid, Round.Of(t, game.Root), false)
	for id := range unit.Led(t).All() {
		Noise.Set(t, id, 0)
		unit.Points.Set(t, id, unit.MaxPoints.Of(t, id)+skill(t.State, id, "quick"))
		if !unit.Dead(t, id) {
			unit.Heal(t, id, skill(t.State, id, "calm"))
		}
	}
	Round.Add(t, game.Root, 1)
}

// prowl lets one of the dead act: it bites, or goes to the nearest survivor it sees, else to the loudest one.
func (g *town) prowl(t *game.Tx, id game.ID, led game.Set[game.ID], loudest game.ID) (did bool) {
	for range Dead.Of(t, id).Speed {
		at := t.Parent(id)
		prey := g.chase.Nearest(t.State, at, led, func(p game.ID) bool { return g.sees(t.State, at, t.Parent(p), false) })
		if prey = cmp.Or(prey, loudest); t.Parent(prey) == at {
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

// end ends the mission: it is won or lost together, with a score.
func (g *town) end(t *game.Tx) {
	if g.plan.Win(t) {
		t.WinWith(slices.Repeat([]int{g.score(t.State)}, t.Seats()), slices.Collect(t.Standing().All())...)
	} else if g.plan.Lose(t) {
		g.lose(t)
	}
}
