package cli

import (
	"context"
	"errors"
	"os"
	"os/signal"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/terminal"
	"github.com/plygame/ply/wire"
)

type joinCommand struct {
	URL    string      `arg:"" help:"A server (http://localhost:8080), a match there (http://localhost:8080/api/games/{game:hex}/ID), or for short, localhost:8080/{game:hex}/ID."`
	Name   string      `placeholder:"NAME" help:"Your name in the match; by default, your user name."`
	Seat   string      `placeholder:"SEAT" help:"Your seat: its number, counted from 1, or its role, such as Red; by default, the first free seat."`
	Token  string      `env:"PLY_TOKEN" placeholder:"TOKEN" help:"The token of a seat taken elsewhere. It is safer in the environment."`
	Watch  bool        `help:"Watch without a seat."`
	Again  bool        `help:"Play the rematch of a finished match. It is created if there is none yet. If you had several seats, choose one with --seat."`
	Create string      `placeholder:"GAME" help:"Create a match of this game and join it."`
	Seats  *int        `placeholder:"K" help:"With --create: number of players; by default, the minimum."`
	Preset string      `placeholder:"NAME" help:"With --create: use a preset of the game; ply games lists them."`
	Option game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"With --create: set an option of the game. Can be repeated."`
	Bots   botSeats    `aliases:"bot" placeholder:"BOTS" help:"With --create: how many bots play, in the last seats; or which seats: a role (Blue), seats=2,3, all, none, or all-but Red."`
	Level  string      `placeholder:"LEVEL" help:"With --create: how well the bots play, as in ply play; by default, the server's choice."`
	Plain  bool        `help:"Ask line by line instead of drawing a screen. This is the default without a terminal."`
}

func (joinCommand) Help() string {
	return `Without the address of a match, this command lists your matches on the server, the matches that wait for players, and the games, so that you can join or create one. Moves of other players appear at once. A lost connection is restored automatically.

Ply stores the token of your seat in its state folder, so you can leave and return: choose the match from the list, or use its address, which is printed when you leave. A second terminal that joins the same match takes another seat.

Examples:

    ply join http://localhost:8080
    ply join http://localhost:8080 --create {game:hex} --bots {others} --name Ann
    ply join http://localhost:8080 --create {game:hex} --option {option}
    ply join localhost:8080/{game:hex}/abcdefghijklmnop --name Bob
    ply join localhost:8080/{game:hex}/abcdefghijklmnop --watch
    ply join localhost:8080/{game:hex}/abcdefghijklmnop --again`
}

func (c *joinCommand) Validate() error {
	switch {
	case c.Create == "" && (c.Seats != nil || c.Preset != "" || len(c.Option) > 0 || c.Bots.Typed || c.Level != ""):
		return errors.New("--seats, --preset, --option, --bots and --level are for a new match: choose its game with --create")
	case c.Watch && (c.Token != "" || c.Seat != ""):
		return errors.New("spectators have no seat: leave out --seat and --token, or --watch")
	case c.Again && (c.Watch || c.Create != "" || c.Token != ""):
		return errors.New("--again continues from your seat: leave out --watch, --create and --token")
	}
	return nil
}

func (c *joinCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, err := place.Parse(c.URL)
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

// how returns the request for a new match.
func (c *joinCommand) how(all catalogue.Catalogue, name string) (how wire.Create, err error) {
	t := newGame{variant{name, settings{Preset: c.Preset, Option: c.Option}}, c.Seats}
	r, seats, err := t.set(all)
	var bots []bool
	if err == nil {
		bots, err = c.Bots.of(r, seats)
	}
	if err != nil {
		return how, err
	}
	how = wire.Create{Seats: seats, Preset: c.Preset, Options: map[string]any{}, Bot: c.Level}
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
