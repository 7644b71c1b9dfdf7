package mastermind

import (
	"math/bits"
	"slices"

	"github.com/plygame/ply/game"
)

// combination is a code or a guess as two sets of bits, which are quick to compare.
type combination struct {
	places  uint64 // for each place, a bit for its colour
	colours uint64 // for each colour, as many bits as it has pegs
}

// add adds a peg of a colour.
func (c *combination) add(place, colour int) {
	c.places |= 1 << (8*place + colour)
	c.colours |= (c.colours<<1 | 1<<(8*colour)) & (0xFF << (8 * colour))
}

// colour returns the colour of a peg.
func (c combination) colour(place int) int {
	return bits.TrailingZeros8(uint8(c.places >> (8 * place)))
}

// answer compares a guess with the code: pegs of the right colour in the right place, and in a
// wrong one. Each peg counts once.
func answer(code, guess combination) (exact, near int) {
	exact = bits.OnesCount64(code.places & guess.places)
	return exact, bits.OnesCount64(code.colours&guess.colours) - exact
}

// invent replaces a code that the seat cannot know with one that matches all answers so far.
func (g *table) invent(t *game.Tx, _ game.Seat) {
	pegs := slices.Collect(t.In(g.code))
	if len(pegs) == 0 || t.Kept(pegs[0]) {
		return
	}
	code := g.fitting(t)
	for i, id := range pegs {
		t.Become(id, g.pegs[code.colour(i)])
	}
}

// lucky is how many codes are drawn before all of them are looked through. The first guesses leave many codes.
const lucky = 100

// fitting draws one of the codes that match the answers so far; all of them are equally likely.
func (g *table) fitting(t *game.Tx) combination {
	fits, codes := g.matcher(t), g.codes()
	for range lucky {
		if code := codes[t.Int(len(codes))]; fits(code) {
			return code
		}
	}
	var left []combination
	for _, code := range codes {
		if fits(code) {
			left = append(left, code)
		}
	}
	return left[t.Int(len(left))]
}

// matcher returns a function that compares a code with the answers so far.
func (g *table) matcher(t *game.Tx) func(code combination) bool {
	type row struct {
		guess       combination
		exact, near int
	}
	var rows []row
	for i := range g.row.Names {
		if at := g.row.At(i); t.Count(at) > 0 {
			r := row{guess: g.read(t, at)}
			for id := range t.In(at) {
				switch t.Kind(id) {
				case g.exact:
					r.exact++
				case g.near:
					r.near++
				}
			}
			rows = append(rows, r)
		}
	}
	return func(code combination) bool {
		for _, r := range rows {
			if exact, near := answer(code, r.guess); exact != r.exact || near != r.near {
				return false
			}
		}
		return true
	}
}

// all lists the codes that can be set.
func (g *table) all() (codes []combination) {
	var extend func(combination, int)
	extend = func(code combination, place int) {
		if place == g.length {
			codes = append(codes, code)
			return
		}
		for colour := range g.pegs {
			if g.repeats || code.colours>>(8*colour)&1 == 0 {
				longer := code
				longer.add(place, colour)
				extend(longer, place+1)
			}
		}
	}
	extend(combination{}, 0)
	return codes
}
