package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/terminal"
	"github.com/plygame/ply/wire"
)

type joinCommand struct {
	URL      string      `arg:"" help:"A server (http://localhost:8080), a match there (http://localhost:8080/api/games/hex/ID), or in short: localhost:8080/hex/ID."`
	Name     string      `placeholder:"NAME" help:"What the others call you; by default the name of your account."`
	Seat     string      `placeholder:"PLAYER" help:"Which player to be: a number from 1 or a role, such as Red; by default the first that is free."`
	Token    string      `env:"PLY_TOKEN" placeholder:"SECRET" help:"The secret of a seat that was taken elsewhere. Better in the environment: $PLY_TOKEN."`
	Watch    bool        `help:"Watch without a seat."`
	Again    bool        `help:"Go on with the match after this one, which is over, from the seat that was taken here (--seat) to the next; it is made if there is none yet."`
	Create   string      `placeholder:"GAME" help:"Make a match of this game and join it."`
	Seats    *int        `placeholder:"K" help:"With --create: how many play; by default as few as can."`
	Preset   string      `placeholder:"NAME" help:"With --create: a preset of the game; ply games lists them."`
	Option   game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"With --create: set an option of the game. May be repeated."`
	Bots     botSeats    `aliases:"bot" placeholder:"PLAYERS" help:"With --create: the players that are bots: numbers from 1 or roles (2,3 or Blue), all, none, or all-but 1."`
	Opponent string      `placeholder:"BOT" help:"With --create: the bot that plays for them; by default the one that the server prefers."`
	Plain    bool        `help:"Ask line by line, without drawing a screen. So it is too where there is no terminal."`
}

func (joinCommand) Help() string {
	return `Plays a match at a server, as ply play does at this screen. Without a match, your own matches at the server, those that wait for players and its games are listed, and one can be chosen or made. What others do appears at once. When the connection is lost, it comes back by itself.

The secret of your seat is kept in the folder ply plays from, so you come back to it with the address of the match, which is told when you leave, or by choosing it from the list. With --create there is always a new match. While a seat is played in one terminal, a second one takes another seat.

Examples:

    ply join http://localhost:8080
    ply join http://localhost:8080 --create hex --option size=7 --name Ann
    ply join localhost:8080/hex/abcdefghijklmnop --name Bob
    ply join localhost:8080/hex/abcdefghijklmnop --watch
    ply join localhost:8080/hex/abcdefghijklmnop --again`
}

func (c *joinCommand) Validate() error {
	switch {
	case c.Create == "" && (c.Seats != nil || c.Preset != "" || len(c.Option) > 0 || c.Bots.Typed || c.Opponent != ""):
		return errors.New("--seats, --preset, --option, --bots and --opponent are for a new match: name its game with --create")
	case c.Watch && (c.Token != "" || c.Seat != ""):
		return errors.New("--watch is for spectators, who have no seat; leave --seat and --token out")
	case c.Again && (c.Watch || c.Create != "" || c.Token != ""):
		return errors.New("--again goes on from a seat that was taken here: leave --watch, --create and --token out")
	}
	return nil
}

func (c *joinCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, err := terminal.ParsePlace(c.URL)
	if err == nil && c.Create != "" && p.Match != "" {
		err = errors.New("--create makes a new match: leave the match out of the address")
	}
	if err != nil {
		return misuse{err}
	}
	s, err := terminalOf(con, c.Plain).Join(ctx, terminal.Match{
		Place: p, Games: all, Name: c.Name, Seat: c.Seat, Token: c.Token, Watch: c.Watch, Again: c.Again, Create: c.Create,
		How: func(game string) (wire.Create, error) { return c.how(all, game) },
	})
	if err != nil {
		return err
	}
	stop()
	return s.Run()
}

// how is what a new match should be like.
func (c *joinCommand) how(all catalogue.Catalogue, name string) (how wire.Create, err error) {
	t := newGame{variant{name, c.Preset, c.Option}, c.Seats}
	r, seats, err := t.set(all)
	var bots []bool
	if err == nil {
		bots, err = c.Bots.of(r, seats)
	}
	if err != nil {
		return how, err
	}
	how = wire.Create{Seats: seats, Preset: c.Preset, Options: map[string]any{}}
	for option, value := range c.Option {
		how.Options[option] = value
	}
	for x, bot := range bots {
		if bot {
			how.Bots = append(how.Bots, x)
		}
	}
	return how, nil
}
