package terminal

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/savefile"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
	"github.com/plygame/ply/wire"
)

// maxLookups limits how many saved seats are looked up on the server.
const maxLookups = 50

// offered is a match in the list.
type offered struct {
	match.Listing
	seat *keptSeat // the player's seat, or nil
	busy bool      // the seat is in use in another terminal
}

// choose lists the matches and games of the server, and asks which to join.
func (d *joiner) choose(ctx context.Context) error {
	all, err := d.client.Games(ctx)
	if err != nil {
		return err
	}
	var mine []offered
	if !d.Watch {
		mine = d.mine(ctx)
	}
	open, err := d.open(ctx, all, mine)
	if err != nil {
		return err
	}
	for {
		d.list(all, mine, open)
		text, err := d.con.Ask(ctx)
		if err != nil {
			return err
		}
		if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(mine)+len(open) {
			d.selectMatch(append(slices.Clone(mine), open...)[n-1])
			return nil
		}
		if _, err := d.all.Find(text); err == nil {
			return d.make(ctx, text)
		}
		d.con.Printf("%s\n", d.con.Bad(fmt.Sprintf("%q is neither the number of a match nor the name of a game", words.Clip(text))))
	}
}

// selectMatch selects a match to join.
func (d *joiner) selectMatch(o offered) {
	d.place.Game, d.place.Match = o.Game, o.ID
	if o.seat != nil {
		d.seat, d.Name = &o.seat.Seat, o.seat.Name
	}
}

// mine returns the unfinished matches on the server in which a seat was taken here, the most recent first. The seat must
// have the name and number that were typed, if any.
func (d *joiner) mine(ctx context.Context) (all []offered) {
	for i, k := range allSeats(d.place.Server) {
		busy := !savefile.Lock(k.file)
		k.release()
		if i >= maxLookups || d.place.Game != "" && k.Game != d.place.Game || d.Name != "" && k.Name != d.Name {
			continue
		}
		m, err := d.client.Match(ctx, k.Game, k.Match)
		if err != nil || m.Match.Over || k.Seat < 0 || k.Seat >= len(m.Match.Seats) {
			continue // the server does not have it any more, or it is over
		}
		if s := m.Match.Seats[k.Seat]; s.Free || s.Bot != "" {
			continue // the player gave the seat up
		}
		if x, err := d.names(m.Match).Seat(d.Seat, len(m.Match.Seats)); d.Seat != "" && (err != nil || int(x) != k.Seat) {
			continue
		}
		all = append(all, offered{m.Match, k, busy})
	}
	return all
}

// open returns the matches to join or watch, without those in which the player can continue.
func (d *joiner) open(ctx context.Context, all []wire.Game, mine []offered) (open []offered, err error) {
	for _, g := range all {
		if d.place.Game != "" && g.Name != d.place.Game {
			continue
		}
		list, err := d.client.Matches(ctx, g.Name, !d.Watch)
		if err != nil {
			return nil, err
		}
		for _, m := range list.Matches {
			waits := func(o offered) bool { return o.ID == m.ID && !o.busy }
			if !m.Over && !slices.ContainsFunc(mine, waits) {
				open = append(open, offered{Listing: m})
			}
		}
	}
	return open, nil
}

// list prints the games, and the matches to join.
func (d *joiner) list(all []wire.Game, mine, open []offered) {
	if len(mine) > 0 {
		d.con.Printf("%s\n", d.con.Bold("Your matches"))
		for i, o := range mine {
			you := "; you are " + d.names(o.Listing).Full(game.Seat(o.seat.Seat))
			if o.busy {
				you += ", in another terminal"
			}
			d.con.Printf("  %2d  %-12s %s%s%s\n", i+1, words.Tame(o.Game), seatsText(o.Listing), words.Options(o.Options), you)
		}
		d.con.Printf("\n")
	}
	d.con.Printf("%s\n", d.con.Bold(map[bool]string{false: "Matches waiting for players", true: "Matches"}[d.Watch]))
	if len(open) == 0 {
		d.con.Printf("  none\n")
	}
	for i, o := range open {
		d.con.Printf("  %2d  %-12s %s%s\n", len(mine)+i+1, words.Tame(o.Game), seatsText(o.Listing), words.Options(o.Options))
	}
	d.con.Printf("\n%s\n", d.con.Bold("Games"))
	for _, g := range all {
		d.con.Printf("  %-12s %s\n", words.Tame(g.Name), words.Tame(g.Description))
	}
	d.con.Printf("\nType the number of a match to join it, or the name of a game to create one.\n")
}

// seatsText lists the players of a match.
func seatsText(m match.Listing) string {
	var who []string
	free := 0
	for _, s := range m.Seats {
		switch {
		case s.Free:
			free++
		case s.Bot != "":
			who = append(who, "a bot")
		default:
			who = append(who, words.Tame(s.Name))
		}
	}
	if free > 0 {
		who = append(who, fmt.Sprintf("%d free", free))
	}
	return strings.Join(who, ", ")
}
