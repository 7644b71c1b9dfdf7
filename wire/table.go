package wire

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/zeros"
)

// Table is what a client needs from the rules to draw a match: the declarations, which never change, without the
// contents.
type Table struct {
	Seats  int     `json:"seats" doc:"Number of seats."`
	Roles  []Role  `json:"roles,omitempty" nullable:"false" doc:"The roles of the seats, such as White, by seat, if the game names them."`
	Places []Place `json:"places" nullable:"false" doc:"The places, in the order of the layout."`
	Kinds  []Kind  `json:"kinds" nullable:"false" doc:"The kinds of things."`
	Parts  []Part  `json:"parts" nullable:"false" doc:"The values that things, places, seats and the table can have."`

	Actions []Action `json:"actions" nullable:"false" doc:"The actions of the game."`

	Art   string `json:"art,omitempty" doc:"The path of the game's pictures and modules, which ends in a slash; if missing, it has none."`
	Theme *Theme `json:"theme,omitempty" doc:"Hints for displaying the whole table."`
}

// Role is the name of a seat in the game and the colour of its things.
type Role struct {
	Name  string `json:"name,omitempty" doc:"Name of the role, such as White; if missing, seat 0 is player 1."`
	Color string `json:"color,omitempty" doc:"A CSS colour."`
}

// Action is something a seat may do.
type Action struct {
	Name        string `json:"name" doc:"Name of the action."`
	Label       string `json:"label,omitempty" doc:"Its label for people, if different from the name."`
	Description string `json:"description,omitempty" doc:"What players should know about it."`
	At          string `json:"at,omitempty" doc:"Name of a place: a click there chooses the action. If each seat has such a place, only the player's own counts."`
	NoUndo      bool   `json:"noUndo,omitempty" doc:"A move with it cannot be undone."`
	Stops       bool   `json:"stops,omitempty" doc:"The player stops before making all moves of a step. The order of play adds this action."`
	Withdraws   bool   `json:"withdraws,omitempty" doc:"The player takes a secret choice back. The order of play adds this action."`
}

// Place is the declaration of a place, or of several places: one for each seat or each name.
type Place struct {
	Name  string `json:"name" doc:"Name of the place."`
	Label string `json:"label,omitempty" doc:"Its label for people, if different from the name."`
	In    string `json:"in,omitempty" doc:"The name of the spot it is in; if missing, it is on the table."`
	Each  bool   `json:"each,omitempty" doc:"There is one for each seat."`
	Order string `json:"order" enum:"ordered,unordered,stacked" doc:"The meaning of the order of things in it."`
	Max   int    `json:"max,omitempty" doc:"Maximum number of things in it; if missing, any number."`
	Look  *Look  `json:"look,omitempty" doc:"Hints for displaying it."`
	Spots []Spot `json:"spots" nullable:"false" doc:"The declared places."`

	Edges []Edge `json:"edges,omitempty" nullable:"false" doc:"The lines between its spots."`
}

// Edge is a line between two spots.
type Edge struct {
	From string `json:"from" doc:"Name of a spot."`
	To   string `json:"to" doc:"Name of another spot."`
}

// Spot is one of the places of a declaration.
type Spot struct {
	Name  string     `json:"name" doc:"Its name in views."`
	X     *float64   `json:"x,omitempty" doc:"The x coordinate of its centre, to the right. The distance between neighbours is 1."`
	Y     *float64   `json:"y,omitempty" doc:"The y coordinate of its centre, upwards."`
	Owner *game.Seat `json:"owner,omitempty" doc:"The seat that owns it; missing if nobody does."`
	Ends  *Edge      `json:"ends,omitempty" doc:"The spots that it is the edge between, if it is one."`
}

// Kind is the declaration of a kind of thing.
type Kind struct {
	Name        string `json:"name" doc:"Name of the kind."`
	Label       string `json:"label,omitempty" doc:"Its label for people, if different from the name."`
	Description string `json:"description,omitempty" doc:"What players should know about it."`
	Look        *Look  `json:"look,omitempty" doc:"Hints for displaying it."`

	Traits map[string]string `json:"traits,omitempty" doc:"What is printed on it, by name, as text: numbers, texts, true or false."`
}

