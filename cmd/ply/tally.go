package main

import (
	"github.com/plygame/ply/game"
)

// tally counts how games ended.
type tally struct {
	games, moves, draws, unfinished, faults int
	wins                                    []int // by seat; each winner of a shared win counts

	fault   error // the first one, by number of the game
	faultAt int
}

// end counts a game that was played as far as it goes.
func (t *tally) end(o game.Outcome) {
	switch {
	case !o.Over:
		t.unfinished++
	case len(o.Winners) == 0:
		t.draws++
	}
	for _, x := range o.Winners {
		t.wins[x]++
	}
}

// fail counts a game that met a fault.
func (t *tally) fail(i int, err error) {
	t.faults++
	if t.fault == nil || i < t.faultAt {
		t.fault, t.faultAt = err, i
	}
}

func (t *tally) add(o *tally) {
	t.games += o.games
	t.moves += o.moves
	t.draws += o.draws
	t.unfinished += o.unfinished
	for x, n := range o.wins {
		t.wins[x] += n
	}
	faults := t.faults + o.faults
	if o.fault != nil {
		t.fail(o.faultAt, o.fault)
	}
	t.faults = faults
}
