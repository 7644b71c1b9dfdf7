package game

import "math"

// Perft counts the games of this many moves from here; one log entry is one move. The last moves are counted,
// not played, many at once if they need not be visited; PerftPlayed plays them. Chance that is not rigged,
// and free text, are refused. The fork ends where it began.
func (f *Fork) Perft(depth int) (nodes uint64, err error) { return f.perftFrom(depth, false) }

// PerftPlayed is Perft that plays the last moves as well, so that it finds a Fault or chance in them.
func (f *Fork) PerftPlayed(depth int) (nodes uint64, err error) { return f.perftFrom(depth, true) }

func (f *Fork) perftFrom(depth int, played bool) (nodes uint64, err error) {
	start := f.t.mark()
	defer func() { f.t.rollback(&start) }()
	defer f.t.guard(&err)
	f.t.noChance = true
	f.moves, f.pool = f.moves[:0], f.pool[:0]
	nodes = f.perft(depth, played)
	f.t.noChance = false
	return nodes, nil
}

func (f *Fork) perft(depth int, played bool) uint64 {
	if depth <= 0 {
		return 1
	}
	from, pool := len(f.moves), len(f.pool)
	outer := f.t.mark() // skipping seats is undone too
	var nodes uint64
	if depth == 1 && !played {
		nodes = f.countedMoves()
	} else {
		f.collect(math.MaxInt)
		for i := from; i < len(f.moves); i++ {
			m := f.t.mark()
			f.playPacked(f.moves[i])
			nodes += f.perft(depth-1, played)
			f.t.rollback(&m)
		}
	}
	f.t.rollback(&outer)
	f.moves, f.pool = f.moves[:from], f.pool[:pool]
	return nodes
}
