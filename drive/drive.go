// Package drive lets a program in any language play: it writes one request a line, in JSON, and reads one answer a line.
// docs/drive.md has all requests and answers.
//
//	err := drive.Config{Games: games.All()}.Run(os.Stdin, os.Stdout)
package drive

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
)

// Config says what a program may play and ask.
type Config struct {
	Games []*game.Rules
	Seed  *uint64 // where the seeds of games come from that are started without one; nil: the system draws them
	Judge bool    // allow views in which nothing is hidden
	Fair  bool    // the program gets the views and moves of its own Seats and nothing else; Bot plays the others
	Seats []game.Seat
	Bot   bot.Player        // the first of bot.Standard, if nil
	Alarm func(*game.Fault) // told of faults that a fair program may not read; may be nil
}

// Run answers line by line until the input ends, or the program says so.
func (c Config) Run(in io.Reader, out io.Writer) error { return newDriver(c).run(in, out) }

// driver answers the requests of a program.
type driver struct {
	all   catalogue.Catalogue
	fair  bool
	judge bool
	mine  []game.Seat // the seats of the program, if it is to be fair
	bot   bot.Player  // plays the others then
	seed  *uint64
	games int // how many were started
	kinds map[string]*requestKind
	names []string          // of the requests, as help lists them
	alarm func(*game.Fault) // told of faults that the program may not read

	rules drivenRules
	track *track // of the game, nil if there is none
	seen  drivenView
	luck  drivenLuck
	done  bool // no more requests are answered

	out answer
}

func newDriver(c Config) *driver {
	d := &driver{all: c.Games, fair: c.Fair, judge: c.Judge, seed: c.Seed, kinds: map[string]*requestKind{}, alarm: c.Alarm}
	if d.bot = c.Bot; d.bot == nil {
		d.bot, _ = bot.Standard().Player("")
	}
	if d.alarm == nil {
		d.alarm = func(*game.Fault) {}
	}
	for _, x := range c.Seats {
		if !slices.Contains(d.mine, x) {
			d.mine = append(d.mine, x)
		}
	}
	for _, k := range requestKinds() {
		d.kinds[k.name] = k
		d.names = append(d.names, k.name)
	}
	return d
}

// run answers line by line until the input ends, or the program says so.
func (d *driver) run(in io.Reader, out io.Writer) error {
	for lines := newLines(in); !d.done; {
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errLong):
			return fmt.Errorf("the input cannot be read: %w", err)
		case err == nil && blank(line):
			continue
		}
		if _, err := out.Write(d.answer(line, errors.Is(err, errLong))); err != nil {
			return fmt.Errorf("the answer cannot be written: %w", err)
		}
	}
	return nil
}

// answer answers one line, by one line. What is wrong with it, or with the rules, is an answer
// too.
func (d *driver) answer(line []byte, long bool) []byte {
	a := &d.out
	a.reset()
	if long {
		a.refuse(refuse("too-long", "a line is longer than %d bytes", maxLine))
		return a.line()
	}
	q, err := readRequest(line)
	a.id = q.id
	if err == nil {
		err = d.handle(q, a)
	}
	if err != nil {
		a.refuse(d.refusalOf(err))
	}
	return a.line()
}

// handle does what is asked for. The one recover of a request is here.
func (d *driver) handle(q *request, a *answer) (err error) {
	was, seq := d.track, 0
	if was != nil {
		seq = was.Seq()
	}
	defer func() {
		if p := recover(); p != nil {
			d.track = was
			for was != nil && was.Seq() > seq && was.Back() == nil {
				continue // as if it had not been asked for
			}
			err = &game.Fault{Game: d.gameName(), Seat: game.Nobody, Why: fmt.Sprint(p)}
		}
	}()
	if err := q.of(d); err != nil {
		return err
	}
	if q.kind.needsGame && d.track == nil {
		return refuse("no-start", "no game is being played; start or load one")
	}
	if err := q.kind.do(d, q, a); err != nil {
		return err
	}
	d.status(q, a)
	return nil
}

func (d *driver) gameName() string {
	if d.track == nil {
		return ""
	}
	return d.track.State().Rules().Name
}

// status adds where the game is now.
func (d *driver) status(q *request, a *answer) {
	if d.track == nil {
		return
	}
	s := d.track.State()
	if d.fair {
		x := d.mine[0]
		if q.seat != nil && *q.seat >= 0 {
			x = *q.seat
		}
		a.status(d.track.Seq(), s, d.view(x).Hash())
		return
	}
	a.status(d.track.Seq(), s, s.Hash())
}

// drivenView is the view that was made last: a program often asks for moves and then plays one.
type drivenView struct {
	of, view *game.State
	by       game.Seat
}

// view returns what a seat sees now.
func (d *driver) view(x game.Seat) *game.State {
	s := d.track.State()
	if d.seen.of != s || d.seen.by != x {
		d.seen = drivenView{s, s.View(x), x}
	}
	return d.seen.view
}
