package terminal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/catalogue"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// Match is a match on a server, and how to take part in it.
type Match struct {
	Place  place.Place   // the server and the match; without a match, the player chooses one
	Games  []*game.Rules // the games of this program
	Name   string        // the player's name; if "", the user name
	Seat   string        // the seat: a number from 1, or a role; if "", the first free one
	Token  string        // the token of a seat that was taken elsewhere
	Watch  bool          // watch without a seat
	Again  bool          // play the rematch
	Create string        // create a match of this game

	// How returns the options for a new match. It is called with Create, and when the player chooses a game from the list.
	How func(game string) (wire.Create, error)
}

// Join finds or creates the match, takes a seat, and starts a session.
func (t Terminal) Join(ctx context.Context, m Match) (*Session, error) {
	sweepSeats(time.Now())
	d := &joiner{Match: m, all: m.Games, con: t.console(), place: m.Place, client: &client.Client{URL: m.Place.Server}}
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

// joiner joins a match.
type joiner struct {
	Match
	all     catalogue.Catalogue
	con     *console.Console
	place   place.Place
	client  *client.Client
	seat    *int   // the seat to take; nil for the first free one
	host    string // the token of the host, if this player created the match
	promise string // the server's commitment to the seed
	last    string // the token of a seat in the previous match
}

// enter finds or creates the match, takes a seat, and connects.
func (d *joiner) enter(ctx context.Context) (*remote, error) {
	switch {
	case d.Create != "":
		if err := d.make(ctx, d.Create); err != nil {
			return nil, err
		}
	case d.Again:
		if err := d.want(ctx); err != nil {
			return nil, err
		}
		if err := d.chooseRematch(ctx); err != nil {
			return nil, err
		}
	case d.place.Match == "":
		if err := d.choose(ctx); err != nil {
			return nil, err
		}
	}
	f := &remote{client: d.client, place: d.place, host: d.host, promise: d.promise, watches: d.Watch}
	d.client.Renewed = func(_, token string) error { return d.renewed(f.keep, token) }
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
		k.remove() // the player gave the seat up
		f.keep = nil
	}
	return f, d.takeSeat(ctx, f, busy)
}

// want parses --seat.
func (d *joiner) want(ctx context.Context) error {
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

// names returns the names of the seats of a match.
func (d *joiner) names(m match.Listing) words.Names {
	r, err := d.all.Find(m.Game)
	if err != nil {
		r = &game.Rules{Seats: game.Exactly(len(m.Seats))} // this program does not have the game, but can list the match
	}
	return words.Names{Rules: r, Sits: func(x game.Seat) string { return m.Seats[x].Name }}
}

// chooseRematch chooses the rematch, one seat further on, so that another player begins.
func (d *joiner) chooseRematch(ctx context.Context) error {
	k, _ := findSeat(d.place, d.Name, d.seat)
	if k == nil {
		return fmt.Errorf("%s: --again needs a seat that you took on this machine, and there is none", d.place)
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

// watch connects to the match.
func (d *joiner) watch(ctx context.Context, f *remote, token string) error {
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
		d.con.Note("%s", strings.TrimSpace("Others join with:\n  "+f.invitation()+"\n"+f.reachability()))
	}
	if f.promise == "" {
		f.promise = d.published(ctx, f.place)
	}
	if f.promise != "" {
		d.con.Note("%s", f.commitment())
	}
	return nil
}

// renewed saves a new token of the seat, and then renews that of the host, if the player has it.
func (d *joiner) renewed(k *keptSeat, token string) error {
	if k == nil {
		return errors.New("the token is not stored here")
	}
	if err := k.renew(&k.Token, token); err != nil || k.Host == "" {
		return err
	}
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
		defer cancel()
		host, err := d.client.Renew(ctx, k.Game, k.Match, k.Host)
		if err == nil && k.renew(&k.Host, host) == nil {
			_, _ = d.client.Renew(ctx, k.Game, k.Match, host) // ends the old one
		}
	}()
	return nil
}

// published asks the server for the commitment to the seed; "" if that fails.
func (d *joiner) published(ctx context.Context, p place.Place) string {
	m, err := d.client.Match(ctx, p.Game, p.Match)
	if err != nil {
		return ""
	}
	return words.Tame(m.Commitment)
}

// takeSeat takes a seat and saves its token. busy is a seat of the player that is in use in another terminal, if any.
func (d *joiner) takeSeat(ctx context.Context, f *remote, busy *keptSeat) error {
	as := wire.Join{Seat: d.seat, Name: d.name(), Last: d.last}
	j, err := d.client.Join(ctx, d.place.Game, d.place.Match, as)
	r := wire.RefusalOf(err)
	if r != nil && r.Code == "taken" && busy != nil {
		return fmt.Errorf("%s: you are playing as %s in another terminal; to watch, use --watch", d.place, words.Tame(busy.Name))
	}
	if r != nil && r.Code == "taken" && d.seat != nil {
		err = fmt.Errorf("somebody already plays as %s", d.names(match.Listing{Game: d.place.Game}).Rules.SeatName(game.Seat(*d.seat)))
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
		d.con.Note("Cannot save the token of your seat: %v. To return to it, set PLY_TOKEN=%s", err, j.Token)
	}
	return d.watch(ctx, f, j.Token)
}

// name returns the player's name.
func (d *joiner) name() string {
	return cmp.Or(d.Name, os.Getenv("USER"), os.Getenv("USERNAME"), "player")
}

// make creates a match.
func (d *joiner) make(ctx context.Context, name string) error {
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
