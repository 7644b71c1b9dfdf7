package gametest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/plygame/ply/game"
)

// Table is a game that a test plays by hand. Whatever does not go as the test says fails
// it, and the failure shows the position.
type Table struct {
	t      testing.TB
	kernel kernel
	rigged []*trail // what was played before chance was set
	g      *trail
	r      *rand.Rand
}

// New starts a game.
func New(t testing.TB, rules *game.Rules, setup Setup) *Table {
	t.Helper()
	if err := game.Check(rules); err != nil {
		t.Fatalf("%v", err)
	}
	b := &Table{t: t, kernel: actual(), r: rand.New(rand.NewPCG(setup.Seed, 1))}
	setup = setup.usual(rules)
	s, err := b.kernel.begin(rules, setup)
	if err != nil {
		t.Fatalf("%v", cannotStart(rules, setup, err))
	}
	b.g = newTrail(&b.kernel, rules, setup, s)
	return b
}

// From goes on from a state, however that was reached.
func From(t testing.TB, s *game.State) *Table {
	b := &Table{t: t, kernel: actual(), r: rand.New(rand.NewPCG(0, 1))}
	b.g = newTrail(&b.kernel, s.Rules(), Setup{Seats: s.Seats()}, s)
	b.g.given = true
	return b
}

// State returns the game as it is now.
func (b *Table) State() *game.State { return b.g.last() }

// Play plays a move, which must be accepted.
func (b *Table) Play(seat game.Seat, text string) {
	b.t.Helper()
	if err := b.Try(seat, text); err != nil {
		b.fatalf("%q of %s is refused: %v", text, seat, err)
	}
}

// PlayAll plays one move after another, each by the seat that is to act.
func (b *Table) PlayAll(texts ...string) {
	b.t.Helper()
	for _, text := range texts {
		b.Play(b.State().Turn(), text)
	}
}

// Try plays a move if it is accepted, and returns the Refusal if not. A Fault fails the
// test.
func (b *Table) Try(seat game.Seat, text string) error {
	b.t.Helper()
	m, err := b.State().Parse(seat, text)
	if err == nil {
		return b.TryMove(m)
	}
	if why := unfit(err); why != "" {
		b.fatalf("%q of %s: %s", text, seat, why)
	}
	return err
}

// TryMove is Try for a move that is not written as text.
func (b *Table) TryMove(m game.Move) error {
	b.t.Helper()
	next, err := b.kernel.play(b.State(), m)
	if err == nil {
		b.g.add(&b.kernel, m, next)
		return nil
	}
	if why := unfit(err); why != "" {
		b.fatalf("%q of %s: %s", b.State().Text(m), m.Seat, why)
	}
	return err
}

// Refuse plays a move, which must be refused with this code.
func (b *Table) Refuse(seat game.Seat, text string, code game.Code) {
	b.t.Helper()
	err := b.Try(seat, text)
	switch got := game.CodeOf(err); {
	case err == nil:
		b.fatalf("%q of %s is accepted; it should be refused: %s", text, seat, code)
	case got != code:
		b.fatalf("%q of %s is refused as %s (%v), not as %s", text, seat, got, err, code)
	}
}

// RefuseWords plays a move, which must be refused, with these words in the reason.
func (b *Table) RefuseWords(seat game.Seat, text, words string) {
	b.t.Helper()
	err := b.Try(seat, text)
	switch {
	case err == nil:
		b.fatalf("%q of %s is accepted; it should be refused: %s", text, seat, words)
	case !strings.Contains(err.Error(), words):
		b.fatalf("%q of %s is refused with the words %q; they should be %q", text, seat, err, words)
	}
}

// Rig makes the next draws known beforehand. Moves before it cannot be undone.
func (b *Table) Rig(next ...game.Chance) {
	s := b.State().Rig(next...)
	b.rigged = append(b.rigged, b.g)
	b.g = newTrail(&b.kernel, b.g.rules, b.g.setup, s)
	b.g.given = true
}

// Undo takes the last move back.
func (b *Table) Undo() {
	b.t.Helper()
	if len(b.g.moves) == 0 {
		b.fatalf("there is no move to undo")
	}
	b.g.back()
}

// mostRandom is after how many random moves PlayUntil gives up.
const mostRandom = 10_000

// PlayUntil plays random moves until the condition holds. It fails the test if the game is
// over before.
func (b *Table) PlayUntil(holds func(*game.State) bool) {
	b.t.Helper()
	for n := 0; !holds(b.State()); n++ {
		if b.State().Outcome().Over {
			b.fatalf("after %d random moves the game is over, and what was waited for has not come", n)
		}
		if n == mostRandom {
			b.fatalf("after %d random moves what was waited for has not come", n)
		}
		m, next, stop := b.kernel.step(b.g, b.r)
		if stop != nil {
			b.fatalf("%s", stop.words)
		}
		b.g.add(&b.kernel, m, next)
	}
}

// Over is a condition for PlayUntil: the game has ended.
func Over(s *game.State) bool { return s.Outcome().Over }

// Check asks the laws of the game as it was played so far.
func (b *Table) Check() {
	b.t.Helper()
	c := newChecker(b.t, b.g.rules, Config{Games: 1, Inputs: 1_000, kernel: &b.kernel})
	for _, l := range laws {
		if broken := l.holds(c, b.g); broken != nil && !c.toldAlready(l.name, broken) {
			c.tell(l.name, b.g, broken)
		}
	}
	c.tellAlso()
}

// fatalf ends the test, and shows the position and how it came about.
func (b *Table) fatalf(format string, args ...any) {
	b.t.Helper()
	var moves strings.Builder
	for _, g := range append(b.rigged, b.g) {
		for i, st := range g.steps {
			moves.WriteString("\n  " + st.seat.String() + ": " + st.text)
			if words := legend(g.states[i], st.text); words != "" {
				moves.WriteString(" (" + words + ")")
			}
		}
	}
	b.t.Fatalf(format+"\n%s, %s%s\n%s", append(args, describe(b.g.rules), b.g.setup, moves.String(), b.Draw())...)
}
