package board

import (
	"math"
	"math/bits"
	"slices"

	"github.com/plygame/ply/game"
)

// reach is the tracks from one cell of a board that does not fit one word, in words as in game.Set[game.ID].
type reach struct {
	jumps    []jump  // where nothing on the way can block
	up, down []leg   // lines on which a piece may go and capture, towards higher and lower cells, one after the other
	trails   []trail // all others

	upPairs, downPairs []pair // up and down, each line as one, for small boards
}

// jump is the cells of one word where a piece can go if they are empty, and where it can capture.
type jump struct {
	word        int
	quiet, take uint64
}

// trail is a track as legs.
type trail struct {
	legs  []leg
	only  only
	first bool
}

// leg is a part of a track: cells of one word, one after the other, whose numbers rise or fall.
type leg struct {
	cells uint64 // where a piece blocks
	ends  uint64 // where the moving piece may stay
	word  int
	next  int // in up and down: where the next line begins
	falls bool
}

// reachOf turns tracks into legs.
func reachOf(tracks []track) *reach {
	x := &reach{}
	for i := range tracks {
		t := &tracks[i]
		legs := t.legs()
		switch {
		case !t.first && (len(t.cells) == 1 || t.over):
			x.addJumps(legs, t.only)
		case t.slides() && t.rises():
			x.up, x.upPairs = addLine(x.up, legs), append(x.upPairs, t.pair())
		case t.slides() && t.falls():
			x.down, x.downPairs = addLine(x.down, legs), append(x.downPairs, t.pair())
		default:
			x.trails = append(x.trails, trail{legs, t.only, t.first})
		}
	}
	return x
}

func addLine(lines, legs []leg) []leg {
	for i := range legs {
		legs[i].next = len(lines) + len(legs)
	}
	return append(lines, legs...)
}

// pair returns the cells of the track that are in the first two words.
func (t *track) pair() (p pair) {
	for _, c := range t.cells {
		p = p.or(lowOf(game.SetOf(c)))
	}
	return p
}

func (x *reach) addJumps(legs []leg, only only) {
	for _, l := range legs {
		j := x.jump(l.word)
		if only != takeOnly {
			j.quiet |= l.ends
		}
		if only != goOnly {
			j.take |= l.ends
		}
	}
}

// jump returns the jumps to the cells of a word.
func (x *reach) jump(word int) *jump {
	i := slices.IndexFunc(x.jumps, func(j jump) bool { return j.word == word })
	if i < 0 {
		i = len(x.jumps)
		x.jumps = append(x.jumps, jump{word: word})
	}
	return &x.jumps[i]
}

// legs splits a track where it comes to another word, or turns back.
func (t *track) legs() (all []leg) {
	for n, c := range t.cells {
		word, bit := int(c>>6), uint64(1)<<(c&63)
		last := len(all) - 1
		if last < 0 || !all[last].leadsTo(word, bit) {
			all = append(all, leg{word: word})
			last++
		}
		l := &all[last]
		l.falls = bit < l.cells
		l.cells |= bit
		if (n+1)%t.every == 0 {
			l.ends |= bit
		}
	}
	if t.over {
		for i := range all {
			all[i].cells = 0
		}
	}
	return all
}

// leadsTo reports whether a leg can continue with this cell.
func (l *leg) leadsTo(word int, bit uint64) bool {
	single := l.cells&(l.cells-1) == 0
	rises, falls := bit > l.cells, bit < l.cells&-l.cells
	return word == l.word && (rises && (single || !l.falls) || falls && (single || l.falls))
}

// follow returns where the piece may stay up to the first piece on the leg, and whether there is one.
func (l *leg) follow(filled uint64) (ends uint64, blocked bool) {
	hit := l.cells & filled
	switch {
	case hit == 0:
		return l.ends, false
	case l.falls:
		return l.ends & (math.MaxUint64 << (63 - bits.LeadingZeros64(hit))), true
	}
	return l.ends & (hit ^ (hit - 1)), true
}

