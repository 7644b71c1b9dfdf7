package gametest

import (
	"encoding/json"
	"slices"

	"github.com/plygame/ply/game"
)

// place is a game's position in its flow, as in a save.
type place struct {
	Passes  int          `json:"passes,omitempty"`
	First   game.Seat    `json:"first,omitempty"`
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
	Values   []string    `json:"values,omitempty"`
	Moves    []int       `json:"moves,omitempty"`
	Then     string      `json:"then,omitempty"`

	sort string
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
	p.Passes = s.Passes()
	for v := range s.FlowValues() {
		f := frame{sort: v.Field}
		_ = json.Unmarshal([]byte(v.Is), &f)
		p.Frames = append(p.Frames, f)
	}
	for seat := range game.Seat(s.Seats()) {
		if m, ok := k.chosen(s, seat); ok {
			p.Pending = append(p.Pending, commitment{seat, s.Text(m)})
		}
	}
	return p
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

// ofKernel reports whether an action is one that the flow has added, although the rules do not declare it.
func ofKernel(r *game.Rules, action string) bool { return stops(r, action) || withdraws(r, action) }

// stops reports whether an action only stops acting in a step.
func stops(r *game.Rules, action string) bool {
	a := r.Action(action)
	return a != nil && a.Stops()
}

// withdraws reports whether an action takes back a secret choice.
func withdraws(r *game.Rules, action string) bool {
	a := r.Action(action)
	return a != nil && a.Withdraws()
}

// withdrawal is the move that takes back the secret choice of a seat.
func withdrawal(s *game.State, seat game.Seat) game.Move {
	m := game.Move{Seat: seat}
	for a := range s.Actions() {
		if a.Withdraws() {
			m.Action = a.Name
		}
	}
	return m
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
			all = append(all, withdrawal(s, x))
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
	eachStep(r, func(s game.Step) {
		if x, ok := s.(*game.Together); ok && x.Secret {
			names = append(names, x.Name)
		}
	})
	return names
}

// flowActions are the names of the actions that the flow has added.
func flowActions(r *game.Rules) (names []string) {
	eachStep(r, func(s game.Step) {
		for _, a := range r.ActionsOf(s) {
			if (a.Stops() || a.Withdraws()) && !slices.Contains(names, a.Name) {
				names = append(names, a.Name)
			}
		}
	})
	return names
}

// eachStep visits the steps of a flow.
func eachStep(r *game.Rules, visit func(game.Step)) {
	for _, s := range append([]game.Step{r.Flow}, r.Calls...) {
		walkSteps(s, visit)
	}
}

func walkSteps(s game.Step, visit func(game.Step)) {
	if s == nil {
		return
	}
	visit(s)
	for _, k := range s.Within() {
		walkSteps(k, visit)
	}
}

// chooses reports whether the game waits in a step where seats choose in secret.
func (p *place) chooses(r *game.Rules) bool {
	return len(p.Frames) > 0 && slices.Contains(secretSteps(r), p.Frames[len(p.Frames)-1].Step)
}
