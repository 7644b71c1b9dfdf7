package gametest

import (
	"encoding/json"
	"slices"

	"github.com/plygame/ply/game"
)

// place is a game's position in its flow, as in a save.
type place struct {
	Passes  int          `json:"passes,omitempty"`
	Mover   *game.Seat   `json:"mover,omitempty"`
	Frames  []frame      `json:"frames,omitempty"`
	Pending []commitment `json:"pending,omitempty"`
}

// frame is one step that the game is in.
type frame struct {
	Step     string      `json:"step"`
	At       int         `json:"at,omitempty"`
	Seat     *game.Seat  `json:"seat,omitempty"`
	Used     int         `json:"used,omitempty"`
	Done     uint32      `json:"done,omitempty"`
	Order    []game.Seat `json:"order,omitempty"`
	Elements []string    `json:"elements,omitempty"`
	Moves    []int       `json:"moves,omitempty"`
	Then     string      `json:"then,omitempty"`
}

// commitment is a move that a seat has chosen in secret.
type commitment struct {
	Seat game.Seat `json:"seat"`
	Move string    `json:"move"`
}

// placeOf returns the position of a state or view in the flow; empty in the usual order.
func (k *kernel) placeOf(s *game.State) (p place) {
	if !flows(s.Rules()) {
		return p
	}
	var save struct{ Flow place }
	json.Unmarshal(k.save(s), &save)
	return save.Flow
}

// flows reports whether rules have a Flow or Calls.
func flows(r *game.Rules) bool { return r.Flow != nil || len(r.Calls) > 0 }

// of returns the move that the seat has chosen in secret, "" if none.
func (p *place) of(seat game.Seat) string {
	for _, c := range p.Pending {
		if c.Seat == seat {
			return c.Move
		}
	}
	return ""
}

// others reports whether anyone other than the observer has chosen in secret.
func (p *place) others(o game.Seat) bool {
	return slices.ContainsFunc(p.Pending, func(c commitment) bool { return c.Seat != o })
}

// The actions of the kernel, which are offered although the rules do not declare them.
const (
	doneAction     = "done"
	withdrawAction = "withdraw"
)

// ofKernel reports whether an action is one of the kernel's own.
func ofKernel(r *game.Rules, action string) bool {
	return flows(r) && (action == doneAction || action == withdrawAction) &&
		!slices.ContainsFunc(r.Actions, func(a *game.Action) bool { return a.Name == action })
}

// seatsToAct lists the seats that the game waits for.
func (k *kernel) seatsToAct(s *game.State) []game.Seat { return slices.Collect(k.toAct(s).All()) }

// mayAct lists the seats that the game waits for, and those that may take a choice back.
func (k *kernel) mayAct(s *game.State) []game.Seat {
	all := k.seatsToAct(s)
	for _, m := range k.withdrawals(s) {
		if !slices.Contains(all, m.Seat) {
			all = append(all, m.Seat)
		}
	}
	return all
}

// withdrawals are the moves that take back secret choices. They are in no list of moves.
func (k *kernel) withdrawals(s *game.State) (all []game.Move) {
	viewer, isView := s.Viewer()
	for x := range s.Committed().All() {
		if !isView || viewer == x || viewer == game.Judge {
			all = append(all, game.Move{Seat: x, Action: withdrawAction})
		}
	}
	return all
}

// legal lists everything that is accepted: the moves and the withdrawals.
func (k *kernel) legal(s *game.State) ([]game.Move, error) {
	all, err := k.moves(s)
	if err != nil {
		return nil, err
	}
	return append(slices.Clip(all), k.withdrawals(s)...), nil
}

// secretSteps are the names of the steps in which seats choose in secret.
func secretSteps(r *game.Rules) (names []string) {
	for _, s := range append([]game.Step{r.Flow}, r.Calls...) {
		walkSteps(s, func(x *game.Together) {
			if x.Secret {
				names = append(names, x.Name)
			}
		})
	}
	return names
}

// walkSteps visits the Togethers of a flow.
func walkSteps(s game.Step, visit func(*game.Together)) {
	if x, ok := s.(*game.Together); ok {
		visit(x)
	}
	if s != nil {
		for _, k := range s.Within() {
			walkSteps(k, visit)
		}
	}
}

// chooses reports whether the game waits in a step where seats choose in secret.
func (p *place) chooses(r *game.Rules) bool {
	return len(p.Frames) > 0 && slices.Contains(secretSteps(r), p.Frames[len(p.Frames)-1].Step)
}
