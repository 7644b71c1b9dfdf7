package cli

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
func (t *tally) end(s *game.State) {
	if !s.Over() {
		t.unfinished++
		return
	}
	won := false
	for x := range t.wins {
		if s.Won(game.Seat(x)) {
			t.wins[x]++
			won = true
		}
	}
	if !won {
		t.draws++
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
