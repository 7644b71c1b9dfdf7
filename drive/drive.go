// Package drive lets a program in any language play: it writes one JSON request per line and reads one JSON response
// per line. See docs/drive.md for all requests and responses.
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

// Config sets what a program may play and ask.
type Config struct {
	Games []*game.Rules
	Seed  *uint64 // derives the seeds of games that are started without one; if nil, they are random
	Judge bool    // allow views with nothing hidden
	Fair  bool    // the program gets only the views and moves of its Seats; Bot plays the others
	Seats []game.Seat
	Bot   bot.Player        // if nil, the first of bot.Standard
	Alarm func(*game.Fault) // receives faults that a fair program may not see; may be nil
}

// Run handles requests until the input ends or the program sends quit.
func (c Config) Run(in io.Reader, out io.Writer) error { return newDriver(c).run(in, out) }

// driver answers requests.
type driver struct {
	all   catalogue.Catalogue
	fair  bool
	judge bool
	mine  []game.Seat // the seats of a fair program
	bot   bot.Player  // plays the other seats
	seed  *uint64
	games int // number of games started
	kinds map[string]*requestKind
	names []string          // the names of all requests
	alarm func(*game.Fault) // receives faults that the program may not see

	rules drivenRules
	track *track // the current game, or nil
	seen  drivenView
	luck  drivenLuck
	done  bool // the program sent quit

	out answer
}

func newDriver(c Config) *driver {
	d := &driver{all: c.Games, fair: c.Fair, judge: c.Judge, seed: c.Seed, kinds: map[string]*requestKind{},
		alarm: c.Alarm}
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

// run answers requests until the input ends or the program sends quit.
func (d *driver) run(in io.Reader, out io.Writer) error {
	for lines := newLines(in); !d.done; {
		line, err := lines.next()
		switch {
		case errors.Is(err, io.EOF):
			return nil
		case err != nil && !errors.Is(err, errLong):
			return fmt.Errorf("cannot read the input: %w", err)
		case err == nil && blank(line):
			continue
		}
		if _, err := out.Write(d.answer(line, errors.Is(err, errLong))); err != nil {
			return fmt.Errorf("cannot write the response: %w", err)
		}
	}
	return nil
}

// answer answers one line with one line. Errors of the request or the rules are responses, too.
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

// handle runs a request. It is the only place that recovers from panics.
func (d *driver) handle(q *request, a *answer) (err error) {
	was, seq := d.track, 0
	if was != nil {
		seq = was.Seq()
	}
	defer func() {
		if p := recover(); p != nil {
			d.track = was
			for was != nil && was.Seq() > seq && was.Back() == nil {
				continue // skip it
			}
			err = &game.Fault{Game: d.gameName(), Seat: game.Nobody, Why: fmt.Sprint(p)}
		}
	}()
	if err := q.of(d); err != nil {
		return err
	}
	if q.kind.needsGame && d.track == nil {
		return refuse("no-start", "there is no current game; start or load one")
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

// status adds the status of the game.
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

// drivenView caches the last view: programs often ask for moves and then play one.
type drivenView struct {
	of, view *game.State
	by       game.Seat
}

// view returns the current view of a seat.
func (d *driver) view(x game.Seat) *game.State {
	s := d.track.State()
	if d.seen.of != s || d.seen.by != x {
		d.seen = drivenView{s, s.View(x), x}
	}
	return d.seen.view
}
