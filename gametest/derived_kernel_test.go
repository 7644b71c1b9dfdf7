package gametest

import (
	"reflect"
	"strings"
	"testing"
	"unsafe"

	"github.com/plygame/ply/game"
)

// reckon is a small game with derived values: in a turn a seat takes a pebble, draws a card or does nothing.
func reckon() *game.Rules {
	points := game.NewPart[int]("points")
	heap := &game.Place{Name: "heap"}
	deck := &game.Place{Name: "deck", Order: game.Stacked, Seen: game.ByNone}
	hand := &game.Place{Name: "hand", Each: true, Seen: game.ByOwner}
	pebble, card := &game.Kind{Name: "pebble"}, &game.Kind{Name: "card"}
	left := game.NewDerived("left", func(s *game.State, _ game.ID) int { return s.Count(heap) }).OnTable()
	turn := game.NewDerived("turn", func(s *game.State, _ game.ID) game.Seat { return s.Turn() }).OnTable()
	played := game.NewDerived("played", func(s *game.State, _ game.ID) int { return s.Played() }).OnTable()
	passes := game.NewDerived("passes", func(s *game.State, _ game.ID) int { return s.Passes() }).OnTable()
	held := game.NewDerived("held", func(s *game.State, seat game.ID) (n int) {
		for id := range s.In(hand.Of(s.Owner(seat))) {
			n = 10*n + points.Of(s, id)
		}
		return n
	}).OnSeats()
	worth := game.NewDerived[int]("worth", nil).Swept(func(s *game.State, set func(game.ID, int)) {
		for id := range s.All(card) {
			set(id, points.Of(s, id)+s.Count(heap))
		}
	}).On(card)
	return &game.Rules{
		Name: "reckon", Version: "1", Seats: game.Exactly(2),
		Layout: []game.Layout{heap, deck, hand}, Kinds: []*game.Kind{pebble, card}, Parts: []game.Column{points},
		Derived: []game.AnyDerived{left, turn, played, passes, held, worth},
		Setup: func(t *game.Tx) {
			t.CreateMany(12, pebble, heap)
			t.CreateMany(8, card, deck, points.Nth(func(i int) int { return i + 1 }))
			t.Shuffle(deck)
			for seat := range game.Seat(2) {
				t.Draw(deck, hand.Of(seat), 2)
			}
		},
		Actions: []*game.Action{
			{Name: "take", If: func(t *game.Tx) bool { return left.Of(t, game.Root) > 0 }, Do: func(t *game.Tx) { t.Remove(t.Last(heap)) }},
			{Name: "draw", If: func(t *game.Tx) bool { return t.Count(deck) > 0 }, Do: func(t *game.Tx) { t.Draw(deck, hand.Of(t.Seat), 1) }},
			{Name: "wait", Pass: true},
		},
		End: func(t *game.Tx) {
			if t.Count(heap) == 0 || t.Passes() > 3 {
				t.Score(held.Of(t, game.Seat(0)), held.Of(t, game.Seat(1)))
			}
		},
	}
}

// inside returns an unexported field of a value of package game, for tests that break it.
func inside(of any, path ...string) reflect.Value {
	v := reflect.ValueOf(of)
	for _, name := range path {
		if v.Kind() == reflect.Pointer {
			v = v.Elem()
		}
		v = v.FieldByName(name)
		v = reflect.NewAt(v.Type(), unsafe.Pointer(v.UnsafeAddr())).Elem()
	}
	return v
}

// staleFork is a fork that does not invalidate derived values after a change.
type staleFork struct {
	*game.Fork
	after  map[string]bool // the spoiled call
	ignore string          // what is not compared; everything if empty
}

