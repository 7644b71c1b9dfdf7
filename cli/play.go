package cli

import (
	"bytes"
	"cmp"
	"crypto/rand"
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
	Game  string `arg:"" optional:"" help:"The game; ply games lists all. Optional with --resume."`
	Seats *int   `placeholder:"K" help:"Number of players; by default, the minimum."`
	settings
	Bots botSeats `aliases:"bot" placeholder:"BOTS" help:"How many bots play, in the last seats; or which seats: a role (Blue), seats=2,3, all, none, or all-but Red."`
	level
	Seed   *uint64 `placeholder:"S" help:"The same seed gives the same cards and dice (random)."`
	Record string  `placeholder:"FILE" help:"Write the record to this file after every move."`
	Resume string  `placeholder:"FILE" help:"Continue a game from a record or a save."`
	Plain  bool    `help:"Ask line by line instead of drawing a screen. This is the default without a terminal."`
}

func (playCommand) Help() string {
	return `You see only what your seat can see. Several people can share the screen: in games with hidden information, they pass it on before each turn. The game is saved after every move, so you can press Ctrl-C or close the terminal at any time.

Choose with the arrow keys and Enter or with the mouse, or type a choice or a whole move. ? shows all keys.

Examples:

    ply play {game:tictactoe}
    ply play {game:hex} --bots {others} --level sharp
    ply play {game:hex} --option {option} --bots {role}
    ply play {game:gofish} --seats {seats} --bots {others}
    ply play {game:hex} --plain
    ply play {game:survivors} --scenario mission.json
    ply play --resume game.ply`
}

func (c *playCommand) Validate() error {
	switch {
	case c.Game == "" && (c.Resume == "" || c.Scenario != ""):
		return errNoGame
	case c.Resume == "-":
		return errors.New("--resume needs a file: moves are read from the input")
	case c.Resume != "" && c.Seed != nil:
		return errors.New("--resume keeps the seed of the game: leave out --seed")
	}
	return nil
}

func (c *playCommand) Run(all catalogue.Catalogue, bots bot.Bots, con *console.Console) error {
	if err := c.find(bots); err != nil {
		return err
	}
	g, err := c.session(all, con)
	if err != nil {
		return err
	}
	return g.Run()
}

// terminalOf returns the terminal to play in.
func terminalOf(con *console.Console, plain bool) terminal.Terminal {
	return terminal.Terminal{In: con.In, Out: con.Out, Err: con.Err, Color: con.Color, Plain: plain}
}

// session starts a game or continues one.
func (c *playCommand) session(all catalogue.Catalogue, con *console.Console) (*terminal.Session, error) {
	if c.Resume != "" {
		return c.resumed(all, con)
	}
	t := newGame{variant{c.Game, c.settings}, c.Seats}
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
		return nil, fmt.Errorf("cannot start %s: %w", r.Name, err)
	}
	return terminalOf(con, c.Plain).Open(terminal.Game{Match: match.Begin(s), Bots: bots, Bot: c.player, File: c.Record})
}

// fresh refuses to overwrite a record.
func (c *playCommand) fresh() error {
	if c.Record == "" {
		return nil
	}
	if _, err := os.Stat(c.Record); err == nil {
		return misuse{fmt.Errorf("--record: %s already exists; choose another name, or continue the game with --resume",
			c.Record)}
	}
	return nil
}

// seed returns the seed that was typed, or a random one.
func (c *playCommand) seed() (seed game.Seed) {
	if c.Seed != nil {
		return game.SeedOf(*c.Seed)
	}
	rand.Read(seed[:]) // never fails
	return seed
}

// resumed continues a game from a file.
func (c *playCommand) resumed(all catalogue.Catalogue, con *console.Console) (*terminal.Session, error) {
	data, err := con.Read(c.Resume)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	if c.Scenario != "" {
		v := variant{c.Game, c.settings}
		r, err := v.rules(all)
		if err != nil {
			return nil, err
		}
		all, c.settings = catalogue.Catalogue{r}, settings{}
	}
	g, err := c.read(all, data)
	if err == nil && c.Seats != nil && *c.Seats != g.Match.State().Seats() {
		err = misuse{fmt.Errorf("it has %s, not %d: leave out --seats", words.Plural(g.Match.State().Seats(), "player"),
			*c.Seats)}
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

// read reads a record, or a save (JSON).
func (c *playCommand) read(all catalogue.Catalogue, data []byte) (g terminal.Game, err error) {
	defer func() { g.Bot = c.player }()
	p := position{newGame: newGame{variant: variant{c.Game, c.settings}}}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		s, err := replay.Position(all, data)
		if err != nil {
			return g, err
		}
		p.Game = cmp.Or(p.Game, s.Rules().Name)
		if err := p.fits(s.Rules()); err != nil {
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
	p.Game = cmp.Or(p.Game, rec.Game)
	if err := p.fits(r); err != nil {
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
