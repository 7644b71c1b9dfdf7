package lab

import (
	"fmt"
	"time"

	"github.com/plygame/ply/game"
)

// Count is how many games of a number of moves there are.
type Count struct {
	Depth   int      `json:"depth"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	Rate    float64  `json:"nodes_per_second"`
	Moves   []Branch `json:"moves,omitempty"` // by first move, if asked for
}

// Branch is what follows one first move.
type Branch struct {
	Seat  game.Seat `json:"seat"`
	Move  string    `json:"move"`
	Nodes uint64    `json:"nodes"`
}

// Perft counts the games of so many moves. The last moves are only counted, unless they are to be played as well.
func Perft(s *game.State, depth int, playLeaves bool) (Count, error) {
	began := time.Now()
	nodes, err := nodesOf(s.Fork(), depth, playLeaves)
	if err != nil {
		return Count{}, cannotCount(s, depth, err)
	}
	seconds := max(time.Since(began), time.Nanosecond).Seconds()
	return Count{Depth: depth, Nodes: nodes, Seconds: seconds, Rate: float64(nodes) / seconds}, nil
}

// PerftByMove counts by first move, too.
func PerftByMove(s *game.State, depth int, playLeaves bool) (Count, error) {
	n, err := Perft(s, depth, playLeaves)
	if err != nil {
		return n, err
	}
	if n.Moves, err = branches(s.Fork(), depth, playLeaves); err != nil {
		return n, cannotCount(s, depth, err)
	}
	return n, nil
}

// branches plays each first move and counts what follows it.
func branches(f *game.Fork, depth int, playLeaves bool) (all []Branch, err error) {
	if _, err := f.PerftPlayed(1); err != nil { // chance in a first move
		return nil, err
	}
	moves, err := f.Handles(nil)
	if err != nil {
		return nil, err
	}
	for _, h := range moves {
		b := Branch{Seat: h.Seat(), Move: f.State().Text(f.Move(h))}
		m := f.Mark()
		if err := f.Do(h); err != nil {
			return nil, err
		}
		if b.Nodes, err = nodesOf(f, depth-1, playLeaves); err != nil {
			return nil, err
		}
		f.Back(m)
		all = append(all, b)
	}
	return all, nil
}

func nodesOf(f *game.Fork, depth int, playLeaves bool) (uint64, error) {
	if playLeaves {
		return f.PerftPlayed(depth)
	}
	return f.Perft(depth)
}

func cannotCount(s *game.State, depth int, err error) error {
	return fmt.Errorf("%s cannot be counted to depth %d: %w", s.Rules().Name, depth, err)
}
