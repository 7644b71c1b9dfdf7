package game

import "math"

// Perft counts the games of this many moves from here: one log entry is one move. The last moves are counted and not
// played, many at once where they need not be visited; PerftPlayed plays them. Chance that is not set beforehand, and free
// text, are refused. The fork ends where it began.
func (f *Fork) Perft(depth int) (nodes uint64, err error) { return f.perftFrom(depth, false) }

// PerftPlayed is Perft that plays the last moves as well, so that a Fault or chance in them is found.
func (f *Fork) PerftPlayed(depth int) (nodes uint64, err error) { return f.perftFrom(depth, true) }

func (f *Fork) perftFrom(depth int, played bool) (nodes uint64, err error) {
	start := f.t.mark()
	defer func() { f.t.rollback(start) }()
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
	outer := f.t.mark() // passing over seats is taken back too
	var nodes uint64
	if depth == 1 && !played {
		nodes = f.countMoves()
	} else {
		f.collect(math.MaxInt)
		for i := from; i < len(f.moves); i++ {
			m := f.t.mark()
			f.do(f.moves[i])
			nodes += f.perft(depth-1, played)
			f.t.rollback(m)
		}
	}
	f.t.rollback(outer)
	f.moves, f.pool = f.moves[:from], f.pool[:pool]
	return nodes
}

// countMoves returns how many complete moves the seats to act have.
func (f *Fork) countMoves() (n uint64) {
	t := &f.t
	if a := t.rules.c.quick; a != nil && t.over == running {
		if set := t.ready(a); t.settled {
			return uint64(set.Len())
		}
	}
	t.eachAction(func() int { return int(n) }, func(a *action) bool {
		switch {
		case a.bulk == nil:
			t.walk(a, 0, func() bool {
				n++
				return true
			})
		case len(a.picks) == 1:
			n += t.countLast(a)
		default:
			t.walk(a.bulk, 0, func() bool {
				n += t.countLast(a)
				return true
			})
		}
		return true
	})
	return n
}

// countLast returns how many ways there are to make the last pick of an action that has a bulk.
func (t *Tx) countLast(a *action) uint64 {
	p := a.picks[len(a.picks)-1]
	o := t.options(p)
	n := o.len()
	if p.several == nil {
		return uint64(n)
	}
	low, high := p.limits(t)
	ways := 0.0
	for k := low; k <= min(high, n); k++ {
		ways += choose(n, k)
	}
	return uint64(ways)
}
