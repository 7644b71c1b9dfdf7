package games_test

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/games"
)

// TestForesee checks that what a view foresees of a move is what the seat then sees, in every game. Where everybody sees
// everything, all moves are foreseen in which chance decides nothing.
func TestForesee(t *testing.T) {
	for _, rules := range games.All() {
		t.Run(rules.Name, func(t *testing.T) {
			foreseen, all := 0, 0
			for seed := range uint64(3) {
				n, of := foresee(t, rules, seed)
				foreseen, all = foreseen+n, all+of
			}
			t.Logf("%d of %d moves foreseen", foreseen, all)
			if rules.Open() && foreseen < all {
				t.Errorf("%d of %d moves foreseen", foreseen, all)
			}
		})
	}
}

// foresee plays a random game and compares; it returns how many of how many moves it could foresee.
func foresee(t *testing.T, rules *game.Rules, seed uint64) (foreseen, all int) {
	s, err := rules.Start(rules.Seats.Min, game.SeedOf(seed))
	if err != nil {
		t.Fatal(err)
	}
	luck := rand.New(rand.NewPCG(seed, 20))
	for range 80 {
		if s.Over() {
			break
		}
		seat := s.Turn()
		view := s.View(seat)
		moves, err := s.Moves()
		if err != nil {
			t.Fatal(err)
		}
		var next *game.State
		for _, i := range luck.Perm(len(moves))[:min(len(moves), 6)] {
			chosen, err := view.Parse(moves[i].Seat, s.TextFor(seat, moves[i], s))
			if moves[i].Seat != seat || err != nil {
				continue
			}
			if next, err = s.Play(moves[i]); err != nil {
				t.Fatal(err)
			}
			got := view.Foresee(chosen)[0]
			if got == nil && next.DrawnSince(s) {
				continue // nobody can foresee chance
			}
			if all++; got == nil {
				continue
			}
			foreseen++
			if want := onTable(s.Changes(next, seat)[0]); text(got) != text(want) {
				t.Fatalf("after %s\n\tforeseen %s\n\tseen     %s", s.Text(moves[i]), text(got), text(want))
			}
		}
		if next == nil {
			next, err = s.Play(moves[luck.IntN(len(moves))])
		}
		if s = next; err != nil {
			t.Fatal(err)
		}
	}
	return foreseen, all
}

// onTable leaves out the changes of the game itself.
func onTable(all []game.Change) []game.Change {
	return slices.DeleteFunc(slices.Clone(all), func(c game.Change) bool { return c.Of == "" })
}

var handle = regexp.MustCompile(`#\d+|new:\d+`)

// text writes changes without the handles of things that the move creates, which nobody can foresee.
func text(all []game.Change) string {
	made := map[string]bool{}
	for _, c := range all {
		if c.Field == "@kind" && c.Was == "" {
			made[c.Of] = true
		}
	}
	var lines []string
	for _, c := range all {
		line := fmt.Sprintf("%s %s %q %q", c.Of, c.Field, c.Was, c.Is)
		lines = append(lines, handle.ReplaceAllStringFunc(line, func(name string) string {
			if made[name] {
				return "new"
			}
			return name
		}))
	}
	slices.Sort(lines)
	return strings.Join(lines, "; ")
}

// BenchmarkForesee measures what it costs to foresee the first move of hex.
func BenchmarkForesee(b *testing.B) {
	rules, err := games.Find("hex")
	if err != nil {
		b.Fatal(err)
	}
	s, err := rules.Start(2, game.SeedOf(1))
	if err != nil {
		b.Fatal(err)
	}
	view := s.View(0)
	moves, err := view.Moves()
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		view.Foresee(moves...)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N*len(moves)), "µs/move")
}
