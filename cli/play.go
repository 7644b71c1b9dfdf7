package cli

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/plygame/ply/bot"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/replay"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/terminal"
)

type playCommand struct {
	Game   string      `arg:"" optional:"" help:"Name of the game; ply games lists them. With --resume it may be left out."`
	Seats  *int        `placeholder:"K" help:"How many play; by default as few as can."`
	Preset string      `placeholder:"NAME" help:"Play a preset of the game; ply games lists them. Options given besides change it."`
	Option game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"Set an option of the game. May be repeated."`
	Bots   botSeats    `aliases:"bot" placeholder:"PLAYERS" help:"The players that are bots: numbers from 1 or roles (2,3 or Blue), all, none, or all-but 1."`
	opponent
	Seed   *uint64 `placeholder:"S" help:"The same seed gives the same cards and dice; by default they are new each time."`
	Record string  `placeholder:"FILE" help:"Write the record here, move by move."`
	Resume string  `placeholder:"FILE" help:"Go on with a game that was saved: a record or a save."`
	Plain  bool    `help:"Ask line by line, without drawing a screen. So it is too where there is no terminal."`
}

func (playCommand) Help() string {
	return `You see what a player in your seat may see, and nothing else. Several people can share the screen: where something is hidden, they pass it on. The game is saved after every move, so that Ctrl-C, or a terminal that is closed, loses nothing.

Choose with the arrow keys and Enter, with the mouse, or type: a choice, or a whole move. ? shows all keys.

Examples:

    ply play tictactoe
    ply play hex --option size=7 --bots Blue
    ply play gofish --seats 4 --bots all-but 1
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

func (c *playCommand) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	if err := c.named(bots); err != nil {
		return err
	}
	g, err := c.session(all, con)
	if err != nil {
		return err
	}
	return g.Run()
}

// terminalOf is where a game is played.
func terminalOf(con *console.Console, plain bool) terminal.Terminal {
	return terminal.Terminal{In: con.In, Out: con.Out, Err: con.Err, Color: con.Color, Plain: plain}
}

// session begins a game, or goes on with one.
func (c *playCommand) session(all catalogue.Catalogue, con *console.Console) (*terminal.Session, error) {
	if c.Resume != "" {
		return c.resumed(all, con)
	}
	t := newGame{variant{c.Game, c.Preset, c.Option}, c.Seats}
	r, seats, err := t.set(all)
	if err != nil {
		return nil, err
	}
	bots, err := c.Bots.of(r, seats)
	if err != nil {
		return nil, err
	}
	if err := c.fresh(); err != nil {
		return nil, err
	}
	s, err := r.Start(seats, c.seed())
	if err != nil {
		return nil, fmt.Errorf("%s cannot be started: %w", r.Name, err)
	}
	return terminalOf(con, c.Plain).Open(terminal.Game{Match: match.Begin(s), Bots: bots, Bot: c.player, File: c.Record})
}

// fresh refuses to overwrite a record.
func (c *playCommand) fresh() error {
	if c.Record == "" {
		return nil
	}
	if _, err := os.Stat(c.Record); err == nil {
		return misuse{fmt.Errorf("--record: there is a file %s already; name another, or go on with it by --resume", c.Record)}
	}
	return nil
}

// seed returns what was typed, or something new.
func (c *playCommand) seed() (seed game.Seed) {
	if c.Seed != nil {
		return game.SeedOf(*c.Seed)
	}
	rand.Read(seed[:]) // never fails
	return seed
}

// resumed goes on with a game from a file.
func (c *playCommand) resumed(all catalogue.Catalogue, con *console.Console) (*terminal.Session, error) {
	data, err := con.Read(c.Resume)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	g, err := c.read(all, data)
	if err == nil && c.Seats != nil && *c.Seats != g.Match.State().Seats() {
		err = misuse{fmt.Errorf("it has %s, not %d; leave --seats out", words.Plural(g.Match.State().Seats(), "player"), *c.Seats)}
	}
	if err == nil {
		err = c.fresh()
	}
	var s *terminal.Session
	if err == nil {
		s, err = terminalOf(con, c.Plain).Open(g)
	}
	if err != nil {
		return nil, fmt.Errorf("--resume %s: %w", c.Resume, err)
	}
	return s, nil
}

// read reads a record, or a save, which is JSON.
func (c *playCommand) read(all catalogue.Catalogue, data []byte) (g terminal.Game, err error) {
	defer func() { g.Bot = c.player }()
	p := position{newGame: newGame{variant: variant{c.Game, c.Preset, c.Option}}}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		if p.Game == "" {
			p.Game = savedGame(data)
		}
		s, err := p.load(all, data)
		if err != nil {
			return g, err
		}
		g.Match, g.File = match.Begin(s), c.Record
		g.Bots, err = c.Bots.of(s.Rules(), s.Seats())
		return g, err
	}
	rec, r, err := replay.Read(all, data)
	if err != nil {
		return g, err
	}
	if p.Game == "" {
		p.Game = rec.Game
	}
	if err := p.fits(rec.Game, r); err != nil {
		return g, err
	}
	if g, err = terminal.Resume(r, rec); err != nil {
		return g, err
	}
	g.File, g.Kept = cmp.Or(c.Record, c.Resume), c.Record == ""
	if c.Bots.Typed {
		g.Bots, err = c.Bots.of(r, rec.Seats)
	}
	return g, err
}

// savedGame is the game that a save names.
func savedGame(data []byte) string {
	var head struct{ Game string }
	_ = json.Unmarshal(data, &head) // what is no save is refused by whoever loads it
	return head.Game
}
