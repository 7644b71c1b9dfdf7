package unit

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
)

// Format defines what the scenario files of a game may contain:
//
//	{
//		"title": "The bridge",
//		"about": "Get everyone across.",
//		"map": [
//			"####b#",
//			"#a.g.#"
//		],
//		"legend": {"#": "wall", ".": "floor", "a": "start", "b": "exit", "g": "floor guard"},
//		"orders": [{"kind": "guard", "count": 2, "at": "e1", "round": 3, "seat": 1, "with": {"mood": 2}}],
//		"win": ["everyone is out"],
//		"lose": ["somebody is dead", "round 9 is over"]
//	}
//
// The first row of the map is the uppermost; cells have the names of a board, a1 at the lower left. The legend gives
// the terrain of a cell, and the units on it at the start. Orders take effect in their round; round 0 is the setup. With
// sets Parts of the units. Win and lose name tests that the game declares: players win when all tests of win hold, and lose
// when one of lose does.
type Format struct {
	Catalogue *Catalogue
	Kinds     []*game.Kind              // what scenarios may place
	Terrain   []string                  // the names that a legend may use
	Blocks    func(terrain string) bool // which of them cannot be entered
	Straight  bool                      // steps lead to the four cells beside a cell, not to the eight around it

	// Start is the terrain of the one cell where players begin. All units and goals must be reachable from there. Without
	// it, goals must be reachable from every cell where something is spawned.
	Start string
	Goals []string // terrain that must be reachable, if the map has it
	Needs []string // terrain that a map must have

	Seats    int        // orders may be for the seats from 0 to Seats-1
	Rounds   int        // the last round of orders; 0 means 1000
	Required []string   // what a file must have besides map and legend, such as "win"
	Tests    Conditions // what win and lose may name
}

// Condition is a test that scenarios can name.
type Condition struct {
	Holds game.Test
	Needs []string // terrain or kinds that the scenario must have
	Round int      // if not 0, it holds from the end of this round: orders for later rounds are refused
}

// Conditions are tests by name.
type Conditions map[string]Condition

// Add adds a condition, and the terrain or kinds that it needs.
func (all Conditions) Add(name string, holds game.Test, needs ...string) {
	all[name] = Condition{Holds: holds, Needs: needs}
}

// NewConditions returns conditions for games in which each seat leads a unit: "somebody is dead", "all are dead", and "round
// N is over" for each N up to last. The Part counts the rounds on the table, from 1.
func NewConditions(round *game.Part[int], last int) Conditions {
	all := Conditions{
		"somebody is dead": {Holds: func(t *game.Tx) bool { return Led(t).Len() < t.Seats() }},
		"all are dead":     {Holds: func(t *game.Tx) bool { return Led(t).Empty() }},
	}
	for n := 1; n <= last; n++ {
		holds := func(t *game.Tx) bool { return round.Of(t, game.Root) > n }
		all[fmt.Sprintf("round %d is over", n)] = Condition{Holds: holds, Round: n}
	}
	return all
}

// BuiltIn returns the rules of a scenario that is compiled into the program. An option chooses it; path is where the files
// are, with %s for the value of the option. If something is wrong with the file, Rules.Check reports it.
func BuiltIn(name string, option *game.Option[string], files fs.FS, path, value string,
	read func(file string, text []byte) (*game.Rules, error)) *game.Rules {
	file := fmt.Sprintf(path, value)
	text, err := fs.ReadFile(files, file)
	var r *game.Rules
	if err == nil {
		r, err = read(file, text)
	}
	if err != nil {
		r = Faulty(name, err)
	}
	r.Options, r.Scenario = []game.Setting{option.Is(value)}, read
	r.Make = func(v game.Values) *game.Rules { return BuiltIn(name, option, files, path, option.In(v), read) }
	return r
}

// Scenario is a mission that a Format has read. Put its Text into Rules.Data.
type Scenario struct {
	Text          string
	Title         string
	About         string // what players should know before they begin
	Width, Height int
	Orders        []Posting
	Win, Lose     game.Test // if the file names none, they never hold
	Wins          []string  // the names of the tests of win

	terrain []string // by row from below, then column
	rows    []string // as in the file

	straight bool
	names    []string
}

// String returns the map as it is drawn in the file.
func (x *Scenario) String() string { return strings.Join(x.rows, "\n") }

// Posting is an order of a scenario: where and when.
type Posting struct {
	Order
	Cell  string
	Round int

	at       int    // of the cell, in the terrain
	from     int    // where the file says so
	roundsAt int    // where the file says in which round
	where    string // the same, in words
}

// Grid returns a board of the size of the map.
func (x *Scenario) Grid(name string) *board.Grid {
	if x.straight {
		return board.Orthogonal(name, x.Width, x.Height)
	}
	return board.Square(name, x.Width, x.Height)
}

// Paint sets a Part of the cells to the number of their terrain in Format.Terrain.
func Paint[T ~uint8](t *game.Tx, x *Scenario, b *board.Grid, part *game.Part[T]) {
	for cell := range b.Cells(t).All() {
		column, row := b.XY(cell)
		part.Set(t, cell, T(slices.Index(x.names, x.Terrain(column, row))))
	}
}

// Enter carries out the orders of a round on the cells of a board: those of props, or all others. Units without a place
// are left out, and Enter returns the reason. In the setup, which is round 0, that is a Fault.
func (x *Scenario) Enter(t *game.Tx, spawner *Spawner, b *board.Grid, round int, props bool) (why *game.Line) {
	for _, p := range x.Orders {
		if p.Round != round || Prop.On(p.Kind) != props {
			continue
		}
		made, reason := spawner.Spawn(t, p.In(b.Find(p.Cell)))
		if reason == nil {
			continue
		}
		if round == 0 {
			panic(fmt.Sprintf("%s: %d of %d %s: %s", p.where, len(made), p.Count, p.Kind.Name, reason))
		}
		why = reason
	}
	return why
}

// Stages returns stages of the setup that enter the scenario's props after those of a setup, and its agents after those.
func (x *Scenario) Stages(spawner *Spawner, b *board.Grid, setup Stages) Stages {
	enter := func(first func(*game.Tx), props bool) func(*game.Tx) {
		return func(t *game.Tx) {
			if first != nil {
				first(t)
			}
			x.Enter(t, spawner, b, 0, props)
		}
	}
	return Stages{Board: setup.Board, Props: enter(setup.Props, true), Agents: enter(setup.Agents, false)}
}

// Count returns how many units of a kind the scenario orders.
func (x *Scenario) Count(k *game.Kind) (n int) {
	for _, p := range x.Orders {
		if p.Kind == k {
			n += p.Count
		}
	}
	return n
}

// Terrain returns the terrain of a cell by column and row, counted from 0 at the lower left.
func (x *Scenario) Terrain(column, row int) string { return x.terrain[row*x.Width+column] }

// Due returns the orders of a round.
func (x *Scenario) Due(round int) (due []Posting) {
	for _, p := range x.Orders {
		if p.Round == round {
			due = append(due, p)
		}
	}
	return due
}
