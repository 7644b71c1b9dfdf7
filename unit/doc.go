// Package unit is a kit for tactical games: units with health and action points, spawning, items, sight and fog.
//
// A [Field] maps a name in a file to a Part or Trait, and a [Catalogue] reads Kinds from JSON with such fields. An
// [Order] says what to spawn and where; a [Spawner] carries it out. [Stages] set up the table in order. [Costs] makes
// an action cost action points. [Hurt] and [Bury] let units die and drop what they carry, which they hold in slots
// ([Equip]). [Walk] is how units move over a board: terrain, enemies, zones of control. [Sight] declares once how far
// units see and what blocks the view; fog, memory and re-deals are derived from it. [Scenario] reads missions from
// JSON.
//
//	sword := &game.Kind{Name: "sword", With: []game.With{unit.MaxHealth.Is(3), unit.MaxPoints.Is(2)}}
//	spawner.Spawn(t, unit.Spawn(sword).Times(3).For(0).In(b.Find("a1")))
package unit

import (
	"slices"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// The Traits and Parts of units.
var (
	MaxHealth = game.NewTrait[int]("max-health") // a unit with it can be hurt
	MaxPoints = game.NewTrait[int]("max-points") // action points at the start of a turn
	Prop      = game.NewTrait[bool]("prop")      // it is part of the scenery and does not act
	Fits      = game.NewTrait[string]("fits")    // of an item: the slot it is held in
	Slots     = game.NewTrait[[]string]("slots") // of a unit: its slots, one name for each item that it can hold

	Health  = game.NewPart[int]("health").Looks(game.Look{Label: "Health"})
	Points  = game.NewPart[int]("points").Looks(game.Look{Label: "Action points"})
	Held    = game.NewPart[bool]("held").Looks(game.Look{Label: "Held"})               // of an item: it is in a slot
	Arrives = game.NewPart[int]("arrives").Looks(game.Look{Label: "Arrives in round"}) // of a unit in a reserve

	// Leads is a Part of seats: the unit that acts for it, in games in which each seat has just one.
	Leads = game.NewPart[game.ID]("leads").Looks(game.Look{Hidden: true})

	stage = game.NewPart[Stage]("stage").Looks(game.Look{Hidden: true})
)

// Parts returns the Parts of this package, for Rules.Parts.
func Parts() []game.Column { return []game.Column{Health, Points, Held, Arrives, Leads, stage} }

// mine returns the units of these kinds that belong to the seat and are not inside something else.
func mine(s *game.State, seat game.Seat, kinds []*game.Kind) game.Set[game.ID] {
	var all gathering
	for id := range s.All(kinds...) {
		if s.Owner(id) == seat {
			all.add(s, id)
		}
	}
	return all.set()
}

// Select returns the elements of these kinds for which fit returns true.
func Select(s *game.State, fit func(game.ID) bool, kinds ...*game.Kind) game.Set[game.ID] {
	var all gathering
	for id := range s.All(kinds...) {
		if fit(id) {
			all.add(s, id)
		}
	}
	return all.set()
}

// All returns the elements of these kinds that are in the game.
func All(r game.Reader, kinds ...*game.Kind) game.Set[game.ID] {
	s := r.Read()
	return Select(s, s.Alive, kinds...)
}

// Living returns the units of these kinds in a cell that are not dead.
func Living(r game.Reader, cell game.ID, kinds ...*game.Kind) game.Set[game.ID] {
	s := r.Read()
	return s.Contents(cell).Where(func(id game.ID) bool { return slices.Contains(kinds, s.Kind(id)) && !Dead(s, id) })
}

// On returns what is on top of each of these cells.
func On(s *game.State, cells game.Set[game.ID]) game.Set[game.ID] {
	var all gathering
	for cell := range cells.All() {
		if id := s.Last(cell); id != 0 {
			all.add(s, id)
		}
	}
	return all.set()
}

// gathering is a set of elements under construction, without garbage.
type gathering struct {
	low  [2]uint64 // the members below 128
	big  game.Set[game.ID]
	more []uint64 // the words of big, if there are other members
}

func (g *gathering) add(s *game.State, id game.ID) {
	switch {
	case id < 128:
		g.low[id>>6] |= 1 << (id & 63)
	case int(id>>6) < len(g.more):
		g.more[id>>6] |= 1 << (id & 63)
	default:
		big, more := blank(s, 2*(int(id>>6)+1))
		copy(more, g.more)
		g.big, g.more = big, more
		g.more[id>>6] |= 1 << (id & 63)
	}
}

func (g *gathering) set() game.Set[game.ID] {
	if g.more == nil {
		return game.Set[game.ID]{}.Small(g.low[0], g.low[1])
	}
	g.more[0], g.more[1] = g.low[0], g.low[1]
	return g.big
}

// blank returns an empty set of elements, and its words, in which members are noted.
func blank(s *game.State, n int) (game.Set[game.ID], []uint64) {
	return blanked(s.Filled(), n)
}

// blanked is blank for a set that is valid as long as another one.
func blanked(as game.Set[game.ID], n int) (game.Set[game.ID], []uint64) {
	set := as.Blank(max(3, n))
	words := set.Words()
	clear(words)
	return set, words
}

// lastWord is the number of words that a set of cells has at most.
func lastWord(b *board.Grid) int { return (int(b.At(0, 0))+b.Width*b.Height)>>6 + 1 }

// addWords adds the members of a set.
func addWords(words []uint64, of game.Set[game.ID]) {
	for i, w := range of.Words() {
		if i < len(words) {
			words[i] |= w
		}
	}
}

// Me returns the unit that the acting seat leads, and Here where it is.
func Me(t *game.Tx) game.ID { return Leads.Of(t, t.Seat) }

// Here returns the place of the unit that the acting seat leads.
func Here(t *game.Tx) game.ID { return t.Parent(Me(t)) }

// Led returns the units that seats lead, without those that have left the game. It is faster than [Select].
func Led(r game.Reader) game.Set[game.ID] {
	var all gathering
	s := r.Read()
	for seat := range game.Seat(s.Seats()) {
		if id := Leads.Of(s, seat); id != 0 && s.Alive(id) {
			all.add(s, id)
		}
	}
	return all.set()
}

// Mine returns a pick of one of the acting seat's units of these kinds.
func Mine(name string, kinds ...*game.Kind) *game.Pick[game.ID] {
	return &game.Pick[game.ID]{Name: name, From: func(t *game.Tx) game.Set[game.ID] {
		return mine(t.State, t.Seat, kinds)
	}}
}
