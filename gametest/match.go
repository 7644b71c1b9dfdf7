package gametest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Match is a game that a test plays by hand. Anything that does not go as the test expects fails it, and the
// failure shows the position.
type Match struct {
	t      testing.TB
	kernel kernel
	rigged []*trail // what was played before chance was rigged
	g      *trail
	r      *rand.Rand
}

// New starts a game.
func New(t testing.TB, rules *game.Rules, setup Setup) *Match {
	t.Helper()
	if err := rules.Check(); err != nil {
		t.Fatalf("%v", err)
	}
	m := &Match{t: t, kernel: actual(), r: rand.New(rand.NewPCG(setup.Seed, 1))}
	setup = setup.usual(rules)
	s, err := m.kernel.begin(rules, setup)
	if err != nil {
		t.Fatalf("%v", cannotStart(rules, setup, err))
	}
	m.g = newTrail(&m.kernel, rules, setup, s)
	return m
}

// From continues from a state, however it was reached.
func From(t testing.TB, s *game.State) *Match {
	m := &Match{t: t, kernel: actual(), r: rand.New(rand.NewPCG(0, 1))}
	m.g = newTrail(&m.kernel, s.Rules(), Setup{Seats: s.Seats()}, s)
	m.g.given = true
	return m
}

// State returns the current state.
func (m *Match) State() *game.State { return m.g.last() }

// Play plays a move, which must be accepted. Things can be given by their labels: "play Q♥", "take Drum pair".
func (m *Match) Play(seat game.Seat, text string) {
	m.t.Helper()
	if err := m.Try(seat, text); err != nil {
		m.fatalf("%q of %s is refused: %s", text, seat, m.inWords(err))
	}
}

// PlayAll plays one move after another, each by the seat to act.
func (m *Match) PlayAll(texts ...string) {
	m.t.Helper()
	for _, text := range texts {
		m.Play(m.State().Turn(), text)
	}
}

// Try plays a move if it is accepted, and returns the Refusal if not. A Fault fails the test.
func (m *Match) Try(seat game.Seat, text string) error {
	m.t.Helper()
	move, err := m.read(seat, text)
	if err == nil {
		return m.TryMove(move)
	}
	if why := improperRefusal(err); why != "" {
		m.fatalf("%q of %s: %s", text, seat, why)
	}
	return err
}

// TryMove is Try for a move that is not text.
func (m *Match) TryMove(move game.Move) error {
	m.t.Helper()
	next, err := m.kernel.play(m.State(), move)
	if err == nil {
		m.g.add(&m.kernel, move, next)
		return nil
	}
	if why := improperRefusal(err); why != "" {
		m.fatalf("%q of %s: %s", m.State().Text(move), move.Seat, why)
	}
	return err
}

// Refuse plays a move, which must be refused with this code.
func (m *Match) Refuse(seat game.Seat, text string, code game.Code) {
	m.t.Helper()
	err := m.Try(seat, text)
	switch got := game.CodeOf(err); {
	case err == nil:
		m.fatalf("%q of %s is accepted; it should be refused: %s", text, seat, code)
	case got != code:
		m.fatalf("%q of %s is refused as %s (%v), not as %s", text, seat, got, err, code)
	}
}

// RefuseWords plays a move, which must be refused with these words in the reason.
func (m *Match) RefuseWords(seat game.Seat, text, words string) {
	m.t.Helper()
	err := m.Try(seat, text)
	switch {
	case err == nil:
		m.fatalf("%q of %s is accepted; it should be refused with the words %q", text, seat, words)
	case !strings.Contains(err.Error(), words) && !strings.Contains(m.inWords(err), words):
		m.fatalf("%q of %s is refused with the words %q; they should contain %q", text, seat, m.inWords(err), words)
	}
}

// Rig fixes the next draws in advance. Moves before it cannot be undone.
func (m *Match) Rig(next ...game.Chance) {
	s := m.State().Rig(next...)
	m.rigged = append(m.rigged, m.g)
	m.g = newTrail(&m.kernel, m.g.rules, m.g.setup, s)
	m.g.given = true
}

// Undo takes the last move back.
func (m *Match) Undo() {
	m.t.Helper()
	if len(m.g.moves) == 0 {
		m.fatalf("there is no move to undo")
	}
	m.g.back()
}

// mostRandom is after how many random moves PlayUntil gives up.
const mostRandom = 10_000

// PlayUntil plays random moves until the condition holds. It fails the test if the game ends first.
func (m *Match) PlayUntil(holds func(*game.State) bool) {
	m.t.Helper()
	for n := 0; !holds(m.State()); n++ {
		if m.State().Outcome().Over {
			m.fatalf("after %d random moves the game is over, and the condition never held", n)
		}
		if n == mostRandom {
			m.fatalf("after %d random moves the condition never held", n)
		}
		move, next, stop := m.kernel.playOne(m.g, m.r)
		if stop != nil {
			m.fatalf("%s", stop.words)
		}
		m.g.add(&m.kernel, move, next)
	}
}

// Over is a condition for PlayUntil: the game has ended.
func Over(s *game.State) bool { return s.Outcome().Over }

// Check checks the laws for the game played so far.
func (m *Match) Check() {
	m.t.Helper()
	c := newChecker(m.t, m.g.rules, Config{Games: 1, Inputs: 1_000, kernel: &m.kernel})
	for _, l := range laws {
		if broken := l.holds(c, m.g); broken != nil && !c.alreadyReported(l.name, broken) {
			c.reportBreach(l.name, m.g, broken)
		}
	}
	c.reportOtherLaws()
}

// fatalf ends the test, and shows the position and the moves that led to it.
func (m *Match) fatalf(format string, args ...any) {
	m.t.Helper()
	var moves strings.Builder
	for _, g := range append(m.rigged, m.g) {
		for i, st := range g.texts {
			moves.WriteString("\n  " + st.seat.String() + ": " + st.text)
			if words := legend(g.states[i], st.text); words != "" {
				moves.WriteString(" (" + words + ")")
			}
		}
	}
	m.t.Fatalf(format+"\n%s, %s%s\n%s", append(args, describe(m.g.rules), m.g.setup, moves.String(), m.Draw())...)
}
