package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// ExpectTurn fails the test unless the seat is to act.
func (b *Table) ExpectTurn(seat game.Seat) {
	b.t.Helper()
	if got := b.State().Turn(); got != seat {
		b.fatalf("it is the turn of %s, not of %s", got, seat)
	}
}

// ExpectToAct fails the test unless the game waits for these seats, and no others.
func (b *Table) ExpectToAct(seats ...game.Seat) {
	b.t.Helper()
	if got := slices.Collect(b.State().ToAct().All()); !slices.Equal(got, seats) {
		b.fatalf("the game waits for %v, not for %v", got, seats)
	}
}

// ExpectRunning fails the test if the game is over.
func (b *Table) ExpectRunning() {
	b.t.Helper()
	if o := b.State().Outcome(); o.Over {
		b.fatalf("the game is over: %s; it should still run", o)
	}
}

// ExpectOver fails the test unless the game is over.
func (b *Table) ExpectOver() {
	b.t.Helper()
	if !b.State().Outcome().Over {
		b.fatalf("the game should be over")
	}
}

// ExpectWinner fails the test unless these seats have won, and no others.
func (b *Table) ExpectWinner(seats ...game.Seat) {
	b.t.Helper()
	if o := b.State().Outcome(); !o.Over || !slices.Equal(o.Winners, seats) {
		b.fatalf("the game is %s; it should be %s", o, game.Outcome{Over: true, Tie: len(seats) == 0, Winners: seats})
	}
}

// ExpectTie fails the test unless the game has ended as a draw.
func (b *Table) ExpectTie() {
	b.t.Helper()
	if o := b.State().Outcome(); !o.Tie {
		b.fatalf("the game is %s; it should be a draw", o)
	}
}

// ExpectIn fails the test unless exactly these elements lie in the place, first to last.
// Each is said by its label, its glyph, its kind or its name; without any the place must be
// empty.
func (b *Table) ExpectIn(place string, want ...string) {
	b.t.Helper()
	s := b.State()
	in := s.Find(place)
	if in == 0 {
		b.fatalf("there is no place %q", place)
	}
	got := slices.Collect(s.In(in))
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		same = slices.Contains(callings(s, got[i]), want[i])
	}
	if !same {
		b.fatalf("in %s lies %s; it should be %q", place, contents(s, in), want)
	}
}

// callings are the ways to say which element is meant.
func callings(s *game.State, id game.ID) []string {
	k := s.Kind(id)
	names := []string{s.Name(id), k.Name}
	if label := labelOf(s, id); label != "" {
		names = append(names, label)
	}
	if o := int(s.Owner(id)); o >= 0 && o < len(k.Look.BySeat) {
		names = append(names, k.Look.BySeat[o])
	}
	return names
}

// ExpectSaid fails the test unless the last move said these words in its log lines.
func (b *Table) ExpectSaid(words string) {
	b.t.Helper()
	var said []string
	for _, l := range b.State().Said() {
		said = append(said, l.String())
	}
	if !slices.ContainsFunc(said, func(l string) bool { return strings.Contains(l, words) }) {
		b.fatalf("the last move said %q; %q is not in it", said, words)
	}
}

// ExpectAvailable fails the test unless the seat can do the action now.
func (b *Table) ExpectAvailable(seat game.Seat, action string) {
	b.t.Helper()
	if why := b.unavailable(seat, action); why != "" {
		b.fatalf("%s should be able to %s, but cannot: %s", seat, action, why)
	}
}

// ExpectUnavailable fails the test unless the seat cannot do the action now, with these
// words in the reason.
func (b *Table) ExpectUnavailable(seat game.Seat, action, words string) {
	b.t.Helper()
	if why := b.unavailable(seat, action); why == "" || !strings.Contains(why, words) {
		b.fatalf("%s should not be able to %s, because %q; the reason given is %q", seat, action, words, why)
	}
}

func (b *Table) unavailable(seat game.Seat, action string) string {
	b.t.Helper()
	offers, err := b.State().Offers(game.Move{Seat: seat})
	if err != nil {
		return err.Error()
	}
	for _, o := range offers {
		if o.Action == action && o.Why != nil {
			return o.Why.String()
		} else if o.Action == action {
			return ""
		}
	}
	return fmt.Sprintf("there is no action %q", action)
}
