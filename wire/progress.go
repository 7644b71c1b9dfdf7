package wire

import (
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/match"
)

// Progress describes how far a seat is in the current step.
type Progress struct {
	Name  string `json:"name" doc:"Name of the step."`
	Label string `json:"label,omitempty" doc:"Its label for people."`
	Ask   *Line  `json:"ask,omitempty" doc:"The prompt for the seat, before that of an action or a pick."`
	Used  int    `json:"used" doc:"Number of moves the seat has made in it."`
	Needs int    `json:"needs" doc:"Number of moves it must still make."`
	Left  int    `json:"left" doc:"Number of moves it can still make; -1 for any number."`
}

// ProgressOf returns the progress of a seat on its view. It returns nil if the game is not waiting for the seat, or
// defines no order of play.
func ProgressOf(view *game.State, seat game.Seat) *Progress {
	p, waits := view.Progress(seat)
	if !waits || p.Step == "" {
		return nil
	}
	out := &Progress{Name: p.Step, Label: p.Label, Used: p.Used, Needs: p.Needs, Left: p.Left}
	out.Ask = match.LineOrNone(p.Ask)
	return out
}
