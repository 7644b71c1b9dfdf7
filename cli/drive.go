package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"slices"
	"syscall"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

type driveCommand struct {
	Seed  *uint64 `placeholder:"S" help:"Where the seeds of games come from that are started without one; by default the system draws them."`
	Judge bool    `help:"Allow views in which nothing is hidden."`
	Fair  bool    `help:"For a program that must not cheat: it gets the views and moves of its own seats and nothing else. The other seats play at random."`
	Seat  []int   `placeholder:"N" help:"A seat of the program, with --fair. May be repeated."`
}

func (driveCommand) Help() string {
	return `Lets a program in any language play: it writes one request a line, in JSON, and reads one answer a line. The end of the input ends the command. docs/drive.md has all requests and answers.` +
		"\n\nExamples:\n\n    echo '{\"do\":\"help\"}' | ply drive\n    ply drive < requests.jsonl\n    ply drive --fair --seat 0"
}

func (c *driveCommand) Validate() error {
	for _, x := range c.Seat {
		if x < 0 || x >= mostSeats {
			return fmt.Errorf("--seat %d: seats are counted from 0", x)
		}
	}
	switch {
	case c.Fair && c.Judge:
		return errors.New("--judge hides nothing; leave --fair out")
	case c.Fair && len(c.Seat) == 0:
		return errors.New("--fair needs the seats of the program; name them with --seat")
	case !c.Fair && len(c.Seat) > 0:
		return errors.New("--seat goes with --fair")
	}
	return nil
}

// mostSeats is how many can play a game.
const mostSeats = 32

func (c *driveCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	if con.Out == os.Stdout {
		signal.Ignore(syscall.SIGPIPE) // whoever has read enough is no failure
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(400) // most states are small and soon forgotten
		}
	}
	d := newDriver(all, c)
	d.alarm = func(f *game.Fault) { con.Note("%v", f) }
	err := d.drive(con.In, con.Out)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}

// driver answers the requests of a program.
type driver struct {
	all   catalogue.Catalogue
	fair  bool
	judge bool
	mine  []game.Seat // the seats of the program, if it is to be fair
	seed  *uint64
	games int // how many were started
	kinds map[string]*requestKind
	names []string          // of the requests, as help lists them
	alarm func(*game.Fault) // told of faults that the program may not read

	rules drivenRules
	track *driveTrack // of the game, nil if there is none
	seen  drivenView
	luck  drivenLuck
	done  bool // no more requests are answered

	out answer
}

func newDriver(all catalogue.Catalogue, c *driveCommand) *driver {
	d := &driver{all: all, fair: c.Fair, judge: c.Judge, seed: c.Seed, kinds: map[string]*requestKind{}, alarm: func(*game.Fault) {}}
	for _, x := range c.Seat {
		if !slices.Contains(d.mine, game.Seat(x)) {
			d.mine = append(d.mine, game.Seat(x))
		}
	}
	for _, k := range requestKinds() {
		d.kinds[k.name] = k
		d.names = append(d.names, k.name)
	}
	return d
}

// drive answers line by line until the input ends, or the program says so.
func (d *driver) drive(in io.Reader, out io.Writer) error {
	for lines := newLines(in); !d.done; {
		line, err := lines.next()
		switch {
		case err == io.EOF:
			return nil
		case err != nil && err != errLong:
			return fmt.Errorf("the input cannot be read: %w", err)
		case err == nil && blank(line):
			continue
		}
		if _, err := out.Write(d.answer(line, err == errLong)); err != nil {
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
		a.refuse(no("too-long", "a line is longer than %d bytes", maxLine))
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
	track, seq := d.track, 0
	if track != nil {
		seq = track.seq()
	}
	defer func() {
		if p := recover(); p != nil {
			if d.track = track; track != nil && track.seq() > seq {
				track.cutTo(seq)
			}
			err = &game.Fault{Game: d.gameName(), Seat: game.Nobody, Why: fmt.Sprint(p)}
		}
	}()
	if err := q.of(d); err != nil {
		return err
	}
	if q.kind.needsGame && d.track == nil {
		return no("no-start", "no game is being played; start or load one")
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
	return d.track.state().Rules().Name
}

// status adds where the game is now.
func (d *driver) status(q *request, a *answer) {
	if d.track == nil {
		return
	}
	s := d.track.state()
	if d.fair {
		x := d.mine[0]
		if q.seat != nil && *q.seat >= 0 {
			x = *q.seat
		}
		a.status(d.track.seq(), s, d.view(x).Hash())
		return
	}
	a.status(d.track.seq(), s, s.Hash())
}

// drivenView is the view that was made last: a program often asks for moves and then plays one.
type drivenView struct {
	of, view *game.State
	by       game.Seat
}

// view returns what a seat sees now.
func (d *driver) view(x game.Seat) *game.State {
	s := d.track.state()
	if d.seen.of != s || d.seen.by != x {
		d.seen = drivenView{s, s.View(x), x}
	}
	return d.seen.view
}
