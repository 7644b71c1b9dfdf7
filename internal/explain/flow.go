package explain

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/wire"
)

// Order is the order of play of a game.
type Order struct {
	Game    string      `json:"game"`
	Options game.Values `json:"options"`
	Tree    string      `json:"tree"`
	Diagram string      `json:"diagram"`
	At      *Resting    `json:"at,omitempty"` // the position, if there is one
}

// Resting is a position in the order of play.
type Resting struct {
	Seats  int            `json:"seats"`
	Played int            `json:"played"`
	Where  string         `json:"where"`
	Waits  []wire.Waiting `json:"waits"` // empty when the game is over
}

// OrderOf returns the order of play, with the position of s if it is not nil.
func OrderOf(r *game.Rules, s *game.State) Order {
	o := Order{Game: r.Name, Options: r.Values(), Tree: r.FlowText(), Diagram: r.FlowDiagram()}
	if s == nil {
		return o
	}
	o.Tree = s.FlowText()
	o.At = &Resting{Seats: s.Seats(), Played: s.Played(), Where: s.Where(), Waits: wire.WaitsOf(s)}
	return o
}
