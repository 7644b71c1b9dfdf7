package gametest

import (
	"bytes"
	"fmt"
	"reflect"

	"github.com/plygame/ply/game"
)

// searchAgrees: the handles of a fork are its moves, in order; Do has the same result as Play; and Back
// restores the fork as it was at the mark, however it has played on.
func searchAgrees(c *checker, g *trail) *breach {
	for _, i := range c.moments(g, 6) {
		if why := (&finder{checker: c, s: g.states[i], seed: g.setup.Seed<<20 + uint64(i)<<4}).run(); why != "" {
			return broken(i, "%s", why)
		}
		if c.late() {
			break
		}
	}
	return nil
}

// mostDone is how many of the moves of a position are done and undone.
const mostDone = 5

// finder looks one or two moves ahead on a fork, as a search does.
type finder struct {
	*checker
	s     *game.State
	seed  uint64
	f     fork
	moves []game.Move
	all   []game.Handle
}

func (d *finder) run() (why string) {
	defer func() {
		if e := recover(); e != nil {
			why = fmt.Sprintf("a search panics: %v", e)
		}
	}()
	d.f = d.fork(d.s)
	var err error
	if d.moves, err = d.checker.moves(d.s); err != nil {
		if _, alike := d.f.Handles(nil); game.CodeOf(alike) != game.CodeOf(err) {
			return fmt.Sprintf("the moves cannot be listed: %v; and as handles: %v", err, alike)
		}
		return "" // free text cannot be listed
	}
	if why := d.lists(); why != "" {
		return why
	}
	before := d.observe(d.f.State())
	for _, k := range spread(len(d.all), d.checker.looks(mostDone)) {
		if why := d.tries(k); why != "" {
			return why
		}
		if why := before.unlike(d.observe(d.f.State())); why != "" {
			return fmt.Sprintf("after %s and back, the fork %s", d.text(k), why)
		}
	}
	return d.ends()
}

// lists compares the handles with the moves.
func (d *finder) lists() string {
	all, err := d.f.Handles(nil)
	if err != nil || len(all) != len(d.moves) {
		return fmt.Sprintf("a fork lists %d handles, %v; there are %d moves", len(all), err, len(d.moves))
	}
	seen := map[game.Handle]bool{}
	for k, h := range all {
		if m := d.f.Move(h); !reflect.DeepEqual(m, d.moves[k]) || h.Seat() != m.Seat {
			return fmt.Sprintf("handle %d is %q of %s, and the move is %q of %s", k, d.s.Text(m), h.Seat(), d.s.Text(d.moves[k]),
				d.moves[k].Seat)
		}
		if seen[h] {
			return fmt.Sprintf("%s has the handle of a different move", d.text(k))
		}
		seen[h] = true
	}
	d.f.Reset(d.s)
	again, err := d.f.Handles(nil)
	if err != nil || !reflect.DeepEqual(all, again) {
		return "listed again, the moves of a position have different handles"
	}
	d.all = all
	return ""
}

// tries does one move, plays on from there, and goes back twice.
func (d *finder) tries(k int) string {
	next, err := d.play(d.s, d.moves[k])
	if err != nil {
		return "" // another law reports it
	}
	outer := d.f.Mark()
	if err := d.f.Do(d.all[k]); err != nil {
		return fmt.Sprintf("%s can be played, but Do gives: %v", d.text(k), err)
	}
	after := d.observe(d.f.State())
	if why := d.after(next, after); why != "" {
		return fmt.Sprintf("%s, when it is done, %s", d.text(k), why)
	}
	inner := d.f.Mark()
	moves := d.f.State().Played()
	_, _ = d.f.Random()
	d.f.Mark()
	if _, err := d.f.Playout(mostSteps); err == nil && d.f.State().Played() == moves && !d.f.State().Over() {
		return fmt.Sprintf("a fork that is marked does not play on after %s", d.text(k))
	}
	d.f.Back(inner)
	if why := after.unlike(d.observe(d.f.State())); why != "" {
		return fmt.Sprintf("after %s, further moves and back, the fork %s", d.text(k), why)
	}
	d.f.Mark()
	if all, err := d.f.Handles(nil); err == nil && len(all) > 0 {
		_ = d.f.Do(all[len(all)-1])
	}
	d.f.Back(outer)
	return ""
}

// after compares the results of Do and Play.
func (d *finder) after(want *game.State, got looks) string {
	s := d.f.State()
	switch a, b := s.Outcome(), want.Outcome(); {
	case !reflect.DeepEqual(a, b):
		return fmt.Sprintf("makes the game %s, but with Play it is %s", a, b)
	case got.hash != d.hash(want):
		_, x, y := firstLine(indented([]byte(d.withoutMemory(s))), indented([]byte(d.withoutMemory(want))))
		return fmt.Sprintf("leads to a different hash than Play; there is\n  %s\nbut with Play\n  %s", x, y)
	}
	for x := range game.Seat(want.Seats()) {
		if rank := want.Rank(x); want.Over() && rank != want.Outcome().Ranks[x] || !want.Over() && rank != 0 {
			return fmt.Sprintf("gives %s rank %d, but the outcome is %v", x, rank, want.Outcome())
		}
	}
	return ""
}

// ends freezes the fork where it began.
func (d *finder) ends() string {
	s, err := d.f.Freeze()
	if err != nil {
		return fmt.Sprintf("a fork that has gone back cannot be frozen: %v", err)
	}
	if why := d.observe(d.s).unlike(d.observe(s)); why != "" {
		return "a fork that has gone back, frozen, " + why
	}
	return ""
}

func (d *finder) text(k int) string {
	return fmt.Sprintf("%q of %s", d.s.Text(d.moves[k]), d.moves[k].Seat)
}

// looks is everything that can be seen of a state.
type looks struct {
	hash  uint64
	save  []byte
	views [][]byte
}

func (d *finder) observe(s *game.State) looks {
	l := looks{hash: d.hash(s), save: d.save(s)}
	for _, o := range observers(s) {
		l.views = append(l.views, d.save(d.view(s, o)))
	}
	return l
}

// unlike describes the difference.
func (l looks) unlike(is looks) string {
	if !bytes.Equal(l.save, is.save) || l.hash != is.hash {
		_, x, y := firstLine(indented(l.save), indented(is.save))
		return fmt.Sprintf("has\n  %s\nwhere it had\n  %s", y, x)
	}
	for i := range l.views {
		if !bytes.Equal(l.views[i], is.views[i]) {
			_, x, y := firstLine(indented(l.views[i]), indented(is.views[i]))
			return fmt.Sprintf("shows observer %d\n  %s\nwhere it showed\n  %s", i, y, x)
		}
	}
	return ""
}
