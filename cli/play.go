package cli

import (
	"crypto/rand"
	"errors"
	"fmt"
	"os"

	"golang.org/x/term"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
)

type playCommand struct {
	Game   string      `arg:"" optional:"" help:"Name of the game; ply games lists them. With --resume it may be left out."`
	Seats  *int        `placeholder:"K" help:"How many play; by default as few as can."`
	Preset string      `placeholder:"NAME" help:"Play a preset of the game; ply games lists them. Options given besides change it."`
	Option game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"Set an option of the game. May be repeated."`
	Bots   botSeats    `aliases:"bot" placeholder:"SEATS" help:"Seats that play at random: 1,2 or all, none, or all-but 0."`
	Seed   *uint64     `placeholder:"S" help:"The same seed gives the same cards and dice; by default they are new each time."`
	Record string      `placeholder:"FILE" help:"Write the record here, move by move."`
	Resume string      `placeholder:"FILE" help:"Go on with a game that was saved: a record or a save."`
	Plain  bool        `help:"Ask line by line, without drawing a screen. So it is too where there is no terminal."`
}

func (playCommand) Help() string {
	return `Who sits at the screen sees what its seat sees, and nothing else. Several people can share it: where something is hidden, it is passed on in between. The game is saved after every move, so that Ctrl-C, or a terminal that is closed, loses nothing.

Choose with the arrow keys and Enter, with the mouse, or type: a choice, or a whole move. ? shows all keys.

Examples:

    ply play tictactoe
    ply play hex --option size=7 --bots 1
    ply play gofish --seats 4 --bots all-but 0
    ply play hex --plain
    ply play --resume game.ply`
}

func (c *playCommand) Validate() error {
	switch {
	case c.Game == "" && c.Resume == "":
		return errNoGame
	case c.Resume == "-":
		return errors.New("--resume: moves are read from the input, so the game must be in a file; name that")
	case c.Resume != "" && c.Seed != nil:
		return errors.New("--resume: the game has its seed already; leave --seed out")
	}
	return nil
}

func (c *playCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	g, err := c.sitting(all, con)
	if err != nil {
		return err
	}
	if c.Record != "" {
		if err := g.file.write(g.record()); err != nil {
			return err // it is better to know now
		}
	}
	if c.onScreen(con) {
		err = playScreen(g, con)
	} else {
		err = playPlain(g, con)
	}
	return errors.Join(err, g.leave(con))
}

// onScreen reports whether a screen can be drawn, and is wanted.
func (c *playCommand) onScreen(con *console.Console) bool {
	in, isFile := con.In.(*os.File)
	out, isOut := con.Out.(*os.File)
	return !c.Plain && os.Getenv("TERM") != "dumb" && isFile && isOut && term.IsTerminal(int(in.Fd())) && term.IsTerminal(int(out.Fd()))
}

// sitting begins a game, or goes on with one.
func (c *playCommand) sitting(all catalogue.Catalogue, con *console.Console) (*sitting, error) {
	if c.Resume != "" {
		return c.resumed(all, con)
	}
	t := table{variant{c.Game, c.Preset, c.Option}, c.Seats}
	r, seats, err := t.set(all)
	if err != nil {
		return nil, err
	}
	if err := c.Bots.fit(seats); err != nil {
		return nil, err
	}
	file, err := newFile(r.Name, c.Record, con)
	if err != nil {
		return nil, err
	}
	s, err := game.Start(r, seats, c.seed())
	if err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", r.Name, err)
	}
	return newSitting(s, c.Bots.of(seats), file), nil
}

// seed returns what was typed, or something new.
func (c *playCommand) seed() (seed game.Seed) {
	if c.Seed != nil {
		return game.SeedOf(*c.Seed)
	}
	rand.Read(seed[:]) // never fails
	return seed
}
