package gametest

import (
	"testing"

	"github.com/plygame/ply/game"
)

// heaps is pebbles with options for the heap: some of their extreme values cannot be played.
func heaps(start int, odd bool, fit func(v game.Values, seats int) *game.Line, setup func(t *game.Tx, start int, odd bool)) *game.Rules {
	size := &game.Option[int]{Name: "size", Default: 10, Min: 1, Max: 40}
	odds := &game.Option[bool]{Name: "odd"}
	p := newPebbles()
	p.Seats, p.Version = game.Between(2, 3), "1"
	p.Options = []game.Setting{size.Is(start), odds.Is(odd)}
	p.Make = func(v game.Values) *game.Rules { return heaps(size.In(v), odds.In(v), fit, setup) }
	p.Fit = fit
	p.Setup = func(t *game.Tx) {
		heap.Set(t, game.Root, start)
		setup(t, start, odd)
	}
	return &p.Rules
}

func TestExtremeOptions(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	check := func(r *game.Rules) *recorder {
		return watch(t, func(t testing.TB) { Config{Games: 2, Laws: []string{optionLaw}}.Check(t, r) })
	}
	check(heaps(10, false, nil, func(*game.Tx, int, bool) {})).wantsNone()
	most := func(t *game.Tx, start int, _ bool) {
		if start == 40 && t.Seats() == 3 {
			panic("too high a heap")
		}
	}
	check(heaps(10, false, nil, most)).wants(optionLaw, "with size=40 and 3 seats: ", "too high a heap", "with odd=true size=40 and 3 seats: ",
		`rules.With(game.Values{"size":"40"})`, "Seats: []int{3}")
	improperRefusal := func(v game.Values, seats int) *game.Line {
		if v["size"] == "40" && seats == 3 {
			return game.NewLine("too high")
		}
		return nil
	}
	check(heaps(10, false, improperRefusal, most)).wantsNone()
	endless := func(t *game.Tx, _ int, odd bool) {
		if odd {
			heap.Set(t, game.Root, 1<<30)
		}
	}
	check(heaps(10, false, nil, endless)).wants(optionLaw, "with odd=true and 2 seats: it is not over after 10000 moves")
}
