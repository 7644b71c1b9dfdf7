package gametest

import (
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
)

// mostKeyed is the most moves of a seat that are compared by their keys.
const mostKeyed = 500

// keysSame: the moves of the observer have the same keys in the state, in their view and in a re-deal, and
// moves with the same key are interchangeable.
func (d *dealing) keysSame(s, r *game.State, o game.Seat) string {
	if o < 0 || !slices.Contains(d.mayAct(s), o) {
		return ""
	}
	real, keys, ok := d.keyed(s, o)
	if !ok {
		return ""
	}
	for _, other := range []struct {
		in string
		s  *game.State
	}{{"on its view", d.view(s, o)}, {"in a re-deal", r}} {
		moves, is, ok := d.keyed(other.s, o)
		if !ok {
			return fmt.Sprintf("the moves %s cannot be listed", other.in)
		}
		for i, m := range real {
			if !slices.Contains(is, keys[i]) {
				return fmt.Sprintf("the keys of its moves differ %s: the key of %q is missing", other.in, s.Text(m))
			}
		}
		for i, m := range moves {
			if !slices.Contains(keys, is[i]) {
				return fmt.Sprintf("the keys of its moves differ %s: %q has a new key", other.in, other.s.Text(m))
			}
		}
	}
	return d.interchangeable(s, o, real, keys)
}

// keyed lists the moves of a seat and their keys.
func (d *dealing) keyed(s *game.State, o game.Seat) (moves []game.Move, keys []uint64, ok bool) {
	all, err := d.moves(s)
	if err != nil || len(all) > mostKeyed {
		return nil, nil, false
	}
	for _, m := range all {
		if m.Seat == o {
			moves, keys = append(moves, m), append(keys, d.moveKey(s, m))
		}
	}
	return moves, keys, true
}

// interchangeable plays moves with the same key whose elements the seat sees completely: the results must
// look the same, except for names. Where chance decides, nothing can be compared.
func (d *dealing) interchangeable(s *game.State, o game.Seat, moves []game.Move, keys []uint64) string {
	first, tried := map[uint64]game.Move{}, 0
	for i, m := range moves {
		if !d.seesChosen(s, o, m) {
			continue
		}
		same, found := first[keys[i]]
		if !found {
			first[keys[i]] = m
			continue
		}
		if tried++; tried > 6 {
			break
		}
		a, err := d.play(s, same)
		b, err2 := d.play(s, m)
		if err != nil || err2 != nil || d.drawn(s, a) || d.drawn(s, b) {
			continue
		}
		v, w := d.view(a, o), d.view(b, o)
		if n, x, y := firstLine(d.shown(w, d.expected(b, o)).String(), d.shown(v, d.expected(a, o)).String()); n > 0 {
			return fmt.Sprintf("%q has the key of %q, but leads to\n  %s\nnot\n  %s", s.Text(m), s.Text(same), x, y)
		}
	}
	return ""
}

// seesChosen reports whether the seat sees everything it has chosen, including contents.
func (d *dealing) seesChosen(s *game.State, o game.Seat, m game.Move) bool {
	sees := len(openParts(d.rules)) == len(d.rules.Parts)
	var look func(id game.ID) game.ID
	look = func(id game.ID) game.ID {
		if isCreated(s.Name(id)) {
			sees = sees && d.sees(s, o, id) == game.Face
			for in := range s.In(id) {
				look(in)
			}
		}
		return id
	}
	mapped(d.rules, m, look)
	return sees
}

// drawn reports whether chance has decided something between two states.
func (d *dealing) drawn(from, to *game.State) bool {
	return slices.ContainsFunc(d.diff(from, to), game.Change.Random)
}
