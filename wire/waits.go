package wire

import "github.com/plygame/ply/game"

// Waiting is a seat that the game is waiting for, and its progress.
type Waiting struct {
	Seat  game.Seat `json:"seat"`
	Step  string    `json:"step"`
	Used  int       `json:"used"`
	Needs int       `json:"needs"`
	Left  int       `json:"left"` // -1 for any number
}

// WaitsOf returns the seats that the game is waiting for. There are none when it is over.
func WaitsOf(s *game.State) []Waiting {
	all := []Waiting{}
	for x := range s.ToAct().All() {
		p, _ := s.Progress(x)
		all = append(all, Waiting{x, p.Step, p.Used, p.Needs, p.Left})
	}
	return all
}