// to adds the cells where a piece can go, apart from lines.
func (x *reach) to(to, filled, enemy []uint64, fresh bool) {
	for i := range x.jumps {
		j := &x.jumps[i]
		to[j.word] |= j.quiet&^filled[j.word] | j.take&enemy[j.word]
	}
	for i := range x.trails {
		t := &x.trails[i]
		if t.first && !fresh {
			continue
		}
		for k := range t.legs {
			l := &t.legs[k]
			ends, blocked := l.follow(filled[l.word])
			switch t.only {
			case goAndTake:
				ends &= enemy[l.word] | ^filled[l.word]
			case goOnly:
				ends &^= filled[l.word]
			case takeOnly:
				ends &= enemy[l.word]
			}
			to[l.word] |= ends
			if blocked {
				break
			}
		}
	}
}

// slidePair returns the cells of the lines on a small board up to the first piece on each, with that piece. It has no
// branches, because a processor could not predict where the pieces are.
func (x *reach) slidePair(filled pair) (to pair) {
	for _, line := range x.upPairs {
		hit := line.and(filled)
		a, borrow := bits.Sub64(hit.a, 1, 0)
		b, _ := bits.Sub64(hit.b, 0, borrow)
		to = to.or(line.and(pair{a ^ hit.a, b ^ hit.b}))
	}
	for _, line := range x.downPairs {
		hit := line.and(filled)
		free := (hit.b|-hit.b)>>63 - 1 // all bits if nothing is hit in the second word, otherwise none
		a := uint64(math.MaxUint64) << (63 - bits.LeadingZeros64(hit.a|1)) & free
		b := uint64(math.MaxUint64) << (63 - bits.LeadingZeros64(hit.b|1))
		to = to.or(line.and(pair{a, b}))
	}
	return to
}

// slide adds the cells of the lines up to the first piece on each, with that piece if it is one of enemy.
func (x *reach) slide(to, filled, enemy []uint64) {
	for i := 0; i < len(x.up); {
		l := &x.up[i]
		if hit := l.cells & filled[l.word]; hit != 0 {
			first := hit & -hit
			to[l.word] |= l.cells&(first-1) | first&enemy[l.word]
			i = l.next
			continue
		}
		to[l.word] |= l.cells
		i++
	}
	for i := 0; i < len(x.down); {
		l := &x.down[i]
		if hit := l.cells & filled[l.word]; hit != 0 {
			first := uint64(1) << (63 - bits.LeadingZeros64(hit))
			to[l.word] |= l.cells&-(first<<1) | first&enemy[l.word]
			i = l.next
			continue
		}
		to[l.word] |= l.cells
		i++
	}
}

// attacks adds the cells that a piece attacks, apart from lines.
func (x *reach) attacks(to, filled []uint64, fresh bool) {
	for i := range x.jumps {
		to[x.jumps[i].word] |= x.jumps[i].take
	}
	for i := range x.trails {
		t := &x.trails[i]
		if t.only == goOnly || t.first && !fresh {
			continue
		}
		for k := range t.legs {
			l := &t.legs[k]
			ends, blocked := l.follow(filled[l.word])
			to[l.word] |= ends
			if blocked {
				break
			}
		}
	}
}

// takes reports whether one of the jumps captures on the cell.
func (x *reach) takes(cell game.ID) bool {
	for i := range x.jumps {
		if j := &x.jumps[i]; j.word == int(cell>>6) && j.take>>(cell&63)&1 != 0 {
			return true
		}
	}
	return false
}

// slidesTo reports whether a piece slides to the cell if nothing is on the way.
func (x *reach) slidesTo(cell game.ID) bool {
	return hasCell(x.up, cell) || hasCell(x.down, cell)
}

func hasCell(lines []leg, cell game.ID) bool {
	for i := range lines {
		if l := &lines[i]; l.word == int(cell>>6) && l.cells>>(cell&63)&1 != 0 {
			return true
		}
	}
	return false
}

// firstPiece returns the first filled cell of the trail, or 0.
func (t *trail) firstPiece(filled []uint64) game.ID {
	for k := range t.legs {
		l := &t.legs[k]
		if hit := l.cells & filled[l.word]; hit != 0 {
			at := bits.TrailingZeros64(hit)
			if l.falls {
				at = 63 - bits.LeadingZeros64(hit)
			}
			return game.ID(l.word<<6 + at)
		}
	}
	return 0
}
