package terminal

import (
	"fmt"

	"github.com/plygame/ply/client"
	"github.com/plygame/ply/game"
	"github.com/plygame/ply/internal/console"
	"github.com/plygame/ply/internal/place"
	"github.com/plygame/ply/internal/words"
	"github.com/plygame/ply/match"
)

// names returns the names of the players.
func (f *remote) names() words.Names {
	return words.Names{Rules: f.now.View.Rules(), Sits: func(seat game.Seat) string {
		switch {
		case int(seat) >= len(f.now.Match.Seats):
			return ""
		case f.now.Match.Seats[seat].Bot != "":
			return "Bot"
		}
		return f.now.Match.Seats[seat].Name
	}}
}

// outcome returns how the match ended.
func (f *remote) outcome() (match.Line, game.Seat) {
	if f.now.Outcome == nil {
		return match.Line{}, game.Nobody
	}
	return f.now.Outcome.Line, f.now.Resigned
}

// waitsFor returns the players that the match waits for.
func (f *remote) waitsFor() string {
	var who []string
	for _, x := range f.now.ToAct {
		s, name := f.now.Match.Seats[x], f.names().Of(x)
		switch {
		case s.Free:
			return fmt.Sprintf("%s is free. To take that seat, type: %s", f.names().First(x), f.invitation())
		case int(x) < len(f.now.Here) && !f.now.Here[x] && s.Bot == "":
			name += " (not connected)"
		}
		if x != f.now.Seat {
			who = append(who, name)
		}
	}
	if len(who) == 1 && who[0] == f.names().Of(f.now.ToAct[0]) {
		return f.names().First(f.now.ToAct[0]) + "'s turn."
	}
	if len(who) == 0 {
		return ""
	}
	return "Waiting for " + words.List(who, "and") + "."
}

// urgent returns a message that comes before everything else.
func (f *remote) urgent() string {
	switch {
	case !f.now.Connected:
		return "The connection is lost: " + f.lost + ". Reconnecting..."
	case f.now.MustAgree():
		return f.consent()
	}
	return ""
}

// undoMessage returns the message that the others are asked to agree, with their names if they are known.
func (f *remote) undoMessage() string {
	if f.now.Asked != nil {
		return f.consent()
	}
	return "Waiting for the other players to agree."
}

// consent describes who asks to undo, and who must agree.
func (f *remote) consent() string {
	a := f.now.Asked
	why, who := f.names().Within(a.Why), f.names().First(a.Seat)
	switch {
	case f.now.MustAgree():
		return fmt.Sprintf("%s asks to undo (%s). Type yes or no.", who, why)
	case a.Seat == f.now.Seat:
		return fmt.Sprintf("To undo, %s must agree: %s.", f.names().All(game.SetOf(a.Need...)), why)
	}
	return who + " asks to undo."
}

// invitation returns the command for others to join the match.
func (f *remote) invitation() string { return console.Command() + " join " + f.place.String() }

// onward returns the command to play or watch the rematch.
func (f *remote) onward() string {
	if f.now.Seat < 0 {
		return console.Command() + " join " + place.Place{Server: f.place.Server, Game: f.place.Game, Match: f.now.Next}.String() + " --watch"
	}
	return fmt.Sprintf("%s --again --seat %d", f.invitation(), f.now.Seat+1)
}

// command returns the command to return to the match.
func (f *remote) command() string {
	command := f.invitation()
	if f.watches {
		command += " --watch"
	}
	return command
}

// greeting returns how others can join, while a seat is free.
func (f *remote) greeting() string {
	switch {
	case !f.now.Match.Open():
		return ""
	case f.reachability() != "":
		return "Others here join with: " + f.invitation() // the command players shows the rest
	}
	return "Others join with: " + f.invitation()
}

// commitment shows the commitment to the seed, and what it is for.
func (f *remote) commitment() string {
	return fmt.Sprintf("The commitment to the seed is %s. Note it: after the match, %s verify uses it to check that the server did not choose cards or dice.", f.promise, console.Command())
}

// reachability explains how other machines can reach a server whose address works only on this machine; "" for other addresses.
func (f *remote) reachability() string {
	host, port, local := f.place.Loopback()
	if !local {
		return ""
	}
	return fmt.Sprintf("Only this machine can reach %s. To let others join, start the server with --address 0.0.0.0:%s and give them the address of this machine.", host, port)
}

// remarks returns notes about events that are not in the log.
func (f *remote) remarks(was *client.Moment, n client.News) (notes []string) {
	switch n.Kind {
	case client.Lost:
		f.lost = words.Tame(n.Why)
		notes = append(notes, f.urgent())
	case client.Back:
		notes = append(notes, "Reconnected.")
	case client.Asked:
		switch {
		case f.now.Asked != nil && (was.Asked == nil || was.MustAgree() != f.now.MustAgree()):
			notes = append(notes, f.consent())
		case f.now.Asked == nil && was.Asked != nil && was.Seq == f.now.Seq:
			notes = append(notes, "The moves were not undone.")
		}
	case client.Again:
		notes = append(notes, "There is a rematch. To join it, leave this match and type: "+f.onward())
	case client.Present:
		if was.Here == nil {
			break // the first report is not news
		}
		for x, here := range f.now.Here {
			if game.Seat(x) != f.now.Seat && x < len(was.Here) && here != was.Here[x] && f.now.Connected {
				notes = append(notes, f.names().First(game.Seat(x))+map[bool]string{true: " is here.", false: " is not connected."}[here])
			}
		}
	}
	return notes
}

// players lists the players, how to join if a seat is free, and the commitment to the seed.
func (f *remote) players() (lines []string) {
	for x, s := range f.now.Match.Seats {
		text := words.Capital(f.now.View.Rules().SeatName(game.Seat(x))) + ": "
		switch {
		case s.Free:
			text += "free"
		case s.Bot != "":
			text += "a bot"
		default:
			text += words.Tame(s.Name)
			if x < len(f.now.Here) && !f.now.Here[x] {
				text += " (not connected)"
			}
		}
		if game.Seat(x) == f.now.Seat {
			text += ", you"
		}
		lines = append(lines, text)
	}
	if n := f.now.Spectators; n > 0 {
		lines = append(lines, "And "+words.Plural(n, "spectator"))
	}
	if f.now.Match.Open() {
		lines = append(lines, "To join: "+f.invitation())
		if hint := f.reachability(); hint != "" {
			lines = append(lines, hint)
		}
	}
	if f.promise != "" {
		lines = append(lines, f.commitment())
	}
	return lines
}
