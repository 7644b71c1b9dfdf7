package unit_test

import (
	"testing"

	"github.com/plygame/ply/board"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/unit"
)

// The paths of a chase are as long as those that a slow search finds on random maps, and each step shortens them.
func TestChaseAgainstNaive(t *testing.T) {
	wall := game.NewPart[bool]("wall")
	prey := &game.Kind{Name: "prey"}
	for seed := range uint64(20) {
		b := board.Orthogonal("maze", 7, 6)
		x := &unit.Chase{Board: b, Ground: []game.Column{wall}, Enter: func(s *game.State, cell game.ID) bool { return !wall.Of(s, cell) }}
		s, err := x.In(&game.Rules{
			Name: "maze", Seats: game.Exactly(1), Layout: []game.Layout{b}, Kinds: []*game.Kind{prey}, Parts: []game.Column{wall},
			Setup: func(tx *game.Tx) {
				for cell := range b.Cells(tx).All() {
					if wall.Set(tx, cell, tx.Int(4) == 0); !wall.Of(tx, cell) && tx.Int(8) == 0 {
						tx.Create(prey, cell)
					}
				}
			},
			Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
		}).Start(1, game.SeedOf(seed))
		if err != nil {
			t.Fatal(err)
		}
		for to := range b.Cells(s).All() {
			far := naiveWays(s, b, wall, to)
			for from := range b.Cells(s).All() {
				if wall.Of(s, from) || wall.Of(s, to) {
					continue
				}
				if got := x.Far(s, from, to); got != far[from] {
					t.Fatalf("seed %d: from %s to %s it is %d steps, want %d", seed, s.Name(from), s.Name(to), got, far[from])
				}
				next := x.Next(s, from, to)
				if moves := far[from] > 0; moves != (next != 0) || moves && (far[next] != far[from]-1 || b.Distance(from, next) != 1) {
					t.Fatalf("seed %d: from %s to %s the next cell is %s", seed, s.Name(from), s.Name(to), s.Name(next))
				}
			}
		}
		for from := range b.Cells(s).All() {
			if wall.Of(s, from) {
				continue
			}
			far, best := naiveWays(s, b, wall, from), -1
			for id := range s.All(prey) {
				if n := far[s.Parent(id)]; n >= 0 && (best < 0 || n < best) {
					best = n
				}
			}
			id := x.Nearest(s, from, unit.Select(s, s.Alive, prey), nil)
			if best < 0 != (id == 0) || id != 0 && far[s.Parent(id)] != best {
				t.Fatalf("seed %d: the nearest of %s is %d steps away, want %d", seed, s.Name(from), far[s.Parent(id)], best)
			}
		}
	}
}

// Rules can have several chases: units that fly cross walls.
func TestSeveralChases(t *testing.T) {
	b := board.Orthogonal("maze", 3, 3)
	walks := &unit.Chase{Board: b, Enter: func(_ *game.State, cell game.ID) bool { return cell != b.Find("b1") && cell != b.Find("b2") }}
	flies := &unit.Chase{Board: b}
	s, err := walks.In(flies.In(&game.Rules{
		Name: "maze", Seats: game.Exactly(1), Layout: []game.Layout{b},
		Actions: []*game.Action{{Name: "wait", Do: func(*game.Tx) {}}},
	})).Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	if from, to := b.Find("a1"), b.Find("c1"); walks.Far(s, from, to) != 6 || flies.Far(s, from, to) != 2 {
		t.Errorf("it is %d steps to walk and %d to fly, want 6 and 2", walks.Far(s, from, to), flies.Far(s, from, to))
	}
}

// naiveWays relaxes all distances until nothing changes; -1 means no way.
func naiveWays(s *game.State, b *board.Grid, wall *game.Part[bool], to game.ID) map[game.ID]int {
	far := map[game.ID]int{}
	for cell := range b.Cells(s).All() {
		far[cell] = -1
	}
	if wall.Of(s, to) {
		return far
	}
	far[to] = 0
	for changed := true; changed; {
		changed = false
		for from := range b.Cells(s).All() {
			for cell := range b.Cells(s).All() {
				if !wall.Of(s, cell) && far[from] >= 0 && b.Distance(from, cell) == 1 && (far[cell] < 0 || far[cell] > far[from]+1) {
					far[cell], changed = far[from]+1, true
				}
			}
		}
	}
	return far
}

// A scenario becomes a board with its terrain and its units, each in its round.
func TestScenarioOnABoard(t *testing.T) {
	terrain := game.NewPart[uint8]("terrain")
	x, err := bridge().Read("bridge.json", []byte(`{"map": ["#x#", "#m#", "#.#"], "legend": {"#": "wall", ".": "floor", "x": "exit", "m": "floor man man"},
		"orders": [{"kind": "man", "at": "b1", "round": 2, "count": 3}, {"kind": "crate", "at": "b1"}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if x.String() != "#x#\n#m#\n#.#" || x.Count(man) != 5 || x.Count(crate) != 1 {
		t.Errorf("%d men and %d crates on\n%s", x.Count(man), x.Count(crate), x)
	}
	b := x.Grid("board")
	var spawner unit.Spawner
	r := &game.Rules{
		Name: "drawn", Seats: game.Exactly(1), Layout: []game.Layout{b}, Kinds: []*game.Kind{man, crate}, Parts: append(unit.Parts(), terrain, morale),
		Setup: unit.Stages{
			Board:  func(tx *game.Tx) { unit.Paint(tx, x, b, terrain) },
			Props:  func(tx *game.Tx) { x.Enter(tx, &spawner, b, 0, true) },
			Agents: func(tx *game.Tx) { x.Enter(tx, &spawner, b, 0, false) },
		}.Setup,
		Actions: []*game.Action{{Name: "wait", Do: func(tx *game.Tx) { x.Enter(tx, &spawner, b, tx.Played()+1, false) }}},
	}
	s, err := r.Start(1, game.SeedOf(1))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		move string
		want [3]int // on b1, b2 and b3
	}{{"", [3]int{1, 2, 0}}, {"wait", [3]int{1, 2, 0}}, {"wait", [3]int{4, 2, 0}}, {"wait", [3]int{4, 2, 0}}} {
		if c.move != "" {
			if s, err = s.PlayText(0, c.move); err != nil {
				t.Fatal(err)
			}
		}
		if got := [3]int{s.Count(b.Find("b1")), s.Count(b.Find("b2")), s.Count(b.Find("b3"))}; got != c.want {
			t.Errorf("after move %d there are %v, want %v", s.Played(), got, c.want)
		}
	}
	if terrain.Of(s, b.Find("b3")) != 2 || terrain.Of(s, b.Find("a1")) != 1 {
		t.Error("the terrain is wrong")
	}
	never := x.Win
	if never == nil || x.Lose == nil {
		t.Error("without tests, nothing is won or lost")
	}
}
