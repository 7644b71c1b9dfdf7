package gametest

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/plygame/ply/game"
)

// playoutsAgree: the moves that a fork makes at random are legal, and Play leads through the same states: the
// same number of moves, hash, save and outcome. In a fork that records, observers remember the same.
func playoutsAgree(c *checker, g *trail) *breach {
	for _, i := range c.some(g, 6) {
		for n, play := range []func(*playout) string{(*playout).stepwise, (*playout).atOnce, (*playout).whole, (*playout).recorded} {
			p := &playout{checker: c, s: g.states[i], seed: g.setup.Seed<<20 + uint64(i)<<4 + uint64(n)}
			if why := p.run(play); why != "" {
				return broken(i, "%s (seed %d for the playout)", why, p.seed)
			}
		}
		if c.late() {
			break
		}
	}
	return nil
}

// How many random moves are made at most: with a check after each, and in a row.
const (
	mostSteps = 12
	mostInRow = 150
)

// playout is a random game that a fork plays from a state.
type playout struct {
	*checker
	s    *game.State
	seed uint64
	f    fork
}

// run plays with a fork whose choices are random and whose chance is that of the state.
func (p *playout) run(play func(*playout) string) (why string) {
	defer func() {
		if e := recover(); e != nil {
			why = fmt.Sprintf("a playout panics: %v", e)
		}
	}()
	p.f = p.fork(p.s)
	p.f.Seed(p.seed)
	p.f.Reset(p.s)
	p.f.Note(true)
	return play(p)
}

// stepwise freezes the fork after each move of Random.
func (p *playout) stepwise() string {
	for range mostSteps {
		more, err := p.f.Random()
		if why := p.stopped("Random", more, err); why != "" || !more {
			return why
		}
		if why := p.same("Random"); why != "" {
			return why
		}
	}
	return ""
}

// atOnce makes many moves of Random before it checks.
func (p *playout) atOnce() string {
	for range mostInRow {
		more, err := p.f.Random()
		if why := p.stopped("Random", more, err); why != "" || err != nil {
			return why
		}
		if !more {
			break
		}
	}
	return p.same("Random")
}

// whole plays with Playout.
func (p *playout) whole() string {
	moves, err := p.f.Playout(mostInRow)
	if err != nil {
		return p.stopped("Playout", false, err)
	}
	if n := len(p.f.Noted()); moves != n {
		return fmt.Sprintf("Playout returns %d moves, but made %d", moves, n)
	}
	if moves < mostInRow && !p.f.State().Outcome().Over {
		return fmt.Sprintf("Playout stops after %d moves, but the game is not over", moves)
	}
	return p.same("Playout")
}

// recorded makes moves of Random in a fork that records, and checks what each observer sees.
func (p *playout) recorded() string {
	p.f.Record(true)
	was := p.s
	for range mostSteps {
		more, err := p.f.Random()
		if why := p.stopped("Random", more, err); why != "" || !more {
			return why
		}
		is, _, why := p.played("Random")
		if why != "" {
			return why
		}
		if a, b := p.f.Hash(), p.hash(is); a != b {
			return fmt.Sprintf("after %s the hash of a fork that records is %016x, but with Play it is %016x", p.texts(), a, b)
		}
		if a, b := p.f.Changes(), p.diff(was, is); len(a)+len(b) > 0 && !reflect.DeepEqual(a, b) {
			return fmt.Sprintf("after %s a fork records the wrong changes:\n%v\nnot\n%v", p.texts(), a, b)
		}
		was = is
	}
	is, _, why := p.played("Random")
	if why != "" {
		return why
	}
	end, err := p.f.Freeze()
	if err != nil {
		return fmt.Sprintf("after %s the fork cannot be frozen: %v", p.texts(), err)
	}
	for _, o := range observers(is) {
		if a, b := p.save(p.view(end, o)), p.save(p.view(is, o)); !bytes.Equal(a, b) {
			_, x, y := firstLine(indented(a), indented(b))
			return fmt.Sprintf("after %s in a fork that records, the view of %s has\n  %s\nbut with Play\n  %s", p.texts(), observerName(o), x, y)
		}
	}
	return ""
}

// stopped returns what is wrong when a playout stops. Free text cannot be played at random.
func (p *playout) stopped(what string, more bool, err error) string {
	switch {
	case unlisted(err):
		return ""
	case err != nil:
		return fmt.Sprintf("%s gives, after %s: %v", what, p.texts(), err)
	case !more && !p.f.State().Outcome().Over:
		return fmt.Sprintf("%s makes no move after %s, but the game is not over", what, p.texts())
	}
	return ""
}

// same compares the state of the fork with the result of Play with the same moves.
func (p *playout) same(what string) string {
	want, made, why := p.played(what)
	if why != "" {
		return why
	}
	got, err := p.f.Freeze()
	if err != nil {
		return fmt.Sprintf("after %s the fork cannot be frozen: %v", p.texts(), err)
	}
	switch a, b := got.Outcome(), want.Outcome(); {
	case got.Played() != want.Played():
		return fmt.Sprintf("with %s there are %d moves after %s, but with Play %d", what, got.Played(), p.texts(), want.Played())
	case !reflect.DeepEqual(a, b):
		return fmt.Sprintf("with %s the game is %s after %s, but with Play it is %s", what, a, p.texts(), b)
	}
	if a, b := p.withoutMemory(got), p.withoutMemory(want); a != b || p.hash(got) != p.hash(want) {
		_, x, y := firstLine(indented([]byte(a)), indented([]byte(b)))
		return fmt.Sprintf("with %s there is, after %d moves (%s),\n  %s\nbut with Play\n  %s", what, made, p.texts(), x, y)
	}
	return ""
}

// played plays the moves that the fork has made.
func (p *playout) played(what string) (s *game.State, made int, why string) {
	s = p.s
	for n, m := range p.f.Noted() {
		next, err := p.play(s, m)
		if err != nil {
			return nil, n, fmt.Sprintf("%s has made %q of %s, but Play gives: %v", what, s.Text(m), m.Seat, err)
		}
		s, made = next, made+1
	}
	return s, made, ""
}

// texts names the last few moves.
func (p *playout) texts() string {
	all := p.f.Noted()
	if len(all) == 0 {
		return "no move"
	}
	text, from := "", max(0, len(all)-3)
	if from > 0 {
		text = "..., "
	}
	for i, m := range all[from:] {
		if i > 0 {
			text += ", "
		}
		text += fmt.Sprintf("%q of %s", p.s.Text(m), m.Seat)
	}
	return text
}
