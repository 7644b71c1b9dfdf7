package gametest

import (
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/plygame/ply/game"
)

// However few games are requested, one is played with each number of seats, and enough pairs are compared for each
// observer.
func TestMinimumIsChecked(t *testing.T) {
	p := newSnap()
	p.Seats = game.Between(2, 4)
	r, err := Config{Games: 3, Moves: 1, Laws: Secrecy()}.Examine(&p.Rules)
	if err != nil || len(r.Breaches) > 0 {
		t.Fatal(err, r.Breaches)
	}
	if r.Games != 3 {
		t.Errorf("%d games were played, not one with 2, 3 and 4 seats", r.Games)
	}
	for _, o := range []game.Seat{0, 1, 2, 3, game.Nobody} {
		if n := r.Observed[o].Compared; n < enoughPairs {
			t.Errorf("for %s only %d pairs were compared", observerName(o), n)
		}
	}
	if few := r.TooFew(); few != nil {
		t.Errorf("too few for %v", few)
	}
}

// A single game finds a leak late in the game.
func TestALateLeakIsFound(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: takes long")
	}
	p := newSnap()
	rules := p.drawn(func(t *game.Tx, card game.ID) {
		if t.Played() > 8 {
			t.Say("it is {0}", suit.Of(t, card))
		}
	})
	watch(t, func(t testing.TB) { Config{Games: 1, Laws: Secrecy()}.Check(t, rules) }).wants(`law "leaks"`, "it is ")
}

// If time runs out, the log says so.
func TestTimeoutIsLogged(t *testing.T) {
	p := newSnap()
	rules := p.drawn(func(*game.Tx, game.ID) { time.Sleep(time.Millisecond) })
	r := watch(t, func(t testing.TB) { Config{Games: 12, Time: time.Nanosecond, Laws: []string{"leaks"}}.Check(t, rules) })
	r.wantsNone()
	if all := strings.Join(r.logs, "\n"); !strings.Contains(all, "time ran out after 1ns: ") || !strings.Contains(all, "11 of up to 12 games were not played") {
		t.Errorf("the log is %q", r.logs)
	}
}

// The number of checks does not depend on the speed of the machine.
func TestCountsDoNotDependOnTheTime(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: plays many games")
	}
	examine := func(wait time.Duration) *Report {
		p := newSnap()
		rules := p.drawn(func(*game.Tx, game.ID) { time.Sleep(wait) })
		r, err := Config{Games: 2, Laws: []string{"leaks"}}.Examine(rules)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	if quick, slow := examine(0), examine(100*time.Microsecond); !reflect.DeepEqual(quick, slow) {
		t.Errorf("the slow one has checked\n%+v\nnot\n%+v", slow, quick)
	}
}

func TestTooFewPairsAreReported(t *testing.T) {
	r := Report{Observed: map[game.Seat]Pairs{
		game.Nobody: {Hidden: 5, Compared: 0}, 0: {Hidden: 5, Compared: enoughPairs}, 1: {Hidden: 1, Compared: enoughPairs - 1}, 2: {},
	}}
	if few := r.TooFew(); !slices.Equal(few, []game.Seat{game.Nobody, 1}) {
		t.Error(few)
	}
	p := newSnap()
	told := watch(t, func(t testing.TB) { Config{Games: 1, MaxMoves: 2, Laws: []string{"leaks"}}.Check(t, &p.Rules) })
	if !slices.ContainsFunc(told.logs, func(l string) bool { return strings.Contains(l, "too few to tell whether secrets are kept") }) {
		t.Errorf("%q", told.logs)
	}
}

func TestInterleaved(t *testing.T) {
	for _, c := range []struct{ at, want []int }{
		{nil, nil}, {[]int{5}, []int{5}}, {[]int{1, 2}, []int{1, 2}}, {[]int{0, 1, 2, 3, 4, 5, 6}, []int{0, 3, 6, 1, 4, 2, 5}},
	} {
		if got := interleaved(c.at); !slices.Equal(got, c.want) {
			t.Errorf("%v: %v", c.at, got)
		}
	}
}

// A leak is reported as the observer reads it: lines without their arguments, views by what is where, and advice. If
// two lines read the same, the arguments are shown.
func TestLeaksAreReadable(t *testing.T) {
	for name, c := range map[string]struct {
		do   func(t *game.Tx, card game.ID, mark *game.Kind, shelf *game.Place)
		want []string
	}{
		"line": {func(t *game.Tx, card game.ID, _ *game.Kind, _ *game.Place) {
			t.Say("it is {0}", suit.Of(t, card))
		},
			[]string{"receives\n  it is ", "\nIf everyone may know it, use Announce"}},
		"the same reading": {func(t *game.Tx, card game.ID, _ *game.Kind, _ *game.Place) {
			if suit.Of(t, card) == 1 {
				t.Say("a {0}", 1)
			} else {
				t.Say("a {0}", "1")
			}
		}, []string{`"a {0}" with 1`, `"a {0}" with "1"`}},
		"view": {func(t *game.Tx, card game.ID, mark *game.Kind, shelf *game.Place) {
			t.Create(mark, shelf.At(int(suit.Of(t, card))%2))
		},
			[]string{"in shelf ", ": 1, mark of seat ", "If everyone may know it, Announce or Show"}},
	} {
		t.Run(name, func(t *testing.T) {
			p, mark, shelf := newSnap(), &game.Kind{Name: "mark"}, &game.Place{Name: "shelf", Names: []string{"left", "right"}}
			p.Kinds, p.Layout = append(p.Kinds, mark), append(p.Layout, shelf)
			rules := p.drawn(func(t *game.Tx, card game.ID) { c.do(t, card, mark, shelf) })
			r := watch(t, func(t testing.TB) { Config{Games: 10, Laws: []string{"leaks"}}.Check(t, rules) })
			r.wants(c.want...)
			if name != "the same reading" && strings.Contains(strings.Join(r.failures, ""), "game.Num") {
				t.Errorf("the arguments are shown: %s", r.failures)
			}
		})
	}
}
