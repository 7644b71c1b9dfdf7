package cli

import (
	"github.com/plygame/ply/game"
)

// tally counts how games ended. Each game counts once: wins, shared, lost, draws, unfinished and
// faults add up to games.
type tally struct {
	games, moves, draws, unfinished, faults int
	shared, lost                            int   // games that several have won, and nobody
	wins, shares                            []int // by seat: wins alone, and shares in wins

	fault   error // the first one, by number of the game
	faultAt int
}

// end counts a game that was played as far as it goes.
func (t *tally) end(s *game.State) {
	if !s.Over() {
		t.unfinished++
		return
	}
	winners, last := 0, 0
	for x := range t.wins {
		if s.Won(game.Seat(x)) {
			winners, last = winners+1, x
		}
	}
	switch {
	case winners > 1:
		t.share(s)
	case winners == 1:
		t.wins[last]++
	case s.Tied():
		t.draws++
	default:
		t.lost++
	}
}

// share counts a game that several seats have won.
func (t *tally) share(s *game.State) {
	t.shared++
	for x := range t.shares {
		if s.Won(game.Seat(x)) {
			t.shares[x]++
		}
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
	t.shared += o.shared
	t.lost += o.lost
	for x := range o.wins {
		t.wins[x] += o.wins[x]
		t.shares[x] += o.shares[x]
	}
	faults := t.faults + o.faults
	if o.fault != nil {
		t.fail(o.faultAt, o.fault)
	}
	t.faults = faults
}
