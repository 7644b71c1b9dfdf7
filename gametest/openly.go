package gametest

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/plygame/ply/game"
)

// inOpenFork re-deals in a fork that leaves the secret choices of others open: those seats have not chosen
// and can act; everything else looks the same to the observer; and what they had chosen makes no difference.
func (d *dealing) inOpenFork(s, _ *game.State, o game.Seat) string {
	was := d.placeOf(s)
	if !was.others(o) {
		return ""
	}
	r, err := d.openly(s, o)
	if err != nil {
		return fmt.Sprintf("left open, it gives: %v", err)
	}
	is := d.placeOf(r)
	if is.others(o) || is.of(o) != was.of(o) {
		return fmt.Sprintf("left open, the secret choices are %v, and were %v", is.Pending, was.Pending)
	}
	want := d.seatsToAct(s)
	for _, x := range was.Pending {
		if x.Seat != o {
			want = append(want, x.Seat)
		}
	}
	slices.Sort(want)
	if got := d.seatsToAct(r); !slices.Equal(got, want) {
		return fmt.Sprintf("left open, %v are to act, not %v", got, want)
	}
	if a, b := d.flowless(d.view(r, o)), d.flowless(d.view(s, o)); !bytes.Equal(a, b) {
		n, x, y := firstLine(indented(a), indented(b))
		return fmt.Sprintf("left open, its view differs (line %d):\n  %s\nnot\n  %s", n, x, y)
	}
	for _, x := range was.Pending {
		if why := d.openTo(s, r, o, x); why != "" {
			return why
		}
	}
	return ""
}

// openly re-deals in a fork, with the choices of others left open.
func (d *dealing) openly(s *game.State, o game.Seat) (*game.State, error) {
	f := d.fork(s)
	if err := f.RedealOpen(s, o, 1); err != nil {
		return nil, err
	}
	return f.Freeze()
}

// openTo checks that a seat that has chosen can choose again, with the same choices as if it had taken its
// choice back where nothing else is hidden, and that the deal does not depend on its choice.
func (d *dealing) openTo(s, r *game.State, o game.Seat, x commitment) string {
	if x.Seat == o {
		return ""
	}
	all, err := d.couldChoose(s, x.Seat)
	if err != nil {
		return "" // free text cannot be listed
	}
	now, err := d.checker.moves(r)
	if err != nil || !slices.ContainsFunc(now, func(m game.Move) bool { return m.Seat == x.Seat }) {
		return fmt.Sprintf("left open, %s has nothing to choose (%v)", x.Seat, err)
	}
	var texts []string
	for _, m := range now {
		if m.Seat != x.Seat {
			continue
		}
		texts = append(texts, r.Text(m))
		if _, err := d.play(r, m); err != nil {
			return fmt.Sprintf("left open, %s cannot choose %q: %v", x.Seat, r.Text(m), err)
		}
	}
	if !d.hidesSomething(s, o) && !slices.Equal(texts, all) {
		return fmt.Sprintf("left open, %s can choose %q, not %q", x.Seat, texts, all)
	}
	for _, text := range all {
		if text == x.Move {
			continue
		}
		other, err := d.withChoice(s, commitment{x.Seat, text})
		if err != nil {
			return "" // the law "save and load" reports why
		}
		alike, err := d.openly(other, o)
		if err != nil {
			return fmt.Sprintf("left open, it gives, if %s has chosen %q: %v", x.Seat, text, err)
		}
		if a, b := d.save(r), d.save(alike); !bytes.Equal(a, b) {
			_, x1, x2 := firstLine(indented(a), indented(b))
			return fmt.Sprintf("left open, what is dealt depends on what %s has chosen: after %q it is\n  %s\nand after %q\n  %s", x.Seat, x.Move, x1, text, x2)
		}
		break
	}
	return ""
}

// withChoice is the state if a seat had chosen something different in secret.
func (c *checker) withChoice(s *game.State, x commitment) (*game.State, error) {
	page, err := openSheet(c.save(s))
	if err != nil {
		return nil, err
	}
	p := c.placeOf(s)
	for i := range p.Pending {
		if p.Pending[i].Seat == x.Seat {
			p.Pending[i] = x
		}
	}
	return c.withPending(s.Rules(), page, p.Pending)
}

// withPending loads a sheet with other secret choices.
func (c *checker) withPending(r *game.Rules, page *sheet, pending []commitment) (*game.State, error) {
	at, _ := page.flow()
	at.Pending = pending
	page.setFlow(at)
	text, err := page.text()
	if err != nil {
		return nil, err
	}
	return c.load(r, text)
}

// flowless is the save of a view without the seats that the game waits for.
func (d *dealing) flowless(v *game.State) []byte {
	return saveWithout(d.save(v), "flow", "turn", "hash", "check")
}
