package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/wire"
)

type joinCommand struct {
	URL    string      `arg:"" help:"A server (http://localhost:8080), a match there (http://localhost:8080/api/games/hex/ID), or in short: localhost:8080/hex/ID."`
	Name   string      `placeholder:"NAME" help:"What the others call you; by default the name of your account."`
	Seat   *int        `placeholder:"N" help:"Which seat to take; by default the first that is free."`
	Token  string      `env:"PLY_TOKEN" placeholder:"SECRET" help:"The secret of a seat that was taken elsewhere. Better in the environment: $PLY_TOKEN."`
	Watch  bool        `help:"Look on without a seat."`
	Again  bool        `help:"Go on with the match after this one, which is over, from the seat that was taken here (--seat) to the next; it is made if there is none yet."`
	Create string      `placeholder:"GAME" help:"Make a match of this game and join it."`
	Seats  *int        `placeholder:"K" help:"With --create: how many play; by default as few as can."`
	Preset string      `placeholder:"NAME" help:"With --create: a preset of the game; ply games lists them."`
	Option game.Values `short:"o" placeholder:"NAME=VALUE" mapsep:"none" help:"With --create: set an option of the game. May be repeated."`
	Bots   botSeats    `aliases:"bot" placeholder:"SEATS" help:"With --create: seats that bots play: 1,2 or all, none, or all-but 0."`
	Plain  bool        `help:"Ask line by line, without drawing a screen. So it is too where there is no terminal."`
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
	case c.Create == "" && (c.Seats != nil || c.Preset != "" || len(c.Option) > 0 || c.Bots.typed):
		return errors.New("--seats, --preset, --option and --bots are for a new match: name its game with --create")
	case c.Watch && (c.Token != "" || c.Seat != nil):
		return errors.New("--watch: who looks on has no seat; leave --seat and --token out")
	case c.Again && (c.Watch || c.Create != "" || c.Token != ""):
		return errors.New("--again goes on from a seat that was taken here: leave --watch, --create and --token out")
	case c.Seat != nil && *c.Seat < 0:
		return errors.New("--seat: the seats are counted from 0")
	}
	return nil
}

func (c *joinCommand) Run(all catalogue.Catalogue, con *console.Console) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p, err := addressed(c.URL)
	if err != nil {
		return misuse{err}
	}
	sweepSeats(time.Now())
	d := &door{joinCommand: c, all: all, con: con, place: p, client: &client.Client{URL: p.base}}
	f, err := d.enter(ctx)
	if err != nil {
		return err
	}
	stop()
	g, err := newFar(f)
	if err != nil {
		f.table.Close()
		return err
	}
	if (&playCommand{Plain: c.Plain}).onScreen(con) {
		err = playScreen(g, con)
	} else {
		err = playPlain(g, con)
	}
	return errors.Join(err, g.leave(con))
}

// door is the way to a match.
type door struct {
	*joinCommand
	all     catalogue.Catalogue
	con     *console.Console
	place   place
	client  *client.Client
	host    string // the secret of who has made the match
	promise string // the commitment to the seed
}

// enter finds the match, takes a seat, and begins to watch.
func (d *door) enter(ctx context.Context) (*far, error) {
	switch {
	case d.Create != "" && d.place.id != "":
		return nil, misuse{errors.New("--create makes a new match: leave the match out of the address")}
	case d.Create != "":
		if err := d.make(ctx, d.Create); err != nil {
			return nil, err
		}
	case d.Again:
		if err := d.goOn(ctx); err != nil {
			return nil, err
		}
	case d.place.id == "":
		if err := d.choose(ctx); err != nil {
			return nil, err
		}
	}
	f := &far{client: d.client, place: d.place, host: d.host, promise: d.promise, watches: d.Watch}
	if d.Watch || d.Token != "" {
		return f, d.watch(ctx, f, d.Token)
	}
	k, busy := findSeat(d.place, d.Name, d.Seat)
	if k != nil {
		f.keep, f.host, f.promise = k, cmp.Or(f.host, k.Host), cmp.Or(f.promise, k.Commitment)
		err := d.watch(ctx, f, k.Token)
		if r := wire.RefusalOf(err); r == nil || r.Code != "no-right" {
			return f, err
		}
		k.remove() // the seat was left
		f.keep = nil
	}
	return f, d.sit(ctx, f, busy)
}

