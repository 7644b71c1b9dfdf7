package terminal

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Match is a match at a server, and who takes part in it.
type Match struct {
	Place  Place         // the server, and the match if it is known; else one is asked for
	Games  []*game.Rules // those that can be played here
	Name   string        // what the others call the player; "" is the name of the account
	Seat   string        // which seat to take: a number from 1, or a role; "" is the first that is free
	Token  string        // the secret of a seat that was taken elsewhere
	Watch  bool          // watch without a seat
	Again  bool          // go on with the match after this one
	Create string        // make a match of this game

	// How says what a new match of a game should be like. It is asked with Create, and when a game is chosen from the list.
	How func(game string) (wire.Create, error)
}

// Join finds or makes the match, takes a seat, and begins to watch.
func (t Terminal) Join(ctx context.Context, m Match) (*Session, error) {
	sweepSeats(time.Now())
	d := &door{Match: m, all: m.Games, con: t.console(), place: m.Place, client: &client.Client{URL: m.Place.Server}}
	f, err := d.enter(ctx)
	if err != nil {
		return nil, err
	}
	g, err := newRemote(f)
	if err != nil {
		f.match.Close()
		return nil, err
	}
	g.at = t
	return g, nil
}

// door is the way to a match.
type door struct {
	Match
	all     catalogue.Catalogue
	con     *console.Console
	place   Place
	client  *client.Client
	seat    *int   // the one that is taken; nil is the first that is free
	host    string // the secret of who has made the match
	promise string // the commitment to the seed
	last    string // the secret of a seat in the match before
}

// enter finds the match, takes a seat, and begins to watch.
func (d *door) enter(ctx context.Context) (*remote, error) {
	switch {
	case d.Create != "":
		if err := d.make(ctx, d.Create); err != nil {
			return nil, err
		}
	case d.Again:
		if err := d.want(ctx); err != nil {
			return nil, err
		}
		if err := d.goOn(ctx); err != nil {
			return nil, err
		}
	case d.place.Match == "":
		if err := d.choose(ctx); err != nil {
			return nil, err
		}
	}
	f := &remote{client: d.client, place: d.place, host: d.host, promise: d.promise, watches: d.Watch}
	if d.Watch || d.Token != "" {
		return f, d.watch(ctx, f, d.Token)
	}
	if err := d.want(ctx); err != nil {
		return nil, err
	}
	k, busy := findSeat(d.place, d.Name, d.seat)
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

// want finds out which seat is meant by what was typed.
func (d *door) want(ctx context.Context) error {
	if d.Seat == "" || d.seat != nil {
		return nil
	}
	m, err := d.client.Match(ctx, d.place.Game, d.place.Match)
	if err != nil {
		return fmt.Errorf("%s: %w", d.place, err)
	}
	seat, err := d.names(m.Match).Seat(d.Seat, len(m.Match.Seats))
	if err != nil {
		return fmt.Errorf("--seat: %w", err)
	}
	n := int(seat)
	d.seat = &n
	return nil
}

// names are what the seats of a match are called.
func (d *door) names(m match.Listing) words.Names {
	r, err := d.all.Find(m.Game)
	if err != nil {
		r = &game.Rules{Seats: game.Exactly(len(m.Seats))} // it is not played here, but may be listed
	}
	return words.Names{Rules: r, Sits: func(x game.Seat) string { return m.Seats[x].Name }}
}

// goOn makes the next match the one that is joined, one seat further on, so that another one begins.
func (d *door) goOn(ctx context.Context) error {
	k, _ := findSeat(d.place, d.Name, d.seat)
	if k == nil {
		return fmt.Errorf("%s: --again goes on from a seat that was taken here, and there is none", d.place)
	}
	k.release()
	next, err := d.client.Again(ctx, d.place.Game, d.place.Match, k.Token)
	if err != nil {
		return fmt.Errorf("%s: %w", d.place, err)
	}
	d.place.Match, d.host, d.promise, d.Name, d.Seat, d.last = next.Match, next.Host, words.Tame(next.Commitment), k.Name, "", k.Token
	d.seat = nil
	seats := next.About.Seats
	if seat := (k.Seat + 1) % max(1, len(seats)); seat >= 0 && seat < len(seats) && seats[seat].Free {
		d.seat = &seat
	}
	return nil
}

// watch begins to watch.
func (d *door) watch(ctx context.Context, f *remote, token string) error {
	t, err := d.client.Watch(context.WithoutCancel(ctx), d.place.Match, token, d.all.Find)
	if err != nil {
		f.keep.release()
		return fmt.Errorf("%s: %w", d.place, err)
	}
	f.match = t
	now := t.Now()
	f.place.Game = now.Match.Game
	f.now = now
	switch {
	case now.Seat >= 0:
		d.con.Note("You are %s.", f.names().Full(now.Seat))
	default:
		d.con.Note("You are watching.")
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
func (d *door) published(ctx context.Context, p Place) string {
	m, err := d.client.Match(ctx, p.Game, p.Match)
	if err != nil {
		return ""
	}
	return words.Tame(m.Commitment)
}

// sit takes a seat and writes its secret down. One of the player may be busy in another terminal.
func (d *door) sit(ctx context.Context, f *remote, busy *keptSeat) error {
	as := wire.Join{Seat: d.seat, Name: d.name(), Last: d.last}
	j, err := d.client.Join(ctx, d.place.Game, d.place.Match, as)
	r := wire.RefusalOf(err)
	if r != nil && r.Code == "taken" && busy != nil {
		return fmt.Errorf("%s: you play as %s in another terminal; to watch, use --watch", d.place, words.Tame(busy.Name))
	}
	if r != nil && r.Code == "taken" && d.seat != nil {
		err = fmt.Errorf("somebody plays as %s already", d.names(match.Listing{Game: d.place.Game}).Rules.SeatName(game.Seat(*d.seat)))
	}
	if r != nil && r.Code == "taken" {
		return fmt.Errorf("%s: %w; to watch, use --watch", d.place, err)
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
	how, err := d.How(name)
	if err != nil {
		return err
	}
	made, err := d.client.Create(ctx, name, how)
	if err != nil {
		return err
	}
	d.place.Game, d.place.Match, d.host, d.promise = name, made.Match, made.Host, words.Tame(made.Commitment)
	d.con.Note("The match is at %s.", d.place)
	return nil
}
