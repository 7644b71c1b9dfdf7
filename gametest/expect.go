package gametest

import (
	"fmt"
	"slices"
	"strings"

	"github.com/plygame/ply/game"
)

// ExpectTurn fails the test unless it is the seat's turn.
func (m *Match) ExpectTurn(seat game.Seat) {
	m.t.Helper()
	if got := m.State().Turn(); got != seat {
		m.fatalf("it is the turn of %s, not of %s", got, seat)
	}
}

// ExpectToAct fails the test unless the game waits for exactly these seats.
func (m *Match) ExpectToAct(seats ...game.Seat) {
	m.t.Helper()
	if got := slices.Collect(m.State().ToAct().All()); !slices.Equal(got, seats) {
		m.fatalf("the game waits for %v, not for %v", got, seats)
	}
}

// ExpectRunning fails the test if the game is over.
func (m *Match) ExpectRunning() {
	m.t.Helper()
	if o := m.State().Outcome(); o.Over {
		m.fatalf("the game is over: %s; it should still run", o)
	}
}

// ExpectOver fails the test unless the game is over.
func (m *Match) ExpectOver() {
	m.t.Helper()
	if !m.State().Outcome().Over {
		m.fatalf("the game should be over")
	}
}

// ExpectWinner fails the test unless exactly these seats have won.
func (m *Match) ExpectWinner(seats ...game.Seat) {
	m.t.Helper()
	if o := m.State().Outcome(); !o.Over || !slices.Equal(o.Winners, seats) {
		m.fatalf("the game is %s; it should be %s", o, game.Outcome{Over: true, Tie: len(seats) == 0, Winners: seats})
	}
}

// ExpectTie fails the test unless the game has ended in a draw.
func (m *Match) ExpectTie() {
	m.t.Helper()
	if o := m.State().Outcome(); !o.Tie {
		m.fatalf("the game is %s; it should be a draw", o)
	}
}

// ExpectIn fails the test unless the place contains exactly these elements, first to last. Each is given by
// its label, its glyph, its kind or its name; with none given, the place must be empty.
func (m *Match) ExpectIn(place string, want ...string) {
	m.t.Helper()
	s := m.State()
	in := s.Find(place)
	if in == 0 {
		m.fatalf("there is no place %q", place)
	}
	got := slices.Collect(s.In(in))
	same := len(got) == len(want)
	for i := 0; same && i < len(got); i++ {
		same = slices.Contains(callings(s, got[i]), want[i])
	}
	if !same {
		m.fatalf("%s contains %s; it should contain %q", place, contents(s, in), want)
	}
}

// callings are the ways to refer to an element.
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

// ExpectSaid fails the test unless the log lines of the last move contain these words.
func (m *Match) ExpectSaid(words string) {
	m.t.Helper()
	var said []string
	for _, l := range m.State().Said() {
		said = append(said, l.String())
	}
	if !slices.ContainsFunc(said, func(l string) bool { return strings.Contains(l, words) }) {
		m.fatalf("the last move said %q; %q is not in it", said, words)
	}
}

// ExpectAvailable fails the test unless the action is available to the seat.
func (m *Match) ExpectAvailable(seat game.Seat, action string) {
	m.t.Helper()
	if why := m.unavailable(seat, action); why != "" {
		m.fatalf("%s should be able to %s, but cannot: %s", seat, action, why)
	}
}

// ExpectUnavailable fails the test unless the action is unavailable to the seat, with these words in the
// reason.
func (m *Match) ExpectUnavailable(seat game.Seat, action, words string) {
	m.t.Helper()
	if why := m.unavailable(seat, action); why == "" || !strings.Contains(why, words) {
		m.fatalf("%s should not be able to %s, because %q; the reason given is %q", seat, action, words, why)
	}
}

func (m *Match) unavailable(seat game.Seat, action string) string {
	m.t.Helper()
	offers, err := m.State().Offers(game.Move{Seat: seat})
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