// goOn makes the next match the one that is joined, one seat further on, so that another one begins.
func (d *door) goOn(ctx context.Context) error {
	k, _ := findSeat(d.place, d.Name, d.Seat)
	if k == nil {
		return fmt.Errorf("%s: --again goes on from a seat that was taken here, and there is none", d.place)
	}
	k.release()
	next, err := d.client.Again(ctx, d.place.game, d.place.id, k.Token)
	if err != nil {
		return fmt.Errorf("%s: %w", d.place, err)
	}
	d.place.id, d.host, d.promise, d.Name, d.Seat = next.Match, next.Host, words.Tame(next.Commitment), k.Name, nil
	seats := next.About.Seats
	if seat := (k.Seat + 1) % max(1, len(seats)); seat >= 0 && seat < len(seats) && seats[seat].Free {
		d.Seat = &seat
	}
	return nil
}

// watch begins to watch.
func (d *door) watch(ctx context.Context, f *far, token string) error {
	t, err := d.client.Watch(context.WithoutCancel(ctx), d.place.id, token, d.all.Find)
	if err != nil {
		f.keep.release()
		return fmt.Errorf("%s: %w", d.place, err)
	}
	f.table = t
	now := t.Now()
	f.place.game = now.Match.Game
	f.now = now
	switch {
	case now.Seat >= 0:
		d.con.Note("You are %s, %s.", f.who(now.Seat), now.Seat)
	default:
		d.con.Note("You look on.")
	}
	if now.Match.Open() {
		d.con.Note("%s", strings.TrimSpace("Others join with:\n  "+f.invitation()+"\n"+f.beyond()))
	}
	if f.promise == "" {
		f.promise = d.published(ctx, f.place)
	}
	if f.promise != "" {
		d.con.Note("%s", f.commitment())
	}
	return nil
}

// published asks for the commitment to the seed of a match, "" if that cannot be known.
func (d *door) published(ctx context.Context, p place) string {
	m, err := d.client.Match(ctx, p.game, p.id)
	if err != nil {
		return ""
	}
	return words.Tame(m.Commitment)
}

// sit takes a seat and writes its secret down. One of the player may be busy in another terminal.
func (d *door) sit(ctx context.Context, f *far, busy *keptSeat) error {
	as := wire.Join{Seat: d.Seat, Name: d.name()}
	j, err := d.client.Join(ctx, d.place.game, d.place.id, as)
	r := wire.RefusalOf(err)
	if r != nil && r.Code == "taken" && busy != nil {
		return fmt.Errorf("%s: you play seat %d in another terminal, as %s; --watch looks on", d.place, busy.Seat, words.Tame(busy.Name))
	}
	if r != nil && r.Code == "taken" {
		return fmt.Errorf("%s: %w; --watch looks on", d.place, err)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", d.place, err)
	}
	f.promise = cmp.Or(f.promise, d.published(ctx, d.place))
	f.keep, err = keepSeat(d.place, keptSeat{Seat: j.Seat, Name: as.Name, Token: j.Token, Host: d.host, Commitment: f.promise})
	if err != nil {
		d.con.Note("The secret of your seat cannot be kept: %v. To come back, set PLY_TOKEN=%s", err, j.Token)
	}
	return d.watch(ctx, f, j.Token)
}

// name is what the others call the player.
func (d *door) name() string {
	return cmp.Or(d.Name, os.Getenv("USER"), os.Getenv("USERNAME"), "player")
}

// make makes a match.
func (d *door) make(ctx context.Context, name string) error {
	t := table{variant{name, d.Preset, d.Option}, d.Seats}
	_, seats, err := t.set(d.all)
	if err == nil {
		err = d.Bots.fit(seats)
	}
	if err != nil {
		return err
	}
	how := wire.Create{Seats: seats, Preset: d.Preset, Options: map[string]any{}}
	for option, value := range d.Option {
		how.Options[option] = value
	}
	for x, bot := range d.Bots.of(seats) {
		if bot {
			how.Bots = append(how.Bots, x)
		}
	}
	made, err := d.client.Create(ctx, name, how)
	if err != nil {
		return err
	}
	d.place.game, d.place.id, d.host, d.promise = name, made.Match, made.Host, words.Tame(made.Commitment)
	d.con.Note("The match is at %s.", d.place)
	return nil
}
