package gametest

import (
	"bytes"
	"reflect"
	"slices"

	"github.com/plygame/ply/game"
)

// sameAfterLoad: a state that was saved and loaded is the same state, offers the same, and continues in the
// same way.
func sameAfterLoad(c *checker, g *trail) *breach {
	offers := c.moments(g, 12)
	for _, i := range atMost(slices.Concat(c.some(g, mostSaved), offers), mostSaved+len(offers)) {
		text := c.save(g.states[i])
		s, err := c.load(g.rules, text)
		if err != nil {
			return broken(i, "the save cannot be loaded: %v\n%s", err, text)
		}
		if h := c.hash(s); h != g.hashes[i] {
			return broken(i, "saved and loaded, the hash is %016x; it was %016x", h, g.hashes[i])
		}
		if again := c.save(s); !bytes.Equal(again, text) {
			return broken(i, "saved and loaded, it is saved differently:\n%s\nnot\n%s", again, text)
		}
		if slices.Contains(offers, i) {
			if b := c.sameOffers(g, i, s); b != nil {
				return b
			}
			if b := c.playsOn(g, i, s, i+ahead); b != nil {
				return b
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// mostSaved is how many states of a single game are saved and loaded.
const mostSaved = 100

// sameOffers compares what can be done in state i and in one that should equal it.
func (c *checker) sameOffers(g *trail, i int, s *game.State) *breach {
	a, errA := c.moves(g.states[i])
	b, errB := c.moves(s)
	if !reflect.DeepEqual(a, b) || (errA == nil) != (errB == nil) {
		return broken(i, "saved and loaded, the moves are %v, %v; they were %v, %v", b, errB, a, errA)
	}
	for seat := range game.Seat(s.Seats()) {
		a, errA := c.offers(g.states[i], game.Move{Seat: seat})
		b, errB := c.offers(s, game.Move{Seat: seat})
		if (errA == nil) != (errB == nil) || !sameOfferList(a, b) {
			return broken(i, "saved and loaded, the offers to %s differ", seat)
		}
	}
	return nil
}

func sameOfferList(a, b []game.Offer) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		x, y := a[i], b[i]
		if x.Action != y.Action || x.Complete != y.Complete || x.Pick != y.Pick || x.Lo != y.Lo || x.Hi != y.Hi ||
			x.Min != y.Min || x.Max != y.Max || x.Prompt.String() != y.Prompt.String() ||
			!reflect.DeepEqual(x.Options, y.Options) || !reflect.DeepEqual(x.Why, y.Why) {
			return false
		}
	}
	return true
}

// ahead is how many moves are played on from a state that was loaded.
const ahead = 20

// playsOn plays the moves up to the last one from a state that should equal state i.
func (c *checker) playsOn(g *trail, i int, s *game.State, last int) *breach {
	for k := i; k < min(last, len(g.moves)); k++ {
		var err error
		if s, err = c.play(s, g.moves[k]); err != nil {
			return broken(k, "loaded after move %d and played on, %q gives: %v", i, g.texts[k].text, err)
		}
		if h := c.hash(s); h != g.hashes[k+1] {
			return broken(k+1, "loaded after move %d and played on, the hash is %016x; it was %016x", i, h, g.hashes[k+1])
		}
	}
	return nil
}
