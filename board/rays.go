package board

import (
	"math"
	"math/bits"
	"sync/atomic"

	"github.com/plygame/ply/game"
)

// outlook is where a piece with one pattern can go from each cell, for seats that face one way.
type outlook struct {
	forward Direction
	words   []reach64               // by cell, if the cells fit one word
	wide    []atomic.Pointer[reach] // by cell, if they do not
	first   bool                    // some way has First
}

// track is a way from one cell on: the cells it visits, in order.
type track struct {
	cells []game.ID
	every int // the piece may stay after each such number of cells
	over  bool
	only  only
	first bool
}

// reach64 is the tracks from one cell as words, bit i for cell number i.
type reach64 struct {
	quiet, take uint64   // cells where nothing on the way can block
	up, down    []uint64 // ways that may both go and capture, towards higher and lower cells
	slides      uint64   // all cells of up and down
	rest        []path64
}

// path64 is a track that is none of these.
type path64 struct {
	cells []uint8
	every int
	over  bool
	only  only
	first bool
}

// enemy returns the cells of the other seats' pieces.
func (m *Movement) enemy(s *game.State, seat game.Seat) (all uint64) {
	if s.Seats() == 2 {
		return m.narrow(s.Held(1 - seat))
	}
	for x := range game.Seat(s.Seats()) {
		if x != seat {
			all |= m.narrow(s.Held(x))
		}
	}
	return all
}

// narrow returns the cells of a set as a word.
func (m *Movement) narrow(of game.Set[game.ID]) uint64 {
	lo, hi := of.Low()
	first := m.base & 63
	return (lo>>first | hi<<(-first&63)) & m.all
}

// set is the inverse of narrow.
func (m *Movement) set(cells uint64) game.Set[game.ID] {
	first := m.base & 63
	return game.Set[game.ID]{}.Small(cells<<first, cells>>(-first&63))
}

func (m *Movement) bit(cell game.ID) uint64 { return 1 << (cell - m.base) }

// follow returns where the paths that are neither jumps nor lines lead.
func (r *reach64) follow(filled, enemy uint64, fresh bool) (to uint64) {
	for k := range r.rest {
		p := &r.rest[k]
		if p.first && !fresh {
			continue
		}
		empty, hit := p.follow(filled)
		if p.only != takeOnly {
			to |= empty
		}
		if p.only != goOnly {
			to |= hit & enemy
		}
	}
	return to
}

// attacks64 returns what a piece attacks from cell i.
func (o *outlook) attacks64(i int, filled uint64, fresh bool) uint64 {
	r := &o.words[i]
	to := r.take | r.slide(filled)
	for k := range r.rest {
		if p := &r.rest[k]; p.only != goOnly && (!p.first || fresh) {
			empty, hit := p.follow(filled)
			to |= empty | hit
		}
	}
	return to
}

// slide returns the cells of the lines up to the first piece on each, with that piece.
func (r *reach64) slide(filled uint64) (to uint64) {
	for _, x := range r.up {
		if hit := x & filled; hit != 0 {
			x &= hit ^ (hit - 1)
		}
		to |= x
	}
	for _, x := range r.down {
		if hit := x & filled; hit != 0 {
			x &= math.MaxUint64 << (63 - bits.LeadingZeros64(hit))
		}
		to |= x
	}
	return to
}

// follow returns the cells where the path may stay: empty ones, and those with a piece.
func (p *path64) follow(filled uint64) (empty, hit uint64) {
	for n, c := range p.cells {
		bit := uint64(1) << c
		stays, blocked := (n+1)%p.every == 0, filled&bit != 0
		switch {
		case stays && blocked:
			hit |= bit
		case stays:
			empty |= bit
		}
		if blocked && !p.over {
			break
		}
	}
	return empty, hit
}