// Part is the declaration of a value that can change.
type Part struct {
	Name   string `json:"name" doc:"Name of the Part. If each seat has its own value, views append / and the seat, such as plan/0."`
	Label  string `json:"label,omitempty" doc:"Its label for people, if different from the name."`
	Hidden bool   `json:"hidden,omitempty" doc:"Clients need not show it to players."`

	Sort string   `json:"sort,omitempty" doc:"What its values are: element, seat, kind, number, yes-no, text, list or record."`
	Zero string   `json:"zero,omitempty" doc:"The text of a value that is missing because it is zero."`
	On   []string `json:"on,omitempty" nullable:"false" doc:"Where a missing value should be shown as zero: table, seats, or kind/ and the name of a kind."`

	Words []string `json:"words,omitempty" nullable:"false" doc:"Words for the values 0, 1, 2 and so on, which names of pictures may use."`

	Track int `json:"track,omitempty" doc:"The highest value: clients draw a track on which the seats race to it."`

	Derived bool `json:"derived,omitempty" doc:"It is computed from the view: its values are in the field derived of messages, not in views and changes."`
}

// TableOf returns the declarations of the rules. They are the same in every state of the game and in every view.
// The caller sets Art, because only a server knows where it serves the pictures.
func TableOf(s *game.State) Table {
	r := s.Rules()
	t := Table{Seats: s.Seats(), Places: []Place{}, Kinds: []Kind{}, Parts: []Part{}, Actions: []Action{},
		Theme: themeOf(r.Theme)}
	for _, x := range r.Roles[:min(len(r.Roles), s.Seats())] {
		t.Roles = append(t.Roles, Role(x))
	}
	var last *game.Place
	declared := map[game.ID]int{} // by spot: the index of its declaration
	for id, p := range s.Places() {
		if p != last {
			t.Places, last = append(t.Places, placeOf(s, id, p)), p
		}
		declared[id] = len(t.Places) - 1
		at := &t.Places[len(t.Places)-1]
		at.Spots = append(at.Spots, spotOf(s, id))
	}
	for _, pair := range s.Joined() {
		at := &t.Places[declared[pair[0]]]
		at.Edges = append(at.Edges, Edge{s.Name(pair[0]), s.Name(pair[1])})
	}
	for _, k := range r.Kinds {
		t.Kinds = append(t.Kinds, Kind{k.Name, k.Look.Label, k.Description, lookOf(k.Look), traitsOf(k)})
	}
	homes := zeros.Of(r, s.Seats())
	for _, p := range r.Parts {
		t.Parts = append(t.Parts, partOf(p.Info(), homes[p.String()]))
	}
	for _, d := range r.Derived {
		if d.Shown() {
			t.Parts = append(t.Parts, derivedPart(d.Info()))
		}
	}
	for a := range s.Actions() {
		action := Action{Name: a.Name, Label: a.Label, Description: a.Description, NoUndo: a.NoUndo, Stops: a.Stops(), Withdraws: a.Withdraws()}
		if a.At != nil {
			action.At = a.At.Name
		}
		t.Actions = append(t.Actions, action)
	}
	return t
}

func partOf(x game.ValueInfo, home *zeros.Home) Part {
	part := Part{Name: x.Name, Label: x.Look.Label, Hidden: x.Look.Hidden, Words: x.Look.Words, Track: x.Look.Track}
	if part.Hidden {
		return part
	}
	part.Sort = x.Type.Sort
	if home == nil {
		return part
	}
	if home.Table {
		part.On = append(part.On, "table")
	}
	if home.Seats {
		part.On = append(part.On, "seats")
	}
	for _, k := range home.Kinds {
		part.On = append(part.On, "kind/"+k)
	}
	if part.On != nil && part.Sort != "seat" {
		part.Zero = home.Zero
	}
	return part
}

// derivedPart describes a computed value. Numbers on seats and the table are also shown while they are 0, so that
// nothing appears in the middle of a match.
func derivedPart(x game.ValueInfo) Part {
	home := &zeros.Home{Table: x.OnTable, Seats: x.OnSeats, Zero: "0"}
	if x.Type.Sort != "number" {
		home = nil
	}
	part := partOf(x, home)
	part.Derived = true
	return part
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
	if a, b, ok := s.Ends(id); ok {
		spot.Ends = &Edge{s.Name(a), s.Name(b)}
	}
	if owner := s.Owner(id); owner != game.Nobody {
		spot.Owner = &owner
	}
	return spot
}
