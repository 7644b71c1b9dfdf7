package wire

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Progress is how far a seat is in the step that the match waits in.
type Progress struct {
	Name  string `json:"name" doc:"Name of the step."`
	Label string `json:"label,omitempty" doc:"What people call it."`
	Ask   *Line  `json:"ask,omitempty" doc:"What the seat is asked, before it is asked for an action or a pick."`
	Used  int    `json:"used" doc:"How many moves the seat has made in it."`
	Needs int    `json:"needs" doc:"How many more it must make."`
	Left  int    `json:"left" doc:"How many more it can make; -1: any number."`
}

// ProgressOf returns where a seat is on its view; nil if the game does not wait for it, or has no order
// of play of its own.
func ProgressOf(view *game.State, seat game.Seat) *Progress {
	p, waits := view.Progress(seat)
	if !waits || p.Step == "" {
		return nil
	}
	out := &Progress{Name: p.Step, Label: p.Label, Used: p.Used, Needs: p.Needs, Left: p.Left}
	out.Ask = match.LineOrNone(p.Ask)
	return out
}