// fooled calls f and makes the fork believe that the state has not changed.
func (x *staleFork) fooled(call string, f func()) {
	version := inside(x.Fork, "t", "derivation", "version")
	_ = x.Fork.State().CheckDerived() // compute a value to keep
	was := version.Uint()
	f()
	if !x.after[call] {
		return
	}
	if x.ignore != "" {
		inside(x.Fork, "t", "derivation", "was", x.ignore).Set(inside(x.Fork, "s", "turnState"))
		return
	}
	version.SetUint(was)
	for field, of := range map[string]string{"turn": "turnState", "n": "n", "mem": "mem", "pending": "pending", "flow": "flow"} {
		inside(x.Fork, "t", "derivation", "was", field).Set(inside(x.Fork, "s", of))
	}
}

func (x *staleFork) Random() (more bool, err error) {
	x.fooled("Random", func() { more, err = x.Fork.Random() })
	return more, err
}

func (x *staleFork) Redeal(s *game.State, seat game.Seat, seed uint64) (err error) {
	x.fooled("Redeal", func() { err = x.Fork.Redeal(s, seat, seed) })
	return err
}

func (x *staleFork) Reset(s *game.State) { x.fooled("Reset", func() { x.Fork.Reset(s) }) }

func (x *staleFork) Do(h game.Handle) (err error) {
	x.fooled("Do", func() { err = x.Fork.Do(h) })
	return err
}

// Perft restores the state, but keeps derived values of a state in between.
func (x *staleFork) Perft(depth int) (n uint64, err error) {
	n, err = x.Fork.Perft(depth)
	if all, _ := x.Fork.Moves(); x.after["Perft"] && len(all) > 0 {
		here, _ := x.Fork.Freeze()
		_ = x.Fork.Play(all[0])
		x.fooled("Perft", func() { x.Fork.Reset(here) })
	}
	return n, err
}

var derivedKernels = []struct {
	name, words string
	spoil       func(*kernel)
}{
	{"no new version after a move", "a fork, after a random move", stale("Random", "")},
	{"the turn and the counters are not looked at", "a fork, after a random move", stale("Random", "turn")},
	{"no new version after a re-deal", "a fork, after a re-deal", stale("Redeal", "")},
	{"no new version after Reset", "a fork, after Reset", stale("Reset", "")},
	{"a version of later comes back", "a fork that has gone back", stale("Perft", "")},
	{"no new version after Do", "a fork, after Do", stale("Do", "")},
	{"a view has the values of its state", "of the view of", func(k *kernel) {
		k.view = func(s *game.State, seat game.Seat) *game.State {
			v := s.View(seat)
			of, own := inside(s, "values"), inside(v, "values")
			copied := reflect.New(of.Type().Elem())
			copied.Elem().Set(of.Elem())
			own.Set(copied)
			inside(v, "values", "of").Set(reflect.ValueOf(v))
			return v
		}
	}},
	{"changes are applied under the old values", "with the changes applied", func(k *kernel) {
		k.apply = func(s *game.State, c ...[]game.Change) (*game.State, error) {
			next, err := s.Apply(c...)
			if err == nil {
				inside(next, "values", "kept").Set(inside(s, "values", "kept"))
			}
			return next, err
		}
	}},
}

// stale spoils a kernel: its forks keep derived values after a call.
func stale(call, ignore string) func(*kernel) {
	return func(k *kernel) {
		k.fork = func(s *game.State) fork { return &staleFork{s.Fork(), map[string]bool{call: true}, ignore} }
	}
}

func TestStaleDerivedValuesAreFound(t *testing.T) {
	for _, c := range derivedKernels {
		t.Run(c.name, func(t *testing.T) { mustFind(t, reckon(), derivedLaw, c.words, c.spoil) })
	}
	t.Run("a function of more than the state", func(t *testing.T) {
		r, n := reckon(), 0
		r.Derived = append(r.Derived, game.NewDerived("odd", func(*game.State, game.ID) int { n++; return n }).OnTable())
		mustFind(t, r, derivedLaw, `derived value "odd" of table is kept as`, func(*kernel) {})
	})
}

func TestDerivedLaw(t *testing.T) {
	Config{Laws: []string{derivedLaw}}.Check(t, reckon())
	if !strings.Contains(strings.Join(Laws(), ","), derivedLaw) {
		t.Error("the law is not one of the laws")
	}
}
