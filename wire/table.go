package wire

import (
	"reflect"

	"github.com/plygame/ply/game"
)

// Table is what the rules of a match declare for whoever draws it: everything that lasts, and nothing
// of what lies there.
type Table struct {
	Seats  int     `json:"seats" doc:"How many play."`
	Roles  []Role  `json:"roles,omitempty" nullable:"false" doc:"What the players of the seats are called in the game, by seat, where it has names or colours for them."`
	Places []Place `json:"places" nullable:"false" doc:"The places in the order of the layout."`
	Kinds  []Kind  `json:"kinds" nullable:"false" doc:"The sorts of things there are."`
	Parts  []Part  `json:"parts" nullable:"false" doc:"The values that things, places, seats and the table can have."`

	Actions []Action `json:"actions" nullable:"false" doc:"What can be done."`
}

// Role is what whoever plays a seat is called, and the colour of what is theirs.
type Role struct {
	Name  string `json:"name,omitempty" doc:"Such as White; player 1 for seat 0, if it is missing."`
	Color string `json:"color,omitempty" doc:"Name of a colour."`
}

// Action is what a seat may do.
type Action struct {
	Name        string `json:"name" doc:"Name of the action."`
	Label       string `json:"label,omitempty" doc:"What people call it, if that is something else."`
	Description string `json:"description,omitempty" doc:"What players should know of it."`
}

// Place is a place as the rules declare it: one, or one for each seat or each of some names.
type Place struct {
	Name  string `json:"name" doc:"Name of the place."`
	Label string `json:"label,omitempty" doc:"What people call it, if that is something else."`
	In    string `json:"in,omitempty" doc:"The name of the spot that it lies in; the table, if it is missing."`
	Each  bool   `json:"each,omitempty" doc:"Each seat has one."`
	Order string `json:"order" enum:"ordered,unordered,stacked" doc:"What the order of things in it means."`
	Max   int    `json:"max,omitempty" doc:"How many things it can hold; any number, if it is missing."`
	Look  *Look  `json:"look,omitempty" doc:"How it is shown."`
	Spots []Spot `json:"spots" nullable:"false" doc:"The places it consists of, by the names that views have."`
}

// Spot is one of the places that go by one declaration.
type Spot struct {
	Name  string     `json:"name" doc:"Its name in views."`
	X     *float64   `json:"x,omitempty" doc:"Where its centre is drawn, to the right, in units of the distance of neighbours."`
	Y     *float64   `json:"y,omitempty" doc:"The same upwards."`
	Owner *game.Seat `json:"owner,omitempty" doc:"Whose it is; nobody's, if it is missing."`
}

// Kind is a sort of thing.
type Kind struct {
	Name        string `json:"name" doc:"Name of the kind."`
	Label       string `json:"label,omitempty" doc:"What people call it, if that is something else."`
	Description string `json:"description,omitempty" doc:"What players should know of it."`
	Look        *Look  `json:"look,omitempty" doc:"How it is shown."`
}

// Part is a value that changes.
type Part struct {
	Name   string `json:"name" doc:"Name of the Part. What each seat has for itself is called so in views with / and the seat behind it."`
	Label  string `json:"label,omitempty" doc:"What people call it, if that is something else."`
	Hidden bool   `json:"hidden,omitempty" doc:"Players need not be shown it."`

	Derived bool `json:"derived,omitempty" doc:"It is computed from what is seen: it is in no view and no change, but told beside them as derived."`
}

// Look is how something is shown. All of it are hints.
type Look struct {
	Label   string      `json:"label,omitempty" doc:"A word or sign for it."`
	Picture string      `json:"picture,omitempty" doc:"Path of a picture, or a character."`
	Shape   string      `json:"shape,omitempty" doc:"disc, square, card, hex or another one."`
	Color   string      `json:"color,omitempty" doc:"Name of a colour."`
	BySeat  []string    `json:"bySeat,omitempty" nullable:"false" doc:"A character or picture for each seat that may own it."`
	Layout  string      `json:"layout,omitempty" doc:"Of a place: row, fan, pile, grid or hex."`
	Overlap int         `json:"overlap,omitempty" doc:"Of neighbours in a row or fan, in percent."`
	Sides   []game.Seat `json:"sides,omitempty" nullable:"false" doc:"Of a board: whose its top, right, bottom and left are, -1 for nobody's."`
	Aim     string      `json:"aim,omitempty" doc:"Of a board, column or row: a click anywhere in one means what can be chosen there."`
}

// TableOf returns what the rules of a game declare. It is the same in every state of the game, and in
// every view.
func TableOf(s *game.State) Table {
	r := s.Rules()
	t := Table{Seats: s.Seats(), Places: []Place{}, Kinds: []Kind{}, Parts: []Part{}, Actions: []Action{}}
	for _, x := range r.Roles[:min(len(r.Roles), s.Seats())] {
		t.Roles = append(t.Roles, Role(x))
	}
	var last *game.Place
	for id, p := range s.Places() {
		if p != last {
			t.Places, last = append(t.Places, placeOf(s, id, p)), p
		}
		at := &t.Places[len(t.Places)-1]
		at.Spots = append(at.Spots, spotOf(s, id))
	}
	for _, k := range r.Kinds {
		t.Kinds = append(t.Kinds, Kind{k.Name, k.Look.Label, k.Description, lookOf(k.Look)})
	}
	for _, p := range r.Parts {
		t.Parts = append(t.Parts, Part{Name: p.String(), Label: p.Look().Label, Hidden: p.Look().Hidden})
	}
	for _, d := range r.Derived {
		if d.Shown() {
			t.Parts = append(t.Parts, Part{Name: d.String(), Label: d.Look().Label, Hidden: d.Look().Hidden, Derived: true})
		}
	}
	for a := range s.Actions() {
		t.Actions = append(t.Actions, Action{a.Name, a.Label, a.Description})
	}
	return t
}

var orders = [...]string{game.Ordered: "ordered", game.Unordered: "unordered", game.Stacked: "stacked"}

func placeOf(s *game.State, id game.ID, p *game.Place) Place {
	at := Place{Name: p.Name, Label: p.Look.Label, Each: p.Each, Order: orders[p.Order], Max: p.Max, Look: lookOf(p.Look)}
	if up := s.Parent(id); up != game.Root {
		at.In = s.Name(up)
	}
	return at
}

func spotOf(s *game.State, id game.ID) Spot {
	spot := Spot{Name: s.Name(id)}
	if x, y, ok := s.Spot(id); ok {
		spot.X, spot.Y = &x, &y
	}
	if owner := s.Owner(id); owner != game.Nobody {
		spot.Owner = &owner
	}
	return spot
}

// lookOf returns nil if nothing is said of how it is shown.
func lookOf(l game.Look) *Look {
	x := Look{l.Label, l.Picture, l.Shape, l.Color, l.BySeat, l.Layout, l.Overlap, l.Sides, l.Aim}
	if reflect.ValueOf(x).IsZero() {
		return nil
	}
	return &x
}
