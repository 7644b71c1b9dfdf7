package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/drive"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

type driveCommand struct {
	Seed  *uint64 `placeholder:"S" help:"Games that are started without a seed get one derived from this number (random)."`
	Judge bool    `help:"Allow requests for views with nothing hidden."`
	Fair  bool    `help:"Keep the program from cheating: it gets only the views and moves of its own seats. A bot plays the other seats; see --level."`
	Seat  []int   `placeholder:"N" help:"With --fair: a seat of the program, counted from 0 as in requests. Can be repeated."`

	Level string `placeholder:"LEVEL" help:"With --fair: which bot plays the other seats, as in ply play (gentle)."`
}

func (driveCommand) Help() string {
	return `Lets a program in any language play: it writes one JSON request per line and reads one JSON response per line, until it closes the input. See docs/drive.md for all requests and responses.` +
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
		return errors.New("--judge and --fair exclude each other")
	case c.Fair && len(c.Seat) == 0:
		return errors.New("--fair needs the program's seats: set them with --seat")
	case !c.Fair && c.Level != "":
		return errors.New("--level works only with --fair")
	case !c.Fair && len(c.Seat) > 0:
		return errors.New("--seat works only with --fair")
	}
	return nil
}

// mostSeats is the largest number of seats a game can have.
const mostSeats = 32

func (c *driveCommand) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	other := level{Level: c.Level}
	if err := other.find(bots); err != nil {
		return err
	}
	if con.Out == os.Stdout {
		signal.Ignore(syscall.SIGPIPE) // a reader that stops early is not a failure
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(400) // most states are small and short-lived
		}
	}
	d := drive.Config{Games: all, Seed: c.Seed, Judge: c.Judge, Fair: c.Fair, Bot: other.player,
		Alarm: func(f *game.Fault) { con.Note("%v", f) }}
	for _, x := range c.Seat {
		d.Seats = append(d.Seats, game.Seat(x))
	}
	err := d.Run(con.In, con.Out)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}
