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
	Seed  *uint64 `placeholder:"S" help:"Where the seeds of games come from that are started without one; by default the system draws them."`
	Judge bool    `help:"Allow views in which nothing is hidden."`
	Fair  bool    `help:"For a program that must not cheat: it gets the views and moves of its own seats and nothing else. A bot plays the other seats: see --opponent."`
	Seat  []int   `placeholder:"N" help:"A seat of the program, counted from 0 as in all requests, with --fair. May be repeated."`

	Opponent string `placeholder:"BOT" help:"The bot that plays the other seats, with --fair (random)."`
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
	case !c.Fair && c.Opponent != "":
		return errors.New("--opponent goes with --fair")
	case !c.Fair && len(c.Seat) > 0:
		return errors.New("--seat goes with --fair")
	}
	return nil
}

// mostSeats is how many can play a game.
const mostSeats = 32

func (c *driveCommand) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	other := opponent{Opponent: c.Opponent}
	if err := other.named(bots); err != nil {
		return err
	}
	if con.Out == os.Stdout {
		signal.Ignore(syscall.SIGPIPE) // whoever has read enough is no failure
		if os.Getenv("GOGC") == "" {
			debug.SetGCPercent(400) // most states are small and soon forgotten
		}
	}
	d := drive.Config{Games: all, Seed: c.Seed, Judge: c.Judge, Fair: c.Fair, Bot: other.player, Alarm: func(f *game.Fault) { con.Note("%v", f) }}
	for _, x := range c.Seat {
		d.Seats = append(d.Seats, game.Seat(x))
	}
	err := d.Run(con.In, con.Out)
	if errors.Is(err, syscall.EPIPE) || errors.Is(err, io.ErrClosedPipe) {
		return nil
	}
	return err
}
