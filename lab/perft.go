package lab

import (
	"fmt"
	"time"

	"github.com/plygame/ply/game"
)

// Count is the number of games of a given number of moves.
type Count struct {
	Depth   int      `json:"depth"`
	Nodes   uint64   `json:"nodes"`
	Seconds float64  `json:"seconds"`
	Rate    float64  `json:"nodes_per_second"`
	Moves   []Branch `json:"moves,omitempty"` // by first move, from PerftByMove
}

// Branch is the count for one first move.
type Branch struct {
	Seat  game.Seat `json:"seat"`
	Move  string    `json:"move"`
	Nodes uint64    `json:"nodes"`
}

// Perft counts the games of depth moves. It counts the last moves without playing them, unless played is set.
func Perft(s *game.State, depth int, playLeaves bool) (Count, error) {
	began := time.Now()
	nodes, err := nodesOf(s.Fork(), depth, playLeaves)
	if err != nil {
		return Count{}, cannotCount(s, depth, err)
	}
	seconds := max(time.Since(began), time.Nanosecond).Seconds()
	return Count{Depth: depth, Nodes: nodes, Seconds: seconds, Rate: float64(nodes) / seconds}, nil
}

// PerftByMove is Perft with separate counts for each first move.
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

// branches plays each first move and counts the games that follow.
func branches(f *game.Fork, depth int, playLeaves bool) (all []Branch, err error) {
	if _, err := f.PerftPlayed(1); err != nil { // a first move with chance
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
	return fmt.Errorf("cannot count %s to depth %d: %w", s.Rules().Name, depth, err)
}
